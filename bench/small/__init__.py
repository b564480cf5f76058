"""A server on a computer as small as a board: a part of a core, and little memory."""
