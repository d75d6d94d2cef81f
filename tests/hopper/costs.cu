// What a layout costs, measured on a Hopper GPU, as CSV.
//
//     nvcc -O2 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -o /tmp/costs tests/hopper/costs.cu -lcuda
//     /tmp/costs > tests/data/hopper_costs.csv
//
// Three questions, each by the SM's own clock, best of several runs:
//   read    cycles of one wgmma m64nNk16 (bf16, both operands in shared memory), 64 in a chain, one warpgroup
//   fill    cycles of one 128 x 64 bf16 tile by TMA out of L2, three batches of four tiles in flight, each SM its own 128 KiB: one SM, then all at once
//   access  cycles of one warp-wide access to shared memory, eight warps at it, by the conflicts of its lanes

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include <cuda.h>
#include <cuda_runtime.h>

#define CHECK(call) do { auto e = (call); if (int(e) != 0) { fprintf(stderr, "%s: %d\n", #call, int(e)); exit(1); } } while (0)

constexpr int RUNS = 7;
constexpr uint32_t DYNAMIC = 200 * 1024;

__device__ uint32_t shared_address(const void *pointer) { return uint32_t(__cvta_generic_to_shared(pointer)); }
__device__ uint32_t aligned_origin(const void *pointer) { return (shared_address(pointer) + 1023) & ~1023u; }

// ---- read

#define REGS4(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define REGS16(i) REGS4(i), REGS4(i + 4), REGS4(i + 8), REGS4(i + 12)
#define REGS32(i) REGS16(i), REGS16(i + 16)

#define WGMMA(N, LIST, A, B, ...)                                                                                        \
    template <int TA, int TB> struct Wgmma##N {                                                                          \
        __device__ static void run(float *d, uint64_t a, uint64_t b) {                                                   \
            asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, 0, 1;\n"                                                      \
                         "wgmma.mma_async.sync.aligned.m64n" #N "k16.f32.bf16.bf16 {" LIST "}, %" #A ", %" #B            \
                         ", p, 1, 1, %" __VA_ARGS__                                                                      \
                         : "l"(a), "l"(b), "n"(TA), "n"(TB));                                                            \
        }                                                                                                                \
    };

WGMMA(8, "%0, %1, %2, %3", 4, 5, "6, %7;\n}\n" : REGS4(0))
WGMMA(64,
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31",
      32, 33, "34, %35;\n}\n" : REGS32(0))

template <class Step, int REGS> __global__ __launch_bounds__(128) void read(uint64_t a, uint64_t b, long long *cycles) {
    extern __shared__ uint8_t bytes[];
    uint64_t origin = aligned_origin(bytes) >> 4;
    for (uint32_t i = threadIdx.x; i < DYNAMIC / 4 - 1024; i += blockDim.x) reinterpret_cast<uint32_t *>(bytes)[i] = 0;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    float d[REGS] = {};
    long long best = 1ll << 60;
    for (int run = 0; run < RUNS; run++) {
        __syncthreads();
        long long from = clock64();
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int i = 0; i < 64; i++) Step::run(d, a + origin, b + origin);
        asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
        best = min(best, clock64() - from);
    }
    if (threadIdx.x == 0) *cycles = best;
    for (int i = 0; i < REGS; i++) if (d[i] != 0) cycles[1] = 1;
}

uint64_t descriptor(int code, uint32_t start, uint32_t lbo, uint32_t sbo) {
    return uint64_t(start >> 4) | uint64_t(lbo >> 4) << 16 | uint64_t(sbo >> 4) << 32 | uint64_t(code) << 62;
}

template <class Step, int REGS> double read_cycles(uint64_t a, uint64_t b, long long *there) {
    CHECK(cudaFuncSetAttribute(read<Step, REGS>, cudaFuncAttributeMaxDynamicSharedMemorySize, DYNAMIC));
    read<Step, REGS><<<1, 128, DYNAMIC>>>(a, b, there);
    CHECK(cudaDeviceSynchronize());
    long long cycles;
    CHECK(cudaMemcpy(&cycles, there, sizeof cycles, cudaMemcpyDeviceToHost));
    return cycles / 64.0;
}

struct Mode { const char *name; int code, units; CUtensorMapSwizzle map; };
const Mode MODES[] = {{"none", 0, 1, CU_TENSOR_MAP_SWIZZLE_NONE}, {"32B", 3, 2, CU_TENSOR_MAP_SWIZZLE_32B},
                      {"64B", 2, 4, CU_TENSOR_MAP_SWIZZLE_64B}, {"128B", 1, 8, CU_TENSOR_MAP_SWIZZLE_128B}};

template <int TA, int TB> void reads(const Mode &mode, const char *major, long long *there) {
    // Packed strides, the group of 8 times as wide as the mode; then one that puts every group onto the same banks.
    for (uint32_t group : {128u * mode.units, 4096u}) {
        uint64_t a = descriptor(mode.code, 0, group, group), b = descriptor(mode.code, 0x10000, group, group);
        const char *strides = group == 4096 ? "groups 4096 apart" : "packed";
        printf("read,%s,%s,%s,n8,%.1f,\n", mode.name, major, strides, read_cycles<Wgmma8<TA, TB>, 4>(a, b, there));
        printf("read,%s,%s,%s,n64,%.1f,\n", mode.name, major, strides, read_cycles<Wgmma64<TA, TB>, 32>(a, b, there));
    }
}

// ---- fill

// Four tiles a barrier, or the one thread that waits and issues would be what is timed.
constexpr int STAGES = 3, TOGETHER = 4, BATCHES = 120, TILES = BATCHES * TOGETHER, OWN = 8;
static_assert(BATCHES % (2 * STAGES) == 0, "the barriers begin each run in the same phase");
constexpr uint32_t TILE_BYTES = 128 * 64 * 2;

__device__ void wait(uint32_t barrier, uint32_t parity) {
    asm volatile("{\n.reg .pred p;\nagain:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p bra again;\n}\n"
                 :: "r"(barrier), "r"(parity) : "memory");
}

__global__ void fill(const __grid_constant__ CUtensorMap map, int rank, int boxes, long long *cycles) {
    extern __shared__ uint8_t bytes[];
    __shared__ uint64_t barriers[STAGES];
    if (threadIdx.x != 0) return;
    uint32_t origin = aligned_origin(bytes);
    for (auto &barrier : barriers) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(shared_address(&barrier)));
    asm volatile("fence.mbarrier_init.release.cluster;\nfence.proxy.async.shared::cta;" ::: "memory");
    const uint32_t box_bytes = TILE_BYTES / boxes;
    const int box_columns = 64 / boxes;
    auto issue = [&](int batch) {
        int stage = batch % STAGES;
        uint32_t barrier = shared_address(&barriers[stage]), to = origin + stage * TOGETHER * TILE_BYTES;
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(barrier), "r"(TOGETHER * TILE_BYTES) : "memory");
        for (int tile = 0; tile < TOGETHER; tile++) {
            int row = (blockIdx.x * OWN + (batch * TOGETHER + tile) % OWN) * 128;
            for (int box = 0, column = 0; box < boxes; box++, column += box_columns, to += box_bytes) {
                if (rank == 2)
                    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                                 :: "r"(to), "l"(&map), "r"(column), "r"(row), "r"(barrier) : "memory");
                else
                    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];"
                                 :: "r"(to), "l"(&map), "r"(0), "r"(row), "r"(0), "r"(barrier) : "memory");
            }
        }
    };
    long long best = 1ll << 60;
    uint32_t turn = 0;
    for (int run = 0; run < RUNS; run++) {
        long long from = clock64();
        for (int batch = 0; batch < STAGES; batch++) issue(batch);
        for (int batch = 0; batch < BATCHES; batch++) {
            wait(shared_address(&barriers[batch % STAGES]), (turn + batch / STAGES) & 1);
            if (batch + STAGES < BATCHES) issue(batch + STAGES);
        }
        turn += BATCHES / STAGES;
        best = min(best, clock64() - from);
    }
    cycles[blockIdx.x] = best;
}

void fills(const Mode &mode, int rank, void *matrix, long long *there, int sms) {
    CUtensorMap map;
    cuuint64_t rows = cuuint64_t(sms) * OWN * 128;
    cuuint64_t sizes2[] = {64, rows}, strides2[] = {128}, sizes3[] = {8, rows, 8}, strides3[] = {128, 16};
    cuuint32_t box2[] = {cuuint32_t(mode.units * 8), 128}, box3[] = {8, 128, 8}, ones[] = {1, 1, 1};
    bool flat = rank == 2;
    CHECK(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, rank, matrix, flat ? sizes2 : sizes3,
                                 flat ? strides2 : strides3, flat ? box2 : box3, ones, CU_TENSOR_MAP_INTERLEAVE_NONE, mode.map,
                                 CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    int boxes = flat ? 8 / mode.units : 1;
    for (int blocks : {1, sms}) {
        CHECK(cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, DYNAMIC));
        // Long enough for the clocks of the chip to rise.
        for (int i = 0; i < 500; i++) fill<<<blocks, 32, DYNAMIC>>>(map, rank, boxes, there);
        CHECK(cudaDeviceSynchronize());
        std::vector<long long> all(blocks);
        CHECK(cudaMemcpy(all.data(), there, blocks * sizeof all[0], cudaMemcpyDeviceToHost));
        std::nth_element(all.begin(), all.begin() + blocks / 2, all.end());
        double cycles = double(all[blocks / 2]) / TILES;
        printf("fill,%s,K,%d box%s of rank %d,%s,%.0f,%.1f\n", mode.name, boxes, boxes > 1 ? "es" : "", rank,
               blocks > 1 ? "all SMs" : "one SM", cycles, TILE_BYTES / cycles);
    }
}

// ---- access

enum Op { LD32, LD64, LD128, ST32, ST64, ST128, LDMATRIX, STMATRIX, OPS };
const char *const OP_NAMES[] = {"ld.shared.b32", "ld.shared.v2.b32", "ld.shared.v4.b32", "st.shared.b32",
                                "st.shared.v2.b32", "st.shared.v4.b32", "ldmatrix.x4", "stmatrix.x4"};
constexpr int WARPS = 8, TIMES = 256;

template <int OP> __device__ void access(uint32_t at, uint32_t (&r)[4]) {
    if constexpr (OP == LD32) asm volatile("ld.shared.b32 %0, [%1];" : "=r"(r[0]) : "r"(at));
    if constexpr (OP == LD64) asm volatile("ld.shared.v2.b32 {%0, %1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(at));
    if constexpr (OP == LD128) asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
    if constexpr (OP == ST32) asm volatile("st.shared.b32 [%0], %1;" :: "r"(at), "r"(r[0]));
    if constexpr (OP == ST64) asm volatile("st.shared.v2.b32 [%0], {%1, %2};" :: "r"(at), "r"(r[0]), "r"(r[1]));
    if constexpr (OP == ST128) asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" :: "r"(at), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]));
    if constexpr (OP == LDMATRIX) asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
    if constexpr (OP == STMATRIX) asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" :: "r"(at), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]));
}

// Lanes of one group are `apart` bytes from each other, the groups side by side. The address moves by `turn`, a multiple of
// all banks that the compiler does not know, or it would merge the accesses.
template <int OP> __global__ void accesses(uint32_t lanes, uint32_t apart, uint32_t width, uint32_t turn, long long *cycles) {
    extern __shared__ uint8_t bytes[];
    uint32_t lane = threadIdx.x % 32;
    uint32_t at = aligned_origin(bytes) + lane % lanes * apart + lane / lanes * width;
    uint32_t r[4] = {lane, lane, lane, lane}, all = 0;
    long long best = 1ll << 60;
    for (int run = 0; run < RUNS; run++) {
        __syncthreads();
        long long from = clock64();
#pragma unroll 64
        for (int i = 0; i < TIMES; i++) {
            access<OP>(at, r);
            at += turn;
            if (OP != ST32 && OP != ST64 && OP != ST128 && OP != STMATRIX) all ^= r[0] ^ r[1] ^ r[2] ^ r[3];
        }
        if (all == 12345) cycles[1] = 1;
        __syncthreads();
        best = min(best, clock64() - from);
        at -= TIMES * turn;
    }
    if (threadIdx.x == 0) *cycles = best;
}

template <int OP> void accesses_of(uint32_t lanes, uint32_t width, long long *there) {
    CHECK(cudaFuncSetAttribute(accesses<OP>, cudaFuncAttributeMaxDynamicSharedMemorySize, DYNAMIC));
    for (uint32_t ways = 1; ways <= lanes; ways *= 2) {
        accesses<OP><<<1, WARPS * 32, DYNAMIC>>>(lanes, width * ways, width, 512, there);
        CHECK(cudaDeviceSynchronize());
        long long cycles;
        CHECK(cudaMemcpy(&cycles, there, sizeof cycles, cudaMemcpyDeviceToHost));
        printf("access,,,%s,%u-way,%.2f,\n", OP_NAMES[OP], ways, double(cycles) / (WARPS * TIMES));
    }
}

int main() {
    CHECK(cuInit(0));
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    int driver;
    CHECK(cudaDriverGetVersion(&driver));
    std::time_t now = std::time(nullptr);
    char day[16];
    std::strftime(day, sizeof day, "%Y-%m-%d", std::gmtime(&now));
    printf("# %s, %s, driver for CUDA %d.%d, nvcc %d.%d\n", day, device.name, driver / 1000, driver % 100 / 10, __CUDACC_VER_MAJOR__,
           __CUDACC_VER_MINOR__);
    printf("what,swizzle,major,how,case,cycles,bytes_per_cycle\n");
    long long *there;
    void *matrix;
    CHECK(cudaMalloc(&there, 4096));
    CHECK(cudaMalloc(&matrix, size_t(TILE_BYTES) * OWN * device.multiProcessorCount));
    for (const Mode &mode : MODES) {
        reads<0, 0>(mode, "K", there);
        reads<1, 1>(mode, "MN", there);
    }
    for (const Mode &mode : MODES) fills(mode, 2, matrix, there, device.multiProcessorCount);
    fills(MODES[0], 3, matrix, there, device.multiProcessorCount);
    accesses_of<LD32>(32, 4, there);
    accesses_of<LD64>(16, 8, there);
    accesses_of<LD128>(8, 16, there);
    accesses_of<ST32>(32, 4, there);
    accesses_of<ST64>(16, 8, there);
    accesses_of<ST128>(8, 16, there);
    accesses_of<LDMATRIX>(8, 16, there);
    accesses_of<STMATRIX>(8, 16, there);
}
