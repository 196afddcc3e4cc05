"""The post office of a club: held over many jobs, as in a long round of `referee mail watch`, or over one."""

import random
from collections import Counter
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from referee.mail.office import Office, open_office
from tests.club.disk import Killed, PowerLoss

OPENED_FOR_EACH = 0.25
"""Share of the days on which each job opens the post office for itself."""

RESTARTED = 0.1
"""Share of the days that begin with a restart."""


class Desk:
    """The open post office, if it is held."""

    def __init__(self, shelf: Path) -> None:
        self._shelf = shelf
        self._resources = ExitStack()
        self._held: Office | None = None
        self.is_held = False

    def begin_day(self, rng: random.Random, counts: Counter[str]) -> None:
        """Choose for a day if the post office is held, and if it is opened again first."""
        lot = rng.random()
        self.is_held = lot >= OPENED_FOR_EACH
        counts["days with a held office"] += self.is_held
        if lot < OPENED_FOR_EACH + RESTARTED:
            self.close()

    @contextmanager
    def open(self, *, is_shared: bool = False) -> Generator[Office]:
        """Give the post office for a job. Workers share one that is held."""
        if not self.is_held:
            with open_office(self._shelf, is_shared=is_shared) as desk:
                yield desk
            return
        if self._held is None:
            self._held = self._resources.enter_context(open_office(self._shelf, is_shared=True))
        try:
            yield self._held
        finally:
            self._held.finish_group()

    def close(self) -> None:
        """Leave the post office. A process that was killed writes nothing more."""
        self._held = None
        with suppress(Killed, PowerLoss):
            self._resources.close()
