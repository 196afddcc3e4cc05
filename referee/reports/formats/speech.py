"""Documents for the ear: one fact per sentence and line, letters as words, areas from near to far."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from referee.i18n.translator import ENGLISH, Translator
from referee.reports.formats import plain_text, rolls
from referee.reports.formats.characters import flat
from referee.reports.pictures import area_shapes, svg
from referee.reports.pictures.drawing import Palette
from schemas import reports

_COUNTED = re.compile(r"\b(\d+)([A-Z])\b")
"""Pieces in short: `5I`."""

_MARKED = re.compile(r"\(([a-z]{1,4})\)")
"""Marks of a piece in short: `(em)`."""

_SIGNED = re.compile(r"(?<![\w*!])([*!])(?=\w)")
"""The sign of an enemy or a disputed area before its name."""


_END = re.compile(r"(?<=[^\s.][.!?]) +(?=[^\W\d_a-z])")
"""End of a sentence before another one."""

_LISTED = re.compile(r"(\S[^:(]*?) *\([^)]*\): ([*!].*)\.")
"""A list of areas with signs, such as `Beyond (* enemy): *Ghent empty, *Mons 3I.`"""

_NEXT = re.compile(r", (?=[*!])")


def write(document: reports.Document, tongue: Translator = ENGLISH, width: int = 72) -> str:
    """Return the document as sentences, each on a line of its own."""
    speaker = _Speaker(dict(document.letters), tongue)
    lines: list[str] = []
    for block in document.titled:
        for sentence in speaker.speak(block):
            lines += ["", ""] if isinstance(sentence, reports.Heading) and lines else []
            text = (
                reports.Paragraph(parts=(reports.Text(text=sentence.text),))
                if isinstance(sentence, reports.Heading)
                else sentence
            )
            lines += plain_text.lines_of(text, width, tongue)
    return "\n".join(lines).strip("\n") + "\n"


class _Speaker:
    """Blocks as sentences, with the letters of one game as words."""

    def __init__(self, letters: Mapping[str, str], tongue: Translator) -> None:
        self._letters, self._tongue = letters, tongue

    def speak(self, block: reports.Block) -> Iterator[reports.Block]:  # noqa: C901 - one for each kind
        """Yield the sentences of a block, each as a paragraph; verbatim lines stay as they are."""
        match block:
            case reports.Heading(text=text):
                if text := flat(text):
                    yield reports.Heading(text=f"{text.rstrip('.')}.")
            case reports.Paragraph(parts=parts):
                yield from map(reports.words, self._speak_text(parts))
            case reports.Bullets(items=items):
                for item in items:
                    yield from self._speak_item(block, item)
            case reports.Table():
                yield from map(reports.words, self._speak_table(block))
            case reports.DiceThrown():
                yield from map(reports.words, self._speak_dice(block))
            case reports.Verbatim(lines=lines):
                if lines:
                    yield reports.words(self._tongue.say("Lines to copy follow."))
                    yield block
                    yield reports.words(self._tongue.say("End of the lines to copy."))
            case reports.Figure(picture=picture):
                yield from map(reports.words, self._speak_map(picture))
            case _:
                assert_never(block)

    def _speak_item(
        self, block: reports.Bullets, item: tuple[reports.Inline, ...]
    ) -> Iterator[reports.Block]:
        """Yield an entry of a list; a row of a table gives one sentence per filled column."""
        if not block.is_row(item):
            yield from map(reports.words, self._speak_text(item))
            return
        first, *rest = (part.text.removeprefix(" > ").strip() for part in item)
        for title, text in zip(block.columns[1:], rest, strict=True):
            if text:
                yield reports.words(self._relate(first, title, text))

    def _relate(self, subject: str, title: str, text: str) -> str:
        """Return a fact as a sentence, such as "Metz, your pieces: ge-7 3 infantry"."""
        title = re.sub(r" *\([^)]*\)$", "", title)
        spoken = self._expand(text)
        return self._tongue.say("{subject}, {title}: {text}.", subject=subject, title=title, text=spoken)

    def _speak_table(self, block: reports.Table) -> Iterator[str]:
        """Yield one sentence for each cell after the first. An empty first cell repeats the last one."""
        subject = ""
        titles, *rows = ([*map(flat, row)] for row in block.grid)
        for first, *cells in filter(None, rows):
            if subject and first.startswith("= "):
                # The second line of a battle has its result in the column of its area.
                yield self._relate(subject, self._tongue.say("result"), first.removeprefix("= "))
            else:
                subject = first or subject
            facts = [(title, cell) for title, cell in zip(titles[1:], cells, strict=True) if cell]
            for title, cell in facts:
                yield self._relate(subject, title, cell) if title else f"{subject}: {self._expand(cell)}."
            if first and not facts:
                yield f"{self._expand(subject)}."

    def _speak_dice(self, block: reports.DiceThrown) -> Iterator[str]:
        for roll in block.rolls:
            hits = rolls.render_hits(roll, self._tongue)
            result = rolls.render_roll(roll, self._tongue, rolls.faces(roll))
            yield f"{flat(str(roll.purpose))}: {flat(result)}."
            if hits:
                yield f"{flat(hits)}."
        if proof := flat(rolls.proof(block, self._tongue, block.key)):
            yield proof

    def _speak_map(self, picture: reports.MapPicture) -> Iterator[str]:
        """Yield the facts of a map: of the areas at the front first, then of those behind them."""
        palette, names = Palette(picture, self._tongue), {cell.area: cell.name for cell in picture.cells}
        yield from svg.describe(picture, self._tongue)
        for cell in _order(picture.cells):
            first, *facts = svg.list_facts(cell, palette)
            yield f"{flat(first)}."
            yield from (f"{flat(cell.name)}: {self._expand(flat(fact))}." for fact in facts)
            near = [names[area] for area in sorted(area_shapes.touching(picture.cells, cell.area))]
            if near:
                say = self._tongue.say
                yield say("{area} borders on {areas}.", area=cell.name, areas=self._tongue.listed(near))

    def _speak_text(self, parts: tuple[reports.Inline, ...]) -> Iterator[str]:
        """Yield the sentences of a text; a list of areas with signs gives one for each area."""
        bare = tuple(
            reports.Text(text=part.text) if isinstance(part, reports.Strong) else part for part in parts
        )
        for sentence in _END.split(plain_text.inline(bare)):
            if (listing := _LISTED.fullmatch(sentence)) and self._letters:
                yield from (f"{listing[1]}: {self._expand(part)}." for part in _NEXT.split(listing[2]))
            else:
                yield self._expand(sentence)

    def _expand(self, text: str) -> str:
        """Return a text with words in place of letters and signs."""
        if not self._letters:
            return text

        def name_marks(match: re.Match[str]) -> str:
            meanings = [self._letters.get(f"({letter})", "") for letter in match[1]]
            return f"({', '.join(meanings)})" if all(meanings) else match[0]

        def name_area(match: re.Match[str]) -> str:
            sign = self._tongue.say("enemy") if match[1] == "*" else self._tongue.say("disputed")
            return f"{sign} "

        def name_kind(match: re.Match[str]) -> str:
            return f"{match[1]} {self._letters[match[2]]}" if match[2] in self._letters else match[0]

        return _SIGNED.sub(name_area, _MARKED.sub(name_marks, _COUNTED.sub(name_kind, text)))


def _order(cells: Iterable[reports.PictureCell]) -> list[reports.PictureCell]:
    """Return the areas from near to far: disputed ones and the front first, then their neighbours."""
    by_id = {cell.area: cell for cell in cells}
    near = {area: area_shapes.touching(by_id.values(), area) for area in by_id}
    front = {
        area
        for area, cell in by_id.items()
        if cell.disputed
        or cell.battle
        or (cell.holder and any(by_id[other].holder not in {None, cell.holder} for other in near[area]))
    }
    ring, result = sorted(front), list[str]()
    while ring:
        result += ring
        ring = sorted({other for area in ring for other in near[area]} - set(result))
    return [by_id[area] for area in (*result, *sorted(by_id.keys() - set(result)))]
