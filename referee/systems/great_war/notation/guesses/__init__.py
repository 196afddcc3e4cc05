"""Orders that the names of a letter mean, without regard to its verbs."""
