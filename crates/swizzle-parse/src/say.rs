//! Values of the descriptor and of its tile that one argument of a builder specifies.

use crate::calls::argument::{self, Modes, Read};
use crate::calls::builder_table::Says;
use crate::fields::parts::Parts;
use crate::syntax::value::Variable;
use swizzle_core::hardware::{
    ADDRESS_BYTES, Arch, Element, FIELD_VALUES, LboMode, Major, field_from_bytes,
};

/// One argument's value.
pub(super) fn say(
    parts: &mut Parts,
    says: Says,
    text: &str,
    arch: Option<Arch>,
    variables: &[Variable],
) {
    let number = || argument::number(text, variables);
    match says {
        Says::Nothing => {}
        Says::Pointer => {
            parts.tile.element = argument::pointed_at(text).or(parts.tile.element);
            if let Read::Known(bytes) = number()
                && text != "nullptr"
            {
                parts.start_field = field(parts, "start", bytes, true);
            }
        }
        Says::StartUnits => {
            if let Read::Known(units) = number() {
                parts.start_field = field(parts, "start", units, false);
            }
        }
        Says::LboBytes => parts.lbo_field = stride(parts, "LBO", number(), true),
        Says::LboUnits => parts.lbo_field = stride(parts, "LBO", number(), false),
        Says::SboBytes => parts.sbo_field = stride(parts, "SBO", number(), true),
        Says::SboUnits => parts.sbo_field = stride(parts, "SBO", number(), false),
        Says::BaseOffset => match number() {
            Read::Known(value) => parts.base_offset = Some((value & 7) as u8),
            Read::Unknown(name) => parts.unknown("base offset", &name),
        },
        Says::LboMode => match number() {
            Read::Known(value) => {
                let is_absolute = value != 0;
                parts.lbo_mode = Some(match is_absolute {
                    true => LboMode::Absolute,
                    false => LboMode::Relative,
                });
            }
            Read::Unknown(name) => parts.unknown("LBO mode", &name),
        },
        Says::Swizzle(modes) => {
            let text = if modes == Modes::Bytes && text == "None" {
                "0"
            } else {
                text
            };
            if let (Modes::Descriptor, None, Read::Known(code @ 1..8)) = (modes, arch, number()) {
                parts.open_code = Some(code as u8);
            }
            match argument::swizzle(text, modes, arch, variables) {
                Read::Known(mode) => parts.swizzle = Some(mode),
                Read::Unknown(name) => parts.unknown("swizzle", &name),
            }
        }
        Says::ElementBytes => width(parts, number(), 8),
        Says::ElementBits => width(parts, number(), 1),
        Says::Major => match argument::major(text) {
            Some(major) => parts.tile.major = Some(major),
            None => parts.unknown("major", text),
        },
        Says::IsKMajor => match number() {
            Read::Known(0) => parts.tile.major = Some(Major::Mn),
            Read::Known(_) => parts.tile.major = Some(Major::K),
            Read::Unknown(name) => parts.unknown("major", &name),
        },
    }
}

fn stride(parts: &mut Parts, name: &str, value: Read<u64>, is_bytes: bool) -> Option<u16> {
    match value {
        Read::Known(value) => field(parts, name, value, is_bytes),
        Read::Unknown(value) => {
            parts.unknown(name, &value);
            None
        }
    }
}

/// The field of a value as these functions encode it: the low four bits of bytes and what is above the field are cut off.
pub(super) fn field(parts: &mut Parts, name: &str, value: u64, is_bytes: bool) -> Option<u16> {
    let (field, end) = match is_bytes {
        true => (field_from_bytes(value as u32), u64::from(ADDRESS_BYTES)),
        false => (
            (value & u64::from(FIELD_VALUES - 1)) as u16,
            u64::from(FIELD_VALUES),
        ),
    };
    if value >= end {
        let unit = if is_bytes {
            "bytes"
        } else {
            "units of 16 bytes"
        };
        parts.notice(
            name,
            format!("{value} {unit} do not fit; the field contains {field}"),
        );
    } else if is_bytes && !value.is_multiple_of(16) {
        let why = format!(
            "{value} bytes are divided by 16 here, and the remainder is lost; the field contains {field}"
        );
        parts.notice(name, why);
    }
    Some(field)
}

/// Sets the element type from its width; the shown type stays where the width is unknown or no type has it.
fn width(parts: &mut Parts, value: Read<u64>, bits: u64) {
    if let Read::Known(value) = value {
        parts.tile.element = element_of_bits(value.saturating_mul(bits));
    }
}

/// The type that stands for a width where nothing else is specified.
pub(super) const fn element_of_bits(bits: u64) -> Option<Element> {
    match bits {
        32 => Some(Element::Tf32),
        16 => Some(Element::Bf16),
        8 => Some(Element::E4m3),
        4 => Some(Element::E2m1Packed),
        _ => None,
    }
}
