"""Tracing: from a clause to the code that enforces it, to the tests and scenarios that show it.

`citations` and `uses` read the source of the games, `hows` says how each clause is enforced,
`marked` finds tests and scenarios, `clauses` puts the three together; `matrix` is the matrix of
irregularities that `tablectl coverage` shows. Nothing here is needed to run a table.
"""
