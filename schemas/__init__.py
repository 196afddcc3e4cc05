"""The written vocabulary: every shape that is ever serialised, and nothing that acts."""
