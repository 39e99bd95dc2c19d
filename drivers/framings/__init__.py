"""Framings: how the payloads of a plain device stand in its stream of bytes.

Each kind is a plug-in with its own form in a profile; numbers and characters are data. Whatever is
not an intact frame comes out as `Discarded`, byte for byte accounted for; no input raises, and no
more is held than the longest frame.
"""
