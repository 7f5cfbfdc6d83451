"""Merkle trees: answers known from elsewhere, and laws against the definition of RFC 6962."""

import hashlib
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.merkle import EMPTY_ROOT, Tree, continues, includes, leaf_hash

# The leaves that implementations of Certificate Transparency test each other with. The roots were
# computed for this test with `openssl dgst -sha256 -binary` over printf, not with this code.
LEAVES = [
    bytes.fromhex(text)
    for text in (
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
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]

Data = Sequence[bytes]
data = st.lists(st.binary(max_size=4), max_size=40)
some = st.lists(st.binary(max_size=4), min_size=1, max_size=40)
distinct = st.lists(st.binary(max_size=4), min_size=1, max_size=40, unique=True)


def tree(leaves: Data) -> Tree:
    return Tree(map(leaf_hash, leaves))


def sha(text: bytes) -> bytes:
    return hashlib.sha256(text).digest()


def power_below(n: int) -> int:
    return max(2**k for k in range(n.bit_length()) if 2**k < n)


def mth(d: Data) -> bytes:
    """MTH of RFC 6962, section 2.1, word by word."""
    if not d:
        return sha(b"")
    if len(d) == 1:
        return sha(b"\x00" + d[0])
    k = power_below(len(d))
    return sha(b"\x01" + mth(d[:k]) + mth(d[k:]))


def path(m: int, d: Data) -> list[bytes]:
    """PATH of section 2.1.1."""
    if len(d) == 1:
        return []
    k = power_below(len(d))
    if m < k:
        return [*path(m, d[:k]), mth(d[k:])]
    return [*path(m - k, d[k:]), mth(d[:k])]


def subproof(m: int, d: Data, whole: bool) -> list[bytes]:
    """SUBPROOF of section 2.1.2."""
    if m == len(d):
        return [] if whole else [mth(d)]
    k = power_below(len(d))
    if m <= k:
        return [*subproof(m, d[:k], whole), mth(d[k:])]
    return [*subproof(m - k, d[k:], False), mth(d[:k])]


@pytest.mark.parametrize("size", range(9))
def test_roots_are_those_known(size: int) -> None:
    assert tree(LEAVES).root(size).hex() == ROOTS[size]
    assert tree(LEAVES[:size]).root().hex() == ROOTS[size]


def test_proofs_are_those_of_the_example_in_the_rfc() -> None:
    # Section 2.1.3: a tree of seven leaves with its nodes named a ... l.
    leaves = LEAVES[:7]
    a, b, c, d, e, f, j = map(leaf_hash, leaves)
    g, h, i = mth(leaves[:2]), mth(leaves[2:4]), mth(leaves[4:6])
    k, ell = mth(leaves[:4]), mth(leaves[4:])
    made = tree(leaves)
    assert made.inclusion(0) == [b, h, ell]
    assert made.inclusion(3) == [c, g, ell]
    assert made.inclusion(4) == [f, j, k]
    assert made.inclusion(6) == [i, k]
    assert made.consistency(3) == [c, d, g, ell]
    assert made.consistency(4) == [ell]
    assert made.consistency(6) == [i, j, k]
    assert (a, e) == (made.leaf(0), made.leaf(4))


@given(data)
def test_root_is_the_one_defined(leaves: Data) -> None:
    made = tree(leaves)
    assert made.root() == mth(leaves)
    assert len(made) == len(leaves)


@given(some, st.data())
def test_inclusion_is_the_path_defined_and_holds(leaves: Data, draw: st.DataObject) -> None:
    size = draw.draw(st.integers(1, len(leaves)))
    index = draw.draw(st.integers(0, size - 1))
    made = tree(leaves)
    proof = made.inclusion(index, size)
    assert proof == path(index, leaves[:size])
    assert includes(mth(leaves[:size]), size, index, leaf_hash(leaves[index]), proof)


@given(some, st.data())
def test_consistency_is_the_proof_defined_and_holds(leaves: Data, draw: st.DataObject) -> None:
    size = draw.draw(st.integers(1, len(leaves)))
    old = draw.draw(st.integers(1, size))
    proof = tree(leaves).consistency(old, size)
    assert proof == subproof(old, leaves[:size], True)
    assert continues(mth(leaves[:old]), old, mth(leaves[:size]), size, proof)


@given(distinct, st.data())
def test_no_other_leaf_and_no_other_place_is_included(leaves: Data, draw: st.DataObject) -> None:
    index = draw.draw(st.integers(0, len(leaves) - 1))
    made = tree(leaves)
    proof, root, size = made.inclusion(index), made.root(), len(leaves)
    assert not includes(root, size, index, leaf_hash(b"another"), proof)
    others = [at for at in range(-1, size + 2) if at != index]
    assert not any(includes(root, size, at, made.leaf(index), proof) for at in others)
    assert not includes(root, size, index, made.leaf(index), [*proof, root])
    if proof:
        assert not includes(root, size, index, made.leaf(index), proof[1:])
        assert not includes(root, size, index, made.leaf(index), proof[:-1])


@given(some, st.data())
def test_a_tree_that_was_changed_does_not_continue(leaves: Data, draw: st.DataObject) -> None:
    old = draw.draw(st.integers(1, len(leaves)))
    at = draw.draw(st.integers(0, old - 1))
    changed = [*leaves[:at], leaves[at] + b"!", *leaves[at + 1 :]]
    forged = tree(changed)
    proof = forged.consistency(old)
    assert not continues(mth(leaves[:old]), old, forged.root(), len(leaves), proof)
    honest = tree(leaves).consistency(old)
    assert not continues(mth(leaves[:old]), old, forged.root(), len(leaves), honest)


def test_the_empty_tree_is_continued_by_any() -> None:
    made = tree(LEAVES)
    assert made.consistency(0) == []
    assert continues(EMPTY_ROOT, 0, made.root(), 8, [])
    assert continues(EMPTY_ROOT, 0, EMPTY_ROOT, 0, [])
    assert not continues(made.root(1), 0, made.root(), 8, [])
    assert not continues(EMPTY_ROOT, 0, made.root(), 8, [made.root(1)])
    assert not continues(made.root(), 8, made.root(4), 4, [])
    assert not continues(made.root(3), 3, made.root(), 8, [])


def test_what_is_not_there_is_an_error() -> None:
    made = tree(LEAVES)
    with pytest.raises(IndexError):
        made.root(9)
    with pytest.raises(IndexError):
        made.root(-1)
    with pytest.raises(IndexError):
        made.leaf(8)
    with pytest.raises(IndexError):
        made.inclusion(3, 3)
    with pytest.raises(IndexError):
        made.consistency(5, 4)


def test_a_leaf_cannot_pass_for_a_node() -> None:
    pair = tree(LEAVES[:2])
    forged = tree([b"".join(map(leaf_hash, LEAVES[:2]))])
    assert pair.root() != forged.root()
