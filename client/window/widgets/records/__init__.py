"""What all races of a player together say."""
