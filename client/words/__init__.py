"""Words for every client: translation, rooms and races in sentences, finding games.  Pure."""
