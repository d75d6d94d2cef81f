//! Text on the loom: labels of its bundles, the numbers beside it, and a full description for screen readers.

use crate::loom::{Bundle, CoordBit, Crossing, Gate, Loom, Strand};
use crate::trace_text::{phase_text, xor_text};
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::UNIT_BYTES;
use swizzle_core::law::Stride;
use swizzle_infer::trace::Trace;

/// Label above the bits of a bundle: `3 × 128`, or in long form `row 3 × 128`.
///
/// ```
/// use swizzle_text::loom::{Loom, Strand};
/// use swizzle_text::bundle_text;
/// use swizzle_core::{Coord, Said};
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// let loom = Loom::of(&spec, Coord { mn: 11, k: 40 }, false);
/// let texts = |is_long| loom.bundles.iter().map(|bundle| bundle_text(bundle, is_long)).collect::<Vec<_>>();
/// assert_eq!(texts(false), ["1 × SBO", "3 × 128", "5 × 16", "byte 0"]);
/// assert_eq!(texts(true), ["group 1 × SBO 1024", "row 3 × 128", "unit 5 × 16", "byte 0"]);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[must_use]
pub fn bundle_text(bundle: &Bundle, is_long: bool) -> String {
    let value = bundle.value;
    if bundle.strand == Strand::Byte {
        return format!("byte {value}");
    }
    let (bytes, bits) = (bundle.stride_bits / 8, bundle.stride_bits % 8);
    let size = match bits {
        0 => bytes.to_string(),
        _ => format!("{} bits", bundle.stride_bits),
    };
    let field = bundle.field.and(bundle.stride).map(Stride::name);
    match (is_long, field) {
        (false, Some(name)) => format!("{value} × {name}"),
        (false, None) => format!("{value} × {size}"),
        (true, Some(name)) => format!("{} {value} × {name} {size}", part(bundle.strand)),
        (true, None) => format!("{} {value} × {size}", part(bundle.strand)),
    }
}

const fn part(strand: Strand) -> &'static str {
    match strand {
        Strand::Byte => "byte",
        Strand::Slot => "element",
        Strand::Unit => "unit",
        Strand::Row => "row",
        Strand::Column => "column",
        Strand::Group => "group",
    }
}

/// The sum of the address with its summands, in bytes.
#[must_use]
fn sum_text(loom: &Loom) -> String {
    let mut text = loom.base_bytes.to_string();
    let mut sum = u64::from(loom.base_bytes) * 8;
    let adds = loom
        .bundles
        .iter()
        .filter(|bundle| bundle.strand != Strand::Byte);
    for bundle in adds {
        sum += bundle.adds_bits;
        let (bytes, bits) = (bundle.adds_bits / 8, bundle.adds_bits % 8);
        text += &match bits {
            0 => format!(" + {bytes}"),
            _ => format!(" + {bytes} and {bits} bits"),
        };
    }
    text += &format!(" = {}", sum / 8);
    let wrapped = loom.sum_bits / 8;
    let space_bytes = loom.space.bytes();
    if sum / 8 >= u64::from(space_bytes) {
        text += &format!(", mod {space_bytes} = {wrapped}");
    }
    text
}

/// One line of the numbers beside a loom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceRow {
    /// Name of the number.
    pub name: &'static str,
    /// How it is computed.
    pub way: String,
    /// Its value.
    pub value: String,
}

/// The numbers beside a loom: the address before the XOR, the phase, and the byte; with the element's own banks where
/// `has_slots`, otherwise those of its unit.
///
/// ```
/// use swizzle_text::loom::Loom;
/// use swizzle_text::trace_rows;
/// use swizzle_core::{Coord, Said};
/// use swizzle_infer::trace::trace_from_element;
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// let at = Coord { mn: 3, k: 40 };
/// let rows = trace_rows(&trace_from_element(spec.layout(), at), &Loom::of(&spec, at, false), false);
/// assert_eq!((rows[1].way.as_str(), rows[1].value.as_str()), ("((0x5d0 >> 7) − 0) mod 8", "3"));
/// assert_eq!((rows[2].way.as_str(), rows[2].value.as_str()), ("banks 24–27, memory unit 30", "0x5e0"));
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[must_use]
pub fn trace_rows(trace: &Trace, loom: &Loom, has_slots: bool) -> [TraceRow; 3] {
    let (first, last) = match has_slots {
        true => trace.element_banks,
        false => trace.banks,
    };
    let banks = match first == last {
        true => format!("bank {first}"),
        false => format!("banks {first}–{last}"),
    };
    let bit = match trace.address.bit {
        0 => String::new(),
        bit => format!(", bit {bit}"),
    };
    let (low, count) = trace.phase_bits;
    let (way, value) = match (trace.row_xor, count) {
        (None, 0) => ("no swizzle".to_string(), "none".to_string()),
        (None, _) => (
            format!(
                "((0x{:x} >> {low}) − {}) mod {}",
                trace.absolute_bytes,
                trace.base_offset,
                1 << count
            ),
            trace.phase.to_string(),
        ),
        (Some(row_xor), _) => (row_xor.text().to_string(), trace.phase.to_string()),
    };
    [
        TraceRow {
            name: "address",
            way: sum_text(loom),
            value: format!("0x{:x}", loom.sum_bits / 8),
        },
        TraceRow {
            name: "phase",
            way,
            value,
        },
        TraceRow {
            name: "byte",
            way: format!("{banks}, memory unit {}", trace.memory_unit),
            value: format!("0x{:x}{bit}", trace.address.byte),
        },
    ]
}

/// The loom described for screen readers, one sentence per line.
///
/// ```
/// use swizzle_text::loom::Loom;
/// use swizzle_text::loom_lines;
/// use swizzle_core::{Coord, Said};
/// use swizzle_infer::trace::trace_from_element;
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// let at = Coord { mn: 3, k: 40 };
/// let lines = loom_lines(&trace_from_element(spec.layout(), at), &Loom::of(&spec, at, false));
/// assert_eq!(lines[0], "Start: 1024 bytes.");
/// assert_eq!(lines[2], "Row 3 × 128: bits r2 r1 r0 are 0 1 1 and map to address bits 9 8 7. Adds 384 bytes.");
/// assert_eq!(lines[5], "The sum is 0x5d0.");
/// assert_eq!(lines[6], "Phase: (0x5d0 >> 7) − base offset 0 = 3 (mod 8).");
/// assert_eq!(lines[7], "XOR: 101 ⊕ 011 = 110.");
/// assert_eq!(lines[8], "The phase bit from address bit 9 is XORed into address bit 6: 1 ⊕ 0 = 1.");
/// assert_eq!(lines[11], "The byte is 0x5e0: line 0x580, unit 6, byte 0 of the unit.");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[must_use]
pub fn loom_lines(trace: &Trace, loom: &Loom) -> Vec<String> {
    let mut lines = std::vec![format!(
        "{}: {} bytes.",
        capital(base_name(loom)),
        loom.base_bytes
    )];
    lines.extend(loom.bundles.iter().map(bundle_line));
    if !loom.carries.is_empty() {
        let into: Vec<String> = loom.carries.iter().map(ToString::to_string).collect();
        lines.push(format!("The sum carries into bits {}.", into.join(" ")));
    }
    lines.push(format!("The sum is 0x{:x}.", loom.sum_bits / 8));
    lines.extend(phase_text(trace).map(|phase| format!("Phase: {phase}.")));
    lines.extend(xor_text(trace).map(|xor| format!("XOR: {xor}.")));
    if let Crossing::Address { gates, .. } = &loom.crossing {
        lines.extend(gates.iter().map(|gate| {
            format!(
                "The phase bit from address bit {} is XORed into address bit {}: {}.",
                gate.control,
                gate.target,
                gate_text(loom, gate)
            )
        }));
    }
    let bit = match trace.address.bit {
        0 => String::new(),
        bit => format!(", bit {bit} of it"),
    };
    lines.push(format!(
        "The byte is 0x{:x}: line 0x{:x}, unit {}, byte {} of the unit{bit}.",
        trace.address.byte,
        trace.line_bytes,
        trace.unit_in_line,
        trace.address.byte % UNIT_BYTES
    ));
    lines
}

fn bundle_line(bundle: &Bundle) -> String {
    let joined = |part: fn(&CoordBit) -> String| {
        let parts: Vec<String> = bundle.bits.iter().map(part).collect();
        parts.join(" ")
    };
    let names = joined(|bit| format!("{}{}", bit.letter, bit.number));
    let values = joined(|bit| u8::from(bit.is_set).to_string());
    let (noun, verb) = match bundle.bits.len() {
        1 => ("bit", "is"),
        _ => ("bits", "are"),
    };
    let is_wired = bundle.bits.iter().all(|bit| bit.wire.is_some());
    let wires = match (is_wired, bundle.bits.len()) {
        (false, _) => String::new(),
        (true, 1) => format!(" and maps to address bit {}", joined(wire)),
        (true, _) => format!(" and map to address bits {}", joined(wire)),
    };
    let bits = match bundle.adds_bits % 8 {
        0 => String::new(),
        bits => format!(" and {bits} bits"),
    };
    format!(
        "{}: {noun} {names} {verb} {values}{wires}. Adds {} bytes{bits}.",
        capital(&bundle_text(bundle, true)),
        bundle.adds_bits / 8
    )
}

/// The address bit of a wire; a bit of the byte has none.
fn wire(bit: &CoordBit) -> String {
    match bit.wire {
        Some(place) if place >= 0 => place.to_string(),
        _ => "none".to_string(),
    }
}

/// A text with a capital letter in front.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Name of the address that a loom's bundles are added to.
#[must_use]
pub const fn base_name(loom: &Loom) -> &'static str {
    match loom.base_field {
        FieldId::Lbo => "second chunk",
        _ => "start",
    }
}

/// The XOR of a gate, in bits: `1 ⊕ 0 = 1`.
///
/// ```
/// use swizzle_text::loom::{Crossing, Loom};
/// use swizzle_text::gate_text;
/// use swizzle_core::{Coord, Said};
/// use swizzle_infer::spec_from_said;
/// let loom = Loom::of(&spec_from_said(&Said::default())?, Coord { mn: 3, k: 40 }, false);
/// let Crossing::Address { gates, .. } = &loom.crossing else { panic!() };
/// assert_eq!(gate_text(&loom, &gates[1]), "0 ⊕ 1 = 1");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[must_use]
pub fn gate_text(loom: &Loom, gate: &Gate) -> String {
    format!(
        "{} ⊕ {} = {}",
        u8::from(loom.sum_at(gate.target as i32)),
        u8::from(gate.phase_is_set),
        u8::from(loom.address_at(gate.target as i32))
    )
}

/// The permuted unit where a writer permutes the units of a row: `unit 5 ⊕ 2 = 7`.
#[must_use]
pub fn exchange_text(loom: &Loom) -> Option<String> {
    match loom.crossing {
        Crossing::Units {
            phase, exchanged, ..
        } => Some(format!(
            "unit {} ⊕ {phase} = {exchanged}",
            exchanged ^ phase
        )),
        Crossing::None | Crossing::Address { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::law::Coord;
    use swizzle_core::reader::Said;
    use swizzle_infer::spec_from_said;

    #[test]
    fn the_sum_has_its_numbers() {
        let spec = spec_from_said(&Said::default()).unwrap();
        let loom = Loom::of(&spec, Coord { mn: 3, k: 40 }, false);
        assert_eq!(sum_text(&loom), "1024 + 0 + 384 + 80 = 1488");
    }
}
