"""The page for browsers: its files, packed and compressed, and the answers that bring them."""
