#!/usr/bin/env python3
"""Writes a CUDA program that multiplies with the CuTe form of the code that `swizzle code` writes, against integers.

    python3 tests/hopper/cute.py SWIZZLE FOLDER      (SWIZZLE: the built program; FOLDER is made)

`tests/hopper/run.sh cute` does that, and compiles and runs the result. As in `multiply.py`, a case is two tiles, each with
a generated file; the `multiply` of one is called with the other's tensor. The host stores every element where the
generated StoredLayout says, and whatever lies between is filled with bits that would spoil a sum. The hash is over the
offsets of the first stage, once a stage.
"""

import pathlib
import sys

from multiply import HEAD, MODES, TYPES, legal_n, program

# The types that CuTe has a wgmma for.
ELEMENTS = [name for name in TYPES if name != "b1"]


class Case:
    """Two tiles and how they are multiplied by one warpgroup. Extents in elements."""

    def __init__(self, a, b=None, m=64, n=64, k=None, a_swizzle="128B", b_swizzle="128B", a_major="K", b_major="K", d=None,
                 driver="A", registers=False, stages=1, more_a="", more_b=""):
        b = b or a
        self.k = k or 4 * TYPES[a][1]
        self.a, self.b, self.m, self.n, self.stages, self.driver, self.registers = a, b, m, n, stages, driver, registers
        d = d or ("s32" if a in ("s8", "u8") else "f32")
        both = f"--accumulator {d} --stages {stages}"
        self.options_a = (f"--operand A --element {a} --mn {m} --k {self.k} --swizzle {a_swizzle} --major {a_major} --other-mn {n}"
                          f" --other-element {b} --other-major {b_major} {both} {more_a}").strip()
        self.options_b = (f"--operand B --element {b} --mn {n} --k {self.k} --swizzle {b_swizzle} --major {b_major} --rows {n}"
                          f" --other-mn 64 --other-element {a} --other-major {a_major} {both} {more_b}"
                          + (" --a-from registers" if registers else "")).strip()


def cases():
    found = []
    drivers = ["A", "B"]
    for element in ELEMENTS:
        step, can_transpose = TYPES[element][1], TYPES[element][5]
        majors = [("K", "K")] + ([("MN", "K"), ("K", "MN"), ("MN", "MN")] if can_transpose else [])
        for a_major, b_major in majors:
            for i, mode in enumerate(MODES):
                # Each mode's atoms have to divide the other tile's extents, too.
                found.append(Case(element, a_swizzle=mode, b_swizzle=MODES[(i + 1) % 4], a_major=a_major, b_major=b_major,
                                  m=128, n=128, driver=drivers[i % 2]))
        found.append(Case(element, registers=True, driver="B", n=96, b_swizzle="64B"))
        found.append(Case(element, m=192, n=64, stages=3, driver="B", a_swizzle="64B", b_swizzle="32B"))
        found.append(Case(element, k=16 * step, more_a="--order k", more_b="--order mn", a_swizzle="64B", b_swizzle="64B"))
    found.append(Case("f16", registers=True, driver="B", b_major="MN", n=64))
    for element in ("f16", "e4m3"):
        found.append(Case(element, d="f16", n=128))
    for a, b in (("e4m3", "e5m2"), ("s8", "u8")):
        found.append(Case(a, b, driver="B"))
    for n in (8, 72, 200, 256):
        found.append(Case("bf16", n=n))
    assert all(legal_n(case.a, case.n) for case in found)
    return found


INCLUDES = """#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/mma_traits_sm90_gmma.hpp>
#include <cutlass/version.h>
"""


def spelled(case, number):
    """Kernel and check of a case."""
    a_ns, b_ns = f"a{number}", f"b{number}"
    bits_a, _, enc_a, low_a, high_a = TYPES[case.a][:5]
    bits_b, _, enc_b, low_b, high_b = TYPES[case.b][:5]
    of = a_ns if case.driver == "A" else b_ns
    if case.driver == "A":
        call = f"""auto const other = make_tensor(make_smem_ptr(tile_b), {b_ns}::SharedLayout{{}})(_, _, stage);
    {a_ns}::multiply(d, tile_a, stage, other);"""
    elif case.registers:
        call = f"""auto const places = slice.partition_A(make_identity_tensor(Shape<Int<{case.m}>, Int<{case.k}>>{{}}));
    auto fragment = make_tensor<{a_ns}::ElementA>(shape(places));
    for (int i = 0; i < size(places); ++i)
      fragment(i) = rows_a[(stage * {case.m} + get<0>(places(i))) * {case.k} + get<1>(places(i))];
    {b_ns}::multiply(d, tile_b, stage, fragment);"""
    else:
        call = f"""auto const other = make_tensor(make_smem_ptr(tile_a), {a_ns}::SharedLayout{{}})(_, _, stage);
    {b_ns}::multiply(d, tile_b, stage, other);"""
    return f"""
__global__ void __launch_bounds__(128) kernel{number}(const uint8_t* image_a, const uint8_t* image_b, const {a_ns}::ElementA* rows_a, float* out) {{
  using namespace cute;
  extern __shared__ uint8_t shared[];
  uint8_t* const base = shared + (0u - cast_smem_ptr_to_uint(shared) & 1023);
  [[maybe_unused]] auto* const tile_a = reinterpret_cast<{a_ns}::ElementA*>(base);
  auto* const tile_b = reinterpret_cast<{b_ns}::ElementB*>(base + (({a_ns}::kBytes + 1023) & ~1023));
  copied(cast_smem_ptr_to_uint(base), image_a, {a_ns}::kBytes);
  copied(cast_smem_ptr_to_uint(tile_b), image_b, {b_ns}::kBytes);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  for (int stage = 0; stage < {case.stages}; ++stage) {{
    {of}::Mma mma;
    auto const slice = mma.get_slice(threadIdx.x);
    auto d = partition_fragment_C(mma, Shape<Int<{case.m}>, Int<{case.n}>>{{}});
    {call}
    auto const places_d = slice.partition_C(make_identity_tensor(Shape<Int<{case.m}>, Int<{case.n}>>{{}}));
    for (int i = 0; i < size(d); ++i)
      out[(stage * {case.m} + get<0>(places_d(i))) * {case.n} + get<1>(places_d(i))] = float(d(i));
  }}
}}

static void case{number}() {{
  using std::vector;
  constexpr int M = {case.m}, N = {case.n}, K = {case.k}, STAGES = {case.stages};
  vector<uint8_t> image_a({a_ns}::kBytes, SPOIL), image_b({b_ns}::kBytes, SPOIL), rows_a(STAGES * M * K * {bits_a // 8});
  vector<int> a(STAGES * M * K), b(STAGES * N * K);
  uint64_t hash = 0xcbf29ce484222325ull;
  for (int stage = 0; stage < STAGES; ++stage) {{
    for (int mn = 0; mn < M; ++mn) for (int k = 0; k < K; ++k) {{
      const int v = a[(stage * M + mn) * K + k] = drawn({low_a}, {high_a});
      const uint32_t at = {a_ns}::StoredLayout{{}}(mn, k, stage) * {bits_a // 8};
      put(image_a, at, 0, {bits_a}, of_{enc_a}(v));
      put(rows_a, ((stage * M + mn) * K + k) * {bits_a // 8}, 0, {bits_a}, of_{enc_a}(v));
      hash = fnv(hash, {a_ns}::StoredLayout{{}}(mn, k, 0) * {bits_a // 8}, 4);
    }}
    for (int mn = 0; mn < N; ++mn) for (int k = 0; k < K; ++k) {{
      const int v = b[(stage * N + mn) * K + k] = drawn({low_b}, {high_b});
      const uint32_t at = {b_ns}::StoredLayout{{}}(mn, k, stage) * {bits_b // 8};
      put(image_b, at, 0, {bits_b}, of_{enc_b}(v));
      hash = fnv(hash, {b_ns}::StoredLayout{{}}(mn, k, 0) * {bits_b // 8}, 4);
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
  const int shared = {a_ns}::kBytes + 1024 + {b_ns}::kBytes + 1024;
  CHECK(cudaFuncSetAttribute(kernel{number}, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  kernel{number}<<<1, 128, shared>>>(da, db, reinterpret_cast<{a_ns}::ElementA*>(dr), dout);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  vector<float> out(STAGES * M * N);
  CHECK(cudaMemcpy(out.data(), dout, out.size() * 4, cudaMemcpyDeviceToHost));
  long wrong = 0;
  for (int stage = 0; stage < STAGES; ++stage) for (int m = 0; m < M; ++m) for (int n = 0; n < N; ++n) {{
    long sum = 0;
    for (int k = 0; k < K; ++k) sum += a[(stage * M + m) * K + k] * b[(stage * N + n) * K + k];
    wrong += double(out[(stage * M + m) * N + n]) != double(sum);
  }}
  CHECK(cudaFree(da)); CHECK(cudaFree(db)); CHECK(cudaFree(dr)); CHECK(cudaFree(dout));
  printf("{number},{case.a}x{case.b},{'registers' if case.registers else 'shared'},{case.driver},%ld,%ld,%016llx,\\"{case.options_a}\\",\\"{case.options_b}\\"\\n", long(out.size()), wrong, (unsigned long long)hash);
  failures += wrong != 0;
  ++compared_cases;
}}
"""


if __name__ == "__main__":
    program(sys.argv[1], pathlib.Path(sys.argv[2]), "cute.cu", "cute", HEAD + INCLUDES, cases(), spelled)
