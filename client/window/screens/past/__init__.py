"""The evenings that are past: which there were, and how one of them went."""
