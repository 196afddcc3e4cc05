"""What `options` offers is what `objections` lets pass: all orders there are, tried on a small theatre.

Orders are compared by what they say of pieces that nothing distinguishes, of cards of one name, and of the
ways of trains and reserves, of which only the end counts. Two questions have more answers than can be
counted: which cards are exchanged in a pass, and which are discarded. There every offer is lawful, and what
is drawn by chance is lawful exactly if it is of the kind that is offered. Words about peace answer no
question.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, combinations, combinations_with_replacement, product
from random import Random

import pytest

from referee.engine import machine
from referee.engine.facts import Asked
from referee.systems.great_war.facts import pool
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.season import plans
from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import (
    Anew,
    Battle,
    Bid,
    Bonus,
    Build,
    Buy,
    Discard,
    Done,
    Entrench,
    Forfeit,
    GreatWarOrder,
    Join,
    Leave,
    Lose,
    Mode,
    Move,
    Offensive,
    Pass,
    Place,
    Play,
    React,
    Rebuild,
    Redraw,
    Reroll,
    Retreat,
    Spend,
    Swap,
    Transfer,
    Upgrade,
)
from schemas.great_war.pack import Arrival, Level, Pack, Placement
from schemas.record import Side
from tests.great_war.campaigns.players import Player, Temper
from tests.loose_dice import LooseDice

BORDERS: Mapping[str, tuple[str, ...]] = {
    "cologne": ("aachen", "eifel"), "aachen": ("cologne", "eifel", "liege"),
    "eifel": ("cologne", "aachen", "liege"), "liege": ("aachen", "eifel", "flanders"),
    "flanders": ("liege", "calais"), "calais": ("flanders",), "england": (),
}  # fmt: skip
"""Seven areas: two sources of supply, a fort, rough ground, a port and a box beyond the sea."""

MIX: Mapping[str, Mapping[str, int]] = {
    "ge": {"army": 2, "infantry": 4, "stosstruppen": 2, "cavalry": 1, "artillery": 1, "siege-gun": 1,
           "biplane": 1, "tank": 1, "paris-gun": 1},
    "uk": {"army": 2, "infantry": 4, "commonwealth": 1, "cavalry": 1, "artillery": 1, "biplane": 1,
           "tank": 1},
    "fr": {"army": 1, "infantry": 2},
    "be": {"army": 0, "fort": 1},
}  # fmt: skip

QUESTIONS = {
    "offensive", "movement", "pass-move", "battles", "combat-cards", "kept-battle", "cavalry-retreat",
    "stand-or-retreat", "retreat-after", "empty-army", "losses", "rerolls", "crisis", "reinforcements",
    "production", "attrition", "discards", "initiative",
}  # fmt: skip
"""Every question there is."""

OPTIONS = {"initiative": "bidding"}
"""What is chosen, so that all of them are asked."""

MOST_BID = 4
"""How many cards are tried as a bid, which is one too many."""

SAMPLED = {"redraw", "discard"}
"""Answers that are offered as samples."""

TURNS = (1, 6, 8, 13, 16, 18)
"""Seasons in which there are ever more arms."""


def cut_down(pack: Pack, turn: int) -> Pack:
    """The pack on a map of seven areas, with few counters, opened in a season."""
    areas = tuple(
        area.replace(borders=BORDERS[area.id], sea=("calais",) if area.sea else ())
        for area in pack.map.areas
        if area.id in BORDERS
    )
    nations = tuple(
        nation.replace(counters=MIX[nation.id], armies=nation.armies[: MIX[nation.id]["army"]], guests=())
        for nation in pack.forces.nations if nation.id in MIX
    )  # fmt: skip
    scenario = pack.scenarios[0].replace(
        turn=turn,
        last=23,
        hands={"german": 9, "entente": 9},
        control={
            "german": ("cologne", "aachen", "eifel"),
            "entente": ("liege", "flanders", "calais", "england"),
        },
        forts={"liege": 2},
        placements=placements(turn),
    )
    late = tuple(Arrival(turn=turn + 1, nation=nation, units={"infantry": 1}) for nation in ("ge", "uk"))
    swap = Arrival(turn=turn, nation="uk", units={"commonwealth": 1})
    tables = pack.tables.replace(arrivals=pack.tables.arrivals.replace(entries=(*late, swap)))
    # Nobody wins on so small a map, so that play goes on.
    levels = (Level(name="Stalemate"),)
    victory = tables.victory.replace(capital="calais", levels=levels)
    return pack.replace(
        map=pack.map.replace(areas=areas),
        forces=pack.forces.replace(nations=nations),
        tables=tables.replace(victory=victory),
        scenarios=(scenario,),
    )


def placements(turn: int) -> tuple[Placement, ...]:
    """Two armies a side, and loose pieces; planes and tanks where the season has them."""
    guns = {"biplane": 1, "tank": 1} if turn >= 16 else {"artillery": 1}
    return (
        Placement(area="aachen", nation="ge", army="ge-1", holds={"infantry": 2, "siege-gun": 1, **guns}),
        Placement(area="aachen", nation="ge", holds={"cavalry": 1}),
        Placement(area="eifel", nation="ge", army="ge-2"),
        Placement(area="eifel", nation="ge", holds={"infantry": 1}),
        Placement(area="liege", nation="fr", army="fr-1", holds={"infantry": 1}),
        Placement(area="flanders", nation="uk", army="uk-1", holds={"infantry": 1, **guns}),
        Placement(area="calais", nation="uk", holds={"infantry": 1, "cavalry": 1}),
        Placement(area="england", nation="uk", army="uk-2", holds={"infantry": 1}),
    )


class Space:
    """Every order that can be written about one position."""

    def __init__(self, rules: GreatWar, position: Position, side: Side) -> None:
        theatre = rules.theatre
        self.side, self._position = side, position
        self._areas = tuple(theatre.areas)
        counters = (pool.counter(theatre, id) for id in theatre.ids())
        self._ids = [piece.id for piece in counters if piece is not None and piece.side == side]
        self._ids += [piece.id for piece in position.map.owned(side) if piece.kind == "fort"]
        self._armies = [id for id in self._ids if id.rpartition("-")[2].isdigit()]
        self._hand = position.hand(side).cards
        self._others = [card for card in (1, 17, 27, 39, 45, 47, 50, 52, 54, 55) if card not in self._hand]
        self._cards = (*self._hand, *self._others)
        self._kinds = tuple(theatre.units)
        self._reserves = [card for card in self._hand if theatre.cards[card - 1].reserves]

    def orders(self, question: str) -> Iterator[GreatWarOrder]:
        """All of them; moves only where any piece may move."""
        yield from self._words()
        yield from self._of_pieces()
        yield from self._of_places()
        if question in {"movement", "pass-move"}:
            yield from self._moves()
        yield from self._bids(MOST_BID if question == "initiative" else 1)

    def _bids(self, most: int) -> Iterator[GreatWarOrder]:
        """So many cards at most, of the hand and beyond it, also twice the same."""
        cards = (*self._hand, *self._others[:3])
        lots = (combinations_with_replacement(cards, count) for count in range(most + 1))
        return (Bid(side=self.side, cards=lot) for lot in chain.from_iterable(lots))

    def _words(self) -> Iterator[GreatWarOrder]:
        side = self.side
        yield from (Pass(side=side), Done(side=side), Anew(side=side))
        yield from (Buy(side=side, cards=count) for count in range(1, 31))
        yield from (Reroll(side=side, kind=kind) for kind in self._kinds)
        for area in self._areas:
            yield from (Battle(side=side, area=area), Bonus(side=side, area=area))
        for card in self._cards:
            yield from (Offensive(side=side, card=card), Spend(side=side, card=card))
            yield from (Play(side=side, card=card, area=area) for area in (None, *self._areas))

    def _of_pieces(self) -> Iterator[GreatWarOrder]:
        side = self.side
        for piece in self._ids:
            for single in (Leave, Lose, React, Swap, Upgrade, Entrench, Forfeit):
                yield single(side=side, piece=piece)
            yield Transfer(side=side, piece=piece)
            for army in self._armies:
                yield from (
                    Join(side=side, piece=piece, army=army),
                    Transfer(side=side, piece=piece, army=army),
                )

    def _of_places(self) -> Iterator[GreatWarOrder]:
        side = self.side
        for area in self._areas:
            yield from (Rebuild(side=side, army=army, area=area) for army in self._armies)
            for piece, into in product(self._ids, (None, *self._armies)):
                yield Place(side=side, piece=piece, area=area, into=into)
                yield Build(side=side, piece=piece, area=area, into=into)
                yield Retreat(side=side, piece=piece, to=area, into=into)

    def _moves(self) -> Iterator[GreatWarOrder]:
        """Any path of one or two areas; longer ones, which only trains and reserves ride, along borders."""
        short = [path for length in (1, 2) for path in product(self._areas, repeat=length)]
        on_map = [id for id in self._ids if id in self._position.map.pieces]
        modes: tuple[Mode, ...] = ("march", "rail", "strategic", "sea")
        for piece in on_map:
            here = self._position.map.pieces[piece].area
            paths = [*short, *_ways(here, 3), *(_ways(here, 4) if self._reserves else ())]
            for mode, path in product(modes, paths):
                yield from self._arrivals(piece, path, mode, None)
            for card, path in product((None, *self._reserves), paths):
                yield from self._arrivals(piece, path, "reserves", card)

    def _arrivals(
        self, piece: str, path: tuple[str, ...], mode: Mode, card: int | None
    ) -> Iterator[GreatWarOrder]:
        """To stay loose, to go into any army, or to take in any pieces that stand loose there."""
        side, there = self.side, path[-1]
        for into in (None, *self._armies):
            yield Move(side=side, piece=piece, path=path, mode=mode, into=into, card=card)
        loose = [one.id for one in self._position.map.standing(there, side) if one.army is None]
        for count in range(1, len(loose) + 1):
            for absorb in combinations(loose, count):
                yield Move(side=side, piece=piece, path=path, mode=mode, absorb=absorb, card=card)


def _ways(here: str, length: int) -> Iterator[tuple[str, ...]]:
    """Every way along borders of so many areas."""
    if length == 0:
        yield ()
        return
    for step in BORDERS[here]:
        yield from ((step, *way) for way in _ways(step, length - 1))


def likeness(rules: GreatWar, position: Position, order: GreatWarOrder) -> tuple[object, ...]:
    """What an order says, where like pieces, cards of one name and ways of one end are the same."""
    there = plans.draft(rules.theatre, position, order.side)

    def piece(id: str) -> object:
        if id in there.map.pieces:
            return there.map.pieces[id].likeness
        counter = pool.counter(rules.theatre, id)
        return id if counter is None or counter.kind == "army" else (counter.nation, counter.kind)

    def card(number: int) -> str:
        return rules.theatre.cards[number - 1].id

    said: dict[str, object] = dict(order)
    match order:
        case Move(mode=mode, path=path, absorb=absorb, card=paid):
            said["path"] = path if mode == "march" else path[-1]
            said["absorb"] = frozenset(Counter(map(piece, absorb)).items())
            said["card"] = None if paid is None else card(paid)
        case Offensive(card=number) | Play(card=number) | Spend(card=number):
            said["card"] = card(number)
        case Bid(cards=lot):
            said["cards"] = tuple(sorted(lot))
        case _:
            pass
    if "piece" in said:
        said["piece"] = piece(str(said["piece"]))
    return tuple(sorted(said.items(), key=lambda item: item[0]))


def asked_once(pack: Pack, turn: int, seed: int) -> Iterator[tuple[GreatWar, Position, Asked]]:
    """The questions of a game on the small theatre."""
    rules = GreatWar(cut_down(pack, turn), "1914", OPTIONS)
    generator = Random(seed)
    dice = LooseDice(generator)
    temper = Temper(attack=4, stay=1, trenches=0.3, parley=0)
    players = {side: Player(rules, side, temper, generator) for side in rules.sides}
    position, _ = machine.run_on(rules, rules.start(), dice)
    while (prompts := rules.prompts(position)) and position.map.turn < turn + 2:
        prompt = generator.choice(prompts)
        yield rules, position, prompt
        order = players[prompt.side].answer(position, prompt)
        assert order is not None
        position, _ = machine.play(rules, position, order, dice)


@pytest.fixture(scope="module")
def positions(western: GreatWar, games: int) -> dict[str, list[tuple[GreatWar, Position, Asked]]]:
    """For each question some positions in which it is asked, of as many seasons as there are."""
    enough = max(2, games // 6)
    found: dict[str, list[tuple[GreatWar, Position, Asked]]] = {}
    generator = Random(1914)
    for seed in range(200):
        for turn in TURNS:
            for rules, position, prompt in asked_once(western.theatre.pack, turn, seed):
                kept = found.setdefault(prompt.question, [])
                if len(kept) < enough and (not kept or generator.random() < 0.15):
                    kept.append((rules, position, prompt))
        if all(found.get(question) for question in QUESTIONS):
            break
    return found


@pytest.mark.parametrize("question", sorted(QUESTIONS))
def test_what_is_offered_is_what_is_lawful(
    positions: dict[str, list[tuple[GreatWar, Position, Asked]]], question: str
) -> None:
    assert positions.get(question), f"{question} was never asked"
    for rules, position, prompt in positions[question]:
        offered = {
            likeness(rules, position, order): order
            for order in rules.lawful(position, prompt)
            if order.type not in SAMPLED
        }
        lawful = {
            likeness(rules, position, order): order
            for order in Space(rules, position, prompt.side).orders(question)
            if not any(rules.objections(position, order))
        }
        assert not [order for key, order in lawful.items() if key not in offered], "lawful, and not offered"
        assert not [order for key, order in offered.items() if key not in lawful], "offered beyond the space"


def test_cards_are_exchanged_exactly_as_the_samples_are(
    positions: dict[str, list[tuple[GreatWar, Position, Asked]]],
) -> None:
    """Any cards of the hand, none twice, once in a pass; or none at all may be exchanged."""
    generator, tried = Random(12), Counter[bool]()
    for rules, position, prompt in positions["pass-move"]:
        side, lawful = prompt.side, list(rules.lawful(position, prompt))
        offered = [order for order in lawful if isinstance(order, Redraw)]
        hand = position.hand(side)
        assert len(offered) in {0, 1, len(hand.cards) + (len(hand.cards) > 1)}
        for _ in range(60):
            among = range(1, 56) if generator.random() < 0.3 else hand.cards or (1,)
            cards = tuple(generator.choices(among, k=2))
            right = bool(offered) and set(cards) <= set(hand.cards) and len(set(cards)) == len(cards)
            against = list(rules.objections(position, Redraw(side=side, cards=cards)))
            assert (not against) == right, (cards, hand, against)
            tried[right] += 1
    assert tried[True]
    assert tried[False]


def test_cards_are_discarded_exactly_as_the_samples_are(
    positions: dict[str, list[tuple[GreatWar, Position, Asked]]],
) -> None:
    """Any cards of the hand, none twice, and no more than are above the limit."""
    generator, tried = Random(13), Counter[bool]()
    for rules, position, prompt in positions["discards"]:
        side = prompt.side
        assert list(rules.lawful(position, prompt)) == list(rules.options(position, prompt))
        hand = position.hand(side).cards
        over = len(hand) - rules.theatre.pack.tables.card_limits.figures[side][position.map.turn - 1]
        for _ in range(60):
            cards = tuple(generator.choices((*hand, *hand, 1, 2), k=generator.randint(1, over + 1)))
            right = set(cards) <= set(hand) and len(set(cards)) == len(cards) <= over
            against = list(rules.objections(position, Discard(side=side, cards=cards)))
            assert (not against) == right, (cards, hand, over)
            tried[right] += 1
    assert tried[True]
    assert tried[False]
