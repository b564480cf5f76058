"""The messages of a race, one type each, and their msgpack form. Pure: no I/O."""
