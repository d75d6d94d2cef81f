"""The package and the crate offer the same, by the same names."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import swizzle_atlas
from swizzle_atlas import Tile, _native

ROOT = Path(__file__).parents[2]

# The program's commands by what does the same here. Filters of tables answer here by arrays; source code and files for
# debuggers are the program's alone.
OF_COMMAND = {
    "Decode": "Descriptor",
    "Check": "Tile.check",
    "Draw": "Tile.svg",
    "Addresses": "byte_from_element",
    "Access": "bank_conflicts",
    "Tile": "Tile",
    "Build": "Tile.descriptors",
    "Tma": "TensorMap",
    "Tmem": "tensor_memory",
    "Scale": "scale_factors",
    "Lint": "lint",
    "Dump": "dump",
    "Support": "Chip",
}
OF_PROGRAM_ALONE = {"Code", "Header", "Vectors", "Idesc", "Gdb", "Completions", "Man"}


def source(path: str) -> str:
    file = ROOT / path
    if not (ROOT / "crates").is_dir():
        pytest.skip("the crates' source is not here")
    return file.read_text(encoding="utf-8")


def test_every_command_has_its_counterpart() -> None:
    (commands,) = re.findall(
        r"^commands! \{(.*?)\}", source("crates/swizzle-cli/src/main.rs"), re.DOTALL | re.MULTILINE
    )
    names = set(re.findall(r"(\w+) [\w:]+ =>", commands))
    assert names == OF_COMMAND.keys() | OF_PROGRAM_ALONE
    for name in OF_COMMAND.values():
        found: object = swizzle_atlas
        for part in name.split("."):
            found = getattr(found, part)
        assert inspect.getdoc(found), name


def test_every_parameter_of_the_crate_is_one_of_a_tile() -> None:
    table = source("crates/swizzle-params/src/table.rs")
    keys = set(re.findall(r'Param::(?:choice::<\w+>|number)\("(\w+)"', table))
    native = {key: choices for key, choices in _native.parameters()}
    assert keys == native.keys() and len(keys) > 20
    for key, choices in native.items():
        values: dict[str, int | str] = {key: choices[-1] if choices else 1}
        Tile(**values)  # type: ignore[arg-type]


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


def test_a_type_of_a_framework_is_a_value() -> None:
    class Type:
        """As torch's: its name is what is printed."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __str__(self) -> str:
            return self._name

    assert Tile(element=Type("torch.bfloat16")).values["element"] == "bf16"  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected str"):
        Tile(element=Type("torch.complex64"))  # type: ignore[arg-type]
    assert swizzle_atlas.Chip("hopper").name == "sm_90a"
