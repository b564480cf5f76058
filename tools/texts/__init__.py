"""Documents and translations that are made from the sources."""
