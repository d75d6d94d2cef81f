"""Tiles and descriptors, against what an H200 read."""

from __future__ import annotations

import os
import subprocess
from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from golden import objects, rows

from swizzle_atlas import Chip, Descriptor, Tile, byte_from_element, descriptors

CODES = {"none": 0, "128B": 1, "64B": 2, "32B": 3}


def raw_of(row: dict[str, str]) -> int:
    """The 64 bits, by the PTX ISA's table of wgmma's fields."""
    start, lbo, sbo = int(row["start"]) >> 4, int(row["lbo_field"]), int(row["sbo_field"])
    return start | lbo << 16 | sbo << 32 | int(row["base_offset"]) << 49 | CODES[row["swizzle"]] << 62


@pytest.mark.parametrize(("file", "sparsity"), [("wgmma_h200.csv", "dense"), ("wgmma_sparse_h200.csv", "sparse")])
def test_an_element_is_read_where_an_h200_read_it(file: str, sparsity: str) -> None:
    cases: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows(file):
        cases[row["case"]].append(row)
    compared = 0
    for case in cases.values():
        first = case[0]
        operand = first.get("operand") or "B"
        count = 64 if operand == "A" or sparsity == "sparse" else 256
        names: dict[str, Any] = {"element": first["element"], "major": first["major"], "operand": operand}
        values = {**names, "sparsity": sparsity, "rows": count, "mn": count, "k": 128}
        descriptor = Descriptor(raw_of(first), arch="wgmma", **values)
        read = descriptor.byte_from_element()
        for row in case:
            mn, k, byte = (int(row[name]) for name in ("mn", "k", "byte"))
            assert read[mn, k] == byte, row
            compared += 1
    assert compared > 2000


def test_a_tile_is_where_cute_has_it() -> None:
    """Samples of `cute.jsonl`: of layouts in bytes from 0, in each mode that the program has."""
    atoms = {"K_SW128": "128B", "K_SW64": "64B", "K_SW32": "32B", "K_INTER": "none"}
    atoms |= {name.replace("K_", "MN_"): mode for name, mode in atoms.items()}
    elements = {16: "bf16", 32: "tf32", 8: "e4m3"}
    compared = 0
    for one in objects("cute.jsonl"):
        swizzle, element = atoms.get(one.get("atom", "")), elements.get(one.get("bits", 0))
        if swizzle is None or element is None or one.get("unit") != "byte" or "s" not in one:
            continue
        values: dict[str, Any] = {"element": element, "swizzle": swizzle, "order": one["ord"]}
        tile = Tile(major=one["major"], mn=one["mn"], k=one["k"], **values)
        table = byte_from_element(tile)
        assert table.shape == (one["mn"], one["k"])
        samples = np.array(one["s"]).reshape(-1, 3)
        assert (table[samples[:, 0], samples[:, 1]] == samples[:, 2]).all(), one["lay"]
        compared += 1
    assert compared > 50


def test_the_core_readme_example() -> None:
    """The numbers that docs.rs shows for `swizzle-core`."""
    tile = Tile(element="f16", mn=128, k=64, swizzle="128B", start=0x400)
    all_of_them = descriptors(tile)
    assert str(all_of_them[1]) == "0x4000004000010042"
    assert byte_from_element(tile)[1, 0] == 0x400 + 9 * 16
    assert len(all_of_them) == 2 * 4
    assert tile.elements_from_byte(0x400 + 9 * 16) == [(1, 0)]


def test_arrays() -> None:
    tile = Tile(mn=256, k=256, element="f16")
    table = tile.byte_from_element()
    assert table.shape == (256, 256) and table.dtype == np.int64
    assert len(np.unique(table)) == 256 * 256
    table[0, 0] = 1  # It belongs to the caller.
    assert tile.byte_from_element()[0, 0] == 0
    bits = Tile(element="e2m1-packed", mn=8, k=128, arch="tcgen05").bit_from_element()
    assert bits[0, :4].tolist() == [0, 4, 0, 4]
    assert not tile.bit_from_element().any()


def test_what_is_given_and_what_is_inferred() -> None:
    tile = Tile(element="tf32", k=32)
    assert tile.values["element"] == "tf32"
    assert tile.values["swizzle"] == "128B"
    assert tile.extent == (64, 32)
    assert Tile(swizzle="best", mn=64, k=32).values["swizzle"] == "64B"
    assert Tile(chip="sm_100a").values["arch"] == "tcgen05"
    assert repr(Tile(mn=128)) == "Tile(mn=128)"


def test_a_descriptor_is_compared_with_a_tile() -> None:
    tile = Tile(mn=64, k=64, start=0x400)
    right = tile.descriptors()
    assert tile.check(*right, sequence=True).is_right
    assert tile.check(right) == tile.check(*right) and tile.check([str(one) for one in right], sequence=True)
    assert repr(tile.check(*right)) == "<Check: 4 of 4 fit>"
    wrong = right[1].with_field("sbo", 32)
    check = tile.check(wrong)
    assert not check.is_right
    (read,) = check.descriptors
    assert read.units is not None and read.units.wrong > 0
    assert any(finding.severity == "error" for finding in check.findings)
    fewer = tile.check(*right[:3], sequence=True)
    assert fewer.message == "the sequence has 4 descriptors, but 3 are given"


def test_fields_of_a_descriptor() -> None:
    descriptor = Descriptor("0x4000004000010040")
    assert (descriptor.arch, descriptor.raw) == ("wgmma", 0x4000004000010040)
    assert descriptor.get("sbo") == 64
    sbo = descriptor.fields["sbo"]
    assert (sbo.bytes, descriptor.fields["swizzle"].meaning) == (1024, "128B")
    assert hex(descriptor) == str(descriptor) == "0x4000004000010040"
    assert descriptor == Descriptor(0x4000004000010040)
    assert Descriptor("4000404000010040").arch == "tcgen05"


@pytest.mark.parametrize(
    ("parameters", "options"),
    [
        ({"mn": 0}, "tile --mn 0"),
        ({"k": 70000}, "tile --k 70000"),
        ({"element": "f17"}, None),
        ({"mn": -1}, None),
        ({"stages": 5000}, "tile --stages 5000"),
    ],
)
def test_an_error_reads_as_the_programs(parameters: dict[str, int | str], options: str | None) -> None:
    with pytest.raises(ValueError) as raised:
        Tile(**parameters)  # type: ignore[arg-type]
    if options and "SWIZZLE" in os.environ:
        program = subprocess.run([os.environ["SWIZZLE"], *options.split()], capture_output=True, text=True, check=False)
        assert program.stderr == f"error: --{raised.value}\n"


def test_other_errors() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'hello'"):
        Tile(hello=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="mn: expected int"):
        Tile(mn="64")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is not a hex digit"):
        Descriptor("0x40g")
    with pytest.raises(ValueError, match="64 bits"):
        Descriptor(1 << 64)
    with pytest.raises(ValueError, match="no descriptor"):
        Tile().check()
    with pytest.raises(ValueError, match="wgmma descriptors have no code for it"):
        Tile(swizzle="128B-32B-atom", arch="wgmma").descriptors()
    with pytest.raises(ValueError, match="field hello is unknown: one of start, lbo"):
        Descriptor(0).with_field("hello", 1)


def test_chips() -> None:
    """Facts of the PTX ISA: which chip has which instructions, and the columns of tensor memory."""
    assert Chip("sm_90a").arch == "wgmma"
    b200 = Chip("sm_100a")
    assert (b200.arch, b200.tensor_columns) == ("tcgen05", 512)
    assert "mxf4nvf4" in b200.kinds and "i8" not in Chip("sm_103a").kinds
    assert len(Chip.all()) == len({chip.name for chip in Chip.all()}) > 5
    with pytest.raises(ValueError, match="one of sm_75, sm_80"):
        Chip("sm_1")
