"""Explanations of clauses, rulings and codes."""
