"""Shapes of the Great War family: packs, orders, events, views."""
