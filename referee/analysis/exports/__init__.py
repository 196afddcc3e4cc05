"""A match as tables, and tables as files."""
