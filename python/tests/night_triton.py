"""Triton itself: it compiles for sm_90 and sm_100 without a GPU. Not collected by default: `pytest tests/night_triton.py`."""

from __future__ import annotations

import importlib
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from swizzle_atlas import Tile, lint
from swizzle_atlas.triton import watch


def compiled(capability: int) -> Any:
    """A matmul of 128 × 128 × 64 bf16 tiles by `tl.dot`."""
    triton = importlib.import_module("triton")
    compiler = importlib.import_module("triton.compiler")
    target = importlib.import_module("triton.backends.compiler").GPUTarget("cuda", capability, 32)
    matmul = importlib.import_module("matmul_triton").matmul
    pointers = {"a_ptr": "*bf16", "b_ptr": "*bf16", "c_ptr": "*fp32"}
    numbers = dict.fromkeys(("k", "stride_am", "stride_bk", "stride_cm"), "i32")
    blocks = {"block_m": 128, "block_n": 128, "block_k": 64}
    source = compiler.ASTSource(
        fn=matmul,
        signature={**pointers, **numbers, **dict.fromkeys(blocks, "constexpr")},
        constexprs=blocks,
        attrs={(at,): [["tt.divisibility", 16]] for at in range(7)},
    )
    return triton.compile(source, target=target, options={"num_warps": 4, "num_stages": 3})


@pytest.mark.parametrize("capability", [90, 100])
def test_triton_itself(capability: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("TRITON_ALWAYS_COMPILE", "1")
    plain = compiled(capability)
    with watch() as watched:
        kernel = compiled(capability)
    assert kernel.asm["ptx"] == plain.asm["ptx"] and kernel.hash == plain.hash
    (report,) = watched.reports
    assert str(lint(kernel).kernels[0].verdict) == report.verdict
    assert report.verdict == "right" or (capability == 100 and _version() < (3, 5)), str(report)
    mmas = report.kernels[0].mmas
    assert len(mmas) > 0 and all(mma.source and mma.source.file.endswith("matmul_triton.py") for mma in mmas)
    # A planted fault in the PTX of the second read: half the SBO on sm_90, a start 16 bytes too far on sm_100.
    planted = _planted(kernel.asm["ptx"])
    errors = lint(planted).errors
    assert errors and errors[0].source is not None and errors[0].source.file.endswith("matmul_triton.py")


def test_types_of_triton_are_element_types() -> None:
    language = importlib.import_module("triton.language")
    names = {
        "float16": "f16",
        "bfloat16": "bf16",
        "float8e4nv": "e4m3",
        "float8e5": "e5m2",
        "int8": "s8",
        "uint8": "u8",
    }
    for name, own in names.items():
        assert Tile(element=getattr(language, name)).element == own


def test_watching_costs_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At most 5 % of what Triton takes to compile."""
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("TRITON_ALWAYS_COMPILE", "1")
    spent = []

    def timed(listener: Callable[..., None]) -> Callable[..., None]:
        def call(**said: Any) -> None:
            start = time.perf_counter()
            listener(**said)
            spent.append(time.perf_counter() - start)

        return call

    compiled(90)
    compilation = importlib.import_module("triton.knobs").compilation
    with watch():
        compilation.listener = timed(compilation.listener)
        start = time.perf_counter()
        compiled(90)
        whole = time.perf_counter() - start
    print(f"linting took {spent[0] * 1e3:.1f} ms of {whole * 1e3:.0f} ms")
    assert spent[0] <= 0.05 * whole


def _version() -> tuple[int, ...]:
    version = importlib.import_module("triton").__version__
    return tuple(int(part) for part in version.split(".")[:2])


def _planted(ptx: str) -> str:
    for line, delta in (
        (r"(or\.b64 \t%rd\d+, %rd\d+, )(461168629\d{10})(;)", -(32 << 32)),
        (r"(add\.s64 \t%rd\d+, %rd\d+, )(46117566\d{11})(;)", 1),
        (r"(add\.s32 \t%r\d+, %r\d+, )(2)(;\n\tmov\.b64)", 1),
    ):
        if found := re.search(line, ptx):
            before, number, after = found.groups()
            return f"{ptx[: found.start()]}{before}{int(number) + delta}{after}{ptx[found.end() :]}"
    raise AssertionError("no constant of a descriptor")
