"""The vocabulary: the values that every other part of tablectl speaks.

Nothing in here decides anything, and nothing in here imports any other part of the project.
"""
