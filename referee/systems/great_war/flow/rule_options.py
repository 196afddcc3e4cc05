"""Every option that the rules of the great war read; a pack may offer these and no others."""

from collections.abc import Mapping

from referee.engine.rule_options import RuleOption
from referee.systems.great_war.combat import (
    air,
    battles,
    combat_cards,
    crises,
    driven,
    fire,
    losses,
    special,
    units,
)
from referee.systems.great_war.events import of_combat, of_movement, of_retreats
from referee.systems.great_war.facts import sequence, supply
from referee.systems.great_war.flow import planning
from referee.systems.great_war.movement import movement, reorganisation, transport
from referee.systems.great_war.season import production, trenches, victory
from referee.systems.great_war.state import theatre

OPTIONS: Mapping[str, RuleOption] = {
    option.id: option
    for option in (
        air.REROLLS_NAMED_BY,
        battles.WEAK_FORTS,
        combat_cards.BAD_WEATHER_CARDS,
        combat_cards.WEATHER_KEEPS,
        combat_cards.WEATHER_LIFTS_DUTY,
        crises.CRISIS_MAY_BE_REFUSED,
        driven.EQUAL_ARMIES_CUT_OFF,
        driven.FORCED_RETREAT_BLOCKED,
        fire.MATERIEL_SUPERIORITY,
        fire.PURSUIT,
        losses.SIEGE_HITS_TO_SPARE,
        losses.HITS_TO_SPARE,
        special.BONUS_DICE,
        units.LONE_EMPTY_ARMY,
        of_combat.SCRAMBLE,
        of_combat.EMPTY_ARMIES_DRIVEN,
        of_combat.DRIVEN_BACK,
        of_movement.DISPUTED_START,
        of_retreats.MARKED_IN_ARMIES,
        sequence.INITIATIVE,
        supply.STRONGHOLD_SUPPLY,
        supply.SUPPLY_FROM,
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
        trenches.FORTIFY,
        victory.DECISIVE_VICTORY_TESTED,
        theatre.HIDDEN_TEMPLATES,
        theatre.LINKED_THEATRES,
    )
}
"""The options by id, each declared in the module of its rule."""
