"""How well the bots of each level play, in every game: measured, and told in docs/bots.md."""
