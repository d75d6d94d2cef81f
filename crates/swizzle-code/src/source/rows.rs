//! Rows that no descriptor reads, as code: their index function, CuTe's layout, Triton's.

use crate::source::cutlass_names::type_name;
use crate::source::text::Lines;
use crate::source::{Language, Sourced, law};
use swizzle_core::hardware::{Major, Named as _};
use swizzle_core::law::{Axis, Coord, Exchange, Swizzle, Xor, rows_text};
use swizzle_core::reader::Spec;
use swizzle_text::tile_text;

/// The code of rows, or Triton's layout of any tile.
///
/// # Errors
/// Why the language has no such layout.
pub(super) fn text(language: Language, sourced: &Sourced<'_>) -> Result<String, String> {
    match language {
        Language::Cuda | Language::Rust => Ok(function(language, sourced)),
        Language::Cute => cute(sourced),
        Language::CuteDsl => cute_dsl(sourced),
        Language::Triton => triton(sourced),
    }
}

fn heading(sourced: &Sourced<'_>, mark: &str) -> Lines {
    let mut out = Lines::default();
    out.comment(mark, &format!("{}.", tile_text(sourced.spec)));
    out.comment(mark, &format!("Swizzle Atlas: {}", sourced.link));
    out
}

/// A middle and the last element of the buffer, with what the function gives.
fn tied(spec: &Spec) -> [(Coord, u32); 2] {
    let (extent, layout) = (spec.extent(), spec.layout());
    let middle = Coord { mn: 3.min(extent.mn - 1), k: (extent.k / 2 + 1).min(extent.k - 1) };
    let last = Coord { mn: extent.mn - 1, k: extent.k - 1 };
    let from = layout.start_bytes() - phase_bytes(spec);
    let byte = |at| spec.space().wrapped(layout.byte_from_element(at).byte.wrapping_sub(from));
    [middle, last].map(|at| (at, byte(at)))
}

/// The lines of a function of `mn` and `k`: names with their expressions, the last of which is its value.
fn steps(spec: &Spec) -> Vec<(&'static str, String)> {
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
    let bits = if spec.tile().element.pitch_bits() % 8 == 0 { 8 } else { 1 };
    let sum =
        |axis, index| law::runs(spec, axis, bits, true).into_iter().map(move |run| run.expression(index));
    let all: Vec<String> = sum(across, row).chain(sum(along, index)).collect();
    let all = all.join(" + ");
    steps.push(("bytes", if bits == 8 { all } else { format!("({all}) / 8") }));
    if let Exchange::Address { xor: xor @ Xor { bits: 1.., .. }, .. } = exchange {
        let (low, mask) = (xor.base + xor.shift, (1_u32 << xor.bits) - 1);
        let exchanged = |at: &str| format!("{at} ^ ({at} >> {low} & {mask}) << {}", xor.base);
        match phase_bytes(spec) {
            0 => steps.push(("physical", exchanged("bytes"))),
            phase => {
                steps.push(("address", format!("bytes + {phase}")));
                steps.push(("physical", exchanged("address")));
            }
        }
    }
    steps
}

/// Bytes from the boundary of the XOR's pattern to the start, where its bits are of addresses.
fn phase_bytes(spec: &Spec) -> u32 {
    match spec.layout().terms().exchange {
        Exchange::Address { xor, origin_bytes: 0, .. } if xor.bits > 0 => {
            spec.layout().start_bytes() % xor.pattern_bytes()
        }
        Exchange::Address { .. } | Exchange::Rows { .. } => 0,
    }
}

/// Where the buffer has to start.
fn start_text(spec: &Spec) -> String {
    let Exchange::Address { xor: xor @ Xor { bits: 1.., .. }, origin_bytes: 0, .. } =
        spec.layout().terms().exchange
    else {
        return "The byte that holds element (mn, k), from the buffer's start.".into();
    };
    let pattern = xor.pattern_bytes();
    match phase_bytes(spec) {
        0 => format!(
            "The byte that holds element (mn, k), from the start of a buffer at a multiple of {pattern} bytes."
        ),
        phase => format!(
            "The byte that holds element (mn, k), from the multiple of {pattern} bytes below the buffer's start, which is {phase} bytes after it."
        ),
    }
}

/// The index function, in C++ or in Rust.
fn function(language: Language, sourced: &Sourced<'_>) -> String {
    let spec = sourced.spec;
    let mut out = heading(sourced, "//");
    let is_rust = language == Language::Rust;
    let (open, head, end) = match is_rust {
        true => {
            (format!("pub mod {} {{", sourced.name), "pub const fn offset(mn: u32, k: u32) -> u32 {", "}")
        }
        false => (
            format!("namespace {} {{", sourced.name),
            "constexpr uint32_t offset(uint32_t mn, uint32_t k) {",
            "}  // namespace",
        ),
    };
    if !is_rust {
        out.lines(&["#pragma once", "", "#include <cstdint>", ""]);
    }
    out.line(open);
    let size = spec.tile().buffer_bytes();
    out.line(match is_rust {
        true => format!("/// Bytes of all stages.\npub const BYTES: usize = {size};"),
        false => format!("constexpr uint32_t kBytes = {size};  // all stages"),
    });
    out.comment(if is_rust { "///" } else { "//" }, &start_text(spec));
    out.line(match is_rust {
        true => head.to_owned(),
        false => format!("#ifdef __CUDACC__\n__host__ __device__\n#endif\n{head}"),
    });
    let steps = steps(spec);
    for (at, (name, expression)) in steps.iter().enumerate() {
        out.line(match (at + 1 == steps.len(), is_rust) {
            (true, true) => format!("    {expression}"),
            (true, false) => format!("    return {expression};"),
            (false, true) => format!("    let {name} = {expression};"),
            (false, false) => format!("    uint32_t const {name} = {expression};"),
        });
    }
    out.line("}");
    for (Coord { mn, k }, byte) in tied(spec) {
        out.line(match is_rust {
            true => format!("const _: () = assert!(offset({mn}, {k}) == {byte});"),
            false => format!("static_assert(offset({mn}, {k}) == {byte});"),
        });
    }
    out.line(match is_rust {
        true => end.to_owned(),
        false => format!("{end} {}", sourced.name),
    });
    out.into_text()
}

/// CuTe's functor and layout.
fn cute_parts(spec: &Spec) -> Result<(Option<Xor>, String), String> {
    let (layout, element) = (spec.layout(), spec.tile().element);
    if element.pitch_bits() % 8 != 0 {
        return Err(format!("rows of {} elements are not whole bytes for each", element.name()));
    }
    let (functor, text) = rows_text(layout, spec.extent());
    let is_exchanged = layout.row_xor().is_some_and(|xor| xor.unit_bytes(element).is_some());
    match (functor, is_exchanged) {
        (None, true) => Err(format!(
            "its functor exchanges bits of an index, and none does so as these rows, {} bytes apart",
            layout.pitch_bytes()
        )),
        _ => Ok((functor, text)),
    }
}

/// Elements from the start to one, for assertions.
fn tied_elements(spec: &Spec) -> [(Coord, u32); 2] {
    tied(spec).map(|(at, byte)| (at, byte * 8 / spec.tile().element.pitch_bits()))
}

fn cute(sourced: &Sourced<'_>) -> Result<String, String> {
    let (functor, text) = cute_parts(sourced.spec)?;
    let mut out = heading(sourced, "//");
    out.comment("//", "(mn, k) to the element of the buffer.");
    out.lines(&["#pragma once", "", "#include <cute/tensor.hpp>", ""]);
    out.line(format!("namespace {} {{", sourced.name));
    out.line(format!("using Element = {};", type_name(sourced.spec.tile().element)));
    let (shape, stride) = text.split_once(':').unwrap_or((&text, ""));
    let [shape, stride] = [("Shape", shape), ("Stride", stride)].map(|(name, tuple)| typed(name, tuple));
    let plain = format!("cute::Layout<{shape}, {stride}>");
    out.line(match functor {
        None => format!("using SharedLayout = {plain};"),
        Some(xor) => {
            format!(
                "using SharedLayout = decltype(cute::composition(cute::{}{{}}, {plain}{{}}));",
                xor.text()
            )
        }
    });
    for (Coord { mn, k }, element) in tied_elements(sourced.spec) {
        out.line(format!("static_assert(SharedLayout{{}}({mn}, {k}) == {element});"));
    }
    out.line(format!("}}  // namespace {}", sourced.name));
    Ok(out.into_text())
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

fn cute_dsl(sourced: &Sourced<'_>) -> Result<String, String> {
    let (functor, text) = cute_parts(sourced.spec)?;
    let (shape, stride) = text.split_once(':').unwrap_or((&text, ""));
    let mut out = heading(sourced, "#");
    out.comment("#", "(mn, k) to the element of the buffer; call it in a function that the DSL compiles.");
    out.lines(&["import cutlass.cute as cute", "", ""]);
    out.line(format!("def {}():", sourced.name));
    let plain =
        format!("cute.make_layout({}, stride={})", shape.replace(',', ", "), stride.replace(',', ", "));
    out.line(match functor {
        None => format!("    return {plain}"),
        Some(Xor { bits, base, shift }) => {
            format!(
                "    return cute.make_composed_layout(cute.make_swizzle({bits}, {base}, {shift}), 0, {plain})"
            )
        }
    });
    Ok(out.into_text())
}

/// Gluon's layout: that of vectors exchanged, of pads, or of the tensor core.
fn triton(sourced: &Sourced<'_>) -> Result<String, String> {
    let layout = match sourced.spec.tile().row_bytes {
        Some(row_bytes) => triton_rows(sourced.spec, row_bytes)?,
        None => triton_mode(sourced.spec)?,
    };
    let mut out = heading(sourced, "#");
    let tile = sourced.spec.tile();
    out.comment("#", &format!("Of a buffer of shape [{}, {}].", tile.buffer.mn, tile.buffer.k));
    out.lines(&["from triton.experimental.gluon import language as gl", ""]);
    out.line(format!("{} = gl.{layout}", sourced.name));
    Ok(out.into_text())
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
