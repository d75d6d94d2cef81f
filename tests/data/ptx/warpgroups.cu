// Kernels of wgmma in the styles in which people write them. Each multiplies A (M x K) by B, extents being multiples of
// the tile. Compiled by NVRTC 12.8: --gpu-architecture=compute_90a -default-device.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
typedef unsigned int u32; typedef unsigned long long u64;
struct alignas(64) Map { char b[128]; };
__device__ __forceinline__ u32 su(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void bar_init(u32 b, u32 n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(b), "r"(n) : "memory"); }
__device__ __forceinline__ void bar_expect(u32 b, u32 n) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(b), "r"(n) : "memory"); }
__device__ __forceinline__ void bar_arrive(u32 b) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(b) : "memory"); }
__device__ __forceinline__ void bar_wait(u32 b, u32 ph) {
  asm volatile("{\n.reg .pred p;\nL: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra D;\nbra L;\nD:\n}" ::"r"(b), "r"(ph) : "memory");
}
__device__ __forceinline__ void tma2(u32 dst, const Map* m, u32 bar, int x, int y) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
               ::"r"(dst), "l"(m), "r"(bar), "r"(x), "r"(y) : "memory");
}
__device__ __forceinline__ void wg_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void wg_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wg_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__device__ __forceinline__ void proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ __forceinline__ u64 desc(u32 addr, u32 lbo, u32 sbo, u64 mode) {
  return (u64)((addr & 0x3FFFF) >> 4) | (u64)((lbo >> 4) & 0x3FFF) << 16 | (u64)((sbo >> 4) & 0x3FFF) << 32 | mode << 62;
}
#define F4(d, i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define F16(d, i) F4(d, i), F4(d, i + 4), F4(d, i + 8), F4(d, i + 12)
#define F32(d, i) F16(d, i), F16(d, i + 16)
#define R16(a) "%" #a "0,%" #a "1,%" #a "2,%" #a "3,%" #a "4,%" #a "5,%" #a "6,%" #a "7,%" #a "8,%" #a "9"
#define L32 "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9," R16(1) "," R16(2) ",%30,%31}"
#define L64 "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9," R16(1) "," R16(2) "," R16(3) "," R16(4) "," R16(5) ",%60,%61,%62,%63}"
template <int TA, int TB> __device__ __forceinline__ void mma64_bf(float* d, u64 a, u64 b, int s) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %34, 0;\nwgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 " L32 ", %32, %33, p, 1, 1, %35, %36;\n}"
               : F32(d, 0) : "l"(a), "l"(b), "r"(s), "n"(TA), "n"(TB));
}
template <int TB> __device__ __forceinline__ void mma128_bf(float* d, u64 a, u64 b, int s) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %66, 0;\nwgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 " L64 ", %64, %65, p, 1, 1, 0, %67;\n}"
               : F32(d, 0), F32(d, 32) : "l"(a), "l"(b), "r"(s), "n"(TB));
}
__device__ __forceinline__ void mma64_ra(float* d, u32 const* a, u64 b, int s) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %37, 0;\nwgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 " L32 ", {%32,%33,%34,%35}, %36, p, 1, 1, 0;\n}"
               : F32(d, 0) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(s));
}
#define I4(d, i) "+r"(d[i]), "+r"(d[i + 1]), "+r"(d[i + 2]), "+r"(d[i + 3])
#define I16(d, i) I4(d, i), I4(d, i + 4), I4(d, i + 8), I4(d, i + 12)
__device__ __forceinline__ void mma32_s8(int* d, u64 a, u64 b, int s) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %18, 0;\nwgmma.mma_async.sync.aligned.m64n32k32.s32.s8.s8 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15}, %16, %17, p;\n}"
               : I16(d, 0) : "l"(a), "l"(b), "r"(s));
}

// 128x128x64, two warpgroups multiply and a warp of a third copies; four stages, full and empty barriers.
extern "C" __global__ void __launch_bounds__(384)
    roles(const __grid_constant__ Map ma, const __grid_constant__ Map mb, float* __restrict__ C, int M, int N, int K) {
  extern __shared__ __align__(1024) unsigned char smem[];
  const int ST = 4, SA = 128 * 64 * 2, SB = 128 * 64 * 2;
  u32 base = su(smem), sa = base, sb = base + ST * SA, full = base + ST * (SA + SB), empty = full + 8 * ST;
  int t = threadIdx.x, wg = t / 128, bm = blockIdx.y * 128, bn = blockIdx.x * 128, kt = K / 64;
  if (t == 0) {
    for (int i = 0; i < ST; i++) { bar_init(full + 8 * i, 1); bar_init(empty + 8 * i, 2); }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (wg == 2) {
    if (t == 256) {
      u32 ph = 1; int s = 0;
      for (int k = 0; k < kt; k++) {
        bar_wait(empty + 8 * s, ph);
        bar_expect(full + 8 * s, SA + SB);
        tma2(sa + s * SA, &ma, full + 8 * s, k * 64, bm);
        tma2(sb + s * SB, &mb, full + 8 * s, k * 64, bn);
        if (++s == ST) { s = 0; ph ^= 1; }
      }
    }
    return;
  }
  float d[64] = {};
  u32 ph = 0; int s = 0;
  for (int k = 0; k < kt; k++) {
    bar_wait(full + 8 * s, ph);
    wg_fence();
    u64 da = desc(sa + s * SA + wg * 8192, 16, 1024, 1), db = desc(sb + s * SB, 16, 1024, 1);
#pragma unroll
    for (int j = 0; j < 4; j++) mma128_bf<0>(d, da + 2 * j, db + 2 * j, 1);
    wg_commit();
    wg_wait<0>();
    if (t % 128 == 0) bar_arrive(empty + 8 * s);
    if (++s == ST) { s = 0; ph ^= 1; }
  }
  int w = t / 32 % 4, l = t % 32;
#pragma unroll
  for (int j = 0; j < 16; j++)
#pragma unroll
    for (int i = 0; i < 2; i++) {
      int r = bm + wg * 64 + w * 16 + i * 8 + l / 4, c = bn + j * 8 + l % 4 * 2;
      *(float2*)(C + (size_t)r * N + c) = make_float2(d[j * 4 + i * 2], d[j * 4 + i * 2 + 1]);
    }
}

// 64x64x64 bf16, B row-major (MN-major in shared memory), cp.async into rows that the lanes exchange, three stages.
extern "C" __global__ void __launch_bounds__(128)
    ring(const __nv_bfloat16* __restrict__ A, const __nv_bfloat16* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
  extern __shared__ __align__(1024) unsigned char smem[];
  const int ST = 3, SZ = 64 * 128;
  u32 sa = su(smem), sb = sa + ST * SZ;
  int t = threadIdx.x, bm = blockIdx.y * 64, bn = blockIdx.x * 64, kt = K / 64;
  auto load = [&](int s, int k) {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      int c = t + i * 128, r = c / 8, q = c % 8;
      u32 at = r * 128 + ((q ^ (r & 7)) * 16);
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sa + s * SZ + at), "l"(A + (size_t)(bm + r) * K + k * 64 + q * 8));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sb + s * SZ + at), "l"(B + (size_t)(k * 64 + r) * N + bn + q * 8));
    }
  };
  for (int s = 0; s < ST - 1; s++) {
    if (s < kt) load(s, s);
    asm volatile("cp.async.commit_group;");
  }
  float d[32] = {};
  for (int k = 0; k < kt; k++) {
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    proxy();
    __syncthreads();
    int s = k % ST;
    wg_fence();
    u64 da = desc(sa + s * SZ, 16, 1024, 1), db = desc(sb + s * SZ, 8192, 1024, 1);
#pragma unroll
    for (int j = 0; j < 4; j++) mma64_bf<0, 1>(d, da + 2 * j, db + 128 * j, 1);
    wg_commit();
    if (k + ST - 1 < kt) load((k + ST - 1) % ST, k + ST - 1);
    asm volatile("cp.async.commit_group;");
    wg_wait<0>();
  }
  int w = t / 32, l = t % 32;
#pragma unroll
  for (int j = 0; j < 8; j++)
#pragma unroll
    for (int i = 0; i < 2; i++) {
      int r = bm + w * 16 + i * 8 + l / 4, c = bn + j * 8 + l % 4 * 2;
      C[(size_t)r * N + c] = d[j * 4 + i * 2];
      C[(size_t)r * N + c + 1] = d[j * 4 + i * 2 + 1];
    }
}

// 64x32x64 s8, one buffer, without a swizzle: groups of eight rows of 16 bytes.
extern "C" __global__ void __launch_bounds__(128)
    blocks(const signed char* __restrict__ A, const signed char* __restrict__ B, int* __restrict__ C, int M, int N, int K) {
  __shared__ __align__(128) unsigned char sA[64 * 64], sB[32 * 64];
  u32 sa = su(sA), sb = su(sB);
  int t = threadIdx.x, bm = blockIdx.y * 64, bn = blockIdx.x * 32;
  int d[16] = {};
  for (int k = 0; k < K; k += 64) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      int c = t + i * 128, r = c / 4, q = c % 4;
      *(int4*)(sA + q * 1024 + r * 16) = *(const int4*)(A + (size_t)(bm + r) * K + k + q * 16);
    }
    { int r = t / 4, q = t % 4; *(int4*)(sB + q * 512 + r * 16) = *(const int4*)(B + (size_t)(bn + r) * K + k + q * 16); }
    proxy();
    __syncthreads();
    wg_fence();
#pragma unroll
    for (int j = 0; j < 2; j++) mma32_s8(d, desc(sa + j * 2048, 1024, 128, 0), desc(sb + j * 1024, 512, 128, 0), k + j > 0);
    wg_commit();
    wg_wait<0>();
    __syncthreads();
  }
  int w = t / 32, l = t % 32;
#pragma unroll
  for (int j = 0; j < 4; j++)
#pragma unroll
    for (int i = 0; i < 2; i++) {
      int r = bm + w * 16 + i * 8 + l / 4, c = bn + j * 8 + l % 4 * 2;
      *(int2*)(C + (size_t)r * N + c) = make_int2(d[j * 4 + i * 2], d[j * 4 + i * 2 + 1]);
    }
}

// 64x64x32 f16, A from global memory into registers, B by TMA with 64-byte rows, two stages, one warpgroup.
extern "C" __global__ void __launch_bounds__(128)
    fragments(const half* __restrict__ A, const __grid_constant__ Map mb, float* __restrict__ C, int M, int N, int K) {
  __shared__ __align__(1024) unsigned char sB[2 * 4096];
  __shared__ u64 bars[2];
  u32 sb = su(sB), full = su(bars);
  int t = threadIdx.x, w = t / 32, l = t % 32, bm = blockIdx.y * 64, bn = blockIdx.x * 64, kt = K / 32;
  if (t == 0) {
    bar_init(full, 1); bar_init(full + 8, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  auto fetch = [&](int k) {
    if (t == 0) {
      bar_expect(full + k % 2 * 8, 4096);
      tma2(sb + k % 2 * 4096, &mb, full + k % 2 * 8, k * 32, bn);
    }
  };
  fetch(0);
  float d[32] = {};
  for (int k = 0; k < kt; k++) {
    if (k + 1 < kt) fetch(k + 1);
    u32 a[2][4];
#pragma unroll
    for (int j = 0; j < 2; j++)
#pragma unroll
      for (int i = 0; i < 4; i++)
        a[j][i] = *(const u32*)(A + (size_t)(bm + w * 16 + i % 2 * 8 + l / 4) * K + k * 32 + j * 16 + i / 2 * 8 + l % 4 * 2);
    bar_wait(full + k % 2 * 8, k / 2 & 1);
    wg_fence();
#pragma unroll
    for (int j = 0; j < 2; j++) mma64_ra(d, a[j], desc(sb + k % 2 * 4096 + j * 32, 16, 512, 2), 1);
    wg_commit();
    wg_wait<0>();
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < 8; j++)
#pragma unroll
    for (int i = 0; i < 2; i++) {
      int r = bm + w * 16 + i * 8 + l / 4, c = bn + j * 8 + l % 4 * 2;
      *(float2*)(C + (size_t)r * N + c) = make_float2(d[j * 4 + i * 2], d[j * 4 + i * 2 + 1]);
    }
}
// 128x64x64 bf16, A column-major and B row-major by TMA; the result goes through shared memory and TMA; blocks take several tiles.
extern "C" __global__ void __launch_bounds__(256)
    tiles(const __grid_constant__ Map ma, const __grid_constant__ Map mb, const __grid_constant__ Map mc, int M, int N, int K) {
  extern __shared__ __align__(1024) unsigned char smem[];
  const int ST = 3, SA = 64 * 128 * 2, SB = 64 * 64 * 2;
  u32 base = su(smem), sa = base, sb = sa + ST * SA, sc = sb + ST * SB, full = sc + 128 * 64 * 4;
  int t = threadIdx.x, wg = t / 128, w = t / 32 % 4, l = t % 32, kt = K / 64, nn = N / 64, all = M / 128 * nn;
  if (t == 0) {
    for (int i = 0; i < ST; i++) bar_init(full + 8 * i, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  int turn = 0;
  for (int tile = blockIdx.x; tile < all; tile += gridDim.x) {
    int bm = tile / nn * 128, bn = tile % nn * 64;
    auto fetch = [&](int k, int s) {
      if (t == 0) {
        bar_expect(full + 8 * s, SA + SB);
        tma2(sa + s * SA, &ma, full + 8 * s, bm, k * 64);
        tma2(sa + s * SA + 8192, &ma, full + 8 * s, bm + 64, k * 64);
        tma2(sb + s * SB, &mb, full + 8 * s, bn, k * 64);
      }
    };
    for (int k = 0; k < ST - 1 && k < kt; k++) fetch(k, (turn + k) % ST);
    float d[32];
    for (int k = 0; k < kt; k++, turn++) {
      int s = turn % ST;
      bar_wait(full + 8 * s, turn / ST & 1);
      wg_fence();
      u64 da = desc(sa + s * SA + wg * 8192, 8192, 1024, 1), db = desc(sb + s * SB, 8192, 1024, 1);
#pragma unroll
      for (int j = 0; j < 4; j++) mma64_bf<1, 1>(d, da + 128 * j, db + 128 * j, k | j);
      wg_commit();
      wg_wait<0>();
      __syncthreads();
      if (k + ST - 1 < kt) fetch(k + ST - 1, (turn + ST - 1) % ST);
    }
    if (t == 0) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; j++)
#pragma unroll
      for (int i = 0; i < 2; i++) {
        int r = wg * 64 + w * 16 + i * 8 + l / 4, c = j * 8 + l % 4 * 2;
        asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(sc + r * 256 + c * 4), "f"(d[j * 4 + i * 2]), "f"(d[j * 4 + i * 2 + 1]) : "memory");
      }
    proxy();
    __syncthreads();
    if (t == 0) {
      asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" ::"l"(&mc), "r"(sc), "r"(bn), "r"(bm) : "memory");
      asm volatile("cp.async.bulk.commit_group;");
    }
  }
  if (t == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
