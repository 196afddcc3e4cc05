"""Facts for the ear: a listener rebuilds the whole answer of `show --json` from the sentences alone."""

import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from referee.packs import loading, rulesets
from referee.reports import publishing
from referee.reports.formats.spoken_facts import tell_facts
from referee.systems.skirmish.rules import Skirmish
from schemas.record import PUBLIC, REFEREE, to_data
from schemas.reports import Document, words
from tests.great_war import random_play
from tests.skirmish import random_play as random_skirmish
from tests.systems import system_of

ITEMS = {
    "prompt": "prompts", "area": "areas", "piece": "pieces", "army": "armies", "hand": "hands",
    "plan": "plans", "purse": "purses", "played": "played", "planned": "planned", "unit": "units",
    "figure": "figures", "contact": "contacts", "melee": "melees", "smoke": "smoke", "token": "tokens",
    "mission": "missions", "plot": "plots", "terrain": "terrain", "reward": "rewards", "sight": "sight",
    "german": "german", "entente": "entente", "central": "central",
}  # fmt: skip
"""Lists of records by the word that a sentence has for one of their items."""

LISTS = frozenset((
    "sources", "pieces", "holds", "battles", "fought", "bonus", "discards", "removed", "cards", "locked",
    "eliminated", "unsupplied", "weapons", "way", "corners", "figures", "units", "cover", "against",
    "path", "at", "unaimed", "pending", "skills",
))  # fmt: skip
"""Fields that are lists of values, places, or the coordinates of a place; `sources` are those of supply."""

FIELDS = {"card limit": "card_limit", "fall back": "fall_back"}
"""Fields whose spoken name has a blank."""

QUOTED = r"“[^”]*”"
VALUE = rf"(?:{QUOTED}|[^\s,“]+)(?: (?:by|and) (?:{QUOTED}|[^\s,“]+))*"
FACT = re.compile(rf"(?:^|, )(card limit|fall back|[\w-]+) ({VALUE})")


def listen(heard: str) -> Iterator[str]:
    """Yield the sentences of a text whose lines are broken."""
    sentence = ""
    for line in heard.splitlines():
        sentence = f"{sentence} {line}".strip()
        if sentence.endswith(".") and sentence.count("“") == sentence.count("”"):
            yield sentence.removesuffix(".")
            sentence = ""
    assert not sentence, f"a sentence has no end: {sentence}"


def understand_value(word: str) -> Any:
    """Return the value of one word, number or quotation."""
    if word.startswith("“"):
        return word[1:-1]
    if word == "yes":
        return True
    return int(word) if re.fullmatch(r"-?\d+", word) else word


def understand_fact(field: str, text: str) -> Any:
    """Return a value, or a list of values and places."""
    values: list[Any] = []
    before = "and"
    for word in re.findall(rf"{QUOTED}|\S+", text):
        if word in {"and", "by"}:
            before = word
            continue
        if before == "by":
            last = values.pop()
            values.append([*(last if isinstance(last, list) else [last]), understand_value(word)])
        else:
            values.append(understand_value(word))
    if field == "pending":
        return [[place, turn] for *place, turn in values]
    return values if field in LISTS or len(values) > 1 else values[0]


def understand(sentences: Iterator[str]) -> dict[str, Any]:
    """Rebuild the data from its sentences."""
    data: dict[str, Any] = {}
    items: dict[int, dict[str, dict[str, Any]]] = {}
    for sentence in sentences:
        subject, _, body = sentence.partition(": ")
        subject = subject[0].lower() + subject[1:]
        place = data
        steps = subject.split(", ")
        if len(steps) == 1 and body and re.fullmatch(VALUE, body) and steps[0].split(" ")[0] not in ITEMS:
            assert steps[0] not in data, f"said twice: {subject}"
            data[steps[0]] = understand_fact(steps[0], body)
            continue
        for step in steps:
            word, _, name = step.partition(" ")
            if name and word in ITEMS:
                known = items.setdefault(id(place), {}).setdefault(step, {})
                if not known:
                    if not name.isdigit():
                        known["id"] = name
                    else:
                        known.setdefault("#", int(name))
                    place.setdefault(ITEMS[word], []).append(known)
                place = known
            else:
                place = place.setdefault(FIELDS.get(step, step), {})
        found = FACT.findall(body)
        assert ", ".join(f"{field} {text}" for field, text in found) == body, f"not understood: {sentence}"
        for field, text in found:
            name = FIELDS.get(field, field)
            assert name not in place, f"said twice: {sentence}"
            place[name] = understand_fact("sources" if steps == ["supply"] else name, text)
    return without_numbers(data)


def without_numbers(data: Any) -> Any:
    """Check that items without ids are numbered in order, and drop the numbers."""
    if isinstance(data, dict):
        return {name: without_numbers(value) for name, value in data.items() if name != "#"}
    if isinstance(data, list):
        numbers = [one["#"] for one in data if isinstance(one, dict) and "#" in one]
        assert numbers == list(range(1, len(numbers) + 1)), numbers
        return [without_numbers(one) for one in data]
    return data


def prune(data: Any) -> Any:
    """Leave out what is empty, no or zero. An item of a list stays."""
    if isinstance(data, dict):
        return {name: kept for name, value in data.items() if (kept := prune(value))}
    if isinstance(data, list):
        return [prune(one) if isinstance(one, dict) else one for one in data]
    return data


def speak(data: dict[str, Any], letters: tuple[tuple[str, str], ...]) -> str:
    """Return the sentences as a report for the ear shows them."""
    document = Document(title="Facts", blocks=tuple(map(words, tell_facts(data))), letters=letters)
    return publishing.publish(document, "speech").partition("\n")[2]


def check(system: Any, position: Any) -> int:
    """Compare the answer of every viewer with the one that its sentences give; return the leaves compared."""
    leaves = 0
    for viewer in (*system.rules.sides, PUBLIC, REFEREE):
        data = to_data(system.secrecy.view(position, viewer))
        assert understand(listen(speak(data, system.pictures.letters))) == prune(data)
        leaves += count(data)
    return leaves


def count(data: Any) -> int:
    if isinstance(data, dict):
        return sum(map(count, data.values()))
    if isinstance(data, list):
        return sum(map(count, data))
    return 1


SET_UPS = [
    (pack.name, scenario.id)
    for pack in loading.shelf()
    for scenario in loading.load(pack.name).pack.scenarios
]


@pytest.mark.parametrize(("pack", "scenario"), SET_UPS)
def test_every_fact_of_a_set_up_is_heard(pack: str, scenario: str) -> None:
    rules = rulesets.bind(pack, scenario, {}).rules

    assert check(system_of(rules), rules.start()) > 100


RANDOM = {"ttlm": ("1914", 15), "aac": ("campaign", 15), "skirmish": ("dawn-sap", 15)}
"""Packs with a set-up and the number of random positions."""


@pytest.mark.parametrize("pack", RANDOM)
def test_every_fact_of_random_positions_is_heard(pack: str) -> None:
    scenario, wanted = RANDOM[pack]
    rules, generator = rulesets.bind(pack, scenario, {}).rules, random.Random(40)
    is_skirmish = isinstance(rules, Skirmish)
    positions = (
        step[3]
        for seed in range(100)
        for step in (
            random_skirmish.play(rules, seed) if is_skirmish else random_play.play(rules, seed, seasons=2)
        )
        if generator.random() < (0.05 if is_skirmish else 0.02)
    )

    checked = [check(system_of(rules), position) for position in islice(positions, wanted)]

    assert len(checked) == wanted


def test_a_broken_sentence_is_noticed() -> None:
    """Leave out each sentence, and change each value, of a whole answer."""
    rules = rulesets.bind("ttlm", "1914", {}).rules
    data = to_data(system_of(rules).secrecy.view(rules.start(), "german"))
    sentences = list(listen(speak(data, ())))
    expected = prune(data)
    assert understand(iter(sentences)) == expected

    def is_heard(told: list[str]) -> bool:
        try:
            return understand(iter(told)) == expected
        except AssertionError:
            return False

    for at, sentence in enumerate(sentences):
        assert not is_heard([*sentences[:at], *sentences[at + 1 :]]), sentence
        changed = re.sub(r"(\w)(\W*)$", r"\1x\2", sentence)
        assert not is_heard([*sentences[:at], changed, *sentences[at + 1 :]]), sentence
