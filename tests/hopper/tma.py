#!/usr/bin/env python3
"""Writes a CUDA program in which TMA loads the tiles as the generated code says, and the generated code multiplies them.

    python3 tests/hopper/tma.py SWIZZLE FOLDER      (SWIZZLE: the built program; FOLDER is made)

`FORM=tma tests/hopper/run.sh` does that, and compiles and runs the result. As in `multiply.py`, but for what fills shared
memory: both matrices lie in global memory as plain rows, the boxes are those that the head of each generated file names,
and each goes where its mn_bytes and k_bytes say. The program looks cuTensorMapEncodeTiled up itself.
"""

import pathlib
import re
import sys

from multiply import HEAD, MODES, TYPES, program

# What the tensor map calls a type; of fp8 and integers only the width matters.
MAP_TYPES = {
    "f16": "FLOAT16",
    "bf16": "BFLOAT16",
    "tf32": "FLOAT32",
    "e4m3": "UINT8",
    "s8": "UINT8",
}


class Case:
    """Two tiles of one type, both of the same mode. Extents in elements."""

    def __init__(self, element, a_major, b_major, swizzle, m, n, order="mn"):
        self.element, self.a_major, self.b_major, self.m, self.n = element, a_major, b_major, m, n
        self.k = 8 * TYPES[element][1]
        d = "s32" if element == "s8" else "f32"
        common = f"--element {element} --k {self.k} --swizzle {swizzle} --order {order} --accumulator {d} --other-element {element}"
        self.options_a = f"--operand A --mn {m} --major {a_major} --other-mn {n} --other-major {b_major} {common}"
        self.options_b = f"--operand B --mn {n} --rows {n} --major {b_major} --other-mn 64 --other-major {a_major} {common}"
        self.d = d


def cases():
    found = []
    for element in MAP_TYPES:
        majors = [("K", "K")] + ([("MN", "K"), ("K", "MN"), ("MN", "MN")] if TYPES[element][5] else [])
        for a_major, b_major in majors:
            for mode in MODES:
                found.append(Case(element, a_major, b_major, mode, 128, 64))
        found.append(Case(element, "K", "K", "64B", 64, 128, order="k"))
    return found


HOST = r"""
#include <cuda.h>

typedef CUresult (*Encode)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*,
                           const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle,
                           CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

static Encode encoder() {
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult found;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault, &found));
  return reinterpret_cast<Encode>(entry);
}

// A matrix of plain rows, `inner` contiguous.
static CUtensorMap mapped(CUtensorMapDataType type, int bytes, uint8_t* matrix, uint32_t inner, uint32_t outer,
                          uint32_t box_inner, uint32_t box_outer, CUtensorMapSwizzle swizzle) {
  CUtensorMap map;
  const cuuint64_t extents[] = {inner, outer}, strides[] = {cuuint64_t(inner) * bytes};
  const cuuint32_t box[] = {box_inner, box_outer}, every[] = {1, 1};
  const CUresult result = encoder()(&map, type, 2, matrix, extents, strides, box, every, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                                    CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) {
    fprintf(stderr, "cuTensorMapEncodeTiled: %d\n", int(result));
    exit(1);
  }
  return map;
}

// All boxes of a tile, each where the generated code says.
template <class To>
__device__ inline void load(const CUtensorMap& map, uint32_t barrier, bool is_k_major, uint32_t mn_extent, uint32_t k_extent,
                            uint32_t box_mn, uint32_t box_k, To to) {
  for (uint32_t mn = 0; mn < mn_extent; mn += box_mn)
    for (uint32_t k = 0; k < k_extent; k += box_k)
      asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                   :: "r"(to(mn, k)), "l"(&map), "r"(is_k_major ? k : mn), "r"(is_k_major ? mn : k), "r"(barrier) : "memory");
}
"""


def boxed(folder, name):
    """Box along MN and along K, and the mode, as the head of a generated file says."""
    text = (folder / f"{name}.hpp").read_text().replace("\n// ", " ")
    found = re.search(r"TMA: boxes of (\d+) \((\w)\) × (\d+) \((\w)\) elements with (CU_TENSOR_MAP_SWIZZLE_\w+)", text)
    inner, contiguous, outer = int(found[1]), found[2], int(found[3])
    mn, k = (outer, inner) if contiguous == "K" else (inner, outer)
    return mn, k, found[5]


def spelled_in(folder):
    def spelled(case, number):
        """Kernel and check of a case."""
        a_ns, b_ns = f"a{number}", f"b{number}"
        bits, _, encoder, low, high = TYPES[case.element][:5]
        a_mn, a_k, mode = boxed(folder, a_ns)
        b_mn, b_k, _ = boxed(folder, b_ns)
        registers, count = ("int32_t" if case.d == "s32" else "float"), case.n // 2
        is_k = {"K": "true", "MN": "false"}
        load = [
            f"load(map_{side}, bar, {is_k[major]}, {extent}, {case.k}, {box_mn}, {box_k}, "
            f"[&](uint32_t mn, uint32_t k) {{ return tile_{side} + {ns}::mn_bytes(mn) + {ns}::k_bytes(k); }});"
            for side, ns, major, extent, box_mn, box_k in (
                ("a", a_ns, case.a_major, case.m, a_mn, a_k),
                ("b", b_ns, case.b_major, case.n, b_mn, b_k),
            )
        ]
        matrix = {"K": "mn * K + k", "MN": "k * {extent} + mn"}

        def made(side, major, extent, box_mn, box_k):
            inner, outer, box = ("K", extent, (box_k, box_mn)) if major == "K" else (extent, "K", (box_mn, box_k))
            return f"mapped(CU_TENSOR_MAP_DATA_TYPE_{MAP_TYPES[case.element]}, {bits // 8}, d{side}, {inner}, {outer}, {box[0]}, {box[1]}, {mode})"

        return f"""
__global__ void __launch_bounds__({2 * case.m}) kernel{number}(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b, float* out) {{
  extern __shared__ uint8_t shared[];
  __shared__ alignas(8) uint64_t barrier;
  const uint32_t bar = uint32_t(__cvta_generic_to_shared(&barrier));
  const uint32_t tile_a = (uint32_t(__cvta_generic_to_shared(shared)) + 1023) & ~1023u;
  const uint32_t tile_b = tile_a + (({a_ns}::kBytes + 1023) & ~1023u);
  if (threadIdx.x == 0) {{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(bar) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(bar), "r"({a_ns}::kBytes + {b_ns}::kBytes) : "memory");
    {load[0]}
    {load[1]}
  }}
  __syncthreads();
  asm volatile("{{\\n.reg .pred p;\\nagain:\\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\\n@!p bra again;\\n}}" :: "r"(bar) : "memory");
  const uint32_t block = threadIdx.x / 128, thread = threadIdx.x % 128;
  {registers} d[{count}] = {{}};
  {a_ns}::multiply(d, tile_a, block, [&](uint32_t step) {{ return {b_ns}::descriptor(tile_b, 0, step); }});
  for (uint32_t i = 0; i < {count}; ++i)
    out[(block * 64 + {a_ns}::row_of(thread, i)) * {case.n} + {a_ns}::column_of(thread, i)] = float(d[i]);
}}

static void case{number}() {{
  using std::vector;
  constexpr int M = {case.m}, N = {case.n}, K = {case.k};
  vector<uint8_t> rows_a(M * K * {bits // 8}), rows_b(N * K * {bits // 8});
  vector<int> a(M * K), b(N * K);
  uint64_t hash = 0xcbf29ce484222325ull;
  for (int mn = 0; mn < M; ++mn) for (int k = 0; k < K; ++k) {{
    const int v = a[mn * K + k] = drawn({low}, {high});
    put(rows_a, ({matrix[case.a_major].format(extent="M")}) * {bits // 8}, 0, {bits}, of_{encoder}(v));
    hash = fnv(hash, {a_ns}::offset(mn, k), 4);
  }}
  for (int mn = 0; mn < N; ++mn) for (int k = 0; k < K; ++k) {{
    const int v = b[mn * K + k] = drawn({low}, {high});
    put(rows_b, ({matrix[case.b_major].format(extent="N")}) * {bits // 8}, 0, {bits}, of_{encoder}(v));
    hash = fnv(hash, {b_ns}::offset(mn, k), 4);
  }}
  uint8_t *da, *db;
  float* dout;
  CHECK(cudaMalloc(&da, rows_a.size())); CHECK(cudaMalloc(&db, rows_b.size())); CHECK(cudaMalloc(&dout, M * N * 4));
  CHECK(cudaMemcpy(da, rows_a.data(), rows_a.size(), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, rows_b.data(), rows_b.size(), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dout, 0xff, M * N * 4));
  const int shared = {a_ns}::kBytes + {b_ns}::kBytes + 2048;
  CHECK(cudaFuncSetAttribute(kernel{number}, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  const CUtensorMap map_a = {made("a", case.a_major, "M", a_mn, a_k)};
  const CUtensorMap map_b = {made("b", case.b_major, "N", b_mn, b_k)};
  kernel{number}<<<1, {2 * case.m}, shared>>>(map_a, map_b, dout);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  vector<float> out(M * N);
  CHECK(cudaMemcpy(out.data(), dout, out.size() * 4, cudaMemcpyDeviceToHost));
  long wrong = 0;
  for (int m = 0; m < M; ++m) for (int n = 0; n < N; ++n) {{
    long sum = 0;
    for (int k = 0; k < K; ++k) sum += a[m * K + k] * b[n * K + k];
    wrong += double(out[m * N + n]) != double(sum);
  }}
  CHECK(cudaFree(da)); CHECK(cudaFree(db)); CHECK(cudaFree(dout));
  printf("{number},{case.element}x{case.element},tma,A,%ld,%ld,%016llx,\\"{case.options_a}\\",\\"{case.options_b}\\"\\n", long(out.size()), wrong, (unsigned long long)hash);
  failures += wrong != 0;
  ++compared_cases;
}}
"""

    return spelled


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[2])
    program(sys.argv[1], target, "tma.cu", "cuda", HEAD + HOST, cases(), spelled_in(target))
