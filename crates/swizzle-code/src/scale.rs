//! The conversion of scale factors from one layout to another as source code.

use crate::template::{Facts, filled};
use swizzle_core::named;
use swizzle_tmem::scale::Order;

named! {
    /// The language of a conversion.
    pub enum ScaleLanguage "language" {
        /// CUDA: a kernel with a thread for each factor.
        Cuda => "cuda",
        /// PyTorch: one assignment with indices.
        PyTorch => "pytorch",
        /// Triton: a kernel.
        Triton => "triton",
    }
}

/// Filled with what the two layouts are called in sentences and in names, their bytes, and the size of the second.
const CUDA: &str = "\
// Scale factors from «from» to «to»: one byte for each of rows × blocks.
#include <cstdint>

__host__ __device__ inline uint64_t byte_in_«a»(uint64_t row, uint64_t block, uint64_t rows, uint64_t blocks) {
  return «byte_a»;
}

__host__ __device__ inline uint64_t byte_in_«b»(uint64_t row, uint64_t block, uint64_t rows, uint64_t blocks) {
  return «byte_b»;
}

// Bytes of «to», padding included.
__host__ __device__ inline uint64_t bytes_of_«b»(uint64_t rows, uint64_t blocks) {
  return «size»;
}

// `converted` has bytes_of_«b»(rows, blocks) bytes, all 0: padding is not written.
__global__ void convert_scales(const uint8_t* scales, uint8_t* converted, uint64_t rows, uint64_t blocks) {
  const uint64_t at = blockIdx.x * uint64_t{blockDim.x} + threadIdx.x;
  if (at < rows * blocks) {
    const uint64_t row = at / blocks, block = at % blocks;
    converted[byte_in_«b»(row, block, rows, blocks)] = scales[byte_in_«a»(row, block, rows, blocks)];
  }
}
";

const PYTORCH: &str = "\
# Scale factors from «from» to «to»: one byte for each of rows × blocks.
import torch


def byte_in_«a»(row, block, rows, blocks):
    return «byte_a»


def byte_in_«b»(row, block, rows, blocks):
    return «byte_b»


def bytes_of_«b»(rows, blocks):
    \"\"\"Bytes of «to», padding included.\"\"\"
    return «size»


def convert_scales(scales, rows, blocks):
    \"\"\"Converts a tensor of any shape; padding is 0.\"\"\"
    scales = scales.contiguous().view(torch.uint8).flatten()
    row = torch.arange(rows, device=scales.device)[:, None]
    block = torch.arange(blocks, device=scales.device)[None, :]
    converted = torch.zeros(bytes_of_«b»(rows, blocks), dtype=torch.uint8, device=scales.device)
    converted[byte_in_«b»(row, block, rows, blocks)] = scales[byte_in_«a»(row, block, rows, blocks)]
    return converted
";

const TRITON: &str = "\
# Scale factors from «from» to «to»: one byte for each of rows × blocks.
import triton
import triton.language as tl


@triton.jit
def byte_in_«a»(row, block, rows, blocks):
    return «byte_a»


@triton.jit
def byte_in_«b»(row, block, rows, blocks):
    return «byte_b»


@triton.jit
def convert_scales(scales, converted, rows, blocks, COUNT: tl.constexpr):
    \"\"\"Converts COUNT factors in each program. `converted` has «size» bytes, all 0: padding is not written.\"\"\"
    at = tl.program_id(0).to(tl.int64) * COUNT + tl.arange(0, COUNT)
    row = at // blocks
    block = at % blocks
    is_factor = at < rows * blocks
    value = tl.load(scales + byte_in_«a»(row, block, rows, blocks), mask=is_factor)
    tl.store(converted + byte_in_«b»(row, block, rows, blocks), value, mask=is_factor)
";

/// The functions from row and block to byte of both layouts, and the conversion from one to the other, for any size.
///
/// ```
/// use swizzle_code::{ScaleLanguage, scale_code};
/// use swizzle_tmem::scale::Order;
/// let code = scale_code(ScaleLanguage::PyTorch, Order::Linear, Order::Rows8);
/// assert!(code.contains("def byte_in_8x4(row, block, rows, blocks):\n    return row % 8 * 4 + "));
/// assert!(code.contains("    return ((rows + 7) // 8) * ((blocks + 3) // 4) * 32\n"));
/// ```
pub fn scale_code(language: ScaleLanguage, written: Order, read: Order) -> String {
    let (template, division) = match language {
        ScaleLanguage::Cuda => (CUDA, "/"),
        ScaleLanguage::PyTorch => (PYTORCH, "//"),
        ScaleLanguage::Triton => (TRITON, "//"),
    };
    let name = |order: Order| order.title().replace('×', "x").replace(", ", "_").replace(' ', "_");
    let mut facts = Facts::default();
    facts.add(&[
        ("from", &written.title()),
        ("to", &read.title()),
        ("a", &name(written)),
        ("b", &name(read)),
        ("byte_a", &written.expression(division)),
        ("byte_b", &read.expression(division)),
        ("size", &read.size_expression(division)),
    ]);
    filled(template, &facts)
}
