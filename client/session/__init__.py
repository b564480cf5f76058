"""What every client shares: the conversation with a server, boards, addresses, replays.  Pure."""
