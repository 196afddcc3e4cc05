"""Archives: search, download and verification of their journals."""
