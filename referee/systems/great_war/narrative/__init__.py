"""The Great War in prose."""
