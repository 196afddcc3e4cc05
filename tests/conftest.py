"""What every test may ask for: the rules of each pack on the shelf, an example that was played, and how long
the long suites run.
"""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

import games
from referee.packs import loading
from referee.packs.loading import LoadedPack
from referee.systems.great_war.rules import GreatWar
from referee.systems.skirmish.rules import Skirmish
from tests.duels import begun, match, rehearse, send, shelf  # noqa: F401 - fixtures of the toy game
from tests.examples import format_2

# The modes of published files follow the umask.
os.umask(0o022)

OUR_PACKS = Path(games.__file__).parent
"""The folder of the packs that come with the program."""

OUR_NAMES = frozenset(path.parent.name for path in OUR_PACKS.glob("*/game.yaml"))
"""The names of these packs."""

COUNTS: Mapping[str, tuple[int, str]] = {
    "games": (4, "how many random games the long suites play (1000 by hand)"),
    "battles": (250, "how many battles two opinions judge (100000 by hand)"),
    "turns": (40, "how many player turns two opinions follow (10000 by hand)"),
    "option-wars": (4, "how many wars are played under rows of the array of options (1000 by hand)"),
    "reports": (6, "how many reports of random games are read (1000 by hand)"),
    "maps": (12, "how many maps of random wars are measured (1000 by hand)"),
    "inputs": (80, "how many hostile inputs of each kind (200000 by hand)"),
    "phases": (100, "how many random fire phases are fought (10000 by hand)"),
    "prefixes": (2, "at how many lengths of a war folds are tried (10000 by hand)"),
    "pairs": (6, "how many pairs of seasons are compared (10000 by hand)"),
    "twins": (3, "how many pairs of twin positions are compared (200 by hand)"),
    "commands": (6, "how many commands a process serves (1000 by hand)"),
    "submits": (120, "how many letters six threads send to a match in memory (10000 by hand)"),
    "readers": (2, "how many read while a batch files (100 by hand)"),
    "kills": (3, "how many times a post office finds its disk full (2000 by hand)"),
    "office-kills": (5, "how many times the process of a post office is killed (2000 by hand)"),
    "simulations": (600, "how often a battle is fought by lot (20000 by hand)"),
    "odds": (150, "how many random battles a checker by other hands weighs (10000 by hand)"),
    "fought": (3, "how many battles are fought by lot so often (50 by hand)"),
    "faults": (40, "how many calls of the disk fail, in each way of working (100000 by hand: all)"),
    "joined": (12, "how many letters by lot are read in each position (300 by hand)"),
    "prose": (30, "how many prose mails are read (10000 by hand)"),
    "clubs": (1, "how many clubs of 30 days fail and recover (3000 by hand)"),
    "mails": (30, "how many poisoned and forged mails a post office is sent (1000 by hand)"),
    "tries": (400, "how many secrets and phrases are tried for a good deck or dice (20000 by hand)"),
    "tampered": (200, "how many changed copies a browser judges (1000 by hand)"),
    "machines": (5, "how many runs each state machine has (2000 by hand)"),
    "crowds": (6, "how many battles are fought by lot in crowds (200 by hand)"),
    "suggestions": (7, "how many letters a match is sent (300 by hand)"),
    "samples": (3, "in how many percent of the positions of a raid samples are drawn (100 by hand)"),
    "bends": (4, "one of so many changes to a copy is tried (1 by hand: each of them)"),
    "surroundings": (16, "one of so many lines around an order is read (1 by hand: each of them)"),
    "steps": (130, "how many steps of a random war a reader of a copy watches (1000 by hand)"),
    "mutations": (1_000, "how many changed journals both verifiers judge (100000 by hand)"),
    "letters": (3, "one of so many letters of each corpus is judged (1 by hand: each of them)"),
    "examples": (40, "how many examples Hypothesis tries (10000 by hand)"),
    "cases": (4, "one of so many cases of a product of cases is tried (1 by hand: each of them)"),
}
"""How much of what is random or exhaustive is tried in CI, and how much by hand."""

LONG = {
    "maps": 24,
    "joined": 24,
    "prose": 60,
    "suggestions": 10,
    "surroundings": 8,
    "letters": 1,
    "examples": 100,
    "cases": 1,
}
"""The counts with --long that differ from those of CI."""


def pytest_addoption(parser: pytest.Parser) -> None:
    for name, (count, text) in COUNTS.items():
        more = f", with --long {LONG[name]}" if name in LONG else ""
        parser.addoption(f"--{name}", type=int, help=f"{text}; default: {count}{more}")
    parser.addoption(
        "--long", action="store_true", help="draw larger counts, and let pyright check the whole program"
    )
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write the golden reports and console blocks anew, to be read in the diff",
    )
    parser.addoption(
        "--exhaustive", action="store_true", help="change every bit of the example's journal (minutes)"
    )


FIRST = (
    # They fork, which costs a small process little: each test leaves something in memory.
    "evidence/test_interruptions.py",
    "evidence/test_two_writers.py",
    "mail/test_killed_processes.py",
    "mail/test_full_disks.py",
    "cli/test_full_disks.py",
    "matches/test_concurrent_readers.py",
    # They last longest: were one of them the last, a worker would stand idle meanwhile.
    "architecture/test_layers.py",
    "tests/test_readme.py",
    "benchmarks/test_gates.py",
    "benchmarks/test_benchmarks.py",
    "platform/test_platforms.py",
)
"""The files whose tests come before all others, by how their paths end."""


MEMORY = Path("/dev/shm")
"""A folder that Linux keeps in memory. There a sync costs nothing, and the tests ask for thousands."""

ROOM = 2 << 30
"""The bytes that must be free there, many times what the files of all tests take."""

IN_MEMORY = pytest.StashKey[str]()
"""The folder of temporary files that a run made there."""


def pytest_configure(config: pytest.Config) -> None:
    """Keep temporary files in memory, unless $TMPDIR is set; workers and their children inherit it.

    A million objects are made to collect the tests, and next to none of them goes again.
    """
    gc.disable()
    for name, (count, _) in COUNTS.items():
        option = name.replace("-", "_")
        if getattr(config.option, option) is None:
            setattr(config.option, option, LONG.get(name, count) if config.option.long else count)
    # The time of one example depends on the load of the machine.
    settings.register_profile("referee", deadline=None, max_examples=config.option.examples)
    settings.load_profile("referee")
    if "TMPDIR" not in os.environ and _has_room(MEMORY):
        # A short name: the path of a socket has at most 107 bytes.
        folder = config.stash[IN_MEMORY] = tempfile.mkdtemp(prefix="t", dir=MEMORY)
        # Bots run as other users.
        Path(folder).chmod(0o1777)
        os.environ["TMPDIR"] = tempfile.tempdir = folder


def _has_room(folder: Path) -> bool:
    """Return True if the files of all tests fit into a folder, and programs may be run there."""
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return False
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize >= ROOM and not disk.f_flag & os.ST_NOEXEC


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out cases, and put some files first; the tests of a file stay together."""
    if config.option.cases > 1 and not config.option.keyword and not any("::" in one for one in config.args):
        left = [item for item in items if not _is_tried(item)]
        if left:
            config.hook.pytest_deselected(items=left)
            items[:] = [item for item in items if _is_tried(item)]
    items.sort(key=lambda item: _place(item.path.as_posix()))


def _is_tried(item: pytest.Item) -> bool:
    """Return False for a case that a sample leaves out. Of a product, each value is in some cases."""
    marker = item.get_closest_marker("sample")
    if marker is None:
        return True
    each: int = marker.args[0]
    # The place among all cases of the test, whatever lists and products they come from.
    place: int = max(item.callspec.indices.values())  # type: ignore[attr-defined]
    return (place + place // each) % each == 0


def _place(path: str) -> int:
    return next((number for number, end in enumerate(FIRST) if path.endswith(end)), len(FIRST))


def pytest_collection_finish() -> None:
    """What was collected stays to the end: no test pays for looking through it.

    Nor do tests make many reference cycles: they are looked for seldom, and among old objects next to never.
    """
    gc.freeze()
    gc.set_threshold(1_000_000, 20, 1000)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """The runner looks for reference cycles five times before it ends: not among all that the tests left.

    After a failure temporary files are kept, to be looked at.
    """
    gc.freeze()
    folder = session.config.stash.get(IN_MEMORY, None)
    if folder and exitstatus != pytest.ExitCode.TESTS_FAILED:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def cache_apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache of their own for matches that are gone in a minute, unless one is named."""
    with pytest.MonkeyPatch.context() as patch:
        if "XDG_CACHE_HOME" not in os.environ:
            patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session", autouse=True)
def shelf_is_read_once() -> Iterator[None]:
    """Read and load each of our packs once a process: no test changes a file there.

    A test that puts a function of its own in place of `read_folder` loads packs as the program does.
    """
    read, read_once = loading.read_folder, cache(loading.read_folder)
    load, load_once = loading.load, cache(loading.load)

    def read_folder(folder: Path) -> dict[str, bytes]:
        return dict(read_once(folder)) if OUR_PACKS in folder.parents else read(folder)

    def load_pack(name_or_path: str, *, cache: bool = True) -> LoadedPack:
        is_ours = name_or_path in OUR_NAMES and not os.environ.get("REFEREE_PACKS")
        is_known = cache and is_ours and loading.read_folder is read_folder
        return load_once(name_or_path) if is_known else load(name_or_path, cache=cache)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "read_folder", read_folder)
        patch.setattr(loading, "load", load_pack)
        yield


@pytest.fixture(scope="module")
def older_objects_are_left_alone() -> None:
    """Keep garbage collection of a test from the millions of objects of other modules."""
    gc.freeze()


@pytest.fixture(scope="session")
def simulations(request: pytest.FixtureRequest) -> int:
    count = request.config.getoption("--simulations")
    assert isinstance(count, int)
    return count


@pytest.fixture(scope="session")
def option_wars(request: pytest.FixtureRequest) -> int:
    count = request.config.getoption("--option-wars")
    assert isinstance(count, int)
    return count


@pytest.fixture(scope="session")
def odds_checked(request: pytest.FixtureRequest) -> int:
    count = request.config.getoption("--odds")
    assert isinstance(count, int)
    return count


@pytest.fixture(scope="session")
def battles_fought(request: pytest.FixtureRequest) -> int:
    count = request.config.getoption("--fought")
    assert isinstance(count, int)
    return count


@pytest.fixture(scope="session")
def games(request: pytest.FixtureRequest) -> int:
    count = request.config.getoption("--games")
    assert isinstance(count, int)
    return count


@pytest.fixture(scope="session")
def pairs_wanted(request: pytest.FixtureRequest) -> int:
    count = request.config.getoption("--pairs")
    assert isinstance(count, int)
    return count


@pytest.fixture(scope="session")
def phases(request: pytest.FixtureRequest) -> int:
    count = request.config.getoption("--phases")
    assert isinstance(count, int)
    return count


@pytest.fixture(scope="session")
def battles(request: pytest.FixtureRequest) -> int:
    count = request.config.getoption("--battles")
    assert isinstance(count, int)
    return count


@pytest.fixture(scope="session")
def turns(request: pytest.FixtureRequest) -> int:
    count = request.config.getoption("--turns")
    assert isinstance(count, int)
    return count


@pytest.fixture(scope="session")
def western() -> GreatWar:
    """The western theatre, SUMMER 1914, with the default options."""
    return GreatWar(loading.load("ttlm").pack, "1914")


@pytest.fixture(scope="session")
def eastern() -> GreatWar:
    """The eastern theatre, its campaign from SUMMER 1914, with the default options."""
    return GreatWar(loading.load("aac").pack, "campaign")


@pytest.fixture(scope="session", params=["western", "eastern"])
def rules(request: pytest.FixtureRequest) -> GreatWar:
    """The rules of every theatre in turn."""
    theatre = request.getfixturevalue(request.param)
    assert isinstance(theatre, GreatWar)
    return theatre


@pytest.fixture(scope="session")
def raid() -> Skirmish:
    """The raid on the sap, with the parameters of the pack."""
    return Skirmish(loading.load("skirmish").pack, "dawn-sap")


@pytest.fixture(scope="session")
def example_shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shelf with the example of the western theatre, played to its end; to be copied, not to be changed."""
    folder = tmp_path_factory.mktemp("example")
    for _ in format_2.scenes("ttlm", "liege", folder):
        pass
    return folder
