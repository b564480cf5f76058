"""The foundry: a process of its own beside a server, which finds deals that can be won."""
