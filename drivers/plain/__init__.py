"""Plain devices: those that say what they have to say in short frames, described in a profile.

No event has a number and none is kept until it is on record; what that costs is the delivery of the
profile: what the device counts is compared at every connect, or what was said while nobody listened
is lost and people count.
"""
