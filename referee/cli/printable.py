"""What a terminal may be given, and how: names and letters come from strangers."""

import unicodedata

from referee.platform import streams

OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Kinds of signs that a terminal obeys, or that turn or hide what stands around them."""


def printable(text: str) -> str:
    """A text in which such signs are spelt out, as JSON spells them; lines still end."""
    kinds = {sign: unicodedata.category(sign) for sign in set(text) - {"\n"}}
    spelt = {ord(sign): _spell(sign) for sign, kind in kinds.items() if kind in OBEYED}
    return text.translate(spelt) if spelt else text


def _spell(sign: str) -> str:
    units = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def echo(told: str | bytes, *, err: bool = False, nl: bool = True, painted: bool = False) -> None:
    """Print words, or bytes as they are, and flush; what is `painted` keeps its signs of colour.

    The library of the parser is asked only where signs need its care.
    """
    stream = streams.plain_stream(err=err)
    if stream is None or painted:
        import typer

        typer.echo(told, err=err, nl=nl, color=painted or None)
    elif isinstance(told, bytes):
        stream.flush()
        stream.buffer.write(told + b"\n" * nl)
        stream.buffer.flush()
    else:
        stream.write(told + "\n" * nl)
        stream.flush()
