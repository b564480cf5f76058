"""Several servers on one database: what passes between them, and who has which room."""
