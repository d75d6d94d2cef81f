#!/usr/bin/env python3
"""Writes a CUDA program that multiplies with the code that `swizzle code` writes, case by case, against integers.

    python3 tests/hopper/multiply.py SWIZZLE FOLDER      (SWIZZLE: the built program; FOLDER is made)

`tests/hopper/run.sh` does that, and compiles and runs the result. Each case is two tiles, A and B, each with a file of
generated code of its own. The host writes every element where the generated offset(mn, k) says, everything else is filled
with bits that would spoil a sum (NaN where the type has one); the kernel calls the generated multiply of one of the two
files with the descriptors of the other. Values are small integers, so that every product and sum is exact, and the
reference is a plain loop over integers.
"""

import pathlib
import subprocess
import sys

# bits, K of one dense read, C++ encoder, smallest and largest value, can be MN-major, can be sparse
TYPES = {
    "f16": (16, 16, "f16", -2, 2, True, True),
    "bf16": (16, 16, "bf16", -2, 2, True, True),
    "tf32": (32, 8, "tf32", -2, 2, False, True),
    "e4m3": (8, 32, "e4m3", -2, 2, False, True),
    "e5m2": (8, 32, "e5m2", -2, 2, False, True),
    "s8": (8, 32, "s8", -9, 9, False, True),
    "u8": (8, 32, "u8", 0, 9, False, True),
    "b1": (1, 256, "b1", 0, 1, False, False),
}
MODES = ["128B", "64B", "32B", "none"]
PATTERN = {"128B": 1024, "64B": 512, "32B": 256, "none": 16}


class Case:
    """Two tiles and how they are multiplied. Extents in elements as they are stored: K of a sparse A is half of B's."""

    def __init__(self, a, b=None, m=64, n=64, k=None, a_swizzle="128B", b_swizzle="128B", a_major="K", b_major="K", d=None,
                 driver="A", registers=False, sparse=False, stages=1, more_a="", more_b="", phase_a=0, phase_b=0):
        b = b or a
        bits, step = TYPES[a][0], TYPES[a][1]
        self.k = k or 4 * step  # of B
        self.a, self.b, self.m, self.n, self.sparse, self.stages = a, b, m, n, sparse, stages
        self.driver, self.registers = driver, registers
        self.d = d or ("s32" if a in ("s8", "u8", "b1") else "f32")
        self.phase_a, self.phase_b = phase_a, phase_b
        block = n
        while block > 256 or not legal_n(a, block) or n % block:
            block -= 8
        self.n_block = block
        both = f" --accumulator {self.d} --stages {stages}" + (" --sparse" if sparse else "")
        k_a = self.k // 2 if sparse else self.k
        self.options_a = (f"--operand A --element {a} --mn {m} --k {k_a} --swizzle {a_swizzle} --major {a_major} --other-mn {block}"
                          f" --other-element {b} --other-major {b_major}{both} {more_a}").strip()
        self.options_b = (f"--operand B --element {b} --mn {n} --k {self.k} --swizzle {b_swizzle} --major {b_major} --rows {block}"
                          f" --other-mn 64 --other-element {a} --other-major {a_major}{both} {more_b}"
                          + (" --a-from registers" if registers else "")).strip()
        self.k_a = k_a


def legal_n(element, n):
    if element in ("s8", "u8", "b1"):
        return n in (8, 16, 24, 32) or (n >= 48 and n % 16 == 0)
    return n % 8 == 0


def cases():
    found = []
    drivers = ["A", "B"]
    for element, (bits, step, _, _, _, can_transpose, can_be_sparse) in TYPES.items():
        majors = [("K", "K")] + ([("MN", "K"), ("K", "MN"), ("MN", "MN")] if can_transpose else [])
        for a_major, b_major in majors:
            for i, mode in enumerate(MODES):
                other = MODES[(i + 1) % 4]
                found.append(Case(element, a_swizzle=mode, b_swizzle=other, a_major=a_major, b_major=b_major, n=128, driver=drivers[i % 2]))
        found.append(Case(element, registers=True, driver="B", n=96 if legal_n(element, 96) else 64))
        if can_transpose:
            found.append(Case(element, registers=True, driver="B", b_major="MN", b_swizzle="64B", n=64))
        if can_be_sparse:
            for i, mode in enumerate(MODES):
                found.append(Case(element, sparse=True, a_swizzle=mode, b_swizzle=MODES[(i + 2) % 4], k=8 * step, driver=drivers[i % 2]))
            found.append(Case(element, sparse=True, registers=True, driver="B", k=4 * step, b_swizzle="32B"))
        # Two to three warpgroups, several stages, more columns than one instruction has.
        found.append(Case(element, m=128, n=320, stages=2, driver="A"))
        found.append(Case(element, m=192, n=64, stages=3, driver="B", a_swizzle="64B", b_swizzle="32B"))
        # K over several columns, in both orders of atoms.
        found.append(Case(element, k=16 * step, more_a="--order k", more_b="--order mn", a_swizzle="64B", b_swizzle="64B"))
    # Accumulation in 16 bits, types of a pair.
    for element in ("f16", "e4m3", "e5m2"):
        found.append(Case(element, d="f16", n=128))
    for a, b in (("e4m3", "e5m2"), ("e5m2", "e4m3"), ("s8", "u8"), ("u8", "s8")):
        found.append(Case(a, b, driver="B"))
    # Odd tiles: rows that end inside a block, N that is no power of two.
    for m, n, driver in ((96, 72, "A"), (40, 200, "B"), (100, 24, "A"), (64, 8, "B"), (64, 248, "A")):
        found.append(Case("bf16", m=m, n=n, driver=driver))
    found.append(Case("s8", m=72, n=24, driver="A"))
    # Padded: groups of rows further apart, stages further apart, a window of a larger buffer, starts off the pattern.
    found.append(Case("bf16", more_a="--sbo-bytes 1040", more_b="--sbo-bytes 1152", n=64))
    found.append(Case("f16", a_swizzle="none", b_swizzle="none", more_a="--lbo-bytes 1168 --sbo-bytes 144", more_b="--lbo-bytes 1296 --sbo-bytes 160"))
    found.append(Case("bf16", a_major="MN", b_major="MN", n=128, m=128, a_swizzle="64B", b_swizzle="32B", more_a="--order K --lbo-bytes 4352", more_b="--sbo-bytes 2304"))
    found.append(Case("e4m3", stages=2, more_a="--stage-bytes 9216", more_b="--stage-bytes 10240", m=64, n=64))
    found.append(Case("bf16", more_a="--buffer-k 256 --at-k 96", more_b="--buffer-mn 256 --at-mn 128", n=128))
    found.append(Case("bf16", more_a="--start 0x80 --pattern 0x80", phase_a=0x80, more_b="--start 0x180", phase_b=0x180))
    found.append(Case("f16", a_swizzle="64B", b_swizzle="32B", more_a="--start 0x100", phase_a=0x100, more_b="--start 0x80", phase_b=0x80))
    return found


HEAD = r"""// Written by tests/hopper/multiply.py.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { \
    fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(e)); exit(1); } } while (0)

// Small integers in each type; exact, so no rounding is asked for.
static uint32_t small(int v, int exponent_bits, int mantissa_bits, int bias) {
  if (v == 0) return 0;
  uint32_t sign = v < 0 ? 1u << (exponent_bits + mantissa_bits) : 0, magnitude = v < 0 ? -v : v;
  int exponent = 31 - __builtin_clz(magnitude);
  uint32_t fraction = (magnitude - (1u << exponent)) << (mantissa_bits - exponent);
  return sign | uint32_t(exponent + bias) << mantissa_bits | fraction;
}
static uint32_t of_f16(int v) { return small(v, 5, 10, 15); }
static uint32_t of_bf16(int v) { return small(v, 8, 7, 127); }
static uint32_t of_tf32(int v) { return small(v, 8, 23, 127); }
static uint32_t of_e4m3(int v) { return small(v, 4, 3, 7); }
static uint32_t of_e5m2(int v) { return small(v, 5, 2, 15); }
static uint32_t of_s8(int v) { return uint8_t(v); }
static uint32_t of_u8(int v) { return uint8_t(v); }
static uint32_t of_b1(int v) { return v; }

static float f16_value(uint32_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  if (exponent == 31) return 1e30f;
  float value = exponent ? float(fraction + 1024) : float(fraction);
  int shift = (exponent ? exponent : 1) - 25;
  for (; shift > 0; --shift) value *= 2;
  for (; shift < 0; ++shift) value /= 2;
  return bits >> 15 ? -value : value;
}

static uint32_t state = 1;
static int drawn(int least, int most) {
  state = state * 1664525u + 1013904223u;
  return least + int(state >> 16) % (most - least + 1);
}

static uint64_t fnv(uint64_t h, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) h = (h ^ (value >> (8 * i) & 255)) * 0x100000001b3ull;
  return h;
}

static void put(std::vector<uint8_t>& image, uint32_t byte, uint32_t bit, int bits, uint32_t raw) {
  if (bits == 1) {
    image[byte] = uint8_t((image[byte] & ~(1u << bit)) | raw << bit);
    return;
  }
  for (int i = 0; i < bits / 8; ++i) image[byte + i] = uint8_t(raw >> (8 * i));
}

// Everything around the tiles' elements: NaN in every float type.
constexpr uint8_t SPOIL = 0xff;

__device__ inline uint32_t copied(uint32_t base, const uint8_t* image, uint32_t bytes) {
  for (uint32_t i = threadIdx.x * 4; i < bytes; i += blockDim.x * 4) {
    uint32_t word = *reinterpret_cast<const uint32_t*>(image + i);
    asm volatile("st.shared.b32 [%0], %1;" :: "r"(base + i), "r"(word) : "memory");
  }
  return base;
}

static int failures = 0, compared_cases = 0;
"""


def spelled(case, number):
    """Kernel and check of a case."""
    a_ns, b_ns = f"a{number}", f"b{number}"
    a_stage = ", stage" if case.stages > 1 else ""
    registers_type = {"f32": "float", "s32": "int32_t", "f16": "uint32_t"}[case.d]
    count = case.n_block // (4 if case.d == "f16" else 2)
    blocks = (case.m + 63) // 64
    bits_a, step, enc_a, low_a, high_a, _, _ = TYPES[case.a]
    bits_b, _, enc_b, low_b, high_b, _, _ = TYPES[case.b]
    metadata = {"tf32": "0xeeeeeeeeu"}.get(case.a, "0xddddddddu")
    k_full = "2 * k + 1" if case.a == "tf32" else "4 * (k / 2) + (k % 2 ? 3 : 1)"
    if not case.sparse:
        k_full = "k"
    sparse_argument = f", [&](uint32_t) {{ return {metadata}; }}" if case.sparse else ""
    if case.driver == "A":
        call = (f"{a_ns}::multiply(d, tile_a, block{a_stage}, [&](uint32_t step) {{ return {b_ns}::descriptor(tile_b, column, step{a_stage}); }}{sparse_argument});")
        of = a_ns
    elif case.registers:
        # Four registers: rows lane / 4 and 8 further, bytes lane % 4 * 4 and 16 further of the 32 bytes of K of a step.
        call = f"""uint32_t fragment[{b_ns}::kSteps][4];
        for (uint32_t step = 0; step < {b_ns}::kSteps; ++step) for (uint32_t r = 0; r < 4; ++r) {{
          uint32_t row = block * 64 + thread / 32 * 16 + thread % 32 / 4 + r % 2 * 8;
          fragment[step][r] = row < {case.m} ? *reinterpret_cast<const uint32_t*>(rows_a + (stage * {case.m} + row) * {case.k_a * bits_a // 8} + step * 32 + thread % 4 * 4 + r / 2 * 16) : 0;
        }}
        {b_ns}::multiply(d, tile_b, column{a_stage}, [&](uint32_t step) -> const uint32_t (&)[4] {{ return fragment[step]; }}{sparse_argument});"""
        of = b_ns
    else:
        call = (f"{b_ns}::multiply(d, tile_b, column{a_stage}, [&](uint32_t step) {{ return {a_ns}::descriptor(tile_a, block, step{a_stage}); }}{sparse_argument});")
        of = b_ns
    value = {
        "f32": "d[i]",
        "s32": "float(d[i])",
        "f16": "__uint_as_float(d[i / 2] >> 16 * (i % 2) & 0xffff)",
    }[case.d]
    elements = count * (2 if case.d == "f16" else 1)
    of_stage, of_first = (", stage", ", 0") if case.stages > 1 else ("", "")
    bit_a = f"{a_ns}::bit(mn, k)" if bits_a == 1 else "0"
    bit_b = f"{b_ns}::bit(mn, k)" if bits_b == 1 else "0"
    product = "x & y" if case.a == "b1" else "x * y"
    read_back = "f16_value(__builtin_bit_cast(uint32_t, out[at]))" if case.d == "f16" else "out[at]"
    name = f"{case.a}x{case.b}"
    return f"""
__global__ void __launch_bounds__({128 * blocks}) kernel{number}(const uint8_t* image_a, const uint8_t* image_b, const uint8_t* rows_a, uint32_t bytes_a, uint32_t bytes_b, float* out) {{
  extern __shared__ uint8_t shared[];
  const uint32_t base = (uint32_t(__cvta_generic_to_shared(shared)) + 1023) & ~1023u;
  const uint32_t second = base + ((bytes_a + 1023) & ~1023u);
  copied(base, image_a, bytes_a);
  copied(second, image_b, bytes_b);
  [[maybe_unused]] const uint32_t tile_a = base + {case.phase_a}, tile_b = second + {case.phase_b};
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  const uint32_t block = threadIdx.x / 128, thread = threadIdx.x % 128;
  for (uint32_t stage = 0; stage < {case.stages}; ++stage)
    for (uint32_t column = 0; column < {b_ns}::kBlocks; ++column) {{
      {registers_type} d[{count}] = {{}};
      {{
        {call}
      }}
      for (uint32_t i = 0; i < {elements}; ++i) {{
        uint32_t m = block * 64 + {of}::row_of(thread, i), n = column * {case.n_block} + {of}::column_of(thread, i);
        if (m < {case.m} && n < {case.n}) out[(stage * {case.m} + m) * {case.n} + n] = {value};
      }}
    }}
}}

static void case{number}() {{
  using std::vector;
  constexpr int M = {case.m}, N = {case.n}, K = {case.k}, KA = {case.k_a}, STAGES = {case.stages};
  const uint32_t slack = 16384;
  vector<uint8_t> image_a(({case.phase_a} + {a_ns}::kBytes + slack + 3) / 4 * 4, SPOIL), image_b(({case.phase_b} + {b_ns}::kBytes + slack + 3) / 4 * 4, SPOIL);
  vector<uint8_t> rows_a(STAGES * M * KA * {bits_a} / 8 + 4);
  vector<int> a(STAGES * M * K), b(STAGES * N * K);
  uint64_t hash = 0xcbf29ce484222325ull;
  for (int stage = 0; stage < STAGES; ++stage) {{
    for (int mn = 0; mn < M; ++mn) for (int k = 0; k < KA; ++k) {{
      int v = drawn({low_a}, {high_a});
      a[(stage * M + mn) * K + {k_full}] = v;
      put(image_a, {a_ns}::offset(mn, k{of_stage}), {bit_a}, {bits_a}, of_{enc_a}(v));
      int row = (stage * M + mn) * KA + k;
      put(rows_a, row * {bits_a} / 8, row * {bits_a} % 8, {bits_a}, of_{enc_a}(v));
      hash = fnv(hash, {a_ns}::offset(mn, k{of_first}), 4);
    }}
    for (int mn = 0; mn < N; ++mn) for (int k = 0; k < K; ++k) {{
      int v = drawn({low_b}, {high_b});
      b[(stage * N + mn) * K + k] = v;
      put(image_b, {b_ns}::offset(mn, k{of_stage}), {bit_b}, {bits_b}, of_{enc_b}(v));
      hash = fnv(hash, {b_ns}::offset(mn, k{of_first}), 4);
    }}
  }}
  uint8_t *da, *db, *dr;
  float* dout;
  CHECK(cudaMalloc(&da, image_a.size())); CHECK(cudaMalloc(&db, image_b.size())); CHECK(cudaMalloc(&dr, rows_a.size()));
  CHECK(cudaMalloc(&dout, STAGES * M * N * 4));
  CHECK(cudaMemcpy(da, image_a.data(), image_a.size(), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, image_b.data(), image_b.size(), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dr, rows_a.data(), rows_a.size(), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dout, 0xff, STAGES * M * N * 4));
  const uint32_t shared = ((image_a.size() + 1023) & ~1023u) + image_b.size() + 1024;
  CHECK(cudaFuncSetAttribute(kernel{number}, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  kernel{number}<<<1, {128 * blocks}, shared>>>(da, db, dr, image_a.size(), image_b.size(), dout);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  vector<float> out(STAGES * M * N);
  CHECK(cudaMemcpy(out.data(), dout, out.size() * 4, cudaMemcpyDeviceToHost));
  long wrong = 0;
  for (int stage = 0; stage < STAGES; ++stage) for (int m = 0; m < M; ++m) for (int n = 0; n < N; ++n) {{
    long sum = 0;
    for (int k = 0; k < K; ++k) {{
      const int x = a[(stage * M + m) * K + k], y = b[(stage * N + n) * K + k];
      sum += {product};
    }}
    const int at = (stage * M + m) * N + n;
    wrong += double({read_back}) != double(sum);
  }}
  CHECK(cudaFree(da)); CHECK(cudaFree(db)); CHECK(cudaFree(dr)); CHECK(cudaFree(dout));
  printf("{number},{name},{'registers' if case.registers else 'shared'},{case.driver},%ld,%ld,%016llx,\\"{case.options_a}\\",\\"{case.options_b}\\"\\n", long(out.size()), wrong, (unsigned long long)hash);
  failures += wrong != 0;
  ++compared_cases;
}}
"""


MAIN = """
int main() {
  cudaDeviceProp gpu;
  CHECK(cudaGetDeviceProperties(&gpu, 0));
  int driver;
  CHECK(cudaDriverGetVersion(&driver));
  char day[16];
  const std::time_t now = std::time(nullptr);
  std::strftime(day, sizeof day, "%Y-%m-%d", std::gmtime(&now));
  printf("# %s, %s, driver for CUDA %d.%d, nvcc %d.%d", day, gpu.name, driver / 1000, driver % 1000 / 10, __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__);
#ifdef CUTLASS_MAJOR
  printf(", CUTLASS %d.%d.%d", CUTLASS_MAJOR, CUTLASS_MINOR, CUTLASS_PATCH);
#endif
  printf("\\ncase,types,a_from,multiply_of,elements,wrong,hash,options_a,options_b\\n");
"""


def program(swizzle, folder, name, form, head, listed, spelled):
    """Writes each case's two files in a form, and the program that multiplies with them."""
    folder.mkdir(parents=True, exist_ok=True)
    text = [head]
    for number, case in enumerate(listed):
        for operand, options in (("a", case.options_a), ("b", case.options_b)):
            ns = f"{operand}{number}"
            code = subprocess.run([swizzle, "code", "--lang", form, "--name", ns, *options.split()], capture_output=True, text=True)
            if code.returncode != 0:
                sys.exit(f"case {number}, {options}: {code.stderr}")
            (folder / f"{ns}.hpp").write_text(code.stdout)
            text.append(f'#include "{ns}.hpp"\n')
    text.extend(spelled(case, number) for number, case in enumerate(listed))
    text.append(MAIN)
    text.extend(f"  case{number}();\n" for number in range(len(listed)))
    text.append("""  fprintf(stderr, "%d cases, %d wrong\\n", compared_cases, failures);
  return failures != 0;
}
""")
    (folder / name).write_text("".join(text))
    print(f"{len(listed)} cases in {folder}")


if __name__ == "__main__":
    program(sys.argv[1], pathlib.Path(sys.argv[2]), "multiply.cu", "cuda", HEAD, cases(), spelled)
