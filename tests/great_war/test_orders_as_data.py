"""Orders that no line can spell, but a letter in YAML or JSON may bring: each is refused."""

from typing import Any

import pytest

from referee.engine import machine
from referee.engine.dice import NoDice
from referee.packs.conformance.case_runner import CaseDice
from referee.packs.conformance.great_war import results, setup
from referee.systems.great_war.rules import GreatWar
from schemas.great_war.case import GreatWarGiven
from schemas.great_war.orders import ORDERS

MOVEMENT = {
    "season": "SUMMER 1916",
    "asked": "german movement",
    "pieces": "laon: ge-1 [1I], ge-i9, ge-2 [1C]\nreims: fr-1 [1I]\naisne: ge-3 [1I], ge-c4\nverdun: fort 4",
    "owners": {"laon": "german", "aisne": "german", "reims": "entente"},
    "hands": {"german": ["offensive", "strategic-reserves"]},
}
BATTLES = {**MOVEMENT, "asked": "german battles", "pieces": "laon: ge-1 [1I], fr-1 [1I]"}
STAND = {
    "season": "SUMMER 1916", "asked": "entente stand-or-retreat in reims",
    "pieces": "reims: ge-1 [1I], fr-1 [1I 1B]\nchalons: fr-i9, ge-3 []",
}  # fmt: skip
LOSSES = {"asked": "entente losses 1 in reims", "pieces": "reims: ge-1 [1I], fr-1 [1I 1C]\nchalons: fr-i9"}

STRATEGIC = {
    "season": "SUMMER 1916", "asked": "entente movement", "pieces": "chartres: fr-i9",
    "owners": {},
}  # fmt: skip
RAILS = {"type": "move", "piece": "fr-i9", "path": ["le-havre", "orleans"], "mode": "strategic"}
SEA = {"asked": "entente movement", "pieces": "calais: uk-i9"}
TO_AN_ENEMY = {**SEA, "owners": {"calais": "german"}, "pieces": "england: uk-i9"}
BY_SEA = {"type": "move", "piece": "uk-i9", "mode": "sea"}

SCRAMBLE = {
    "season": "SUMMER 1916", "asked": "battle reims", "options": {"scramble": "yes"},
    "pieces": "reims: fr-1 [2I], fr-i8, ge-1 [3I]\nmeaux: fr-b1\nchalons: fr-2 [1I]",
}  # fmt: skip
BIPLANE = {"type": "scramble", "side": "entente", "piece": "fr-b1"}
SHED = {
    "season": "SUMMER 1916", "asked": "entente retreat-after in reims",
    "options": {"retreating-armies": "may-shed"},
    "pieces": "reims: ge-1 [1I], fr-1 [2I], fr-i8 retreated\nchalons: fr-2 [1I]",
}  # fmt: skip
TRANSIT = {"asked": "german movement", "pieces": "freiburg: ge-i1"}
TO_THE_BOX = {"type": "move", "piece": "ge-i1", "mode": "transit"}
AMONG_ENEMIES = {
    "asked": "german movement",
    "pieces": "laon: ge-i9, fr-1 [1I]\naisne: ge-3 [1I], fr-i9\nsaint-quentin: ge-1 [1I]",
    "owners": {"saint-quentin": "german", "aisne": "german"},
}  # fmt: skip
TAKES_IN = {"type": "move", "piece": "ge-1", "path": ["aisne"]}
EVACUATED = {
    "asked": "entente movement", "options": {"stronghold-evacuation": "yes"}, "pieces": "antwerp: be-1 [1I]",
}  # fmt: skip
AWAY = {"type": "move", "piece": "be-1", "mode": "sea"}
BIDS = {
    "season": "SUMMER 1916", "asked": "initiative", "options": {"initiative": "bidding"},
    "hands": {"german": ["offensive", "poison-gas"], "entente": ["gericht"]},
}  # fmt: skip
GAS = {**BATTLES, "hands": {"german": ["poison-gas", "surprise-attack"]}}

RESERVES = {"type": "move", "piece": "ge-1", "path": ["aisne"], "mode": "reserves"}

REFUSED: tuple[tuple[dict[str, Any], dict[str, Any], str], ...] = (
    (MOVEMENT, {"type": "move", "piece": "ge-x", "path": ["aisne"]}, "movement.own-units"),
    (MOVEMENT, {"type": "move", "piece": "fr-1", "path": ["aisne"]}, "movement.own-units"),
    (MOVEMENT, {"type": "move", "piece": "ge-1", "path": ["utopia"]}, "movement.adjacent"),
    (MOVEMENT, {"type": "move", "piece": "ge-1", "path": ["aisne", "utopia"]}, "movement.adjacent"),
    (MOVEMENT, {"type": "move", "piece": "ge-1", "path": ["utopia"], "mode": "rail"}, "movement.adjacent"),
    (MOVEMENT, {"type": "move", "piece": "ge-1", "path": ["utopia"], "mode": "sea"}, "movement.adjacent"),
    (MOVEMENT, {"type": "move", "piece": "ge-1", "path": ["aisne"], "card": 50}, "cards.reserves"),
    (MOVEMENT, {"type": "move", "piece": "ge-1", "path": ["aisne"], "mode": "reserves"}, "cards.reserves"),
    (MOVEMENT, {**RESERVES, "card": 1}, "cards.reserves"),
    (MOVEMENT, {**RESERVES, "card": 51}, "cards.in-hand"),
    (MOVEMENT, {"type": "move", "piece": "ge-i9", "path": ["aisne"], "into": "ge-x"}, "armies.same-area"),
    (MOVEMENT, {"type": "move", "piece": "ge-i9", "path": ["aisne"], "into": "ge-c4"}, "armies.same-area"),
    (MOVEMENT, {"type": "move", "piece": "ge-i9", "path": ["aisne"], "into": "ge-1"}, "armies.same-area"),
    (MOVEMENT, {"type": "move", "piece": "ge-i9", "path": ["reims"], "into": "fr-1"}, "armies.same-area"),
    (MOVEMENT, {"type": "move", "piece": "ge-1", "path": ["aisne"], "absorb": ["ge-x"]}, "armies.same-area"),
    (MOVEMENT, {"type": "move", "piece": "ge-1", "path": ["aisne"], "absorb": ["ge-i9"]}, "armies.same-area"),
    (MOVEMENT, {"type": "move", "piece": "ge-1", "path": ["aisne"], "absorb": ["ge-3"]}, "armies.same-area"),
    (MOVEMENT, {"type": "move", "piece": "ge-1", "path": ["reims"], "absorb": ["fr-1"]}, "armies.same-area"),
    (MOVEMENT, {"type": "move", "piece": "ge-i9", "path": ["aisne"], "absorb": ["ge-c4"]}, "armies.template"),
    (STRATEGIC, RAILS, "movement.strategic-sources"),
    (SEA, {**BY_SEA, "path": ["england", "boulogne"]}, "movement.sea-ports"),
    (SEA, {**BY_SEA, "path": ["dieppe"]}, "movement.sea-ports"),
    ({**SEA, "owners": {"england": "german"}}, {**BY_SEA, "path": ["england"]}, "movement.sea-ports"),
    (TO_AN_ENEMY, {**BY_SEA, "path": ["calais"]}, "movement.sea-ports"),
    (MOVEMENT, {"type": "join", "piece": "ge-x", "army": "ge-1"}, "movement.own-units"),
    (MOVEMENT, {"type": "join", "piece": "fr-i1", "army": "fr-1"}, "movement.own-units"),
    (MOVEMENT, {"type": "join", "piece": "ge-i9", "army": "ge-x"}, "armies.same-area"),
    (MOVEMENT, {"type": "join", "piece": "ge-i9", "army": "ge-3"}, "armies.same-area"),
    (MOVEMENT, {"type": "join", "piece": "ge-i9", "army": "ge-i9"}, "armies.same-area"),
    (MOVEMENT, {"type": "join", "piece": "ge-i1", "army": "ge-1"}, "armies.same-area"),
    (MOVEMENT, {"type": "leave", "piece": "ge-x"}, "movement.own-units"),
    (MOVEMENT, {"type": "leave", "piece": "ge-i9"}, "armies.same-area"),
    (BATTLES, {"type": "battle", "area": "utopia"}, "battle.declare-disputed"),
    (BATTLES, {"type": "battle", "area": "paris"}, "battle.declare-disputed"),
    (BATTLES, {"type": "bonus", "area": "laon"}, "cards.first-bonus"),
    (BATTLES, {"type": "play", "card": 1, "area": "laon"}, "cards.combat"),
    (BATTLES, {"type": "play", "card": 99, "area": "laon"}, "cards.in-hand"),
    (STAND, {"type": "retreat", "piece": "fr-x", "to": "chalons"}, "movement.own-units"),
    (STAND, {"type": "retreat", "piece": "ge-1", "to": "chalons"}, "movement.own-units"),
    (STAND, {"type": "retreat", "piece": "fr-i9", "to": "troyes"}, "retreat.where"),
    (STAND, {"type": "retreat", "piece": "fr-1", "to": "utopia"}, "retreat.where"),
    (STAND, {"type": "retreat", "piece": "fr-i1", "to": "chalons", "into": "fr-i9"}, "armies.same-area"),
    (STAND, {"type": "retreat", "piece": "fr-i1", "to": "chalons", "into": "fr-1"}, "armies.same-area"),
    (STAND, {"type": "retreat", "piece": "fr-i1", "to": "chalons", "into": "fr-x"}, "armies.same-area"),
    (STAND, {"type": "retreat", "piece": "fr-i1", "to": "chalons", "into": "ge-3"}, "armies.same-area"),
    (STAND, {"type": "react", "piece": "fr-x"}, "movement.own-units"),
    (STAND, {"type": "react", "piece": "ge-1"}, "movement.own-units"),
    (LOSSES, {"type": "lose", "piece": "fr-x"}, "movement.own-units"),
    (LOSSES, {"type": "lose", "piece": "ge-i1"}, "movement.own-units"),
    (LOSSES, {"type": "lose", "piece": "fr-i9"}, "losses.in-this-battle"),
    (LOSSES, {"type": "spend", "card": 99}, "cards.in-hand"),
    (SCRAMBLE, {**BIPLANE, "piece": "fr-x"}, "movement.own-units"),
    (SCRAMBLE, {**BIPLANE, "piece": "ge-i1"}, "movement.own-units"),
    (SCRAMBLE, {**BIPLANE, "into": "fr-x"}, "armies.same-area"),
    (SCRAMBLE, {**BIPLANE, "into": "fr-i8"}, "armies.same-area"),
    (SCRAMBLE, {**BIPLANE, "into": "ge-1"}, "armies.same-area"),
    (SCRAMBLE, {**BIPLANE, "into": "fr-2"}, "armies.same-area"),
    (SHED, {"type": "leave", "piece": "fr-x"}, "movement.own-units"),
    (SHED, {"type": "leave", "piece": "ge-i1"}, "movement.own-units"),
    (SHED, {"type": "leave", "piece": "fr-i3"}, "movement.own-units"),
    (SHED, {"type": "join", "piece": "fr-i8", "army": "fr-1"}, "movement.own-units"),
    (SHED, {"type": "join", "piece": "fr-i1", "army": "fr-2"}, "armies.same-area"),
    (TRANSIT, {**TO_THE_BOX, "path": ["koblenz"]}, "movement.transit-side"),
    (TRANSIT, {**TO_THE_BOX, "path": ["cologne", "eastern-front"]}, "movement.transit-side"),
    (AMONG_ENEMIES, {"type": "join", "piece": "ge-i9", "army": "fr-1"}, "armies.same-area"),
    (AMONG_ENEMIES, {**TAKES_IN, "absorb": ["fr-i9"]}, "armies.same-area"),
    (AMONG_ENEMIES, {**TAKES_IN, "absorb": ["ge-i1"]}, "armies.same-area"),
    (AMONG_ENEMIES, {**TAKES_IN, "absorb": ["ge-i2"]}, "armies.same-area"),
    (EVACUATED, {**AWAY, "path": ["calais", "dieppe"]}, "movement.sea-ports"),
    (EVACUATED, {**AWAY, "path": ["antwerp"]}, "movement.sea-ports"),
    (GAS, {"type": "play", "card": 43, "area": "laon"}, "cards.in-hand"),
    (GAS, {"type": "play", "card": 39}, "cards.gas"),
    (GAS, {"type": "play", "card": 52}, "cards.surprise"),
    (BIDS, {"type": "bid", "side": "german", "cards": [-1]}, "cards.in-hand"),
    (BIDS, {"type": "bid", "side": "german", "cards": [24]}, "cards.in-hand"),
    (BIDS, {"type": "bid", "side": "german", "cards": [1, 39, 1, 39]}, "sequence.initiative"),
    (BIDS, {"type": "bid", "side": "nobody", "cards": []}, "sequence.your-turn"),
    (MOVEMENT, {"type": "bid", "cards": []}, "sequence.question-open"),
)  # fmt: skip


def held_against(rules: GreatWar, given: dict[str, Any], order: dict[str, Any]) -> set[str]:
    """The clauses held against an order that comes as data."""
    start = GreatWarGiven.model_validate(given, strict=False)
    rules = results.bind(rules.theatre.pack, start).rules
    position = setup.position(rules, start)
    position, _ = machine.run_on(rules, position, CaseDice(("6*",)))
    side = given["asked"].partition(" ")[0]
    judged = ORDERS.read({"side": side, **order})
    verdict = machine.decide(rules, position, judged, NoDice())
    return {objection.clause for objection in getattr(verdict, "objections", ())}


@pytest.mark.parametrize(("given", "order", "clause"), REFUSED, ids=[str(row[1]) for row in REFUSED])
def test_an_order_out_of_the_blue_is_refused(
    western: GreatWar, given: dict[str, Any], order: dict[str, Any], clause: str
) -> None:
    assert clause in held_against(western, given, order)
