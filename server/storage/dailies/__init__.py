"""The daily deals as they are stored: the deals themselves, and everybody's attempts at them."""
