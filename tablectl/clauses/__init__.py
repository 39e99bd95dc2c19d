"""The clause registry: what each clause of N.J.A.C. 19:47 asks of a controller, in our own words.

`registry` looks clauses up, `citations` reads how they are cited, `data` holds one module a game.
"""
