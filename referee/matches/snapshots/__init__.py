"""Snapshots of match state, stored so that commands need not replay a journal. They are never evidence."""
