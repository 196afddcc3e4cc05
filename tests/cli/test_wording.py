"""Answers in words: one and several, with each part and without it."""

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from msgspec.structs import replace

from referee.cli.render import answer_text, evidence, opening_text
from referee.i18n import languages
from referee.i18n.translator import ENGLISH, Translator
from schemas.answers.matches import (
    Answers,
    Exported,
    Filed,
    Folds,
    KeptFold,
    Languages,
    Line,
    Listed,
    Log,
    Opened,
    Questions,
    Shelf,
)
from schemas.answers.packs import (
    BegunPack,
    CountedDepth,
    CountedGames,
    CountedOrders,
    CountedScenario,
    CountedShare,
    Explained,
    ExplainedFact,
    ExplainedRuling,
    Explanation,
    ListedPack,
    PackChoice,
    PackList,
    PackPage,
    PackScenario,
    PackTable,
    RedrawnMap,
)
from schemas.bots import BotPlayed
from schemas.record import Prompt, Record
from tests.cli.worded_evidence import EVIDENCE, VERIFIED, Worded

OPENED = Opened(
    match="duel", folder="m/duel", pack="packs/toy", version="1", scenario="only", options={},
    sides=("red", "blue"), dice="sealed", anchor="aa", hidden="bb", policy="default", head="1:cc",
)  # fmt: skip
TO_PLAYERS = (
    "The policy default decides on errors that are found late.",
    "Journal in m/duel",
    "Send this to the players, so that they can verify the dice from the first roll on:",
    "  first key    aa",
    "  commitment   bb",
    "  head         1:cc",
    "The commitment is the SHA-256 of the hidden secret: it proves, once the secret is revealed, that the"
    " secret was fixed before the first order.",
)

OPENINGS: list[Worded] = [
    (
        OPENED,
        (
            "duel is open: toy 1, scenario only.",
            "Sides: red and blue. Dice: sealed. Options: as the pack recommends.",
            "Each side may add a phrase to the dice before the first order of any side.",
            *TO_PLAYERS,
        ),
    ),
    (
        replace(OPENED, chosen={"long": "yes", "x": "y"}, dice="spoken", phrases="none"),
        (
            "duel is open: toy 1, scenario only.",
            "Sides: red and blue. Dice: spoken. Options: long=yes, x=y, otherwise as the pack recommends.",
            "The dice contain no phrases of the players.",
            *TO_PLAYERS,
        ),
    ),
]

SHELVES: list[Worded] = [
    (Shelf(shelf="m", matches=()), ("m contains no matches.",)),
    (
        Shelf(
            shelf="m",
            matches=(
                Listed(match="duel", pack="p/toy", scenario="only", entries=1, waiting=("red",)),
                Listed(match="old", pack="toy", scenario="only", entries=12),
                Listed(match="bad", fault="it is torn"),
            ),
        ),
        (
            "duel  toy only  1 entry     waiting for red",
            "old   toy only  12 entries  over",
            "bad                         cannot be read: it is torn",
        ),
    ),
]

PROMPT = Prompt(side="red", question="q", clause="c", text="Throw!")
ASKED = Questions(match="d", viewer="red", prompts=(PROMPT,), waiting=("red",), head="h")

QUESTIONS: list[Worded] = [
    (ASKED, ("red: Throw!",)),
    (replace(ASKED, waiting=("red", "blue")), ("red: Throw!", "Waiting for blue.")),
    (replace(ASKED, prompts=(), waiting=("blue",)), ("Waiting for blue.",)),
    (replace(ASKED, prompts=(), waiting=()), ("There are no open questions. The match is over.",)),
]

ANSWERS: list[Worded] = [
    (Answers(match="d", side="red", orders=()), ("# Red has no open question",)),
    (Answers(match="d", side="red", orders=("a", "b")), ("a", "b")),
    (Answers(match="d", side="red", orders=("a",), more=True), ("a", "# more orders exist: raise --limit")),
]

THROWN = Line(
    seq=1, at="t", kind="order", side="red", text="throw 2", thrown=((1, 6), (3,)), seal="s"
)  # fmt: skip

LOGS: list[Worded] = [
    (Log(match="d", viewer="red", entries=(), head="0:ab"), ("head 0:ab",)),
    (
        Log(
            match="d",
            viewer="red",
            entries=(THROWN, Line(seq=10, at="t", kind="note", text="hi", stands=False, seal="s")),
            head="10:ab",
        ),
        ("1   t  order  red  throw 2 [1 6] [3]", "10  t  note   -    hi (taken back)", "head 10:ab"),
    ),
]

COPIED: list[Worded] = [
    (Exported(match="d", viewer="red", file="f", lines=1), ("1 line written to f",)),
    (Exported(match="d", viewer="red", file="f", lines=2), ("2 lines written to f",)),
]

PACKS: list[Worded] = [
    (PackList(packs=()), ("No packs are installed.",)),
    (
        PackList(
            packs=(
                ListedPack(pack="toy", name="Toy", version="1", system="toys"),
                ListedPack(pack="bad", fault="broken"),
            )
        ),
        ("toy  1  toys  Toy", "bad           cannot be read: broken"),
    ),
]

PAGE = PackPage(
    pack="toy", name="Toy", version="1", system="toys", folder="f", digest="d", sides=("red", "blue"),
    scenarios=(PackScenario(id="only", name="The Only One"),),
)  # fmt: skip
TITLE = (
    "Toy (toy 1), a game of the toys system",
    "Folder: f",
    "Digest: d",
    "Sides: red and blue",
    "Scenarios:",
    "  only  The Only One",
)

PAGES: list[Worded] = [
    (PAGE, (*TITLE, "Sources of the figures:")),
    (
        replace(
            PAGE,
            options=(PackChoice(id="long", title="A long game", choices=("no", "yes", "x"), default="yes"),),
            tables=(
                PackTable(table="map", source="rulebook"),
                PackTable(table="forces", source="reconstruction", note="guess " * 15),
            ),
        ),
        (
            *TITLE,
            "Options, recommended choice first:",
            "  long=yes|no|x  A long game",
            "Sources of the figures:",
            "  map: rulebook",
            "  forces: reconstruction",
            "    " + " ".join(["guess"] * 11),
            "    " + " ".join(["guess"] * 4),
        ),
    ),
]

DEPTH = CountedDepth(depth=1, orders=1234, questions={"hide": 1200, "throw": 34})
SHARE = CountedShare(side="red", player="bold", won=1, percent=25.0, least=4.6, most=69.9)
GAMES = CountedGames(games=4, drawn=2, shares=(SHARE, replace(SHARE, side="blue")))
COUNTED = CountedScenario(scenario="only", depths=(DEPTH,))

COUNTS: list[Worded] = [
    (
        CountedOrders(pack="p", scenarios=(replace(COUNTED, depths=(DEPTH, replace(DEPTH, depth=2))),)),
        (
            "scenario  depth  orders  by question",
            "only      1      1,234   hide 1,200, throw 34",
            "only      2      1,234   hide 1,200, throw 34",
        ),
    ),
    (
        CountedOrders(pack="p", scenarios=(replace(COUNTED, games=(GAMES,)),)),
        (
            "scenario  depth  orders  by question",
            "only      1      1,234   hide 1,200, throw 34",
            "",
            "scenario  games  side (player)  won     95 % interval  drawn",
            "only      4      red (bold)     25.0 %  4.6 - 69.9 %   2",
            "only      4      blue (bold)    25.0 %  4.6 - 69.9 %   2",
        ),
    ),
]

FOLDS: list[Worded] = [
    (Folds(folder="f", folds=()), ("The shelf has no matches, so it has no snapshots.",)),
    (Folds(folder="f", folds=(), cleared=0), ("0 snapshots were removed.",)),
    (Folds(folder="f", folds=(), cleared=1), ("1 snapshot was removed.",)),
    (
        Folds(
            folder="f",
            folds=(
                KeptFold(match="a", state="fresh", entries=1, checkpoints=1, size=1),
                KeptFold(match="bb", state="behind", entries=20, checkpoints=2, size=2001),
                KeptFold(match="c", state="unfit", entries=3),
                KeptFold(match="d", state="none"),
            ),
        ),
        (
            "a   fresh                                  1 entry     1 checkpoint   1 kB",
            "bb  behind: the journal has newer entries  20 entries  2 checkpoints  3 kB",
            "c   invalid: not used",
            "d   no snapshot",
            "Folder of the snapshots: f",
        ),
    ),
    (
        Folds(
            folder="f",
            folds=(
                KeptFold(match="a", state="fresh", entries=1, size=1000),
                KeptFold(match="b", state="fresh", entries=1, wrong=("position",)),
            ),
            checked=True,
        ),
        (
            "a  fresh  1 entry  0 checkpoints  1 kB  right",
            "b  fresh  1 entry  0 checkpoints  0 kB  wrong: position",
            "Folder of the snapshots: f",
        ),
    ),
]

FILED: list[Worded] = [
    (
        Filed(match="d", entry=7, kind="note", text="well", head="7:ab"),
        ("Filed as entry 7 (note).", "head 7:ab"),
    )
]

SPEAKING: list[Worded] = [
    (
        Languages(match="d", languages={"red": "fr", "public": "en"}, known=("en", "fr")),
        ("d: red=fr, public=en. Available: en and fr.",),
    )
]

BOTS: list[Worded] = [
    (
        BotPlayed(match="d", side="red", bot="random 1", letters=1, entries=(8, 9), head="9:ab", waiting=()),
        ("random 1 plays red and filed 1 letter, up to entry 9",),
    ),
    (
        BotPlayed(match="d", side="red", bot="random 1", letters=0, entries=(), head="9:ab", waiting=()),
        ("random 1 plays red and filed 0 letters, up to entry 0",),
    ),
]

LONG = "A rule that is so long that it has to be put on a second line, where it stands as far from the edge."

EXPLAINED: list[Worded] = [
    (
        Explanation(
            clauses=(
                Explained(
                    pack="p",
                    book="the book",
                    number="1.2",
                    title="Rule",
                    rule=LONG,
                    meanings=("a.b",),
                    rulings=("R1",),
                ),
                Explained(pack="p", book="the book", number="1.3", title="Other", rule="Short."),
            ),
            rulings=(
                ExplainedRuling(pack="p", id="R1", title="Ruling", text="So be it.", because="the letters"),
            ),
            facts=(
                ExplainedFact(code="rail", kind="refusal", text="no rail", remedy="walk", packs=("p", "q")),
                ExplainedFact(code="torn", kind="fault", text="a torn line"),
            ),
        ),
        (
            "1.2  Rule  (the book)",
            "  A rule that is so long that it has to be put on a second line, where",
            "  it stands as far from the edge.",
            "  Name in the rules: a.b.",
            "  Ruling R1",
            "",
            "1.3  Other  (the book)",
            "  Short.",
            "",
            "R1  Ruling  (ruling)",
            "  So be it.",
            "  Source: the letters",
            "",
            "rail  (a refusal of p and q)",
            "  text: no rail",
            "  remedy: walk",
            "",
            "torn  (a fault)",
            "  text: a torn line",
        ),
    )
]

SPOKEN: list[tuple[Callable[..., str], list[Worded]]] = [
    (opening_text.word_opening, OPENINGS),
    (answer_text.shelf, SHELVES),
    (answer_text.questions, QUESTIONS),
    (partial(answer_text.answers, name="Red"), ANSWERS),
    (answer_text.log, LOGS),
    (answer_text.word_export, COPIED),
    (answer_text.packs, PACKS),
    (answer_text.word_pack, PAGES),
    (answer_text.counts, COUNTS),
    (answer_text.word_folds, FOLDS),
    (answer_text.word_entry, FILED),
    (answer_text.languages, SPEAKING),
    (answer_text.word_bot, BOTS),
    (answer_text.explanation, EXPLAINED),
]


@pytest.mark.parametrize(
    ("say", "answer", "lines"),
    [(say, answer, lines) for say, worded in [*SPOKEN, *EVIDENCE] for answer, lines in worded],
)
def test_text_answer_contains_every_field(
    say: Callable[[Record, Translator], str], answer: Record, lines: Sequence[str]
) -> None:
    assert say(answer, ENGLISH).split("\n") == list(lines)


def test_a_pack_that_was_begun_says_what_it_builds_on() -> None:
    alone = BegunPack(pack="p", folder="f", files=("a", "b"))

    assert answer_text.word_new_pack(alone) == "f holds a, b."
    assert answer_text.word_new_pack(replace(alone, extends="ttlm")) == "f holds a, b, and builds on ttlm."


def test_a_map_that_was_drawn_again_names_what_it_does_not_show() -> None:
    drawn = RedrawnMap(pack="p", file="f", areas=3, linked=(("a", "b"),), closed=(("c", "d"),))

    assert answer_text.redrawn(drawn).split("\n") == [
        "f has the outlines of 3 areas.",
        "Linked by a line: a and b.",
        "Closed by a bar: c and d.",
    ]


@pytest.mark.parametrize(("differences", "said"), [((3,), "de l'entrée 3."), ((3, 7), "des entrées 3 et 7.")])
def test_one_entry_and_several_appear_in_french(differences: tuple[int, ...], said: str) -> None:
    answer = replace(VERIFIED, differences=differences)
    told = evidence.word_verification(answer, languages.tongue("fr"))

    assert f"Les règles d'aujourd'hui décideraient autrement {said}" in told
