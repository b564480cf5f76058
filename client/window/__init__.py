"""The window, on Qt."""
