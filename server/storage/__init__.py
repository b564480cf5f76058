"""What is kept: the database, the journal of all moves, players, leaderboards, backups."""
