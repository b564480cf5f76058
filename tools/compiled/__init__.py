"""Rules and races compiled by mypyc: what is compiled, how, and the hook that wheels get it by."""
