"""Hash trees of RFC 6962: root, inclusion proof and consistency proof of an append-only list.

The hashes of complete subtrees are stored in the order in which they become complete: each leaf is followed
by the subtrees that it completes. A proof reads a logarithmic number of them.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256

EMPTY_ROOT = sha256(b"").digest()
"""Root of a tree without leaves."""

Read = Callable[[int], bytes]
"""Returns the stored hash at a position."""


def leaf_hash(data: bytes) -> bytes:
    """Return the hash of a leaf (RFC 6962, 2.1)."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of an inner node (RFC 6962, 2.1)."""
    return sha256(b"\x01" + left + right).digest()


def position(level: int, number: int) -> int:
    """Return the position of a stored hash: subtree `number`, counted from 0, of 2**level leaves."""
    last_leaf = ((number + 1) << level) - 1
    return count_hashes(last_leaf) + level


def count_hashes(size: int) -> int:
    """Return the number of stored hashes of a tree with this number of leaves."""
    return 2 * size - size.bit_count()


def new_hashes(number: int, leaf: bytes, read: Read) -> list[bytes]:
    """Return the hashes that leaf `number` adds to the stored ones: its own and its completed subtrees."""
    hashes = [leaf]
    level = 0
    while number >> level & 1:
        sibling = read(position(level, (number >> level) - 1))
        hashes.append(node_hash(sibling, hashes[-1]))
        level += 1
    return hashes


def root_hash(size: int, read: Read) -> bytes:
    """Return the root of the first `size` leaves."""
    return _range_hash(0, size, read) if size else EMPTY_ROOT


def prove_inclusion(number: int, size: int, read: Read) -> list[bytes]:
    """Return the audit path of a leaf in the tree of the first `size` leaves (RFC 6962, 2.1.1).

    Raises `ValueError` if the tree does not contain the leaf.
    """
    if not 0 <= number < size:
        raise ValueError(number, size)
    path: list[bytes] = []
    first, last = 0, size
    while last - first > 1:
        middle = first + _split(last - first)
        if number < middle:
            path.append(_range_hash(middle, last, read))
            last = middle
        else:
            path.append(_range_hash(first, middle, read))
            first = middle
    return path[::-1]


def prove_consistency(old: int, size: int, read: Read) -> list[bytes]:
    """Return the proof that a tree of `old` leaves is a prefix of a tree of `size` leaves (RFC 6962, 2.1.2).

    Raises `ValueError` if the old tree is larger.
    """
    if not 0 <= old <= size:
        raise ValueError(old, size)
    if old in {0, size}:
        return []
    path: list[bytes] = []
    first, last = 0, size
    while old != last:
        middle = first + _split(last - first)
        if old <= middle:
            path.append(_range_hash(middle, last, read))
            last = middle
        else:
            path.append(_range_hash(first, middle, read))
            first = middle
    if first:
        path.append(_range_hash(first, last, read))
    return path[::-1]


def includes(leaf: bytes, number: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Return True if an audit path leads from a leaf's hash to a root (RFC 9162, 2.1.3.2)."""
    roots = _climb(number, size - 1, leaf, path) if 0 <= number < size else None
    return roots is not None and roots[1] == root


def extends(old: int, size: int, path: Sequence[bytes], old_root: bytes, root: bytes) -> bool:
    """Return True if a tree continues an older one (RFC 9162, 2.1.4.2)."""
    if not 0 <= old <= size:
        return False
    if old == size:
        return not path and old_root == root
    if old == 0:
        return not path and old_root == EMPTY_ROOT
    steps = [old_root, *path] if old.bit_count() == 1 else path
    node, last = old - 1, size - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    return bool(steps) and _climb(node, last, steps[0], steps[1:]) == (old_root, root)


def _climb(node: int, last: int, start: bytes, path: Sequence[bytes]) -> tuple[bytes, bytes] | None:
    """Return the roots of the older and of the whole tree, or None if the path does not end at a root.

    The path begins at a node with the hash `start`, on a level whose last node is `last`.
    """
    older = whole = start
    for step in path:
        if last == 0:
            return None
        if node & 1 or node == last:
            older, whole = node_hash(step, older), node_hash(step, whole)
            while node and not node & 1:
                node, last = node >> 1, last >> 1
        else:
            whole = node_hash(whole, step)
        node, last = node >> 1, last >> 1
    return (older, whole) if last == 0 else None


def _range_hash(first: int, last: int, read: Read) -> bytes:
    """Return the root of the leaves from `first` up to `last`; `first` begins a subtree of that size."""
    count = last - first
    half = _split(count) if count > 1 else 0
    if 2 * half == count or count == 1:
        level = count.bit_length() - 1
        return read(position(level, first >> level))
    return node_hash(_range_hash(first, first + half, read), _range_hash(first + half, last, read))


def _split(count: int) -> int:
    """Return the largest power of two below a number of leaves greater than 1."""
    return 1 << (count - 1).bit_length() - 1
