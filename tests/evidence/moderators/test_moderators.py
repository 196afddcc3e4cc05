"""Dishonest moderators: each kind of the list is done to a match, and found from what the list says."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.evidence.moderators import chance_acts, history_acts, log_acts, threats
from tests.evidence.moderators.threats import THREATS, TRUSTED, Finder, Source, Threat
from tests.evidence.moderators.world import FAVOURED, SECOND, SIDES, Moderator, investigate, play

ACTS = history_acts.ACTS | log_acts.ACTS | chance_acts.ACTS
FINDERS = {
    Finder.EACH: frozenset(SIDES),
    Finder.SECOND: frozenset({SECOND}),
    Finder.FAVOURED: frozenset({FAVOURED}),
    Finder.NOBODY: frozenset[str](),
}
PAGE = Path(__file__).parents[3] / "referee" / "cli" / "pages" / "threats.md"
HANDFUL = 6


@pytest.fixture(scope="module")
def journals(honest: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[object, Path]:
    """The journals of the honest matches that are cheated in, by the function that plays them."""
    plays = dict.fromkeys(chance_acts.WORLDS.values())
    return {None: honest} | {play: play(tmp_path_factory.mktemp("match")) for play in plays}


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of an honest match."""
    return play(tmp_path_factory.mktemp("club") / "matches")


@pytest.mark.parametrize("world", [None, *dict.fromkeys(chance_acts.WORLDS.values())])
def test_honest_moderator_is_not_accused(
    journals: Mapping[object, Path], tmp_path: Path, world: object
) -> None:
    moderator = Moderator(journals[world], tmp_path)
    if world is chance_acts.play_with_beacon:
        # Its secrets are its own.
        moderator.file()
    else:
        moderator.reveal()

    assert investigate(moderator) == (Source.TRUST, frozenset())


@pytest.mark.parametrize("threat", THREATS, ids=lambda threat: threat.code)
def test_fraud_is_found_from_listed_source(
    journals: Mapping[object, Path], tmp_path: Path, threat: Threat
) -> None:
    moderator = Moderator(journals[chance_acts.WORLDS.get(threat.code)], tmp_path)
    ACTS[threat.code](moderator)

    assert investigate(moderator) == (threat.source, FINDERS[threat.finder])


def test_list_and_acts_agree() -> None:
    codes = [threat.code for threat in THREATS]

    assert sorted(codes) == sorted(ACTS)
    assert len(codes) >= 60
    assert len(TRUSTED) <= HANDFUL
    assert [one.code for one in THREATS if (one.source is Source.TRUST) != bool(one.reason)] == []


def test_page_is_made_from_list() -> None:
    text = PAGE.read_text(encoding="utf-8")

    assert threats.fill_page(text) == text
