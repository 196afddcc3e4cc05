"""The public beacon in the post office."""
