"""What basic strategy wins at blackjack: by chance, by exact reckoning, and as others have it."""
