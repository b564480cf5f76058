"""What is told outside of the server: which of its news there are, and when they may be told."""
