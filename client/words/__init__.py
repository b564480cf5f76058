"""Words for every client: translation, rooms and races in sentences, searching games.  Pure."""
