"""What must follow, game by game, in an encoding of the referee's own."""
