"""The package and the crate offer the same, by the same names."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import swizzle_atlas
from swizzle_atlas import (
    Chip,
    Descriptor,
    SwizzleError,
    TensorMap,
    Tile,
    _memory,
    _native,
    _tile,
    bank_conflicts,
    dump,
    scale_factors,
    tensor_memory,
)

ROOT = Path(__file__).parents[2]

# The program's commands by what does the same here. Filters of tables answer here by arrays; source code and files for
# debuggers are the program's alone.
OF_COMMAND = {
    "Decode": "Descriptor",
    "Check": "Tile.check",
    "Draw": "Tile.svg",
    "Addresses": "byte_from_element",
    "Access": "bank_conflicts",
    "Conflicts": "arrangements",
    "Fragment": "fragment",
    "Tile": "Tile",
    "Build": "Tile.descriptors",
    "Tma": "TensorMap",
    "Tmem": "tensor_memory",
    "Scale": "scale_factors",
    "Lint": "lint",
    "Dump": "dump",
    "Support": "Chip",
    "Chip": "Chip.facts",
}
OF_PROGRAM_ALONE = {"Code", "Header", "Vectors", "Idesc", "Gdb", "Completions", "Man"}


def source(path: str) -> str:
    file = ROOT / path
    if not (ROOT / "crates").is_dir():
        pytest.skip("the crates' source is not here")
    return file.read_text(encoding="utf-8")


def test_every_command_has_its_counterpart() -> None:
    rows = source("crates/swizzle-cli/src/command/mod.rs")
    (commands,) = re.findall(r"^commands! \{(.*?)\}", rows, re.DOTALL | re.MULTILINE)
    names = set(re.findall(r"(\w+) \w+;", commands))
    assert names == OF_COMMAND.keys() | OF_PROGRAM_ALONE
    for name in OF_COMMAND.values():
        found: object = swizzle_atlas
        for part in name.split("."):
            found = getattr(found, part)
        assert inspect.getdoc(found), name


def keywords(function: Callable[..., object]) -> dict[str, tuple[str, ...]]:
    """The arguments of a function by their names, each with the choices of its type."""
    names = {**vars(typing), **vars(_memory), **vars(_tile)}
    parameters = inspect.signature(function).parameters
    named = {name: one for name, one in parameters.items() if name not in ("self", "memory")}
    return {name: choices(eval(one.annotation, names)) for name, one in named.items()}


def choices(type_: object) -> tuple[str, ...]:
    """The texts of a `Literal`, or of a `Union` of them."""
    if typing.get_origin(type_) is typing.Literal:
        return tuple(one for one in typing.get_args(type_) if isinstance(one, str))
    return tuple(one for part in typing.get_args(type_) for one in choices(part))


def of_crate(*tables: str) -> tuple[str, ...]:
    """The names in some tables of the crates."""
    found = {**dict(_native.parameters()), **dict(_native.choices())}
    return tuple(name for table in tables for name in found[table])


def test_the_keywords_of_a_tile_are_the_parameters_of_the_crate() -> None:
    table = source("crates/swizzle-params/src/table.rs")
    keys = set(re.findall(r'Param::(?:choice::<\w+>|number|xor)\("(\w+)"', table))
    renamed = {"for": "used_for", "shape": "copy_shape"}
    native = {renamed.get(key, key): tuple(choices) for key, choices in _native.parameters()}
    assert {renamed.get(key, key) for key in keys} == native.keys() and len(keys) > 20
    tile, descriptor = keywords(Tile.__init__), keywords(Descriptor.__init__)
    assert descriptor.pop("raw") == ()
    assert tile == {**native, "swizzle": (*native["swizzle"], "best")} == keywords(Tile.replace)
    assert descriptor == native
    assert Tile.__annotations__.keys() == native.keys()
    for key, names in native.items():
        value: Any = names[-1] if names else 1
        values: dict[str, Any] = {key: value}
        assert getattr(Tile(**values), key) == value, key
        documented = re.search(rf"^    {key}: ", inspect.getdoc(Tile) or "", re.MULTILINE)
        assert documented, key


def test_the_keywords_of_functions_are_those_of_the_crates() -> None:
    tile_map = keywords(TensorMap.__init__)
    assert {"type" if name == "data_type" else name for name in tile_map} - {"chip"} == {
        *of_crate("argument of a map")
    } - {"rank"}
    assert tile_map["data_type"] == of_crate("data_type", "element")
    assert tile_map["swizzle"] == of_crate("map swizzle") and tile_map["chip"] == of_crate("chip")
    for name in ("interleave", "l2_promotion", "oob_fill"):
        assert tile_map[name] == of_crate(name)

    tensor = keywords(tensor_memory)
    place = {"major", "row", "col", "thread", "register", "cta", "lane", "column", "bit"}
    assert tensor.keys() - {"what"} == {*of_crate("field of tensor memory")} - place
    for name in ("what", "kind", "sparsity", "multicast", "reading"):
        assert tensor[name] == of_crate(name)
    assert tensor["shape"] == of_crate("load shape", "copy shape")

    scale = keywords(scale_factors)
    program = source("crates/swizzle-cli/src/command/scale/plan.rs").partition("pub(crate) struct Args")[2]
    options = re.findall(r"^    (\w+): .*,$", program.partition("\n}")[0], re.MULTILINE)
    assert [*scale] == ["copies" if name == "copy" else name for name in options]
    assert scale["kind"] == tuple(kind for kind in of_crate("kind") if kind.startswith("mx"))
    assert scale["operand"] == of_crate("operand") and scale["sparsity"] == of_crate("sparsity")
    assert scale["written"] == of_crate("written")

    assert keywords(bank_conflicts)["access"] == of_crate("access", "preset")
    assert keywords(dump)["values"] == of_crate("values")
    assert keywords(Tile.svg)["view"] == keywords(Descriptor.svg)["view"] == of_crate("view")


def test_no_public_function_hides_its_keywords() -> None:
    for name in swizzle_atlas.__all__:
        one = getattr(swizzle_atlas, name)
        for function in (one, *vars(one).values()) if inspect.isclass(one) else (one,):
            if inspect.isfunction(function) and not function.__name__.startswith("_"):
                kinds = [parameter.kind for parameter in inspect.signature(function).parameters.values()]
                assert inspect.Parameter.VAR_KEYWORD not in kinds, function


def test_names_of_the_core_are_kept() -> None:
    """Of what `swizzle-core` calls its doors, each is a name here."""
    core = source("core/src/lib.rs") + source("core/src/law/inverse.rs") + source("core/src/reader/descriptors.rs")
    for name in ("Tile", "Descriptor", "Chip", "byte_from_element", "descriptors", "elements_from_byte"):
        assert re.search(rf"\b{name}\b", core), name
        assert hasattr(swizzle_atlas, name) or hasattr(Tile, name), name


def test_what_is_public_is_documented_and_typed() -> None:
    for name in swizzle_atlas.__all__:
        one = getattr(swizzle_atlas, name)
        if callable(one):
            assert inspect.getdoc(one), name
        if inspect.isfunction(one):
            assert "return" in inspect.signature(one).return_annotation or inspect.signature(one).return_annotation


@pytest.mark.parametrize(
    ("key", "own", "others"),
    [
        ("element", "bf16", ["bfloat16", "torch.bfloat16", "jnp.bfloat16"]),
        ("element", "f16", ["fp16", "torch.float16", "tl.float16"]),
        ("element", "e4m3", ["float8_e4m3fn", "torch.float8_e4m3fn"]),
        ("arch", "wgmma", ["hopper", "sm90", "sm_90a"]),
        ("arch", "tcgen05", ["blackwell", "B200"]),
    ],
)
def test_names_of_frameworks_are_values(key: str, own: str, others: list[str]) -> None:
    for other in others:
        given: dict[str, int | str] = {key: other}
        assert Tile(**given).values[key] == own  # type: ignore[arg-type]


class OfTorch:
    """As `torch.dtype`: its name is what is printed."""

    itemsize = 2

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"torch.{self._name}"


class OfTriton:
    """As `triton.language.dtype`: an object with a short name."""

    itemsize = 2

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return f"{self.name} of Triton"


class OfCuTe(type):
    """As `cutlass.BFloat16`: a class whose class prints it."""

    def __str__(cls) -> str:
        return f"{cls.__name__} of CuTe DSL"


@pytest.mark.parametrize(
    ("own", "others"),
    [
        ("f16", [np.float16, np.dtype(np.float16), OfTorch("float16"), OfTriton("fp16"), OfCuTe("Float16", (), {})]),
        ("bf16", [OfTorch("bfloat16"), OfTriton("bf16"), OfCuTe("BFloat16", (), {})]),
        ("tf32", [np.float32, OfTorch("float32"), OfTriton("fp32"), OfCuTe("TFloat32", (), {})]),
        ("e4m3", [OfTorch("float8_e4m3fn"), OfTriton("fp8e4nv"), OfCuTe("Float8E4M3FN", (), {})]),
        ("e5m2", [OfTorch("float8_e5m2"), OfTriton("fp8e5"), OfCuTe("Float8E5M2", (), {})]),
        ("s8", [np.int8, OfTorch("int8"), OfTriton("int8"), OfCuTe("Int8", (), {})]),
        ("u8", [np.uint8, np.dtype("u1"), OfTorch("uint8"), OfTriton("uint8"), OfCuTe("Uint8", (), {})]),
        ("e2m1-packed", [OfTorch("float4_e2m1fn_x2"), OfCuTe("Float4E2M1FN", (), {})]),
    ],
)
def test_a_type_of_a_framework_is_a_value(own: str, others: list[Any]) -> None:
    for other in others:
        assert Tile(element=other).element == own, other
        assert Tile.from_cute(Tile(element=own).layout, element=other).element == own
        assert Descriptor(0, element=other, arch="tcgen05").element == own


def test_types_of_ml_dtypes_are_values() -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    names = {"bfloat16": "bf16", "float8_e4m3fn": "e4m3", "float8_e5m2": "e5m2", "float6_e2m3fn": "e2m3"}
    for name, own in {**names, "float6_e3m2fn": "e3m2", "float4_e2m1fn": "e2m1-packed"}.items():
        for one in (getattr(ml_dtypes, name), np.dtype(getattr(ml_dtypes, name))):
            assert Tile(element=one).element == own
    assert TensorMap([64, 8], data_type=ml_dtypes.bfloat16).arguments["data_type"] == "bfloat16"


def test_what_is_no_type_of_a_tile_is_refused() -> None:
    other: Any
    for other in (OfTorch("complex64"), np.float64, float, int, 7, 1.5, [1]):
        with pytest.raises((SwizzleError, TypeError)):
            Tile(element=other)
    assert Chip("hopper").name == "sm_90a"
