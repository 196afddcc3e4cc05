"""The pack of the West as its files say it, read by another reader than ours."""

from pathlib import Path

import yaml

import games
from schemas.great_war.pack import FILES, Pack

HOME = Path(games.__file__).parent / "ttlm"


def read(path: Path) -> object:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def read_pack() -> Pack:
    parts = {name: read(HOME / f"{name}.yaml") for name in FILES}
    scenarios = [read(path) for path in sorted((HOME / "scenarios").glob("*.yaml"))]
    return Pack.model_validate({**parts, "scenarios": scenarios}, strict=False)
