"""The facts about battles, losses, retreats and the cards on them that stand against orders."""

from enum import unique

from referee.engine.facts import Fact


@unique
class Refusal(Fact):
    """Objections to orders about combat."""

    NOT_DISPUTED = (
        "{area} is not disputed, so it has no battle",
        "leave this line out, or move a piece there before you declare battles",
    )
    DECLARED_ALREADY = "a battle in {area} is already declared", "leave this line out"
    LIMITED_TO_ONE_BATTLE = (
        "a limited offensive allows one battle, and yours is in {area}",
        "leave this line out, or play a full offensive in another player turn",
    )
    ATTACKER_ORDERS_BATTLES = "only the attacker chooses the order of the battles", "leave this line out"
    NEXT_NAMED_ONCE = "you have already chosen the next battle", "write: done"
    NEXT_ALREADY = "the battle in {area} already comes next", "leave this line out"
    NO_BATTLE_WAITS = "no battle is left to fight in {area}"

    CARD_OPENS_A_TURN = (
        "{card} cannot be played in this way",
        "open your player turn with: offensive {card:id}",
    )
    CARD_MOVES_RESERVES = (
        "{card} cannot be played in this way",
        "when you move: reserves PIECE to AREA with {card:id}",
    )
    CARD_IS_ERSATZ = "{card} cannot be played in this way", "spend it as Ersatz"
    PLAYED_AT_DECLARATION = "{card:card_title} is played when battles are declared", "keep it until then"
    PLAYED_LATER = "{card:card_title} can be played from {first:season} on", "keep it, or spend it as Ersatz"
    PLAYED_ON_ONE_BATTLE = "{card:card_title} is played on one battle", "write: play {card:id} in AREA"
    PLAYED_THERE = "you have played {card} in {area}", "play it on another battle, or keep it"
    NO_BATTLE_DECLARED = "no battle is declared in {area}", "keep it until a battle is declared"
    BATTLES_ELSEWHERE = "no battle is declared in {area}", "play it in {areas:area_choice}"
    ATTACKER_SURPRISES = (
        "only the attacker can play a surprise attack",
        "keep it for a player turn of your own",
    )
    DEFENDER_CALLS_WEATHER = (
        "only the defender can play bad weather",
        "keep it for a player turn of the other side",
    )
    WEATHER_IS_EVERYWHERE = "bad weather affects all areas", "leave the area out"
    WEATHER_TURNS_ONCE = (
        "in this match bad weather can be played once per player turn",
        "keep it for a later player turn",
    )
    OFFENSIVE_CAME_TO_NOTHING = (
        "bad weather has already ended the offensive",
        "keep it for a later player turn",
    )
    NOT_KEEPABLE = "you cannot keep the battle in {area}", "keep {areas:area_choice}"
    NO_EXTRA_DICE = "this offensive has no extra dice", "leave this line out"
    EXTRA_DICE_THERE = "{area} already has the extra dice", "leave this line out"
    EXTRA_DICE_LIMIT = "{card} gives extra dice to {count:battle_count}", "leave this line out"
    NO_BATTLE_FOR_EXTRA_DICE = "no battle is declared in {area}", "write: battle {area:id}"
    NO_BATTLE_POSSIBLE = "no battle is declared in {area}", "leave this line out"
    NATION_DOES_NOT_FIGHT = (
        "no {nation:national} army that contains pieces fights in {area}",
        "leave this line out",
    )
    NATION_FIGHTS_ELSEWHERE = (
        "no {nation:national} army that contains pieces fights in {area}",
        "name {areas:area_choice}",
    )

    OWN_CRISIS = "{card} is your own crisis", "you can only spend it as Ersatz"
    CRISIS_IN_OWN_TURN = (
        "you can play {card} only in your own player turn",
        "keep it for a player turn of your own",
    )
    CRISIS_ON_NO_AREA = "{card} is played without an area", "leave the area out"
    NO_CRISIS_THIS_YEAR = "{card} brings no crisis in {year}", "keep it, or spend it as Ersatz"
    CRISIS_IS_MET = "you must remove pieces for this as far as you can", "name the piece: lose ..."
    NOT_DEMANDED = "you cannot remove {piece} for this"

    DOES_NOT_FLY = "{piece} does not fly"
    SURPRISE_HAS_FIRED = (
        "in a surprise attack the attacker has fired already",
        "the biplane fires with the others",
    )
    CANNOT_ANSWER_FIRE = "{piece} cannot answer fire in this battle", "name another biplane, or write: done"
    ANSWER_DUE = "an enemy biplane can still answer one of your hits", "write: reroll KIND"
    NO_HIT_OF_KIND = "no hit of {kind} is left to reroll", "you can reroll: {kinds}"
    CANNOT_SCRAMBLE = (
        "{piece} is not a biplane in an adjacent area without a battle, so it cannot scramble to {area}"
    )

    DOGFIGHT_HITS_BIPLANES = "only biplanes take hits of a dogfight", "you may lose {pieces:piece_choice}"
    NOT_IN_BATTLE = "{piece} takes no part in this battle", "you may lose {pieces:piece_choice}"
    SIEGE_HITS_FORT = "the fort takes hits of siege guns first", "you may lose {pieces:piece_choice}"
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
    RETREATS_ALREADY = "{piece} is already retreating"
    CONTENTS_HAVE_RETREATED = (
        "every piece in {piece} has already retreated in this player turn",
        "leave this line out",
    )
    STAYS_WITH_CONTENTS = (
        "{piece} stays, because it contains pieces that have already retreated: {pieces}",
        "leave this line out",
    )
    NATION_DOES_NOT_RETREAT = "{nation:national} pieces do not retreat after combat", "leave this line out"
    ONLY_ARMY_LEAVES = "only {army} must leave now"
    ONLY_CAVALRY_RETREATS = "only cavalry retreats before combat"
    FORTS_NEVER_RETREAT = "forts never retreat"
    NEVER_RETREATS = "{piece} can never retreat"
    ARMY_MUST_RETREAT = (
        "an army of yours must retreat",
        "for example: retreat {piece:id} to {area:id}",
    )
    ARMIES_MUST_RETREAT = "{must} armies must retreat", "for example: retreat {piece:id} to {area:id}"
    ARMY_MUST_FALL = (
        "equally weak armies cannot retreat, and you choose the army to eliminate",
        "for example: lose {piece:id}",
    )
    OTHER_ARMY_MUST_FALL = "you lose one of these armies: {armies:pieces}"
    NO_ARMY_TO_LOSE = "you have no army to choose for elimination now"
    ROOM_FOR_DRIVEN_ARMY = (
        "an army must retreat, and this order would leave too little room for it",
        "retreat the armies first, to areas with room for most of them",
    )
    ROOM_FOR_DRIVEN_ARMIES = (
        "{can} armies can retreat, and this order would leave too little room for them",
        "retreat the armies first, to areas with room for most of them",
    )
