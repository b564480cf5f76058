"""How hard deals are: where each game's bands begin and end, measured."""
