"""A server under attack and under SIGKILL."""
