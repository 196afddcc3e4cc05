"""A whole club from one seed: players, a moderator and a post office on a disk and a network that fail."""
