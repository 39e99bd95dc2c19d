"""The registered clauses, one module a game. Read them through `tablectl.clauses.registry`."""
