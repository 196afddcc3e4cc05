"""Choices around a battle, compared by their results: cards, further battles, and the moment to stop."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb

from msgspec.structs import replace

from referee.analysis import battle_setups, forecasts
from referee.analysis.exact_odds import battle_end
from referee.analysis.exact_odds.battle_end import End
from referee.analysis.policies import Policy
from referee.faults import Misuse
from referee.systems.great_war.rules import GreatWar
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.system import GreatWarSystem
from schemas.answers.odds import ChoiceKind, ChoiceOdds
from schemas.record import Side, Value


class Rounds:
    """Results of several battles in a row for one area, each the next player turn of the same attacker.

    No piece comes and no card is played between two battles. Each battle is computed once for all limits.
    """

    def __init__(self, rules: GreatWar, position: Position, area: str, policy: Policy) -> None:
        self._rules, self._area, self._policy = rules, area, policy
        self._start = battle_setups.open_battle(position, area)
        self._attacker = position.playing.side
        self._known: dict[object, tuple[Mapping[End, Fraction], Sequence[tuple[Position, Fraction]]]] = {}

    def count_strength(self) -> int:
        """Return the pieces of the attacker before the first battle."""
        return self._count(self._start)

    def list_ends(self, rounds: int, stop: int = 0) -> Mapping[End, Fraction]:
        """Return the chance of each end of at most `rounds` battles.

        The attacker fights another battle only with more than `stop` pieces. Losses add up.
        """
        ends: dict[End, Fraction] = {}
        states: dict[object, tuple[Position, Fraction]] = {None: (self._start, Fraction(1))}
        for number in range(rounds):
            following: dict[object, tuple[Position, Fraction]] = {}
            for key, (position, weight) in states.items():
                conquests, open_results = self._fight(key, position)
                for end, chance in conquests.items():
                    self._add(ends, position, end, weight * chance)
                for after, chance in open_results:
                    if number + 1 == rounds or self._count(after) <= stop:
                        self._add(ends, after, None, weight * chance)
                        continue
                    fresh = self._prepare(after)
                    state = forecasts.list_changes(self._start, fresh)
                    before = following.get(state, (fresh, Fraction(0)))
                    following[state] = before[0], before[1] + weight * chance
            states = following
        return ends

    def _fight(
        self, key: object, position: Position
    ) -> tuple[Mapping[End, Fraction], Sequence[tuple[Position, Fraction]]]:
        if key not in self._known:
            self._known[key] = forecasts.forecast_once(self._rules, position, self._area, self._policy)
        return self._known[key]

    def _add(self, ends: dict[End, Fraction], position: Position, end: End | None, chance: Fraction) -> None:
        """Add an end of a later battle to the losses before it; None leaves the area disputed."""
        before = battle_end.judge_end(self._rules, self._start, position, self._area)
        later = End(None, (0,) * len(before.lost), ()) if end is None else end
        lost = tuple(map(sum, zip(before.lost, later.lost, strict=True)))
        total = End(later.holder, lost, tuple(sorted({*before.gone, *later.gone})))
        ends[total] = ends.get(total, Fraction(0)) + chance

    def _prepare(self, position: Position) -> Position:
        """Return the position before the next battle: no marks of retreat, and no cards on the area."""
        fresh_pieces = [
            replace(piece, retreated=False) for piece in position.map.at(self._area) if piece.retreated
        ]
        now = replace(position.playing, kind="offensive", played=(), bonus=(), weather=False)
        return battle_setups.open_battle(replace(position.put(*fresh_pieces), now=now), self._area)

    def _count(self, position: Position) -> int:
        pieces = position.map.standing(self._area, self._attacker)
        return sum(battle_end.weigh_piece(piece) for piece in pieces)


MOST_ROUNDS = 3
"""Highest number of battles in a row that the choices contain."""

Ends = Mapping[End, Fraction]


class Knowledge(Value):
    """Cards that a viewer knows: the own hand, and the numbers of cards that may be in another hand."""

    viewer: Side
    hand: tuple[int, ...]
    unseen: tuple[int, ...]
    sizes: Mapping[Side, int]

    def find_chance(self, side: Side, kinds: Sequence[str], names: Mapping[int, str]) -> Fraction:
        """Return the chance that a side has a card of one of some kinds (hypergeometric)."""
        if side == self.viewer:
            return Fraction(any(names[card] in kinds for card in self.hand))
        size = min(self.sizes[side], len(self.unseen))
        others = sum(names[card] not in kinds for card in self.unseen)
        return 1 - Fraction(comb(others, size), comb(len(self.unseen), size))


def list_knowledge(game: GreatWarSystem, position: Position, viewer: Side) -> Knowledge:
    """Return the cards that a viewer knows in a position; observers know no hand."""
    theatre = game.rules.theatre
    hand = position.hand(viewer).cards if viewer in game.rules.sides else ()
    now = position.now
    laid = () if now is None else (now.card, *(one.card for one in now.played))
    public = {*position.discards, *position.removed, *laid, *hand}
    unseen = tuple(card for card in theatre.deck() if card not in public)
    sizes = {side: position.hand(side).size for side in game.rules.sides}
    return Knowledge(viewer, tuple(hand), unseen, sizes)


class Choices:
    """The choices around one battle; the results of each count for its attacker."""

    def __init__(
        self, game: GreatWarSystem, position: Position, area: str, policy: Policy, knowledge: Knowledge | None
    ) -> None:
        self._game, self._position, self._area, self._policy = game, position, area, policy
        self._knowledge = knowledge
        self._attacker = position.playing.side
        self._number = game.rules.sides.index(self._attacker)
        self._pieces = battle_setups.open_battle(position, area).map.pieces
        self._names = {number: card.name for number, card in enumerate(game.rules.theatre.cards, start=1)}

    def list_all(self) -> tuple[ChoiceOdds, ...]:
        """Return the battle as it is, each card, the best unseen cards of the enemy, and further battles."""
        plain = forecasts.forecast(self._game.rules, self._position, self._area, self._policy).ends
        cards = tuple(self._list_cards())
        rows = (
            self._tell("as-it-is", plain),
            *(
                self._tell("card", ends, side=one, card=self._find_own_card(one, card))
                for one, card, ends in cards
            ),
            *self._weigh_unseen(plain, cards),
            *self._list_rounds(),
        )
        best = max((row for row in rows if row.side in {"", self._attacker}), key=_rate)
        return tuple(_mark(row, best=row is best) for row in rows)

    def _list_cards(self) -> Iterator[tuple[Side, int, Ends]]:
        """Yield the result of each kind of card that a side may play on the battle."""
        theatre, fight = self._game.rules.theatre, self._position.fight
        if fight is not None and fight.area == self._area:
            return
        kinds = {card.name: number for number, card in reversed([*enumerate(theatre.cards, start=1)])}
        for side in (self._attacker, theatre.other(self._attacker)):
            for name, number in reversed(kinds.items()):
                if theatre.combat(number) in {None, "weather"}:
                    continue
                try:
                    after, _ = battle_setups.lay_cards(
                        self._game, self._position, self._area, (f"{side}: {name}",)
                    )
                except Misuse:
                    continue
                yield side, number, forecasts.forecast(self._game.rules, after, self._area, self._policy).ends

    def _find_own_card(self, side: Side, card: int) -> int:
        """Return the viewer's own card of the kind of a card, which it can play, or else the card."""
        knowledge = self._knowledge
        hand = knowledge.hand if knowledge is not None and knowledge.viewer == side else ()
        return next((own for own in hand if self._names[own] == self._names[card]), card)

    def _weigh_unseen(self, plain: Ends, cards: Sequence[tuple[Side, int, Ends]]) -> Iterator[ChoiceOdds]:
        """Yield the mean over the cards that the viewer's enemy may hold, if it plays the best of them."""
        knowledge = self._knowledge
        if knowledge is None or knowledge.viewer not in self._game.rules.sides:
            return
        enemy = self._game.rules.theatre.other(knowledge.viewer)
        sign = 1 if enemy == self._attacker else -1
        options = [(self._names[card], ends) for side, card, ends in cards if side == enemy]
        options.sort(key=lambda option: sign * self._rate_ends(option[1]), reverse=True)
        mixture: dict[End, Fraction] = {}
        better: list[str] = []
        before = Fraction(0)
        for name, ends in options:
            if sign * (self._rate_ends(ends) - self._rate_ends(plain)) <= 0:
                break
            better.append(name)
            chance = knowledge.find_chance(enemy, better, self._names)
            _mix(mixture, ends, chance - before)
            before = chance
        _mix(mixture, plain, 1 - before)
        yield self._tell("unseen", mixture, side=enemy)

    def _list_rounds(self) -> Iterator[ChoiceOdds]:
        """Yield two and more battles, and the best strength at which the attacker stops."""
        rounds = Rounds(self._game.rules, self._position, self._area, self._policy)
        for number in range(2, MOST_ROUNDS + 1):
            yield self._tell("rounds", rounds.list_ends(number), rounds=number)
        stops = range(1, rounds.count_strength())
        rows = [
            self._tell("rounds", rounds.list_ends(MOST_ROUNDS, stop), rounds=MOST_ROUNDS, stop=stop)
            for stop in stops
        ]
        if rows:
            yield max(rows, key=_rate)

    def _rate_ends(self, ends: Ends) -> Fraction:
        """Return the expected points and, with a small weight, the expected difference of losses."""
        return self._count_points(ends) + self._count_gain(ends) / 1000

    def _count_points(self, ends: Ends) -> Fraction:
        count = battle_end.count_points(self._game.rules.theatre, self._pieces, self._area, self._attacker)
        return sum((count(end) * chance for end, chance in ends.items()), start=Fraction(0))

    def _count_gain(self, ends: Ends) -> Fraction:
        other = 1 - self._number
        return sum(
            ((end.lost[other] - end.lost[self._number]) * chance for end, chance in ends.items()),
            start=Fraction(0),
        )

    def _tell(
        self, kind: ChoiceKind, ends: Ends, *, side: Side = "", card: int = 0, rounds: int = 1, stop: int = 0
    ) -> ChoiceOdds:
        take = sum((p for end, p in ends.items() if end.holder == self._attacker), start=Fraction(0))
        losses = [
            sum((end.lost[number] * chance for end, chance in ends.items()), start=Fraction(0))
            for number in range(len(self._game.rules.sides))
        ]
        points = self._count_points(ends)
        knowledge = self._knowledge
        has_hand = knowledge is not None and card and knowledge.sizes[side]
        hand_chance = (
            knowledge.find_chance(side, (self._names[card],), self._names) if knowledge and has_hand else None
        )
        return ChoiceOdds(
            kind=kind,
            side=side,
            card=card or None,
            name=self._game.language.card_name(card) if card else "",
            hand_chance=None if hand_chance is None else str(hand_chance),
            rounds=rounds,
            stop=stop,
            chance=str(take),
            percent=round(float(100 * take), 1),
            losses=dict(zip(self._game.rules.sides, map(str, losses), strict=True)),
            about=dict(zip(self._game.rules.sides, (round(float(one), 2) for one in losses), strict=True)),
            points=str(points),
            about_points=round(float(points), 2),
        )


def _mix(mixture: dict[End, Fraction], ends: Ends, weight: Fraction) -> None:
    for end, chance in ends.items():
        if weight:
            mixture[end] = mixture.get(end, Fraction(0)) + weight * chance


def _rate(row: ChoiceOdds) -> tuple[Fraction, Fraction]:
    return Fraction(row.points), Fraction(row.chance)


def _mark(row: ChoiceOdds, *, best: bool) -> ChoiceOdds:
    return replace(row, best=best)
