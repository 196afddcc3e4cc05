"""Names and words of the skirmish in one language; the rules import none of them."""
