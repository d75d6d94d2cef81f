//! The kernel that fills a matrix with the values that a dump is recognized by.

use super::*;

/// A kernel of five lines that fills the source matrix in global memory, before the producer copies it to shared memory.
///
/// `matrix` is contiguous along the given dimension. Of 8-bit elements and of MN and K there are two runs, a dump each:
/// the second has `>> 8`, or the other coordinate, as its comment says.
///
/// ```
/// use swizzle_dump::{Values, fill_code};
/// use swizzle_core::Major;
/// let code = fill_code(16, Values::Index, Major::K);
/// assert!(code.contains("matrix[i] = uint16_t(mn * K + k);"));
/// assert_eq!(code.lines().count(), 5);
/// ```
pub fn fill_code(element_bits: u32, values: Values, major: Major) -> String {
    let name = match (element_bits, values) {
        (8, _) => "uint8_t",
        (16, Values::Numbers) => "__nv_bfloat16",
        (16, _) => "uint16_t",
        (_, Values::Numbers) => "float",
        (_, Values::Index | Values::MnAndK) => "uint32_t",
    };
    let value = match values {
        Values::MnAndK => format!("{name}(mn)"),
        Values::Numbers if element_bits > 8 => format!("{name}(float(mn * K + k))"),
        Values::Numbers | Values::Index => format!("{name}(mn * K + k)"),
    };
    let comment = match (element_bits, values) {
        (_, Values::MnAndK) => "  // second run: k",
        (8, _) => "  // second run: (mn * K + k) >> 8",
        _ => "",
    };
    let at = match major {
        Major::K => "unsigned mn = i / K, k = i % K;",
        Major::Mn => "unsigned mn = i % MN, k = i / MN;",
    };
    format!(
        "__global__ void fill({name}* matrix, unsigned MN, unsigned K) {{\n    \
         unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n    \
         {at}\n    \
         if (i < MN * K) matrix[i] = {value};{comment}\n\
         }}\n"
    )
}
