"""Matrices in memory, layouts of CuTe, and the reverse map, against what CuTe has and what an H200 read."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from golden import objects

from swizzle_atlas import SwizzleError, Tile, dump

TILES: list[dict[str, Any]] = [
    {"mn": 64, "k": 64, "start": 0x400},
    {"mn": 128, "k": 128, "element": "e4m3", "swizzle": "64B", "start": 0x2000},
    {"mn": 128, "k": 64, "major": "MN", "order": "k"},
    {"mn": 64, "k": 32, "element": "tf32", "swizzle": "32B"},
    {"mn": 64, "k": 64, "row_bytes": 144, "start": 0x80},
    {"mn": 64, "k": 128, "element": "e2m1-packed", "arch": "tcgen05"},
    {"mn": 64, "k": 128, "element": "e2m3", "arch": "tcgen05"},
    {"mn": 64, "k": 256, "element": "e2m1", "arch": "tcgen05"},
    {"mn": 64, "k": 256, "element": "b1", "swizzle": "32B"},
]


def matrix(tile: Tile) -> Any:
    """Values of as many bits as an element has."""
    bits = tile._spec.element_bits()
    values = np.random.default_rng(1).integers(0, 1 << bits, tile.extent)
    return values.astype({16: np.uint16, 32: np.uint32}.get(bits, np.uint8))


@pytest.mark.parametrize("values", TILES)
def test_a_matrix_goes_to_memory_and_back(values: dict[str, Any]) -> None:
    tile = Tile(**values)
    source = matrix(tile)
    memory = tile.scatter(source)
    assert memory.ndim == 1 and memory.dtype == source.dtype
    assert (tile.gather(memory) == source).all()
    # Of whole bytes, each element is where the address law puts it.
    if tile._spec.element_bits() % 8 == 0:
        assert (memory[tile.byte_from_element() // source.itemsize] == source).all()
    relative = tile.scatter(source, base=tile.start)
    assert (relative == memory[tile.start // source.itemsize :]).all()
    assert (tile.gather(relative, base=tile.start) == source).all()
    assert (tile.gather(memory.tobytes()) == source).all()


@pytest.mark.parametrize("values", [one for one in TILES if "row_bytes" not in one])
def test_a_descriptor_gathers_its_step(values: dict[str, Any]) -> None:
    tile = Tile(**values)
    source = matrix(tile)
    memory = tile.scatter(source)
    descriptors = tile.descriptors()
    rows, steps = descriptors[0].extent
    for one in descriptors:
        assert one.block is not None and one.step is not None
        read = one.gather(memory)
        expected = source[one.block * rows :, one.step * steps :][:rows, :steps]
        assert (read == expected).all(), one
    halved = descriptors[0].with_field("sbo", descriptors[0].get("sbo") // 2)
    assert (halved.gather(memory) != descriptors[0].gather(memory)).any()


def test_a_dump_of_scattered_memory_is_recognized() -> None:
    tile = Tile(mn=64, k=64, swizzle="64B")
    index = np.arange(64 * 64, dtype=np.uint16).reshape(64, 64)
    found = dump(tile.scatter(index), mn=64, k=64, address=0).layouts[0]
    assert (found.swizzle, found.sbo, found.right) == ("64B", tile.sbo_bytes, 64 * 64)


def test_memory_that_does_not_fit_is_refused() -> None:
    tile = Tile(mn=64, k=64, start=0x400)
    memory = tile.scatter(np.zeros((64, 64), np.float16))
    with pytest.raises(SwizzleError, match=r"the matrix has the shape \(64, 32\), expected \(64, 64\)"):
        tile.scatter(np.zeros((64, 32), np.float16))
    with pytest.raises(SwizzleError, match="an element of the matrix has 4 bytes, expected 2 bytes"):
        tile.scatter(np.zeros((64, 64), np.float32))
    with pytest.raises(SwizzleError, match="an element of the memory has 8 bytes, expected 2 bytes"):
        tile.gather(memory.astype(np.float64))
    with pytest.raises(SwizzleError, match="base 0x800: the tile starts below, at 0x400"):
        tile.scatter(np.zeros((64, 64), np.float16), base=0x800)
    with pytest.raises(SwizzleError, match="bytes 0x400 to 0x23ff are read, but the memory has 0x0 to 0x7ff"):
        tile.gather(memory[:1024])
    with pytest.raises(SwizzleError, match="base 0x3ff: elements are not at multiples of 2 bytes"):
        tile.gather(memory, base=0x3FF)


@pytest.mark.parametrize("values", TILES)
def test_elements_of_bytes_are_the_reverse_map(values: dict[str, Any]) -> None:
    tile = Tile(**values)
    low, high = tile.start - 40, tile.start + tile.span_bytes + 40
    asked = np.arange(low, high).reshape(-1, 2)
    found = tile.element_from_byte(asked)
    assert found.shape == (*asked.shape, 2) and found.dtype == np.int64
    for byte in np.random.default_rng(2).integers(max(low, 0), high, 300).tolist():
        elements = tile.elements_from_byte(byte)
        first = elements[0] if elements else (-1, -1)
        assert tuple(found.reshape(-1, 2)[byte - low].tolist()) == first, byte
    mn, k = np.indices(tile.extent)
    back = tile.element_from_byte(tile.byte_from_element())
    assert tile._spec.element_bits() % 8 or ((back[..., 0] == mn) & (back[..., 1] == k)).all()
    assert tile.element_from_byte(tile.start).shape == (2,)


def test_a_layout_of_cute_is_a_tile() -> None:
    """Of `cute.jsonl`, whose samples CuTe computed."""
    elements: dict[int, Any] = {16: "bf16", 32: "tf32", 8: "e4m3"}
    compared = 0
    for one in objects("cute.jsonl"):
        if one.get("unit") != "byte" or not {"s", "lay", "eswz"} <= one.keys() or one.get("bits") not in elements:
            continue
        swizzle = ",".join(map(str, one["eswz"]))
        text = f"Sw<{swizzle}> o {one['lay']}" if one["eswz"][0] else one["lay"]
        tile = Tile.from_cute(text, element=elements[one["bits"]])
        table = tile.byte_from_element()
        samples = np.array(one["s"]).reshape(-1, 3)
        assert (table[samples[:, 0], samples[:, 1]] == samples[:, 2]).all(), text
        compared += 1
    assert compared > 50


def test_the_layout_of_a_tile_is_read_back() -> None:
    compared = 0
    major: Any
    swizzle: Any
    element: Any
    for element, k in (("bf16", 64), ("tf32", 32), ("e4m3", 128)):
        for major in ("K", "MN"):
            for swizzle in ("128B", "64B", "32B", "none"):
                tile = Tile(element=element, major=major, swizzle=swizzle, mn=128, k=k)
                made = Tile.from_cute(tile.layout, element=element)
                assert (made.byte_from_element() == tile.byte_from_element()).all(), tile
                for one, other in zip(made.descriptors(), tile.descriptors()):
                    assert (one.byte_from_element() == other.byte_from_element()).all(), tile
                compared += 1
    assert compared == 24


class OfDsl:
    """A layout of CuTe DSL: what it prints of `make_smem_layout_a` for 128 × 64 bf16."""

    def __str__(self) -> str:
        return "S<3,4,3> o 0 o ((8,16),(64,1),(1,1)):((64,512),(1,0),(0,0))"


def test_a_layout_of_cute_dsl_is_a_tile() -> None:
    tile = Tile.from_cute(OfDsl())
    assert tile == Tile(mn=128, k=64) and repr(tile).startswith("Tile(")
    assert Tile.from_cute("Sw<3,4,3> o smem_ptr[8b](unset) o ((8,8),128):((128,1024),1)", element="e5m2").k == 128
