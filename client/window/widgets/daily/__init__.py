"""The daily deal in sight: its place in the lobby, the calendar of a month."""
