"""What server and clients agree on: the messages, their wire form, and what racing is.  Pure."""
