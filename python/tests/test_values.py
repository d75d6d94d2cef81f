"""Objects are values: equal, hashed, pickled and copied; and their errors are of one family."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from golden import right, wrong

import swizzle_atlas
from swizzle_atlas import (
    Chip,
    Descriptor,
    LintError,
    SwizzleError,
    TensorMap,
    Tile,
    arrangements,
    bank_conflicts,
    dump,
    fragment,
    lint,
    scale_factors,
    tensor_memory,
)


def makers() -> list[Any]:
    tile = Tile(element="f16", mn=64, k=64, start=0x400)
    return [
        tile,
        Tile(),
        tile.descriptors()[1],
        Descriptor("0x4000004000010040", element="f16"),
        tile.check(*tile.descriptors()),
        tile.check(0x4000002000010040),
        Chip("B200"),
        TensorMap([64, 8], chip="sm_100a"),
        TensorMap([128, 64]),
        bank_conflicts(tile, "ldmatrix-a"),
        fragment("m16n8k16.f16", "B"),
        arrangements(64, 64, ["ldmatrix.x4"]),
        scale_factors("mxf4", 128, 256),
        tensor_memory("d", m=64),
        dump(tile.scatter(index(64, 64)), mn=64, k=64),
        lint([right(), wrong()]),
        lint(wrong()).kernels[0],
    ]


def index(mn: int, k: int) -> Any:
    import numpy as np

    return np.arange(mn * k, dtype=np.uint16).reshape(mn, k)


def test_a_tile_is_fixed() -> None:
    tile = Tile(mn=128, swizzle="best", k=32, copy_shape="32x128b")
    with pytest.raises(AttributeError, match=r"k of a Tile cannot be set: replace\(k=…\) makes another one"):
        tile.k = 128
    with pytest.raises(AttributeError, match="raw of a Descriptor cannot be set: make another one"):
        tile.descriptors()[0].raw = 1  # type: ignore[misc]
    other = tile.replace(k=64, copy_shape="4x256b")
    assert (other.mn, other.k, other.swizzle, other.copy_shape) == (128, 64, "128B", "4x256b")
    assert (tile.k, tile.swizzle) == (32, "64B") and tile.replace() == tile
    with pytest.raises(SwizzleError, match="k 0: must be 1 to"):
        tile.replace(k=0)
    with pytest.raises(TypeError, match=r"Tile.replace\(\) got .* 'sbo', the nearest is sbo_bytes"):
        tile.replace(sbo=64)  # type: ignore[call-arg]


def test_objects_are_values() -> None:
    all_of_them, again = makers(), makers()
    for at, (one, same) in enumerate(zip(all_of_them, again)):
        assert one == same and hash(one) == hash(same), one
        assert [other == one for other in all_of_them].count(True) == 1, one
        for made in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
            assert made == one and hash(made) == hash(one) and repr(made) == repr(one), one
            assert type(made) is type(one) and str(made) == str(one), at
        assert one != "text"


def test_a_descriptor_of_a_tile_keeps_it() -> None:
    tile = Tile(mn=128, k=64, start=0x400)
    for made in (tile.descriptors()[5], pickle.loads(pickle.dumps(tile.descriptors()[5]))):
        assert (made.tile, made.block, made.step) == (tile, 1, 1)
        assert made == Descriptor(made.raw) and Descriptor(made.raw).tile is None
        assert made.with_field("sbo", 32).tile == tile
        assert any(one.severity == "error" for one in made.with_field("sbo", 32).findings) and not made.errors


def test_values_are_attributes() -> None:
    tile = Tile(element="tf32", k=32, stages=3, chip="sm_100a")
    assert (tile.element, tile.mn, tile.swizzle, tile.arch, tile.chip) == ("tf32", 64, "128B", "tcgen05", "sm_100a")
    assert (tile.stages, tile.used_for, tile.row_bytes, tile.step) == (3, "mma", None, None)
    assert {"element", "swizzle", "used_for", "descriptors"} <= set(dir(tile))
    with pytest.raises(AttributeError, match="no attribute 'sbo', the nearest is sbo_bytes"):
        tile.sbo  # type: ignore[attr-defined]  # noqa: B018
    second = Tile(mn=64, k=64, start=0x400).descriptors()[1]
    assert (second.start, second.lbo_bytes, second.sbo_bytes, second.swizzle) == (0x420, 16, 1024, "128B")
    assert (second.element, second.major, second.base_offset, second.fields.sbo.field) == ("bf16", "K", 0, 64)
    mma = lint(right()).kernels[0].mmas[0]
    assert mma.operands.A is mma.operands["A"] and "A" in dir(mma.operands)
    with pytest.raises(AttributeError, match="'C' is not one of A, B, D"):
        mma.operands.C  # noqa: B018
    assert TensorMap([64, 8]).arguments.swizzle == "128B" and tensor_memory("d", m=64).values.m == 64
    assert scale_factors("mxf4", 128, 256).copies[1].descriptor == "0x0000400800010020"


def test_what_is_judged_is_true_if_it_is_right() -> None:
    tile = Tile(mn=64, k=64, start=0x400)
    checked = tile.check(*tile.descriptors(), sequence=True)
    assert checked and len(checked) == 4 and [one.step for one in checked] == [0, 1, 2, 3]
    checked.raise_for_errors(warnings=True, incomplete=True)
    assert lint(right()) and lint(right()).kernels[0] and TensorMap([64, 8])
    other = tile.check(0x4000002000010040)
    assert not other and not TensorMap([128, 64]) and not lint(wrong()) and not lint(wrong()).kernels[0]
    with pytest.raises(LintError, match="SBO is too small") as raised:
        other.raise_for_errors()
    assert raised.value.report is other and raised.value.args[0].endswith(str(other))
    halved = tile.check([one.with_field("sbo", 32) for one in tile.descriptors()])
    errors = [line for line in str(halved).splitlines() if line.startswith("error: ")]
    assert len(errors) == len(set(errors)) < len(halved.errors) and errors[0].endswith("[overlap], descriptors 0, 1")
    assert halved._repr_html_().count("SBO is too small: atoms overlap") == 1
    with pytest.raises(LintError, match="the sequence has 4 descriptors, but 3 are given"):
        tile.check(*tile.descriptors()[:3], sequence=True).raise_for_errors()
    with pytest.raises(LintError):
        lint(wrong()).kernels[0].raise_for_errors()
    with pytest.raises(SwizzleError, match="boxDim: The box is twice as wide as the swizzle"):
        TensorMap([128, 64]).raise_for_errors()
    with pytest.raises(LintError, match="scale"):
        scale_factors("mxf4", 128, 256, ids=[1, 1, 1, 1]).raise_for_errors()


def test_what_is_not_known_to_be_right_raises_if_asked() -> None:
    unknown = right().replace("mov.b64", "ld.param.b64", 1) if "mov.b64" in right() else right()
    report = lint(unknown)
    if report.verdict == "incomplete":
        report.raise_for_errors(warnings=True)
        with pytest.raises(LintError):
            report.raise_for_errors(incomplete=True)


def test_a_lint_error_is_pickled() -> None:
    """As processes of pytest-xdist and of `concurrent.futures` do."""
    error = LintError(lint(wrong()))
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.report == error.report
    unknown = SwizzleError("element “bf61” is unknown: one of f16, bf16")
    assert str(pickle.loads(pickle.dumps(unknown))) == str(unknown)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Tile(element="bf61"), r"element “bf61” is unknown, the nearest is bf16: one of f16, bf16, tf32"),  # type: ignore[arg-type]
        (lambda: Tile(swizzle="128"), r"swizzle “128” is unknown, the nearest is 128B: one of none, 32B"),  # type: ignore[arg-type]
        (lambda: Tile(mn=0), "mn 0: must be 1 to"),
        (lambda: Tile(mn=1 << 33), "mn 8589934592: must be 0 to"),
        (lambda: Chip("sm_91"), "“sm_91” is unknown, the nearest is sm_90"),
        (lambda: TensorMap([64], swizzle="128C"), "swizzle: .*128C"),  # type: ignore[arg-type]
        (lambda: tensor_memory("d", m=64, kind="f61"), "“f61” is unknown, the nearest is f16"),  # type: ignore[arg-type]
        (lambda: tensor_memory("e"), "what “e” is unknown: one of d, a"),  # type: ignore[arg-type]
        (lambda: scale_factors("mxf44", 128, 128), "“mxf44” is unknown, the nearest is mxf4"),  # type: ignore[arg-type]
        (lambda: bank_conflicts(Tile(), "LDSM3"), "“LDSM3” is unknown"),  # type: ignore[arg-type]
        (lambda: Tile().svg("matrices"), "“matrices” is unknown, the nearest is matrix"),  # type: ignore[arg-type]
        (lambda: dump([1], values="indexes"), "“indexes” is unknown, the nearest is index"),  # type: ignore[arg-type]
        (lambda: Tile.from_cute("hello"), "not a layout of a tile: Cannot read this"),
        (lambda: Tile.from_cute("(64,64):(100,3)", element="tf32"), "No descriptor reads this layout"),
        (lambda: Tile.from_cute("0x4000004000010040"), "not a layout of a tile"),
        (lambda: Tile.from_cute("5"), "not a layout of a tile: 5 has no strides"),
        (lambda: Tile.from_cute("byte 0x5e0"), "not a layout of a tile: byte 0x5e0 has no strides"),
        (lambda: lint([]), "kernel: the list is empty"),
        (lambda: lint(iter([])), "kernel: the list_iterator is empty"),
        (lambda: Tile(mn=1 << 14, k=1 << 13).byte_from_element(), "16384 × 8192 elements are more than an array has"),
        (lambda: Tile(mn=1 << 16, k=1 << 16).bit_from_element(), "65536 × 65536 elements are more than an array has"),
        (lambda: Tile(mn=1 << 16, k=1 << 16).element_from_byte(0), "65536 × 65536 elements are more"),
        (lambda: Tile(mn=1 << 16, k=1 << 16).gather(b""), "65536 × 65536 elements are more"),
        (lambda: Descriptor("0x40g"), "is not a hex digit"),
        (lambda: Descriptor(0).get("sbi"), "field sbi is unknown, the nearest is sbo: one of"),
        (lambda: Descriptor(0).with_field("sbi", 1), "field sbi is unknown, the nearest is sbo: one of"),
        (lambda: Descriptor(0).with_field("sbo", 1 << 14), "sbo 16384: must be 0 to 16383"),
        (lambda: Tile(start=0x41).descriptors(), "start 65: does not fit the field of a descriptor, which has 64"),
        (
            lambda: Tile(start=1 << 18).descriptors(),
            "start 262144: does not fit the field of a descriptor, which has 0",
        ),
        (lambda: Tile(sbo_bytes=1 << 20).descriptors(), "sbo_bytes 1048576: does not fit"),
        (lambda: Tile(lbo_bytes=24, swizzle="none").descriptors(), "lbo_bytes 24: does not fit"),
        (lambda: Descriptor(0).with_field("table_half", 1), "table_half 1: must be 0 to 0"),
        (lambda: Descriptor(0).with_field("sbo", -1), "sbo -1: must be 0 to"),
        (lambda: Tile().elements_from_byte(-1), "byte -1: must be 0 to 4294967295"),
        (lambda: Tile(mn=-1), "mn -1: must be 0 to"),
        (lambda: Tile().check(-1), "-1 is not a number of 64 bits"),
        (lambda: tensor_memory("d", m=64).place(-1, 0), "row -1: must be 0 to"),
        (lambda: tensor_memory("d", m=64).element(0, 1 << 40), "column 1099511627776: must be 0 to"),
        (lambda: bank_conflicts([-4], "LD32"), "address -4: must be 0 to"),
        (lambda: dump(index(8, 8), mn=-1), "mn -1: must be 0 to"),
        (lambda: dump(index(8, 8), descriptor=-1), "descriptor -1: must be 0 to"),
        (lambda: scale_factors("mxf4", 128, 256, copies=[-1]), "copies -1: must be 0 to"),
        (lambda: TensorMap([-64, 8]), "box"),
        (lambda: TensorMap([64, 8]).byte_from_box(-1), "destination -1: must be 0 to"),
        (lambda: Tile().check(), "no descriptor was given"),
        (lambda: lint("hello\n"), "no wgmma.mma_async, no tcgen05.mma and no mma.sync"),
    ],
)
def test_errors_are_of_one_family(call: Any, message: str) -> None:
    with pytest.raises(SwizzleError, match=message) as raised:
        call()
    assert isinstance(raised.value, ValueError) and type(raised.value).__module__.startswith("swizzle_atlas")


def test_wrong_types_are_type_errors() -> None:
    values: Any
    for call in (lambda: tensor_memory("d", m=64).place("1", 0), lambda: bank_conflicts([0.5], "LD32")):  # type: ignore
        with pytest.raises(TypeError, match="expected int"):
            call()
    for values in ({"mn": "64"}, {"mn": 64.0}, {"start": "0x400"}):
        ((name, value),) = values.items()
        with pytest.raises(TypeError, match=f"{name}: expected int, got {type(value).__name__}"):
            Tile(**values)
    assert issubclass(LintError, SwizzleError) and issubclass(SwizzleError, ValueError)
    assert {"LintError", "SwizzleError"} <= set(swizzle_atlas.__all__)


def test_completion_of_a_value_lists_its_attributes() -> None:
    """jedi, which completes in Jupyter, asks each property for its type, and fails at a `Literal`."""
    jedi = pytest.importorskip("jedi")
    values = {type(one).__name__: one for one in makers()}
    for name, one in values.items():
        found = {completion.name for completion in jedi.Interpreter(f"{name}.", [values]).complete()}
        assert {known for known in dir(one) if not known.startswith("_")} <= found, name


# A checker of types would refuse the wrong arguments.
api: Any = swizzle_atlas


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: api.Tile(swizzle=128), "swizzle: expected str, got int"),
        (lambda: api.Tile(used_for=1), "used_for: expected str, got int"),
        (lambda: api.Tile(swizle="128B"), r"Tile.__init__\(\) got an unexpected .* 'swizle', the nearest is swizzle$"),
        (lambda: api.Tile.from_cute(5), "layout: expected a layout of CuTe, or its text, got int"),
        (lambda: api.Tile.from_cute(None), "layout: expected a layout of CuTe, or its text, got NoneType"),
        (lambda: api.Tile().svg(5), "view: expected str, got int"),
        (lambda: api.Tile().check(1.5), "descriptor: expected int, or hex digits as str, got float"),
        (lambda: api.Tile().elements_from_byte("1"), "byte: expected int, got str"),
        (lambda: api.Descriptor(1.5), "raw: expected int, or hex digits as str, got float"),
        (lambda: api.Descriptor(0, element=5), "element: expected str, got int"),
        (lambda: api.Descriptor(0, lbo=5), "Descriptor.__init__.* 'lbo', the nearest is lbo_"),
        (lambda: api.Descriptor(0).get(5), "field: expected str, got int"),
        (lambda: api.Descriptor(0).with_field(5, 1), "field: expected str, got int"),
        (lambda: api.TensorMap("64,8"), "box: expected a list of int, got str"),
        (lambda: api.TensorMap(64), "box: expected a list of int, got int"),
        (lambda: api.TensorMap([64, "8"]), "box: expected a list of int, got str in it"),
        (lambda: api.TensorMap([64, 8], extents="64,64"), "extents: expected a list of int, got str"),
        (lambda: api.TensorMap([64, 8], elementstrides=[1]), "'elementstrides', the nearest is element_strides"),
        (lambda: api.TensorMap([64, 8], swizzle=128), "swizzle: expected str, got int"),
        (lambda: api.TensorMap([64, 8], chip=90), "chip: expected str, got int"),
        (lambda: api.Chip(90), "name: expected str, got int"),
        (lambda: api.tensor_memory(5), "what: expected str, got int"),
        (lambda: api.tensor_memory("d", kind=5), "kind: expected str, got int"),
        (lambda: api.bank_conflicts(Tile(), 5), "access: expected str, got int"),
        (lambda: api.bank_conflicts(5, "LD32"), "layout: expected a Tile, or the address of each lane, got int"),
        (lambda: api.scale_factors(5, 128, 256), "kind: expected str, got int"),
        (lambda: api.scale_factors("mxf4", 128, 256, ids=5), "ids: expected a list of int, got int"),
        (lambda: api.dump([1], values=5), "values: expected str, got int"),
        (lambda: api.lint("a\n", name=5), "name: expected str, got int"),
        (lambda: api.Tile().element_from_byte([0.5]), "byte: expected integers, got float64"),
        (lambda: api.lint(right(), config=5), "config: expected a path, got int"),
    ],
)
def test_a_type_error_names_its_argument(call: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


def test_a_dump_without_an_answer_says_so() -> None:
    assert dump(index(8, 8) * 0, mn=8, k=8).summary == "no known layout matches"
