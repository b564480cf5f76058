"""A board before it is drawn: where cards lie, what a hand means, what is said of it.  Pure."""
