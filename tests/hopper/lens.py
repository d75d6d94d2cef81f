#!/usr/bin/env python3
"""Edits right kernels somewhere on the way to their descriptors, runs each edit on a Hopper GPU, and writes what came out.

    python3 tests/hopper/lens.py texts FILE            kernels and edits, assembled but not run; needs nvcc 13, no GPU
    python3 tests/hopper/lens.py run FILE RESULTS      runs them; needs ptxas, numpy and an H100 or H200
    python3 tests/hopper/lens.py > tests/data/ptx/hopper_lens.jsonl.gz      both

NVCC and PTXAS name other programs. `tests/ptx/predict.rs` says from the text alone what comes out, and
`predicted.rs` compares.

A kernel copies an image of all of shared memory there, multiplies, and writes D. It is launched several times, and in the
result three numbers stand for what came out, each a digest of all elements of all of its launches:

- `reads_a`: every slot of shared memory holds its own number, some bits a pass, and B's tile holds an identity matrix, so that D spells
  out which slot each element of A was read from;
- `reads_b`: the other way round;
- `product`: shared memory is full of drawn integers. `wrong` counts elements of the product that are not those of the kernel before
  the edit.

Every product and sum is exact. An edit whose kernel ends with an error, or reads memory that it did not fill and finds no
integers there, has `fault` and no digests.
"""

import ctypes
import datetime
import gzip
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from lens_edits import STRAY, edit, stray
from lens_kernels import DYNAMIC, END, METADATA, ORIGIN, TYPES, kernels

EDITS = 7  # of each kernel
NVCC, PTXAS = os.environ.get("NVCC", "nvcc"), os.environ.get("PTXAS", "ptxas")


def assembled(text, folder, number):
    """The machine code of a text; None where ptxas refuses it."""
    path = pathlib.Path(folder, f"{number}.ptx")
    path.write_text(text)
    done = subprocess.run([PTXAS, "-arch=sm_90a", "-o", path.with_suffix(".cubin"), path], capture_output=True, text=True)
    return None if done.returncode else path.with_suffix(".cubin").read_bytes()


def changed(text, edits):
    lines = text.splitlines()
    for number, new in edits:
        lines[number - 1] = new
    return "\n".join(lines) + "\n"


def texts():
    """Kernels with their texts, and edits of them that can be assembled."""
    chance, found = random.Random(411), []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:

        def compiled(at, kernel):
            source = pathlib.Path(folder, f"{at}.cu")
            source.write_text(kernel.source())
            subprocess.run([NVCC, "-w", "-std=c++17", "-O3", "-ptx", "-gencode=arch=compute_90a,code=compute_90a", "-o", source.with_suffix(".txt"), source], check=True)
            return source.with_suffix(".txt").read_text()

        all_kernels = kernels()
        for at, (kernel, text) in enumerate(zip(all_kernels, pool.map(compiled, range(len(all_kernels)), all_kernels))):
            assert all(ORIGIN + tile.start + tile.bytes() <= END for tile in (kernel.a, kernel.b)), at
            found.append({"kernel": at, "text": text, **kernel.said()})
        edits = []
        for kernel in found:
            seen = set()
            plain = stray(kernel["text"], STRAY[kernel["kernel"] % len(STRAY)])
            if plain:
                seen.add(str(plain[1]))
                edits.append({"of": kernel["kernel"], "kind": plain[0], "edits": plain[1]})
            while len(seen) < EDITS:
                kind, lines = edit(chance, kernel["text"], TYPES[kernel["element"]][6])
                if str(lines) not in seen:
                    seen.add(str(lines))
                    edits.append({"of": kernel["kernel"], "kind": kind, "edits": lines})
        code = list(pool.map(lambda at: assembled(changed(found[edits[at]["of"]]["text"], edits[at]["edits"]), folder, f"e{at}"), range(len(edits))))
        return found + [one for one, binary in zip(edits, code) if binary]


class Images:
    """What shared memory holds in the launches of a kernel and its edits."""

    def __init__(self, kernel):
        import numpy

        self.np, self.kernel = numpy, kernel
        self.bits, _, _, self.piece, self.least, self.most, _ = TYPES[kernel["element"]]
        self.slots = numpy.arange(END * 8 // self.bits, dtype=numpy.uint32)

    def places(self, name):
        """The slot of each element of a tile."""
        tile, bits = self.kernel[name], self.bits
        width = {"none": 1, "32B": 2, "64B": 4, "128B": 8}[tile["swizzle"]]
        mn, k = self.np.indices((tile["mn"], tile["k"]))
        along, across = (k, mn) if tile["major"] == "K" else (mn, k)
        column, group = (tile["sbo"], tile["lbo"]) if (tile["major"], tile["swizzle"]) == ("MN", "none") else (tile["lbo"], tile["sbo"])
        row = 128 // bits * width
        at = ORIGIN + tile["start"] + along % row * bits // 8 + along // row * column + across % 8 * 16 * width + across // 8 * group
        at ^= ((at >> 7) - tile["base"]) % width << 4
        return at * 8 // bits

    def identity(self, values, name, shift):
        """Rows and K of a tile: 1 where they meet."""
        places = self.places(name)
        values[places] = 0
        for row in range(min(places.shape[0], places.shape[1] - shift)):
            values[places[row, row + shift]] = 1

    def spelled(self, name):
        """Images in which slots have numbers, and the other operand is an identity matrix."""
        other = "B" if name == "A" else "A"
        for shift in range(0, self.kernel[other]["k"], self.kernel[other]["mn"]):
            for low in range(0, len(self.slots).bit_length(), self.piece):
                values = (self.slots >> low & (1 << self.piece) - 1).astype(self.np.int64)
                self.identity(values, other, shift)
                yield values

    def drawn(self):
        x = (self.slots + 1) * self.np.uint32(0x9E3779B1)
        x = (x ^ x >> 15) * self.np.uint32(0x2C1B3C6D)
        x ^= x >> 12
        yield (x >> 8).astype(self.np.int64) % (self.most - self.least + 1) + self.least

    def bytes(self, values):
        """As numbers of the element's type; exact, so no rounding is asked for."""
        np, element = self.np, self.kernel["element"]
        if element in ("s8", "u8"):
            return (values & 255).astype(np.uint8).tobytes()
        floats = values.astype(np.float32)
        if element == "tf32":
            return floats.tobytes()
        if element == "bf16":
            return (floats.view(np.uint32) >> 16).astype(np.uint16).tobytes()
        half = floats.astype(np.float16)
        if element == "f16":
            return half.tobytes()
        bits = half.view(np.uint16).astype(np.int64)
        if element == "e5m2":
            return (bits >> 8).astype(np.uint8).tobytes()
        # e4m3: a bias of 7 where f16 has 15.
        magnitude = np.where(bits & 0x7FFF, ((bits & 0x7FFF) >> 7) - (8 << 3), 0)
        return (bits >> 8 & 128 | magnitude).astype(np.uint8).tobytes()


def digest(np, arrays):
    """One number for arrays of integers, column by column, which each element at each place changes."""
    found, at = 0, 0
    for one in arrays:
        x = np.arange(at, at + one.size, dtype=np.uint64) << np.uint64(32) | (one.T.ravel().astype(np.int64) & 0xFFFFFFFF).astype(np.uint64)
        at += one.size
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            x = (x ^ x >> np.uint64(shift)) * np.uint64(factor)
        found += int((x ^ x >> np.uint64(31)).sum(dtype=np.uint64))
    return f"{found % (1 << 64):016x}"


class Gpu:
    """CUDA's driver."""

    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.check(self.cuda.cuInit(0))
        self.check(self.cuda.cuDeviceGet(ctypes.byref(device), 0))
        self.check(self.cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
        self.check(self.cuda.cuCtxSetCurrent(context))
        self.image, self.out = self.room(DYNAMIC), self.room(64 * 256 * 4)

    @staticmethod
    def check(result):
        if result:
            sys.exit(f"CUDA error {result}")

    def room(self, size):
        at = ctypes.c_uint64()
        self.check(self.cuda.cuMemAlloc_v2(ctypes.byref(at), ctypes.c_size_t(size)))
        return at

    def products(self, code, images, kernel, np):
        """D of each image, for each metadata."""
        module, entry, n = ctypes.c_void_p(), ctypes.c_void_p(), kernel["n"] * kernel["blocks"]
        self.check(self.cuda.cuModuleLoadData(ctypes.byref(module), code))
        self.check(self.cuda.cuModuleGetFunction(ctypes.byref(entry), module, b"kernel"))
        self.check(self.cuda.cuFuncSetAttribute(entry, 8, DYNAMIC))  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        stage, meta, got = ctypes.c_uint32(kernel["stage"]), ctypes.c_uint32(), []
        arguments = (ctypes.c_void_p * 4)(*(ctypes.addressof(one) for one in (self.image, self.out, stage, meta)))
        for meta.value, image in ((one, image) for one in METADATA[kernel["form"]] for image in images):
            self.check(self.cuda.cuMemcpyHtoD_v2(self.image, image[ORIGIN:], ctypes.c_size_t(DYNAMIC)))
            self.check(self.cuda.cuMemsetD32_v2(self.out, 0x7FC00001, ctypes.c_size_t(64 * n)))
            self.check(self.cuda.cuLaunchKernel(entry, 1, 1, 1, 128, 1, 1, DYNAMIC, None, arguments, None))
            self.check(self.cuda.cuCtxSynchronize())
            raw = ctypes.create_string_buffer(64 * n * 4)
            self.check(self.cuda.cuMemcpyDtoH_v2(raw, self.out, ctypes.c_size_t(64 * n * 4)))
            one = np.frombuffer(raw.raw, np.int32 if kernel["element"] in ("s8", "u8") else np.float32)
            if one.dtype == np.float32 and not (one == np.rint(one)).all():
                sys.exit("a product is no integer")
            got.append(one.astype(np.int64).reshape(64, n))
        self.check(self.cuda.cuModuleUnload(module))
        return got


def work(file, first):
    """Runs from one line of a file on, and prints a line of results each; ends with the first error of a kernel."""
    import numpy as np

    lines = [json.loads(line) for line in file.read_text().splitlines()]
    all_kernels = {line["kernel"]: line for line in lines if "kernel" in line}
    gpu, images, right = Gpu(), {}, {}
    for at in range(first, len(lines)):
        kernel = all_kernels[lines[at].get("of", lines[at].get("kernel"))]
        number = kernel["kernel"]
        if number not in images:
            made = Images(kernel)
            images = {number: {what: [made.bytes(values) for values in of] for what, of in (("reads_a", made.spelled("A")), ("reads_b", made.spelled("B")), ("product", made.drawn()))}}

        def run(line):
            code = (file.parent / f"{line}.cubin").read_bytes()
            return {what: gpu.products(code, of, kernel, np) for what, of in images[number].items()}

        if number not in right:
            right = {number: run(number)}
        got = run(at)
        wrong = int((got["product"][0] != right[number]["product"][0]).sum())
        print(json.dumps({"line": at, **{what: digest(np, of) for what, of in got.items()}, "wrong": wrong}), flush=True)


def run(lines):
    """Adds to each line what came out of it."""
    all_kernels = {line["kernel"]: line for line in lines if "kernel" in line}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:
        file = pathlib.Path(folder, "lines")
        file.write_text("".join(json.dumps(line) + "\n" for line in lines))

        def made(at):
            line = lines[at]
            kernel = all_kernels[line.get("of", line.get("kernel"))]
            if not assembled(changed(kernel["text"], line.get("edits", [])), folder, at):
                sys.exit(f"line {at}: not assembled")

        list(pool.map(made, range(len(lines))))
        at = 0
        while at < len(lines):
            try:
                done = subprocess.run([sys.executable, __file__, "work", str(file), str(at)], stdout=subprocess.PIPE, text=True, timeout=300)
                output, status = done.stdout, done.returncode
            except subprocess.TimeoutExpired as late:
                output, status = (late.stdout or b"").decode(), 1
            for got in map(json.loads, output.splitlines()):
                at = got.pop("line")
                lines[at].update(got)
                at += 1
            if status and at < len(lines):
                if "kernel" in lines[at]:
                    sys.exit(f"kernel {lines[at]['kernel']} before any edit: error")
                lines[at]["fault"] = True
                at += 1
    return lines


def written(lines, file):
    smi = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    gpu = subprocess.run(smi, capture_output=True, text=True, check=True).stdout.strip()
    release = subprocess.run([PTXAS, "--version"], capture_output=True, text=True).stdout.strip().splitlines()[-1]
    said = {"date": str(datetime.date.today()), "gpu": gpu, "ptxas": release}
    packed = gzip.GzipFile(fileobj=file, mode="wb", mtime=0)
    packed.write("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in [said, *lines]).encode())
    packed.close()


def main():
    match sys.argv[1:]:
        case ["texts", file]:
            pathlib.Path(file).write_text("".join(json.dumps(line) + "\n" for line in texts()))
        case ["run", file, results]:
            with open(results, "wb") as to:
                written(run([json.loads(line) for line in pathlib.Path(file).read_text().splitlines()]), to)
        case ["work", file, first]:
            work(pathlib.Path(file), int(first))
        case []:
            written(run(texts()), sys.stdout.buffer)
        case _:
            sys.exit(__doc__)


main()
