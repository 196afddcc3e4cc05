"""Hooks of the build: the readme with absolute links, and the bill of materials inside the wheel.

The address of the project is stated once, as `Source` in `[project.urls]`.
"""

import json
import re
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE = re.compile(r'(\]\(|(?:src|srcset|href)=")(?!https?:|#|mailto:)([^)"#]+)')
"""Link of Markdown or HTML to a file of the project."""

PICTURES = (".svg", ".png")

DATA = (
    {
        "type": "data",
        "name": "Natural Earth",
        "description": "Coast, lakes and rivers under the maps of the packs ttlm and aac.",
        "licenses": [{"license": {"name": "public domain"}}],
    },
)
"""Material of others inside the wheel. Its Python code contains none."""


class ReadmeHook(MetadataHookInterface):
    """Writes the readme into the metadata. Its relative links become absolute."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the readme."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": make_absolute(text, metadata["urls"]["Source"]),
        }


def make_absolute(text: str, source: str) -> str:
    """Return a text whose links to files lead to the project: pages to `blob`, pictures to `raw`."""

    def lead(link: re.Match[str]) -> str:
        kind = "raw" if link[2].endswith(PICTURES) else "blob"
        return f"{link[1]}{source}/{kind}/main/{link[2]}"

    return RELATIVE.sub(lead, text)


class MaterialsHook(BuildHookInterface[Any]):
    """Adds a CycloneDX bill of materials to `.dist-info/sboms` (PEP 770)."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - of the interface
        """Write the bill and name it to the builder."""
        self._folder = tempfile.TemporaryDirectory()
        path = Path(self._folder.name) / "referee.cdx.json"
        path.write_text(json.dumps(list_materials(self.metadata.core), indent=1) + "\n", encoding="utf-8")
        build_data["sbom_files"].append(str(path))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the copy of the bill outside the wheel."""
        self._folder.cleanup()


def list_materials(core: Any) -> dict[str, Any]:
    """Return the bill of materials: this package, its declared dependencies and the material of others.

    It has no time and no random number, so that the same sources give the same bytes.
    """
    name, version = core.name, core.version
    own = f"pkg:pypi/{name}@{version}"
    needed = [
        {
            "type": "library",
            "bom-ref": f"pkg:pypi/{re.split('[^A-Za-z0-9._-]', requirement)[0]}",
            "name": re.split("[^A-Za-z0-9._-]", requirement)[0],
            "purl": f"pkg:pypi/{re.split('[^A-Za-z0-9._-]', requirement)[0]}",
            "scope": "required",
            "properties": [{"name": "referee:requirement", "value": requirement}],
        }
        for requirement in core.dependencies
    ]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": name,
                "version": version,
                "purl": own,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": [*needed, *({"bom-ref": one["name"], **one} for one in DATA)],
        "dependencies": [{"ref": own, "dependsOn": [one["bom-ref"] for one in needed]}],
    }
