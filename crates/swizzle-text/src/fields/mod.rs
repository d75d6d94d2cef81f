//! Text on each field of a descriptor in its mode: its value in bytes, its effect, and the source.

use super::*;
use swizzle_core::{descriptor::Field, tile::base_offset_from_pattern};

/// Whether a field's value affects what is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The value affects the read.
    Used,
    /// Any value reads the same bytes.
    Unused,
    /// The code is not defined.
    Invalid,
}

/// A field that carries a value, read in the mode and shape of a tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldReading {
    /// The row of the bit table.
    pub field: Field,
    /// The bits, as a number.
    pub raw: u64,
    /// The value in its unit.
    pub value: String,
    /// Whether it affects the read.
    pub effect: Effect,
    /// Its effect here, in short form.
    pub meaning: String,
    /// The manual's definition.
    pub isa: Option<String>,
    /// The measured behavior.
    pub measured: Option<String>,
}

/// The fields that carry a value, from bit 63 down.
///
/// ```
/// use swizzle_core::{FieldId, Said};
/// use swizzle_text::{Effect, readings_from_descriptor};
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// let readings = readings_from_descriptor(&spec, spec.descriptor(0)?);
/// let lbo = readings.iter().find(|reading| reading.field.id == FieldId::Lbo).unwrap();
/// assert_eq!((lbo.raw, lbo.value.as_str(), lbo.effect), (1, "16 B", Effect::Unused));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn readings_from_descriptor(spec: &Spec, descriptor: Descriptor) -> Vec<FieldReading> {
    let carry_value =
        Descriptor::fields(descriptor.chip()).iter().rev().filter(|field| field.fixed.is_none());
    carry_value.map(|field| reading(spec, *field, descriptor.get(field.id))).collect()
}

/// The values that a repair would set, in short form.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, FieldId, Said};
/// use swizzle_text::needs_from_mended;
/// use swizzle_infer::spec_from_said;
/// let [held, mended] = [8, 64].map(|sbo| Descriptor::new(Arch::Wgmma, 0x4000_0000_0001_0040).with(FieldId::Sbo, sbo));
/// let spec = spec_from_said(&Said::default().with_given(held))?;
/// assert_eq!(needs_from_mended(&spec, held, mended), [(FieldId::Sbo, "needs 1024".into())]);
/// assert_eq!(needs_from_mended(&spec, held, Descriptor::new(Arch::Tcgen05, 0)), []);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn needs_from_mended(spec: &Spec, held: Descriptor, mended: Descriptor) -> Vec<(FieldId, String)> {
    // On another architecture the same bits are different fields.
    if held.arch() != mended.arch() {
        return Vec::new();
    }
    let after = spec.with_given_at(mended, spec.place());
    readings_from_descriptor(&after, mended)
        .into_iter()
        .filter(|reading| reading.raw != held.get(reading.field.id))
        .map(|reading| {
            let value = reading.value.trim_end_matches(" B");
            (reading.field.id, format!("needs {value}"))
        })
        .collect()
}

/// The XOR of a mode on an address, in bits: `address bits 4–6 ^= bits 7–9`.
fn xor_on_address_text(swizzle: Swizzle) -> String {
    let xor = swizzle.xor();
    let (to, from) = (xor.base, xor.base + xor.shift);
    match xor.bits {
        0 => "no XOR: addresses are unchanged".into(),
        1 => format!("address bit {to} ^= bit {from}"),
        bits => format!("address bits {to}–{} ^= bits {from}–{}", to + bits - 1, from + bits - 1),
    }
}

fn reading(spec: &Spec, field: Field, raw: u64) -> FieldReading {
    let plain = FieldReading {
        field,
        raw,
        value: raw.to_string(),
        effect: Effect::Used,
        meaning: String::new(),
        isa: None,
        measured: None,
    };
    let read = spec.read(spec.place());
    let mode = read.swizzle();
    match field.id {
        FieldId::Swizzle => {
            let isa = Some(field.meaning.into());
            if spec.unknown_swizzle().is_some() {
                let (value, meaning) = ("undefined".into(), "not a defined mode".into());
                FieldReading { value, effect: Effect::Invalid, meaning, isa, ..plain }
            } else {
                FieldReading { value: mode.name().into(), meaning: xor_on_address_text(mode), isa, ..plain }
            }
        }
        FieldId::BaseOffset => base_offset(spec, mode, plain),
        FieldId::LboMode => FieldReading {
            value: read.params().lbo_mode.name().into(),
            meaning: match read.params().lbo_mode {
                LboMode::Relative => "LBO is a distance".into(),
                LboMode::Absolute => "LBO is the address of a second chunk".into(),
            },
            isa: Some("1 only for a 48-byte K, on sm_103a".into()),
            measured: Some("not run on hardware".into()),
            ..plain
        },
        FieldId::Sbo => stride(spec, Stride::Sbo, plain),
        FieldId::Lbo => stride(spec, Stride::Lbo, plain),
        // Nothing in the tile decides which half of a table it selects.
        FieldId::LutHalf => FieldReading {
            meaning: field.meaning.into(),
            isa: Some(field.source.into()),
            measured: Some("not run on hardware".into()),
            ..plain
        },
        FieldId::Start => start(spec, plain),
        // They carry no value.
        FieldId::Reserved14 | FieldId::Reserved30 | FieldId::Fixed46 | FieldId::Reserved => plain,
    }
}

fn base_offset(spec: &Spec, mode: Swizzle, plain: FieldReading) -> FieldReading {
    let (boundary, raw) = (mode.pattern_bytes(), plain.raw);
    let pattern = spec.tile().pattern_of_stage(spec.place().stage);
    let needed = base_offset_from_pattern(mode, pattern);
    let has_phase = mode != Swizzle::None;
    let meaning = match spec.said().tile.pattern_bytes {
        _ if !has_phase => "no XOR, so there is no phase to shift".into(),
        _ if u64::from(needed) != raw => format!("the tile’s pattern needs {needed}"),
        None if raw == 0 => format!("pattern on a {boundary}-byte boundary"),
        _ if pattern.is_multiple_of(boundary) => format!("0x{pattern:x} is a {boundary}-byte boundary"),
        _ => format!("(0x{pattern:x} >> 7) & 7 = {raw}"),
    };
    let does = match mode.xor().bits {
        0 => "ignores it",
        1 => "subtracts it from the phase; only its lowest bit matters",
        2 => "subtracts it from the phase; only its two lowest bits matter",
        _ => "subtracts it from the phase",
    };
    let run = if spec.reader().arch.is_measured() { "an" } else { "not run on hardware; wgmma on an" };
    FieldReading {
        effect: if has_phase { Effect::Used } else { Effect::Unused },
        meaning,
        isa: has_phase.then(|| format!("(pattern origin >> 7) & 7; 0 on a {boundary}-byte boundary")),
        measured: Some(format!("{run} H200 {does}")),
        ..plain
    }
}

fn stride(spec: &Spec, stride: Stride, plain: FieldReading) -> FieldReading {
    let StrideMeaning { isa, measured, span } = stride_meaning_of(spec, stride);
    let bytes = bytes_from_field(plain.raw as u16);
    let is_address = stride == Stride::Lbo && spec.read(spec.place()).params().lbo_mode == LboMode::Absolute;
    let (effect, meaning) = if spec.is_read_by_instruction(stride) {
        (Effect::Used, span)
    } else {
        (Effect::Unused, format!("would be {span}"))
    };
    FieldReading {
        value: if is_address { format!("0x{bytes:x}") } else { format!("{bytes} B") },
        effect,
        meaning,
        isa: Some(isa),
        // A form that no instruction supports has not been measured.
        measured: spec.has_legal_form().then_some(measured),
        ..plain
    }
}

fn start(spec: &Spec, plain: FieldReading) -> FieldReading {
    let (own, first) = (spec.start_bytes(spec.place()), spec.layout().start_bytes());
    let moved = spec.space().wrapped(own.wrapping_sub(first));
    let held = bytes_from_field(plain.raw as u16);
    let Coord { mn, k } = spec.first_element(spec.place());
    FieldReading {
        value: format!("0x{held:x}"),
        meaning: if held != own {
            format!("expected 0x{own:x}, the address of element ({mn}, {k})")
        } else if moved == 0 {
            "the tile’s first element".into()
        } else if mn == 0 {
            format!("0x{first:x} + {moved}: K from {k}")
        } else {
            let letter = spec.reader().operand.mn_letter();
            format!("0x{first:x} + {moved}: {letter} from {mn}, K from {k}")
        },
        isa: Some(plain.field.meaning.into()),
        ..plain
    }
}

#[cfg(test)]
mod tests;
