"""The position as a report shows it."""
