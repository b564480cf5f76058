"""What the races of a room add up to: evenings and series."""
