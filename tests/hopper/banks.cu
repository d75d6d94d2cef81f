// Wavefronts and bank conflicts of one warp access to shared memory, as the profiler counts them.
//
//   nvcc -O2 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -o banks banks.cu
//   ncu --csv --page raw --metrics \
//     l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum,\
//     l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum \
//     ./banks cases.csv > counted.csv
//
// cases.csv: op, then the byte addresses of 32 lanes, one access a line; one launch a line, in its order. An address of
// -1 is a lane that takes no part. The counters are one launch's: one warp, one access.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#define ASM(...) asm volatile(__VA_ARGS__)

template <int OP> __global__ void access(const int *lanes, uint32_t *sink) {
  extern __shared__ __align__(1024) uint8_t memory[];
  int lane = lanes[threadIdx.x];
  if (lane < 0) return;
  uint32_t at = static_cast<uint32_t>(__cvta_generic_to_shared(memory)) + lane;
  uint32_t a = 0, b = 0, c = 0, d = 0;
  if (OP == 0) ASM("ld.shared.b32 %0, [%1];" : "=r"(a) : "r"(at) : "memory");
  if (OP == 1) ASM("ld.shared.v2.b32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at) : "memory");
  if (OP == 2) ASM("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at) : "memory");
  if (OP == 3) ASM("st.shared.b32 [%0], %1;" ::"r"(at), "r"(threadIdx.x) : "memory");
  if (OP == 4) ASM("st.shared.v2.b32 [%0], {%1, %1};" ::"r"(at), "r"(threadIdx.x) : "memory");
  if (OP == 5) ASM("st.shared.v4.b32 [%0], {%1, %1, %1, %1};" ::"r"(at), "r"(threadIdx.x) : "memory");
  if (OP < 3) sink[threadIdx.x] = a + b + c + d;
}

int main(int argc, char **argv) {
  FILE *file = argc == 2 ? fopen(argv[1], "r") : nullptr;
  if (!file) return fprintf(stderr, "usage: banks cases.csv\n"), 2;
  int *lanes;
  uint32_t *sink;
  cudaMalloc(&lanes, 32 * sizeof(int));
  cudaMalloc(&sink, 32 * sizeof(uint32_t));
  char line[4096];
  while (fgets(line, sizeof line, file)) {
    const char *names[] = {"LD32", "LD64", "LD128", "ST32", "ST64", "ST128"};
    char *field = strtok(line, ",");
    int op = -1, at[32];
    for (int i = 0; i < 6; i++)
      if (!strcmp(field, names[i])) op = i;
    if (op < 0) continue;
    for (int &one : at) one = atoi(strtok(nullptr, ","));
    cudaMemcpy(lanes, at, sizeof at, cudaMemcpyHostToDevice);
    switch (op) {
      case 0: access<0><<<1, 32, 32768>>>(lanes, sink); break;
      case 1: access<1><<<1, 32, 32768>>>(lanes, sink); break;
      case 2: access<2><<<1, 32, 32768>>>(lanes, sink); break;
      case 3: access<3><<<1, 32, 32768>>>(lanes, sink); break;
      case 4: access<4><<<1, 32, 32768>>>(lanes, sink); break;
      case 5: access<5><<<1, 32, 32768>>>(lanes, sink); break;
    }
    if (cudaDeviceSynchronize() != cudaSuccess) return fprintf(stderr, "a launch failed\n"), 1;
  }
}
