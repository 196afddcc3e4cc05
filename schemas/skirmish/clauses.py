"""The rules of the skirmish family by meaning; each pack gives them numbers."""

from enum import StrEnum


class Clause(StrEnum):
    """The meaning of a rule as a chapter and a point."""

    # Sequence of play
    FIVE_PHASES = "sequence.five-phases"
    ACTIVATED_ONCE = "sequence.activated-once"
    OVER = "sequence.over"
    DEPLOYMENT = "sequence.deployment"

    # Motivation
    NEEDED_TO_MOVE = "motivation.move"
    NEEDED_TO_FIRE = "motivation.fire"
    NEEDED_TO_UNPIN = "motivation.unpin"

    # Movement
    MODE_ONCE = "movement.one-mode"
    STEALTHY_NO_FIRE = "movement.stealthy-no-fire"
    RUSH_NO_FIRE = "movement.rush-no-fire"
    RUSH_NO_SPOTTING = "movement.rush-no-spotting"
    MANOEUVRE_UNAIMED = "movement.manoeuvre-unaimed"
    ASSAULT_CLOSE = "movement.assault-close"
    TABLE_EDGE = "movement.table-edge"
    OWN_SPACE = "movement.own-space"
    ALLOWANCE = "movement.allowance"
    WIRE = "movement.wire"
    OWN_FIGURES = "movement.own-figures"

    # Visibility and spotting
    SIGHT = "visibility.sight"
    HIDDEN_ACTS_NOT = "visibility.hidden"
    HIDING_PLACE = "visibility.hiding-place"
    ONE_LOOK = "spotting.one-look"
    POINTLESS = "spotting.pointless"
    LOOKING_MODE = "spotting.mode"
    SPOTTED = "spotting.aimed-needs-spotted"

    # Fire
    WEAPON = "fire.weapon"
    RANGE = "fire.range"
    ONE_SHOT = "fire.one-shot"
    DICE_SPLIT = "fire.dice-split"
    RADIUS = "fire.radius"
    GRENADE = "fire.grenade"
    FLAME = "fire.flame"
    HEAVY_MOVED = "fire.heavy-moved"
    RAPID = "fire.rapid"
    AMMUNITION = "fire.ammunition"
    BEATEN_ZONE = "fire.beaten-zone"
    AT_A_POINT = "fire.at-a-point"

    # Pins
    PINNED_NO_FIRE = "pins.no-fire"
    PINNED_NO_CLOSER = "pins.no-closer"
    FALL_BACK = "pins.fall-back"

    # Hand to hand
    CONTACT_RUSH = "contact.no-rush"
    CONTACT_MODE = "contact.mode"
    CONTACT_STRAIGHT = "contact.straight"
    CONTACT_NO_FIRE = "contact.no-fire"
    CONTACT_IGNORE_PIN = "contact.ignore-pin"
    CONTACT_FREEZES = "contact.freezes"
    CONTACT_ONE_ROUND = "contact.one-round"
    CONTACT_NO_SHOOTING_OUT = "contact.no-shooting-out"
    CONTACT_NO_SHOOTING_IN = "contact.no-shooting-in"
    CONTACT_TWO = "contact.two-attackers"
    BREAK_OFF = "contact.break-off"

    # Morale
    MORALE_NO_FIRE = "morale.no-fire"
    MORALE_RUSH_AWAY = "morale.rush-away"

    # Off-table artillery, equipment, rallying
    BARRAGE = "artillery.barrage"
    ITEM = "equipment.item"
    RALLY_STATIONARY = "rally.stationary"
    SURRENDERED = "surrender.out"
    GAME_LENGTH = "scenario.length"
