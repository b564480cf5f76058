"""The commands, one a module: each adds its arguments, and runs."""
