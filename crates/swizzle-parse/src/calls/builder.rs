//! A call of a function that sets up a matrix descriptor: `make_smem_desc(SWIZZLE_128B, smem_a, 8 * 128, 0)`.

use super::*;
use std::sync::LazyLock;

/// Reads the calls of a text; none where it has none that says a field.
pub(crate) fn read_maker(
    text: &str,
    choice: &PasteChoice,
    context: &Shown,
    taken: &mut Vec<Span>,
) -> Option<Answer> {
    let bare = without_comments(text);
    let calls = placed(&bare);
    taken.extend(calls.iter().map(|call| call.whole.clone()));
    if calls.is_empty() {
        return None;
    }
    let variables = variables_of(&bare);
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
            // Its function is not in the text, and the code has two meanings.
            None => {
                let reading = |arch: &Arch| {
                    let mode = swizzle_from_code(*arch, code).map_or("?", |mode| mode.name());
                    choice.reading(format!("{}, swizzle {mode}", arch.name()), *arch)
                };
                let which = format!(
                    "This is {what}, and swizzle code {code} differs between wgmma and tcgen05. Which one is it?"
                );
                return Some(ask(0..0, which, Arch::ALL.iter().map(reading).collect()));
            }
        }
    }
    let mut answer = pasted_parts(parts, &what, choice, context);
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
            Some((format!("a call of {}", quoted(call.path)), parts))
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
        format!("a call of {} (arguments as in {whose})", quoted(call.path))
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

// Values of a builder's arguments: a mode, a type, a yes or no.

/// The swizzle mode of an argument, by name or by number; the code where it stands for no mode. Numbers are the codes of the
/// descriptor's field, those of `CUtensorMapSwizzle` (`map`), or bytes of a row, 0 and 16 for none (`width`).
pub(crate) fn swizzle(
    text: &str,
    modes: &str,
    arch: Option<Arch>,
    variables: &[Variable],
) -> Read<Result<Swizzle, UnknownSwizzleCode>> {
    if let Some(mode) = swizzle_named(text) {
        return Ok(Ok(mode));
    }
    let number = number_or_name(text, variables)?;
    let mode = match modes {
        "map" => TENSOR_MAP.get(number as usize).copied(),
        "code" if number < 8 => {
            return Ok(swizzle_from_code(arch.unwrap_or_default(), number as u8));
        }
        _ => by_bytes(number),
    };
    Ok(mode.ok_or(UnknownSwizzleCode((number & 7) as u8)))
}

/// The family in which alone a code of a swizzle mode is defined.
pub(crate) fn arch_of_code(code: u8) -> Option<Arch> {
    let mut all = Arch::ALL.iter().filter(|arch| swizzle_from_code(**arch, code).is_ok());
    all.next().copied().filter(|_| all.next().is_none())
}

/// The mode of so many bytes of a row.
pub(crate) const fn by_bytes(bytes: u64) -> Option<Swizzle> {
    match bytes {
        0 | 16 => Some(Swizzle::None),
        32 => Some(Swizzle::B32),
        64 => Some(Swizzle::B64),
        128 => Some(Swizzle::B128),
        _ => None,
    }
}

/// The mode that an enumerator names, with or without casts around it: `static_cast<uint8_t>(UMMA::LayoutType::SWIZZLE_64B)`.
pub(crate) fn swizzle_named(text: &str) -> Option<Swizzle> {
    let mut names = names(text).filter(|name| is_mode(name));
    swizzle_from_name(names.next_back()?).ok()
}

/// Whether a name is an enumerator of a mode: `SWIZZLE_128B_BASE32B`, `Swizzle64B`, `k32`, `B128`, `INTERLEAVE`, `None` of an enum.
fn is_mode(name: &str) -> bool {
    const WHOLE: &str = "b128 b64 b32 k128 k64 k32 k128b k64b k32b none knone interleave 128b 64b 32b inter";
    let name = name.to_ascii_lowercase();
    is_in(WHOLE, &name) || name.contains("swizzle") && has_any(&name, "128 64 32 none no")
}

/// The names in a text, each part of a path for itself.
pub(crate) fn names(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| !is_name(c)).filter(|name| !name.is_empty())
}

/// The last type that an argument names: `cutlass::bfloat16_t`, `Tcgen05ElementType::BF16`, `cute::Float8E4M3FN`.
pub(crate) fn element_in(text: &str) -> Option<Element> {
    names(text).rev().find_map(element_from_word)
}

/// The type that a pointer is cast to: `(half_t*)`, `reinterpret_cast<bfloat16_t const*>`.
fn pointed_at(text: &str) -> Option<Element> {
    text.match_indices('*').take(64).find_map(|(at, _)| {
        let before = text[..at].trim_end();
        element_from_word(last_name(before.strip_suffix("const").unwrap_or(before).trim_end()))
    })
}

/// The type of an accumulator.
pub(crate) fn accumulator(text: &str) -> Option<Accumulator> {
    let mut names = names(text).rev();
    names.find_map(|name| Accumulator::from_name(name_among(Accumulator::NAMES, name)).ok())
}

/// The contiguous dimension of an argument: `GMMA::Major::K`, `OperandMajorMode.MN`, `"k"`, or CUTLASS's 0 and 1.
pub(crate) fn major(text: &str) -> Option<Major> {
    names(text).rev().find_map(|name| {
        Some(match &*name.to_ascii_lowercase() {
            "k" | "0" | "k_major" => Major::K,
            "mn" | "m" | "n" | "1" | "mn_major" => Major::Mn,
            _ => return None,
        })
    })
}

/// The first atom of a text and the start of its name, as CuTe's types and the CuTe DSL's kinds call them.
/// Source: CUTLASS, `cute/atom/mma_traits_sm90_gmma.hpp` and `mma_traits_sm100.hpp`; CuTe DSL, `SmemLayoutAtomKind`.
pub(crate) fn atom(text: &str) -> Option<(usize, Major, Swizzle)> {
    let mut signs = text.match_indices('_').map(|(at, _)| at).take(4096);
    signs.find_map(|sign| {
        let before = text[..sign].trim_end_matches(|c: char| c.is_ascii_uppercase());
        let word = first_name(&text[before.len()..]);
        let name = word.trim_end_matches("_Bits").trim_end_matches("_Atom");
        let is_one = name.starts_with("K_") || name.starts_with("MN_");
        match meaning(&compared(is_one.then_some(name)?))? {
            Meaning::Layout(swizzle, major) => Some((before.len(), major, swizzle)),
            _ => None,
        }
    })
}

/// The type behind an atom: `K_SW128_Atom<bfloat16_t>`, or the argument behind a kind: `K_SW128, cutlass.BFloat16)`.
fn type_of_atom(text: &str) -> Option<Element> {
    let behind = &text[text.find(['<', ','])?..];
    let end = behind.find(['}', ')']).unwrap_or(behind.len());
    names(&behind[..end]).find_map(element_from_word)
}

/// One argument's value, by what it means in the columns of the tables: a `pointer` to the operand, or its address in bytes,
/// its `start` in units of 16 bytes, the strides in units or bytes, a mode by one of the numberings of [`swizzle`], the
/// `bytes` or `bits` of an element, the `major` by name or 0 for K. Anything else says nothing of the descriptor.
pub(crate) fn say(parts: &mut Parts, means: &str, text: &str, arch: Option<Arch>, variables: &[Variable]) {
    let number = || number_or_name(text, variables);
    match means {
        "pointer" | "start" => {
            let is_pointer = means == "pointer";
            if is_pointer {
                parts.tile.element = pointed_at(text).or(parts.tile.element);
            }
            if let Ok(value) = number()
                && !(is_pointer && text == "nullptr")
            {
                set(parts, (FieldId::Start, "start"), value, is_pointer);
            }
        }
        "lbo" | "lbo_bytes" | "sbo" | "sbo_bytes" | "base" | "mode" => {
            let field = match &means[..1] {
                "l" => (FieldId::Lbo, "LBO"),
                "s" => (FieldId::Sbo, "SBO"),
                "b" => (FieldId::BaseOffset, "base offset"),
                _ => (FieldId::LboMode, "LBO mode"),
            };
            match (field.0, parts.known(field.1, number())) {
                (_, None) => {}
                (id @ FieldId::LboMode, Some(value)) => parts.fields.push((id, u16::from(value != 0))),
                (id @ FieldId::BaseOffset, Some(value)) => parts.fields.push((id, (value & 7) as u16)),
                (_, Some(value)) => set(parts, field, value, means.ends_with("bytes")),
            }
        }
        "code" | "map" | "width" => {
            let text = if (means, text) == ("width", "None") { "0" } else { text };
            if let ("code", None, Ok(code @ 1..8)) = (means, arch, number()) {
                parts.open_code = Some(code as u8);
            }
            let mode = parts.known("swizzle", swizzle(text, means, arch, variables));
            parts.swizzle = mode.or(parts.swizzle);
        }
        "mn" | "k" | "stages" => {
            let Some(extent) = parts.known(means, number()) else {
                return;
            };
            let slot = match means {
                "mn" => &mut parts.tile.mn,
                "k" => &mut parts.tile.k,
                _ => &mut parts.tile.stages,
            };
            *slot = Some(extent as u32).filter(|_| (1..=EXTENT_MAX.into()).contains(&extent));
            if slot.is_none() {
                parts.notice(&extent.to_string(), "is not an extent");
            }
        }
        "shape" | "written" | "staged" => {
            let names = ["mn", "k", "stages"];
            let all = tree::parts(text);
            let first = if means == "staged" && all.len() > 2 { 2 } else { 0 };
            for (means, text) in names.into_iter().cycle().skip(first).zip(all) {
                say(parts, means, text, arch, variables);
            }
        }
        // The first mode is repeated first where it has the lower number.
        "order" => {
            let order = tree::parts(text).into_iter();
            let order: Vec<u64> = order.filter_map(|part| number_or_name(part, variables).ok()).collect();
            let is_k_first = matches!(order[..], [mn, k, ..] if mn > k);
            parts.tile.order = Some(if is_k_first { Order::K } else { Order::Mn });
        }
        "atom" => {
            if let Some((at, major, mode)) = atom(text) {
                (parts.tile.major, parts.swizzle) = (Some(major), Some(Ok(mode)));
                parts.tile.element = type_of_atom(&text[at..]).or(parts.tile.element);
            }
        }
        "transforms" => {
            if let Some((_, width)) = text.split_once("SwizzleTransform(") {
                say(parts, "width", width.split(')').next().unwrap_or_default(), arch, variables);
            }
            // A row of the tiling is one of the swizzle.
            let row = text.split_once("TilingTransform").and_then(|(_, tile)| {
                let last = tree::parts(tile).pop()?.parse::<u32>().ok()?;
                Some(last.saturating_mul(parts.tile.element?.slot_bits()) / 8)
            });
            let width = parts.swizzle.and_then(Result::ok).map(Swizzle::row_bytes);
            if let (Some(row), Some(width)) = (row, width.filter(|width| Some(*width) != row)) {
                let why = format!(
                    "has rows of {row} bytes and the swizzle {width}, which Mosaic refuses: it {NOT_READ}"
                );
                parts.notice("TilingTransform", why);
            }
        }
        "element" => parts.tile.element = element_in(text).or(parts.tile.element),
        "bytes" | "bits" => {
            let bits = if means == "bits" { 1 } else { 8 };
            parts.bits = number().ok().map(|value| value.saturating_mul(bits));
        }
        "padded" if number() == Ok(1) => parts.tile.element = Some(Element::E2m1),
        "transposed" => {
            if let Some(transposed) = parts.known(means, number()) {
                let (major, which) = match transposed {
                    0 => (Major::K, "last dimension is contiguous; read as K"),
                    _ => (Major::Mn, "first dimension is contiguous; read as M or N"),
                };
                parts.tile.major = Some(major);
                parts.notice(means, format!("the {which}, with the buffer as M × K or N × K"));
            }
        }
        "major" | "is_k" => {
            let read = match means {
                "major" => major(text).ok_or_else(|| text.into()),
                _ => number().map(|is_k| if is_k == 0 { Major::Mn } else { Major::K }),
            };
            let major = parts.known("major", read);
            parts.tile.major = major.or(parts.tile.major);
        }
        _ => {}
    }
}

/// Sets a field as these functions encode its value: the low four bits of bytes and what is above the field are cut off.
fn set(parts: &mut Parts, (id, name): (FieldId, &str), value: u64, is_bytes: bool) {
    let (field, end, unit) = if is_bytes {
        (field_from_bytes(value as u32), ADDRESS_BYTES, StrideUnit::Bytes)
    } else {
        ((value & u64::from(FIELD_VALUES - 1)) as u16, FIELD_VALUES, StrideUnit::Units)
    };
    if value >= end.into() {
        let unit = unit.text();
        parts.notice(name, format!("{value} {unit} do not fit; the field contains {field}"));
    } else if is_bytes && !value.is_multiple_of(16) {
        let why = format!(
            "{value} bytes are divided by 16 here, and the remainder is lost; the field contains {field}"
        );
        parts.notice(name, why);
    }
    parts.fields.push((id, field));
}

/// The type that stands for a width where nothing else is specified.
pub(crate) const fn element_of_bits(bits: u64) -> Option<Element> {
    match bits {
        32 => Some(Element::Tf32),
        16 => Some(Element::Bf16),
        8 => Some(Element::E4m3),
        4 => Some(Element::E2m1Packed),
        _ => None,
    }
}

// The functions that set up a matrix descriptor, and the meaning of each of their arguments: the rows of `builders.txt`.

/// One function: a row of the table, whose head says what its cells are.
#[derive(Default)]
struct Builder {
    whose: &'static str,
    arch: Option<Arch>,
    which: &'static str,
    template: &'static str,
    names: &'static str,
    arguments: &'static str,
    body: &'static str,
}

/// The rows of a table, with their cells; what is behind a `#` is a comment.
pub(crate) fn rows<const CELLS: usize>(text: &'static str) -> impl Iterator<Item = [&'static str; CELLS]> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let mut cells = line.split('|').map(str::trim);
        std::array::from_fn(|_| cells.next().unwrap_or_default())
    })
}

/// In the order in which they are tried.
static BUILDERS: LazyLock<Vec<Builder>> = LazyLock::new(|| {
    let rows = rows(include_str!("builders.txt"));
    let all = rows.map(|[whose, arch, which, template, names, arguments, body]| Builder {
        whose,
        arch: Arch::from_name(arch).ok(),
        which,
        template,
        names,
        arguments,
        body,
    });
    all.collect()
});

impl Builder {
    /// Whether a call is one of this function.
    fn is_of(&self, call: &Call<'_>) -> bool {
        if !call.is_one_of(self.names) {
            return false;
        }
        let text = |i: usize| call.arguments.get(i).map_or("", |one| one.text);
        let given = call.arguments.iter().chain(&call.template);
        let has = |name| usize::from(given.clone().any(|one| one.name == Some(name)));
        let known = [
            ("template", call.template.len()),
            ("arguments", call.arguments.len()),
            ("is_tcgen05", call.path.contains("tcgen05").into()),
            ("has_mode_first", has_any(text(0), "LayoutType SWIZZLE_").into()),
            ("has_layout_type", has("layout_type")),
            ("has_tile", has("BMN")),
            ("has_0_third", (text(2) == "0").into()),
            ("has_code_last", (text(3).len() == 1 && text(3) < "8").into()),
        ];
        let known = known.map(|(name, value)| Variable::known(name, value as u64));
        let is_one = evaluated(self.which, &known, &mut Vec::new()).and_then(Known::number);
        // A condition that cannot be worked out is of no call.
        self.which.is_empty() || is_one.is_some_and(|value| value != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What [`say`](crate::calls::builder::say) knows.
    const MEANINGS: &str = "pointer start lbo lbo_bytes sbo sbo_bytes base mode code map width bytes bits major is_k mn k shape written staged element transforms transposed padded atom order";

    #[test]
    fn columns_hold_known_meanings_and_lower_case() {
        for builder in &*BUILDERS {
            assert!(!builder.whose.is_empty() && !builder.names.is_empty());
            for column in [builder.template, builder.arguments] {
                assert_eq!(column, column.to_ascii_lowercase());
                for word in column.split_whitespace() {
                    let means = word.split_once(':').map_or("-", |(_, means)| means);
                    let means = means.split('=').next().unwrap_or_default();
                    assert!(means == "-" || is_in(MEANINGS, means), "{word}");
                }
            }
        }
    }
}
