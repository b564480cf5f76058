"""The rules and the race around them, compiled by mypyc: what is compiled, how, and the hook by which wheels get it."""
