"""What is told of records beside the leaderboards: what is new, what a race changed, who met whom.

They are asked of the same tables as the leaderboards, and nothing more is stored for them.
"""
