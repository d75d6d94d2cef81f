// Launches what tests/hopper/cutedsl.py compiled, and compares each product with the right one.
//
//   nvcc -O1 -std=c++17 -o launch tests/hopper/launch.cu -lcuda
//   ./launch FOLDER > tests/data/hopper_cutedsl.csv
//
// FOLDER is the one that cutedsl.py filled: cases.txt, and of each case its kernel, both images and the product.
#include <cuda.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

static void check(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  const char* why = "";
  cuGetErrorString(result, &why);
  fprintf(stderr, "%s: %s\n", what, why);
  exit(1);
}
#define CHECK(call) check((call), #call)

static std::vector<char> content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    fprintf(stderr, "cannot read %s\n", path.c_str());
    exit(1);
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

static CUdeviceptr copied(const std::vector<char>& bytes) {
  CUdeviceptr at;
  CHECK(cuMemAlloc(&at, bytes.size()));
  CHECK(cuMemcpyHtoD(at, bytes.data(), bytes.size()));
  return at;
}

// Elements of the product, and how many are wrong.
static std::pair<long, long> run(const std::string& folder, const std::string& number) {
  CUmodule module;
  CHECK(cuModuleLoadData(&module, content(folder + "/" + number + ".cubin").data()));
  CUfunction kernel;
  unsigned count = 0;
  CHECK(cuModuleGetFunctionCount(&count, module));
  if (count != 1) {
    fprintf(stderr, "%s: %u kernels\n", number.c_str(), count);
    exit(1);
  }
  CHECK(cuModuleEnumerateFunctions(&kernel, 1, module));
  const auto image_a = content(folder + "/a" + number + ".bin"), image_b = content(folder + "/b" + number + ".bin");
  const auto right = content(folder + "/d" + number + ".bin");
  CUdeviceptr a = copied(image_a), b = copied(image_b), out;
  CHECK(cuMemAlloc(&out, right.size()));
  CHECK(cuMemsetD8(out, 0xff, right.size()));
  const int shared = int(image_a.size() + image_b.size()) + 4096;
  CHECK(cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, shared));
  // The tiled MMA comes last, of which whether it accumulates is known only when it runs; `multiply` sets it.
  uint8_t accumulates = 0;
  void* arguments[] = {&a, &b, &out, &accumulates};
  CHECK(cuLaunchKernel(kernel, 1, 1, 1, 128, 1, 1, shared, nullptr, arguments, nullptr));
  CHECK(cuCtxSynchronize());
  std::vector<float> found(right.size() / 4);
  CHECK(cuMemcpyDtoH(found.data(), out, right.size()));
  const int32_t* wanted = reinterpret_cast<const int32_t*>(right.data());
  long wrong = 0;
  for (size_t i = 0; i < found.size(); ++i) wrong += double(found[i]) != double(wanted[i]);
  CHECK(cuMemFree(a));
  CHECK(cuMemFree(b));
  CHECK(cuMemFree(out));
  CHECK(cuModuleUnload(module));
  return {long(found.size()), wrong};
}

int main(int, char** words) {
  const std::string folder = words[1];
  CHECK(cuInit(0));
  CUdevice device;
  CHECK(cuDeviceGet(&device, 0));
  CUcontext context;
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  char name[256], day[16];
  CHECK(cuDeviceGetName(name, sizeof name, device));
  int driver;
  CHECK(cuDriverGetVersion(&driver));
  const std::time_t now = std::time(nullptr);
  std::strftime(day, sizeof day, "%Y-%m-%d", std::gmtime(&now));
  std::ifstream cases(folder + "/cases.txt");
  std::string line;
  std::getline(cases, line);
  printf("# %s, %s, driver for CUDA %d.%d, %s\n", day, name, driver / 1000, driver % 1000 / 10, line.c_str());
  printf("case,types,a_from,multiply_of,elements,wrong,hash,options_a,options_b\n");
  int failures = 0, count = 0;
  while (std::getline(cases, line)) {
    const size_t first = line.find(';'), second = line.find(';', first + 1);
    const std::string number = line.substr(0, first);
    const auto [elements, wrong] = run(folder, number);
    printf("%s,%s,%ld,%ld,%s\n", number.c_str(), line.substr(first + 1, second - first - 1).c_str(), elements, wrong, line.substr(second + 1).c_str());
    failures += wrong != 0;
    ++count;
  }
  fprintf(stderr, "%d cases, %d wrong\n", count, failures);
  return failures != 0;
}
