"""Looking for wins in many deals, and what comes of it."""
