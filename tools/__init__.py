"""What sets a checkout up: run by the Makefile, no part of the package."""
