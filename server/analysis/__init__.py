"""Until when finished games could still be won: who asks for it, and who finds it out."""
