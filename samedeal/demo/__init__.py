"""`samedeal play --demo`: a server of one's own, and bots at hand on it."""
