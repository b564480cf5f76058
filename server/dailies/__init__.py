"""The daily deal: when a day begins, which game it has, and that there is a deal for it."""
