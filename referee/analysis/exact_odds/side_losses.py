"""Losses of one side of a battle by its number of hits, without a position for each of them.

A side that answers quietly has no choice: the pieces left after some hits depend only on the pieces left
before them. A `Strengths` holds the hits that each piece can take, in the order of `SideLosses.pieces`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import mul, sub

from referee.analysis import policies
from referee.systems.great_war.combat import losses
from referee.systems.great_war.facts import control
from referee.systems.great_war.state.game import GreatWarGame
from referee.systems.great_war.state.position import Piece
from schemas.record import Side

Strengths = tuple[int, ...]
"""Hits that each piece can take: 0 for a lost piece, 1 for a piece, the points of a fort.

A fort of strength 0 takes one hit as well: it fires no die, and counts as no loss.
"""


class SideLosses:
    """The pieces of one side in a battle, and their losses under quiet answers.

    `pieces` take part. Those marked as retreated do not, but they contest the area.
    """

    def __init__(self, game: GreatWarGame, side: Side, standing: Sequence[Piece]) -> None:
        self.side = side
        able = tuple(piece for piece in standing if not piece.retreated)
        self.pieces = tuple(piece for piece in able if piece.kind != "army")
        self._armies = {piece.id: piece for piece in able if piece.kind == "army"}
        self._game, self._units = game, [game.units[piece.kind] for piece in self.pieces]
        self._order = [(*policies.rank_loss(game, piece), place) for place, piece in enumerate(self.pieces)]
        self._weights = [int(piece.kind != "fort" or piece.strength > 0) for piece in self.pieces]
        bystanders = [piece for piece in standing if piece.retreated]
        self._marked_contest = any(control.contests(piece) for piece in bystanders)
        self._marked_conquer = any(piece.kind in game.conquerors for piece in bystanders)
        self._marked_infantry = any(piece.kind in game.infantry for piece in bystanders)
        self._spills = game.chosen(losses.SIEGE_HITS_TO_SPARE, "fall-on-others")
        self._after: dict[tuple[Strengths, int, int], Strengths] = {}
        self._next: dict[Strengths, tuple[int, ...]] = {}
        self._left: dict[Strengths, frozenset[str]] = {}
        self._contests: dict[Strengths, bool] = {}
        self.start = tuple(max(1, piece.strength) if piece.kind == "fort" else 1 for piece in self.pieces)
        """The strengths before the first loss."""

    def has_fort(self, strengths: Strengths) -> bool:
        """Return True if a fort is left."""
        return any(one and piece.kind == "fort" for one, piece in zip(strengths, self.pieces, strict=True))

    def has_infantry(self, strengths: Strengths) -> bool:
        """Return True if infantry is left."""
        return any(
            one and unit.kind in self._game.infantry for one, unit in zip(strengths, self._units, strict=True)
        )

    def accompanies(self, strengths: Strengths) -> bool:
        """Return True if infantry of the side is in the area, marked or not."""
        return self._marked_infantry or self.has_infantry(strengths)

    def has_targets(self, strengths: Strengths) -> bool:
        """Return True if a hit can eliminate a piece."""
        return any(one and unit.removable for one, unit in zip(strengths, self._units, strict=True))

    def contests(self, strengths: Strengths) -> bool:
        """Return True if a piece is left that keeps the area from the enemy (8.1, 8.4)."""
        if strengths not in self._contests:
            self._contests[strengths] = self._marked_contest or any(
                one > control.SINGLE_STRENGTH if piece.kind == "fort" else one
                for one, piece in zip(strengths, self.pieces, strict=True)
            )
        return self._contests[strengths]

    def conquers(self, strengths: Strengths) -> bool:
        """Return True if a piece is left that can take and keep the area (A-36)."""
        return self._marked_conquer or any(
            one > control.SINGLE_STRENGTH
            if piece.kind == "fort"
            else one and piece.kind in self._game.conquerors
            for one, piece in zip(strengths, self.pieces, strict=True)
        )

    def list_armies(self, strengths: Strengths) -> frozenset[str]:
        """Return the armies that contain a piece."""
        if strengths not in self._left:
            self._left[strengths] = frozenset(
                piece.army
                for one, piece in zip(strengths, self.pieces, strict=True)
                if one and piece.army is not None and piece.army in self._armies
            )
        return self._left[strengths]

    def list_kinds(self, strengths: Strengths) -> frozenset[tuple[str, int]]:
        """Return the kinds of pieces that are left; forts with their strength."""
        return frozenset(
            (piece.kind, one)
            for one, piece in zip(self.list_dice(strengths), self.pieces, strict=True)
            if one or piece.kind == "fort"
        )

    def list_dice(self, strengths: Strengths) -> Strengths:
        """Return the dice of each piece if it fires, which are its strength."""
        return tuple(map(mul, strengths, self._weights))

    def count_lost(self, strengths: Strengths) -> int:
        """Return the losses since the first state."""
        return sum(map(mul, self._weights, map(sub, self.start, strengths)))

    def take(self, strengths: Strengths, hits: int, siege: int) -> Strengths:
        """Return the strengths after hits of fire, `siege` of them by siege guns (5.3, 8.3.3)."""
        key = strengths, hits, siege
        if key not in self._after:
            self._after[key] = self._take(strengths, hits, siege)
        return self._after[key]

    def _take(self, strengths: Strengths, hits: int, siege: int) -> Strengths:
        withstood = set[str]()
        while hits:
            forts = [
                place for place, one in enumerate(strengths) if one and self.pieces[place].kind == "fort"
            ]
            if siege and not forts:
                hits, siege = (hits, 0) if self._spills else (hits - siege, 0)
                continue
            able = forts if siege else self._list_candidates(strengths)
            if not able:
                break
            place = min(able, key=self._order.__getitem__)
            works = None if siege else self._find_works(place)
            hits, siege = hits - 1, max(0, siege - 1)
            if works is None or works in withstood:
                strengths = (*strengths[:place], strengths[place] - 1, *strengths[place + 1 :])
            else:
                withstood.add(works)
        return strengths

    def _find_works(self, place: int) -> str | None:
        """Return the fortified army or piece that absorbs the first hit of a phase on a piece."""
        piece, unit = self.pieces[place], self._units[place]
        works = self._armies.get(piece.army or "", piece)
        storms = unit.kind in self._game.infantry and not unit.entrenched
        return works.id if works.fortified and not storms else None

    def _list_candidates(self, strengths: Strengths) -> tuple[int, ...]:
        if strengths not in self._next:
            self._next[strengths] = tuple(self._find_candidates(strengths))
        return self._next[strengths]

    def _find_candidates(self, strengths: Strengths) -> Iterator[int]:
        """Yield the pieces that can take the next hit (5.3): strongest unit, most numerous type."""
        groups: dict[str, list[int]] = {}
        for place, (one, piece) in enumerate(zip(strengths, self.pieces, strict=True)):
            if one:
                unit = piece.army if piece.army in self._armies else piece.id
                groups.setdefault(unit, []).append(place)
        numbers = self.list_dice(strengths)
        totals = {
            id: sum(numbers[place] for place in members)
            for id, members in groups.items()
            if any(self._units[place].removable for place in members)
        }
        greatest = max(totals.values(), default=0)
        for id, strength in totals.items():
            if strength == greatest:
                yield from self._list_most_numerous(groups[id])

    def _list_most_numerous(self, members: Sequence[int]) -> Iterator[int]:
        able = [place for place in members if self._units[place].removable]
        numbers = Counter(self._units[place].symbol for place in able)
        most = max(numbers.values())
        return (place for place in able if numbers[self._units[place].symbol] == most)

    def count_planes(self, strengths: Strengths) -> int:
        """Return the number of biplanes that are left."""
        return sum(1 for one, unit in zip(strengths, self._units, strict=True) if one and unit.flies)

    def shoot_down(self, strengths: Strengths, hits: int) -> Strengths:
        """Return the strengths after hits of a dogfight, which fall on biplanes."""
        planes = (place for place, one in enumerate(strengths) if one and self._units[place].flies)
        lost = set(sorted(planes, key=self._order.__getitem__)[:hits])
        return tuple(0 if place in lost else one for place, one in enumerate(strengths))
