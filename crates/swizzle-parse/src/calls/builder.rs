//! A call of a function that sets up a matrix descriptor: `make_smem_desc(SWIZZLE_128B, smem_a, 8 * 128, 0)`.

use std::ops::Range;

use crate::calls::argument::{self, Modes, Read};
use crate::calls::builder_table::{BUILDERS, Builder, Says, parameters};
use crate::calls::call::{Argument, Call, call_at, is_definition, is_name, places};
use crate::calls::chain;
use crate::calls::derived_builder;
use crate::code::built;
use crate::code::comments::without_comments;
use crate::fields::members::arch_of_types;
use crate::fields::parts::{self, Parts};
use crate::numbers::operand::operand_of;
use crate::pasted::{Answer, PasteChoice, ask, other_operand, short};
use crate::say::{assigned, say};
use crate::syntax::value::Variable;
use crate::tokens::is_in;
use crate::words::rest;
use swizzle_core::descriptor::swizzle_from_code;
use swizzle_core::hardware::{Arch, Major, Named as _};
use swizzle_view::state::Shown;

/// Reads the calls of a text; none where it has none that says a field.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    if placed(text).is_empty() {
        return None;
    }
    let bare = without_comments(text);
    let variables = built::variables(&bare);
    let mut all = found(&bare, &placed(&bare), &variables, choice);
    all.sort_by_key(|(at, ..)| *at);
    let wanted = |(_, _, parts): &&(usize, String, Parts)| {
        choice.operand.is_some() && parts.operand == choice.operand
    };
    let (at, what, mut parts) = all.iter().find(wanted).or(all.first())?.clone();
    let other = all.iter().find(|(other, ..)| *other != at);
    if let Some((_, other, said)) = other {
        let why = match said.operand {
            Some(operand) if Some(operand) != parts.operand => {
                format!("is operand {}'s; it was ignored", operand.name())
            }
            _ => "is also here; it was ignored".into(),
        };
        parts.notice(other, why);
    }
    if let Some(code) = parts.open_code.filter(|_| context.said.arch().is_none()) {
        match arch_of_code(code) {
            Some(arch) => parts.set_mode(arch, code),
            None => return Some(ask_arch(&what, code, choice)),
        }
    }
    let mut answer = parts::pasted(parts, &what, choice, context);
    if let Ok(pasted) = &mut answer {
        for (_, _, said) in &all {
            if let Some(operand) = said.operand.filter(|_| other.is_some()) {
                let one = other_operand(operand, choice);
                let is_shown = Some(operand) == pasted.shown.said.reader.operand;
                if !is_shown && !pasted.others.contains(&one) {
                    pasted.others.push(one);
                }
            }
        }
    }
    Some(answer)
}

/// The ranges of these calls in the text.
pub(crate) fn taken(text: &str) -> Vec<Range<usize>> {
    rest::calls_at(text, placed(text))
}

/// The family in which alone a code of a swizzle mode is defined.
fn arch_of_code(code: u8) -> Option<Arch> {
    let mut all = Arch::ALL
        .iter()
        .filter(|arch| swizzle_from_code(**arch, code).is_ok());
    all.next().copied().filter(|_| all.next().is_none())
}

/// The question for which family a call is written, where its function is not in the text and the code has two meanings.
fn ask_arch(what: &str, code: u8, choice: &PasteChoice) -> Answer {
    let reading = |arch: &Arch| {
        let mode = swizzle_from_code(*arch, code).map_or("?", |mode| mode.name());
        let choice = PasteChoice {
            arch: Some(*arch),
            ..*choice
        };
        (format!("{}, swizzle {mode}", arch.name()), choice)
    };
    ask(
        0..0,
        format_args!(
            "This is {what}, and swizzle code {code} differs between wgmma and tcgen05. Which one is it?"
        ),
        Arch::ALL.iter().map(reading).collect(),
    )
}

/// The places of calls that are read here: of known functions, and of others whose name says that they make a descriptor. A
/// function that the text itself defines is followed instead.
fn placed(text: &str) -> Vec<(usize, &str)> {
    let names = names();
    let mut all = places(text, &names);
    all.extend(
        makers(text)
            .filter(|(_, name)| !names.contains(name))
            .take(MAKERS_MAX),
    );
    if !all.is_empty() {
        let own = built::own_functions(text);
        all.retain(|(_, name)| !own.contains(name));
    }
    all.sort_by_key(|(at, _)| *at);
    all
}

const MAKERS_MAX: usize = 16;
const MAKER_LENGTH_MAX: usize = 160;

/// Calls by a name such as `create_umma_desc`, which no row of the table has.
fn makers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let opens = text.match_indices('(').map(|(at, _)| at);
    opens.filter_map(move |open| {
        // Template arguments and names are looked at as far as they are short.
        let from = text[..open].floor_char_boundary(open.saturating_sub(MAKER_LENGTH_MAX));
        let before = text[from..open].trim_end();
        let before = match before.ends_with('>') {
            true => &before[..before.rfind('<')?],
            false => before,
        };
        let start = before.trim_end_matches(is_name).len();
        let name = &before[start..];
        let at = from + start;
        let lower = name.to_ascii_lowercase();
        let has = |all: &[&str]| all.iter().any(|one| lower.contains(one));
        let has_stride = || {
            let end = text.floor_char_boundary(open + MAKER_LENGTH_MAX);
            let inside = text[open..end].split(')').next().unwrap_or_default();
            ["lbo=", "leading", "sbo=", "stride"]
                .iter()
                .any(|one| inside.contains(one))
        };
        let is_one = has(&["desc"])
            && !has(&[
                "instr", "idesc", "inst_", "tensor", "tma", "sf_", "print", "prefetch",
            ])
            && (has(&["make", "create", "build", "encode", "init", "get"]) || has_stride());
        is_one.then_some((at, name))
    })
}

/// What a call of an unknown function says: the pointer, LBO and SBO, the code of a mode; its name may say major and family.
fn of_maker(call: &Call<'_>, name: &str, variables: &[Variable]) -> Option<Parts> {
    let lower = call.path.to_ascii_lowercase();
    let has = |all: &[&str]| all.iter().any(|one| lower.contains(one));
    let mut parts = Parts {
        base_offset: Some(0),
        ..Parts::default()
    };
    parts.arch = match () {
        () if has(&["sm100", "tcgen05", "umma", "blackwell"]) => Some(Arch::Tcgen05),
        () if has(&["sm90", "gmma", "hopper"]) => Some(Arch::Wgmma),
        () => None,
    };
    parts.tile.major = match () {
        () if has(&["mn_major", "mnmajor"]) => Some(Major::Mn),
        () if has(&["k_major", "kmajor"]) => Some(Major::K),
        () => None,
    };
    let number = |text: &str| match argument::number(text, variables) {
        Read::Known(value) => Some(value),
        Read::Unknown(_) => None,
    };
    // By name where there is one, otherwise in the order of most helpers.
    let named = |names: &[&str]| {
        let mut all = call.arguments.iter();
        all.position(|one| {
            let name = one.name.unwrap_or_default().to_ascii_lowercase();
            names.iter().any(|part| name.contains(part))
        })
    };
    let mut places = [
        named(&["addr", "ptr", "start", "smem"]),
        named(&["lead", "lbo", "ldo"]),
        named(&["stride", "sbo", "sdo"]),
        named(&["swizzle", "layout", "mode"]),
    ];
    let mut unnamed = (0..call.arguments.len()).filter(|at| call.arguments[*at].name.is_none());
    for place in places.iter_mut().filter(|place| place.is_none()) {
        *place = unnamed.next();
    }
    let text = |which: usize| places[which].map(|at| call.arguments[at].text);
    let pointer = text(0)?;
    let is_pointer = number(pointer).is_none() || pointer.starts_with("0x");
    let strides = [text(1), text(2)].map(|text| text.and_then(number));
    let has_mode = call.template.len() == 1 && parts.tile.major.is_some();
    let count = strides.iter().flatten().count();
    if !is_pointer || !(count == 2 || has_mode && count == 1) {
        return None;
    }
    let is_bytes = strides.iter().flatten().all(|one| one.is_multiple_of(16));
    let says = match is_bytes {
        true => [
            Says::Pointer,
            Says::LboBytes,
            Says::SboBytes,
            Says::Swizzle(Modes::Descriptor),
        ],
        false => [
            Says::Pointer,
            Says::LboUnits,
            Says::SboUnits,
            Says::Swizzle(Modes::Descriptor),
        ],
    };
    let arch = parts.arch;
    for (which, says) in says.into_iter().enumerate() {
        if let Some(value) = text(which) {
            say(&mut parts, says, value, arch, variables);
        }
    }
    let left = (0..call.arguments.len()).filter(|at| !places.contains(&Some(*at)));
    for at in left {
        parts.notice(call.arguments[at].text, "was not read");
    }
    if has_mode {
        let width = call.template[0].text;
        say(
            &mut parts,
            Says::Swizzle(Modes::Bytes),
            width,
            arch,
            variables,
        );
    }
    let unit = if is_bytes {
        "in bytes"
    } else {
        "in units of 16 bytes"
    };
    parts.notice(
        name,
        format!("is not in this text; its arguments are read as the address, LBO and SBO {unit}, and the swizzle"),
    );
    Some(parts)
}

/// The functions, and what their chains begin with.
fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = [chain::SMEM].into();
    names.extend(derived_builder::NAMES);
    names.extend(BUILDERS.iter().flat_map(|builder| builder.names.split(' ')));
    names.sort_unstable();
    names.dedup();
    names
}

/// Each call: its offset in the text, its description, and its parts.
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
    let known = names();
    for (at, name) in places {
        let builders = BUILDERS.iter().filter(|one| is_in(one.names, name));
        let Some(call) = call_at(text, *at, name).filter(|call| !is_definition(call)) else {
            continue;
        };
        if let Some(builder) = builders.into_iter().find(|one| (one.is_one)(&call)) {
            let said = said(builder, &call, text, variables, choice);
            add(call.at.start, what(&call, builder.whose), said);
        } else if !known.contains(name)
            && let Some(mut said) = of_maker(&call, name, variables)
        {
            let label = call.arguments.first().map_or("", |first| first.text);
            said.operand = operand_of(assigned(text, call.at.start)).or_else(|| operand_of(label));
            add(
                call.at.start,
                format!("a call of {}", short(call.path)),
                said,
            );
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

/// Returns the values that a call specifies.
fn said(
    builder: &Builder,
    call: &Call<'_>,
    text: &str,
    variables: &[Variable],
    choice: &PasteChoice,
) -> Parts {
    let mut parts = Parts {
        arch: builder.arch.or_else(|| arch_of_types(text)),
        ..Parts::default()
    };
    let arch = choice.arch.or(parts.arch);
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

/// Arguments against their parameters: by name where they have one, otherwise in order.
fn list(
    parts: &mut Parts,
    column: &'static str,
    arguments: &[Argument<'_>],
    arch: Option<Arch>,
    variables: &[Variable],
) {
    let parameters = parameters(column);
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
