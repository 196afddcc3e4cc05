"""The Great War family: areas, armies and cards, chapter by chapter."""
