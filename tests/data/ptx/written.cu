// Kernels of mma.sync in the styles in which people write them. Each multiplies A (M x K) by B, extents being
// multiples of the tile. Compiled by NVRTC 13.5: --gpu-architecture=compute_80 -lineinfo -default-device.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned int u32;
typedef signed char i8;

__device__ __forceinline__ u32 su(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void ldm4(u32* r, u32 s) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(s));
}
__device__ __forceinline__ void ldm4t(u32* r, u32 s) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(s));
}
__device__ __forceinline__ void ldm2(u32* r, u32 s) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(s));
}
__device__ __forceinline__ void ldm2t(u32* r, u32 s) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
               : "=r"(r[0]), "=r"(r[1])
               : "r"(s));
}
#define MMA(T, SHAPE, C)                                                \
  asm volatile("mma.sync.aligned." SHAPE ".row.col." T                  \
               " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
               : "+" C(d[0]), "+" C(d[1]), "+" C(d[2]), "+" C(d[3])     \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
__device__ __forceinline__ void mma_bf(float* d, const u32* a, const u32* b) {
  MMA("f32.bf16.bf16.f32", "m16n8k16", "f");
}
__device__ __forceinline__ void mma_h(float* d, const u32* a, const u32* b) {
  MMA("f32.f16.f16.f32", "m16n8k16", "f");
}
__device__ __forceinline__ void mma_s8(int* d, const u32* a, const u32* b) {
  MMA("s32.s8.s8.s32", "m16n8k32", "r");
}
__device__ __forceinline__ void mma_tf(float* d, const u32* a, const u32* b) {
  MMA("f32.tf32.tf32.f32", "m16n8k8", "f");
}
__device__ __forceinline__ void cpa(u32 d, const void* s) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(d), "l"(s));
}
__device__ __forceinline__ void cpz(u32 d, const void* s, bool p) {
  int n = p ? 16 : 0;
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(d), "l"(s), "r"(n));
}
__device__ __forceinline__ void cpg(u32 d, const void* s) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(d), "l"(s));
}
__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;"); }
template <int N>
__device__ __forceinline__ void wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(N));
}

// 128x128x32, 256 threads, padded rows, B row-major with trans, 3 stages of dynamic shared memory.
extern "C" __global__ void __launch_bounds__(256)
    padded(const half* __restrict__ A, const half* __restrict__ B, half* __restrict__ C, int M, int N,
           int K) {
  extern __shared__ half smem[];
  const int PA = 32 + 8, PB = 128 + 8, SA = 128 * PA, SB = 32 * PB;
  half* sA = smem;
  half* sB = smem + 3 * SA;
  int t = threadIdx.x, w = t / 32, l = t % 32, wm = w / 4, wn = w % 4;
  int bm = blockIdx.y * 128, bn = blockIdx.x * 128;
  float acc[4][4][4] = {};
  auto load = [&](int st, int k) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      int c = t + i * 256, r = c / 4, q = c % 4;
      cpg(su(sA + st * SA + r * PA + q * 8), A + (size_t)(bm + r) * K + k + q * 8);
    }
#pragma unroll
    for (int i = 0; i < 2; i++) {
      int c = t + i * 256, r = c / 16, q = c % 16;
      cpg(su(sB + st * SB + r * PB + q * 8), B + (size_t)(k + r) * N + bn + q * 8);
    }
    commit();
  };
  load(0, 0);
  load(1, 32);
  int n = K / 32;
  for (int kt = 0; kt < n; kt++) {
    wait<1>();
    __syncthreads();
    if (kt + 2 < n)
      load((kt + 2) % 3, (kt + 2) * 32);
    else
      commit();
    half* a = sA + (kt % 3) * SA;
    half* b = sB + (kt % 3) * SB;
#pragma unroll
    for (int kk = 0; kk < 32; kk += 16) {
      u32 fa[4][4], fb[4][2];
#pragma unroll
      for (int i = 0; i < 4; i++) ldm4(fa[i], su(a + (wm * 64 + i * 16 + l % 16) * PA + kk + l / 16 * 8));
#pragma unroll
      for (int j = 0; j < 4; j++) ldm2t(fb[j], su(b + (kk + l % 16) * PB + wn * 32 + j * 8));
#pragma unroll
      for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) mma_h(acc[i][j], fa[i], fb[j]);
    }
  }
#pragma unroll
  for (int i = 0; i < 4; i++)
#pragma unroll
    for (int j = 0; j < 4; j++) {
      int r = bm + wm * 64 + i * 16 + l / 4, c = bn + wn * 32 + j * 8 + l % 4 * 2;
      *(half2*)(C + (size_t)r * N + c) = __floats2half2_rn(acc[i][j][0], acc[i][j][1]);
      *(half2*)(C + (size_t)(r + 8) * N + c) = __floats2half2_rn(acc[i][j][2], acc[i][j][3]);
    }
}

// XOR of 64-element rows, B stored N x K, static shared memory, one stage, plain loads by float4.
extern "C" __global__ void __launch_bounds__(128)
    xored(const half* __restrict__ A, const half* __restrict__ B, float* __restrict__ C, int M, int N,
          int K) {
  __shared__ __align__(128) half sA[64 * 64];
  __shared__ __align__(128) half sB[64 * 64];
  int t = threadIdx.x, w = t >> 5, l = t & 31, wm = w >> 1, wn = w & 1;
  float acc[2][4][4] = {};
  for (int k = 0; k < K; k += 64) {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      int r = (t >> 3) + i * 16, q = t & 7;
      *(float4*)&sA[r * 64 + ((q ^ (r & 7)) << 3)] =
          *(const float4*)&A[(size_t)(blockIdx.y * 64 + r) * K + k + q * 8];
      *(float4*)&sB[r * 64 + ((q ^ (r & 7)) << 3)] =
          *(const float4*)&B[(size_t)(blockIdx.x * 64 + r) * K + k + q * 8];
    }
    __syncthreads();
#pragma unroll
    for (int kk = 0; kk < 4; kk++) {
      u32 fa[2][4], fb[4][2];
#pragma unroll
      for (int i = 0; i < 2; i++) {
        int r = wm * 32 + i * 16 + (l & 15), q = kk * 2 + (l >> 4);
        ldm4(fa[i], su(&sA[r * 64 + ((q ^ (r & 7)) << 3)]));
      }
#pragma unroll
      for (int j = 0; j < 2; j++) {
        int r = wn * 32 + j * 16 + (l & 7) + ((l >> 4) << 3), q = kk * 2 + ((l >> 3) & 1);
        ldm4(fb[2 * j], su(&sB[r * 64 + ((q ^ (r & 7)) << 3)]));
      }
#pragma unroll
      for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) mma_h(acc[i][j], fa[i], fb[j]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 2; i++)
#pragma unroll
    for (int j = 0; j < 4; j++) {
      int r = blockIdx.y * 64 + wm * 32 + i * 16 + (l >> 2),
          c = blockIdx.x * 64 + wn * 32 + j * 8 + (l & 3) * 2;
      *(float2*)&C[(size_t)r * N + c] = make_float2(acc[i][j][0], acc[i][j][1]);
      *(float2*)&C[(size_t)(r + 8) * N + c] = make_float2(acc[i][j][2], acc[i][j][3]);
    }
}

// Register double buffering, compile-time K, 2-D arrays, XOR by a helper, epilogue through shared memory.
template <int P>
__device__ __forceinline__ int swz(int r, int c) {
  return r * P + (((c >> 3) ^ ((r >> 1) & 3)) << 3) + (c & 7);
}
extern "C" __global__ void __launch_bounds__(128)
    helper(const half* __restrict__ A, const half* __restrict__ B, half* __restrict__ C, int N, int K) {
  __shared__ __align__(16) half sA[2][64 * 32];
  __shared__ __align__(16) half sB[2][64 * 32];
  __shared__ __align__(16) half sC[64][72];
  int t = threadIdx.x, l = t & 31, w = t >> 5;
  A += (size_t)blockIdx.x * 64 * K;
  B += (size_t)blockIdx.y * 64 * K;
  float acc[8][4] = {};
  auto fetch = [&](int s, int k) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      int r = t / 4 + i * 32, c = t % 4 * 8;
      cpg(su(&sA[s][swz<32>(r, c)]), A + (size_t)r * K + k + c);
      cpg(su(&sB[s][swz<32>(r, c)]), B + (size_t)r * K + k + c);
    }
    commit();
  };
  fetch(0, 0);
  for (int k = 0, s = 0; k < K; k += 32, s ^= 1) {
    if (k + 32 < K) {
      fetch(s ^ 1, k + 32);
      wait<1>();
    } else {
      wait<0>();
    }
    __syncthreads();
    u32 fa[2][4], fb[2][8][2];
#pragma unroll
    for (int q = 0; q < 2; q++) {
      ldm4(fa[q], su(&sA[s][swz<32>(w * 16 + l % 16, q * 16 + l / 16 * 8)]));
#pragma unroll
      for (int j = 0; j < 8; j++)
        ldm2(fb[q][j], su(&sB[s][swz<32>(j * 8 + l % 8, q * 16 + (l / 8 % 2) * 8)]));
    }
#pragma unroll
    for (int q = 0; q < 2; q++)
#pragma unroll
      for (int j = 0; j < 8; j++) mma_h(acc[j], fa[q], fb[q][j]);
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < 8; j++) {
    *(half2*)&sC[w * 16 + l / 4][j * 8 + l % 4 * 2] = __floats2half2_rn(acc[j][0], acc[j][1]);
    *(half2*)&sC[w * 16 + l / 4 + 8][j * 8 + l % 4 * 2] = __floats2half2_rn(acc[j][2], acc[j][3]);
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 4; i++) {
    int r = t / 8 + i * 16, c = t % 8 * 8;
    *(float4*)&C[(size_t)(blockIdx.x * 64 + r) * N + blockIdx.y * 64 + c] = *(float4*)&sC[r][c];
  }
}
// Warps along threadIdx.y, bf16, B row-major with x4.trans, XOR of 128-byte rows, 4 stages, dynamic shared
// memory as bytes.
extern "C" __global__ void __launch_bounds__(128)
    bf16_rows(const __nv_bfloat16* A, const __nv_bfloat16* B, float* C, int M, int N, int K) {
  extern __shared__ __align__(1024) unsigned char dyn[];
  const u32 base = su(dyn);
  int l = threadIdx.x, w = threadIdx.y, t = w * 32 + l;
  const int NS = 4;
  const u32 SA = 64 * 128, SB = 64 * 128;
  auto sw = [](int r, int q) { return (u32)(r * 128 + ((q ^ (r & 7)) * 16)); };
  auto fill = [&](int st, int kt) {
#pragma unroll
    for (int i = 0; i < 4; i++) {
      int c = i * 128 + t, r = c >> 3, q = c & 7;
      int row = blockIdx.x * 64 + r;
      cpz(base + st * SA + sw(r, q), A + (long long)row * K + kt * 64 + q * 8, row < M);
      int kr = kt * 64 + r;
      cpz(base + NS * SA + st * SB + sw(r, q), B + (long long)kr * N + blockIdx.y * 64 + q * 8, kr < K);
    }
    commit();
  };
  float acc[8][4] = {};
  int nk = (K + 63) / 64;
#pragma unroll
  for (int s = 0; s < NS - 1; s++) {
    if (s < nk)
      fill(s, s);
    else
      commit();
  }
  for (int kt = 0; kt < nk; ++kt) {
    wait<2>();
    __syncthreads();
    int st = kt & 3;
#pragma unroll
    for (int kk = 0; kk < 4; kk++) {
      u32 a[4];
      ldm4(a, base + st * SA + sw(w * 16 + (l & 15), kk * 2 + (l >> 4)));
#pragma unroll
      for (int j = 0; j < 4; j++) {
        u32 b[4];
        ldm4t(b, base + NS * SA + st * SB + sw(kk * 16 + (l & 15), j * 2 + (l >> 4)));
        mma_bf(acc[2 * j], a, b);
        mma_bf(acc[2 * j + 1], a, b + 2);
      }
    }
    int nx = kt + NS - 1;
    if (nx < nk)
      fill(nx & 3, nx);
    else
      commit();
  }
#pragma unroll
  for (int j = 0; j < 8; j++) {
    int r = blockIdx.x * 64 + w * 16 + (l >> 2), c = blockIdx.y * 64 + j * 8 + (l & 3) * 2;
    if (r < M && c < N) {
      C[(long long)r * N + c] = acc[j][0];
      C[(long long)r * N + c + 1] = acc[j][1];
    }
    if (r + 8 < M && c < N) {
      C[(long long)(r + 8) * N + c] = acc[j][2];
      C[(long long)(r + 8) * N + c + 1] = acc[j][3];
    }
  }
}

// Batched int8, B as N x K, rows of 64 bytes with ^ (row >> 1), plain loads in registers before the barrier.
extern "C" __global__ void __launch_bounds__(128)
    batched_s8(const i8* A, const i8* B, int* C, int M, int N, int K) {
  __shared__ __align__(128) i8 sA[64 * 64], sB[64 * 64];
  A += (size_t)blockIdx.z * M * K;
  B += (size_t)blockIdx.z * N * K;
  C += (size_t)blockIdx.z * M * N;
  int t = threadIdx.x, l = t % 32, w = t / 32;
  int acc[8][4] = {};
  int r0 = t / 4, q0 = t % 4;
  const i8* pa = A + (size_t)(blockIdx.x * 64 + r0) * K + q0 * 16;
  const i8* pb = B + (size_t)(blockIdx.y * 64 + r0) * K + q0 * 16;
  int4 xa[2], xb[2];
#pragma unroll
  for (int i = 0; i < 2; i++) {
    xa[i] = *(const int4*)(pa + (size_t)i * 32 * K);
    xb[i] = *(const int4*)(pb + (size_t)i * 32 * K);
  }
  for (int k = 0; k < K; k += 64) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      int r = r0 + i * 32, s = r * 64 + ((q0 ^ ((r >> 1) & 3)) * 16);
      *(int4*)(sA + s) = xa[i];
      *(int4*)(sB + s) = xb[i];
    }
    __syncthreads();
    if (k + 64 < K) {
      pa += 64;
      pb += 64;
#pragma unroll
      for (int i = 0; i < 2; i++) {
        xa[i] = *(const int4*)(pa + (size_t)i * 32 * K);
        xb[i] = *(const int4*)(pb + (size_t)i * 32 * K);
      }
    }
#pragma unroll
    for (int kk = 0; kk < 2; kk++) {
      u32 a[4];
      int r = w * 16 + l % 16;
      ldm4(a, su(sA + r * 64 + (((kk * 2 + l / 16) ^ ((r >> 1) & 3)) * 16)));
#pragma unroll
      for (int j = 0; j < 4; j++) {
        u32 b[4];
        int n = j * 16 + (l / 16) * 8 + l % 8;
        ldm4(b, su(sB + n * 64 + (((kk * 2 + (l / 8) % 2) ^ ((n >> 1) & 3)) * 16)));
        mma_s8(acc[2 * j], a, b);
        mma_s8(acc[2 * j + 1], a, b + 2);
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < 8; j++) {
    int r = blockIdx.x * 64 + w * 16 + l / 4, c = blockIdx.y * 64 + j * 8 + l % 4 * 2;
    *(int2*)&C[(size_t)r * N + c] = make_int2(acc[j][0], acc[j][1]);
    *(int2*)&C[(size_t)(r + 8) * N + c] = make_int2(acc[j][2], acc[j][3]);
  }
}

// tf32, scalar reads of padded floats, split K with atomics.
extern "C" __global__ void __launch_bounds__(256)
    tf32_split(const float* __restrict__ A, const float* __restrict__ B, float* C, int M, int N, int K,
               int kper) {
  __shared__ float sA[64][36];
  __shared__ float sB[32][72];
  int t = threadIdx.x, l = t & 31, w = t >> 5, wm = w & 3, wn = w >> 2, g = l >> 2, q = l & 3;
  float acc[4][4] = {};
  int k0 = blockIdx.z * kper;
  for (int k = k0; k < k0 + kper; k += 32) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      int r = t / 8 + i * 32, c = t % 8 * 4;
      *(float4*)&sA[r][c] = *(const float4*)&A[(blockIdx.y * 64 + r) * K + k + c];
    }
#pragma unroll
    for (int i = 0; i < 2; i++) {
      int r = t / 16 + i * 16, c = t % 16 * 4;
      *(float4*)&sB[r][c] = *(const float4*)&B[(k + r) * N + blockIdx.x * 64 + c];
    }
    __syncthreads();
#pragma unroll
    for (int kk = 0; kk < 32; kk += 8) {
      u32 a[4] = {__float_as_uint(sA[wm * 16 + g][kk + q]), __float_as_uint(sA[wm * 16 + g + 8][kk + q]),
                  __float_as_uint(sA[wm * 16 + g][kk + q + 4]),
                  __float_as_uint(sA[wm * 16 + g + 8][kk + q + 4])};
#pragma unroll
      for (int j = 0; j < 4; j++) {
        u32 b[2] = {__float_as_uint(sB[kk + q][wn * 32 + j * 8 + g]),
                    __float_as_uint(sB[kk + q + 4][wn * 32 + j * 8 + g])};
        mma_tf(acc[j], a, b);
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < 4; j++) {
    int r = blockIdx.y * 64 + wm * 16 + g, c = blockIdx.x * 64 + wn * 32 + j * 8 + q * 2;
    atomicAdd(&C[r * N + c], acc[j][0]);
    atomicAdd(&C[r * N + c + 1], acc[j][1]);
    atomicAdd(&C[(r + 8) * N + c], acc[j][2]);
    atomicAdd(&C[(r + 8) * N + c + 1], acc[j][3]);
  }
}

// Template extents, pointers stepped by hand, ldmatrix of the next k while this one multiplies.
template <int BM, int BN, int BK>
__device__ __forceinline__ void ping(const half* A, const half* B, half* C, int N, int K) {
  __shared__ __align__(128) half s[2][(BM + BN) * BK];
  int t = threadIdx.x, l = t & 31, w = t >> 5, wm = w & 1, wn = w >> 1;
  float acc[4][4][4] = {};
  u32 a[2][4][4], b[2][2][4];
  auto at = [](int r, int c) { return r * BK + ((c / 8) ^ ((r / 2) % 4)) * 8 + c % 8; };
  auto load = [&](int st) {
#pragma unroll
    for (int i = t; i < BM * BK / 8; i += 128)
      cpa(su(&s[st][at(i / 4, i % 4 * 8)]), A + (size_t)(i / 4) * K + i % 4 * 8);
#pragma unroll
    for (int i = t; i < BN * BK / 8; i += 128)
      cpa(su(&s[st][BM * BK + at(i / 4, i % 4 * 8)]), B + (size_t)(i / 4) * K + i % 4 * 8);
    A += BK;
    B += BK;
    commit();
  };
  auto frag = [&](int f, int st, int kk) {
#pragma unroll
    for (int i = 0; i < 4; i++) ldm4(a[f][i], su(&s[st][at(wm * 64 + i * 16 + l % 16, kk + l / 16 * 8)]));
#pragma unroll
    for (int j = 0; j < 2; j++)
      ldm4(b[f][j], su(&s[st][BM * BK + at(wn * 32 + j * 16 + l % 8 + l / 16 * 8, kk + l / 8 % 2 * 8)]));
  };
  load(0);
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  frag(0, 0, 0);
  int n = K / BK;
#pragma unroll 1
  for (int i = 0; i < n; i++) {
    int st = i & 1;
    if (i + 1 < n) load(st ^ 1);
    frag(1, st, 16);
#pragma unroll
    for (int x = 0; x < 4; x++)
#pragma unroll
      for (int y = 0; y < 4; y++) mma_h(acc[x][y], a[0][x], b[0][y / 2] + y % 2 * 2);
    asm volatile("cp.async.wait_all;");
    __syncthreads();
    if (i + 1 < n) frag(0, st ^ 1, 0);
#pragma unroll
    for (int x = 0; x < 4; x++)
#pragma unroll
      for (int y = 0; y < 4; y++) mma_h(acc[x][y], a[1][x], b[1][y / 2] + y % 2 * 2);
    __syncthreads();
  }
#pragma unroll
  for (int x = 0; x < 4; x++)
#pragma unroll
    for (int y = 0; y < 4; y++) {
      half* p = C + (size_t)(wm * 64 + x * 16 + l / 4) * N + wn * 32 + y * 8 + l % 4 * 2;
      *(half2*)p = __floats2half2_rn(acc[x][y][0], acc[x][y][1]);
      *(half2*)(p + 8 * N) = __floats2half2_rn(acc[x][y][2], acc[x][y][3]);
    }
}
extern "C" __global__ void __launch_bounds__(128)
    pingpong(const half* A, const half* B, half* C, int M, int N, int K) {
  ping<128, 64, 32>(A + (size_t)blockIdx.x * 128 * K, B + (size_t)blockIdx.y * 64 * K,
                    C + (size_t)blockIdx.x * 128 * N + blockIdx.y * 64, N, K);
}

// Blocks by a swizzled index (groups of 8 along M), int offsets.
extern "C" __global__ void __launch_bounds__(128)
    grouped(const half* A, const half* B, half* C, int M, int N, int K) {
  __shared__ __align__(128) half sA[64][64 + 8], sB[64][64 + 8];
  int nbm = M / 64, nbn = N / 64, pid = blockIdx.x, gsz = 8 * nbn, grp = pid / gsz, first = grp * 8,
      gm = min(nbm - first, 8);
  int bm = first + (pid % gsz) % gm, bn = (pid % gsz) / gm;
  int t = threadIdx.x, l = t & 31, w = t >> 5;
  float acc[8][4] = {};
  for (int k = 0; k < K; k += 64) {
    for (int i = 0; i < 4; i++) {
      int c = i * 128 + t, r = c / 8, q = c % 8 * 8;
      *(uint4*)&sA[r][q] = *(const uint4*)(A + (bm * 64 + r) * K + k + q);
      *(uint4*)&sB[r][q] = *(const uint4*)(B + (bn * 64 + r) * K + k + q);
    }
    __syncthreads();
    for (int kk = 0; kk < 64; kk += 16) {
      u32 a[4];
      ldm4(a, su(&sA[w * 16 + l % 16][kk + l / 16 * 8]));
#pragma unroll
      for (int j = 0; j < 8; j += 2) {
        u32 b[4];
        ldm4(b, su(&sB[j * 8 + l / 16 * 8 + l % 8][kk + l / 8 % 2 * 8]));
        mma_h(acc[j], a, b);
        mma_h(acc[j + 1], a, b + 2);
      }
    }
    __syncthreads();
  }
  for (int j = 0; j < 8; j++) {
    int r = bm * 64 + w * 16 + l / 4, c = bn * 64 + j * 8 + l % 4 * 2;
    *(half2*)&C[r * N + c] = __floats2half2_rn(acc[j][0], acc[j][1]);
    *(half2*)&C[(r + 8) * N + c] = __floats2half2_rn(acc[j][2], acc[j][3]);
  }
}
