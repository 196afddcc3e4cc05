"""Every fault has a code in `--json`, and `explain` knows it."""

import json
from collections.abc import Mapping
from enum import unique

import pytest

from referee.engine.facts import Fact, Statable
from referee.i18n import languages
from referee.packs import loading
from referee.reports import explanations
from referee.texts import language_choice
from tests.cli.conftest import Referee, Table
from tests.languages.enumerations import of_faults

TYPED: Mapping[str, str] = {
    "show nothing": "match-unknown",
    "show liege --at 99": "entry-unknown",
    "show liege --nonsense": "usage",
    "submit liege --as french": "no-such-side",
    "explain 99": "clause-unknown",
    "help nothing": "topic-unknown",
    "new war nothing": "pack-unknown",
    "new liege ttlm": "match-there",
    "verify nothing.jsonl": "journal-unknown",
}
"""Commands that cannot be carried out, and the code of what is wrong."""


@unique
class Refusal(Fact):
    TOO_FAR = "{piece} moves {count} areas at most", "stop in {near:area}"


@pytest.mark.parametrize(("typed", "code"), TYPED.items(), ids=TYPED)
def test_a_fault_has_a_code_for_scripts(liege: Table, typed: str, code: str) -> None:
    told = liege.command(*typed.split(), "--json", stdin="pass\n")

    assert [complaint["code"] for complaint in told.json["complaints"]] == [code]


@pytest.mark.parametrize("kind", of_faults(), ids=lambda kind: kind.__name__)
def test_the_faults_of_every_room_are_explained(command: Referee, kind: type[Fact]) -> None:
    fact = list(kind)[-1]
    (told,) = command("explain", fact.code, "--json").json["facts"]

    assert (told["code"], told["kind"], told["packs"]) == (fact.code, "fault", [])
    assert all(f"{{{part}}}" in told["text"] + told["remedy"] for part in told["parts"])


@pytest.mark.parametrize("language", languages.list_codes())
def test_every_fault_is_explained_in_every_language(language: str) -> None:
    kinds, tongue = of_faults(), language_choice.find_tongue(language)
    for code in explanations.list_codes(kinds, ()):
        (told,) = explanations.explain_code(code, kinds, (), tongue)
        assert all(f"{{{part}}}" in told.text + told.remedy for part in told.parts), code


@pytest.mark.parametrize("pack", [found.name for found in loading.shelf()])
def test_no_refusal_has_the_code_of_a_fault(pack: str) -> None:
    assert explanations.refusals(pack).keys().isdisjoint(explanations.list_codes(of_faults(), ()))


def test_a_refusal_of_the_west_is_explained(command: Referee) -> None:
    (told,) = command("explain", "rail-limit", "--json").json["facts"]

    assert (told["kind"], told["parts"]) == ("refusal", ["limit"])
    assert "ttlm" in told["packs"]


def test_explanation_of_code_contains_remedy(command: Referee) -> None:
    told = command("explain", "SAID-TWICE").out

    assert told.splitlines() == [
        "said-twice  (a fault)",
        "  text: `{key}` is {known} in line {before} and {value} here",
        "  remedy: write it once",
    ]


def test_a_code_is_explained_in_another_language(command: Referee) -> None:
    assert "remède" in command("explain", "said-twice", "--language", "fr").out


def test_a_code_that_is_not_known_is_answered_with_the_nearest(command: Referee) -> None:
    answer = command("explain", "said-twic")

    assert (answer.code, answer.out) == (66, "")
    assert "did you mean `said-twice`?" in answer.err


@pytest.mark.parametrize(("asked", "near"), [("5.4.2-x", "`5.4.2-"), ("C-99", "`A-99`")])
def test_a_number_that_no_book_has_is_answered_with_the_nearest(
    command: Referee, asked: str, near: str
) -> None:
    answer = command("explain", asked)

    assert (answer.code, answer.out) == (66, "")
    assert near in answer.err


def test_the_code_of_a_refusal_names_the_packs_that_refuse_for_it(
    command: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stated(pack: str) -> Mapping[str, Statable]:
        return {fact.code: fact for fact in Refusal} if pack != "skirmish" else {}

    monkeypatch.setattr(explanations, "refusals", stated)
    (told,) = json.loads(command("explain", "too-far", "--json").out)["facts"]

    assert told["kind"] == "refusal"
    assert "ttlm" in told["packs"]
    assert "skirmish" not in told["packs"]
    assert told["text"] == "{piece} moves {count} areas at most"
    assert (told["remedy"], told["parts"]) == ("stop in {near}", ["piece", "count", "near"])
