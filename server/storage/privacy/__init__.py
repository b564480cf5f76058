"""What a player may have of all that is stored."""
