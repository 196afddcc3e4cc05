"""Reminders: players are warned, lateness is filed and reported, and the terms decide the rest."""

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.mail import reminders
from referee.mail.office import FOLDER, open_office
from referee.matches import matches
from referee.matches.clocks import clock_entries, ledger, running_deadlines, timeline
from schemas.clocks import Terms
from schemas.mail import Ticked
from tests.mail.conftest import AT, CONFIG, PLAYERS, Club, copy_club

MODERATOR = "gm@club.example"

TERMS = Terms(zone="Europe/Berlin", hour="20:00", hours=48, grace=24, warn=(24, 4))
"""The first question is asked at `AT`, 1 December 21:00 in Berlin; its answer is due on the 4th."""

DUE, OVER = "2026-12-04T19:00:00Z", "2026-12-05T19:00:00Z"


def at(day: int, hour: int, minute: int = 0) -> str:
    return f"2026-12-{day:02}T{hour:02}:{minute:02}:00Z"


def start(club: Club, terms: Terms = TERMS) -> Club:
    config = CONFIG.format(proof="token", folder=club.shelf.parent.as_posix())
    (club.shelf / FOLDER / "config.toml").write_text(f'moderator = "{MODERATOR}"\n{config}')
    clock_entries.set_terms(club.shelf, "liege", terms, at=AT)
    return club


def tick(club: Club, now: str, *, on: bool = False) -> Ticked:
    with open_office(club.shelf) as desk:
        return reminders.tick(desk, now, on=on)


def run(club: Club, *moments: str) -> list[tuple[str, str]]:
    """What ticks at some moments lead to."""
    return [(one.side, one.kind) for now in moments for one in tick(club, now).notices]


def last_mail(club: Club, to: str) -> EmailMessage:
    club.send()
    return [mail for mail in club.mails() if mail["To"] == to][-1]


def kinds(club: Club) -> list[str]:
    return [entry.body.kind for entry in matches.find(club.shelf, "liege").entries]


def test_nothing_is_done_where_no_clock_runs(club: Club) -> None:
    assert tick(club, at(1, 21)).notices == tick(club, at(2, 20)).notices == ()


def test_a_player_is_reminded_once_for_each_warning(club: Club) -> None:
    start(club)
    assert run(club, at(2, 19), at(3, 18, 59)) == []
    assert run(club, at(3, 19), at(3, 19, 10), at(4, 14)) == [("german", "reminder")]
    assert run(club, at(4, 15), at(4, 15), at(4, 18)) == [("german", "reminder")]
    mail = last_mail(club, PLAYERS["german"])
    assert mail["Subject"] == "[liege] your answer is due 2026-12-04 20:00 Europe/Berlin"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert [one["Subject"] for one in club.mails("entente")][1:] == []


def test_a_reply_to_a_reminder_is_a_letter(club: Club) -> None:
    start(club)
    run(club, at(3, 19))
    club.send()
    assert club.receive(club.reply("german", "pass"), at(3, 20)).verdict == "judged"
    assert run(club, at(4, 15)) == []


def test_player_without_a_reminder_gets_only_the_last_warning(club: Club) -> None:
    start(club)
    assert run(club, at(4, 16), at(4, 17)) == [("german", "reminder")]


def test_a_report_says_until_when(club: Club) -> None:
    start(club)
    club.receive(club.reply("german", "report"), at(2, 12))
    text = last_mail(club, PLAYERS["german"]).get_content()
    assert "Due by *2026-12-04 20:00 Europe/Berlin*." in text


def test_a_late_answer_is_filed_once_and_told_to_every_seat(club: Club) -> None:
    start(club)
    assert run(club, at(4, 19), at(4, 19, 1), at(4, 19, 11))[1:] == [("german", "grace")] * 2
    assert kinds(club).count("late") == 1
    club.send()
    german, entente = (club.mails(side)[-1] for side in PLAYERS)
    assert german["Subject"] == "[liege] your answer is late"
    assert entente["Subject"] == "[liege] the answer of Germany is late"
    for mail in (german, entente):
        assert "is still accepted until 2026-12-05 20:00" in " ".join(mail.get_content().split())
    assert "Reply to this mail with your orders" in " ".join(german.get_content().split())


def test_the_moderator_decides_when_the_grace_is_over(club: Club) -> None:
    start(club)
    run(club, at(4, 20))
    found = run(club, at(5, 19), at(5, 19, 1), at(5, 19, 11), at(6, 19))
    assert found == [("german", "over"), ("german", "over"), ("german", "moderator")]
    assert kinds(club).count("late") == 2
    mail = last_mail(club, MODERATOR)
    assert "referee clock extend liege german --until TIME" in " ".join(mail.get_content().split())
    assert mail["Subject"] == "[liege] the answer of Germany is late"
    assert "Reply-To" not in mail


def test_more_time_ends_the_lateness_and_may_be_missed_as_well(club: Club) -> None:
    start(club)
    run(club, at(4, 20))
    clock_entries.extend(club.shelf, "liege", "german", until="2026-12-05T20:00", why="ill", at=at(4, 21))
    assert run(club, at(4, 22)) == [("german", "reminder")]
    assert ("german", "grace") in run(club, at(5, 19, 1))
    assert kinds(club).count("late") == 2


def test_done_is_filed_if_agreed_and_legal(club: Club) -> None:
    start(club, Terms(hour="20:00", hours=24, grace=1, warn=(), end="done"))
    club.receive(club.reply("german", "pass"), at(2, 12))
    assert run(club, at(3, 20, 1)) == [("german", "grace")] * 2
    assert run(club, at(3, 21, 1), at(3, 21, 2))[-1] == ("german", "done")
    match = matches.find(club.shelf, "liege")
    assert (match.entries[-1].body.kind, match.entries[-1].body.side) == ("order", "german")
    assert [one.side for one in running_deadlines.list_deadlines(match, at(3, 22)).deadlines] == ["entente"]
    club.send()
    assert "? (due 2026-" in " ".join(club.mails("entente")[-1]["Subject"].split())


def test_moderator_decides_if_done_is_illegal(club: Club) -> None:
    start(club, Terms(hour="20:00", hours=24, grace=0, warn=(), end="done"))
    found = run(club, at(2, 20, 1), at(2, 20, 2), at(2, 20, 3))
    assert found == [("german", "over"), ("german", "over"), ("german", "moderator")]
    assert "order" not in kinds(club)


@pytest.mark.parametrize("now", [at(3, 18), at(30, 0), "2026-12-01T17:00:00Z", "2025-01-01T00:00:00Z"])
def test_a_clock_that_jumps_switches_it_off(club: Club, now: str) -> None:
    start(club)
    run(club, at(2, 18))
    assert tick(club, now).off
    assert tick(club, at(2, 18, 10)).off
    assert "late" not in kinds(club)
    assert "referee mail tick --on" in " ".join(last_mail(club, MODERATOR).get_content().split())
    assert [mail["To"] for mail in club.mails()].count(MODERATOR) == 1
    assert not tick(club, at(3, 19), on=True).off
    assert run(club, at(4, 15)) == [("german", "reminder")]


def test_a_tick_that_was_killed_is_finished_by_the_next(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    start(club)

    def die(*_: object) -> tuple[str, ...]:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(reminders, "tell_of_lateness", die)
        with pytest.raises(KeyboardInterrupt):
            tick(club, at(4, 20))
    assert kinds(club).count("late") == 1
    (notice,) = tick(club, at(4, 20, 10)).notices
    assert len(notice.queued) == 2
    assert kinds(club).count("late") == 1


def test_a_damaged_match_does_not_keep_the_others_waiting(club: Club) -> None:
    start(club)
    broken = club.shelf / "aaa"
    broken.mkdir()
    (broken / "journal.jsonl").write_text("nonsense\n")
    done = tick(club, at(3, 19))
    assert [one.kind for one in done.notices] == ["reminder"]
    assert list(done.faults) == ["aaa"]


def test_secret_orders_change_no_reminder(club: Club, tmp_path: Path) -> None:
    """Two clubs, in one of which Germany has given orders in advance."""
    twin = start(copy_club(club, tmp_path / "twin"))
    start(club)
    sealed = club.receive(club.reply("german", "when losses: lose ge-1\n"), at(2, 12))
    same = twin.receive(twin.reply("german", "when losses in liege: lose ge-2, ge-1\n"), at(2, 12))
    assert sealed.verdict == same.verdict == "judged"
    for one in (club, twin):
        run(one, at(3, 19), at(4, 18), at(4, 19, 1), at(5, 19), at(5, 19, 1))
        one.send()
    ours, theirs = ([strip(mail) for mail in one.mails("entente")] for one in (club, twin))
    assert ours == theirs
    assert len(ours) == 3


def strip(mail: EmailMessage) -> str:
    """A mail without what follows from seals and keys: its size stays."""
    head = "\n".join(f"{name}: {value}" for name, value in mail.items())
    text = f"{head}\n\n{mail.get_content()}"
    return re.sub(r"\b[0-9a-f]{20,64}\b", lambda found: "x" * len(found[0]), text)


def test_three_weeks_of_ticks_across_a_change_of_the_clocks(club: Club) -> None:
    """Every six hours; the player is away, then late, then in time."""
    start(club, Terms(zone="America/New_York", hour="21:00", hours=72, grace=48, warn=(24,)))
    clock_entries.announce_absence(
        club.shelf, "liege", "entente", first="2026-12-05", last="2026-12-09", at=AT
    )
    seen: list[tuple[str, str, str]] = []
    for count in range(21 * 4):
        now = at(2 + count // 4, 6 * (count % 4))
        if now == at(4, 12):
            club.receive(club.reply("german", "pass\ndone"), now)
        if now == at(18, 6):
            club.send()
            club.receive(club.reply("entente", "pass\ndone"), now)
        seen += [(now, one.side, one.kind) for one in tick(club, now).notices if one.queued]
    assert seen == [
        (at(4, 6), "german", "reminder"),
        (at(12, 6), "entente", "reminder"),
        (at(13, 6), "entente", "grace"),
        (at(15, 6), "entente", "over"),
        (at(15, 6), "entente", "moderator"),
        (at(21, 6), "german", "reminder"),
        (at(21, 6), "entente", "reminder"),
        (at(22, 6), "german", "grace"),
        (at(22, 6), "entente", "grace"),
    ]
    german, entente = ledger.count_pace(matches.find_whole(club.shelf, "liege"), at(22, 18)).sides
    assert (german.due, german.on_time, entente.due, entente.over) == (2, 1, 2, 1)


def test_the_journal_says_what_follows(club: Club) -> None:
    start(club)
    run(club, at(4, 20), at(5, 19, 1))
    times = timeline.read_times(matches.find(club.shelf, "liege"))
    assert [(late.side, late.due, late.over, late.stage, late.then) for _, late in times.lateness] == [
        ("german", DUE, OVER, "grace", "moderator"),
        ("german", DUE, OVER, "over", "moderator"),
    ]


def test_decisions_of_a_moderator_are_announced_only_to_a_moderator(club: Club) -> None:
    start(club)
    config = club.shelf / FOLDER / "config.toml"
    config.write_text(config.read_text().replace(f'moderator = "{MODERATOR}"\n', ""))

    assert run(club, at(4, 20), at(5, 19, 1), at(5, 19, 2))[-1] == ("german", "over")
    assert tick(club, at(8, 12)).off
    club.send()
    assert {mail["To"] for mail in club.mails()} == set(PLAYERS.values())


JUMPS = {
    "2026-12-01T20:00:00Z": False,
    "2026-12-02T19:59:59Z": False,
    "2026-12-02T20:00:00Z": True,
    "2026-12-01T19:50:00Z": False,
    "2026-12-01T19:49:59Z": True,
}
"""Moments, and whether a clock that ticked at `AT` jumped to them."""


@pytest.mark.parametrize(("now", "jumped"), JUMPS.items())
def test_a_clock_jumps_by_a_day_or_back_by_more_than_ten_minutes(now: str, *, jumped: bool) -> None:
    assert reminders._jumps(AT, now) is jumped
    assert not reminders._jumps("", now)
