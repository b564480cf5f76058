"""What a server has stored about a player, for the player."""
