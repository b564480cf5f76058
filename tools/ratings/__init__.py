"""How well ratings tell who is strong, and what can be gained by playing with them."""
