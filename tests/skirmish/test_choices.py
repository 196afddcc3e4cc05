"""Whatever is chosen: games end, nothing happens that can never be, and nobody reads secrets."""

from collections.abc import Mapping

import pytest
from pydantic import ValidationError

from referee.engine import machine
from referee.packs import loading
from referee.systems.skirmish.rules import Skirmish
from referee.systems.skirmish.state import choices
from schemas.record import to_json
from tests.skirmish.random_play import broken_invariants, dead_men_acting, play
from tests.systems import system_of

AGREED = {
    "first-unit": "loser-of-last", "same-tier": "alternate", "sightings": "side", "succession": "next-turn",
    "flight": "true", "contacted-fire": "false", "reaction-weapons": "any", "cut-off": "nearer-edge",
}  # fmt: skip

PARAMETERS = {
    "motivation.measured": "start-of-phase", "sight.elevation_over": "true", "sight.edge_run_blocks": "true",
    "spotting.firing_window": "this-turn", "spotting.persistence": "one-turn",
    "shooting.figures_block": "true", "pins.fall_back_timing": "own-activation",
    "surrender.routing_moves": "true", "surrender.scope": "unit", "beaten_zone.shape": "ellipse",
    "movement.advance": "enemy-edge", "hand_to_hand.break_off_mode": "rush",
    "hand_to_hand.ignored_pin_leaves_marker": "true", "hand_to_hand.two_on_one": "best-attacker",
    "spotting.attempts": "2",
}  # fmt: skip

VARIANTS: dict[str, tuple[Mapping[str, str], Mapping[str, str]]] = {
    "everything otherwise": (AGREED, PARAMETERS),
    "everything otherwise, by turns": (AGREED | {"alternation": "live"}, PARAMETERS),
}


def chosen(options: Mapping[str, str], parameters: Mapping[str, str]) -> Skirmish:
    pack = loading.load("skirmish").pack
    changed = pack.replace(parameters=choices.change(pack.parameters, parameters))
    return Skirmish(changed, "dawn-sap", options)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", VARIANTS)
def test_random_games_hold_together_whatever_is_chosen(name: str, games: int) -> None:
    rules = chosen(*VARIANTS[name])
    for seed in range(max(1, games // 20)):
        result = None
        for before, order, events, after in play(rules, seed):
            assert not list(broken_invariants(rules, after)), (seed, order)
            assert not list(dead_men_acting(before, rules, events)), (seed, order)
            if order is not None and order.type == "done":
                assert machine.audit(rules, before, order, events).agrees, (seed, order)
            told = [system_of(rules).secrecy.redact_event(event, "british") for event in events]
            assert not any('"ge-' in to_json(copy) for copy in told if copy is not None)
            result = after.result
        assert result is not None


READ: dict[str, tuple[str, object]] = {
    "motivation.squad_leader": ("7.25", 725),
    "pins.stack": ("false", False),
    "aimed.kill": ("17", 17),
    "aimed.far_still": ("-2", -2),
    "movement.wire_modes": ("rush  assault", ("rush", "assault")),
    "sight.hard_kinds": ("wall", ("wall",)),
    "spotting.shared_with": ("side", "side"),
}
"""What somebody types for a parameter, and what is meant: lengths are typed in inches."""


@pytest.mark.parametrize(("name", "typed", "meant"), [(name, *read) for name, read in READ.items()])
def test_a_parameter_is_read_as_people_write_it(name: str, typed: str, meant: object) -> None:
    parameters = loading.load("skirmish").pack.parameters
    chapter, _, key = name.partition(".")

    changed = choices.change(parameters, {name: typed})

    assert getattr(getattr(changed, chapter), key) == meant
    restored = getattr(changed, chapter).replace(**{key: getattr(getattr(parameters, chapter), key)})
    assert changed.replace(**{chapter: restored}) == parameters


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("motivation.squad_leader", "six"),
        ("motivation.squad_leader", "7.125"),
        ("pins.stack", "perhaps"),
        ("pins.stack", "yes"),
        ("pins.stack", "1"),
        ("sight.hard_kinds", "sea"),
        ("aimed.kill", "1_7"),
        ("aimed.kill", "17.0"),
        ("aimed.kill", "017"),
        ("aimed.kill", "9" * 5000),
    ],
)
def test_invalid_parameter_is_refused(name: str, typed: str) -> None:
    parameters = loading.load("skirmish").pack.parameters

    with pytest.raises(ValidationError):
        choices.change(parameters, {name: typed})


def test_no_table_of_values_is_typed_in_a_line() -> None:
    parameters = loading.load("skirmish").pack.parameters

    with pytest.raises(ValidationError, match="valid dictionary"):
        choices.change(parameters, {"movement.slow": "2"})


def test_every_choice_on_offer_is_one_of_its_parameter() -> None:
    pack = loading.load("skirmish").pack
    for option in pack.game.options:
        for choice in option.choices:
            rules = chosen({option.id: choice}, {})
            chapter, _, key = option.sets.partition(".")
            assert str(getattr(getattr(rules.table.parameters, chapter), key)).lower() == choice
