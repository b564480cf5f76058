"""Firefox and WebKit, driven by W3C's protocols, for a walk through the page in them."""
