"""The font that maps are lettered in, and how wide its letters are."""
