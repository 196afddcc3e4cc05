"""Two players play the whole example in a topic of Discourse: the match is that of the shell."""

import mailbox
from pathlib import Path

from referee.mail import service
from referee.mail.office import FOLDER
from referee.matches import matches
from tests.mail.conftest import AT, LETTERS, PLAYERS, list_moves, open_example
from tests.mail.forums.conftest import NAMES, choose_forum
from tests.mail.forums.topics import SETTINGS, Topic
from tests.mail.test_killed_processes import count_refusals


def test_match_in_a_topic_is_the_match_of_the_shell(
    topic: Topic, example_shelf: Path, tmp_path: Path
) -> None:
    club = open_example(tmp_path / "club")
    mailbox.Maildir(club.shelf.parent / "inbox", create=True)
    path = club.shelf / FOLDER / "config.toml"
    path.write_text(path.read_text() + SETTINGS.format(port=topic.port))
    choose_forum(club, "hall", **NAMES)
    assert service.go_round(club.shelf, AT).faults == ()

    for letter in LETTERS:
        side = letter.stem.partition("-")[2]
        # The other player quotes the letter; the quotation orders nothing.
        other = next(one for one in PLAYERS if one != side)
        text = letter.read_text()
        topic.write(NAMES[side], f"Dear all,\n\n```\n{text}\n```\n", created_at=AT)
        quotation = f'[quote="{NAMES[side]}, post:3, topic:7"]\n{text}\n[/quote]'
        topic.write(NAMES[other], f"{quotation}\n\nWell played indeed!", created_at=AT)
        done = service.go_round(club.shelf, AT)
        assert done.faults == ()
        assert [one.side for one in done.received] == [side, other], letter

    played = matches.find(club.shelf, "liege")
    shell = matches.find(example_shelf, "liege")
    assert list_moves(played) == list_moves(shell)
    assert count_refusals(played) == count_refusals(shell)
    assert all("Well played" not in str(post["raw"]) for post in topic.posts if post["username"] == "referee")
