"""The pure core: what a table is, and what one input makes of it.

No clock, no randomness, no I/O and no word of any game. `apply` is the way in, `view` the way out.
"""
