"""What a position promises at first glance, and what it leads to a few moves ahead."""
