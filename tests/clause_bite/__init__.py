"""Whether the tests of a clause notice that its rule is gone.

`python -m tests.clause_bite` switches off one clause after another, in a test process of its own,
and runs the tests that claim to show it: at least one has to fail. The product knows nothing of
this: `seams` patches it from outside, `by_hand` has what no seam reaches, `switched_off` is the
pytest plugin that does it.
"""
