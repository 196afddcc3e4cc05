"""The workflow that tests on three platforms and publishes a tag."""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import referee

ROOT = Path(__file__).parents[2]
WORKFLOW: dict[Any, Any] = yaml.safe_load(
    (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
)
JOBS = WORKFLOW["jobs"]


def steps(job: str) -> list[dict[str, Any]]:
    return list(JOBS[job]["steps"])


def test_it_runs_exactly_the_line_of_the_readme_on_three_platforms() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^python3 -m venv .*pytest.*$", readme, re.MULTILINE)
    runs = [step["run"] for step in steps("test") if "run" in step]

    assert line == runs[-1]
    assert len([run for run in runs if "pytest" in run]) == 1
    systems = {name.partition("-")[0] for name in JOBS["test"]["strategy"]["matrix"]["os"]}
    assert systems == {"ubuntu", "macos", "windows"}


def test_the_pythons_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {name.rpartition(" ")[2] for name in project["classifiers"] if " :: 3." in name}

    assert set(JOBS["test"]["strategy"]["matrix"]["python"]) <= named
    assert project["requires-python"] == ">=3.11"


def test_every_action_has_a_whole_version() -> None:
    actions = [step["uses"] for job in JOBS for step in steps(job) if "uses" in step]

    assert len(actions) >= 8
    for action in actions:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+@v\d+\.\d+\.\d+", action), action


def test_only_a_tag_is_published_after_tests_and_build_without_a_password() -> None:
    publish = JOBS["publish"]

    assert publish["if"] == "startsWith(github.ref, 'refs/tags/v')"
    assert set(publish["needs"]) == {"test", "build"}
    assert publish["permissions"]["id-token"] == "write"
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert steps("publish")[-1]["with"] == {"attestations": True}
    assert "password" not in str(publish)
    assert all(0 < job["timeout-minutes"] <= 60 for job in JOBS.values())


@pytest.mark.parametrize(
    ("tag", "address", "code"),
    [
        (f"v{referee.__version__}", "https://club.org/referee", 0),
        (f"v{referee.__version__}", "https://referee.example/referee", 1),
        ("v9.9.9", "https://club.org/referee", 1),
    ],
)
def test_a_wrong_tag_and_the_example_address_are_refused(
    tmp_path: Path, tag: str, address: str, code: int
) -> None:
    """Run the step with a stand-in for `unzip`, which not every machine has."""
    guard = next(step["run"] for step in steps("publish") if "run" in step)
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / f"pbem_referee-{referee.__version__}-py3-none-any.whl").touch()
    script = f"set -e\nunzip() {{ echo 'Project-URL: Source, {address}'; }}\n{guard}"

    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "GITHUB_REF_NAME": tag},
        capture_output=True,
        check=False,
    )

    assert done.returncode == code
