"""How hands rank. Ranking belongs to the rules of a game and is kept out of the core."""
