"""No rehearsal tells a side what it may not know: on twin positions every answer is the same.

Every lawful order is rehearsed, every order that the side gave earlier, orders in advance, and the words that
end a match. What an order would bring to light is irrevocable by its type, and its rehearsal stops before.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from referee.engine.system import irrevocable
from referee.matches.journal import Journal
from referee.matches.judging import submission
from referee.matches.matches import Match
from referee.reports import letter_answers
from schemas.great_war.orders import AcceptArmistice, DeclineArmistice, OfferArmistice, Resign
from schemas.journal import Head, Header
from schemas.letter import LetterLine
from schemas.model import Order
from schemas.record import to_json
from schemas.skirmish.orders import Anew, Concede, Done
from tests.contract.equal_views import Pair, pairs
from tests.systems import system_of

ZERO = "0" * 64
PACKS = ("ttlm", "aac", "skirmish")

GAMES_A_PAIR = 4
"""So many games are looked through for each pair, at most."""

ENDINGS: dict[str, tuple[type[Order], ...]] = {
    "great-war": (OfferArmistice, AcceptArmistice, DeclineArmistice, Resign),
    "skirmish": (Concede, Anew, Done),
}
"""What may be said whatever is asked, by the family of the game."""


class Rehearsed(Match):
    """A match that stands at a position of ours."""

    here: Any = None

    def position(self, at: int | None = None) -> Any:
        return self.here


def stand(pair: Pair, here: Any) -> Rehearsed:
    game = pair.bound.pack.game
    header = Header(
        match="twin", pack=pair.bound.found_by, pack_version=game.version,
        pack_digest=pair.bound.loaded.digest,
        system=game.system, scenario=pair.bound.scenario, options=pair.bound.options,
        sides=pair.bound.rules.sides, anchor=ZERO, hidden=ZERO, at="2026-12-01T20:00:00Z",
    )  # fmt: skip
    journal = Journal(header, ZERO, (), Head(seq=0, seal=ZERO), 0)
    return Rehearsed("twin", Path("twin"), journal, pair.bound, here=here)


def orders(pair: Pair) -> Iterator[Order]:
    """Every lawful order of the side, what it ordered earlier, and the words that end a match."""
    rules: Any = pair.bound.rules
    for prompt in rules.prompts(pair.one):
        if prompt.side == pair.side:
            yield from rules.lawful(pair.one, prompt)
    yield from pair.earlier
    for kind in ENDINGS[pair.bound.pack.game.system]:
        yield kind(side=pair.side)


def in_advance(pair: Pair, said: Sequence[str]) -> Iterator[str]:
    """The first orders said in advance, for each question that there is."""
    for question in pair.bound.rules.questions:
        yield from (f"when {question}: {line}" for line in said[:2])
    yield "forget all"


def rehearse(match: Rehearsed, pair: Pair, text: str) -> tuple[str, tuple[bool, ...]]:
    """The answer to a rehearsal, and whether the side could take each order back by itself."""
    asked = LetterLine(line=1, column=1, text=text, typed=text)
    rehearsal = submission.rehearse_orders(match, pair.side, [asked])
    stood = tuple(irrevocable(one.events) for one in rehearsal.judgement.accepted_orders)
    return to_json(letter_answers.render_rehearsal(rehearsal)), stood


@pytest.mark.parametrize("pack", PACKS)
def test_every_rehearsal_is_the_same_on_positions_that_look_the_same(
    pack: str, pytestconfig: pytest.Config
) -> None:
    """By hand with --twins 200."""
    pairs_wanted = pytestconfig.getoption("--twins")
    found = chain.from_iterable(pairs(pack, seed) for seed in range(pairs_wanted * GAMES_A_PAIR))
    tried = rehearsed = 0
    for pair in found:
        rules: Any = pair.bound.rules
        one, two = stand(pair, pair.one), stand(pair, pair.two)
        assert rules.prompts(pair.one) == rules.prompts(pair.two)
        assert system_of(rules).notation.template(pair.one, pair.side) == system_of(rules).notation.template(
            pair.two, pair.side
        )
        mine, theirs = ([*open_options(rules, state, pair)] for state in (pair.one, pair.two))
        assert mine == theirs
        said = tuple(dict.fromkeys(system_of(rules).notation.write(order) for order in orders(pair)))
        for text in (*said, *in_advance(pair, said)):
            assert rehearse(one, pair, text) == rehearse(two, pair, text), (pair.bound.options, text)
            rehearsed += 1
        tried += 1
        if tried == pairs_wanted:
            break
    assert tried == pairs_wanted
    assert rehearsed > tried * 10


def open_options(rules: Any, state: Any, pair: Pair) -> Iterator[str]:
    """What a side is offered, as it would be written."""
    for prompt in rules.prompts(state):
        if prompt.side == pair.side:
            yield from (system_of(rules).notation.write(order) for order in rules.lawful(state, prompt))
