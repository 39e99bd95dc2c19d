"""Inputs by the million for what reads bytes and text from outside: `python -m tests.fuzz`.

Each module makes an input from a `random.Random` and checks what must hold for any input at all.
The same checks run under hypothesis in the ordinary tests.
"""
