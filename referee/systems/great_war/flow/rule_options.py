"""Every option that the rules of the great war read; a pack may offer these and no others."""

from collections.abc import Mapping

from referee.engine.system import RuleOption
from referee.systems.great_war.combat import (
    air,
    battles,
    card_effects,
    cards,
    fire,
    forced_retreats,
    losses,
    removals,
)
from referee.systems.great_war.events import battle_events, combat_events, movement_events
from referee.systems.great_war.facts import control, turn_sequence
from referee.systems.great_war.flow import planning
from referee.systems.great_war.movement import movement, reorganisation, transport
from referee.systems.great_war.season import production, victory
from referee.systems.great_war.state import game

OPTIONS: Mapping[str, RuleOption] = {
    option.id: option
    for option in (
        air.REROLLS_NAMED_BY,
        battles.WEAK_FORTS,
        cards.BAD_WEATHER_CARDS,
        cards.WEATHER_KEEPS,
        cards.WEATHER_LIFTS_DUTY,
        removals.CRISIS_MAY_BE_REFUSED,
        forced_retreats.EQUAL_ARMIES_CUT_OFF,
        forced_retreats.FORCED_RETREAT_BLOCKED,
        fire.MATERIEL_SUPERIORITY,
        fire.PURSUIT,
        losses.SIEGE_HITS_TO_SPARE,
        losses.HITS_TO_SPARE,
        card_effects.BONUS_DICE,
        removals.LONE_EMPTY_ARMY,
        combat_events.SCRAMBLE,
        combat_events.EMPTY_ARMIES_DRIVEN,
        combat_events.DRIVEN_BACK,
        movement_events.DISPUTED_START,
        battle_events.MARKED_IN_ARMIES,
        turn_sequence.INITIATIVE,
        control.STRONGHOLD_SUPPLY,
        control.SUPPLY_FROM,
        planning.REORGANISING_WITHOUT_ARRIVALS,
        movement.CARRIAGE,
        movement.FOLLOWING_UNITS,
        movement.LIMITED_OFFENSIVE_COUNTS,
        movement.EMPTY_ENEMY_AREAS,
        reorganisation.RETREATING_ARMIES,
        transport.STRATEGIC_TO_BOXES,
        transport.STRONGHOLD_EVACUATION,
        production.CARD_LIMIT_OF,
        production.UPGRADES_PER_PHASE,
        production.FORTIFY,
        victory.DECISIVE_VICTORY_TESTED,
        game.HIDDEN_TEMPLATES,
        game.LINKED_THEATRES,
    )
}
"""The options by id, each declared in the module of its rule."""
