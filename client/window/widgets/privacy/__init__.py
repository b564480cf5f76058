"""What a player sees of all that a server has stored about them."""
