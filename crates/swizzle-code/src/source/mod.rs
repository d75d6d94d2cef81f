//! Source code for a tile: its descriptors, the loop over its reads, and the addresses for producers.

mod facts;
mod law;
pub(crate) mod names;
mod rows;
mod tensor_memory;
mod tiled;

use crate::build::{Instruction, build_refusal};
use crate::template::filled_code;
use swizzle_core::hardware::Arch;
use swizzle_core::named;
use swizzle_core::reader::Spec;

named! {
    /// A form of source code.
    pub enum Language "language" {
        /// CUDA C++ with inline PTX, without a library.
        Cuda => "cuda",
        /// CUDA C++ with CuTe.
        Cute => "cute",
        /// CUTLASS's Python DSL.
        CuteDsl => "cutedsl",
        /// Rust, host side.
        Rust => "rust",
        /// Triton's Gluon: the layout of shared memory.
        Triton => "triton",
    }
}

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
/// Says why no descriptor or instruction supports the tile, or which feature the language cannot express.
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
pub fn source_code(language: Language, sourced: &Sourced<'_>) -> Result<String, String> {
    text(language, sourced).map_err(|why| format!("no {language} code: {why}"))
}

fn text(language: Language, sourced: &Sourced<'_>) -> Result<String, String> {
    let Sourced { spec, instruction, name, .. } = sourced;
    if !is_name(name) {
        return Err(format!("“{name}” is not a valid name"));
    }
    if spec.tile().row_bytes.is_some() || language == Language::Triton {
        return rows::text(language, sourced);
    }
    spec.derived_descriptor(spec.place()).map_err(|error| error.to_string())?;
    if let Some(refusal) = build_refusal(spec, instruction) {
        return Err(refusal.to_string());
    }
    let mut facts = facts::facts(language, sourced);
    let is_wgmma = instruction.arch == Arch::Wgmma;
    let has_tensor_memory = !is_wgmma && language != Language::Rust;
    let no_scales = if has_tensor_memory { tensor_memory::add(&mut facts, language, sourced) } else { None };
    if matches!(language, Language::Cute | Language::CuteDsl) {
        tiled::add(&mut facts, language, sourced, no_scales.as_deref())?;
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
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !name.is_empty() && name.chars().all(is_letter) && !name.starts_with(|c: char| c.is_ascii_digit())
}
