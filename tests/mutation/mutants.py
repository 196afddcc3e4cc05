"""Mutants: small faults put into functions one by one, to see whether a test notices."""

import ast
import copy
import inspect
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any

from schemas.record import Record

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip

RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
}  # fmt: skip

NAMED = {"any": "all", "all": "any", "min": "max", "max": "min"}

WORDS = {"refusal", "Objection"}
"""What makes the text of a refusal: its wording is no rule, its clause is."""


@dataclass(frozen=True)
class Mutant:
    """One fault: where it is, and which of those that can be put into a function it is.

    `name` is what it is known by: its function, what is changed, and which of the places it is where the same
    can be changed. Nothing of the text of a line is in it, so that a line may be written otherwise.
    """

    module: str
    function: str
    line: int
    name: str
    whole: ast.FunctionDef
    number: int

    def __str__(self) -> str:
        return f"{self.name} (line {self.line})"

    def code(self, of: FunctionType) -> CodeType:
        """The code of the function with the fault in it."""
        twin = copy.deepcopy(self.whole)
        _, _, put_in = list(_places(twin))[self.number]
        put_in()
        return compiled(twin, of)


def compiled(whole: ast.FunctionDef, of: FunctionType) -> CodeType:
    """The code of a function that was changed."""
    whole.decorator_list = []
    module = ast.fix_missing_locations(ast.Module([whole], []))
    code = compile(module, of.__code__.co_filename, "exec", dont_inherit=True)
    return next(part for part in code.co_consts if isinstance(part, CodeType))


def functions(module: ModuleType) -> dict[str, FunctionType]:
    """The functions that a module defines, by qualified name; shapes are not mutated."""
    found: dict[str, FunctionType] = {}
    for value in vars(module).values():
        if (inner := _function(value)) is not None and inner.__module__ == module.__name__:
            found[inner.__qualname__] = inner
        elif inspect.isclass(value) and value.__module__ == module.__name__ and not issubclass(value, Record):
            members = map(_function, vars(value).values())
            found |= {member.__qualname__: member for member in members if member is not None}
    return found


def _function(value: object) -> FunctionType | None:
    """The function below a property, a class method, a cache or a context manager."""
    below = value.fget if isinstance(value, property) else value
    below = below.__func__ if isinstance(below, classmethod | staticmethod) else below
    unwrapped = inspect.unwrap(below) if callable(below) else None
    # The cell of a bare `super()` is no part of code that is compiled by itself.
    usable = inspect.isfunction(unwrapped) and "__class__" not in unwrapped.__code__.co_freevars
    return unwrapped if usable else None


def mutants(module: ModuleType) -> Iterator[Mutant]:
    """Every mutant of every function of a module."""
    known = functions(module)
    stem = module.__name__.rpartition(".")[2]
    for path, node in _definitions(ast.parse(inspect.getsource(module)).body):
        # Of the twins that a module has for two platforms, one is defined here.
        if path in known and known[path].__code__.co_firstlineno == _first_line(node):
            alike: Counter[str] = Counter()
            places = enumerate((line, what) for line, what, _ in _places(node))
            for number, (line, what) in sorted(places, key=lambda place: place[1][0]):
                name = f"{stem}.{path} [{what}]"
                alike[name] += 1
                again = f" ({alike[name]})" if alike[name] > 1 else ""
                yield Mutant(stem, path, line, name + again, node, number)


def _definitions(body: Sequence[ast.stmt], within: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and of its classes, under a condition as well."""
    for node in body:
        match node:
            case ast.FunctionDef():
                yield within + node.name, node
            case ast.ClassDef() if not within:
                yield from _definitions(node.body, f"{node.name}.")
            case ast.If():
                yield from _definitions((*node.body, *node.orelse), within)
            case _:
                pass


def _first_line(node: ast.FunctionDef) -> int:
    """The line that the code of a function is said to begin in."""
    return min((decorator.lineno for decorator in node.decorator_list), default=node.lineno)


Place = tuple[int, str, Callable[[], None]]


def _places(function: ast.FunctionDef) -> Iterator[Place]:
    """Where a fault can be put: line, what it is, and how it is done."""
    worded = {id(part) for call in ast.walk(function) if _wording(call) for part in ast.walk(call)}
    worded |= {id(part) for hint in _hints(function) for part in ast.walk(hint)}
    for node in ast.walk(function):
        if isinstance(node, ast.stmt):
            yield from _statements(node)
        if id(node) not in worded:
            yield from _expressions(node)


def _hints(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What is no part of the code of a function: types, decorators, and the defaults of its parameters."""
    for node in ast.walk(function):
        hints = (getattr(node, name, None) for name in ("annotation", "returns"))
        yield from (hint for hint in hints if isinstance(hint, ast.AST))
    yield from function.decorator_list
    yield from (one for one in (*function.args.defaults, *function.args.kw_defaults) if one is not None)


def _wording(node: ast.AST) -> bool:
    """Whether this is text for people: a message, or the making of one."""
    if isinstance(node, ast.IfExp):
        return all(isinstance(part, ast.JoinedStr | ast.Constant) for part in (node.body, node.orelse))
    if isinstance(node, ast.JoinedStr):
        return True
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORDS


def _expressions(node: ast.AST) -> Iterator[Place]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            other = COMPARED[type(op)]
            yield node.lineno, f"{type(op).__name__} -> {other.__name__}", _set(node, "ops", [other()])
        case ast.BoolOp():
            swapped = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node.lineno, f"{type(node.op).__name__} swapped", _set(node, "op", swapped)
            for number in range(len(node.values)):
                rest = [value for at, value in enumerate(node.values) if at != number]
                if len(rest) > 1:
                    yield node.lineno, f"operand {number} dropped", _set(node, "values", rest)
        case ast.UnaryOp(op=ast.Not()):
            yield node.lineno, "not dropped", _set(node, "operand", ast.UnaryOp(ast.Not(), node.operand))
        case ast.BinOp() | ast.Constant() | ast.Name():
            yield from _terms(node)
        case ast.IfExp() | ast.comprehension(ifs=[_, *_]) | ast.match_case():
            yield from _conditions(node)
        case _:
            pass


def _terms(node: ast.expr) -> Iterator[Place]:
    match node:
        case ast.BinOp() if type(node.op) in RECKONED:
            other = RECKONED[type(node.op)]
            yield node.lineno, f"{type(node.op).__name__} -> {other.__name__}", _set(node, "op", other())
        case ast.Constant(value=bool() as value):
            yield node.lineno, f"{value} -> {not value}", _set(node, "value", not value)
        case ast.Constant(value=int() as value):
            yield node.lineno, f"{value} -> {value + 1}", _set(node, "value", value + 1)
        case ast.Name(id=name) if name in NAMED:
            yield node.lineno, f"{name} -> {NAMED[name]}", _set(node, "id", NAMED[name])
        case _:
            pass


def _conditions(node: ast.AST) -> Iterator[Place]:
    match node:
        case ast.IfExp():
            yield node.lineno, "always the first", _set(node, "test", ast.Constant(True))
            yield node.lineno, "always the second", _set(node, "test", ast.Constant(False))
        case ast.comprehension():
            yield node.target.lineno, "filter dropped", _set(node, "ifs", [])
        case ast.match_case(pattern=ast.MatchAs(pattern=None)):
            pass
        case ast.match_case():
            yield node.pattern.lineno, "case never met", _set(node, "guard", ast.Constant(False))
        case _:
            pass


def _statements(node: ast.stmt) -> Iterator[Place]:
    match node:
        case ast.If() | ast.While():
            if isinstance(node, ast.If):
                yield node.lineno, "if always", _set(node, "test", ast.Constant(True))
            yield node.lineno, "if never", _set(node, "test", ast.Constant(False))
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            # It is for the type checker: no value ever comes there.
            pass
        case ast.Expr(value=ast.Call() | ast.YieldFrom() | ast.Yield()):
            gone = ast.Constant(None)
            if isinstance(node.value, ast.Call):
                yield node.lineno, "call dropped", _set(node, "value", gone)
            else:
                # The function must stay a generator.
                never = ast.IfExp(ast.Constant(False), node.value, gone)
                yield node.lineno, "yield dropped", _set(node, "value", never)
        case ast.AugAssign():
            yield node.lineno, "assignment dropped", _set(node, "value", _neutral(node))
        case _:
            pass


def _neutral(node: ast.AugAssign) -> ast.expr:
    return ast.Tuple([], ast.Load()) if isinstance(node.value, ast.Tuple | ast.List) else ast.Constant(0)


def _set(node: Any, field: str, value: object) -> Callable[[], None]:
    return lambda: setattr(node, field, value)
