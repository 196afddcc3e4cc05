"""Orders that the writer of a free text probably means."""
