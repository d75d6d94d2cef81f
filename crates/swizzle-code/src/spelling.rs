//! Spellings of a descriptor in source code and debuggers.

use swizzle_core::named;

use swizzle_core::descriptor::Descriptor;

named! {
    /// A spelling of a 64-bit value.
    pub enum CodeForm "spelling" {
        /// `0x` and 16 digits.
        Hex => "hex",
        /// Unsigned decimal.
        Decimal => "decimal",
        /// Two 32-bit halves, the high one first.
        Halves => "halves",
        /// A C++ or CUDA constant.
        Cpp => "C++",
        /// A PTX move.
        Ptx => "PTX",
        /// A Rust constant.
        Rust => "Rust",
    }
}

/// The text of a descriptor.
///
/// ```
/// use swizzle_core::{Arch, Descriptor};
/// use swizzle_code::{CodeForm, code_text};
/// let descriptor = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0040);
/// assert_eq!(code_text(descriptor, CodeForm::Halves), "0x40000040 0x00010040");
/// assert_eq!(code_text(descriptor, CodeForm::Ptx), "mov.b64 %desc, 0x4000004000010040;");
/// assert_eq!(code_text(descriptor, CodeForm::Rust), "let desc: u64 = 0x4000_0040_0001_0040;");
/// ```
pub fn code_text(descriptor: Descriptor, form: CodeForm) -> String {
    let raw = descriptor.raw();
    match form {
        CodeForm::Hex => descriptor.to_string(),
        CodeForm::Decimal => raw.to_string(),
        CodeForm::Halves => format!("0x{:08x} 0x{:08x}", raw >> 32, raw as u32),
        CodeForm::Cpp => format!("uint64_t desc = {descriptor}ull;"),
        CodeForm::Ptx => format!("mov.b64 %desc, {descriptor};"),
        CodeForm::Rust => format!("let desc: u64 = {};", grouped_hex(raw, 4)),
    }
}

/// Hex in groups of four digits, as in Rust.
pub(crate) fn grouped_hex(raw: u64, groups: u32) -> String {
    let group = |at: u32| format!("{:04x}", raw >> (16 * at) & 0xffff);
    let groups: Vec<String> = (0..groups).rev().map(group).collect();
    format!("0x{}", groups.join("_"))
}
