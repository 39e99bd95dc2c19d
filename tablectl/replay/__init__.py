"""Going over a record again: its entries by round, and what its inputs lead to now."""
