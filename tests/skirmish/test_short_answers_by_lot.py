"""Sentences about the legal orders of random games: none is read as an order that it does not mean.

A sentence names the figures, the verb and the goal of a legal order. One that denies or doubts it, limits it,
or puts it off gives no order, and one that goes on with a remark gives no other order.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import product
from random import Random
from typing import NamedTuple

import pytest

from referee.engine.facts import OpenQuestion
from referee.faults import Unreadable
from referee.i18n.name_matching import is_question
from referee.packs import loading
from referee.systems.skirmish.events.sealed_orders import actors_of
from referee.systems.skirmish.facts.geometry import write_place
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from schemas.skirmish.orders import Fire, Look, Move, SkirmishOrder, Throw
from schemas.skirmish.pack import Pack
from tests.skirmish.random_play import play
from tests.systems import system_of

SCENARIOS = ("dawn-sap", "farm-crossroads", "mine-crater")
GAMES = pytest.mark.parametrize(("scenario", "seed"), list(product(SCENARIOS, range(1, 4))))
MOST_TIMES = 4
"""Highest number of times that a question of a game is answered by a side."""
MOST_TEXTS = 12
"""Texts that are read at a question."""

VERBS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "manoeuvre": ("moves to", "advances to"),
        "rush": ("rushes to", "runs to"),
        "stealthy": ("sneaks to", "creeps to"),
        "assault": ("charges",),
        "aimed": ("fires at", "shoots at"),
        "unaimed": ("suppresses",),
        "throw": ("throws a grenade at",),
        "look": ("looks at",),
    },
    "de": {
        "manoeuvre": ("rückt nach", "marschiert nach"),
        "rush": ("rennt nach", "eilt nach"),
        "stealthy": ("schleicht nach", "kriecht nach"),
        "assault": ("stürmt",),
        "aimed": ("feuert auf", "schießt auf"),
        "unaimed": ("feuert ungezielt auf",),
        "throw": ("wirft auf",),
        "look": ("sucht",),
    },
    "fr": {
        "manoeuvre": ("avance vers", "manœuvre vers"),
        "rush": ("court vers", "fonce vers"),
        "stealthy": ("rampe vers",),
        "assault": ("attaque",),
        "aimed": ("tire sur",),
        "unaimed": ("arrose",),
        "throw": ("lance sur",),
        "look": ("cherche",),
    },
    "el": {
        "manoeuvre": ("προχωρά σε",),
        "rush": ("τρέχει σε",),
        "stealthy": ("έρπει σε",),
        "assault": ("εφορμά",),
        "aimed": ("πυροβολεί",),
        "unaimed": ("καθηλώνει",),
        "throw": ("πετά σε",),
        "look": ("ψάχνει",),
    },
}

FORMS = (
    "{0} {1} {2}", "{0} {1} {2}.", "- {0} {1} {2}", "2. {0} {1} {2}", "• {0} {1} {2}", "{0} {1} {2},",
    "{0}\u00a0{1}\u00a0{2}", "“{0} {1} {2}”", "{0} {1} {2} please", "{0} {1} {2}. {0} {1} {2}.",
)  # fmt: skip
"""Texts that mean the order."""

DENIALS: Mapping[str, Sequence[str]] = {
    "en": (
        "not {0} {1} {2}", "{0} never {1} {2}", "{0} {1} {2} later", "{0} {1} {2} next turn",
        "{0} {1} {2}, no",
        "{0} {1} {2} if possible", "{0} {1} {2} or stays", "maybe {0} {1} {2}", "half of {0} {1} {2}",
        "{0} {1} {2} once c98 is dead", "{0} {1} {2}?", "instead of {0} {1} {2}", "{0} {1} near {2}",
        "everyone except {0} {1} {2}", "{0} {1} half way to {2}", "cancel {0} {1} {2}", "{0} would {1} {2}",
    ),
    "de": (
        "nicht {0} {1} {2}", "{0} {1} nicht {2}", "{0} {1} {2} später", "{0} {1} {2} nächste Runde",
        "{0} {1} {2}, nein", "{0} {1} {2} falls nötig", "{0} {1} {2} oder bleibt", "statt {0} {1} {2}",
        "vielleicht {0} {1} {2}", "die Hälfte von {0} {1} {2}", "{0} {1} {2} notfalls",
        "alle außer {0} {1} {2}",
    ),
    "fr": (
        "{0} ne {1} pas {2}", "{0} {1} {2} plus tard", "{0} {1} {2} au prochain tour", "{0} {1} {2}, non",
        "{0} {1} {2} si possible", "{0} {1} {2} ou reste", "peut-être {0} {1} {2}", "tous sauf {0} {1} {2}",
        "la moitié de {0} {1} {2}", "au lieu de {0} {1} {2}", "{0} {1} {2} quand c98 bouge",
    ),
    "el": (
        "όχι {0} {1} {2}", "{0} δεν {1} {2}", "{0} {1} {2} αργότερα", "{0} {1} {2}, όχι", "ίσως {0} {1} {2}",
        "{0} {1} {2} αν γίνεται", "{0} {1} {2} ή μένει", "όλοι εκτός από {0} {1} {2}", "μην {0} {1} {2}",
    ),
}  # fmt: skip
"""Texts that give no order."""

SURPLUS = (
    "{0} {1} {2} and 31,31", "{0} {1} {2}, then c98", "{0} {1} c98 and {2}", "{0} {1} {2} stop at 31,31",
    "{0} {1} {2} stop 3,5", "{0} {1} to within 6 of {2}", "{0} {1} {2} instead of 31,31",
    "{0} {1} {2}, not c98",
    "{0} {1} 31,31, no, {2}", "{0} {1} 31,31 - sorry, {2}", "{0} {1} {2} after 3 inches",
)  # fmt: skip
"""Texts with a second goal or a limit. Only a move on to 31,31 can be an order, a path."""


class Asked(NamedTuple):
    """A question of a random game, with its legal orders."""

    rules: Skirmish
    position: Position
    question: OpenQuestion
    orders: Sequence[SkirmishOrder]

    def read(self, text: str) -> list[SkirmishOrder]:
        """Return the orders that are read from a line of a letter."""
        notation, side = system_of(self.rules).notation, self.question.side
        if not is_question(text):
            with suppress(Unreadable):
                return list(notation.read(self.position, side, text))
        return list(notation.read_sentences(self.position, side, text) or ())

    def choose(self, generator: Random) -> tuple[SkirmishOrder, str, tuple[str, str, str]]:
        """Return an order, a language, and the figures, the verb and the goal of the order in it."""
        kind = generator.choice(sorted({order.type for order in self.orders}))
        order = generator.choice([order for order in self.orders if order.type == kind])
        language = generator.choice(sorted(VERBS))
        figures, verb, goal = _find_parts(order)
        who = ", ".join(figures)
        for unit in self.rules.table.force(self.question.side).units:
            if tuple(one.id for one in self.position.members(unit.id)) == figures:
                who = unit.id
        return order, language, (who, generator.choice(VERBS[language][verb]), goal)


def _find_parts(order: SkirmishOrder) -> tuple[tuple[str, ...], str, str]:
    """Return the figures of an order, the key of its verb, and its goal."""
    figures = tuple(actors_of(order))
    match order:
        case Move():
            return figures, order.mode, order.contact or write_place(order.path[-1])
        case Fire():
            return figures, order.kind, order.target or write_place(order.point or (0, 0))
        case Throw():
            return figures, order.type, write_place(order.burst)
        case Look():
            return figures, order.type, order.target or write_place(order.at or (0, 0))
        case _:
            return figures, order.type, ""


def _is_written(order: SkirmishOrder) -> bool:
    """Return True for an order that a sentence can express: one goal, and the usual weapon."""
    match order:
        case Move():
            return len(order.path) == 1 and order.stop is None
        case Fire():
            return not (order.rapid or order.weapon or order.dice or order.others)
        case Look():
            return order.target is not None
        case _:
            return isinstance(order, Throw)


@cache
def list_asked(scenario: str, seed: int) -> list[Asked]:
    """Return questions of a random game, each a few times for a side."""
    pack = loading.load("skirmish").pack
    assert isinstance(pack, Pack)
    rules = Skirmish(pack, scenario)
    times, asked = Counter[tuple[str, str]](), list[Asked]()
    for _, _, _, position in play(rules, seed):
        for question in rules.prompts(position):
            times[question.question, question.side] += 1
            if times[question.question, question.side] > MOST_TIMES:
                continue
            orders = [
                order
                for order in rules.options(position, question)
                if _is_written(order) and not any(rules.objections(position, order))
            ]
            if orders:
                asked.append(Asked(rules, position, question, orders))
    return asked


@pytest.mark.sample(3)
@GAMES
def test_a_sentence_is_the_order_that_it_names_or_is_asked_about(scenario: str, seed: int) -> None:
    generator, read = Random(seed), 0
    for asked in list_asked(scenario, seed):
        for _ in range(MOST_TEXTS):
            order, _, words = asked.choose(generator)
            text = generator.choice(FORMS).format(*words)
            orders = asked.read(text)
            read += bool(orders)
            assert {_find_parts(one) for one in orders} in (set(), {_find_parts(order)}), text
    assert read > 0


@pytest.mark.sample(3)
@GAMES
def test_a_sentence_that_denies_or_doubts_an_order_gives_none(scenario: str, seed: int) -> None:
    generator = Random(seed)
    for asked in list_asked(scenario, seed):
        for _ in range(MOST_TEXTS):
            _, language, words = asked.choose(generator)
            text = generator.choice(DENIALS[language]).format(*words)
            assert not asked.read(text), text


@pytest.mark.sample(3)
@GAMES
def test_a_second_goal_or_a_limit_is_not_left_out(scenario: str, seed: int) -> None:
    generator = Random(seed)
    for asked in list_asked(scenario, seed):
        for _ in range(MOST_TEXTS):
            _, _, words = asked.choose(generator)
            text = generator.choice(SURPLUS).format(*words)
            paths = [order.path for order in asked.read(text) if isinstance(order, Move)]
            assert all(path[-1] == (3100, 3100) and len(path) > 1 for path in paths), text
            assert paths or not asked.read(text), text
