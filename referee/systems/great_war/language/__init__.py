"""Names and words of the Great War in one language; the rules import none of them."""
