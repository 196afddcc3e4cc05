"""The moderator's view of received mail."""
