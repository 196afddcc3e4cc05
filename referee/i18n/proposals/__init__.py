"""Words by which a letter in free text is searched for orders."""
