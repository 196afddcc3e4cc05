"""Policies of resolution: loading, checks and citation.

A policy is a YAML file. Shipped policies are loaded by name, others by path, which is any text with a slash
in it.
"""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from referee.faults import Complaint, DataFault, NotFound, declare, suggest
from referee.i18n.translator import Saying, saying
from referee.packs import loading
from referee.packs.faults import PackFault
from referee.texts.tree import Tree
from schemas.answers.evidence import Cited
from schemas.policy import Fact, Paragraph, Policy, PolicyWords, Wording
from schemas.record import Value

Shape = TypeVar("Shape", Policy, PolicyWords)

DEFAULT = "sealed-by-dice"
"""Policy of a match whose players chose none."""

MOST_BYTES = 64 * 1024

WORDS = "languages"
"""Folder of translated words, next to the policies."""


class LoadedPolicy(Value):
    """A sound policy; `found_by` is its name or path, `digest` the SHA-256 of its file."""

    found_by: str
    digest: str
    policy: Policy


def names() -> tuple[str, ...]:
    """Return the policies that can be chosen by name."""
    return tuple(sorted(path.stem for path in _folder().glob("*.yaml")))


def load(name_or_path: str) -> LoadedPolicy:
    """Return a policy by name or path. Raises `DataFault` with all its faults."""
    path = _path(name_or_path)
    if not path.is_file():
        raise NotFound(Complaint.of(PackFault.POLICY_UNKNOWN, _remedy(name_or_path), name=name_or_path))
    raw = path.read_bytes()
    found_by = str(path.resolve()) if "/" in name_or_path else name_or_path
    return LoadedPolicy(found_by, hashlib.sha256(raw).hexdigest(), read(raw, path.as_posix()))


def _remedy(name_or_path: str) -> Saying:
    if "/" in name_or_path:
        return saying("put the file there, as it was if a match was opened with it")
    if Path(name_or_path).is_file():
        return saying("the file is called ./{name}", name=name_or_path)
    return suggest(name_or_path, names())


def translate_policy(loaded_policy: LoadedPolicy, language: str) -> Policy:
    """Return a policy in the words of a language; untranslated parts keep their own words."""
    path = _path(loaded_policy.found_by)
    file = path.parent / WORDS / f"{language}.yaml"
    if not file.is_file():
        return loaded_policy.policy
    _, words = _validate(file.read_bytes(), str(file), PolicyWords)
    return _reword(loaded_policy.policy, words.policies.get(loaded_policy.policy.id))


def _reword(policy: Policy, words: Wording | None) -> Policy:
    if words is None:
        return policy
    paragraphs = (
        one.replace(**dict(words.paragraphs[one.id])) if one.id in words.paragraphs else one
        for one in policy.paragraphs
    )
    return policy.replace(name=words.name, summary=words.summary, paragraphs=tuple(paragraphs))


def cite(policy: Policy, paragraph: str) -> Cited:
    """Return a paragraph as rulings cite it. Raises `LookupError` if the policy has no such paragraph."""
    article = {one.id: one for one in policy.paragraphs}[paragraph]
    return Cited(policy=policy.id, paragraph=article.id, title=article.title, text=article.text.strip())


def deciding(policy: Policy, facts: Mapping[Fact, bool]) -> Paragraph:
    """Return the first paragraph that applies to these facts."""
    return next(paragraph for paragraph in policy.paragraphs if paragraph.when.items() <= facts.items())


def _path(name_or_path: str) -> Path:
    return Path(name_or_path) if "/" in name_or_path else _folder() / f"{name_or_path}.yaml"


def _folder() -> Path:
    return next(iter(loading.own_folders()), Path("games")) / "policies"


def read(raw: bytes, name: str) -> Policy:
    """Return a policy from its bytes; `name` is the name of its file in complaints."""
    tree, policy = _validate(raw, name, Policy)
    if complaints := [
        Complaint.of(fact, place=tree.at(("paragraphs", index))) for index, fact in _misfits(policy)
    ]:
        raise DataFault(*complaints)
    return policy


def _validate(raw: bytes, name: str, shape: type[Shape]) -> tuple[Tree, Shape]:
    from referee.texts import strict_yaml  # noqa: PLC0415 - YAML costs ten milliseconds
    from referee.texts.validation import validate  # noqa: PLC0415

    tree = strict_yaml.read(raw, name, MOST_BYTES)
    return tree, validate(tree, shape)


def _misfits(policy: Policy) -> Iterator[tuple[int, Saying]]:
    paragraph_ids: set[str] = set()
    for index, paragraph in enumerate(policy.paragraphs):
        if paragraph.id in paragraph_ids:
            yield index, declare(PackFault.PARAGRAPH_TWICE, name=paragraph.id)
        paragraph_ids.add(paragraph.id)
        if paragraph.dice == "kept" and paragraph.then != "replay":
            yield index, declare(PackFault.PARAGRAPH_KEEPS, name=paragraph.id)
        if paragraph.back != "entry" and paragraph.then == "stands":
            yield index, declare(PackFault.PARAGRAPH_GOES_BACK, name=paragraph.id, back=paragraph.back)
        if not paragraph.when and index < len(policy.paragraphs) - 1:
            yield index, declare(PackFault.PARAGRAPH_ALWAYS, name=paragraph.id)
    if policy.paragraphs[-1].when:
        yield len(policy.paragraphs) - 1, declare(PackFault.PARAGRAPH_LAST)
