"""A physical table in software: felt, devices and people that behave, and misbehave, on purpose.

Knows the vocabulary of tablectl and nothing of its rules; it can only do what hands, sensors and
the door can do.
"""
