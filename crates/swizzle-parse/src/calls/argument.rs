//! Values of a builder's arguments: a mode, a type, a yes or no.

use super::*;

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
