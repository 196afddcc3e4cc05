"""The same targets with coverage to lead the way; `atheris` is no part of the tests and is installed by hand.

pip install atheris
python -m tests.fuzz.with_atheris letter -runs=100000
"""

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["referee"]):
    from referee.matches import matches
    from tests.examples import format_2
    from tests.fuzz.mutations import seeds
    from tests.fuzz.targets import Table


def main() -> None:
    name, *options = sys.argv[1:]
    home = Path(tempfile.mkdtemp())
    format_2.play("ttlm", "liege", home / "matches")
    table = Table(matches.find(home / "matches", "liege"))
    corpus = home / "corpus"
    corpus.mkdir()
    for number, seed in enumerate(seeds(table)[name]):
        (corpus / str(number)).write_bytes(seed)
    target = table.targets()[name]
    atheris.Setup([sys.argv[0], str(corpus), *options], lambda raw: target(bytes(raw)))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
