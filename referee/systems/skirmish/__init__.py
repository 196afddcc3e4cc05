"""The skirmish family: figures, sections and leaders on a table, chapter by chapter of the sheet."""
