// Reads back from a Hopper GPU which elements of a sparse A each four bits of metadata steer, and writes the answers as CSV.
//
//   nvcc -O1 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -o metadata metadata.cu
//   ./metadata > tests/data/metadata_h100.csv
//
// All of A is one, from registers, and all metadata picks the first half of each group of B's elements along K; B has a one in
// the second half of group n of its column n, so D is zero. Then four bits of one thread's metadata pick the second half: what
// is not zero in D names row and group. Nothing here knows the layout. One block a case.
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int NIBBLES = 8, GROUPS = 16, ROWS = 64;

// A type: elements of K, bytes of one, elements of a group, the ones of A, a one of B.
enum Type { F16, TF32, S8 };
struct Of { const char *name; int k, bytes, group; uint32_t a, one; };
__host__ __device__ constexpr Of of(Type type) {
  return type == F16 ? Of{"f16", 32, 2, 4, 0x3c003c00, 0x3c00}
       : type == TF32 ? Of{"tf32", 16, 4, 2, 0x3f800000, 0x3f800000}
                      : Of{"s8", 64, 1, 4, 0x01010101, 1};
}

#define FRAGMENT "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %8, %8, %8}, %9, %10, "

template <Type TYPE, int SELECTOR> __global__ void multiply(uint32_t *found) {
  extern __shared__ __align__(128) uint8_t b[];
  constexpr Of type = of(TYPE);
  const int thread = blockIdx.x / NIBBLES, nibble = blockIdx.x % NIBBLES;
  // B is K-major without swizzle: atoms of 8 columns × 16 bytes, 128 bytes apart along K; columns 8 to 15 are behind all of them.
  const int bytes_of_k = type.k * type.bytes, half = bytes_of_k * 8;
  for (int i = threadIdx.x; i < 2 * half / type.bytes; i += blockDim.x) {
    const int n = i / type.k, k = i % type.k, byte = k * type.bytes;
    const bool is_second = k / type.group == n && k % type.group >= type.group / 2;
    const int at = n / 8 * half + byte / 16 * 128 + n % 8 * 16 + byte % 16;
    for (int j = 0; j < type.bytes; j++) b[at + j] = is_second ? type.one >> 8 * j & 255 : 0;
  }
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  const uint64_t start = static_cast<uint32_t>(__cvta_generic_to_shared(b)) >> 4;
  const uint64_t descriptor = start | uint64_t{128 >> 4} << 16 | uint64_t(half >> 4) << 32;
  uint32_t metadata = 0x44444444;
  if (static_cast<int>(threadIdx.x) == thread) metadata ^= 0xau << 4 * nibble;
  uint32_t d[8] = {}, a = type.a;
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  if constexpr (TYPE == S8)
    asm volatile("wgmma.mma_async.sp.sync.aligned.m64n16k64.s32.s8.s8 " FRAGMENT "%11, 1;"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7])
                 : "r"(a), "l"(descriptor), "r"(metadata), "n"(SELECTOR));
  else if constexpr (TYPE == F16)
    asm volatile("wgmma.mma_async.sp.sync.aligned.m64n16k32.f32.f16.f16 " FRAGMENT "%11, 1, 1, 1, 0;"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7])
                 : "r"(a), "l"(descriptor), "r"(metadata), "n"(SELECTOR));
  else
    asm volatile("wgmma.mma_async.sp.sync.aligned.m64n16k16.f32.tf32.tf32 " FRAGMENT "%11, 1, 1, 1;"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]), "+r"(d[7])
                 : "r"(a), "l"(descriptor), "r"(metadata), "n"(SELECTOR));
  asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (int i = 0; i < 8; i++) {
    const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + i / 2 % 2 * 8;
    const int column = i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2;
    found[(blockIdx.x * ROWS + row) * GROUPS + column] = d[i];
  }
}

template <Type TYPE, int SELECTOR> bool run() {
  constexpr Of type = of(TYPE);
  const int cases = 128 * NIBBLES;
  std::vector<uint32_t> found(cases * ROWS * GROUPS);
  uint32_t *device;
  cudaMalloc(&device, found.size() * 4);
  multiply<TYPE, SELECTOR><<<cases, 128, 16384>>>(device);
  if (cudaMemcpy(found.data(), device, found.size() * 4, cudaMemcpyDeviceToHost) != cudaSuccess) return false;
  cudaFree(device);
  for (int at = 0; at < cases; at++)
    for (int cell = 0; cell < ROWS * GROUPS; cell++)
      if (found[at * ROWS * GROUPS + cell])
        printf("%s,%d,%d,%d,%d,%d\n", type.name, SELECTOR, at / NIBBLES, at % NIBBLES * 4, cell / GROUPS,
               cell % GROUPS * type.group);
  return true;
}

int main() {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  printf("# %s, tests/hopper/metadata.cu: 4 bits of a thread's metadata, the row and the first element of K that they steer\n",
         properties.name);
  printf("type,selector,thread,bit,row,k\n");
  return run<F16, 0>() && run<F16, 1>() && run<TF32, 0>() && run<TF32, 1>() && run<S8, 0>() ? 0 : 1;
}
