"""Count the sentences and the names of the project that plain technical English would not use.

Usage: python -m tests.architecture.plain_english [--only PREFIX] [--list N] [--since REVISION]
       python -m tests.architecture.plain_english --write [--moved]
       python -m tests.architecture.plain_english --peer FOLDER
       python -m tests.architecture.plain_english --peers FOLDER...

The texts are docstrings, comments, strings with a blank, help pages, README, test names and the English of
the catalogues. A room is a package such as `referee/mail`. `--since` counts only added lines. `--write`
lowers the recorded figures of `plain_english.yaml`, and `--moved` lets rooms exchange figures after a move of
modules. `--peer` counts the Python files of another project by the same rules, and `--peers` prints this
project and several others in one table.
"""

import argparse
import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

import polib
import yaml

ROOT = Path(__file__).parents[2]
FIGURES = Path(__file__).with_name("plain_english.yaml")
OLD_SENTENCES = Path(__file__).with_name("old_sentences.yaml")
CATALOGUES = "referee/i18n/catalogues"

HABITS = {
    "clause as a noun": r"(?:^|[.;:,(] |\b(?:of|for|to|in|by|from|with|and|as|than|on) )"
    r"(?:[Ww]hat|[Ww]hatever|[Ww]hoever) (?!if\b)",
    "who as a subject": r"(?:^|[.;:] )Who(?:se|m)? [a-z]+",
    "question clause first": r"^(?:Whether|How|When|Where|Which|Whose|Why) ",
    "those that": r"\b(?:those|that|one|ones) (?:that|which|who|of whom)\b",
    "nothing but": r"\b(?:nothing but|but for|all that|none but)\b",
    "comes of": r"\b(?:becomes?|comes?|came) (?:of|to)\b",
    "is no": r"(?<![Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|later\b)[a-z]+",
    "as x has it": r"\bas (?:[a-z]+ ){1,4}(?:has|have) (?:it|them)\b",
    "preposition first": r"^(?:Of|To|By|Behind|Beside|From|With|Without|Among|Between|After|Before) [a-z]",
    "old word": r"\b(?:nobody|somebody|whoever|whosoever|anew|besides|but once|thereof)\b"
    r"|\b(?:is|are|was) told\b",
    "else for otherwise": r"(?:^|[;,] )[Ee]lse (?:in|by|as|the|it|all|from|one|an?)\b",
}
"""Constructions that a reader parses twice: one regular expression for each habit."""

GLOSSARY = {
    "legal": r"\b(?:un)?lawful(?:ly)?\b",
    "standing order": r"\b(?:orders? in advance|advance orders?)\b",
    "prompt": r"\binquir(?:y|ies)\b",
    "office, referee": r"\bdesk\b",
    "roll": r"\b(?:dice|die)\b[^.;]{0,30}\bthrow(?:n|s)?\b|\bthrow(?:n|s|ing)?\b[^.;]{0,30}\b(?:dice|die)\b",
    "roll source": r"\bcups?\b",
    "manual dice": r"\b(?:spoken|said) (?:dice|die)\b",
    "character": r"\b(?:\d+|\{\w+\}|few|many|more|no|wide|bare|of|these|those|all) signs?\b(?! of\b)",
    "viewer, observer": r"\b[Ww]ho looks\b",
    "remedy": r"\bcures?\b",
    "destroyed": r"\brazed\b",
    "rng": r"\b(?:and|or|by|of|the) lots\b",
    "refused line": r"\brejected lines?\b",
    "judge": r"\badjudicat\w+\b",
    "webhook": r"\bdoors?\b",
    "forged copy": r"\b(?:forged|false) twins?\b",
    "simulated player": r"\btempers?\b",
}
"""Words that the glossary replaces, by the word to use; only words without another meaning in the project."""

ANY_HABIT, ANY_REPLACED = (
    re.compile("|".join(f"(?:{pattern})" for pattern in patterns.values())) for patterns in (HABITS, GLOSSARY)
)
"""All of them at once: most sentences have none."""

PARTICIPLES = re.compile(
    r"^_?(?:told|said|held|seen|heard|kept|shown|given|asked|taken|named|called|chosen|thrown|drawn|filed|judged"
    r"|found|known|read_off|left|met|stood|fell|meant|written|begun|done_so|[a-z]{3,}ed)$"
)
IRREGULAR = frozenset(
    """
    begun bound bought broken brought built caught chosen dealt done drawn driven fallen forbidden
    forgotten fought found given gone grown heard held hidden kept known laid led left lost made meant
    met paid put said sealed seen sent shown spent spoken stood taken taught thought thrown told torn
    understood withstood won written
    """.split()  # noqa: SIM905 - a list takes a line for each word
)
"""Participles that do not end in `ed`."""

NO_PARTICIPLES = frozenset(
    """
    red seed need speed bed feed shed exceed proceed indeed hundred embed needed expected sorted
    reversed allowed required signed closed started failed passed skipped cached compiled sealed
    detailed
    """.split()  # noqa: SIM905 - a list takes a line for each word
)
"""Nouns, verbs, and names of the field for a Boolean value."""

OPENERS = re.compile(r"(?:What|Whether|How|Where|Who|Whose|Which|When|Why)\b")


@dataclass
class Count:
    """Figures of one room or of the project, and the places behind them."""

    sentences: int = 0
    docstrings: int = 0
    names: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    places: list[str] = field(default_factory=list)

    def add(self, fault: str, kind: str, place: str, text: str) -> None:
        """Count a fault under its name in the file of figures."""
        self.faults[fault] += 1
        self.kinds[kind] += 1
        self.places.append(f"{place}: [{kind}] {text[:120]}")


def name_room(path: str) -> str:
    """Return the package of a file: two folders, or three for the systems."""
    parts = Path(path).parts
    if path.startswith(CATALOGUES):
        return CATALOGUES
    depth = 3 if parts[:2] == ("referee", "systems") else 2
    return "/".join(parts[: min(depth, len(parts) - 1)]) or path


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text, cut after each mark that can end one."""
    return [sentence for sentence in re.split(r"(?<=[.;:?])\s+", " ".join(text.split())) if sentence]


def find_habits(sentence: str) -> list[str]:
    """Return the habits of a sentence by name."""
    if not ANY_HABIT.search(sentence):
        return []
    return [kind for kind, habit in HABITS.items() if re.search(habit, sentence)]


def find_replaced_words(text: str) -> list[str]:
    """Return the words of the glossary that this text should use."""
    if not ANY_REPLACED.search(text):
        return []
    return [word for word, pattern in GLOSSARY.items() if re.search(pattern, text)]


def is_participle(name: str) -> bool:
    """Return True if the first word of a function's name is a participle."""
    first = name.strip("_").split("_")[0]
    return (len(first) > 4 and first.endswith("ed") and first not in NO_PARTICIPLES) or first in IRREGULAR


def read_texts(path: str, source: str) -> Iterator[tuple[int, int, str]]:
    """Yield first line, last line and text of everything in a file that is written for people."""
    if path.endswith(".md"):
        source = re.sub(r"```.*?```", lambda block: "\n" * block.group().count("\n"), source, flags=re.DOTALL)
        for number, line in enumerate(source.splitlines(), 1):
            if line.strip():
                yield number, number, line.strip("#*|>- ")
    elif path.endswith(".po"):
        for entry in polib.pofile(source):
            for text in filter(None, (entry.msgid, entry.msgid_plural)):
                yield entry.linenum, entry.linenum, text
    elif path.startswith("tests/"):
        for node in _list_functions(ast.parse(source).body):
            if node.name.startswith("test_"):
                yield node.lineno, node.lineno, node.name[5:].replace("_", " ").capitalize()
    else:
        yield from _read_python_texts(source)


def _list_functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a module and of its classes, without those inside of functions."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from _list_functions(node.body)


@lru_cache(maxsize=1)
def _nodes(source: str) -> tuple[ast.AST, ...]:
    """Return the nodes of a module, which its texts and its names are read from."""
    return tuple(ast.walk(ast.parse(source)))


def _read_python_texts(source: str) -> Iterator[tuple[int, int, str]]:
    for node in _nodes(source):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.end_lineno or node.lineno, node.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and "noqa" not in token.string:
            yield token.start[0], token.start[0], token.string.lstrip("# ")


def count_names(path: str, source: str, count: Count) -> None:
    """Count docstrings that open with a question word, and names that are participles."""
    for node in _nodes(source):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if doc := ast.get_docstring(node):
                count.docstrings += 1
                if OPENERS.match(doc):
                    count.add("openers", "question word opens a docstring", f"{path}:{node.lineno}", doc)
            if is_participle(node.name):
                count.add("functions", "function named by a participle", f"{path}:{node.lineno}", node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            count.names += 1
            if PARTICIPLES.match(node.id) and node.id not in NO_PARTICIPLES:
                count.add("names", "name is a participle", f"{path}:{node.lineno}", node.id)


@cache
def list_old_sentences() -> list[str]:
    """Return sentences that must not return, and that are counted until they are gone."""
    return [
        " ".join(sentence.split()) for sentence in yaml.safe_load(OLD_SENTENCES.read_text(encoding="utf-8"))
    ]


def count_file(path: str, source: str, count: Count, added: set[int] | None = None) -> None:
    """Add the figures of one file. `added` limits sentences to these lines."""
    for first, last, text in read_texts(path, source):
        if added is not None and added.isdisjoint(range(first, last + 1)):
            continue
        place, flat = f"{path}:{first}", " ".join(text.split())
        for sentence in (sentence for sentence in list_old_sentences() if sentence in flat):
            count.add("old sentences", "old sentence", place, sentence)
        for sentence in split_sentences(text):
            count.sentences += 1
            if kinds := find_habits(sentence):
                count.add("habits", kinds[0], place, sentence)
            for word in find_replaced_words(sentence):
                count.add("glossary", f"use {word}", place, sentence)
    if path.endswith(".py") and not path.startswith("tests/") and added is None:
        count_names(path, source, count)


def list_files(peer: Path | None = None) -> list[str]:
    """Return the files to read: those of this project, or every Python file of another one."""
    if peer is not None:
        return sorted(str(path) for path in peer.rglob("*.py"))
    files = [
        path.relative_to(ROOT)
        for top in ("referee", "schemas", "games", "tests")
        for path in (ROOT / top).rglob("*")
    ]
    # The catalogues share their English: one of them is enough.
    ends = {".py", ".md"}
    code = [
        path
        for path in files
        if path.suffix in ends and not (path.parts[0] == "tests" and path.suffix == ".md")
    ]
    return [*sorted(path.as_posix() for path in code), "README.md", f"{CATALOGUES}/de.po"]


def count_rooms(files: list[str], since: str = "", root: Path = ROOT) -> dict[str, Count]:
    """Return the figures of each room, in order."""
    rooms = dict[str, Count]()
    added = _list_added_lines(since) if since else None
    for path in files:
        if added is None or path in added:
            count = rooms.setdefault(name_room(path), Count())
            count_file(path, (root / path).read_text(encoding="utf-8"), count, added and added[path])
    return dict(sorted(rooms.items()))


def _list_added_lines(revision: str) -> dict[str, set[int]]:
    command = ["git", "diff", "--unified=0", revision, "--"]
    diff = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    lines, path = dict[str, set[int]](), ""
    for line in diff.splitlines():
        if line.startswith("+++ "):
            path = line[6:]
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first = int(hunk[1])
            lines.setdefault(path, set()).update(range(first, first + int(hunk[2] or 1)))
    return lines


def summarise(rooms: dict[str, Count]) -> dict[str, dict[str, int]]:
    """Return the faults of each room as they are recorded; rooms without a fault are left out."""
    return {room: dict(sorted(count.faults.items())) for room, count in rooms.items() if count.faults}


def compare(
    recorded: dict[str, dict[str, int]], found: dict[str, dict[str, int]]
) -> tuple[list[str], list[str]]:
    """Return the figures that were exceeded and the figures that can be lowered, one line each."""
    more, fewer = list[str](), list[str]()
    for room in sorted({*recorded, *found}):
        before, now = recorded.get(room, {}), found.get(room, {})
        for fault in sorted({*before, *now}):
            old, new = before.get(fault, 0), now.get(fault, 0)
            if new > old:
                more.append(f"{room}: {new} {fault}, at most {old}: rewrite them")
            elif new < old:
                fewer.append(f"{room}: {new} {fault}: lower the figure from {old}")
    return more, fewer


def write(found: dict[str, dict[str, int]], *, moved: bool, path: Path = FIGURES) -> None:
    """Record the figures. Exits if a figure or, with `moved`, the sum of a figure would rise."""
    recorded = yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else found
    sums = [
        {"all rooms": dict(sum(map(Counter, figures.values()), Counter[str]()))}
        for figures in (recorded, found)
    ]
    more, _ = compare(*sums) if moved else compare(recorded, found)
    if more:
        sys.exit("no figure may rise:\n" + "\n".join(more))
    path.write_text(yaml.safe_dump(found, sort_keys=True, width=110), encoding="utf-8")


def render(rooms: dict[str, Count], listed: int) -> str:
    """Render the totals, the figures of each room, and the first places."""
    everything = rooms.values()
    faults, kinds = (
        sum((getattr(one, name) for one in everything), Counter[str]()) for name in ("faults", "kinds")
    )
    lines = [
        _share("sentences with a habit", faults["habits"], sum(one.sentences for one in everything)),
        _share(
            "docstrings that open with a question word",
            faults["openers"],
            sum(one.docstrings for one in everything),
        ),
        _share("assigned names that are participles", faults["names"], sum(one.names for one in everything)),
        *(f"{name}: {faults[name]}" for name in ("glossary", "old sentences", "functions")),
        "kinds: " + ", ".join(f"{kind} {number}" for kind, number in kinds.most_common()),
        *(
            f"{room}: " + ", ".join(f"{n} {fault}" for fault, n in sorted(count.faults.items()))
            for room, count in rooms.items()
        ),
    ]
    return "\n".join([*lines, *[place for one in everything for place in one.places][:listed]]) + "\n"


def _share(name: str, part: int, whole: int) -> str:
    return f"{name}: {part} of {whole} ({100 * part / max(whole, 1):.1f} %)"


def render_peers(folders: list[Path]) -> str:
    """Render the shares of this project and of the projects in some folders as one table."""
    projects = {"this": count_rooms(list_files())}
    projects |= {folder.name: count_rooms(list_files(folder), root=folder) for folder in folders}
    totals = list(map(_sum_shares, projects.values()))
    lines = [f"{'':44}" + "".join(f"{name:>18}" for name in projects)]
    for row, label in enumerate(
        ("sentences with a habit", "docstrings that open with a question word", "names that are participles")
    ):
        cells = (
            f"{100 * part / max(whole, 1):.1f}% of {whole}" for part, whole in (one[row] for one in totals)
        )
        lines.append(f"{label:44}" + "".join(f"{cell:>18}" for cell in cells))
    return "\n".join(lines) + "\n"


def _sum_shares(rooms: dict[str, Count]) -> list[tuple[int, int]]:
    counts = list(rooms.values())
    return [
        (sum(one.faults[fault] for one in counts), sum(getattr(one, whole) for one in counts))
        for fault, whole in (("habits", "sentences"), ("openers", "docstrings"), ("names", "names"))
    ]


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", metavar="PREFIX")
    parser.add_argument("--list", type=int, default=0, metavar="N")
    parser.add_argument("--since", default="", metavar="REVISION")
    parser.add_argument("--peer", type=Path, metavar="FOLDER")
    parser.add_argument("--peers", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--moved", action="store_true")
    options = parser.parse_args()
    if options.peers:
        sys.stdout.write(render_peers(options.peers))
        return
    files = [path for path in list_files(options.peer) if path.startswith(options.only)]
    if options.write:
        write(summarise(count_rooms(list_files())), moved=options.moved)
    sys.stdout.write(render(count_rooms(files, options.since, options.peer or ROOT), options.list))


if __name__ == "__main__":
    main()
