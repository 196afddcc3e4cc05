"""Frozen values with slots, made and changed at a fraction of the usual price; a benchmark asks for it."""
