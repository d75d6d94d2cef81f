// Which tensor maps cuTensorMapEncodeTiled takes: reads cases from standard input, writes each with its answer.
//
//   nvcc -O2 -std=c++17 -o tensor_maps tensor_maps.cu -lcuda
//   ./tensor_maps < maps.csv > answers.csv
//
// A line: type, rank, interleave, swizzle, address modulo 4096, then five each of extents in elements, strides in bytes
// (of dimension 1 and up, four and a 0), box sides and element strides. Numbers are those of cuda.h's enumerations.
#include <cstdint>
#include <cstdio>
#include <cuda.h>

int main() {
  cuInit(0);
  CUdevice device;
  CUcontext context;
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  CUdeviceptr memory;
  cuMemAlloc(&memory, 1 << 20);
  unsigned long long v[25];
  for (;;) {
    for (int i = 0; i < 25; i++)
      if (scanf(i ? ",%llu" : "%llu", v + i) != 1) return 0;
    alignas(64) CUtensorMap map;
    cuuint64_t extents[5], strides[5];
    cuuint32_t box[5], steps[5];
    for (int i = 0; i < 5; i++) {
      extents[i] = v[5 + i], strides[i] = v[10 + i];
      box[i] = v[15 + i], steps[i] = v[20 + i];
    }
    CUresult result = cuTensorMapEncodeTiled(
        &map, CUtensorMapDataType(v[0]), v[1], (void *)(memory + v[4]), extents, strides, box, steps,
        CUtensorMapInterleave(v[2]), CUtensorMapSwizzle(v[3]), CU_TENSOR_MAP_L2_PROMOTION_NONE,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    for (int i = 0; i < 25; i++) printf("%llu,", v[i]);
    printf("%d\n", result == CUDA_SUCCESS ? 1 : 0);
  }
}
