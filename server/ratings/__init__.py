"""How strong players are, reckoned from the races that they were in.  Pure."""
