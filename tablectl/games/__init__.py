"""The games: each one a module of data and pure functions that makes `Rules` from settings."""
