"""Pictures of the client, for the documentation and to look at."""
