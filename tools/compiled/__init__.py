"""The engine compiled by mypyc: what is compiled, how, and the hook by which wheels get it."""
