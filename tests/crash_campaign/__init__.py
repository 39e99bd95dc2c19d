"""The crash campaign: a table dies at every point of a round, and nothing is lost or doubled."""
