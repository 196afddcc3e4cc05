"""Enumeration: a scene played through the machine once for every sequence of dice, each with its weight.

One piece of work is played at a time; positions that are equal afterwards are one, and go on together.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from referee.engine import enumeration
from referee.engine.dice import Dice, Draw, WrittenDice
from referee.engine.facts import Statable
from referee.packs.conformance.skirmish.setup import bench
from referee.packs.conformance.skirmish.setup import position as described
from referee.systems.skirmish.faces.notation import SkirmishNotation
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from schemas.record import Purpose, Roll, Side, Value
from schemas.skirmish.case import SkirmishGiven
from schemas.skirmish.names import Phase
from schemas.skirmish.pack import Pack, Weapon

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


class SceneDice:
    """Dice of a scene: a throw that is not asked about always shows the same face."""

    def __init__(self, dice: Dice, shows: tuple[tuple[Statable, int], ...]) -> None:
        self._dice, self._shows = dice, {shown.code: face for shown, face in shows}

    def throw(
        self, purpose: Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """The faces that a scene gives to a purpose, or those of the dice that are tried."""
        if (face := self._shows.get(purpose.kind)) is not None:
            return Roll(purpose=purpose, sides=sides, needed=needed, faces=(face,) * count)
        return self._dice.throw(purpose, count, needed=needed, sides=sides, owner=owner)

    def shuffle(self, purpose: Purpose, items: Sequence[int]) -> Draw:
        """A skirmish has no cards."""
        return self._dice.shuffle(purpose, items)


def ends(pack: Pack, scene: Scene) -> Ends:
    """Every position that a scene may end in, with its exact chance."""
    given = SkirmishGiven.model_validate(scene.given, strict=False)
    rules = bench(_with(pack, scene), given)
    found: Ends = [(described(rules.table, given), Fraction(1))]
    for line in scene.lines:
        found = [(_order(rules, state, line), weight) for state, weight in _on(rules, scene, found)]
    return _on(rules, scene, found)


def _with(pack: Pack, scene: Scene) -> Pack:
    """The pack with the rows that a scene changes."""
    weapons = {one.id: one for one in pack.weapons.weapons}
    for id, changes in scene.weapons:
        row = Weapon.model_validate({**dict(weapons[id]), **changes}, strict=False)
        weapons[row.id] = row
    changed = dict(scene.classes)
    classes = tuple(one.replace(**changed.get(one.id, {})) for one in pack.troops.troops)
    return pack.replace(
        weapons=pack.weapons.replace(weapons=tuple(weapons.values())),
        troops=pack.troops.replace(troops=classes),
    )


def _order(rules: Skirmish, state: Position, line: str) -> Position:
    """The position after one line of a letter: `british: done`. Orders are sealed: they throw no dice."""
    side, _, text = line.partition(": ")
    for order in SkirmishNotation(rules.narrator).read(state, side, text):
        if against := tuple(rules.objections(state, order)):
            raise ValueError(f"`{line}`: {'; '.join(rules.word(one).text for one in against)}")
        state = rules.outcome(state, order, WrittenDice()).after
    return state


def _on(rules: Skirmish, scene: Scene, waiting: Ends) -> Ends:
    """Where the work that asks no question may lead, in the phases of the scene."""
    found: Ends = []
    while waiting:
        done = [one for one in waiting if rules.prompts(one[0]) or one[0].phase not in scene.phases]
        found = enumeration.merge((*found, *done))
        waiting = enumeration.merge(
            (end, weight * chance)
            for state, weight in waiting
            if not any(state is one for one, _ in done)
            for end, chance in _piece(rules, scene, state)
        )
    return found


def _piece(rules: Skirmish, scene: Scene, state: Position) -> Ends:
    """Where the next piece of work leads, for every sequence of dice that it throws."""

    def play(dice: Dice) -> Position:
        return rules.advance(state, SceneDice(dice, scene.shows)).after

    return enumeration.ends(play) if scene.kinds else enumeration.ends_by_faces(play)
