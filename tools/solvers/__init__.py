"""Our solver beside those of others, on the same deals: where they contradict, one is wrong."""
