"""Twin games: the same to one side and to a stranger, and different in what only the other side knows."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, groupby, islice
from pathlib import Path
from typing import Any

from referee.analysis import odds, tables
from referee.analysis.bots import bot_play
from referee.analysis.exact_odds import letter_battles
from referee.dice.chain import Secrets
from referee.engine import machine
from referee.engine.dice import Dice, WrittenDice, replay_dice
from referee.engine.system import Accepted, Rules
from referee.evidence import disputes
from referee.matches import journal, matches, visibility
from referee.matches.history import Move
from referee.matches.journal import Draft, Journal, line, reading
from referee.matches.judging import judge_letter
from referee.matches.matches import Match
from referee.packs.rulesets import Ruleset
from referee.reports import (
    documents,
    legal_orders,
    letter_answers,
    logs,
    maps,
    match_progress,
    publishing,
)
from referee.reports.composer import page as composer_page
from referee.reports.formats import plain_text
from referee.reports.formats.format_names import FORMATS
from schemas.answers.tables import TABLES
from schemas.journal import Head, Header, Kind
from schemas.letter import LetterLine
from schemas.model import Order
from schemas.record import PUBLIC, Event, to_data, to_json
from tests.great_war.random_play import lawful_choice
from tests.loose_dice import LooseDice
from tests.replay_pages import spread
from tests.systems import system_of

AT = "2026-12-01T20:00:00Z"
GE, EN = "german", "entente"
SECRETS = Secrets(seed="5e" * 32, hidden="c0" * 32, keys=80)
DIGESTS = re.compile(r"[0-9a-f]{64}|(?<=\"salt\":\")[0-9a-f]{32}")
"""What is random in every journal: seals, commitments, salts."""

SKIPPED = 0.3
"""How often a question to both sides is passed over for a later one."""

LETTERS = (
    "pass", "offensive 4", "offensive 17", "redraw 4, 17", "move fr-1 to sedan", "lose be-1", "retreat to",
    "play 30", "spend 33", "buy 3 cards", "build 2 infantry in paris", "nonsense", "done", "discard 5",
    "move fr-i3 to sedan", "lose 2 infantry of fr-1", "move 3 infantry of fr-5 to reims",
    "join fr-i3 to fr-2",
)  # fmt: skip
"""What the one side tries, to see whether the answers differ."""


@dataclass(frozen=True)
class Play:
    """One order of a game and what came of it; the opening has no order."""

    order: Order | None
    events: tuple[Event, ...]
    before: Any


def playing(rules: Rules, dice: Dice, chosen: Callable[[Any], Order | None]) -> Iterator[Play]:
    """The opening, and one order after the other as somebody chooses them, until he chooses none."""
    state, events = machine.run_on(rules, rules.start(), dice)
    yield Play(None, events, rules.start())
    while (order := chosen(state)) is not None:
        before = state
        state, verdict = machine.play(rules, state, order, dice)
        assert isinstance(verdict, Accepted)
        yield Play(order, verdict.events, before)


def played(rules: Rules, seed: int, most: int) -> list[Play]:
    """A random game of so many orders at most."""
    generator = random.Random(seed)

    def chosen(state: Any) -> Order | None:
        return some_lawful(rules, state, generator) if rules.prompts(state) else None

    return list(islice(playing(rules, LooseDice(generator), chosen), most + 1))


def some_lawful(rules: Rules, state: Any, generator: random.Random) -> Order:
    """A lawful order; that there is none would be a dead end."""
    order = lawful_choice(rules, state, generator)
    assert order is not None, rules.prompts(state)
    return order


def twin(rules: Rules, plays: Sequence[Play], generator: random.Random) -> list[Play]:
    """The same orders and dice over another deck: cards the one side never saw have changed places.

    If the last order was sealed to it, that is another one, too.
    """
    (order,) = [event.order for event in plays[0].events if event.type == "deck-shuffled"]
    hidden = [card for card in order if card not in seen_cards(rules, plays)]
    moved = dict(zip(hidden, generator.sample(hidden, len(hidden)), strict=True))
    deck = tuple(moved.get(card, card) for card in order)
    state, events = machine.run_on(rules, rules.start(), WrittenDice(orders=[deck]))
    twins = [Play(None, events, rules.start())]
    for number, play in enumerate(plays[1:], 1):
        chosen: Any = play.order
        if number == len(plays) - 1 and system_of(rules).secrecy.redact_order(chosen, GE) is None:
            chosen = generator.choice([chosen, *others(rules, state, chosen)])
        before = state
        state, verdict = machine.play(rules, state, chosen, replay_dice(play.events))
        assert isinstance(verdict, Accepted), (chosen, verdict)
        twins.append(Play(chosen, verdict.events, before))
    return twins


def others(rules: Rules, state: Any, order: Order) -> list[Order]:
    """Other sealed answers of the same side that leave as many questions open."""
    mine = (prompt for prompt in rules.prompts(state) if prompt.side == order.side)
    lawful = (answer for prompt in mine for answer in rules.lawful(state, prompt))
    return [
        answer
        for answer in lawful
        if system_of(rules).secrecy.redact_order(answer, GE) is None and answer.type == order.type
    ]


def seen_cards(rules: Rules, plays: Sequence[Play]) -> set[int]:
    """The cards that ever came before the eyes of the one side."""
    seen: set[int] = set()
    for play in plays:
        records = [system_of(rules).secrecy.redact_event(event, GE) for event in play.events]
        records += [None if play.order is None else system_of(rules).secrecy.redact_order(play.order, GE)]
        for record in records:
            if record is not None:
                seen |= set(_cards(to_data(record)))
    # A sealed order that names its cards must mean the same in both games.
    for play in plays:
        if play.order is not None:
            seen |= set(_cards(to_data(play.order)))
    return seen


def _cards(fields: dict[str, Any]) -> Iterator[int]:
    for name, value in fields.items():
        if "card" in name:
            yield from value if isinstance(value, tuple | list) else [value] if isinstance(value, int) else []


def filed(bound: Ruleset, plays: Sequence[Play], refused: str) -> tuple[Match, list[bytes]]:
    """A game as a match with its journal, in memory; the other side's last letter was refused."""
    header = Header(
        match="twin", pack="ttlm", pack_version="1", pack_digest=bound.loaded.digest, system="great-war",
        scenario=bound.scenario, options=bound.options, sides=bound.rules.sides, anchor=SECRETS.anchor(),
        keys=SECRETS.keys, hidden=SECRETS.hidden_digest, at=AT,
    )  # fmt: skip
    opening = line.opening(header)
    lines, entries, seal = [opening], [], line.read(opening[:-1]).seal
    drafts = list(_drafts(bound.rules, plays))
    drafts.append(journal.unsigned("refusal", EN, _refused(refused), sides=bound.rules.sides, at=AT))
    for seq, draft in enumerate(drafts, 1):
        lines.append(line.write_line(draft, seq, seal))
        entries.append(reading.entry(lines[-1][:-1], seq, seal))
        seal = entries[-1].seal
    whole = Journal(
        header, line.read(opening[:-1]).seal, tuple(entries), Head(seq=len(entries), seal=seal), 0
    )
    return Match("twin", Path("twin"), whole, bound), lines


def _drafts(rules: Rules, plays: Sequence[Play]) -> Iterator[Draft]:
    """The entries of a game: what a side says without a break is one letter."""
    for side, said in groupby(plays, lambda play: play.order.side if play.order else "referee"):
        kind: Kind = "ruling" if side == "referee" else "order"
        for together in visibility.by_entry(
            system_of(rules), [Move(play.order, play.events) for play in said]
        ):
            told = (
                visibility.parts(system_of(rules), None, together.moves[0].events)
                if kind == "ruling"
                else visibility.split_parts(system_of(rules), side, together)
            )
            yield Draft(kind=kind, at=AT, side=side, public=told.public, private=told.private)


def _refused(letter: str) -> dict[str, object]:
    fallen = {"line": 1, "text": letter[:60], "unreadable": "this is no order"}
    return {"letter": "ab" * 32, "text": letter, "fallen": [fallen], "unheard": [], "message_id": None}


def outputs(match: Match, lines: Sequence[bytes]) -> Iterator[tuple[str, str]]:
    """Everything that the one side, or a stranger, may be shown of a match; digests are blotted out."""
    for name, output in chain(_records(match, lines), _answers(match)):
        yield name, DIGESTS.sub("#", output)


def records(match: Match, lines: Sequence[bytes]) -> Iterator[tuple[str, str]]:
    """What they may be shown of what was filed, without what the rules would answer now."""
    for name, output in _records(match, lines):
        yield name, DIGESTS.sub("#", output)


def _records(match: Match, lines: Sequence[bytes]) -> Iterator[tuple[str, str]]:
    last = match.journal.head.seq
    for viewer in (GE, PUBLIC):
        yield f"copy for {viewer}", b"".join(line.own_copy(raw, viewer) for raw in lines[1:]).decode()
    for full in (False, True):
        report = documents.report(match, GE, since=max(0, last - 6), full=full)
        for form in FORMATS:
            yield f"report as {form}, {full=}", publishing.publish(report, form)
    yield "subject", publishing.headline(report)
    yield "situation", plain_text.write(documents.situation(match, GE))
    yield "view", to_json(documents.view(match, GE))
    yield "view of a stranger", to_json(documents.view(match, PUBLIC))
    yield "log", to_json(logs.log(match, GE))
    yield "prompts", to_json(legal_orders.prompts(match, GE))
    yield "map", maps.draw(maps.picture(match, GE))
    yield "chart", match_progress.draw(match_progress.chart(match, GE))
    yield "difference", plain_text.write(documents.list_differences(match, GE, max(1, last - 6), last))
    yield "replay", spread(match_progress.page(match, GE))
    yield "events", "\n".join(map(to_json, tables.list_events(match, GE)))
    for viewer in (GE, PUBLIC):
        copy = matches.read_own_copy(match, BytesIO(b"".join(lines)), viewer)
        for name in TABLES:
            yield f"{name} for {viewer}", "\n".join(map(to_json, tables.list_rows(copy, name, viewer)))
    yield "dispute", plain_text.write(disputes.dispute(match, last - 1, GE))
    yield "dispute of a refusal", plain_text.write(disputes.dispute(match, last, GE))


def _answers(match: Match) -> Iterator[tuple[str, str]]:
    yield "options", to_json(legal_orders.options(match, GE, 200))
    shown = bot_play.show_turn(match, GE)
    yield "a bot's turn", "" if shown is None else to_json(shown)
    yield "options in parts", to_json(legal_orders.list_options(match, GE, 200))
    yield "composer", composer_page.page(match, GE, "", letter_battles.make_tables)
    yield "odds", to_json(odds.odds(match, GE))
    yield "odds for a stranger", to_json(odds.odds(match, PUBLIC))
    state = match.position()
    for letter in LETTERS:
        asked = LetterLine(line=1, column=1, text=letter, typed=letter)
        heard = judge_letter.judge_lines(match.system, state, GE, [asked], dry=True)
        yield f"ruling on {letter}", to_json(letter_answers.answer_rehearsal(match, GE, heard))


def planning(rules: Rules, generator: random.Random) -> list[Play]:
    """A random game up to a question that both sides answer under seal."""

    def chosen(state: Any) -> Order | None:
        both = {prompt.side for prompt in rules.prompts(state)} == {GE, EN}
        if both and generator.random() >= SKIPPED:
            return None
        return some_lawful(rules, state, generator)

    return list(playing(rules, LooseDice(generator), chosen))


def under_seal(rules: Rules, state: Any, generator: random.Random) -> Iterator[Play]:
    """Orders of the other side under seal, one after the other: what it must say first.

    They answer one question: an order of the next plan is an entry of its own, and everyone sees that it is
    there.
    """
    question = {prompt.question for prompt in rules.prompts(state) if prompt.side == EN}
    while question == {prompt.question for prompt in rules.prompts(state) if prompt.side == EN}:
        mine = (prompt for prompt in rules.prompts(state) if prompt.side == EN)
        lawful = (order for prompt in mine for order in rules.lawful(state, prompt))
        sealed = list(
            islice((order for order in lawful if system_of(rules).secrecy.redact_order(order, GE) is None), 5)
        )
        if not sealed:
            return
        before, order = state, generator.choice(sealed)
        state, verdict = machine.play(rules, state, order, LooseDice(generator))
        assert isinstance(verdict, Accepted)
        yield Play(order, verdict.events, before)


def after(rules: Rules, plays: Sequence[Play]) -> Any:
    return machine.replay(rules, rules.start(), (event for play in plays for event in play.events))


def closed(rules: Rules, plays: list[Play]) -> list[Play] | None:
    """A game with the word that closes the plan of the other side, if that is lawful yet."""
    state = after(rules, plays)
    (done,) = system_of(rules).notation.read(state, EN, "done")
    if any(rules.objections(state, done)):
        return None
    _, verdict = machine.play(rules, state, done, LooseDice(random.Random(0)))
    assert isinstance(verdict, Accepted)
    return [*plays, Play(done, verdict.events, state)]


def letters_apart(bound: Ruleset, seed: int) -> tuple[list[Play], list[Play]]:
    """The same game up to a letter of the other side that holds more orders in one than in the other.

    Either closes its plan with it, or neither does; the shorter letter may then have nothing else in it.
    """
    rules, generator = bound.rules, random.Random(seed)
    plays: list[Play] = []
    said: list[Play] = []
    # Some games have no order under seal at the beginning of a letter.
    while not said:
        plays = planning(rules, generator)
        # What was said before in the same breath would be of the same letter.
        while plays[-1].order is not None and plays[-1].order.side == EN:
            plays.pop()
        said = list(islice(under_seal(rules, after(rules, plays), generator), generator.randint(6, 12)))
    longer = closed(rules, [*plays, *said])
    shorter = (closed(rules, [*plays, *said[:count]]) for count in range(len(said)))
    least = next((game for game in shorter if game is not None), None)
    if longer is not None and least is not None and generator.random() < 0.7:
        return least, longer
    return [*plays, *said[:1]], [*plays, *said]


def told_apart(
    bound: Ruleset, seed: int
) -> tuple[Iterator[tuple[str, str]], Iterator[tuple[str, str]], bool]:
    """The outputs of two games that differ in how much one letter held, and whether they do."""
    one, two = letters_apart(bound, seed)
    first, second = (records(*filed(bound, game, "")) for game in (one, two))
    return first, second, len(one) != len(two)


def pair(bound: Ruleset, seed: int) -> tuple[Iterator[tuple[str, str]], Iterator[tuple[str, str]], bool]:
    """The outputs of two twins, and whether their secrets differ in more than a letter."""
    generator = random.Random(seed)
    plays = played(bound.rules, seed, generator.randint(1, 45))
    sealed = [
        n
        for n, play in enumerate(plays)
        if play.order and bound.system.secrecy.redact_order(play.order, GE) is None
    ]
    if sealed and generator.random() < 0.5:
        plays = plays[: generator.choice(sealed) + 1]
    other = twin(bound.rules, plays, generator)
    letters = ["x" * generator.randint(0, 5000) for _ in range(2)]
    one, two = (
        outputs(*filed(bound, game, letter)) for game, letter in zip((plays, other), letters, strict=True)
    )
    return one, two, any(a != b for a, b in zip(plays, other, strict=True))


def bidding(rules: Rules, generator: random.Random) -> list[Play]:
    """A game in which hardly anything happens, up to the bids for a first player turn."""

    def chosen(state: Any) -> Order | None:
        prompts = rules.prompts(state)
        if any(prompt.question == "initiative" for prompt in prompts):
            return None
        side = generator.choice(prompts).side
        words = (
            order for word in ("pass", "done") for order in system_of(rules).notation.read(state, side, word)
        )
        quiet = (order for order in words if not any(rules.objections(state, order)))
        return next(quiet, None) or some_lawful(rules, state, generator)

    return list(playing(rules, LooseDice(generator), chosen))


def bids_apart(bound: Ruleset, seed: int) -> tuple[list[Play], list[Play]]:
    """The same game up to the bid of the other side, which is not the same; closed in both, or in neither."""
    rules, generator = bound.rules, random.Random(seed)
    plays = bidding(rules, generator)
    state = after(rules, plays)
    bids = [order for order in rules.options(state, rules.prompts(state)[-1]) if order.type == "bid"]
    closing = generator.random() < 0.5
    games: list[list[Play]] = []
    for bid in generator.sample(bids, 2):
        torn = (
            [generator.choice(bids), *system_of(rules).notation.read(state, EN, "anew")]
            if generator.random() < 0.3
            else []
        )
        done = system_of(rules).notation.read(state, EN, "done") if closing else ()
        games.append([*plays, *_said(rules, state, (*torn, bid, *done))])
    return games[0], games[1]


def _said(rules: Rules, state: Any, orders: Sequence[Order]) -> Iterator[Play]:
    """Orders one after the other, none of which throws dice."""
    for order in orders:
        before = state
        state, verdict = machine.play(rules, state, order, LooseDice(random.Random(0)))
        assert isinstance(verdict, Accepted), (order, verdict)
        yield Play(order, verdict.events, before)
