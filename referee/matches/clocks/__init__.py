"""Deadlines: what is agreed about time, and what follows from it, the journal and the hour."""
