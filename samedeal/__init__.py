"""The command line: the one place that knows the server and the client both."""
