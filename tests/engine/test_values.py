"""Values are what they hold: frozen, equal to their like, hashable, copyable, fit to be sent elsewhere."""

import copy
import pickle
from typing import Any

import pytest
from msgspec import field
from msgspec.structs import replace

from referee.dice.chain import EntryDice, Secrets
from referee.packs import loading, rulesets
from schemas.record import Value


class Fort(Value):
    """A fort."""

    area: str
    strength: int = 2
    guns: tuple[str, ...] = field(default=())


class Town(Value):
    """Something else with the same parts."""

    area: str
    strength: int = 2
    guns: tuple[str, ...] = field(default=())


def test_values_are_equal_by_what_they_hold_and_to_no_other_class() -> None:
    assert Fort("liege") == Fort("liege", 2, ())
    assert Fort("liege") != Fort("liege", 1)
    assert len({Fort("liege"), Fort("liege", 2), Town("liege")}) == 2


def test_a_value_is_as_it_is() -> None:
    fort = Fort("liege")

    with pytest.raises(AttributeError):
        fort.area = "namur"  # type: ignore[misc]  # it must not be possible
    assert replace(fort, strength=1) == Fort("liege", 1)
    assert fort == Fort("liege")


def test_a_value_knows_no_name_but_its_own() -> None:
    with pytest.raises(TypeError):
        replace(Fort("liege"), weight=3)


@pytest.mark.parametrize("pack", ["ttlm", "aac", "skirmish"])
def test_a_position_can_be_copied_and_sent_to_another_process(pack: str) -> None:
    scenario = loading.load(pack).pack.scenarios[0].id
    state = rulesets.bind(pack, scenario, {}).rules.start()

    assert pickle.loads(pickle.dumps(state)) == state
    assert copy.deepcopy(state) == copy.copy(state) == state
    assert hash(pickle.loads(pickle.dumps(state))) == hash(copy.deepcopy(state)) == hash(state)


def test_equal_tables_have_one_hash_whatever_their_order() -> None:
    rules = rulesets.bind("ttlm", None, {}).rules
    state: Any = rules.start()
    turned = state.marking(owner=dict(reversed(state.map.owner.items())))

    assert (turned, hash(turned)) == (state, hash(state))
    assert hash(state.marking(turn=state.map.turn + 1)) != hash(state)
    assert hash(state.marking(owner={**state.map.owner, "liege": "german"})) != hash(state)


def test_no_traceback_shows_a_secret() -> None:
    assert "ab" * 32 not in repr(Secrets("ab" * 32, "ab" * 32))
    assert "ab" * 32 not in repr(EntryDice("ab" * 32, "liege", 1, "german", "order"))
