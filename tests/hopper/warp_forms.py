#!/usr/bin/env python3
"""Asks CUDA's assembler which forms of a warp's instructions each target has, as CSV.

    python3 tests/hopper/warp_forms.py PTXAS > tests/data/chips_warp_ptxas.csv     (needs ptxas 13.5; no GPU)

Every form is the only instruction of a kernel: 1 where it is assembled, 0 where it is refused. Shapes and types of A and B are
judged; what memory holds and how long an instruction takes are not. On sm_120, sm_120a, sm_121 and sm_121a the multicast form is
assembled with the advisory that it is expected to be substantially slower than on sm_90a, sm_100a, sm_103a, sm_107a and sm_110a.
"""

import subprocess
import sys

TARGETS = (
    "sm_75 sm_80 sm_86 sm_87 sm_89 sm_90 sm_90a sm_100 sm_100a sm_103a sm_107a sm_110a sm_120 sm_120a sm_121 sm_121a"
).split()
KERNEL = """.version 9.5
.target {target}
.address_size 64
.visible .entry k()
{{
    .reg .pred %p<4>; .reg .b16 %h<8>; .reg .b32 %r<80>; .reg .f32 %f<80>; .reg .f64 %d<80>; .reg .b64 %a<8>;
    {body}
    ret;
}}
"""
BAR = "mbarrier::complete_tx::bytes"
BULK = "cp.async.bulk.tensor"
# Copies, barriers and clusters: the name of a form, and the instruction.
SINGLE = {
    "movmatrix m8n8.trans.b16": "movmatrix.sync.aligned.m8n8.trans.b16 %r0, %r1;",
    "cp.async.ca 4": "cp.async.ca.shared.global [%a0], [%a1], 4;",
    "cp.async.cg 16": "cp.async.cg.shared.global [%a0], [%a1], 16;",
    "mbarrier.init": "mbarrier.init.shared.b64 [%a0], %r0;",
    "mbarrier.try_wait": "mbarrier.try_wait.parity.shared.b64 %p0, [%a0], %r0;",
    "cp.async.bulk shared::cluster.global": f"cp.async.bulk.shared::cluster.global.{BAR} [%a0], [%a1], %r0, [%a2];",
    "cp.async.bulk shared::cta.global": f"cp.async.bulk.shared::cta.global.{BAR} [%a0], [%a1], %r0, [%a2];",
    f"{BULK}.2d load": f"{BULK}.2d.shared::cluster.global.{BAR} [%a0], [%a1, {{%r0, %r1}}], [%a2];",
    f"{BULK}.2d load shared::cta": f"{BULK}.2d.shared::cta.global.{BAR} [%a0], [%a1, {{%r0, %r1}}], [%a2];",
    f"{BULK}.2d store": f"{BULK}.2d.global.shared::cta.bulk_group [%a1, {{%r0, %r1}}], [%a0];",
    f"{BULK}.2d multicast": f"{BULK}.2d.shared::cluster.global.{BAR}.multicast::cluster [%a0], [%a1, {{%r0, %r1}}], [%a2], %h0;",
    f"{BULK}.2d cta_group::2": f"{BULK}.2d.shared::cluster.global.{BAR}.cta_group::2 [%a0], [%a1, {{%r0, %r1}}], [%a2];",
    f"{BULK}.2d tile::gather4": f"{BULK}.2d.shared::cta.global.tile::gather4.{BAR} [%a0], [%a1, {{%r0, %r1, %r2, %r3, %r4}}], [%a2];",
    f"{BULK}.3d im2col": f"{BULK}.3d.shared::cluster.global.im2col.{BAR} [%a0], [%a1, {{%r0, %r1, %r2}}], [%a2], {{%h0}};",
    "barrier.cluster": "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;",
    "mapa.shared::cluster": "mapa.shared::cluster.u64 %a0, %a1, %r0;",
    "setmaxnreg": "setmaxnreg.inc.sync.aligned.u32 240;",
    "griddepcontrol.wait": "griddepcontrol.wait;",
}
# Shape, types of D and of A and B, what follows the types, and the registers of D, A and B.
DENSE = [
    ("m8n8k4", "f32", "f16", "", 8, 2, 2),
    *[("m16n8k8", d, "f16", "", n, 2, 1) for d, n in (("f32", 4), ("f16", 2))],
    *[("m16n8k16", d, "f16", "", n, 4, 2) for d, n in (("f32", 4), ("f16", 2))],
    ("m16n8k8", "f32", "bf16", "", 4, 2, 1),
    ("m16n8k16", "f32", "bf16", "", 4, 4, 2),
    ("m16n8k4", "f32", "tf32", "", 4, 2, 1),
    ("m16n8k8", "f32", "tf32", "", 4, 4, 2),
    *[
        (shape.format(k=k, k2=2 * k, k4=4 * k), "s32", ab, op, n, a, b)
        for k, types, ops in ((16, ("s8", "u8"), ("",)), (32, ("s4", "u4"), ("",)), (128, ("b1",), (".xor.popc", ".and.popc")))
        for ab in types
        for op in ops
        for shape, n, a, b in (("m8n8k{k}", 2, 1, 1), ("m16n8k{k}", 4, 2, 1), ("m16n8k{k2}", 4, 4, 2))
    ],
    ("m8n8k4", "f64", "f64", "", 2, 1, 1),
    *[(f"m16n8k{k}", "f64", "f64", "", 4, k // 2, k // 4) for k in (4, 8, 16)],
    *[
        form
        for ab in ("e4m3", "e5m2")
        for form in (
            ("m16n8k16", "f32", ab, "", 4, 2, 1),
            ("m16n8k32", "f32", ab, "", 4, 4, 2),
            ("m16n8k32", "f16", ab, "", 2, 4, 2),
        )
    ],
]
SCALES = ", {%r0}, {%h0, %h1}, {%r1}, {%h2, %h3}"
# Kind, scale vector, shape, type of A and B, that of the scale factors.
KINDS = [
    *[
        form
        for ab in "e4m3 e5m2 e3m2 e2m3 e2m1".split()
        for form in (("f8f6f4", "", "m16n8k32", ab, ""), ("mxf8f6f4", "1X", "m16n8k32", ab, "ue8m0"))
    ],
    *[
        (kind, x, "m16n8k64", "e2m1", s)
        for kind, x, s in (
            ("mxf4", "2X", "ue8m0"),
            ("mxf4nvf4", "2X", "ue8m0"),
            ("mxf4nvf4", "4X", "ue4m3"),
            ("mxf4nvf4", "4X", "ue8m0"),
        )
    ],
]
SPARSE = [
    ("m16n8k16", "f32", "f16", 4, 2, 2),
    ("m16n8k32", "f32", "f16", 4, 4, 4),
    ("m16n8k32", "f32", "bf16", 4, 4, 4),
    ("m16n8k16", "f32", "tf32", 4, 4, 4),
    ("m16n8k64", "s32", "s8", 4, 4, 4),
    ("m16n8k64", "f32", "e4m3", 4, 4, 4),
]


def registers(kind, count, first=0):
    return "{" + ", ".join(f"%{kind}{first + i}" for i in range(count)) + "}"


def operands(d, ab, n, a, b):
    """D, A, B and C."""
    sums, factors = {"f32": "f", "f64": "d"}.get(d, "r"), "d" if ab == "f64" else "r"
    return f"{registers(sums, n)}, {registers(factors, a, 40)}, {registers(factors, b, 60)}, {registers(sums, n, 20)}"


def forms():
    """Every form: its name and its instruction."""
    for x, count in ((1, 1), (2, 2), (4, 4)):
        for trans in ("", ".trans"):
            yield (
                f"ldmatrix m8n8.x{x}{trans}.b16",
                f"ldmatrix.sync.aligned.m8n8.x{x}{trans}.shared.b16 {registers('r', count)}, [%a0];",
            )
            yield (
                f"stmatrix m8n8.x{x}{trans}.b16",
                f"stmatrix.sync.aligned.m8n8.x{x}{trans}.shared.b16 [%a0], {registers('r', count)};",
            )
        yield (
            f"stmatrix m16n8.x{x}.trans.b8",
            f"stmatrix.sync.aligned.m16n8.x{x}.trans.shared.b8 [%a0], {registers('r', count)};",
        )
        for packed in ("b8x16.b6x16_p32", "b8x16.b4x16_p64"):
            yield (
                f"ldmatrix m8n16.x{x}.{packed}",
                f"ldmatrix.sync.aligned.m8n16.x{x}.shared.{packed} {registers('r', count)}, [%a0];",
            )
    for x, count in ((1, 2), (2, 4)):
        for held in ("b8", "b8x16.b6x16_p32", "b8x16.b4x16_p64"):
            yield (
                f"ldmatrix m16n16.x{x}.trans.{held}",
                f"ldmatrix.sync.aligned.m16n16.x{x}.trans.shared.{held} {registers('r', count)}, [%a0];",
            )
    yield from SINGLE.items()
    for shape, d, ab, op, n, a, b in DENSE:
        types = f"{d}.{ab}.{ab}.{d}{op}"
        yield f"mma.sync {shape} {types}", f"mma.sync.aligned.{shape}.row.col.{types} {operands(d, ab, n, a, b)};"
    for kind, vector, shape, ab, scale in KINDS:
        types = f"f32.{ab}.{ab}.f32" + (f".{scale}" if scale else "")
        named, written = (f" scale_vec::{vector}", f".block_scale.scale_vec::{vector}") if vector else ("", "")
        all_operands = operands("f32", ab, 4, 4, 2) + (SCALES if vector else "")
        yield (
            f"mma.sync kind::{kind}{named} {shape} {types}",
            f"mma.sync.aligned.{shape}.row.col.kind::{kind}{written}.{types} {all_operands};",
        )
    for name in ("sp", "sp::ordered_metadata"):
        for shape, d, ab, n, a, b in SPARSE:
            types = f"{d}.{ab}.{ab}.{d}"
            yield (
                f"mma.{name} {shape} {types}",
                f"mma.{name}.sync.aligned.{shape}.row.col.{types} {operands(d, ab, n, a, b)}, %r0, 0;",
            )
    kind, types = "kind::mxf4nvf4", "f32.e2m1.e2m1.f32.ue4m3"
    yield (
        f"mma.sp::ordered_metadata {kind} scale_vec::4X m16n8k128 {types}",
        f"mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.{kind}.block_scale.scale_vec::4X.{types} {operands('f32', 'e2m1', 4, 4, 4)}, %r2, 0{SCALES};",
    )


def is_assembled(ptxas, target, body):
    text = KERNEL.format(target=target, body=body)
    return (
        subprocess.run(
            [ptxas, "-arch", target, "-o", "/dev/null", "-"], input=text, capture_output=True, text=True, check=False
        ).returncode
        == 0
    )


def main():
    print("form", *TARGETS, sep=",")
    for name, body in forms():
        print(name, *(int(is_assembled(sys.argv[1], target, body)) for target in TARGETS), sep=",")


if __name__ == "__main__":
    main()
