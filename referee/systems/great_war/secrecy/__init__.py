"""Secrecy of the Great War: the knowledge of each side."""
