"""Dumps, tensor maps, banks, tensor memory and scale factors, against what hardware, CuTe and Triton say."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from golden import DATA, objects, rows

from swizzle_atlas import (
    Chip,
    Descriptor,
    TensorMap,
    Tile,
    arrangements,
    bank_conflicts,
    compare_scales,
    dump,
    fragment,
    scale_buffer_bytes,
    scale_bytes,
    scale_factors,
    tensor_memory,
)


def test_accesses_cost_what_an_h200_counted() -> None:
    lanes = [f"lane{lane}" for lane in range(32)]
    for row in rows("banks_h200.csv"):
        addresses = [int(row[lane]) if row[lane] else None for lane in lanes]
        last = max(at for at, address in enumerate(addresses) if address is not None)
        access: Any = row["op"]
        served = bank_conflicts(addresses[: last + 1], access)
        assert (served.wavefronts, served.conflicts) == (int(row["wavefronts"]), int(row["conflicts"])), row


def test_an_access_to_a_tile() -> None:
    """ldmatrix of rows of 128 bytes: 8-way without a swizzle, without conflict with one (PTX ISA's own reason for it)."""
    rows_of_128 = Tile(mn=64, k=64, row_bytes=128)
    assert bank_conflicts(rows_of_128, "ldmatrix-a").ways == 8
    assert bank_conflicts(Tile(mn=64, k=64), "ldmatrix-a").ways == 1
    same = bank_conflicts(Tile(mn=64, k=64), "LDSM4", "(lane % 16, lane / 16 * width)")
    assert same == bank_conflicts(Tile(mn=64, k=64), "ldmatrix-a")
    with pytest.raises(ValueError, match="lanes is missing"):
        bank_conflicts(Tile(), "LDSM4")
    with pytest.raises(ValueError, match="access hello is unknown|“hello” is unknown"):
        bank_conflicts(Tile(), "hello")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="row-by-row.*LD32"):
        bank_conflicts(Tile(), "ldmatrix")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="3 is not a multiple of 4"):
        bank_conflicts([3], "LD32")


def test_a_fragment_is_as_an_h200_held_it() -> None:
    """Operand B of m16n8k16: k by n (`tests/mma.rs` has every register of every form)."""
    b = fragment("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "B")
    assert (b.rows, b.columns, b.registers, b.parts, b.ptx, b.sm) == (16, 8, 2, 2, "7.0", 80)
    assert [(one.row, one.column) for one in b.held(5, 1)] == [(10, 1), (11, 1)]
    (place,) = b.places(10, 1)
    assert (place.lane, place.register, place.part) == (5, 1, 0)
    assert str(b).splitlines()[1:] == ["    row = part + 2 × (lane % 4) + 8 × register", "    column = lane / 4"]
    with pytest.raises(ValueError, match="m16n8k24"):
        fragment("m16n8k24.f16")


def test_an_arrangement_is_recommended() -> None:
    found = arrangements(64, 64, ["cp.async.cg", "ldmatrix.x4.trans"], element="f16")
    assert found.best == "unit ^ (row & 7)" and str(found).startswith("unit ^ (row & 7): no access has conflicts")
    plain = found.arrangements[0]
    assert (plain.arrangement, plain.wavefronts, found.least) == ("plain rows", (4, 32), (4, 4))
    with pytest.raises(ValueError, match="ldmatrix.x3"):
        arrangements(64, 64, ["ldmatrix.x3"])


def test_a_chip_has_its_product_s_name_too() -> None:
    words: list[tuple[Any, Any]] = [
        ("B200", "sm_100a"),
        ("GB300", "sm_103a"),
        ("h100", "sm_90a"),
        ("sm_100a", "sm_100a"),
    ]
    assert (Chip("A100").name, Chip("RTX5090").name) == ("sm_80", "sm_120")
    for word, name in words:
        assert Chip(word).name == name
        assert Tile(chip=word).link == Tile(chip=Chip(word)).link == Tile(chip=name).link
        if name != "sm_100a":
            continue
        assert TensorMap([64, 64], chip=word).is_accepted
    with pytest.raises(ValueError, match="V100.*sm_90a"):
        Chip("V100")


def test_a_chip_says_what_becomes_of_a_hopper_kernel() -> None:
    facts = {name: text for name, text, _ in Chip("sm_120").facts()}
    assert facts["Shared memory"] == "99 KiB a block, 100 KiB an SM"
    assert facts["Block scales of mma.sync"] == "with the target sm_120a: mxf8f6f4, mxf4, mxf4nvf4"
    assert dict((name, text) for name, text, _ in Chip("sm_120").from_hopper())["mbarrier of a stage"] == "stays"
    assert Chip("H100").from_hopper() == []


def test_scale_factors_are_where_a_permutation_puts_them() -> None:
    """128×4 is the rows cut into 4 × 32 and turned, the last four factors together."""
    rows, blocks = 256, 8
    scales = np.arange(rows * blocks).reshape(rows, blocks)
    turned = scales.reshape(2, 4, 32, 2, 4).transpose(0, 3, 2, 1, 4).ravel()
    for name in ("tensor", "128x4", "SfLayout.layout_128x4", "SWIZZLE_32_4_4"):
        converted = np.zeros(scale_buffer_bytes(name, rows, blocks), dtype=scales.dtype)
        converted[scale_bytes(name, rows, blocks)] = scales
        assert (converted == turned).all(), name
    assert scale_bytes("8x4", 9, 5)[8, 4] == 96
    assert scale_buffer_bytes("8x4", 9, 5) == 128
    wrong, said = compare_scales("128x4", "linear", rows, blocks)
    assert wrong == int((turned.reshape(rows, blocks) != scales).sum())
    assert said.startswith(f"written as 128×4, read as linear: {wrong} of 2048 factors are wrong")
    with pytest.raises(ValueError, match="hello.*tensor, stage, linear, 8x4"):
        scale_bytes("hello", 1, 1)
    with pytest.raises(ValueError, match="67,108,864"):
        compare_scales("tensor", "linear", 1 << 20, 1 << 20)


def test_answers_print_as_sentences() -> None:
    plain = str(bank_conflicts(Tile(mn=64, k=64, row_bytes=128), "ldmatrix-a")).splitlines()
    assert plain[0] == "8-way bank conflict: 32 wavefronts instead of 4"
    assert plain[1] == "    lanes 0 to 7: at most 8 words of a bank (banks 0, 1, 2, 3)"
    assert len(plain) == 1 + 4
    assert str(bank_conflicts(Tile(mn=64, k=64), "ldmatrix-a")).startswith("No bank conflict: 4 wavefronts\n")
    assert str(TensorMap([64, 8])) == "The driver accepts the map: 8 rows of 128 bytes, 1024 bytes of shared memory"
    refused = str(TensorMap([128, 64])).splitlines()
    assert refused[0] == "The driver refuses the map" and refused[1].startswith(
        "    boxDim: The box is twice as wide as the swizzle"
    )
    scale = str(scale_factors("mxf4", 128, 256)).splitlines()
    assert scale[0] == "Scale factors of A, mxf4: 1024 bytes in 2 blocks"
    assert scale[2] == "    rows 0 to 127, blocks 4 to 7: byte 512, descriptor 0x0000400800010020, column 4"
    assert scale[4] == "    step 1, K 64 to 127: column 0, id 2"


def test_a_box_lands_where_an_h200_put_it() -> None:
    names = {1: "UINT8", 2: "UINT16", 4: "UINT32", 8: "UINT64"}
    cases: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows("tma_h200.csv"):
        cases[row["case"]].append(row)
    landed = 0
    for case in cases.values():
        first = case[0]
        size = int(first["element_bytes"])
        box = [int(first["box_inner_bytes"]) // size, int(first["box_rows"])]
        values: dict[str, Any] = {"data_type": names[size], "swizzle": first["swizzle"]}
        tensor_map = TensorMap(box, **values)
        assert tensor_map.is_accepted == (first["accepted"] == "1"), first
        if not tensor_map.is_accepted:
            with pytest.raises(ValueError, match=tensor_map.refusals[0].id):
                tensor_map.byte_from_box(int(first["destination"]))
            continue
        table = tensor_map.byte_from_box(int(first["destination"]))
        for row in case:
            assert table[int(row["row"]), int(row["byte"])] == int(row["address"]), row
            landed += 1
    assert landed > 300


def read_dump(name: str) -> tuple[dict[str, Any], str]:
    head, _, text = (DATA / "dumps" / name).read_text(encoding="utf-8").partition("\n")
    return json.loads(head), text


@pytest.mark.parametrize(
    "name", ["01-k128-64x64.txt", "12-knone-64x64.txt", "25-mn64-64x32-at512.txt", "26-mn32-64x32.txt"]
)
def test_a_dump_of_an_h200_is_recognized(name: str) -> None:
    truth, text = read_dump(name)
    mn, k = truth["matrix"]
    found = dump(text, element_bits=16, mn=mn, k=k, address=truth["address"]).layouts[0]
    assert (found.right, found.of) == (mn * k, mn * k)
    layout = truth["layout"]
    assert (found.form, found.major, found.swizzle) == (layout["form"], layout["major"], layout["swizzle"])
    for name in ("lbo", "sbo"):
        assert name in found.undetermined or getattr(found, name) == layout[name]


def test_an_array_is_a_dump() -> None:
    """What a 128-byte swizzle writes by the PTX ISA's Figure 157: unit c of row r is at unit c ^ (r mod 8)."""
    index = np.arange(64 * 64, dtype=np.uint16).reshape(64, 8, 8)
    memory = np.empty_like(index)
    for row in range(64):
        for unit in range(8):
            memory[row, unit ^ (row % 8)] = index[row, unit]
    found = dump(memory, mn=64, k=64, address=0)
    assert (found.layouts[0].swizzle, found.layouts[0].major, found.layouts[0].right) == ("128B", "K", 4096)
    assert found.verdict == "right"
    wrong = dump(memory, mn=64, k=64, address=0, descriptor=0x8000004000010000)
    assert wrong.read is not None and wrong.read[0] < wrong.read[1]
    for other in ("0x8000004000010000", Descriptor(0x8000004000010000)):
        assert dump(memory, mn=64, k=64, address=0, descriptor=other) == wrong
    with pytest.raises(ValueError, match="element_bits is missing"):
        dump("0x400: 1 2")


def test_accumulators_are_where_cute_has_them() -> None:
    compared = 0
    for one in objects("blackwell/tmem_d.jsonl"):
        if one.get("group") != "dense" or one.get("bits") != 32:
            continue
        d = tensor_memory("d", m=one["m"], n=one["n"], cta_group=one["cta_group"], reading="cute")
        for m, n, cta, lane, column, part in one["s"]:
            place = d.place(m, n)
            assert (cta in place.ctas, place.lanes, place.column, place.bit) == (True, (lane,), column, part * 16)
            assert d.element(lane, column, cta=cta, bit=part * 16) == [(m, n)]
            compared += 1
    assert compared > 100


def test_registers_of_a_load_are_where_cute_has_them() -> None:
    compared = 0
    for one in objects("blackwell/ldst.jsonl"):
        if one["pack16"] or not one["linear"] or "s" not in one:
            continue
        moved = tensor_memory(one["dir"], shape=one["shape"], num=one["num"])
        assert moved.fields == ("thread", "register")
        for thread, register, lane, column in one["s"][:20]:
            place = moved.place(thread, register)
            assert (place.lanes, place.column) == ((lane,), column), (one["shape"], one["num"])
            compared += 1
    assert compared > 100


def test_questions_about_tensor_memory() -> None:
    """Of `questions.jsonl`, whose answers were computed from CuTe's tables."""
    assert tensor_memory("d", m=64).place(37, 5).lanes == (69,)
    place = tensor_memory("d", m=256, n=128, cta_group=2).place(200, 33)
    assert (place.ctas, place.lanes, place.column) == ((1,), (72,), 33)
    sfa = tensor_memory("sfa", rows=128, blocks=8).place(37, 5)
    assert (sfa.lanes, sfa.column, sfa.bit) == ((5, 37, 69, 101), 5, 8)
    with pytest.raises(ValueError, match="cta_group 3 is unknown: one of 1, 2"):
        tensor_memory("d", m=64, cta_group=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="m is missing"):
        tensor_memory("d")


def test_copies_of_scale_factors_are_cutes() -> None:
    kinds: dict[str, Any] = {"MXF8F6F4_SS": "mxf8f6f4", "MXF4_SS": "mxf4nvf4"}
    compared = 0
    for one in objects("blackwell/cp_desc.jsonl"):
        kind = kinds[one["op"]]
        m, n, k = one["tile"]
        is_a = one["which"] == "SFA"
        plan = scale_factors(
            kind, m if is_a else n, k, vec=one["vec"], operand="A" if is_a else "B", start=one["start"], m=m
        )
        copies = [[copy.descriptor.removeprefix("0x"), copy.column] for copy in plan.copies]
        assert copies == one["copies"], one
        compared += 1
    assert compared == 6
    two = scale_factors("mxf4nvf4", 256, 256)
    assert two.steps is not None
    assert [[mma.column for mma in step.mmas] for step in two.steps] == [[0, 4], [8, 12], [16, 20], [24, 28]]
    with pytest.raises(ValueError):
        scale_factors("f16", 128, 128)  # type: ignore[arg-type]
