"""Enumeration: a scene played through the machine once for every sequence of dice, each with its weight.

One piece of work is played at a time; positions that are equal afterwards are one, and go on together.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from msgspec.structs import replace

from referee.engine.dice import Dice, DiceNeeded, Draw, WrittenDice
from referee.engine.facts import Statable
from referee.packs.conformance.skirmish.benches import bench
from referee.packs.conformance.skirmish.set_up import position as described
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from referee.texts.shapes import reader
from referee.values.value import Value
from schemas.record import Purpose, Roll, Side, to_data
from schemas.skirmish.case import SkirmishGiven
from schemas.skirmish.pack import Pack, Weapon
from schemas.skirmish.words import Phase

Ends = list[tuple[Position, Fraction]]
"""Where a scene may end, and how likely each end is."""


class Scene(Value):
    """A situation in the notation of cases, what is ordered in it, and in which phases it is played on.

    A throw for one of the purposes of `shows` is not asked about, and shows the face that stands there.
    `kinds` says that each die is judged by itself, so that faces which do the same may stand for each other.
    `weapons` and `classes` are rows of the pack with something else in them; one with another id is added.
    """

    given: Mapping[str, object]
    phases: tuple[Phase, ...]
    lines: tuple[str, ...] = ()
    shows: tuple[tuple[Statable, int], ...] = ()
    kinds: bool = False
    weapons: tuple[tuple[str, Mapping[str, object]], ...] = ()
    classes: tuple[tuple[str, Mapping[str, object]], ...] = ()


class Scripted:
    """Dice that show what a script says, and what is not asked about shows always the same."""

    def __init__(self, faces: Sequence[int], shows: tuple[tuple[Statable, int], ...]) -> None:
        self._dice, self._shows = WrittenDice(faces), shows

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """The next faces of the script; raises `DiceNeeded` at its end."""
        for shown, face in self._shows:
            if isinstance(purpose, Purpose) and purpose.kind == shown.code:
                return Roll(purpose=purpose, sides=sides, needed=needed, faces=(face,) * count)
        return self._dice.throw(purpose, count, needed=needed, sides=sides, owner=owner)

    def shuffle(self, purpose: str | Purpose, items: Sequence[int]) -> Draw:
        """A skirmish has no cards."""
        return self._dice.shuffle(purpose, items)


class Alike(Scripted):
    """Dice that all show one face, as far as they have it."""

    def __init__(self, face: int, shows: tuple[tuple[Statable, int], ...]) -> None:
        super().__init__((), shows)
        self._face = face

    def throw(
        self, purpose: str | Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """The face that all of them show, unless the throw is not asked about."""
        try:
            return super().throw(purpose, count, needed=needed, sides=sides, owner=owner)
        except DiceNeeded as need:
            return replace(need.roll, faces=(min(self._face, sides),) * count)


def ends(pack: Pack, scene: Scene) -> Ends:
    """Every position that a scene may end in, with its exact chance."""
    given = reader(SkirmishGiven).validate_python(scene.given)
    rules = bench(_with(pack, scene), given)
    found: Ends = [(described(rules.table, given), Fraction(1))]
    for line in scene.lines:
        found = [(_order(rules, state, line), weight) for state, weight in _on(rules, scene, found)]
    return _on(rules, scene, found)


def _with(pack: Pack, scene: Scene) -> Pack:
    """The pack with the rows that a scene changes."""
    weapons = {one.id: one for one in pack.weapons.weapons}
    for id, changes in scene.weapons:
        row = reader(Weapon).validate_python({**to_data(weapons[id]), **changes})
        weapons[row.id] = row
    changed = dict(scene.classes)
    classes = tuple(replace(one, **changed.get(one.id, {})) for one in pack.troops.troops)
    return replace(
        pack,
        weapons=replace(pack.weapons, weapons=tuple(weapons.values())),
        troops=replace(pack.troops, troops=classes),
    )


def _order(rules: Skirmish, state: Position, line: str) -> Position:
    """The position after one line of a letter: `british: done`. Orders are sealed: they throw no dice."""
    side, _, text = line.partition(": ")
    for order in rules.read(state, side, text):
        if against := tuple(rules.objections(state, order)):
            raise ValueError(f"`{line}`: {'; '.join(rules.word(one).text for one in against)}")
        state = rules.outcome(state, order, WrittenDice()).after
    return state


def _on(rules: Skirmish, scene: Scene, waiting: Ends) -> Ends:
    """Where the work that nobody is asked about may lead, in the phases of the scene."""
    found: Ends = []
    while waiting:
        done = [one for one in waiting if rules.prompts(one[0]) or one[0].phase not in scene.phases]
        found = _merge((*found, *done))
        waiting = _merge(
            (end, weight * chance)
            for state, weight in waiting
            if not any(state is one for one, _ in done)
            for end, chance in _piece(rules, scene, state)
        )
    return found


def _merge(found: Iterable[tuple[Position, Fraction]]) -> Ends:
    """Equal positions as one."""
    merged: Ends = []
    for state, weight in found:
        for number, (known, before) in enumerate(merged):
            if known == state:
                merged[number] = known, before + weight
                break
        else:
            merged.append((state, weight))
    return merged


def _piece(rules: Skirmish, scene: Scene, state: Position) -> Ends:
    """Where the next piece of work leads, for every sequence of dice that it throws."""

    def played(dice: Dice) -> Position:
        return rules.advance(state, dice).after

    if scene.kinds:
        kinds = {sides: _kinds(played, scene, sides) for sides in (6, 20)}
        low = _merge(_every(played, scene, lambda sides: [(min(one), len(one)) for one in kinds[sides]]))
        high = _merge(_every(played, scene, lambda sides: [(max(one), len(one)) for one in kinds[sides]]))
        # Where the last face of each kind does otherwise than the first, there are no such kinds.
        if low == high:
            return low
    return _merge(_every(played, scene, lambda sides: [(face, 1) for face in range(1, sides + 1)]))


Faces = Callable[[int], Sequence[tuple[int, int]]]
"""The faces that are tried of a die with so many sides; each with how many it stands for."""


def _kinds(played: Callable[[Dice], Position], scene: Scene, sides: int) -> list[list[int]]:
    """The faces that do the same when all dice show them."""
    kinds: list[tuple[Position, list[int]]] = []
    for face in range(1, sides + 1):
        end = played(Alike(face, scene.shows))
        same = next((faces for known, faces in kinds if known == end), None)
        if same is None:
            kinds.append((end, [face]))
        else:
            same.append(face)
    return [faces for _, faces in kinds]


def _every(
    played: Callable[[Dice], Position], scene: Scene, faces: Faces
) -> Iterator[tuple[Position, Fraction]]:
    """Every end of a piece of work, found by asking it again and again for the throw that it lacks."""
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        script, weight = waiting.pop()
        try:
            yield played(Scripted(script, scene.shows)), weight
        except DiceNeeded as need:
            sides = need.roll.sides
            for dice in product(faces(sides), repeat=need.count):
                ways = prod(count for _, count in dice)
                more = tuple(face for face, _ in dice)
                waiting.append((script + more, weight * Fraction(ways, sides**need.count)))
