"""The page on architecture names files, contracts and tests that exist."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "referee/cli/pages/architecture.md").read_text(encoding="utf-8")
RULES = PAGE.partition("## Rules that a check holds")[2].partition("## Decisions")[0]
CHECKS = re.findall(r"^\d+\. .*?\(([^()]+)\)\.$", RULES, re.MULTILINE)
CONTRACTS = {
    contract["name"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
}


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:referee|schemas|tests|games)/[\w/.]+)`", PAGE)))
)
def test_each_file_of_the_page_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`([a-z_]+\.py)`", PAGE))))
def test_each_file_named_beside_another_exists(name: str) -> None:
    assert list((ROOT / "referee").rglob(name))


def test_ten_rules_are_stated() -> None:
    assert len(CHECKS) == 10


@pytest.mark.parametrize("check", CHECKS)
def test_each_rule_names_a_contract_or_a_test(check: str) -> None:
    assert check in CONTRACTS or (ROOT / check.strip("`")).is_file()
