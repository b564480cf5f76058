"""The server's own bots: a process beside a server, in which they play."""
