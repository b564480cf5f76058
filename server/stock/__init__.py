"""The stock of deals that can be won: how many there should be, and who finds them."""
