//! A call of a function that sets up a matrix descriptor: `make_smem_desc(SWIZZLE_128B, smem_a, 8 * 128, 0)`.

use super::*;
use std::sync::LazyLock;

/// Reads the calls of a text; none where it has none that says a field.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let bare = without_comments(text);
    let calls = placed(&bare);
    if calls.is_empty() {
        return None;
    }
    let variables = source::variables(&bare);
    let all = found(&bare, &calls, &variables, choice);
    let wanted = |(_, parts): &&(String, Parts)| choice.operand.is_some() && parts.operand == choice.operand;
    let shown = all.iter().position(|one| wanted(&one)).unwrap_or(0);
    let (what, mut parts) = all.get(shown)?.clone();
    let other = all.get(usize::from(shown == 0));
    if let Some((other, said)) = other {
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
            Some(arch) => {
                (parts.arch, parts.swizzle) = (Some(arch), Some(swizzle_from_code(arch, code)));
            }
            None => return Some(ask_arch(&what, code, choice)),
        }
    }
    let mut answer = parts::pasted(parts, &what, choice, context);
    if let Ok(pasted) = &mut answer {
        for (_, said) in &all {
            if let Some(operand) = said.operand {
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
    let bare = without_comments(text);
    placed(&bare).into_iter().map(|call| call.whole).collect()
}

/// The question for which family a call is written, where its function is not in the text and the code has two meanings.
fn ask_arch(what: &str, code: u8, choice: &PasteChoice) -> Answer {
    let reading = |arch: &Arch| {
        let mode = swizzle_from_code(*arch, code).map_or("?", |mode| mode.name());
        choice.reading(format!("{}, swizzle {mode}", arch.name()), *arch)
    };
    ask(
        0..0,
        format!(
            "This is {what}, and swizzle code {code} differs between wgmma and tcgen05. Which one is it?"
        ),
        Arch::ALL.iter().map(reading).collect(),
    )
}

/// The calls that are read here: of known functions, and of others whose name says that they make a descriptor. A function that
/// the text itself defines is followed instead.
fn placed(text: &str) -> Vec<Call<'_>> {
    let mut all = calls(text, &format!("desc Desc DESC {}", *NAMES));
    all.retain(|call| !call.is_own && (call.is_one_of(&NAMES) || is_maker(call)));
    all.truncate(CALLS_MAX);
    // What is given to one of them is a part of it.
    let mut end = 0;
    all.retain(|call| {
        let is_outside = call.at.start >= end;
        end = end.max(call.at.end);
        is_outside
    });
    all
}

/// Calls that are looked at: more than a kernel has.
const CALLS_MAX: usize = 64;

/// A name such as `create_umma_desc`, which no row of the table has.
fn is_maker(call: &Call<'_>) -> bool {
    let lower = last_name(&call.name).to_ascii_lowercase();
    let has = |all: &str| has_any(&lower, all);
    let mut names = call.arguments.iter().filter_map(|one| one.name);
    has("desc")
        && !has("instr idesc inst_ tensor tma sf_ print prefetch")
        && (has("make create build encode init get")
            || names.any(|name| is_in("lbo sbo", name) || has_any(name, "leading stride")))
}

/// What a call of an unknown function says: the pointer, LBO and SBO, the code of a mode; its name may say major and family.
fn of_maker(call: &Call<'_>, variables: &[Variable], choice: &PasteChoice) -> Option<Parts> {
    const NAMES: [(&str, &str); 4] = [
        ("pointer", "addr ptr start smem"),
        ("lbo", "lead lbo ldo"),
        ("sbo", "stride sbo sdo"),
        ("mode", "swizzle layout mode"),
    ];
    let lower = call.path.to_ascii_lowercase();
    let is_mn = has_any(&lower, "mn_major mnmajor");
    let is_k = has_any(&lower, "k_major kmajor");
    let major = is_mn.then_some(Major::Mn).or(is_k.then_some(Major::K));
    // By name where there is one, otherwise in the order of most helpers.
    let mut named = call.clone();
    for name in named.arguments.iter_mut().flat_map(|one| &mut one.name) {
        let lower = name.to_ascii_lowercase();
        let known = NAMES.iter().find(|(_, parts)| has_any(&lower, parts));
        *name = known.map_or(*name, |(known, _)| known);
    }
    let (given, _) = bound("pointer lbo sbo mode", &named.arguments);
    let text = |name: &str| Some(given.iter().find(|one| one.name == name)?.text);
    let number = |text: &str| number_or_name(text, variables).ok();
    let pointer = text("pointer")?;
    let is_pointer = number(pointer).is_none() || pointer.starts_with("0x");
    let strides: Vec<u64> = ["lbo", "sbo"].into_iter().filter_map(|name| number(text(name)?)).collect();
    let has_mode = call.template.len() == 1 && major.is_some();
    if !is_pointer || !(strides.len() == 2 || has_mode && strides.len() == 1) {
        return None;
    }
    named.template.truncate(usize::from(has_mode));
    let (arguments, unit) = if strides.iter().all(|one| one.is_multiple_of(16)) {
        let column = "pointer:pointer lbo:lbo_bytes sbo:sbo_bytes mode:code";
        (column, StrideUnit::Bytes)
    } else {
        ("pointer:pointer lbo:lbo sbo:sbo mode:code", StrideUnit::Units)
    };
    let row =
        Builder { arch: arch_of_types(call.path), template: "width:width", arguments, ..Builder::default() };
    let mut parts = said(&row, &named, "", variables, choice);
    parts.tile.major = major;
    let unit = unit.text();
    let why = format!(
        "is not in this text; its arguments are read as the address, LBO and SBO in {unit}, and the swizzle"
    );
    parts.notice(last_name(&call.name), why);
    Some(parts)
}

/// The functions.
static NAMES: LazyLock<String> = LazyLock::new(|| joined(BUILDERS.iter().map(|builder| builder.names), " "));

/// Each call: its description, and its parts.
fn found(
    text: &str,
    calls: &[Call<'_>],
    variables: &[Variable],
    choice: &PasteChoice,
) -> Vec<(String, Parts)> {
    let of_call = |call: &Call<'_>| {
        let of_table = BUILDERS
            .iter()
            .find(|builder| builder.is_of(call))
            .map(|builder| (what(call, builder.whose), said(builder, call, text, variables, choice)));
        let says = |(_, parts): &(String, Parts)| parts.has_field() || parts.tile.major.is_some();
        let of_maker = || {
            let parts = of_maker(call, variables, choice).filter(|_| !call.is_one_of(&NAMES))?;
            Some((format!("a call of {}", short(call.path)), parts))
        };
        let (what, mut parts) = of_table.filter(says).or_else(of_maker).filter(says)?;
        let label = call.arguments.first().map_or("", |first| first.text);
        parts.operand = operand_of(call.assigned).or_else(|| operand_of(label));
        Some((what, parts))
    };
    calls.iter().filter_map(of_call).collect()
}

fn what(call: &Call<'_>, whose: &str) -> String {
    if call.is_chain() {
        format!("a chain of {} (as in {whose})", call.path)
    } else {
        format!("a call of {} (arguments as in {whose})", short(call.path))
    }
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
        is_tile: builder.body.starts_with("tile"),
        ..Parts::default()
    };
    let arch = choice.arch.or(parts.arch);
    let arguments = if call.is_chain() { &call.methods } else { &call.arguments };
    let mut own = Vec::new();
    for (column, arguments) in [(builder.template, &call.template), (builder.arguments, arguments)] {
        let (given, left) = bound(column, arguments);
        for Given { name, means, text } in given {
            say(&mut parts, means, text, arch, variables);
            own.push((name, text));
        }
        left.into_iter().for_each(|one| parts.notice(one, "was not read"));
    }
    // A tile that is MN-major is given as K × N.
    if builder.arguments.contains(":written") && parts.tile.major == Some(Major::Mn) {
        std::mem::swap(&mut parts.tile.mn, &mut parts.tile.k);
    }
    // An atom may have a name of the text's own.
    if [":atom", ":transforms"].iter().any(|one| builder.arguments.contains(one)) && parts.swizzle.is_none() {
        say(&mut parts, "atom", text, arch, variables);
        say(&mut parts, "transforms", text, arch, variables);
    }
    // The shape of a buffer is in its type.
    let shape = text.split_once("memdesc<").and_then(|(_, shape)| with_type(first_name(shape)));
    if let Some(([mn, k, stages], element)) = shape {
        let (mn, k, element) = (Some(mn), Some(k), Some(element));
        let stages = Some(stages).filter(|stages| *stages > 1);
        parts.tile = SaidTile { mn, k, stages, element, ..parts.tile };
    }
    work_out(builder.body, &own, &mut parts, variables);
    // All of them write 0 where they have no argument for it.
    parts.fields.insert(0, (FieldId::BaseOffset, 0));
    parts
}

/// Says what the body of a function works out of its arguments and of the tile that they say; one that is not known is named.
fn work_out(body: &str, own: &[(&str, &str)], parts: &mut Parts, variables: &[Variable]) {
    let known = own.iter().filter_map(|(name, text)| {
        let value = number_or_name(text, variables).ok()?;
        Some(Variable::known(name, value))
    });
    let SaidTile { mn, k, element, .. } = parts.tile;
    let of_tile = [
        ("is_k", Some(u32::from(parts.tile.major == Some(Major::K)))),
        ("mn", mn),
        ("k", k),
        ("bytes", element.map(|element| element.slot_bits() / 8)),
    ];
    let of_tile = of_tile.into_iter().filter_map(|(name, value)| Some(Variable::known(name, value?.into())));
    let known: Vec<Variable> = known.chain(of_tile).collect();
    for (means, expression) in body.split("; ").filter_map(|part| part.split_once(" = ")) {
        let mut unknown = Vec::new();
        let value = evaluated(expression, &known, &mut unknown).and_then(Known::number);
        let missing = own.iter().find(|(name, _)| unknown.contains(&(*name).into()));
        let text = match value {
            Some(value) => value.to_string(),
            None => missing.map_or("", |(_, text)| text).into(),
        };
        let arch = parts.arch;
        say(parts, means, &text, arch, &[]);
    }
}
