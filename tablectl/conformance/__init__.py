"""Whether a device is what its profile says: named checks, made over its line.

Responsible for the checks, what each expects, and what came of them. The line, the clock and the
hands at the device are handed in, so that the same checks run on a serial port and in virtual time.
"""
