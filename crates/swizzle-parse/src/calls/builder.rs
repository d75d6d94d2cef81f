//! A call of a function that sets up a matrix descriptor: `make_smem_desc(SWIZZLE_128B, smem_a, 8 * 128, 0)`.

use std::ops::Range;

use crate::calls::builder_table::{BUILDERS, Builder, Parameter};
use crate::calls::call::{Argument, Call, call_at, is_definition, places};
use crate::calls::chain;
use crate::calls::derived_builder;
use crate::code::built;
use crate::code::comments::without_comments;
use crate::code::expression::Variable;
use crate::fields::parts::{self, Parts};
use crate::numbers::operand::operand_of;
use crate::pasted::{PasteChoice, PasteError, Pasted, short};
use crate::say::{assigned, say};
use crate::words::rest;
use swizzle_core::hardware::Arch;
use swizzle_view::state::Shown;

/// Reads the calls of a text; none where it has none that says a field.
pub(crate) fn read(
    text: &str,
    choice: &PasteChoice,
    context: &Shown,
) -> Option<Result<Pasted, PasteError>> {
    let names = names();
    if places(text, &names).is_empty() {
        return None;
    }
    let bare = without_comments(text);
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
                    "is operand {}'s; it was ignored",
                    swizzle_core::hardware::Named::name(operand)
                )
            }
            _ => "is also here; it was ignored".into(),
        };
        parts.notice(other, why);
    }
    let mut answer = parts::pasted(parts, &what, choice, context);
    if let Ok(pasted) = &mut answer {
        for (_, _, said) in &all {
            if let Some(operand) = said.operand.filter(|_| other.is_some()) {
                let label = format!("operand {}", swizzle_core::hardware::Named::name(operand));
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

/// The ranges of these calls in the text.
pub(crate) fn taken(text: &str) -> Vec<Range<usize>> {
    rest::calls(text, &names())
}

/// The functions, and what their chains begin with.
fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = [chain::SMEM].into();
    names.extend(derived_builder::NAMES);
    names.extend(BUILDERS.iter().flat_map(|builder| builder.names));
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

/// Returns the values that a call specifies.
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

/// Arguments against their parameters: by name where they have one, otherwise in order.
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
