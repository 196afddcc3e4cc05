"""The desk: packs, journals, chance, clock and letters. The only layer that touches the world."""
