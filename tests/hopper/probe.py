#!/usr/bin/env python3
"""Reads back from a Hopper GPU which byte wgmma takes each element from, and writes the answers as CSV.

    python3 tests/hopper/probe.py > tests/data/hopper_probe.csv     (needs nvcc 12 or later, and an H100 or H200)

Every slot of shared memory holds its own number, a few bits of it a pass; the other operand is an identity matrix, so
the accumulator spells out, pass by pass, the number of the slot that each element came from. Nothing here knows the
address law: the kernel is handed 64 bits. The cases are drawn by a generator with a fixed seed: every element type of
dense wgmma, both operands, both majors where the type has them, every swizzle mode; starts, strides and base offsets
at random. `tests/silicon.rs` holds the core against every line.
"""

import array
import datetime
import pathlib
import random
import subprocess
import sys
import tempfile

ORIGIN = 0x400  # where dynamic shared memory begins when there is no static one
IDENTITY = 0x30000  # the operand that is known; everything below belongs to the case
CASES = 5  # of each type, operand, major and mode

# name: bits, K of one instruction, bits of a number that the type holds exactly, PTX, accumulator, one, transposable
TYPES = {
    "bf16": (16, 16, 8, "f32.bf16.bf16", "f", 0x3F80, True),
    "f16": (16, 16, 8, "f32.f16.f16", "f", 0x3C00, True),
    "tf32": (32, 8, 8, "f32.tf32.tf32", "f", 0x3F800000, False),
    "e4m3": (8, 32, 4, "f32.e4m3.e4m3", "f", 0x38, False),
    "e5m2": (8, 32, 3, "f32.e5m2.e5m2", "f", 0x3C, False),
    "s8": (8, 32, 7, "s32.s8.s8", "r", 1, False),
    "u8": (8, 32, 8, "s32.u8.u8", "r", 1, False),
    "b1": (1, 256, 1, "s32.b1.b1.and.popc", "r", 1, False),
}
MODES = {"none": 0, "128B": 1, "64B": 2, "32B": 3}

PRELUDE = r"""
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

constexpr uint32_t ORIGIN = 0x400, IDENTITY = 0x30000, IDENTITY_BYTES = 0x2000;
constexpr size_t DYNAMIC = IDENTITY + IDENTITY_BYTES - ORIGIN;

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { \
    fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(e)); exit(1); } } while (0)

struct Bf16 { static constexpr int bits = 16; __device__ static uint32_t of(uint32_t v) { return __bfloat16_as_ushort(__float2bfloat16_rn(float(v))); } };
struct F16  { static constexpr int bits = 16; __device__ static uint32_t of(uint32_t v) { return __half_as_ushort(__float2half_rn(float(v))); } };
struct Tf32 { static constexpr int bits = 32; __device__ static uint32_t of(uint32_t v) { return __float_as_uint(float(v)); } };
struct E4m3 { static constexpr int bits = 8; __device__ static uint32_t of(uint32_t v) { return __nv_cvt_float_to_fp8(float(v), __NV_SATFINITE, __NV_E4M3); } };
struct E5m2 { static constexpr int bits = 8; __device__ static uint32_t of(uint32_t v) { return __nv_cvt_float_to_fp8(float(v), __NV_SATFINITE, __NV_E5M2); } };
struct Int  { static constexpr int bits = 8; __device__ static uint32_t of(uint32_t v) { return v; } };
struct B1   { static constexpr int bits = 1; __device__ static uint32_t of(uint32_t v) { return v & 1; } };

// The number of each slot, some bits of it, as a number of the element's type.
template <class T> __device__ void fill(uint32_t *words, int shift, uint32_t mask) {
    for (uint32_t at = ORIGIN / 4 + threadIdx.x; at < IDENTITY / 4; at += blockDim.x) {
        uint32_t word = 0;
        for (int i = 0; i < 32 / T::bits; i++) {
            uint32_t slot = at * (32 / T::bits) + i;
            uint32_t piece = (slot >> shift) & mask;
            word |= T::of(piece) << (i * T::bits);
        }
        words[at - ORIGIN / 4] = word;
    }
}

// One where row + from = k, in 8 x 16-byte core matrices: the two of K side by side, the groups of rows behind them.
template <class T> __device__ void identity(uint32_t *words, uint32_t one, int from) {
    uint32_t *into = words + (IDENTITY - ORIGIN) / 4;
    for (uint32_t i = threadIdx.x; i < IDENTITY_BYTES / 4; i += blockDim.x) into[i] = 0;
    __syncthreads();
    int k_of_all = 256 / T::bits;
    for (int k = threadIdx.x; k < k_of_all; k += blockDim.x) {
        int row = k - from;
        if (row < 0 || row >= 256) continue;
        uint32_t bit = (row % 8) * 128 + (row / 8) * 2048 + (k * T::bits) % 128 + (k * T::bits) / 128 * 1024;
        atomicOr(&into[bit / 32], one << (bit % 32));
    }
}

__device__ void settle() {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
}
"""

KERNEL = r"""
// {name}, operand {operand}{tnsp}
__global__ __launch_bounds__(128) void {symbol}(uint64_t descriptor, uint32_t *out) {{
    extern __shared__ __align__(1024) uint32_t words[];
    if (__cvta_generic_to_shared(words) != ORIGIN) __trap();
    uint64_t known = (uint64_t(IDENTITY >> 4)) | (uint64_t(8) << 16) | (uint64_t(16) << 32);
    uint64_t a = {a}, b = {b};
    for (int shift = 0; shift < {passes} * {piece}; shift += {piece})
    for (int from = 0; from < {chunks} * 64; from += 64) {{
        fill<{ctype}>(words, shift, (1u << {piece}) - 1);
        identity<{ctype}>(words, {one}u, from);
        settle();
        {acctype} d[{regs}];
        for (int i = 0; i < {regs}; i++) d[i] = 0;
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        asm volatile("{{\n.reg .pred p;\nsetp.ne.b32 p, 0, 1;\n"
            "wgmma.mma_async.sync.aligned.m64n{n}k{k}.{ptx} {{{list}}}, %{regs}, %{regs_b}, p{tail};\n}}\n"
            : {operands} : "l"(a), "l"(b) : "memory");
        asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
        int thread = threadIdx.x;
        for (int i = 0; i < {regs}; i++) {{
            int row = thread / 32 * 16 + thread % 32 / 4 + 8 * (i / 2 % 2), col = i / 4 * 8 + thread % 4 * 2 + i % 2;
            out[(from + row) * {n} + col] |= uint32_t(d[i]) << shift;
        }}
        __syncthreads();
    }}
}}
"""

MAIN = r"""
int main() {
    int kernel; unsigned long long descriptor;
    while (scanf("%d %llx", &kernel, &descriptor) == 2) {
        Entry entry = ENTRIES[kernel];
        CHECK(cudaFuncSetAttribute(entry.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, DYNAMIC));
        std::vector<uint32_t> out(entry.count);
        uint32_t *there;
        CHECK(cudaMalloc(&there, entry.count * 4));
        CHECK(cudaMemset(there, 0, entry.count * 4));
        entry.kernel<<<1, 128, DYNAMIC>>>(descriptor, there);
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaMemcpy(out.data(), there, entry.count * 4, cudaMemcpyDeviceToHost));
        CHECK(cudaFree(there));
        fwrite(out.data(), 4, entry.count, stdout);
    }
}
"""


def kernels():
    """Every kernel: name, operand, transposed, and the shape of what it writes."""
    for name, (bits, k, _, _, _, _, both) in TYPES.items():
        for operand in "AB":
            for mn_major in (False, True) if both else (False,):
                rows = 64 if operand == "A" or name == "b1" else 128
                yield name, operand, mn_major, (64, k) if operand == "A" else (max(k, 64), rows)


def source():
    """The CUDA source of all of it."""
    ctypes = {"bf16": "Bf16", "f16": "F16", "tf32": "Tf32", "e4m3": "E4m3", "e5m2": "E5m2", "b1": "B1"}
    text, entries = [PRELUDE], []
    for name, operand, mn_major, (rows, n) in kernels():
        bits, k, piece, ptx, acc, one, both = TYPES[name]
        slot_bits = (IDENTITY * 8 // bits - 1).bit_length()
        regs = n // 2
        signs = ", 1, 1" if acc == "f" else ""
        tnsp = f", {int(operand == 'A' and mn_major)}, {int(operand == 'B' and mn_major)}" if both else ""
        symbol = f"k_{name}_{operand}{'_mn' if mn_major else ''}"
        text.append(KERNEL.format(
            name=name, operand=operand, tnsp=", MN-major" if mn_major else "", symbol=symbol,
            a="descriptor" if operand == "A" else "known", b="known" if operand == "A" else "descriptor",
            passes=-(-slot_bits // piece), piece=piece, chunks=rows // 64, ctype=ctypes.get(name, "Int"), one=hex(one),
            acctype="float" if acc == "f" else "int", regs=regs, regs_b=regs + 1, n=n, k=k, ptx=ptx,
            list=", ".join(f"%{i}" for i in range(regs)), tail=signs + tnsp,
            operands=", ".join(f'"+{acc}"(d[{i}])' for i in range(regs))))
        entries.append(f"    {{{symbol}, {rows * n}}},")
    text.append("struct Entry { void (*kernel)(uint64_t, uint32_t *); size_t count; };\nconst Entry ENTRIES[] = {\n")
    return "".join(text) + "\n".join(entries) + "\n};\n" + MAIN


def drawn(chance, mode, mn_major, bits, mn, k):
    """Fields whose read stays below the known operand, whatever the law."""
    units = 2 if not mn_major else mn * bits // 128  # along the contiguous dimension
    groups = (mn if not mn_major else k) // 8
    room = IDENTITY - ORIGIN - 0x2000
    far = max(units, groups)
    while True:
        start = ORIGIN + 16 * chance.randrange(0x600)
        if chance.random() < 0.3:
            start &= ~0x3FF
        lbo = chance.randrange(0, room // far // 16)
        sbo = chance.randrange(0, room // far // 16)
        if chance.random() < 0.3:
            sbo &= ~0x3F
        if start + 16 * far * (lbo + sbo) + 0x2000 < IDENTITY:
            break
    base = chance.choice([0, chance.randrange(8)]) if mode != "none" else 0
    raw = start >> 4 | lbo << 16 | sbo << 32 | base << 49 | MODES[mode] << 62
    return start, lbo, sbo, base, raw


def cases():
    """Every case: the kernel, then what the CSV says of it."""
    chance = random.Random(157)
    for index, (name, operand, mn_major, (rows, n)) in enumerate(kernels()):
        bits, k = TYPES[name][:2]
        mn = 64 if operand == "A" else n
        for mode in MODES:
            for _ in range(CASES):
                fields = drawn(chance, mode, mn_major, bits, mn, k)
                yield index, name, operand, mn_major, mode, mn, k, rows, n, fields


def units(slots, bits, operand, mn_major, mn, k, n):
    """The address that each unit of 16 bytes came from, the contiguous dimension fastest; fails where one is torn."""
    each = 128 // bits

    def slot(i, j):
        return slots[i * n + j] if operand == "A" else slots[j * n + i]

    found = []
    for outer in range(k if mn_major else mn):
        for inner in range(0, mn if mn_major else k, each):
            run = [slot(inner + e, outer) if mn_major else slot(outer, inner + e) for e in range(each)]
            if run != list(range(run[0], run[0] + each)) or run[0] % each:
                sys.exit(f"a unit is torn: {run}")
            found.append(run[0] * bits // 8)
    return found


def said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def main():
    listed = list(cases())
    with tempfile.TemporaryDirectory() as folder:
        cuda, program = pathlib.Path(folder, "probe.cu"), pathlib.Path(folder, "probe")
        cuda.write_text(source())
        subprocess.run(["nvcc", "-O1", "-std=c++17", "-gencode=arch=compute_90a,code=sm_90a", "-o", program, cuda], check=True)
        asked = "".join(f"{case[0]} {case[-1][4]:x}\n" for case in listed)
        answered = subprocess.run([program], input=asked.encode(), stdout=subprocess.PIPE, check=True).stdout
    gpu, driver = said("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").splitlines()[0].split(", ")
    print(f"# {datetime.date.today()}, {gpu}, driver {driver}, {said('nvcc', '--version').splitlines()[-1]}")
    print("# units: the shared address of each 16 bytes that were read, the contiguous dimension fastest")
    print("case,element,major,swizzle,operand,mn,k,start,lbo_field,sbo_field,base_offset,units")
    slots, at = array.array("I", answered), 0
    for number, (_, name, operand, mn_major, mode, mn, k, rows, n, fields) in enumerate(listed):
        start, lbo, sbo, base, _ = fields
        found = units(slots[at:at + rows * n], TYPES[name][0], operand, mn_major, mn, k, n)
        at += rows * n
        major = "MN" if mn_major else "K"
        print(number, name, major, mode, operand, mn, k, start, lbo, sbo, base, " ".join(f"{byte:x}" for byte in found), sep=",")


if __name__ == "__main__":
    main()
