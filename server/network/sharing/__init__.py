"""How those who ask for much share the server with the others: weights, and whose turn it is."""
