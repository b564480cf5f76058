"""Buttons that do more than be pressed."""
