"""What a terminal may be given: names and letters come from strangers."""

import unicodedata

OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Kinds of signs that a terminal obeys, or that turn or hide what stands around them."""


def printable(text: str) -> str:
    """A text in which such signs are spelt out, as JSON spells them; lines still end."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(_spelt(sign) for sign in text)


def _spelt(sign: str) -> str:
    if sign == "\n" or unicodedata.category(sign) not in OBEYED:
        return sign
    units = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
