"""Enumeration: a scene played by the rules once for every sequence of dice, each with its weight.

One piece of work is played at a time; equal positions afterwards are merged.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from referee.engine import enumeration
from referee.engine.dice import Dice, Draw, WrittenDice
from referee.engine.facts import Statable
from referee.packs.conformance.skirmish.setup import bench, position
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state.position import Position
from referee.systems.skirmish.system import SkirmishSystem
from schemas.record import Purpose, Roll, Side, Value
from schemas.skirmish.case import SkirmishGiven
from schemas.skirmish.names import Phase
from schemas.skirmish.pack import Pack, Weapon

Ends = list[tuple[Position, Fraction]]
"""Possible ends of a scene with their chances."""


class Scene(Value):
    """A situation in the notation of cases, its orders, and the phases to play.

    A roll for one of the purposes of `shows` always has the given face. `kinds` means that each die is judged
    by itself, so that faces with the same effect may replace each other. `weapons` and `classes` are rows of
    the pack with changes; a row with another id is added.
    """

    setup: Mapping[str, object]
    phases: tuple[Phase, ...]
    lines: tuple[str, ...] = ()
    shows: tuple[tuple[Statable, int], ...] = ()
    kinds: bool = False
    weapons: tuple[tuple[str, Mapping[str, object]], ...] = ()
    classes: tuple[tuple[str, Mapping[str, object]], ...] = ()


class SceneDice:
    """Dice of a scene: a roll with a fixed face always has it."""

    def __init__(self, dice: Dice, shows: tuple[tuple[Statable, int], ...]) -> None:
        self._dice, self._shows = dice, {fixed.code: face for fixed, face in shows}

    def throw(
        self, purpose: Purpose, count: int, *, needed: int, sides: int = 6, owner: Side | None = None
    ) -> Roll:
        """Return the face that a scene gives to a purpose, or the faces of the enumerated dice."""
        if (face := self._shows.get(purpose.kind)) is not None:
            return Roll(purpose=purpose, sides=sides, needed=needed, faces=(face,) * count)
        return self._dice.throw(purpose, count, needed=needed, sides=sides, owner=owner)

    def shuffle(self, purpose: Purpose, items: Sequence[int]) -> Draw:
        """Shuffle by the enumerated dice; a skirmish has no cards."""
        return self._dice.shuffle(purpose, items)


def ends(pack: Pack, scene: Scene) -> Ends:
    """Return every position in which a scene may end, with its exact chance."""
    setup = SkirmishGiven.model_validate(scene.setup, strict=False)
    game = bench(_with(pack, scene), setup)
    results: Ends = [(position(game.rules, setup), Fraction(1))]
    for line in scene.lines:
        results = [(_order(game, state, line), weight) for state, weight in _on(game.rules, scene, results)]
    return _on(game.rules, scene, results)


def _with(pack: Pack, scene: Scene) -> Pack:
    """Return the pack with the rows that a scene changes."""
    weapons = {one.id: one for one in pack.weapons.weapons}
    for id, changes in scene.weapons:
        row = Weapon.model_validate({**dict(weapons[id]), **changes}, strict=False)
        weapons[row.id] = row
    class_changes = dict(scene.classes)
    classes = tuple(one.replace(**class_changes.get(one.id, {})) for one in pack.troops.troops)
    return pack.replace(
        weapons=pack.weapons.replace(weapons=tuple(weapons.values())),
        troops=pack.troops.replace(troops=classes),
    )


def _order(game: SkirmishSystem, state: Position, line: str) -> Position:
    """Return the position after one line of a letter: `british: done`. Sealed orders roll no dice."""
    side, _, text = line.partition(": ")
    for order in game.notation.read(state, side, text):
        if against := tuple(game.rules.objections(state, order)):
            raise ValueError(f"`{line}`: {'; '.join(game.language.word(one).text for one in against)}")
        state = game.rules.outcome(state, order, WrittenDice()).after
    return state


def _on(rules: Skirmish, scene: Scene, waiting: Ends) -> Ends:
    """Return the possible results of work without a prompt, in the phases of the scene."""
    results: Ends = []
    while waiting:
        done = [one for one in waiting if rules.prompts(one[0]) or one[0].phase not in scene.phases]
        results = enumeration.merge((*results, *done))
        waiting = enumeration.merge(
            (end, weight * chance)
            for state, weight in waiting
            if not any(state is one for one, _ in done)
            for end, chance in _piece(rules, scene, state)
        )
    return results


def _piece(rules: Skirmish, scene: Scene, state: Position) -> Ends:
    """Return the results of the next piece of work for every sequence of its dice."""

    def play(dice: Dice) -> Position:
        return rules.advance(state, SceneDice(dice, scene.shows)).after

    return enumeration.ends(play) if scene.kinds else enumeration.ends_by_faces(play)
