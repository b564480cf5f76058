"""PostgreSQL, for a club that has outgrown one file."""
