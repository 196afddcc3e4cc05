"""A simulated war as a match: its orders are filed letter by letter, and give the war that was simulated."""

from pathlib import Path

from referee.analysis.simulation.wars import AT, Course, War
from referee.matches import matches, opening
from referee.matches.judging import submitting
from referee.matches.judging.submitting import Repeated
from referee.matches.matches import Holder, Match


def keep(war: War, root: Path) -> Match:
    """The match of a war on a shelf, named after its seed and its number.

    Its secrets follow from its name, so that anyone can tell its dice to come: it is not for playing on.
    Raises `CannotCreate` where a match of this name lies.
    """
    opening.open_match(
        root, war.name, war.pack, at=AT, scenario=war.scenario, options=dict(war.options), secrets=war.secrets
    )
    course, number = Course(war), 0
    with Holder() as holder:
        for order, forced in course.play():
            if forced:
                # The desk gives the only lawful answer by itself.
                continue
            number += 1
            raw = f"# letter {number}\n{course.bound.system.notation.write(order)}".encode()
            sent = submitting.send(str(order.side), raw, at=AT, side=order.side)
            filed = submitting.submit(root, war.name, sent, holder)
            assert not isinstance(filed, Repeated), raw
            assert not filed.judged.heard.falls, raw
    return matches.find(root, war.name)
