"""What passes between servers about a room that one of them shows to guests of its own."""
