"""The journal: a durable, hash-chained record that nobody can change unnoticed."""
