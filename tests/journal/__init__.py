"""The journal: durable, chained, and honest about what it cannot see."""
