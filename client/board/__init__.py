"""A board before it is drawn: where its cards lie, what a hand means, how it is put in words."""
