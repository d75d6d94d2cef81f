//! The tables that the code of C++ is held against.

/// What the tables of the manual and of CuTe say, in C++: nothing of the generated code.
pub(crate) const TABLES: &str = r#"
inline uint32_t hw_lane(int shape, uint32_t t, uint32_t r) {
  switch (shape) {
    case 0: return t;
    case 1: return t / 4 + 8 * (t % 2);
    case 2: return t / 4 + 8 * (r % 2);
    case 3: return t / 4 + 8 * ((r / 2) % 2);
    default: return t % 16;
  }
}
// Of a packed load, each column is two, of which `half` is the second. The last shape's second half follows its first.
inline uint32_t hw_column(int shape, uint32_t t, uint32_t r, uint32_t num, uint32_t wide, uint32_t half) {
  switch (shape) {
    case 0: return wide * r + half;
    case 1: return wide * (2 * r + (t / 2) % 2) + half;
    case 2: return wide * (t % 4 + 4 * (r / 2)) + half;
    case 3: return wide * (2 * (t % 4) + r % 2 + 8 * (r / 4)) + half;
    default: return wide * (r + t / 16 * num) + half;
  }
}
struct Place { uint32_t cta, lane, column; };
"#;

/// Words of CUDA with nothing behind them, so that the device's functions are C++ as well.
pub(crate) const WORDS: &str =
    "#include <cstdint>\n#define __CUDACC__ 1\n#define __device__\n#define __host__\n#define __global__\n";
