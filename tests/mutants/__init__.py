"""Whether the scenarios notice small changes to the rules.

`python -m tests.mutants` takes a seeded sample of the small changes that can be made to `games`,
`irregularities` and `table`, makes each in a process of its own as the module is imported, and
plays the scenarios of every game that run it until one fails. No file is touched.
"""
