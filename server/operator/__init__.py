"""What the operator of a running server asks of it."""
