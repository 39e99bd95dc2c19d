"""Whether the soak catches a controller that is wrong.

`python -m tests.broken_builds` breaks the controller in one way after another, each in a process of
its own, and soaks it until the referee or one of the soak's own watches objects. The product knows
nothing of this: `builds` patches it from outside, with the seams of `tests.clause_bite`.
"""
