"""Letters as players write them, read as orders."""
