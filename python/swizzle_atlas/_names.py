"""The names that arguments take, as types: a test compares them with the tables of the crates."""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Iterable, Mapping
from typing import Any, Callable, Literal, Protocol, TypeVar, Union

from ._chip import Chip
from ._errors import SwizzleError, nearest, text

ElementName = Literal["f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8", "b1", "e2m3", "e3m2", "e2m1", "e2m1-packed"]
Major = Literal["K", "MN"]
Swizzle = Literal["none", "32B", "64B", "128B", "128B-32B-atom"]
SwizzleOrBest = Union[Swizzle, Literal["best"]]
Order = Literal["mn", "k"]
RowXor = Literal[
    "row-and-1",
    "row-and-3",
    "row-and-7",
    "row/2-and-1",
    "row/2-and-3",
    "row/4-and-1",
    "line-and-1",
    "line-and-3",
    "line-and-7",
]
PatternOf = Literal["memory", "each-stage"]
Arch = Literal["wgmma", "tcgen05"]
ChipName = Literal[
    "sm_75",
    "sm_80",
    "sm_86",
    "sm_87",
    "sm_89",
    "sm_90",
    "sm_90a",
    "sm_100",
    "sm_100a",
    "sm_103a",
    "sm_110a",
    "sm_107a",
    "sm_120",
    "sm_121",
]
OperandName = Literal["A", "B"]
Sparsity = Literal["dense", "sparse"]
LboMode = Literal["relative", "absolute"]
Use = Literal["mma", "cp"]
CopyShape = Literal["128x256b", "4x256b", "128x128b", "64x128b", "32x128b"]
View = Literal["matrix", "memory"]
Access = Literal[
    "LD32",
    "LD64",
    "LD128",
    "ST32",
    "ST64",
    "ST128",
    "LDSM1",
    "LDSM2",
    "LDSM4",
    "STSM1",
    "STSM2",
    "STSM4",
    "CPASYNC32",
    "CPASYNC64",
    "CPASYNC128",
]
Preset = Literal["row-by-row", "column-by-column", "epilogue-stmatrix", "epilogue-st", "ldmatrix-a", "transpose"]
DumpValues = Literal["index", "numbers", "mn,k"]
DataType = Literal[
    "UINT8",
    "UINT16",
    "UINT32",
    "INT32",
    "UINT64",
    "INT64",
    "FLOAT16",
    "FLOAT32",
    "FLOAT64",
    "BFLOAT16",
    "FLOAT32_FTZ",
    "TFLOAT32",
    "TFLOAT32_FTZ",
    "16U4_ALIGN8B",
    "16U4_ALIGN16B",
    "16U6_ALIGN16B",
]
MapSwizzle = Literal["none", "32B", "64B", "128B", "128B_ATOM_32B", "128B_ATOM_32B_FLIP_8B", "128B_ATOM_64B"]
Interleave = Literal["none", "16B", "32B"]
L2Promotion = Literal["none", "L2_64B", "L2_128B", "L2_256B"]
OobFill = Literal["none", "NAN_REQUEST_ZERO_FMA"]
TensorMemoryOf = Literal["d", "a", "sfa", "sfb", "metadata", "ld", "st", "cp"]
Kind = Literal["f16", "tf32", "f8f6f4", "i8", "mxf8f6f4", "mxf4", "mxf4nvf4"]
ScaleKind = Literal["mxf8f6f4", "mxf4", "mxf4nvf4"]
ScaleOrder = Literal["tensor", "stage", "linear", "8x4"]
LoadShape = Literal["32x32b", "16x64b", "16x128b", "16x256b", "16x32bx2"]
MoveShape = Union[LoadShape, CopyShape]
Multicast = Literal["none", "02_13", "01_23", "warpx4"]
Reading = Literal["ptx", "cute"]


class _DType(Protocol):
    """A type of PyTorch, NumPy or Triton, which are instances of a class."""

    @property
    def itemsize(self) -> int: ...


Element = Union[ElementName, _DType, "type[Any]"]

# Parameters of a tile that have another name here: a word of Python, and one that would read as the tile's own shape.
KEYWORDS = {"for": "used_for", "shape": "copy_shape"}
_CRATE = {keyword: name for name, keyword in KEYWORDS.items()}


def number(name: str, value: Any, bits: int = 32) -> int:
    """A number without a sign that has so many bits."""
    if not hasattr(type(value), "__index__"):
        raise TypeError(f"{name}: expected int, got {type(value).__name__}")
    whole = operator.index(value)
    if not 0 <= whole < 1 << bits:
        raise SwizzleError(f"{name} {whole}: must be 0 to {(1 << bits) - 1}")
    return whole


# The arguments that are names; `element` and `data_type` are types, too.
_TEXTS = frozenset(
    (
        "major",
        "swizzle",
        "arch",
        "chip",
        "operand",
        "sparsity",
        "order",
        "lbo_mode",
        "pattern_of",
        "row_xor",
        "used_for",
    )
    + ("copy_shape", "element", "data_type", "interleave", "l2_promotion", "oob_fill", "what", "kind", "shape")
    + ("multicast", "reading", "written")
)


def values_of(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that are given, by the names of the crates, each as a number, a name or a list."""
    given = {
        name: _plain(name, one) for name, one in arguments.items() if one is not None and name not in ("self", "cls")
    }
    return {_CRATE.get(name, name): text(name, one) if name in _TEXTS else one for name, one in given.items()}


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, (str, bool, float)):
        return value
    if isinstance(value, Chip):
        return value.name
    if isinstance(value, type):
        # A type of NumPy, ml_dtypes or CuTe DSL is a class; Python's own `float` and `int` have no width here.
        return str(value) if value.__module__ == "builtins" else value.__name__
    if hasattr(type(value), "__index__"):
        return operator.index(value)
    if isinstance(value, (list, tuple)) or hasattr(value, "__array__"):
        return whole_numbers(name, value)
    own_name = getattr(value, "name", None)
    return own_name if isinstance(own_name, str) else str(value)


def whole_numbers(name: str, values: Any) -> list[int]:
    """A list of numbers."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"{name}: expected a list of int, got {type(values).__name__}")
    all_values = list(values)
    for one in all_values:
        if not hasattr(type(one), "__index__"):
            raise TypeError(f"{name}: expected a list of int, got {type(one).__name__} in it")
    return [operator.index(one) for one in all_values]


_Function = TypeVar("_Function", bound=Callable[..., Any])


def nearest_keyword(function: _Function) -> _Function:
    """Adds the nearest name to Python's error about an unknown keyword."""
    names = [name for name in inspect.signature(function).parameters if name != "self"]

    @functools.wraps(function)
    def called(*arguments: Any, **given: Any) -> Any:
        for name in given:
            if name not in names:
                message = f"{function.__qualname__}() got an unexpected keyword argument {name!r}"
                raise TypeError(message + nearest(name, names))
        return function(*arguments, **given)

    return called  # type: ignore[return-value]
