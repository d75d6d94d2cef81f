//! A call of a function that sets up a matrix descriptor: `make_smem_desc(SWIZZLE_128B, smem_a, 8 * 128, 0)`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::hardware::{
    ADDRESS_BYTES, Arch, Element, FIELD_VALUES, LboMode, Major, field_from_bytes,
};
use crate::paste::argument::{self, Modes, Read};
use crate::paste::builder_table::{BUILDERS, Builder, Parameter, Says};
use crate::paste::built;
use crate::paste::call::{Argument, Call, call_at, is_definition, places};
use crate::paste::chain;
use crate::paste::derived_builder;
use crate::paste::expression::Variable;
use crate::paste::operand::operand_of;
use crate::paste::parts::{self, Parts};
use crate::paste::pasted::{PasteChoice, PasteError, Pasted, short};
use crate::state::Shown;

/// Reads the calls of a text; none where it has none that says a field.
pub(super) fn read(
    text: &str,
    choice: &PasteChoice,
    context: &Shown,
) -> Option<Result<Pasted, PasteError>> {
    let mut names: Vec<&str> = [chain::SMEM].into();
    names.extend(derived_builder::NAMES);
    names.extend(BUILDERS.iter().flat_map(|builder| builder.names));
    names.sort_unstable();
    names.dedup();
    if places(text, &names).is_empty() {
        return None;
    }
    let bare = built::without_comments(text);
    let variables = built::variables(&bare);
    let mut all = found(&bare, &places(&bare, &names), &variables, choice);
    all.sort_by_key(|(at, ..)| *at);
    let wanted = |(_, _, parts): &&(usize, String, Parts)| {
        choice.operand.is_some() && parts.operand == choice.operand
    };
    let (at, what, mut parts) = all.iter().find(wanted).or(all.first())?.clone();
    let other = all.iter().find(|(other, ..)| *other != at);
    if let Some((_, other, said)) = other {
        let why = match said.operand {
            Some(operand) if Some(operand) != parts.operand => {
                format!(
                    "is operand {}'s, and was left out",
                    crate::hardware::Named::name(operand)
                )
            }
            _ => "stands here, too, and was left out".into(),
        };
        parts.notice(other, why);
    }
    let mut answer = parts::pasted(parts, &what, choice, context);
    if let Ok(pasted) = &mut answer {
        for (_, _, said) in &all {
            if let Some(operand) = said.operand.filter(|_| other.is_some()) {
                let label = format!("operand {}", crate::hardware::Named::name(operand));
                let other = PasteChoice {
                    operand: Some(operand),
                    ..*choice
                };
                let is_new = pasted.others.iter().all(|(known, _)| *known != label);
                if is_new && Some(operand) != pasted.shown.said.reader.operand {
                    pasted.others.push((label, other));
                }
            }
        }
    }
    Some(answer)
}

/// Each call with where it stands, what it is, and what it says.
fn found(
    text: &str,
    places: &[(usize, &str)],
    variables: &[Variable],
    choice: &PasteChoice,
) -> Vec<(usize, String, Parts)> {
    let mut all: Vec<(usize, String, Parts)> = Vec::new();
    let mut add = |at: usize, what: String, parts: Parts| {
        let says = parts.has_field() || parts.arch.is_some() && parts.tile.major.is_some();
        if says && all.iter().all(|(known, ..)| *known != at) {
            all.push((at, what, parts));
        }
    };
    for (at, name) in places {
        let builders = BUILDERS.iter().filter(|one| one.names.contains(name));
        let Some(call) = call_at(text, *at, name).filter(|call| !is_definition(call)) else {
            continue;
        };
        if let Some(builder) = builders.into_iter().find(|one| (one.is_one)(&call)) {
            let said = said(builder, &call, text, variables, choice);
            add(call.at.start, what(&call, builder.whose), said);
        }
    }
    for (call, whose, parts) in derived_builder::found(text, variables) {
        add(call.at.start, what(&call, whose), parts);
    }
    for (at, what, parts) in chain::found(text, variables) {
        add(at, what, parts);
    }
    all
}

fn what(call: &Call<'_>, whose: &str) -> String {
    format!("a call of {} (arguments as in {whose})", short(call.path))
}

/// What a call says.
fn said(
    builder: &Builder,
    call: &Call<'_>,
    text: &str,
    variables: &[Variable],
    choice: &PasteChoice,
) -> Parts {
    let mut parts = Parts {
        arch: builder.arch,
        ..Parts::default()
    };
    let arch = choice.arch.or(builder.arch);
    list(
        &mut parts,
        builder.template,
        &call.template,
        arch,
        variables,
    );
    list(
        &mut parts,
        builder.arguments,
        &call.arguments,
        arch,
        variables,
    );
    // All of them write 0 where they have no argument for it.
    parts.base_offset = parts.base_offset.or(Some(0));
    let label = call.arguments.first().map_or("", |first| first.text);
    parts.operand = operand_of(assigned(text, call.at.start)).or_else(|| operand_of(label));
    parts
}

/// The name that what stands at a place is assigned to.
pub(super) fn assigned(text: &str, at: usize) -> &str {
    let before = text[..at].trim_end();
    let Some(left) = before.strip_suffix('=') else {
        return "";
    };
    let left = left.trim_end_matches([':', ' ']);
    let is_name = |c: char| crate::paste::call::is_name(c) || matches!(c, '[' | ']' | '.');
    &left[left.trim_end_matches(is_name).len()..]
}

/// Arguments against their parameters: by name where they have one, else in order.
fn list(
    parts: &mut Parts,
    parameters: &[Parameter],
    arguments: &[Argument<'_>],
    arch: Option<Arch>,
    variables: &[Variable],
) {
    let mut is_said = Vec::from_iter(parameters.iter().map(|_| false));
    let mut next = 0;
    for argument in arguments {
        let index = match argument.name {
            Some(name) => {
                let name = name.to_ascii_lowercase();
                parameters.iter().position(|one| one.name == name)
            }
            None => {
                next += 1;
                (next <= parameters.len()).then(|| next - 1)
            }
        };
        match index {
            Some(index) => {
                is_said[index] = true;
                say(
                    parts,
                    parameters[index].says,
                    argument.text,
                    arch,
                    variables,
                );
            }
            None => parts.notice(argument.name.unwrap_or(argument.text), "was not read"),
        }
    }
    for (parameter, is_said) in parameters.iter().zip(is_said) {
        if let Some(value) = parameter.default.filter(|_| !is_said) {
            say(parts, parameter.says, &format!("{value}"), arch, variables);
        }
    }
}

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
            format!("{value} {unit} do not fit: the field keeps {field}"),
        );
    } else if is_bytes && !value.is_multiple_of(16) {
        let why = format!(
            "{value} bytes are divided by 16 here, and the rest is lost: the field holds {field}"
        );
        parts.notice(name, why);
    }
    Some(field)
}

/// A type of a width: what is shown, where it has it.
fn width(parts: &mut Parts, value: Read<u64>, bits: u64) {
    if let Read::Known(value) = value {
        parts.tile.element = element_of_bits(value.saturating_mul(bits));
    }
}

/// The type that stands for a width where nothing else is said.
pub(super) const fn element_of_bits(bits: u64) -> Option<Element> {
    match bits {
        32 => Some(Element::Tf32),
        16 => Some(Element::Bf16),
        8 => Some(Element::E4m3),
        4 => Some(Element::E2m1Packed),
        _ => None,
    }
}
