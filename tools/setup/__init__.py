"""Setting a checkout up: run by the Makefile."""
