"""The stand-alone verifier as one file: its modules in order, without their imports of each other."""

import ast
from pathlib import Path

from referee.evidence import standalone

MODULES = (
    "shapes", "lines", "phrases", "hidden_secret", "beacon", "dice", "takebacks", "journal", "verify"
)  # fmt: skip
"""Each module imports only names of the ones before it, and of the standard library."""

FOLDER = Path(standalone.__file__).parent

HEAD = '''"""Verifies a journal of `referee`, or a side's copy of it: python3 verify.py JOURNAL [HEAD].

It needs only Python 3.11. A journal is a chain of lines: each line contains the digest of the line before it.
Dice follow from keys. The digest of each key is the key before it, and that of the first is in the header,
so that no key can be chosen later. This program checks the chain, the form of each entry, the dice, and the
secrets once they are revealed. It does not know the rules of the game.
"""
'''

RULE = "# " + "-" * 78


def write_program() -> str:
    """Return the text of the verifier."""
    plain: set[str] = set()
    names: dict[str, set[str]] = {}
    parts: list[str] = []
    for module in MODULES:
        text = (FOLDER / f"{module}.py").read_text(encoding="utf-8")
        tree, last = ast.parse(text), 0
        for node in tree.body:
            if isinstance(node, ast.Import):
                plain |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names.setdefault(node.module or "", set()).update(alias.name for alias in node.names)
            else:
                continue
            last = node.end_lineno or last
        code = "\n".join(text.splitlines()[last:]).strip("\n")
        heading = "\n".join(f"# {line}".rstrip() for line in (ast.get_docstring(tree) or "").splitlines())
        parts.append(f"{RULE}\n{heading}\n{RULE}\n\n{code}\n")
    imports = [f"import {name}" for name in sorted(plain)]
    for module, its in sorted(names.items()):
        if not module.startswith(standalone.__name__):
            imports.append(f"from {module} import {', '.join(sorted(its))}")
    return "\n".join((HEAD, *imports, "", "", "\n\n".join(parts)))
