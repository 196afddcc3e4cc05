"""Refusals of fire, contact, spotting and artillery, and the purposes of combat dice."""

from enum import unique

from referee.engine.facts import Fact


class Throw(Fact):
    """A throw of combat."""

    SPOTTING = "Spotting, {needed} or more"
    SHELL_ON_TARGET = "Shell, on target at {needed} or less"
    SHELL_DIRECTION = "Shell, direction by the clock"
    SHELL_STRAY = "Shell, inches it strays"
    MELEE_ATTACKER = "Melee, attacker"
    MELEE_SECOND_ATTACKER = "Melee, second attacker"
    MELEE_DEFENDER = "Melee, defender"
    MORALE = "Morale, {needed} or more"


@unique
class Refusal(Fact):
    """Facts about combat."""

    NO_BATTERY = "you have no battery {battery}", "your report lists your batteries"
    NO_MISSION_LEFT = "{battery} has no mission left", "use another battery, or let figures fire"

    RUSH_INTO_CONTACT = "a rush may not end in contact", "assault or manoeuvre"
    STEALTH_INTO_CONTACT = "a stealthy move may not end in contact", "assault or manoeuvre"
    CROOKED_CONTACT = "a move into contact is one straight line", "write it without `via`"
    ENEMY_UNSEEN = "none of your units sees an enemy {enemy}", "spot it first"
    ENEMY_GONE = "{enemy} is no longer there", "name another target"
    TOO_MANY_ATTACKERS = (
        "{attackers} figures would attack {enemy}, and at most {most} may",
        "attack another enemy",
    )
    ENEMY_SURROUNDED = "{enemy} already has the most attackers allowed", "attack another enemy"

    RUSHES_AND_LOOKS = "{figure} is rushing, and a rushing figure cannot spot", "let another figure look"
    HEAD_DOWN = "{figure} keeps its head down", "let it observe first"
    HAS_LOOKED = "{figure} has already looked this turn", "let another figure look"
    ENEMY_UNKNOWN = "your side does not know an enemy {enemy}", "name a place instead"
    ENEMY_SEEN_ALREADY = "{unit} already sees {enemy}", "leave this line out"
    NO_LINE_TO_ENEMY = "{figure} has no line of sight to where {enemy} is", "let another figure look"
    ASSAULT_LOOKS_TOO_FAR = (
        "an assaulting figure can spot only up to {reach} inches",
        "let another figure look",
    )

    HAS_ITS_SHOT = "{figure} already has a shot this turn", "write `start again` to replace your orders"
    FIRED_AT_ATTACKER = "{figure} already fired at an attacker", "let another figure fire"
    NO_GRENADE = "{figure} has no such grenade: it carries {carried}", "let another figure throw"
    NO_FLAMETHROWER = "{figure} has no flamethrower: it carries {carried}", "use another figure"
    NO_BEATEN_ZONE = "{figure} cannot lay a beaten zone: it carries {carried}", "write: unaimed fire"
    NO_WEAPON = (
        "{figure} has no such weapon to fire: it carries {carried}",
        "use another weapon, or another figure",
    )
    NONE_LEFT = "{figure} has no {weapon} left", "use another weapon, or another figure"
    FAILED_TWICE = "{unit} failed twice and cannot fire", "let another unit fire"
    PINNED = "{figure} is pinned", "let another figure fire, or wait for the next turn"
    MOVED_STEALTHILY = "{figure} moved stealthily", "let another figure fire, or wait for the next turn"
    RUSHED = "{figure} rushed", "let another figure fire, or wait for the next turn"
    IN_CONTACT = "{figure} is in contact with an enemy", "let another figure fire, or fight the melee first"
    FOUGHT_LAST_TURN = (
        "{figure} was in a melee last turn",
        "let another figure fire, or wait for the next turn",
    )
    MANOEUVRED_AND_AIMS = "{figure} manoeuvred and may only fire unaimed", "fire unaimed"
    ASSAULTED_AND_AIMS = "{figure} assaulted and may only fire unaimed", "fire unaimed"
    NOT_TRAINED_TO_RAPID_FIRE = "{figure} is not trained to rapid fire", "write: aimed fire"
    NO_TARGET = "the order has no target", "name an enemy or a point"
    AIMED_AT_A_POINT = "only unaimed fire may be laid on a point", "fire unaimed"
    UNIT_SEES_NO_SUCH_ENEMY = "{unit} sees no enemy {enemy}", "spot it first, or fire unaimed at a point"
    MOVED_WITH_HEAVY_WEAPON = (
        "{figure} moved and cannot fire its {weapon}",
        "let another figure fire, or wait for the next turn",
    )
    NO_CREW = (
        "{figure} has no unpinned crew member within {reach} inches",
        "move an unpinned crew member to it first",
    )
    MOVED_BEFORE_BEATEN_ZONE = (
        "{figure} moved and cannot lay a beaten zone",
        "let another figure fire, or wait for the next turn",
    )
    DICE_SHARED_WRONGLY = (
        "the {weapon} of {figure} rolls {count} dice, at least one of them at {enemy}",
        "share {count} dice out",
    )
    OUTSIDE_RADIUS = (
        "{enemy} is {gap} inches from {target}, and the radius is {reach}",
        "name a target within {reach} inches",
    )
