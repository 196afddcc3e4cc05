"""Figures of packs: their labels, and the blanks that an owner fills."""
