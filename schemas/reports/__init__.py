"""Documents, pictures and charts."""
