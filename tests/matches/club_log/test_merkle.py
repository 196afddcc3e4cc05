"""Trees of RFC 6962: roots, inclusion and consistency, held to the definitions of the RFC."""

import random
from hashlib import sha256

import pytest

from referee.matches.club_log import merkle, standalone_log

RFC_LEAVES = [
    bytes.fromhex(leaf)
    for leaf in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
"""Leaves of the test tree that Certificate Transparency publishes."""

RFC_ROOTS = {
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}  # fmt: skip
"""Roots of its first leaves."""


class Tree:
    """A tree that is grown leaf by leaf."""

    def __init__(self, leaves: list[bytes]) -> None:
        self.stored: list[bytes] = []
        self.hashes = [merkle.leaf_hash(leaf) for leaf in leaves]
        for number, leaf in enumerate(self.hashes):
            self.stored.extend(merkle.new_hashes(number, leaf, self.read))

    def read(self, position: int) -> bytes:
        return self.stored[position]

    def root(self, size: int) -> bytes:
        return merkle.root_hash(size, self.read)


def root_by_definition(leaves: list[bytes]) -> bytes:
    """Return the root as RFC 6962, 2.1, defines it."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return sha256(b"\x01" + root_by_definition(leaves[:half]) + root_by_definition(leaves[half:])).digest()


@pytest.fixture(scope="module")
def tree() -> Tree:
    return Tree([b"leaf %d" % number for number in range(300)])


@pytest.mark.parametrize(("size", "root"), RFC_ROOTS.items())
def test_roots_are_those_of_certificate_transparency(size: int, root: str) -> None:
    assert Tree(RFC_LEAVES).root(size).hex() == root


def test_roots_follow_the_definition_at_every_size(tree: Tree) -> None:
    leaves = [b"leaf %d" % number for number in range(300)]

    assert [tree.root(size) for size in range(301)] == [root_by_definition(leaves[:n]) for n in range(301)]
    assert len(tree.stored) == merkle.count_hashes(300)


def test_inclusion_of_every_leaf_is_proved_at_every_size(tree: Tree) -> None:
    for size in range(1, 130):
        root = tree.root(size)
        for number in range(size):
            path = merkle.prove_inclusion(number, size, tree.read)
            assert merkle.includes(tree.hashes[number], number, size, path, root)


def test_consistency_of_every_pair_of_sizes_is_proved(tree: Tree) -> None:
    for size in range(130):
        for old in range(size + 1):
            path = merkle.prove_consistency(old, size, tree.read)
            assert merkle.extends(old, size, path, tree.root(old), tree.root(size))


def test_forged_proofs_are_refused(tree: Tree, request: pytest.FixtureRequest) -> None:
    rng = random.Random(6962)
    for _ in range(request.config.getoption("--mutations")):
        size = rng.randrange(2, 301)
        number, old = rng.randrange(size), rng.randrange(1, size)
        other = rng.choice(
            [leaf for leaf in (number ^ 1, (number + 1) % size) if leaf < size and leaf != number]
        )
        path = merkle.prove_inclusion(number, size, tree.read)
        steps = merkle.prove_consistency(old, size, tree.read)
        root, older = tree.root(size), tree.root(old)
        forged = bend(rng, path)
        assert not merkle.includes(tree.hashes[other], number, size, path, root)
        assert not merkle.includes(tree.hashes[number], other, size, path, root)
        assert not merkle.includes(tree.hashes[number], number, size, forged, root)
        assert not merkle.extends(old, size, bend(rng, steps), older, root)
        assert not merkle.extends(old, size, steps, tree.root(old - 1), root)
        assert not merkle.extends(old, size, steps, older, tree.root(size - 1))
        assert not includes_alone(tree.hashes[other], number, size, path, root)
        assert not includes_alone(tree.hashes[number], number, size, forged, root)
        assert not standalone_log.extends(old, size, bend(rng, steps), older, root)
        assert not standalone_log.extends(old, size, steps, tree.root(old - 1), root)
        assert not standalone_log.extends(old, size, steps, older, tree.root(size - 1))


def includes_alone(leaf: bytes, number: int, size: int, path: list[bytes], root: bytes) -> bool:
    """Return True if the stand-alone program accepts an audit path."""
    return standalone_log.climb(number, size - 1, path, leaf, leaf)[::2] == (True, root)


def test_standalone_program_accepts_true_proofs(tree: Tree) -> None:
    for size in range(1, 130):
        root = tree.root(size)
        for number in range(size):
            path = merkle.prove_inclusion(number, size, tree.read)
            assert includes_alone(tree.hashes[number], number, size, path, root)
        for old in range(1, size):
            steps = merkle.prove_consistency(old, size, tree.read)
            assert standalone_log.extends(old, size, steps, tree.root(old), root)


def test_both_verifiers_accept_true_proofs_of_large_trees(tree: Tree) -> None:
    rng = random.Random(9162)
    hashes: list[bytes] = []
    for number in range(10_000):
        leaf = merkle.leaf_hash(str(number).encode())
        hashes += merkle.new_hashes(number, leaf, hashes.__getitem__)
    for _ in range(200):
        size = rng.randrange(2, 10_001)
        number, old = rng.randrange(size), rng.randrange(1, size)
        leaf, root = merkle.leaf_hash(str(number).encode()), merkle.root_hash(size, hashes.__getitem__)
        path = merkle.prove_inclusion(number, size, hashes.__getitem__)
        steps = merkle.prove_consistency(old, size, hashes.__getitem__)
        older = merkle.root_hash(old, hashes.__getitem__)
        assert merkle.includes(leaf, number, size, path, root)
        assert includes_alone(leaf, number, size, path, root)
        assert merkle.extends(old, size, steps, older, root)
        assert standalone_log.extends(old, size, steps, older, root)


def bend(rng: random.Random, path: list[bytes]) -> list[bytes]:
    """Change, drop, double or add one hash of a proof."""
    bent, at = list(path), rng.randrange(len(path))
    match rng.randrange(4):
        case 0:
            bit = 1 << rng.randrange(256)
            bent[at] = (int.from_bytes(bent[at], "big") ^ bit).to_bytes(32, "big")
        case 1:
            del bent[at]
        case 2:
            bent.insert(at, bent[at])
        case _:
            bent.append(rng.randbytes(32))
    return bent


@pytest.mark.parametrize(
    ("number", "size"), [(-1, 3), (3, 3), (0, 0)], ids=["negative", "behind the end", "empty tree"]
)
def test_a_leaf_outside_the_tree_has_no_proof(tree: Tree, number: int, size: int) -> None:
    with pytest.raises(ValueError, match=str(size)):
        merkle.prove_inclusion(number, size, tree.read)
    assert not merkle.includes(tree.hashes[0], number, size, [], tree.root(max(size, 1)))


def test_a_larger_tree_is_not_a_prefix(tree: Tree) -> None:
    with pytest.raises(ValueError, match="5"):
        merkle.prove_consistency(5, 4, tree.read)
    assert not merkle.extends(5, 4, [], tree.root(5), tree.root(4))
