"""Orders of chance, most of them wrong: what both opinions are asked beside what is played."""

import random
from collections.abc import Callable, Iterator

from referee.systems.great_war.state.position import Position
from schemas.great_war.orders import (
    Battle,
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
    Rebuild,
    Redraw,
    Swap,
    Transfer,
    Upgrade,
)
from tests.great_war.second_opinion.terms import Question
from tests.great_war.second_opinion.war import War

MODES: tuple[Mode, ...] = ("march",) * 6 + ("rail", "rail", "strategic", "sea", "reserves", "transit")


def probes(
    position: Position, war: War, step: Question, generator: random.Random, count: int
) -> Iterator[GreatWarOrder]:
    """So many orders to a question, near to what could be lawful."""
    makers = MAKERS.get(step.what, ())
    guess = Guess(position, war, generator)
    for _ in range(count):
        if makers:
            maker = generator.choice(makers)
            yield maker(guess, generator.choice(sorted(step.sides)))


class Guess:
    """One who tries orders without knowing the rules."""

    def __init__(self, position: Position, war: War, generator: random.Random) -> None:
        self.position, self.war, self.dice = position, war, generator
        self.areas = sorted(war.almanac.areas)

    def piece(self, side: str) -> str:
        mine = [piece.id for piece in self.position.map.pieces.values() if piece.side == side]
        return self.dice.choice(mine or ["ge-i1"])

    def card(self, side: str) -> int:
        hand = self.position.hand(side).cards
        return self.dice.choice(hand) if hand and self.dice.random() < 0.9 else self.dice.randint(1, 55)

    def area(self) -> str:
        """An area with pieces of both sides if there is one, else any."""
        there: dict[str, set[str]] = {}
        for piece in self.position.map.pieces.values():
            there.setdefault(piece.area, set()).add(piece.side)
        both = sorted(area for area, sides in there.items() if len(sides) > 1)
        return self.dice.choice(both) if both and self.dice.random() < 0.7 else self.dice.choice(self.areas)

    def path(self, start: str, steps: int) -> tuple[str, ...]:
        way: list[str] = []
        # Now and then the way leads back, through where it began.
        been = {start} if self.dice.random() < 0.8 else set[str]()
        for _ in range(steps):
            area = self.war.almanac.areas[start]
            near = [one for one in (*area.borders, *area.sea) if one not in been]
            start = self.dice.choice(near or self.areas)
            way.append(start)
            been.add(start)
        return tuple(way)

    def army_at(self, area: str, side: str) -> str | None:
        there = [piece.id for piece in self.position.map.standing(area, side) if piece.kind == "army"]
        return self.dice.choice(there) if there else None

    def move(self, side: str) -> Move:
        piece = self.position.map.pieces[self.piece(side)]
        mode = self.dice.choice(MODES)
        most = {"march": 2, "rail": 3, "reserves": 4}.get(mode, 1)
        path = self.path(piece.area, self.dice.randint(1, most))
        if mode in {"strategic", "transit", "sea"}:
            path = (self.dice.choice(self._ends(mode)),)
        into = self.army_at(path[-1], side) if self.dice.random() < 0.4 else None
        card = self.card(side) if mode == "reserves" else None
        return Move(
            side=side,
            piece=piece.id,
            path=path,
            mode=mode,
            into=into,
            absorb=self._absorb(piece.kind, path[-1], side),
            card=card,
        )

    def _ends(self, mode: str) -> list[str]:
        areas = self.war.almanac.areas.values()
        if mode == "transit" and self.dice.random() < 0.6:
            return [area.id for area in areas if area.transit]
        return [area.id for area in areas if area.supply]

    def _absorb(self, kind: str, area: str, side: str) -> tuple[str, ...]:
        if kind != "army" or self.dice.random() < 0.7:
            return ()
        loose = [piece.id for piece in self.position.map.standing(area, side) if piece.army is None]
        return tuple(self.dice.sample(loose, min(len(loose), 1)))

    def join(self, side: str) -> Join | Transfer:
        piece = self.position.map.pieces[self.piece(side)]
        return Join(side=side, piece=piece.id, army=self.army_at(piece.area, side) or self.piece(side))

    def transfer(self, side: str) -> Transfer:
        piece = self.position.map.pieces[self.piece(side)]
        army = self.army_at(piece.area, side) if self.dice.random() < 0.7 else None
        return Transfer(side=side, piece=piece.id, army=army)

    def counter(self, side: str) -> str:
        """A counter that may be in the force pool."""
        almanac = self.war.almanac
        nation = self.dice.choice([one for one in almanac.nations.values() if one.side == side])
        letter = self.dice.choice("iiissccaabbttgpw")
        return f"{nation.id}-{letter}{self.dice.randint(1, 35)}"

    def build(self, side: str) -> Build:
        area = self.owned(side)
        into = self.army_at(area, side) if self.dice.random() < 0.6 else None
        return Build(side=side, piece=self.counter(side), area=area, into=into)

    def place(self, side: str) -> Place:
        entries = self.war.almanac.arrivals(self.war.turn, side)
        armies = [army for entry in entries for army in entry.armies]
        piece = self.dice.choice(armies) if armies and self.dice.random() < 0.4 else self.counter(side)
        area = self.owned(side)
        into = self.army_at(area, side) if self.dice.random() < 0.4 else None
        return Place(side=side, piece=piece, area=area, into=into)

    def owned(self, side: str) -> str:
        mine = sorted(area for area, owner in self.position.map.owner.items() if owner == side)
        return self.dice.choice(mine) if mine and self.dice.random() < 0.8 else self.area()

    def rebuild(self, side: str) -> Rebuild:
        gone = sorted(self.position.map.eliminated) or ["ge-1", "uk-2", "fr-3"]
        return Rebuild(side=side, army=self.dice.choice(gone), area=self.owned(side))

    def redraw(self, side: str) -> Redraw:
        return Redraw(side=side, cards=tuple({self.card(side) for _ in range(self.dice.randint(1, 3))}))

    def discard(self, side: str) -> Discard:
        return Discard(side=side, cards=tuple({self.card(side) for _ in range(self.dice.randint(1, 6))}))

    def play(self, side: str) -> Play:
        return Play(side=side, card=self.card(side), area=self.dice.choice([None, self.area(), self.area()]))


Maker = Callable[[Guess, str], GreatWarOrder]

MOVES: tuple[Maker, ...] = (
    Guess.move, Guess.move, Guess.move, Guess.move, Guess.join,
    lambda guess, side: Leave(side=side, piece=guess.piece(side)),
    Guess.play,
)  # fmt: skip

MAKERS: dict[str, tuple[Maker, ...]] = {
    "offensive": (
        lambda guess, side: Offensive(side=side, card=guess.card(side)),
        lambda guess, side: Pass(side=side),
        Guess.play,
    ),
    "movement": MOVES,
    "pass-move": (*MOVES, Guess.redraw),
    "battles": (
        lambda guess, side: Battle(side=side, area=guess.area()),
        lambda guess, side: Bonus(side=side, area=guess.area()),
        Guess.play,
        lambda guess, side: Done(side=side),
    ),
    "combat-cards": (Guess.play,),
    "kept-battle": (lambda guess, side: Battle(side=side, area=guess.area()),),
    "crisis": (lambda guess, side: Lose(side=side, piece=guess.piece(side)),),
    "transit-losses": (lambda guess, side: Lose(side=side, piece=guess.piece(side)),),
    "attrition": (
        lambda guess, side: Forfeit(side=side, piece=guess.piece(side)),
        lambda guess, side: Done(side=side),
    ),
    "reinforcements": (
        Guess.place, Guess.place, Guess.transfer,
        lambda guess, side: Swap(side=side, piece=guess.piece(side)),
        lambda guess, side: Done(side=side),
    ),
    "production": (
        Guess.build, Guess.build, Guess.build, Guess.rebuild, Guess.transfer,
        lambda guess, side: Upgrade(side=side, piece=guess.piece(side)),
        lambda guess, side: Entrench(side=side, piece=guess.piece(side)),
        lambda guess, side: Buy(side=side, cards=guess.dice.randint(1, 20)),
    ),
    "discards": (Guess.discard,),
}  # fmt: skip
"""What is tried on each question."""
