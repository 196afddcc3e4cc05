"""The rules of the Great War family by meaning; each pack gives them numbers."""

from enum import StrEnum


class Clause(StrEnum):
    """What a rule says, in two words: chapter and point."""

    # Sequence of play
    YOUR_TURN = "sequence.your-turn"
    QUESTION_OPEN = "sequence.question-open"
    OFFENSIVE_OR_PASS = "sequence.offensive-or-pass"
    PASS_ONE_MOVE = "sequence.pass-one-move"
    PASS_REDRAW = "sequence.pass-redraw"
    REDRAWN_LOCKED = "sequence.redrawn-locked"
    TWO_PASSES = "sequence.two-passes"
    ADVANCE_SEASON = "sequence.advance-season"

    # Cards
    CARD_IN_HAND = "cards.in-hand"
    OFFENSIVE_CARD = "cards.offensive"
    LIMITED_OFFENSIVE = "cards.limited-offensive"

    # Stacking and armies
    STACKING = "stacking.limit"
    STACKING_PASSING = "stacking.passing-through"
    TEMPLATE = "armies.template"
    ARMY_NATION = "armies.own-nation"
    ARMY_SAME_AREA = "armies.same-area"
    ARTILLERY_LIMIT = "armies.artillery-limit"
    BIPLANE_LIMIT = "armies.biplane-limit"
    EMPTY_ARMY_LEAVES = "armies.empty-leaves"
    EMPTY_ARMY_ALONE = "armies.empty-alone"
    ARMY_ELIMINATED = "armies.eliminated"

    # Movement
    OWN_UNITS = "movement.own-units"
    ADJACENT = "movement.adjacent"
    ALLOTMENT = "movement.allotment"
    CARRIED = "movement.carried"
    ONE_KIND = "movement.one-kind"
    DISPUTED_TO_ENEMY = "movement.disputed-to-enemy"
    ENEMY_NEEDS_OFFENSIVE = "movement.enemy-needs-offensive"
    NEUTRAL = "movement.neutral"
    FORTS_STAY = "movement.forts-stay"
    ENTRENCHMENT_LOST = "movement.entrenchment-lost"
    AREA_STATUS = "movement.area-status"
    RAIL_FRIENDLY = "movement.rail-friendly"
    RAIL_RANGE = "movement.rail-range"
    RAIL_LIMIT = "movement.rail-limit"
    STRATEGIC_SIDE = "movement.strategic-side"
    STRATEGIC_SOURCES = "movement.strategic-sources"
    STRATEGIC_LIMIT = "movement.strategic-limit"
    SEA_NATION = "movement.sea-nation"
    SEA_PORTS = "movement.sea-ports"
    SEA_LIMIT = "movement.sea-limit"
    KEPT_APART = "movement.kept-apart"

    # Battles
    DECLARE_DISPUTED = "battle.declare-disputed"
    DECLARE_COMPULSORY = "battle.declare-compulsory"
    DECLARE_ONCE = "battle.declare-once"
    FIRE = "combat.fire"
    SIEGE_HITS = "combat.siege-hits"

    # Losses
    STRONGEST_UNIT = "losses.strongest-unit"
    MOST_NUMEROUS = "losses.most-numerous"
    IN_THIS_BATTLE = "losses.in-this-battle"
    ERSATZ = "losses.ersatz"
    ANNIHILATION = "losses.annihilation"

    # Retreats
    CAVALRY_RETREAT = "retreat.cavalry"
    RETREAT_INSTEAD = "retreat.instead-of-firing"
    RETREAT_AFTER = "retreat.after-combat"
    RETREAT_WHERE = "retreat.where"
    RETREAT_ONE_AREA = "retreat.one-area"
    RETREAT_TWICE = "retreat.twice"
    RETREAT_GUNS = "retreat.guns"
    PURSUIT = "retreat.pursuit"
    LEFT_ALONE = "retreat.left-alone"
    UNACCOMPANIED = "units.unaccompanied"

    # Reinforcements
    ARRIVALS = "reinforcements.listed"
    ARRIVE_WHERE = "reinforcements.where"
    ARRIVE_BY_SEA = "reinforcements.by-sea"
    ARRIVE_AT_HOME = "reinforcements.at-home"
    SWAP = "reinforcements.swap"

    # Production
    BUILD_POINTS = "production.points"
    BUILD_WHERE = "production.where"
    COUNTER_MIX = "production.counter-mix"
    BUILD_YEAR = "production.year"
    ONLY_REBUILT = "production.only-rebuilt"
    REBUILD_ELIMINATED = "production.rebuild-eliminated"
    REBUILD_AT_HOME = "production.rebuild-at-home"
    ENTRENCH_WHO = "production.entrench-who"
    ENTRENCH_CAP = "production.entrench-cap"
    UPGRADE = "production.upgrade"
    CARD_LIMIT = "cards.limit"

    # Supply and victory
    SUPPLY = "supply.line"
    OUT_OF_SUPPLY = "supply.out"
    ATTRITION = "supply.attrition"
    VICTORY_POINTS = "victory.points"
    ARMISTICE = "victory.armistice"
    RESIGNATION = "victory.resignation"
