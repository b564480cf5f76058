"""SQLite, in a file of the data directory: the default, and complete by itself."""
