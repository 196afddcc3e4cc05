"""Terminal texts for odds and hindsight."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from referee.cli.render.answer_text import join_lines, table
from referee.i18n.translator import ENGLISH, Translator, forms, message

if TYPE_CHECKING:
    from schemas.answers import odds
    from schemas.record import Side
    from schemas.reports import Document


WIDTH = 72

ORDERS: Mapping[str, str] = {
    "given": message("Entry {entry}, {side}: {order}"),
    "ruled": message("Entry {entry}, {side}, ruled on: {order}"),
    "refused": message("Entry {entry}, {side}, refused: {order}"),
}
"""Text for an order, by its result."""

CHANGED = message("It changed the chance of taking {area} from {before} to {after}.")
WOULD_CHANGE = message("It would have changed the chance of taking {area} from {before} to {after}.")
"""Effect of an order, and of a refused order."""


@join_lines
def word_hindsight(hindsight: "odds.Hindsight", tongue: Translator = ENGLISH) -> Iterator[str]:
    """Render the battles, then the luck in all of them, then the orders."""
    say = tongue.say
    if not hindsight.battles and not hindsight.hidden:
        yield say("No battle is finished yet.")
    if hindsight.battles:
        yield say("Each battle compared with all its possible results, if both sides give the same orders:")
        yield _list_battles(hindsight, tongue)
        yield from _word_methods(hindsight, tongue)
        yield ""
        yield _list_sums(hindsight, tongue)
        yield from _word_turning(hindsight, tongue)
    for hidden in hindsight.hidden:
        yield say("{area}: the armies are hidden from the viewer.", area=hidden.name)
    if hindsight.changes:
        yield from ("", say("Effects of orders:"))
    for change in hindsight.changes:
        yield say(
            ORDERS[change.kind], entry=change.entry, side=hindsight.sides[change.side], order=change.order
        )
        yield f"  {word_change(change, tongue)}"


def _list_battles(hindsight: "odds.Hindsight", tongue: Translator) -> str:
    say, names = tongue.say, tuple(hindsight.sides.values())
    heads = (say("Battle"), say("Entries"), *(say("{side} lost", side=name) for name in names))
    rows = [
        (
            one.name,
            f"{one.opened}-{one.closed}",
            *(_word_losses(side) for side in one.sides),
            _sign(one.sides[0].about_pieces),
        )
        for one in hindsight.battles
    ]
    return table([(*heads, say("Luck of {side}", side=names[0])), *rows])


def _word_losses(side: "odds.SideSwing") -> str:
    """Render a side's losses, the hits paid by cards and the expected losses."""
    lost = f"{side.lost}+{side.paid}" if side.paid else str(side.lost)
    return f"{lost} ({side.about:.1f})"


def _sign(number: float) -> str:
    """Format a number with its sign. A number that rounds to zero is positive."""
    return f"{round(number, 1) + 0.0:+.1f}"


def _word_methods(hindsight: "odds.Hindsight", tongue: Translator) -> Iterator[str]:
    """Yield notes about the columns and about estimated chances."""
    yield from textwrap.wrap(tongue.say("(x): expected losses. +x: hits paid by a card."), WIDTH)
    for one in hindsight.battles:
        if one.fights:
            note = tongue.say(
                "{area}, entry {entry}: too many positions, so the odds are estimated from {fights}"
                " random battles.",
                area=one.name, entry=one.closed, fights=one.fights,
            )  # fmt: skip
            yield from textwrap.wrap(note, WIDTH)


def _list_sums(hindsight: "odds.Hindsight", tongue: Translator) -> str:
    say = tongue.say
    heads = (say("Luck in all battles"), say("Pieces"), say("usual"), say("Points"), say("usual"))
    rows = [
        (
            hindsight.sides[one.side],
            _sign(one.about_pieces),
            f"± {one.deviation:.1f}",
            _sign(one.about_points),
            f"± {one.points_deviation:.1f}",
        )
        for one in hindsight.ledger
    ]
    return table([heads, *rows])


def _word_turning(hindsight: "odds.Hindsight", tongue: Translator) -> Iterator[str]:
    turning = sorted((one for one in hindsight.battles if one.turning), key=lambda one: one.turning)
    if turning:
        yield from ("", tongue.say("Turning points (largest effects of dice):"))
    for one in turning:
        yield from textwrap.wrap(_word_point(hindsight, one, tongue), WIDTH, subsequent_indent="  ")


def _word_point(hindsight: "odds.Hindsight", one: "odds.BattleSwing", tongue: Translator) -> str:
    winner = max(one.sides, key=lambda side: (round(side.about_points, 1), side.about_pieces))
    return tongue.say(
        "{area}, entry {entry}: luck gave {side} {pieces} pieces and {points} points, better than {worse}"
        " of all results; control: {holder} (chance {chance}).",
        area=one.name,
        entry=one.closed,
        side=hindsight.sides[winner.side],
        pieces=_sign(winner.about_pieces),
        points=_sign(winner.about_points),
        worse=f"{winner.worse:.0f} %",
        holder=_name_holder(one.held, hindsight.sides, tongue),
        chance=_word_chance(one.held, tongue),
    )


def word_change(change: "odds.OrderChange", tongue: Translator = ENGLISH) -> str:
    """Render the effect of an order, or the effect that a refused order would have had."""
    before, after = (
        tongue.say("none at all") if one is None else _word_chance(one, tongue)
        for one in (change.before, change.after)
    )
    template = WOULD_CHANGE if change.kind == "refused" else CHANGED
    return tongue.say(template, area=change.name, before=before, after=after)


def add_changes(
    document: "Document", changes: "Sequence[odds.OrderChange]", tongue: Translator
) -> "Document":
    """Add the effects of orders on battles to the explanation of an entry."""
    from schemas.reports import Heading, words

    if not changes:
        return document
    heading = Heading(text=tongue.say("Effects on battles"))
    change_blocks = tuple(words(word_change(one, tongue)) for one in changes)
    return replace(document, blocks=(*document.blocks, heading, *change_blocks))


def _word_chance(one: "odds.HolderOdds", tongue: Translator) -> str:
    """Format a chance, with its interval if it is estimated."""
    chance = _percent(tongue, one.percent)
    if one.least is None or one.most is None:
        return chance
    first, last = (_percent(tongue, share) for share in (one.least, one.most))
    return f"{chance} ({tongue.say('{first} to {last}', first=first, last=last)})"


WEIGHED = forms(
    "The armies are hidden: these odds are those of {count} deal of pieces that fits what the side knows.",
    "The armies are hidden: these odds are means over {count} deals of pieces that fit what the side knows.",
)
"""Source of odds against hidden armies."""

EXACT = forms(
    "The odds are exact, computed from {count} position.",
    "The odds are exact, computed from {count} positions.",
)


@join_lines
def word_odds(answer: "odds.Odds", tongue: Translator = ENGLISH) -> Iterator[str]:
    """Render the policy and the odds of each battle."""
    if not answer.battles and not answer.hidden:
        yield tongue.say("No battle is open or possible now.")
        return
    yield from _word_policy(answer, tongue)
    for battle in answer.battles:
        yield from ("", *_word_battle(answer, battle, tongue))
    for hidden in answer.hidden:
        yield from ("", tongue.say("{area}: the armies are hidden from the viewer.", area=hidden.name))


@join_lines
def word_scene(answer: "odds.SceneOdds", tongue: Translator = ENGLISH) -> Iterator[str]:
    """Render the results of a scene, each with its chance."""
    yield answer.scene
    heads = (tongue.say("Result"), "%", tongue.say("Chance"))
    yield table([heads, *((one.name, tongue.decimal(one.percent), one.chance) for one in answer.results)])


def _word_policy(answer: "odds.Odds", tongue: Translator) -> Iterator[str]:
    say = tongue.say
    yield say("Both sides follow this policy, and no side plays further cards:")
    chart = ", ".join(answer.chart)
    quiet = (
        *answer.policy,
        say("no retreats and no biplanes, unless the rules demand them"),
        say("pieces take hits in this order: {kinds}", kinds=chart),
    )
    for line in quiet:
        yield textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="    ")


def _word_battle(answer: "odds.Odds", battle: "odds.BattleOdds", tongue: Translator) -> Iterator[str]:
    say, attacker = tongue.say, answer.sides[battle.attacker]
    yield say("{area}: the attacker is {side}.", area=battle.name, side=attacker)
    for card in battle.cards:
        yield from _word_card(answer, card, tongue)
    if battle.fights:
        yield say(
            "Too many positions: these odds are estimated from {fights} random battles, with 95 % intervals.",
            fights=battle.fights,
        )
    elif battle.deals:
        yield from textwrap.wrap(say(*WEIGHED, count=battle.deals), WIDTH)
    else:
        yield say(*EXACT, count=battle.positions)
    yield table(
        [(say("Controlled by"), say("Chance")), *(_hold(answer, one, tongue) for one in battle.holders)]
    )
    losses = (
        (
            answer.sides[one.side],
            tongue.decimal(one.about, 2),
            say("{first} to {last}", first=one.low, last=one.high),
        )
        for one in battle.losses
    )
    yield table([(say("Losses"), say("Mean"), say("From 5 % to 95 %")), *losses])
    if battle.gone:
        gone = ((one.name, _percent(tongue, one.percent)) for one in battle.gone)
        yield table([(say("Eliminated"), say("Chance")), *gone])
    if battle.choices:
        yield from _word_choices(answer, battle, tongue)


def _word_choices(answer: "odds.Odds", battle: "odds.BattleOdds", tongue: Translator) -> Iterator[str]:
    """Render the choices around a battle as a table; a star marks the best one of the attacker."""
    say = tongue.say
    sides = tuple(answer.sides[one.side] for one in battle.losses)
    heads = (say("Choice"), say("Taken"), *(say("{side} lost", side=name) for name in sides), say("Points"))
    rows = (
        (
            _name_choice(answer, one, tongue) + (" *" if one.best else ""),
            _percent(tongue, one.percent),
            *(tongue.decimal(mean, 2) for mean in one.about.values()),
            f"{one.about_points + 0.0:+.2f}",
        )
        for one in battle.choices
    )
    yield table([heads, *rows])
    attacker = answer.sides[battle.attacker]
    note = say("Taken and Points count for {side}; * marks the choice with most points.", side=attacker)
    yield from textwrap.wrap(note, WIDTH)
    if any(one.kind == "unseen" for one in battle.choices):
        unseen = say("Unseen cards are weighed by the cards that the viewer has not seen.")
        yield from textwrap.wrap(unseen, WIDTH)


def _name_choice(answer: "odds.Odds", one: "odds.ChoiceOdds", tongue: Translator) -> str:
    say = tongue.say
    match one.kind:
        case "as-it-is":
            return say("the battle as it is")
        case "card":
            chance = one.hand_chance
            note = "" if chance is None else f" ({_percent(tongue, float(100 * Fraction(chance)))})"
            return f"{answer.sides[one.side]}: {one.name}{note}"
        case "unseen":
            return say("{side} plays the best card it may hold", side=answer.sides[one.side])
        case "rounds":
            if one.stop:
                return say(
                    "up to {rounds} battles, stop at strength {stop}", rounds=one.rounds, stop=one.stop
                )
            return say("up to {rounds} battles", rounds=one.rounds)
        case _:
            assert_never(one.kind)


def _word_card(answer: "odds.Odds", card: "odds.CardOdds", tongue: Translator) -> Iterator[str]:
    parts = {"side": answer.sides[card.side], "card": card.name}
    if card.percent is None:
        yield tongue.say("{side} plays {card} on the battle.", **parts)
    else:
        percentage = _percent(tongue, card.percent)
        sentence = tongue.say(
            "{side} plays {card} on the battle. Chance that the side has such a card: {held}.",
            held=percentage,
            **parts,
        )
        yield from textwrap.wrap(sentence, WIDTH)


def _hold(answer: "odds.Odds", one: "odds.HolderOdds", tongue: Translator) -> tuple[str, str]:
    return _name_holder(one, answer.sides, tongue), _word_chance(one, tongue)


def _name_holder(one: "odds.HolderOdds", sides: "Mapping[Side, str]", tongue: Translator) -> str:
    return tongue.say("in dispute") if one.holder is None else sides[one.holder]


def _percent(tongue: Translator, percent: float) -> str:
    return f"{tongue.decimal(percent)} %"
