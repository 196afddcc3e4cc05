"""The facts about battles, losses, retreats and the cards on them that stand against orders."""

from enum import unique

from referee.engine.facts import Fact


@unique
class Refusal(Fact):
    """Objections to orders about combat."""

    NOT_DISPUTED = "{area} is not disputed: there is nobody to fight"
    DECLARED_ALREADY = "a battle in {area} is declared already"
    LIMITED_TO_ONE_BATTLE = "a limited offensive allows one battle, and that is in {area}"
    ATTACKER_ORDERS_BATTLES = "the attacker names the order of his battles"
    NEXT_NAMED_ONCE = "after each battle the next one is named once", "write: done"
    NEXT_ALREADY = "{area} is next already"
    NO_BATTLE_WAITS = "no battle waits in {area}"

    CARD_OPENS_A_TURN = "{card} is not played so", "open your player turn with: offensive {card:id}"
    CARD_MOVES_RESERVES = (
        "{card} is not played so",
        "when you move: reserves PIECE to AREA with {card:id}",
    )
    CARD_IS_ERSATZ = "{card} is not played so", "spend it as Ersatz"
    PLAYED_AT_DECLARATION = "{card:card_title} is played when battles are declared"
    PLAYED_LATER = "{card:card_title} can be played from {first:season} on"
    PLAYED_ON_ONE_BATTLE = "{card:card_title} is played on one battle", "write: play {card:id} in AREA"
    PLAYED_THERE = "you have played {card} in {area}"
    NO_BATTLE_DECLARED = "no battle is declared in {area}"
    ATTACKER_SURPRISES = "only the attacker takes by surprise"
    DEFENDER_CALLS_WEATHER = "only the defender calls for bad weather"
    WEATHER_IS_EVERYWHERE = "the weather is the same everywhere", "leave the area out"
    WEATHER_TURNS_ONCE = "in this match the weather turns once in a player turn"
    OFFENSIVE_CAME_TO_NOTHING = "the offensive has come to nothing already"
    NOT_KEEPABLE = "{area} is not a battle that may be kept", "keep {areas:area_choice}"
    NO_EXTRA_DICE = "the offensive in force has no extra dice"
    EXTRA_DICE_THERE = "{area} has the extra dice already"
    EXTRA_DICE_LIMIT = "{card} gives extra dice to {count:battle_count}"
    NO_BATTLE_FOR_EXTRA_DICE = "no battle is declared in {area}", "write: battle {area:id}"
    NATION_DOES_NOT_FIGHT = "no {nation:national} army with anything in it fights in {area}"

    OWN_CRISIS = "{card} is your own crisis", "you can use it as Ersatz only"
    CRISIS_IN_OWN_TURN = "{card} is played in your own player turn"
    CRISIS_ON_NO_AREA = "{card} is played on no area"
    NO_CRISIS_THIS_YEAR = "{card} brings no crisis in {year}", "keep it, or spend it as Ersatz"
    CRISIS_IS_MET = "a crisis is met as far as it can be", "name the piece: lose ..."
    NOT_DEMANDED = "{piece} is not what this demands"

    DOES_NOT_FLY = "{piece} does not fly"
    SURPRISE_HAS_FIRED = (
        "in a surprise attack the attacker has fired already",
        "the biplane fires with the others",
    )
    CANNOT_ANSWER_FIRE = "{piece} cannot answer fire in this battle"
    ANSWER_DUE = "a biplane is left that answers one of your hits", "write: reroll KIND"
    NO_HIT_OF_KIND = "no hit of {kind} is left to be thrown again", "there is: {kinds}"
    CANNOT_SCRAMBLE = "{piece} is no biplane in a quiet area next to {area}"

    DOGFIGHT_HITS_BIPLANES = "hits of a dogfight fall on biplanes", "you may lose {pieces:piece_choice}"
    NOT_IN_BATTLE = "{piece} takes no part in this battle", "you may lose {pieces:piece_choice}"
    SIEGE_HITS_FORT = "a hit of a siege gun falls on the fort", "you may lose {pieces:piece_choice}"
    NOT_MOST_NUMEROUS = (
        "{piece} is not of the most numerous type in {army}",
        "you may lose {pieces:piece_choice}",
    )
    NAME_LOSS_OF_ARMY = "name the piece that {piece} loses", "you may lose {pieces:piece_choice}"
    NOT_IN_STRONGEST_UNIT = (
        "{piece} is not part of your strongest unit",
        "you may lose {pieces:piece_choice}",
    )

    NOT_IN_AREA = "{piece} is not in {area}"
    RETREATS_TO_ADJACENT = "{piece} retreats to an adjacent area", "from there: {near:area_choice}"
    RETREATS_TO_NEUTRAL = "{area} is a neutral area"
    RETREAT_TO_ONE_AREA = "your pieces retreat from this battle to one area, and that is {area}"
    RETREATS_ALREADY = "{piece} retreats already"
    CONTENTS_HAVE_RETREATED = (
        "all that {piece} holds has retreated in this player turn",
        "write: done",
    )
    STAYS_WITH_CONTENTS = (
        "{piece} holds pieces that have retreated, and stays with them: {pieces}",
        "write: done",
    )
    NATION_DOES_NOT_RETREAT = "{nation:national} pieces do not retreat after combat", "write: done"
    ONLY_ARMY_LEAVES = "only {army} must leave now"
    ONLY_CAVALRY_RETREATS = "only cavalry retreats before combat"
    FORTS_NEVER_RETREAT = "forts never retreat"
    NEVER_RETREATS = "{piece} can never retreat"
    ARMY_MUST_RETREAT = (
        "an army was driven back and must retreat",
        "for example: retreat {piece:id} to {area:id}",
    )
    ARMIES_MUST_RETREAT = "{must} armies must retreat", "for example: retreat {piece:id} to {area:id}"
    ARMY_MUST_FALL = (
        "equally weak armies cannot go, and you say which falls",
        "for example: lose {piece:id}",
    )
    OTHER_ARMY_MUST_FALL = "one of these armies falls: {armies:pieces}"
    NO_ARMY_TO_LOSE = "no army of yours falls by your choice now"
    ROOM_FOR_DRIVEN_ARMY = (
        "an army was driven back, and needs the room that this would leave too small",
        "let those go first, and where most of them find room",
    )
    ROOM_FOR_DRIVEN_ARMIES = (
        "{can} driven armies can go, and need the room that this would leave too small",
        "let those go first, and where most of them find room",
    )
