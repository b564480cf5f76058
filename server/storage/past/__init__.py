"""What stays of the evenings of a room: who was there, what was said, and what came of them."""
