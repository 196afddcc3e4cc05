"""Index of a rule system's source by clause: functions, refusals, prompts, kinds of events and orders.

The source is parsed and not run. A clause is known by the name of its meaning (`Clause.STACKING`). Docstrings
and comments cite it by number.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from schemas.record import Value

_NUMBER = re.compile(
    r"(?<![\w.-])(?:\d+\.\d+(?:\.\d+)?(?:-[IVX]+)?(?:-\d+)?(?:-[a-z]+)?|SK-[A-Z]+-\d+)(?![\w-])"
)
"""Number of a clause or a section, as docstrings and comments cite it."""

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


class Function(Value):
    """A function of a rule system that names clauses, or creates events.

    `refusals` are pairs of a clause's name and a refusal's name, `prompts` pairs of a clause's name and a
    question, `events` are types of events. `calls` are the functions that it mentions, by dotted name.
    """

    name: str
    file: str
    line: int
    summary: str = ""
    clauses: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    refusals: tuple[tuple[str, str], ...] = ()
    prompts: tuple[tuple[str, str], ...] = ()
    events: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()


class Entry(Value):
    """A kind of event or order: its type, its clauses, and the functions that its table entry names.

    `reach` are the functions of an order that it can reach through calls.
    """

    kind: str
    file: str
    line: int
    clauses: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()
    reach: frozenset[str] = frozenset()


class SystemIndex(Value):
    """Functions of a rule system by dotted name, and the entries of its tables of events and orders."""

    functions: Mapping[str, Function]
    events: tuple[Entry, ...]
    orders: tuple[Entry, ...]

    def find_orders(self, names: frozenset[str]) -> Iterator[Entry]:
        """Yield the kinds of orders that can reach one of these functions through calls."""
        return (entry for entry in self.orders if entry.reach & names)


@cache
def read(folder: Path) -> SystemIndex:
    """Return the index of a system's package. Files that cannot be parsed are skipped."""
    functions: dict[str, Function] = {}
    events: list[Entry] = []
    orders: list[Entry] = []
    root = _find_root(folder)
    optional = (_Source.parse(path, root) for path in sorted(folder.rglob("*.py")))
    sources = [source for source in optional if source is not None]
    makers = frozenset({"order_kind", *(name for source in sources for name in source.list_makers())})
    for source in sources:
        for node in _list_functions(source.tree):
            function = source.read_function(node)
            functions[f"{source.module}.{function.name}"] = function
        events += source.list_entries(frozenset({"event_kind"}))
        orders += source.list_entries(makers)
    complete = (replace(entry, reach=_reach(functions, entry.calls)) for entry in orders)
    return SystemIndex(functions, tuple(events), tuple(complete))


def to_kind(name: str) -> str:
    """Return the type of an event or an order by the name of its class: `PieceLost` becomes `piece-lost`."""
    return _CAPITAL.sub("-", name).lower()


def _reach(functions: Mapping[str, Function], starts: frozenset[str]) -> frozenset[str]:
    """Return the functions that some functions reach through calls, themselves included."""
    result, waiting = set[str](), [*starts]
    while waiting:
        name = waiting.pop()
        if name in result or name not in functions:
            continue
        result.add(name)
        waiting += functions[name].calls
    return frozenset(result)


def _find_root(folder: Path) -> Path:
    """Return the folder from which the package is imported."""
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


def _list_functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield functions and methods; nested functions belong to the function around them."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from (inner for inner in node.body if isinstance(inner, ast.FunctionDef))


class _Source(NamedTuple):
    """A parsed file with its imports: the dotted name of each imported module or object."""

    file: str
    module: str
    tree: ast.Module
    nodes: Sequence[ast.AST]
    imports: Mapping[str, str]
    comments: Mapping[int, str]

    @classmethod
    def parse(cls, path: Path, root: Path) -> "_Source | None":
        text = path.read_text(encoding="utf-8")
        try:
            tree = ast.parse(text)
        except SyntaxError:
            return None
        file, nodes = path.relative_to(root), [*ast.walk(tree)]
        imports = {
            alias.asname or alias.name: f"{node.module}.{alias.name}"
            for node in nodes
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        }
        comments = {
            token.start[0]: token.string
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type == tokenize.COMMENT
        }
        return cls(file.as_posix(), ".".join(file.with_suffix("").parts), tree, nodes, imports, comments)

    def read_function(self, node: ast.FunctionDef) -> Function:
        doc = ast.get_docstring(node) or ""
        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        prose = " ".join([doc, *(self.comments.get(line, "") for line in lines)])
        nodes = [*ast.walk(node)]
        calls = [child for child in nodes if isinstance(child, ast.Call)]
        return Function(
            node.name,
            self.file,
            node.lineno,
            doc.split("\n", 1)[0],
            _list_clauses(nodes),
            frozenset(_NUMBER.findall(prose)),
            tuple(_list_pairs(calls, "refuse", _list_assignments(nodes))),
            tuple(_list_pairs(calls, "ask", {})),
            frozenset(to_kind(name) for name in map(_name_class, calls) if name),
            frozenset(self._list_mentions(nodes)),
        )

    def list_makers(self) -> Iterator[str]:
        """Yield functions that make a kind of order from a model that they are given."""
        for node in _list_functions(self.tree):
            parameters = {argument.arg for argument in node.args.args}
            for call in (child for child in ast.walk(node) if isinstance(child, ast.Call)):
                if _name_of(call.func) == "order_kind" and call.args and _name_of(call.args[0]) in parameters:
                    yield node.name

    def list_entries(self, makers: frozenset[str]) -> Iterator[Entry]:
        for node in self.nodes:
            is_entry = isinstance(node, ast.Call) and _name_of(node.func) in makers and bool(node.args)
            if isinstance(node, ast.Call) and is_entry and _name_of(node.args[0])[:1].isupper():
                nodes = [*ast.walk(node)]
                yield Entry(
                    to_kind(_name_of(node.args[0])),
                    self.file,
                    node.lineno,
                    _list_clauses(nodes),
                    frozenset(self._list_mentions(nodes)),
                )

    def _list_mentions(self, nodes: Iterable[ast.AST]) -> Iterator[str]:
        """Yield the dotted names of functions that some nodes may call."""
        for child in nodes:
            if isinstance(child, ast.Name):
                yield self.imports.get(child.id, f"{self.module}.{child.id}")
            elif isinstance(child, ast.Attribute) and isinstance(child.value, ast.Name):
                module = self.imports.get(child.value.id)
                yield f"{module}.{child.attr}" if module else f"{self.module}.{child.attr}"


def _list_clauses(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """Return the clauses that some nodes name."""
    return frozenset(
        child.attr
        for child in nodes
        if isinstance(child, ast.Attribute) and _name_of(child.value) == "Clause"
    )


def _list_assignments(nodes: Iterable[ast.AST]) -> Mapping[str, str]:
    """Return the attribute that each local variable was last assigned."""
    return {
        target.id: child.value.attr
        for child in nodes
        if isinstance(child, ast.Assign) and isinstance(child.value, ast.Attribute)
        for target in child.targets
        if isinstance(target, ast.Name)
    }


def _list_pairs(calls: list[ast.Call], function: str, known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the clause and the second name in calls of a function: a refusal, or the question of a prompt."""
    for call in calls:
        if _name_of(call.func) != function:
            continue
        members = [(one, _list_clauses(ast.walk(one))) for one in call.args]
        clauses = [name for _, names in members for name in names]
        others = [_name_constant(one, known) for one, names in members if not names]
        constants = [name for name in others if name]
        yield from ((clause, constants[0]) for clause in clauses if constants)


def _name_constant(node: ast.expr, known: Mapping[str, str]) -> str:
    """Return a string, the name of a member, or the member that a variable was assigned; "" for the rest."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Attribute(attr=name):
            return name
        case ast.Name(id=name):
            return known.get(name, "")
        case _:
            return ""


def _name_class(call: ast.Call) -> str:
    """Return the class that a call creates, or "" for the call of a function."""
    name = _name_of(call.func)
    return name if name[:1].isupper() else ""


def _name_of(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""
