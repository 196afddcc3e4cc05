"""The shelf of matches: opening, filing, history, moderating."""
