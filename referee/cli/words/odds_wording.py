"""Odds of battles as text: the policy first, then small tables for each battle."""

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.cli.wording import table
from referee.engine.tongue import ENGLISH, Translator, forms

if TYPE_CHECKING:
    from schemas.answers.odds import BattleOdds, CardOdds, HolderOdds, Odds, SceneOdds

WIDTH = 72

EXACT = forms(
    "The odds are exact, computed from {count} position.",
    "The odds are exact, computed from {count} positions.",
)
"""Source of exact odds."""


def word_odds(answer: "Odds", tongue: Translator = ENGLISH) -> str:
    """Render the policy and the odds of each battle."""
    if not answer.battles and not answer.hidden:
        return tongue.say("No battle is open or possible now.")
    lines = list(_word_policy(answer, tongue))
    for battle in answer.battles:
        lines += ["", *_word_battle(answer, battle, tongue)]
    for hidden in answer.hidden:
        lines += ["", tongue.say("{area}: the armies are hidden from the viewer.", area=hidden.name)]
    return "\n".join(lines)


def word_scene(answer: "SceneOdds", tongue: Translator = ENGLISH) -> str:
    """Render the results of a scene, each with its chance."""
    heads = (tongue.say("Result"), "%", tongue.say("Chance"))
    rows = ((one.name, f"{one.percent:.1f}", one.chance) for one in answer.results)
    return "\n".join((answer.scene, table([heads, *rows])))


def _word_policy(answer: "Odds", tongue: Translator) -> Iterator[str]:
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


def _word_battle(answer: "Odds", battle: "BattleOdds", tongue: Translator) -> Iterator[str]:
    say, attacker = tongue.say, answer.sides[battle.attacker]
    yield say("{area}: the attacker is {side}.", area=battle.name, side=attacker)
    for card in battle.cards:
        yield from _word_card(answer, card, tongue)
    if battle.fights:
        yield say(
            "Too many positions: these odds are estimated from {fights} random battles, with 95 % intervals.",
            fights=battle.fights,
        )
    else:
        yield say(*EXACT, count=battle.positions)
    yield table(
        [(say("Controlled by"), say("Chance")), *(_hold(answer, one, tongue) for one in battle.holders)]
    )
    losses = (
        (answer.sides[one.side], f"{one.about:.2f}", say("{first} to {last}", first=one.low, last=one.high))
        for one in battle.losses
    )
    yield table([(say("Losses"), say("Mean"), say("From 5 % to 95 %")), *losses])
    if battle.gone:
        gone = ((one.name, _percent(one.percent)) for one in battle.gone)
        yield table([(say("Eliminated"), say("Chance")), *gone])


def _word_card(answer: "Odds", card: "CardOdds", tongue: Translator) -> Iterator[str]:
    named = {"side": answer.sides[card.side], "card": card.name}
    if card.percent is None:
        yield tongue.say("{side} plays {card} on the battle.", **named)
    else:
        held = _percent(card.percent)
        told = tongue.say(
            "{side} plays {card} on the battle. Chance that the side has such a card: {held}.",
            held=held,
            **named,
        )
        yield from textwrap.wrap(told, WIDTH)


def _hold(answer: "Odds", one: "HolderOdds", tongue: Translator) -> tuple[str, str]:
    name = tongue.say("in dispute") if one.holder is None else answer.sides[one.holder]
    chance = _percent(one.percent)
    if one.least is None or one.most is None:
        return name, chance
    first, last = _percent(one.least), _percent(one.most)
    return name, f"{chance} ({tongue.say('{first} to {last}', first=first, last=last)})"


def _percent(percent: float) -> str:
    return f"{percent:.1f} %"
