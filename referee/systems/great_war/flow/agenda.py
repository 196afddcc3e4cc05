"""The agenda: which tasks ask a question, and the work the rules do unasked."""

from collections.abc import Mapping
from typing import assert_never

from referee.engine.dice import Dice
from referee.engine.memory import remembered
from referee.engine.tongue import forms, message
from referee.systems.great_war.combat import (
    air,
    battles,
    combat_cards,
    crises,
    driven,
    fire,
    losses,
    retreats,
    scramble,
    special,
    units,
)
from referee.systems.great_war.events.course import Course
from referee.systems.great_war.flow import planning
from referee.systems.great_war.movement import transit
from referee.systems.great_war.season import attrition, game_events, seasons
from referee.systems.great_war.state.combat_tasks import (
    AnswerFire,
    CombatCards,
    Dogfight,
    KeepBattle,
    PayCrisis,
    Scrambling,
)
from referee.systems.great_war.state.position import Position
from referee.systems.great_war.state.tasks import (
    AdvanceSeason,
    CheckSupply,
    ChooseOffensive,
    CloseBattle,
    DealCards,
    DealPurchases,
    DeclareBattles,
    FightBattles,
    Fire,
    LeaveEmpty,
    LoseInTransit,
    MakePlans,
    MovePieces,
    OpenTurn,
    PassMove,
    PayHits,
    ReadEvents,
    RetreatAfter,
    RideOff,
    RollTransit,
    StandOrRetreat,
    TrimHands,
    Withdraw,
)
from referee.systems.great_war.state.theatre import Theatre
from schemas.great_war.choice_events import ScrambleClosed
from schemas.great_war.clauses import Clause
from schemas.great_war.events import RetreatsClosed
from schemas.great_war.plan_events import PhaseClosed
from schemas.great_war.questions import Question
from schemas.record import Prompt

Asking = CombatCards | KeepBattle | AnswerFire | PayCrisis | Scrambling
"""What is asked of a side about cards, the air and crises."""


@remembered
def prompts(theatre: Theatre, position: Position) -> tuple[Prompt, ...]:  # noqa: C901, PLR0911 - one arm per task
    """The open questions that the top of the agenda asks; both sides plan at once, and are asked at once."""
    task = position.task
    match task:
        case ChooseOffensive(side=side):
            return (
                _ask(
                    side,
                    "offensive",
                    Clause.OFFENSIVE_OR_PASS,
                    theatre.say("Play an offensive card, or pass?"),
                ),
            )
        case MovePieces(side=side):
            return (_ask(side, "movement", Clause.ALLOTMENT, theatre.say("Which pieces move? Then: done.")),)
        case PassMove(side=side):
            text = theatre.say("You passed: one piece may move, and cards may be exchanged. Then: done.")
            return (_ask(side, "pass-move", Clause.PASS_ONE_MOVE, text),)
        case DeclareBattles(side=side):
            return _battles_prompt(theatre, position, side)
        case PayHits():
            return _losses_prompt(theatre, position, task)
        case RideOff() | StandOrRetreat() | RetreatAfter() | LeaveEmpty():
            return _retreat_prompt(theatre, position, task)
        case CombatCards() | KeepBattle() | AnswerFire() | PayCrisis() | Scrambling():
            return _combat_prompt(theatre, position, task)
        case MakePlans():
            return tuple(planning.prompts(theatre, position, task))
        case TrimHands():
            return tuple(planning.discard_prompts(theatre, position))
        case LoseInTransit():
            return _transit_prompt(theatre, position, task)
        case (
            DealCards()
            | OpenTurn()
            | FightBattles()
            | Fire()
            | Withdraw()
            | Dogfight()
            | CloseBattle()
            | AdvanceSeason()
            | ReadEvents()
            | CheckSupply()
            | DealPurchases()
            | RollTransit()
            | None
        ):
            return ()
        case _:
            assert_never(task)


def _ask(side: str, question: Question, clause: Clause, text: str, subject: str = "") -> Prompt:
    return Prompt(side=side, question=question, clause=clause.value, text=text, subject=subject)


def _battles_prompt(theatre: Theatre, position: Position, side: str) -> tuple[Prompt, ...]:
    if not battles.choice(theatre, position, side):
        return ()
    text = theatre.say(
        "Where do you fight, and in which order? Newly disputed areas are battles anyway. Then: done."
    )
    return (_ask(side, "battles", Clause.DECLARE_DISPUTED, text),)


def _losses_prompt(theatre: Theatre, position: Position, task: PayHits) -> tuple[Prompt, ...]:
    if not losses.candidates(theatre, position, task) or losses.forced(theatre, position, task):
        return ()
    area = theatre.area_name(task.area)
    if task.siege:
        text = theatre.say(
            "{count} hit to pay in {area}, {siege} of them on the fort: which pieces or cards?",
            "{count} hits to pay in {area}, {siege} of them on the fort: which pieces or cards?",
            count=task.hits,
            area=area,
            siege=task.siege,
        )
    else:
        text = theatre.say(
            "{count} hit to pay in {area}: which pieces or cards?",
            "{count} hits to pay in {area}: which pieces or cards?",
            count=task.hits,
            area=area,
        )
    return (_ask(task.side, "losses", Clause.STRONGEST_UNIT, text, task.area),)


def _reorders(position: Position, task: retreats.Retreating) -> bool:
    """Whether the attacker, between two battles, may name another one as the next (A-41)."""
    fight = position.fight
    open_yet = fight is not None and not fight.named_next and task.side == fight.attacker
    return open_yet and isinstance(task, RetreatAfter) and len(battles.waiting(position)) > 1


def _window(theatre: Theatre, position: Position, task: retreats.Retreating) -> bool:
    """Whether the attacker, after a battle, may for all that is public have a crisis to play (A-18)."""
    return isinstance(task, RetreatAfter) and crises.conceivable(theatre, position, task.side)


def _transit_prompt(theatre: Theatre, position: Position, task: LoseInTransit) -> tuple[Prompt, ...]:
    if not transit.asks(theatre, position, task):
        return ()
    text = theatre.say(
        "{count} piece lost in transit: which?", "{count} pieces lost in transit: which?", count=task.count
    )
    return (_ask(task.side, "transit-losses", Clause.TRANSIT_LOSSES, text),)


def _retreat_prompt(theatre: Theatre, position: Position, task: retreats.Retreating) -> tuple[Prompt, ...]:
    begun = not isinstance(task, LeaveEmpty) and task.begun
    reactions = isinstance(task, StandOrRetreat) and any(air.react_options(theatre, position, task.side))
    named = isinstance(task, RetreatAfter) and bool(driven.equals(theatre, position, task))
    asked = begun or reactions or named or _reorders(position, task) or _window(theatre, position, task)
    if not asked and not retreats.choice(theatre, position, task):
        return ()
    question, template = _retreat_question(theatre, position, task, reactions=reactions)
    army = theatre.army_name(task.army) if isinstance(task, LeaveEmpty) else ""
    count = driven.due(position, task) if isinstance(task, RetreatAfter) else 0
    area = theatre.area_name(task.area)
    text = theatre.say(*template, area=area, army=army, count=count)
    return (_ask(task.side, question, retreats.clause(task), text, task.area),)


def _retreat_question(
    theatre: Theatre, position: Position, task: retreats.Retreating, *, reactions: bool
) -> tuple[Question, tuple[str, ...]]:
    """What is asked about a retreat, and the template it is asked with; a second one is the plural."""
    match task:
        case RideOff():
            return "cavalry-retreat", (message("Does cavalry leave {area} before the battle? Then: done."),)
        case StandOrRetreat():
            return "stand-or-retreat", (STANDS[reactions],)
        case RetreatAfter():
            return "retreat-after", _after_battle(theatre, position, task)
        case LeaveEmpty():
            return "empty-army", (message("Where does the empty {army} go from {area}?"),)
        case _:
            assert_never(task)


def _after_battle(theatre: Theatre, position: Position, task: RetreatAfter) -> tuple[str, ...]:
    """What is asked when a battle is over: who falls, who must go, who goes, or what comes next."""
    if driven.equals(theatre, position, task):
        return (FALLS,)
    if driven.due(position, task):
        return DRIVEN
    if task.begun or retreats.choice(theatre, position, task):
        return (message("Does anyone retreat from {area} after the battle? Then: done."),)
    return (AFTERWARDS[_reorders(position, task)],)


STANDS: Mapping[bool, str] = {
    False: message("Does anyone retreat from {area} instead of firing? Then: done."),
    True: message("Who retreats from {area} instead of firing, and which biplanes react? Then: done."),
}
"""What a defender is asked before he fires, with biplanes that may react or without."""

AFTERWARDS: Mapping[bool, str] = {
    True: message("Is another battle than the one declared fought next? Write: battle AREA. Or: done."),
    False: message("The battle is over. Do you play a crisis? Then: done."),
}
"""What is asked after a battle of a side from which nobody can retreat, whether it may reorder or not."""

FALLS = message("Equally weak armies cannot leave {area}: which falls? Write: lose ARMY.")
"""What is asked of a side that says which of its armies is lost, where that is agreed (B-18)."""

DRIVEN = forms(
    "An army of yours must retreat from {area}; does anyone else? Then: done.",
    "{count} armies of yours must retreat from {area}; does anyone else? Then: done.",
)
"""What is asked of a side whose armies are driven back."""


def _combat_prompt(  # noqa: PLR0911 - one arm per question
    theatre: Theatre, position: Position, task: Asking
) -> tuple[Prompt, ...]:
    match task:
        case CombatCards(side=side):
            text = theatre.say("Battles are declared. Do you play cards on them? Then: done.")
            return (_ask(side, "combat-cards", Clause.COMBAT_CARDS, text),)
        case KeepBattle(side=side):
            if combat_cards.left(theatre, position) is not None:
                return ()
            text = theatre.say("Bad weather leaves you one battle: which? Write: keep AREA.")
            return (_ask(side, "kept-battle", Clause.WEATHER_BATTLE, text),)
        case Scrambling(side=side, area=area):
            if not scramble.choice(theatre, position, task):
                return ()
            text = theatre.say(
                "Do biplanes next to {area} come into the battle? Then: done.", area=theatre.area_name(area)
            )
            return (_ask(side, "scramble", Clause.SCRAMBLE, text, area),)
        case AnswerFire(side=side, area=area):
            if not air.pending(theatre, position):
                return ()
            asked = air.chooser(theatre, task)
            text = theatre.say(REROLLS[asked == side], area=theatre.area_name(area))
            return (_ask(asked, "rerolls", Clause.REROLL, text, area),)
        case PayCrisis(side=side, name=name, clause=clause, count=count):
            if not count or not crises.choice(theatre, position, task):
                return ()
            text = theatre.say(
                "{name}: remove one piece of infantry.",
                "{name}: remove {count} pieces of infantry.",
                name=theatre.worded(name),
                count=count,
            )
            return (_ask(side, "crisis", clause, text),)
        case _:
            assert_never(task)


REROLLS: Mapping[bool, str] = {
    True: message("Which hits in {area} are thrown again for your biplanes? Then: done."),
    False: message("Which hits in {area} are thrown again for the enemy's biplanes."),
}
"""What is asked of the side whose biplanes react, or else of the other."""


def _answer_combat(theatre: Theatre, course: Course, task: Asking) -> None:
    """What becomes of a question about cards or the air that nobody has to be asked."""
    match task:
        case CombatCards(side=side):
            combat_cards.close(course, side)
        case KeepBattle(side=side):
            combat_cards.keep(course, side, *(combat_cards.left(theatre, course.position) or ()))
        case AnswerFire():
            air.close(theatre, course, task)
        case Scrambling(side=side, area=area):
            course.add(ScrambleClosed(side=side, area=area))
        case PayCrisis():
            piece = crises.forced(theatre, course.position, task)
            if task.count and piece is not None:
                crises.pay(course, task, piece)
            else:
                crises.close(course, task)
        case _:
            assert_never(task)


def advance(theatre: Theatre, course: Course, dice: Dice) -> None:  # noqa: C901, PLR0912, PLR0915 - one arm per task
    """Do the top of the agenda, where nobody is asked."""
    task = course.position.task
    match task:
        case DealCards():
            seasons.deal(theatre, course, dice)
        case OpenTurn(side=side):
            seasons.open_turn(course, side)
        case DeclareBattles(side=side):
            battles.close_declaration(course, side)
        case FightBattles(side=side):
            special.exhaust(course)
            battles.fight(course, side)
        case Fire():
            fire.resolve(theatre, course, task, dice)
            losses.settle(theatre, course)
        case PayHits():
            piece = losses.forced(theatre, course.position, task)
            if piece is not None:
                losses.lose(course, piece, siege=task.siege > 0)
            losses.settle(theatre, course)
        case RideOff(side=side, area=area):
            course.add(RetreatsClosed(side=side, area=area))
        case RetreatAfter():
            driven.close(theatre, course, task)
        case Dogfight(area=area):
            air.dogfight(theatre, course, area, dice)
        case CombatCards() | KeepBattle() | AnswerFire() | PayCrisis() | Scrambling():
            _answer_combat(theatre, course, task)
        case StandOrRetreat(side=side, area=area):
            units.close_declarations(course, area, side)
        case Withdraw(side=side, area=area):
            retreats.withdraw(course)
            course.add(RetreatsClosed(side=side, area=area))
            units.strand(course)
            units.order_off(course, area, side)
            course.settle(area)
        case CloseBattle(area=area):
            battles.close(course, area)
        case AdvanceSeason():
            seasons.advance_season(theatre, course, dice)
        case ReadEvents():
            game_events.read(theatre, course)
        case CheckSupply():
            attrition.check(theatre, course)
        case MakePlans():
            planning.reveal(theatre, course, task)
        case DealPurchases():
            planning.deal(theatre, course, dice)
        case TrimHands():
            course.add(PhaseClosed(phase="discards"))
        case RollTransit():
            transit.roll(theatre, course, dice)
        case LoseInTransit():
            transit.settle(theatre, course, task)
        case ChooseOffensive() | MovePieces() | PassMove() | LeaveEmpty() | None:
            pass
        case _:
            assert_never(task)
