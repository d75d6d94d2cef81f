//! Rows that no descriptor reads, as code: their index function, CuTe's layout, Triton's.

use crate::source::names::element_names;
use crate::source::{Language, Sourced, law};
use crate::template::{Facts, filled_code};
use swizzle_core::hardware::Major;
use swizzle_core::law::{Axis, Exchange, Swizzle, Xor, rows_text};
use swizzle_core::reader::Spec;
use swizzle_text::tile_text;

/// The templates of each language; a `line` of the function is a name and its expression, `value` is what it gives.
const CUDA: &str = "\
// «tile».
// Swizzle Atlas: «link»
#pragma once

#include <cstdint>

namespace «name» {
constexpr uint32_t kBytes = «bytes»;  // all stages
// «start_text»
#ifdef __CUDACC__
__host__ __device__
#endif
constexpr uint32_t offset(uint32_t mn, uint32_t k) {
«*lines»
    uint32_t const «line» = «expression»;
«/»
    return «value»;
}
«*tied»
static_assert(offset(«mn», «k») == «byte»);
«/»
}  // namespace «name»
";

const RUST: &str = "\
// «tile».
// Swizzle Atlas: «link»
pub mod «name» {
/// Bytes of all stages.
pub const BYTES: usize = «bytes»;
/// «start_text»
pub const fn offset(mn: u32, k: u32) -> u32 {
«*lines»
    let «line» = «expression»;
«/»
    «value»
}
«*tied»
const _: () = assert!(offset(«mn», «k») == «byte»);
«/»
}
";

const CUTE: &str = "\
// «tile».
// Swizzle Atlas: «link»
// (mn, k) to the element of the buffer.
#pragma once

#include <cute/tensor.hpp>

namespace «name» {
using Element = «element_type»;
using SharedLayout = «?functor»decltype(cute::composition(cute::«functor»{}, cute::Layout<«shape», «stride»>{}))«|»cute::Layout<«shape», «stride»>«/»;
«*tied»
static_assert(SharedLayout{}(«mn», «k») == «element»);
«/»
}  // namespace «name»
";

const CUTE_DSL: &str = "\
# «tile».
# Swizzle Atlas: «link»
# (mn, k) to the element of the buffer; call it in a function that the DSL compiles.
import cutlass.cute as cute


def «name»():
    return «?functor»cute.make_composed_layout(cute.make_swizzle(«swizzle»), 0, cute.make_layout(«shape», stride=«stride»))«|»cute.make_layout(«shape», stride=«stride»)«/»
";

const TRITON: &str = "\
# «tile».
# Swizzle Atlas: «link»
# Of a buffer of shape [«mn», «k»].
from triton.experimental.gluon import language as gl

«name» = gl.«layout»
";

/// The code of rows, or Triton's layout of any tile.
///
/// # Errors
/// Why the language has no such layout.
pub(super) fn text(language: Language, sourced: &Sourced<'_>) -> Result<String, String> {
    let spec = sourced.spec;
    let tile = spec.tile();
    let mut facts = Facts::default();
    facts.add(&[
        ("tile", &tile_text(spec)),
        ("link", &sourced.link),
        ("name", &sourced.name),
        ("bytes", &tile.buffer_bytes()),
        ("mn", &tile.buffer.mn),
        ("k", &tile.buffer.k),
    ]);
    let template = match language {
        Language::Cuda | Language::Rust => {
            let (value, lines) = steps(spec);
            facts.add(&[("start_text", &start_text(spec)), ("value", &value)]);
            facts.list("lines", lines, |row, (name, line)| {
                row.add(&[("line", &name), ("expression", &line)]);
            });
            if language == Language::Rust { RUST } else { CUDA }
        }
        Language::Cute | Language::CuteDsl => {
            cute(&mut facts, spec, language == Language::Cute)?;
            if language == Language::Cute { CUTE } else { CUTE_DSL }
        }
        Language::Triton => {
            let layout = match tile.row_bytes {
                Some(row_bytes) => triton_rows(spec, row_bytes)?,
                None => triton_mode(spec)?,
            };
            facts.add(&[("layout", &layout)]);
            TRITON
        }
    };
    // A middle and the last element of the buffer, with what the function gives, in bytes and in elements.
    let (extent, layout) = (spec.extent(), spec.layout());
    let from = layout.start_bytes() - phase_bytes(spec);
    facts.list("tied", law::tied_elements(extent.mn, extent.k), |row, at| {
        let byte = spec.space().wrapped(layout.byte_from_element(at).byte.wrapping_sub(from));
        let element = byte * 8 / tile.element.pitch_bits();
        row.add(&[("mn", &at.mn), ("k", &at.k), ("byte", &byte), ("element", &element)]);
    });
    Ok(filled_code(template, &facts))
}

/// A function of `mn` and `k`: its value, and before it lines of names with their expressions.
fn steps(spec: &Spec) -> (String, Vec<(&'static str, String)>) {
    let (along, across, contiguous, row) = match spec.tile().major {
        Major::K => (Axis::K, Axis::Mn, "k", "mn"),
        Major::Mn => (Axis::Mn, Axis::K, "mn", "k"),
    };
    let mut steps = Vec::new();
    let exchange = spec.layout().terms().exchange;
    let index = match exchange {
        Exchange::Rows { per_unit, shift, bits, .. } => {
            let phase = match shift {
                0 => format!("({row} & {})", (1_u32 << bits) - 1),
                _ => format!("({row} / {} & {})", 1_u32 << shift, (1_u32 << bits) - 1),
            };
            let moved = match per_unit {
                1 => format!("{contiguous} ^ {phase}"),
                _ => {
                    format!("({contiguous} / {per_unit} ^ {phase}) * {per_unit} + {contiguous} % {per_unit}")
                }
            };
            steps.push(("column", moved));
            "column"
        }
        Exchange::Address { .. } => contiguous,
    };
    let bits = if spec.tile().element.pitch_bits().is_multiple_of(8) { 8 } else { 1 };
    let [across, along] =
        [(across, row), (along, index)].map(|(axis, index)| law::distance(spec, axis, bits, true, index));
    let bytes = if bits == 8 { format!("{across} + {along}") } else { format!("({across} + {along}) / 8") };
    let Exchange::Address { xor: xor @ Xor { bits: 1.., .. }, .. } = exchange else {
        return (bytes, steps);
    };
    steps.push(("bytes", bytes));
    let at = match phase_bytes(spec) {
        0 => "bytes",
        phase => {
            steps.push(("address", format!("bytes + {phase}")));
            "address"
        }
    };
    let (low, mask) = (xor.base + xor.shift, (1_u32 << xor.bits) - 1);
    (format!("{at} ^ ({at} >> {low} & {mask}) << {}", xor.base), steps)
}

/// Bytes after which the XOR repeats, where its bits are of addresses.
fn pattern_bytes(spec: &Spec) -> Option<u32> {
    match spec.layout().terms().exchange {
        Exchange::Address { xor: xor @ Xor { bits: 1.., .. }, origin_bytes: 0, .. } => {
            Some(xor.pattern_bytes())
        }
        Exchange::Address { .. } | Exchange::Rows { .. } => None,
    }
}

/// Bytes from the boundary of that pattern to the start.
fn phase_bytes(spec: &Spec) -> u32 {
    pattern_bytes(spec).map_or(0, |pattern| spec.layout().start_bytes() % pattern)
}

/// Where the buffer has to start.
fn start_text(spec: &Spec) -> String {
    let from = match (pattern_bytes(spec), phase_bytes(spec)) {
        (None, _) => "the buffer's start".into(),
        (Some(pattern), 0) => format!("the start of a buffer at a multiple of {pattern} bytes"),
        (Some(pattern), phase) => format!(
            "the multiple of {pattern} bytes below the buffer's start, which is {phase} bytes after it"
        ),
    };
    format!("The byte that holds element (mn, k), from {from}.")
}

/// Adds CuTe's functor and layout, as types of C++ or as numbers of Python.
fn cute(facts: &mut Facts, spec: &Spec, is_cpp: bool) -> Result<(), String> {
    let (layout, element) = (spec.layout(), spec.tile().element);
    if element.pitch_bits() % 8 != 0 {
        return Err(format!("rows of {element} elements are not whole bytes for each"));
    }
    let (functor, text) = rows_text(layout, spec.extent());
    if functor.is_none() && layout.row_xor().is_some_and(|xor| xor.unit_bytes(element).is_some()) {
        return Err(format!(
            "its functor exchanges bits of an index, and none does so as these rows, {} bytes apart",
            layout.pitch_bytes()
        ));
    }
    let functor = functor.map(|xor| xor.text()).unwrap_or_default();
    let (shape, stride) = text.split_once(':').unwrap_or((&text, ""));
    let [shape, stride] = [("Shape", shape), ("Stride", stride)]
        .map(|(name, tuple)| if is_cpp { typed(name, tuple) } else { tuple.replace(',', ", ") });
    facts.add(&[
        ("shape", &shape),
        ("stride", &stride),
        ("element_type", &element_names(element).0),
        ("functor", &functor),
        ("swizzle", &functor.trim_matches(|c: char| !c.is_ascii_digit()).replace(',', ", ")),
    ]);
    Ok(())
}

/// A tuple of numbers as a type: `(8,(2,4))` as `cute::Shape<cute::Int<8>, ...>`.
fn typed(name: &str, tuple: &str) -> String {
    let mut text = String::new();
    let mut number = String::new();
    for one in tuple.chars() {
        if one.is_ascii_digit() {
            number.push(one);
            continue;
        }
        if !number.is_empty() {
            text += &format!("cute::Int<{}>", std::mem::take(&mut number));
        }
        text += &match one {
            '(' => format!("cute::{name}<"),
            ')' => ">".into(),
            _ => ", ".into(),
        };
    }
    text
}

/// Source: Triton 3.6, `SwizzledSharedEncodingAttr`, `PaddedSharedEncodingAttr` and Gluon's classes of these names.
fn triton_rows(spec: &Spec, row_bytes: u32) -> Result<String, String> {
    let (tile, layout) = (spec.tile(), spec.layout());
    let (row, bits) = (tile.row_data_bytes(), tile.element.pitch_bits());
    let (along, _) = tile.buffer.along_and_across(tile.major);
    let order = if tile.major == Major::K { "[1, 0]" } else { "[0, 1]" };
    let elements = |bytes: u32| u64::from(bytes) * 8 / u64::from(bits);
    let Some(xor) = tile.row_xor else {
        let within = tile.pads.filter(|pads| pads.every_bytes < row);
        let inside = within.map_or(0, |pads| (row / pads.every_bytes).saturating_mul(pads.bytes));
        let behind = row_bytes.checked_sub(row.saturating_add(inside)).ok_or("its rows overlap")?;
        let mut pairs = Vec::from([(u64::from(along), elements(behind))]);
        pairs.extend(tile.pads.map(|pads| (elements(pads.every_bytes), elements(pads.bytes))));
        pairs.retain(|(_, pad)| *pad > 0);
        pairs.sort_unstable();
        if pairs.is_empty() {
            return Ok(format!("SwizzledSharedLayout(vec=1, per_phase=1, max_phase=1, order={order})"));
        }
        let is_power = |(every, pad): &(u64, u64)| every.is_power_of_two() && pad.is_power_of_two();
        if !pairs.iter().all(is_power) {
            return Err("intervals and paddings of PaddedSharedLayout are powers of two in elements".into());
        }
        let pairs: Vec<String> = pairs.iter().map(|(every, pad)| format!("[{every}, {pad}]")).collect();
        let shape = format!("[{}, {}]", tile.buffer.mn, tile.buffer.k);
        return Ok(format!("PaddedSharedLayout.with_identity_for([{}], {shape}, {order})", pairs.join(", ")));
    };
    if row_bytes != row || tile.pads.is_some() {
        return Err(
            "SwizzledSharedLayout has no padding, and PaddedSharedLayout exchanges nothing by an XOR".into(),
        );
    }
    let unit_bytes = xor.unit_bytes(tile.element).ok_or("its vectors are whole elements")?;
    let xor = xor.on_bytes(tile.element, row_bytes).filter(|_| phase_bytes(spec) == 0);
    let shift = xor.and_then(|xor| (xor.base + xor.shift).checked_sub(row_bytes.trailing_zeros()));
    let (Some(xor), Some(shift), true) = (xor, shift, row_bytes.is_power_of_two()) else {
        return Err(format!(
            "SwizzledSharedLayout exchanges vectors by the row, and none does so as these rows, {} bytes apart",
            layout.pitch_bytes()
        ));
    };
    Ok(format!(
        "SwizzledSharedLayout(vec={}, per_phase={}, max_phase={}, order={order})",
        elements(unit_bytes),
        1_u32 << shift,
        1_u32 << xor.bits
    ))
}

fn triton_mode(spec: &Spec) -> Result<String, String> {
    let tile = spec.tile();
    let is_mode = matches!(tile.swizzle, Swizzle::B32 | Swizzle::B64 | Swizzle::B128);
    if !is_mode || tile.element.is_padded() || tile.element.pitch_bits() < 8 {
        return Err("NVMMASharedLayout has the 32B, 64B and 128B modes of whole bytes".into());
    }
    let packed = tile.packed_strides();
    let is_one_column = tile.row_data_bytes() <= tile.swizzle.row_bytes();
    if !is_one_column || packed.sbo_bytes != tile.sbo_bytes {
        return Err(
            "NVMMASharedLayout is written here for packed tiles of one column of the swizzle's width".into(),
        );
    }
    Ok(format!(
        "NVMMASharedLayout(swizzle_byte_width={}, element_bitwidth={}, rank=2, transposed={})",
        tile.swizzle.row_bytes(),
        tile.element.pitch_bits(),
        if tile.major == Major::Mn { "True" } else { "False" }
    ))
}
