"""How cards and cloth are painted."""
