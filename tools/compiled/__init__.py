"""Rules and races compiled by mypyc: what is compiled, how, and the hook that gives it to wheels."""
