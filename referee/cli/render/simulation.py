"""Studies of a pack as text: levels, points by season, contested areas, and unused cards and clauses."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.cli.render.answer_text import join_lines, table
from referee.i18n.translator import ENGLISH, Translator

if TYPE_CHECKING:
    from schemas.answers.simulation import ComparedWars, Simulated

EVEN = 90.0
"""An area is listed if no side controls it in this percentage of the wars."""


@join_lines
def word_study(study: "Simulated", tongue: Translator = ENGLISH) -> Iterator[str]:
    """Render a study, part by part."""
    say = tongue.say
    players = tongue.listed([f"{side}={name}" for side, name in study.players.items()])
    yield say(
        "{pack}, {scenario}: {count} war, seed {seed}, {players}",
        "{pack}, {scenario}: {count} wars, seed {seed}, {players}",
        pack=study.pack, scenario=study.scenario, count=study.games, seed=study.seed, players=players,
    )  # fmt: skip
    yield say("The balance of a pack in a study holds only for these players.")
    if study.games:
        yield from ("", *_word_levels(study, tongue), "", *_word_moments(study, tongue))
    yield from _word_areas(study, tongue)
    if study.unplayed:
        names = tongue.listed([card.name for card in study.unplayed])
        yield from ("", say("Never played: {cards}.", cards=names))
    if study.clauses:
        clause_note = say(
            "Clauses named by a question or an event: {named} of {clauses}.",
            named=study.named, clauses=study.clauses,
        )  # fmt: skip
        yield from ("", clause_note)
    for lost in study.lost:
        yield say(
            "War {number}: its process died {tries} times.",
            number=lost.number, tries=lost.tries,
        )  # fmt: skip
    for name in study.kept:
        yield say("Kept as the match {match}.", match=name)


def _word_levels(study: "Simulated", tongue: Translator) -> Iterator[str]:
    say = tongue.say
    heads = (say("Level at the end"), say("Wars"), "%", say("95 % interval"))
    yield table(
        [heads, *((one.level, str(one.wars), f"{one.percent:.1f}", f"{one.least:.1f}-{one.most:.1f}")
                  for one in study.levels)]
    )  # fmt: skip


def _word_moments(study: "Simulated", tongue: Translator) -> Iterator[str]:
    say = tongue.say
    heads = (say("Points at the end of"), say("Wars"), say("Mean"), "5 %", "25 %", "50 %", "75 %", "95 %")
    yield table(
        [heads, *((one.moment, str(one.wars), f"{one.mean:.1f}",
                   *map(str, (one.low, one.quarter, one.median, one.upper, one.high)))
                  for one in study.moments)]
    )  # fmt: skip
    yield say("A war has {orders} orders on average.", orders=f"{study.orders:.0f}")


def _word_areas(study: "Simulated", tongue: Translator) -> Iterator[str]:
    """Yield the areas that no side controls nearly always."""
    sides = tuple(study.players)
    open_to_all = [one for one in study.areas if 0 < max(one.percent.values(), default=0) < EVEN]
    if not open_to_all:
        return
    heads = (tongue.say("Control at the end (% of wars)"), *sides)
    rows = [(one.name, *(f"{one.percent.get(side, 0):.0f}" for side in sides)) for one in open_to_all]
    yield from ("", table([heads, *rows]))


def word_comparison(comparison: "ComparedWars", tongue: Translator = ENGLISH) -> str:
    """Render two studies and the difference of their points."""
    say = tongue.say
    difference = say(
        "The second pack gives {mean} more points at the end of a war (95 %: {least} to {most}), over"
        " {pairs} pairs; {moved} of them ended at another level.",
        mean=f"{comparison.mean:+.2f}", least=f"{comparison.least:+.2f}", most=f"{comparison.most:+.2f}",
        pairs=comparison.pairs, moved=comparison.moved,
    )  # fmt: skip
    return "\n\n".join(
        (word_study(comparison.first, tongue), word_study(comparison.second, tongue), difference)
    )
