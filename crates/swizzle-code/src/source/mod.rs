//! Source code for a tile: its descriptors, the loop over its reads, and the addresses for producers.

mod facts;
mod law;
pub(crate) mod names;
mod rows;
mod tensor_memory;
mod tiled;

use std::fmt;

use crate::build::{Instruction, build_refusal};
use crate::template::filled_code;
use swizzle_core::hardware::Arch;
use swizzle_core::named;
use swizzle_core::reader::Spec;

/// A form of source code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// CUDA C++ with inline PTX, without a library.
    Cuda,
    /// CUDA C++ with CuTe.
    Cute,
    /// CUTLASS's Python DSL.
    CuteDsl,
    /// Rust, host side.
    Rust,
    /// Triton's Gluon: the layout of shared memory.
    Triton,
}

named!(
    Language,
    "language",
    Cuda => "cuda",
    Cute => "cute",
    CuteDsl => "cutedsl",
    Rust => "rust",
    Triton => "triton",
);

/// Why a tile has no code in a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotExpressible {
    /// The language.
    pub language: Language,
    /// The feature that the language cannot express.
    pub why: String,
}

impl fmt::Display for NotExpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use swizzle_core::hardware::Named as _;
        write!(f, "no {} code: {}", self.language.name(), self.why)
    }
}

impl std::error::Error for NotExpressible {}

/// The subject of the code, and its names.
#[derive(Debug, Clone, Copy)]
pub struct Sourced<'a> {
    /// Tile and reader; the strides, mode and base offset of a given descriptor are used, its start is not.
    pub spec: &'a Spec,
    /// The instruction.
    pub instruction: &'a Instruction,
    /// The name of the namespace or module: letters, digits and `_`, not with a digit first.
    pub name: &'a str,
    /// The link that opens what the code is for.
    pub link: &'a str,
}

/// One file of source code, complete enough to compile: the descriptor's constant bits, `make_descriptor` with its masks, the
/// reads of every block, step and stage, the instruction, the alignment of the buffer, `offset(mn, k)` for producers, and
/// assertions that tie it all to the values here. Of rows that no descriptor reads it has their index function, or their layout.
///
/// # Errors
/// Returns [`NotExpressible`] if no descriptor or instruction supports the tile, or the language cannot express the layout.
///
/// ```
/// use swizzle_code::build::{Instruction, SaidInstruction};
/// use swizzle_code::{Language, Sourced, source_code};
/// use swizzle_core::Said;
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// let instruction = Instruction::of(&spec, &SaidInstruction::default());
/// let sourced = Sourced { spec: &spec, instruction: &instruction, name: "tile_a", link: "#/" };
/// let code = source_code(Language::Cuda, &sourced)?;
/// assert!(code.contains("constexpr uint32_t kDescriptorHigh = 0x40000040;"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn source_code(language: Language, sourced: &Sourced<'_>) -> Result<String, NotExpressible> {
    let refuse = |why: String| NotExpressible { language, why };
    if !is_name(sourced.name) {
        return Err(refuse(std::format!("“{}” is not a valid name", sourced.name)));
    }
    if sourced.spec.tile().row_bytes.is_some() || language == Language::Triton {
        return rows::text(language, sourced).map_err(refuse);
    }
    check(sourced).map_err(refuse)?;
    let mut facts = facts::facts(language, sourced);
    let is_wgmma = sourced.instruction.arch == Arch::Wgmma;
    let no_scales = match is_wgmma || language == Language::Rust {
        true => None,
        false => tensor_memory::add(&mut facts, language, sourced),
    };
    if matches!(language, Language::Cute | Language::CuteDsl) {
        tiled::add(&mut facts, language, sourced, no_scales.as_deref()).map_err(refuse)?;
    }
    let of_tile = match language {
        Language::Cuda => include_str!("templates/cuda.template"),
        Language::Cute => include_str!("templates/cute.template"),
        Language::CuteDsl => include_str!("templates/cutedsl.template"),
        Language::Rust | Language::Triton => include_str!("templates/rust.template"),
    };
    let of_instruction = match (language, is_wgmma) {
        (Language::Cuda, true) => include_str!("templates/wgmma.template"),
        (Language::Cuda, false) => include_str!("templates/tcgen05.template"),
        (Language::Cute, true) => include_str!("templates/cute_wgmma.template"),
        (Language::Cute, false) => include_str!("templates/cute_tcgen05.template"),
        (Language::CuteDsl | Language::Rust | Language::Triton, _) => "",
    };
    let template = [include_str!("templates/heading.template"), of_tile, of_instruction].concat();
    Ok(filled_code(&template, &facts))
}

/// Letters, digits and `_`, not with a digit first.
fn is_name(name: &str) -> bool {
    let mut letters = name.chars();
    let first = letters.next();
    first.is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Reasons that hold for every language with descriptors.
fn check(sourced: &Sourced<'_>) -> Result<(), String> {
    let spec = sourced.spec;
    if let Err(error) = spec.derived_descriptor(spec.place()) {
        return Err(std::format!("{error}"));
    }
    match build_refusal(spec, sourced.instruction) {
        Some(refusal) => Err(std::format!("{refusal}")),
        None => Ok(()),
    }
}
