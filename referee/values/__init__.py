"""Frozen values with slots: how they are made, hashed, shown, and kept with what was worked out of them."""
