"""What games tell a solver that their rules do not say."""
