#!/usr/bin/env python3
"""Has CUDA's assembler take the tcgen05 code that `swizzle code` writes, for every architecture that has it, as CSV.

    python3 tests/hopper/assemble.py SWIZZLE NVCC > tests/data/tcgen05_assembled.csv     (needs nvcc 13; no GPU)
    python3 tests/hopper/assemble.py SWIZZLE NVCC CUTLASS > tests/data/tcgen05_cute_assembled.csv
                                     (the CuTe form for sm_100a, with the folder of CUTLASS's headers)

The kernel calls every function of a file: allocation, copies of scale factors, the loop of instructions, the loads of D.
Assembled is not run: it says that instructions, types and operands are ones that the assembler knows, and nothing of what the
hardware makes of the descriptors.
"""

import datetime
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

TARGETS = ["sm_100a", "sm_103a", "sm_110a"]


def cases():
    plain = [("f16", "f16"), ("f16", "bf16"), ("tf32", "tf32"), ("i8", "s8"), ("i8", "u8")]
    narrow = ["e4m3", "e5m2", "e2m3", "e3m2", "e2m1"]
    for kind, element in plain + [("f8f6f4", element) for element in narrow]:
        for more in ("", "--sparse", "--operand B --other-mn 128 --stages 2"):
            yield kind, f"--element {element} {more}"
    for element in ("f16", "bf16", "e4m3", "e5m2", "s8", "u8"):
        for swizzle in ("none", "32B", "64B", "128B"):
            yield None, f"--element {element} --major MN --swizzle {swizzle} --other-major MN"
    yield "tf32", "--element tf32 --major MN --swizzle 128B-32B-atom"
    for element in ("f16", "e4m3"):
        yield None, f"--element {element} --accumulator f16"
    for element in narrow:
        yield "mxf8f6f4", f"--element {element} --other-mn 128"
    yield "mxf8f6f4", "--element e4m3 --other-element e2m1 --sparse"
    for kind in ("mxf4", "mxf4nvf4"):
        yield kind, "--element e2m1-packed"
        yield kind, "--element e2m1-packed --sparse"
        yield kind, "--element e2m1-packed --absolute-lbo --k 768"
    yield from forms()


def forms():
    """Pairs of CTAs, weight stationary, and every shape in which D is read, of each number of rows."""
    for kind, element, k in (("f16", "bf16", 64), ("tf32", "tf32", 32), ("f8f6f4", "e4m3", 128), ("i8", "s8", 128)):
        for load in ("32x32b", "16x64b", "16x128b", "16x256b"):
            for rows in (64, 128):
                said = f"--element {element} --k {k} --mn {rows} --rows {rows} --load {load}"
                yield kind, f"{said} --other-mn 64"
                yield kind, f"{said} --other-mn 256 --form cta-group-2"
            for rows in (32, 64, 128):
                yield kind, f"--element {element} --k {k} --mn {rows} --rows {rows} --load {load} --other-mn 128 --form ws"
        yield kind, f"--element {element} --k {k} --operand B --mn 128 --rows 128 --other-mn 256 --form cta-group-2"
        yield kind, f"--element {element} --k {k} --sparse --other-mn 128 --form ws"
        yield kind, f"--element {element} --k {k} --sparse --other-mn 128 --form cta-group-2"
    for load in ("32x32b", "16x64b", "16x128b", "16x256b", "16x32bx2"):
        for more in ("", "--d-column 64"):
            yield "f16", f"--element f16 --accumulator f16 --k 64 --mn 128 --rows 128 --other-mn 64 --load {load} --pack 16b {more}"
        yield "f16", f"--element f16 --accumulator f16 --k 64 --mn 64 --rows 64 --other-mn 64 --load {load} --pack 16b --d-lane 16"
        yield "f16", f"--element bf16 --k 64 --mn 64 --rows 64 --other-mn 96 --load {load} --d-column 32 --d-lane 16"
    yield "f16", "--element bf16 --k 64 --mn 128 --rows 128 --other-mn 64 --load 16x32bx2"
    yield "f16", "--element bf16 --k 64 --operand B --mn 256 --other-mn 256 --form cta-group-2"
    for kind, element in (("mxf8f6f4", "e4m3"), ("mxf4", "e2m1-packed"), ("mxf4nvf4", "e2m1-packed")):
        for form in ("cta-group-1", "cta-group-2"):
            for more in ("", "--vec 32") if kind == "mxf4nvf4" else ("",):
                yield kind, f"--element {element} --other-mn 256 --form {form} --load 16x256b {more}"


def cute_cases():
    """Every shape in which D is read, of each number of rows and CTAs, packed and not; blocks; kinds with scale factors."""
    for rows in (64, 128):
        for load in ("16x64b", "16x128b", "16x256b", "16x32bx2") + (("32x32b",) if rows == 128 else ()):
            tile = f"--element bf16 --k 64 --mn {rows} --rows {rows} --load {load}"
            yield "f16", f"{tile} --other-mn 96"
            yield "f16", f"{tile} --other-mn 128 --form cta-group-2"
            yield "f16", f"{tile.replace('bf16', 'f16')} --other-mn 64 --accumulator f16 --pack 16b --d-column 32"
    yield "f16", "--element bf16 --k 64 --mn 64 --rows 64 --other-mn 64 --load 16x256b --d-column 64 --d-lane 16"
    for form in ("cta-group-1", "cta-group-2"):
        for kind, element, k in (("f16", "f16", 64), ("tf32", "tf32", 32), ("f8f6f4", "e4m3", 128), ("i8", "s8", 128)):
            yield kind, f"--element {element} --k {k} --load 16x256b --other-mn 64 --form {form}"
            yield kind, f"--element {element} --k {k} --load 16x256b --operand B --mn 128 --rows 128 --other-mn 128 --form {form}"
        yield "f16", f"--element bf16 --k 64 --mn 256 --rows 128 --other-mn 96 --load 32x32b --form {form} --stages 2"
        yield "f16", f"--element bf16 --k 64 --mn 256 --rows 64 --other-mn 128 --load 16x128b --form {form}"
        yield "f16", f"--element bf16 --k 64 --operand B --mn 256 --rows 64 --other-mn 128 --load 16x256b --form {form}"
        yield "f16", f"--element bf16 --major MN --k 64 --mn 128 --other-mn 128 --other-major MN --load 16x256b --form {form}"
        for other in (64, 192, 256):
            yield "mxf8f6f4", f"--element e4m3 --k 256 --other-mn {other} --load 32x32b --form {form}"
        yield "mxf8f6f4", f"--element e2m1 --k 128 --other-mn 128 --load 32x32b --form {form}"
        for kind in ("mxf4", "mxf4nvf4"):
            yield kind, f"--element e2m1-packed --k 256 --other-mn 256 --load 32x32b --form {form}"
            yield kind, f"--element e2m1-packed --k 256 --operand B --mn 128 --rows 128 --load 16x256b --form {form}"


def cute_source(swizzle, kind, options):
    said = " ".join(f"--arch tcgen05 {options} --kind {kind}{'' if '--mn ' in options.replace('--other-mn', '') else ' --mn 128'}".split())
    code = subprocess.run([swizzle, "code", "--lang", "cute", "--name", "tile", *said.split()], capture_output=True, text=True)
    if code.returncode != 0:
        sys.exit(f"{said}: {code.stderr}")
    text = code.stdout
    own, other = ("B", "A") if "--operand B" in said else ("A", "B")
    element = re.search(r"MMA\w+[<,]\s*([\w:]+), ([\w:]+),", text)
    element = element.group(1 if other == "A" else 2) if element else ""
    # A type that is padded to a byte is a slot.
    element = "uint8_t" if "unpacksmem" in element else element
    major = "MN" if "--other-major MN" in said else "K"
    scaled = ", d + 256, d + 320" if "copy_scales" in text else ""
    rank = "blockIdx.x % 2, " if "--form cta-group-2" in said else ""
    steps = ["tile::allocate(slot);"]
    if "void multiply(" in text:
        steps += [
            "auto fragment = tile::fragment_of_d(d);",
            f"auto const other = cute::make_tensor(cute::make_smem_ptr(reinterpret_cast<{element}*>(at)), cute::tile_to_shape("
            f"cute::UMMA::Layout_{major}_SW128_Atom<{element}>{{}}, cute::Shape<cute::Int<cute::get<0>(tile::ReadOf{other}{{}})>, cute::Int<tile::kK>>{{}}));",
        ]
        if scaled:
            steps += [f"tile::copy_scales<tile::ScalesOf{letter.upper()}>(tile::scales_of_{letter}(d + {column}), reinterpret_cast<tile::ElementOfScales*>(at));"
                      for letter, column in (("a", 256), ("b", 320))]
        steps.append(f"tile::multiply(fragment, at, 0, other{scaled});")
    if "void read_d(" in text:
        steps.append(f"tile::read_d(d, {rank}threadIdx.x, [=](int row, int column, auto value) {{ out[row * 256 + column] = float(value); }});")
    body = "".join(f"  {step}\n" for step in [*steps, "tile::deallocate(d);"])
    kernel = f"__global__ void kernel(uint32_t* slot, uint32_t d, tile::Element{own}* at, float* out) {{\n{body}}}\n"
    return said, text.replace("#pragma once\n", "") + kernel


def source(swizzle, kind, options):
    said = f"--arch tcgen05 {options}" + (f" --kind {kind}" if kind else "")
    said = said if "--mn " in f" {said}".replace("--other-mn", "") else f"{said} --mn 128"
    said = " ".join((said if "--k " in said else f"{said} --k 256").split())
    code = subprocess.run([swizzle, "code", "--lang", "cuda", "--name", "tile", *said.split()], capture_output=True, text=True)
    if code.returncode != 0:
        sys.exit(f"{said}: {code.stderr}")
    stage = ", 0" if "--stages" in said else ""
    extra = sum(code.stdout.count(f"class {name}") for name in ("MetadataOfA", "ScaleOfA", "ScaleOfB", "ScaleIdOfA", "ScaleIdOfB"))
    functions = ", [=](uint32_t) { return d + 256; }" * extra
    if "uint32_t scale_a, uint32_t scale_b, bool accumulate = false" in code.stdout:
        functions += ", d + 256, d + 264"
    is_pair = "--form cta-group-2" in said
    steps = [f"multiply(d, at, blockIdx.x{stage}, [=](uint32_t) {{ return other; }}{functions});", f"commit(barrier{', 3' if is_pair else ''});"]
    if "void copy_scales(" in code.stdout:
        steps[:0] = [f"copy_scales(d + tile::kColumnOfScalesOf{which}, at, tile::kCopiesOfScalesOf{which});" for which in "AB"]
    if "void read_d(" in code.stdout:
        store = "[=](uint32_t row, uint32_t column, uint32_t bits) { out[row * 256 + column] = bits; }"
        steps.append(f"read_d(d, {'blockIdx.x % 2, ' if is_pair else ''}threadIdx.x / 32, threadIdx.x % 32, {store});")
    if "void allocate(" in code.stdout:
        steps = ["allocate(slot);", *steps, "deallocate(d);"]
    body = "".join(f"  tile::{step}\n" for step in steps)
    kernel = f"__global__ void kernel(uint32_t d, uint32_t at, uint64_t other, uint32_t barrier, uint32_t slot, uint32_t* out) {{\n{body}}}\n"
    return said, code.stdout.replace("#pragma once\n", "") + kernel


def cutlass_version(folder):
    text = (pathlib.Path(folder) / "cutlass/version.h").read_text()
    return ".".join(re.search(rf"#define CUTLASS_{part} (\d+)", text).group(1) for part in ("MAJOR", "MINOR", "PATCH"))


def main():
    swizzle, nvcc, *cutlass = sys.argv[1:]
    listed, write = (cute_cases, cute_source) if cutlass else (cases, source)
    more = [f"-I{folder}" for folder in cutlass] + (["--expt-relaxed-constexpr"] if cutlass else [])
    version = subprocess.run([nvcc, "--version"], capture_output=True, text=True).stdout
    release = re.search(r"release (\S+),", version).group(1)
    print(f"# {datetime.date.today()}, nvcc {release}{f', CUTLASS {cutlass_version(*cutlass)}' if cutlass else ''}")
    print("target,assembled,instruction,options,why")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:
        jobs = []
        for number, (kind, options) in enumerate(listed()):
            said, text = write(swizzle, kind, options)
            path = pathlib.Path(folder) / f"case{number}.cu"
            path.write_text(text)
            name = (re.search(r'"(tcgen05\.mma\S+)', text) or re.search(r"// (tcgen05\.mma\S+)\.\n", text)).group(1)
            for target in TARGETS[:1] if cutlass else TARGETS:
                command = [nvcc, "-std=c++17", *more, f"-arch={target}", "-cubin", "-o", str(path.with_suffix(f".{target}")), str(path)]
                jobs.append((target, name, said, pool.submit(subprocess.run, command, capture_output=True, text=True)))
        for target, name, said, job in jobs:
            answer = job.result()
            faults = [line for line in answer.stderr.splitlines() if "error" in line or "fatal" in line]
            why = re.sub(r".*?; |.*error *:? *|[\",]", "", faults[0]).strip() if answer.returncode else ""
            print(f'{target},{int(answer.returncode == 0)},{name},{said},{why}')


main()
