"""Archives: where their journals lie, how they are fetched, and who judges them."""
