#!/usr/bin/env python3
"""Compiles kernels around the Python form of the code that `swizzle code` writes, with their inputs and right products.

    python3 tests/hopper/cutedsl.py SWIZZLE FOLDER      (SWIZZLE: the built program; FOLDER is made)

Needs `nvidia-cutlass-dsl` 4.8, and no GPU: what is compiled is launched by `launch.cu` of this folder. A case is two tiles,
A and B, each with a generated module; the `multiply` of one is called with the other's tensor. Elements are stored where
the generated offset(mn, k) says; whatever lies between is filled with bits that would spoil a sum.
"""

import importlib.util
import os
import pathlib
import random
import subprocess
import sys

# Bits, K of one dense read, exponent bits, mantissa bits, bias (None for integers), least and most, can be MN-major.
TYPES = {
    "f16": (16, 16, 5, 10, 15, -2, 2, True),
    "bf16": (16, 16, 8, 7, 127, -2, 2, True),
    "e4m3": (8, 32, 4, 3, 7, -2, 2, False),
    "e5m2": (8, 32, 5, 2, 15, -2, 2, False),
    "s8": (8, 32, 0, 0, None, -9, 9, False),
    "u8": (8, 32, 0, 0, None, 0, 9, False),
}
MODES = ["128B", "64B", "32B", "none"]
SPOIL = 0xFF


def cases():
    """Type, options of A, options of B, M, N, K, stages, whose multiply is called."""
    found = []
    for element, (bits, step, *_, can_transpose) in TYPES.items():
        d = "s32" if element in ("s8", "u8") else "f32"
        majors = [("K", "K")] + ([("MN", "K"), ("K", "MN"), ("MN", "MN")] if can_transpose else [])
        for a_major, b_major in majors:
            for i, mode in enumerate(MODES):
                m, n, k, stages = (128, 128, 4 * step, 1) if i % 2 else (64, 96 if a_major == "K" and b_major == "K" else 128, 8 * step, 2)
                common = f"--accumulator {d} --stages {stages} --k {k}"
                a = f"--operand A --element {element} --mn {m} --swizzle {mode} --major {a_major} --other-mn {n} --other-element {element} --other-major {b_major} {common}"
                b = f"--operand B --element {element} --mn {n} --rows {n} --swizzle {MODES[(i + 1) % 4]} --major {b_major} --other-mn 64 --other-element {element} --other-major {a_major} {common}"
                found.append((element, a, b, m, n, k, stages, "AB"[i % 2]))
    return found


def raw_of(value, element):
    """The bits of a small integer; exact, so no rounding is asked for."""
    bits, _, exponent_bits, mantissa_bits, bias, *_ = TYPES[element]
    if bias is None:
        return value % (1 << bits)
    if value == 0:
        return 0
    exponent = abs(value).bit_length() - 1
    fraction = (abs(value) - (1 << exponent)) << (mantissa_bits - exponent)
    return (value < 0) << (exponent_bits + mantissa_bits) | (exponent + bias) << mantissa_bits | fraction


def fnv(found, value):
    for byte in value.to_bytes(4, "little"):
        found = (found ^ byte) * 0x100000001B3 % (1 << 64)
    return found


def module(swizzle, folder, name, options):
    """The generated module."""
    code = subprocess.run([swizzle, "code", "--lang", "cutedsl", "--name", name, *options.split()], capture_output=True, text=True)
    if code.returncode != 0:
        sys.exit(f"{options}: {code.stderr}")
    path = folder / f"{name}.py"
    path.write_text(code.stdout)
    spec = importlib.util.spec_from_file_location(name, path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def compiled(folder, number, a, b, element_a, element_b, m, n, stages, driver):
    """Compiles the kernel of a case, and gives the file of its code."""
    import cutlass
    import cutlass.cute as cute
    import cutlass.utils
    from cutlass.cute.runtime import make_ptr

    @cute.kernel
    def kernel(image_a: cute.Pointer, image_b: cute.Pointer, out: cute.Pointer, mma: cute.TiledMma, layout_a: cute.ComposedLayout, layout_b: cute.ComposedLayout):
        thread = cute.arch.thread_idx()[0]
        smem = cutlass.utils.SmemAllocator()
        base_a = smem.allocate(a.BYTES, byte_alignment=1024)
        base_b = smem.allocate(b.BYTES, byte_alignment=1024)
        for base, image, size in ((base_a, image_a, a.BYTES), (base_b, image_b, b.BYTES)):
            words = cute.make_tensor(cute.recast_ptr(base, dtype=cutlass.Uint32), cute.make_layout(size // 4))
            source = cute.make_tensor(image, cute.make_layout(size // 4))
            for i in cutlass.range(thread, size // 4, 128):
                words[i] = source[i]
        cute.arch.fence_view_async_shared()
        cute.arch.sync_threads()
        tile_a = cute.make_tensor(cute.recast_ptr(base_a, layout_a.inner, dtype=element_a), layout_a.outer)
        tile_b = cute.make_tensor(cute.recast_ptr(base_b, layout_b.inner, dtype=element_b), layout_b.outer)
        part = mma.get_slice(thread)
        fragment_a = mma.make_fragment_A(part.partition_A(tile_a))
        fragment_b = mma.make_fragment_B(part.partition_B(tile_b))
        d = cute.make_rmem_tensor(mma.partition_shape_C((m, n)), mma.op.acc_dtype)
        places = part.partition_C(cute.make_identity_tensor((m, n)))
        result = cute.make_tensor(out, cute.make_layout((n, m, stages)))
        for stage in cutlass.range_constexpr(stages):
            if cutlass.const_expr(driver == "A"):
                a.multiply(mma, d, fragment_a, fragment_b[None, None, None, stage], stage)
            else:
                b.multiply(mma, d, fragment_b, fragment_a[None, None, None, stage], stage)
            for i in cutlass.range_constexpr(cute.size(d)):
                result[places[i][1], places[i][0], stage] = d[i].to(cutlass.Float32)

    @cute.jit
    def launch(image_a: cute.Pointer, image_b: cute.Pointer, out: cute.Pointer):
        a.check()
        b.check()
        mma = (a if driver == "A" else b).tiled_mma()
        kernel(image_a, image_b, out, mma, a.shared_layout(), b.shared_layout()).launch(grid=(1, 1, 1), block=(128, 1, 1))

    words = [make_ptr(cutlass.Uint32, 16, cute.AddressSpace.gmem, assumed_align=16) for _ in range(2)]
    result = make_ptr(cutlass.Float32, 16, cute.AddressSpace.gmem, assumed_align=16)
    before = set(folder.glob("*.cubin"))
    cute.compile(launch, *words, result)
    (found,) = set(folder.glob("*.cubin")) - before
    return found.rename(folder / f"{number}.cubin")


def main():
    swizzle, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    # Before the first import of the DSL: it compiles for a GPU that need not be here, and keeps what it compiled.
    os.environ.update(CUTE_DSL_ARCH="sm_90a", CUTE_DSL_KEEP_CUBIN="1", CUTE_DSL_DUMP_DIR=str(folder))
    from importlib.metadata import version

    random.seed(1)
    listed = []
    for number, (element, options_a, options_b, m, n, k, stages, driver) in enumerate(cases()):
        bits, _, _, _, _, least, most, _ = TYPES[element]
        size = bits // 8
        a, b = module(swizzle, folder, f"a{number}", options_a), module(swizzle, folder, f"b{number}", options_b)
        images = {"a": bytearray([SPOIL] * a.BYTES), "b": bytearray([SPOIL] * b.BYTES)}
        drawn = {}
        found = 0xCBF29CE484222325
        for stage in range(stages):
            for name, one, extent in (("a", a, m), ("b", b, n)):
                for mn in range(extent):
                    for at in range(k):
                        value = drawn[name, stage, mn, at] = random.randint(least, most)
                        place = one.offset(mn, at, *([stage] if stages > 1 else []))
                        images[name][place : place + size] = raw_of(value, element).to_bytes(size, "little")
                        found = fnv(found, one.offset(mn, at, *([0] if stages > 1 else [])))
        for name, image in images.items():
            (folder / f"{name}{number}.bin").write_bytes(image)
        right = bytearray()
        for stage in range(stages):
            rows = [[drawn["a", stage, i, at] for at in range(k)] for i in range(m)]
            columns = [[drawn["b", stage, i, at] for at in range(k)] for i in range(n)]
            for row in rows:
                for column in columns:
                    right += sum(x * y for x, y in zip(row, column)).to_bytes(4, "little", signed=True)
        (folder / f"d{number}.bin").write_bytes(right)
        compiled(folder, number, a, b, a.ELEMENT_A, b.ELEMENT_B, m, n, stages, driver)
        listed.append(f'{number};{element}x{element},shared,{driver};{found:016x},"{options_a}","{options_b}"\n')
    (folder / "cases.txt").write_text(f"nvidia-cutlass-dsl {version('nvidia-cutlass-dsl')}\n" + "".join(listed))
    print(f"{len(listed)} cases in {folder}")


main()
