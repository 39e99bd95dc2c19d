"""Generators that give random bytes: by themselves, once they are started, or when they are asked.

What is said to one, and how it answers, is data in its profile. The numbers are drawn on this side,
from bytes that came after they were asked for and passed the health tests.
"""
