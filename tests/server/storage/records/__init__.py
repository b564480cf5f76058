"""What is told of records beside the leaderboards, held against sums over the rows."""
