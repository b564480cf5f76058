"""Telling a server's news outside: by a POST to each address that the operator has set."""
