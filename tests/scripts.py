"""Programs in Python that tests write, and that a shell runs."""

import sys
from pathlib import Path

# The path of Python may hold spaces, which the first line of a script cannot. To a shell these lines are a
# command, and to Python a text.
HEAD = """\
#!/bin/sh
''''exec '{python}' "$0" "$@" #'''
"""


def write_script(path: Path, code: str) -> Path:
    """Write a program that this Python runs."""
    path.write_text(HEAD.format(python=sys.executable) + code, encoding="utf-8")
    path.chmod(0o755)
    return path
