"""Short answers to the questions of random games, made from the legal orders: none is read as another order.

An answer names a piece, an area, a card, or a piece and an area. One that fits several pieces is asked about,
and a text that keeps, denies or doubts what it names gives no order for it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from random import Random
from typing import NamedTuple

import pytest

from referee.engine.facts import OpenQuestion
from referee.packs import rulesets
from referee.systems.great_war.flow import judgement
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import GreatWarOrder
from schemas.record import Side
from tests.great_war.random_play import play
from tests.systems import system_of

WARS = {"west": ("ttlm", "1914"), "late west": ("ttlm", "1918"), "east": ("aac", "1914")}

WITHOUT = {"movement", "pass-move"}
"""Questions with thousands of legal orders."""

GAMES = pytest.mark.parametrize(("war", "seed"), list(product(WARS, range(1, 5))))

MOST_TIMES = 6
"""Highest number of times that a question of a game is answered."""

MOST_TEXTS = 12
"""Texts that are read at a question."""

KEEPING = (
    "{} stays", "{} holds", "{} remains", "{} is safe", "guard {}", "spare {}", "save {}", "skip {}",
    "not {}", "never {}", "without {}", "all but {}", "anything but {}", "apart from {}", "{} does not",
    "{}: no", "{}?", "{} if you like", "{} or nothing", "maybe {}", "{} later", "{} was lost",
    "do not touch {}", "{} bleibt", "{} hält", "nicht {}", "kein {}", "bis auf {}",
    "alles, nur nicht {}", "schone {}", "{} später", "{} ist mir zu teuer", "{} oder nichts",
    "{} reste", "{} tient", "pas {}", "garde {}", "à part {}", "tout sauf {}", "{} plus tard", "{} ou rien",
    "{} si nécessaire", "όχι {}", "{} μένει", "εκτός {}", "{} ή τίποτα",
)  # fmt: skip
"""Texts that give no order for what they name."""

EXCHANGES = (
    "{} instead of {}", "{} rather than {}", "{}, not {}", "{} but not {}", "{} statt {}",
    "{} anstelle von {}", "{}, nicht {}", "{} au lieu de {}", "plutôt {} que {}", "{} et non {}",
    "{} αντί {}",
)  # fmt: skip
"""Texts that give an order for the first name only."""


class Names(NamedTuple):
    """The piece, the area and the card of an order; the army that takes a piece in is left out."""

    piece: str | None
    area: str | None
    card: int | None


def find_names(order: GreatWarOrder) -> Names:
    fields = order.model_dump()
    return Names(fields.get("piece"), fields.get("area") or fields.get("to"), fields.get("card"))


def list_texts(names: Names) -> Iterator[str]:
    """Yield texts of these names. The area of a retreat is none, as it means the army of several pieces."""
    if names.piece:
        short = names.piece.rpartition("-")[2]
        yield from (names.piece, short, f"{short} please")
        yield from (f"{short} {word}{names.area}" for word in ("", "in ", "to ") if names.area)
    elif names.card is not None:
        yield from (str(names.card), f"the {names.card}", f"{names.card} {names.area or ''}".strip())
    elif names.area:
        yield names.area


class Asked(NamedTuple):
    """A question of a game, and the legal orders that each text fits."""

    rules: GreatWar
    position: Position
    question: OpenQuestion
    named: Mapping[str, set[Names]]

    def read(self, text: str) -> set[Names]:
        """Return the names of the orders that are read from a text; `done` has none."""
        notation = system_of(self.rules).notation
        orders = notation.read_sentences(self.position, self.question.side, text) or ()
        return {names for names in map(find_names, orders) if any(names)}


def find_named(rules: GreatWar, position: Position, side: Side) -> Mapping[str, set[Names]]:
    """Return for each text the legal orders that it fits."""
    named = defaultdict[str, set[Names]](set)
    for names in map(find_names, judgement.lawful(rules.theatre, position, side)):
        for text in list_texts(names):
            named[text].add(names)
    return named


@cache
def list_asked(war: str, seed: int) -> list[Asked]:
    """Return questions of a random game, each kind a few times."""
    rules = rulesets.bind(*WARS[war], {}).rules
    times, asked = Counter[str](), list[Asked]()
    for _, _, _, position in play(rules, seed, seasons=2):
        for question in rules.prompts(position):
            times[question.question] += 1
            if question.question not in WITHOUT and times[question.question] <= MOST_TIMES:
                named = find_named(rules, position, question.side)
                asked.append(Asked(rules, position, question, named))
    return asked


@pytest.mark.sample(4)
@GAMES
def test_a_short_answer_is_an_order_that_it_names_or_is_asked_about(war: str, seed: int) -> None:
    generator, read = Random(seed), 0
    for asked in list_asked(war, seed):
        for text in generator.sample(sorted(asked.named), min(MOST_TEXTS, len(asked.named))):
            names = asked.read(text)
            read += bool(names)
            assert names in (set(), asked.named[text]), (asked.question.question, text)
    assert read > 0


@pytest.mark.sample(4)
@GAMES
def test_a_text_that_keeps_what_it_names_gives_no_order_for_it(war: str, seed: int) -> None:
    generator = Random(seed)
    for asked in list_asked(war, seed):
        for _ in range(MOST_TEXTS if asked.named else 0):
            name = generator.choice(sorted(asked.named))
            text = generator.choice(KEEPING).format(name)
            assert not asked.read(text) & asked.named[name], (asked.question.question, text)


@pytest.mark.sample(4)
@GAMES
def test_a_text_that_exchanges_a_name_for_another_never_gives_both(war: str, seed: int) -> None:
    generator = Random(seed)
    for asked in list_asked(war, seed):
        for _ in range(MOST_TEXTS if len(asked.named) > 1 else 0):
            names = generator.sample(sorted(asked.named), 2)
            given, kept = (asked.named[name] for name in names)
            text = generator.choice(EXCHANGES).format(*names)
            assert not asked.read(text) & (kept - given), (asked.question.question, text)


@pytest.mark.sample(4)
@GAMES
def test_a_number_before_a_kind_is_a_count_or_asked_about(war: str, seed: int) -> None:
    for asked in list_asked(war, seed):
        infantry = {name for name in asked.named if re.fullmatch(r"i[2-9]", name)}
        for name in sorted(infantry):
            names = asked.read(f"{name[1:]} infantry")
            assert len(names) in {0, int(name[1:])}, (asked.question.question, name, names)
