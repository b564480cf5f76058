"""A reckoning of all that races add up to, which imports nothing of ours.

From the journal of a server's database (who raced, what each did when, how it ended) it reckons
places, wins, tallies, ratings, streaks, boards and daily deals by itself, from the words of
docs/protocol.md and docs/ratings.md, and tells what a server has stored or answered otherwise:

    python -m tests.reckoning DATABASE ANSWERS

`DATABASE` is a file of SQLite, or an address as postgresql://...; `ANSWERS` is what
`python -m tools.ten_evenings` has heard of the server.
"""
