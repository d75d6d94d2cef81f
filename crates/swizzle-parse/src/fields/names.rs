//! Names of a descriptor's fields, as printed and written: one table.

use super::*;

/// The name as it is compared: lower case, without the `_` that members of CUTLASS end in.
pub(crate) fn plain_name(words: &Words, i: usize) -> &str {
    words.lower(i).trim_end_matches('_')
}

/// The field or value that a key sets.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Key {
    /// In a unit; in none under a name that is bytes in one project and units in another.
    Of(FieldId, Option<StrideUnit>),
    BaseOffset,
    Swizzle,
    LboMode,
    Version,
    Arch,
    Low,
    High,
    Link,
}

pub(crate) const UNITS: Option<StrideUnit> = Some(StrideUnit::Units);
pub(crate) const BYTES: Option<StrideUnit> = Some(StrideUnit::Bytes);

impl Key {
    /// The field that it sets in any unit.
    pub(crate) const fn field(self) -> Option<FieldId> {
        match self {
            Self::Of(length, _) => Some(length),
            Self::BaseOffset => Some(FieldId::BaseOffset),
            Self::Swizzle => Some(FieldId::Swizzle),
            Self::LboMode => Some(FieldId::LboMode),
            Self::Version => Some(FieldId::Fixed46),
            Self::Arch | Self::Low | Self::High | Self::Link => None,
        }
    }

    /// The same with its unit known.
    pub(crate) const fn in_unit(self, unit: StrideUnit) -> Self {
        match self {
            Self::Of(length, None) => Self::Of(length, Some(unit)),
            key => key,
        }
    }
}

/// Names of the fields in lower case, without the `_` that members of CUTLASS end in, with the places where they are used.
#[rustfmt::skip]
const NAMES: &[(Key, &str)] = &[
    // this page; CUTLASS, mma_sm90_desc.hpp: start_address_; CUTLASS, print(GmmaDescriptor); Triton, MMAHelpers.h
    // TensorRT-LLM, gmma.cuh
    (Key::Of(FieldId::Start, UNITS), "start start_address start_addr baseaddress addr"),
    // this page
    (Key::Of(FieldId::Start, BYTES), "start_bytes matrix_start_address"),
    // this page, DeepGEMM; CUTLASS, print(GmmaDescriptor); Triton, MMAHelpers.h: lboBytes / 16
    // TVM, encode_matrix_descriptor: 16-byte units; TensorRT-LLM, gmma.cuh
    (Key::Of(FieldId::Lbo, UNITS), "lbo leading_off leaddimensionbaseoffset ldo dimkoffset"),
    // this page; cuda-oxide, and make_smem_desc of many kernels; kernels in Python; cuda-oxide and CubeCL
    (Key::Of(FieldId::Lbo, BYTES), "lbo_bytes leading_dim_bytes leading_bytes leading_dim_byte_offset"),
    // units in tilelang, bytes in CUTLASS's Python primitives and JAX Mosaic
    // and of cuTile; units in the struct of many kernels
    (Key::Of(FieldId::Lbo, None), "leading_byte_offset leading_dimension_byte_offset"),
    // this page, DeepGEMM; CUTLASS, print(GmmaDescriptor); Triton, MMAHelpers.h: sboBytes / 16
    // TVM, encode_matrix_descriptor: 16-byte units; TensorRT-LLM, gmma.cuh
    (Key::Of(FieldId::Sbo, UNITS), "sbo stride_off stridedimensionbaseoffset sdo dimmnoffset"),
    // this page; cuda-oxide, and make_smem_desc of many kernels; kernels in Python; cuda-oxide and CubeCL
    (Key::Of(FieldId::Sbo, BYTES), "sbo_bytes stride_dim_bytes stride_bytes stride_dim_byte_offset"),
    // units in tilelang, bytes in CUTLASS's Python primitives and JAX Mosaic
    // and of cuTile; units in the struct of many kernels
    (Key::Of(FieldId::Sbo, None), "stride_byte_offset stride_dimension_byte_offset"),
    // TensorRT-LLM, gmma.cuh; CUTLASS: base_offset_; this page; Triton, MMAHelpers.h
    (Key::BaseOffset, "baseoffset base_offset base matrixbaseoffset matrix_base_offset"),
    // this page; TVM counts as the tensor map does; CUTLASS: layout_type_; Triton, MMAHelpers.h
    // tilelang, make_smem_desc of many kernels
    (Key::Swizzle, "swizzle layout_type swizzlingmode swizzle_mode"),
    // CUTLASS, mma_sm100_desc.hpp: lbo_mode_
    (Key::LboMode, "lbo_mode"),
    // CUTLASS: version_
    (Key::Version, "version"),
    // this page
    (Key::Arch, "arch"),
    // DeepGEMM, CUTLASS: desc.lo; this page; many kernels; uint2
    (Key::Low, "lo low desc_lo x"),
    // DeepGEMM, CUTLASS: desc.hi; this page; many kernels; uint2
    (Key::High, "hi high desc_hi y"),
];

/// Whether links say a parameter by this name, which is none of a field.
fn is_key_of_link(name: &str) -> bool {
    PARAMS.iter().any(|param| match param.link {
        Link::Key => param.key == name,
        Link::Only(key) => key == name,
        Link::Beside(_) | Link::OfDescriptor | Link::Path => false,
    })
}

/// The keys that a message lists.
pub(crate) const KNOWN: &str = "start, lbo, sbo, base_offset, swizzle, layout_type, lbo_mode, version, start_bytes, lbo_bytes, \
     sbo_bytes, lo, hi, arch, element, major, operand, sparsity, mn, k, order, step, block, stage";

/// The key of a name as written in a text.
pub(crate) fn key(word: &str, name: &str) -> Option<Key> {
    if is_key_of_link(name) {
        return Some(Key::Link);
    }
    let Some((key, _)) = NAMES.iter().find(|(_, names)| is_in(names, name)) else {
        return half(word);
    };
    // CUTLASS's own members are fields.
    Some(match (*key, word.ends_with('_')) {
        (Key::Of(..), true) => key.in_unit(StrideUnit::Units),
        (key, _) => key,
    })
}

/// The last part of a name of several, behind a `_` or from a capital on: `Hi` of `kSmemDescHi`.
fn last_part(name: &str) -> Option<&str> {
    let capital = name.rfind(|c: char| c.is_ascii_uppercase());
    let is_first = |at: &usize| name[..*at].ends_with(|c: char| c.is_ascii_lowercase());
    let behind = name.rfind('_').map(|at| at + 1);
    Some(&name[capital.filter(is_first).max(behind)?..])
}

/// The half of a descriptor that a part of a name says: `kSmemDescHi`, `lo_a`, `desc_lo0`.
fn half(word: &str) -> Option<Key> {
    let bare = word.trim_end_matches(any_of("0123456789_"));
    let last = last_part(bare)?;
    let is = |names: &str| {
        let first = bare.split('_').next().unwrap_or(bare);
        is_in(names, &last.to_ascii_lowercase()) || is_in(names, first) && last.len() < 3
    };
    match () {
        () if is("hi high") => Some(Key::High),
        () if is("lo low") => Some(Key::Low),
        () => None,
    }
}

/// The tensor map's numbers of the modes. Source: CUDA driver API, `CUtensorMapSwizzle`.
pub(crate) const TENSOR_MAP: [Swizzle; 4] = [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128];

/// Names of the swizzle modes in CUTLASS, CUDA and speech; the first name that a value contains counts. A distance that such a
/// name ends in (`SWIZZLE_128B_BASE32B`) is that of its atoms.
const SWIZZLES: [(&str, Swizzle); 5] = [
    ("atom base32", Swizzle::B128Atom32),
    ("128", Swizzle::B128),
    ("64", Swizzle::B64),
    ("32", Swizzle::B32),
    ("none no_swizzle noswizzle interleave", Swizzle::None),
];

/// The mode of a name.
pub(crate) fn swizzle_from_name(value: &str) -> Result<Swizzle, std::string::String> {
    let value = value.to_ascii_lowercase();
    let found = SWIZZLES.iter().find(|(parts, _)| has_any(&value, parts));
    match found {
        Some((_, swizzle)) => Ok(*swizzle),
        None => Swizzle::from_name(&value).map_err(|error| error.to_string()),
    }
}

/// The key of a word. `x` and `y` are halves only as members: `desc.x`.
pub(crate) fn key_at(words: &Words, i: usize) -> Option<Key> {
    let name = plain_name(words, i);
    let is_member = i > 0 && words.gap(i - 1).ends_with('.');
    key(words.word(i), name).filter(|_| match name {
        "x" | "y" => is_member || (0..4).any(|first| words.word(first) == "uint2"),
        // Elsewhere it is the address of a tile.
        "addr" => words.text.contains("dimKOffset"),
        _ => true,
    })
}

/// Whether a word and the next are a key and its value. A word before a brace or before another key is a heading, and one
/// before `::` a namespace.
pub(crate) fn is_pair(words: &Words, i: usize) -> bool {
    let is_assigned = |i: usize| {
        let gap = words.gap(i).as_bytes();
        gap.iter().enumerate().any(|(at, b)| match b {
            b'=' => true,
            // A table's cell.
            b'|' => !gap.contains(&b'\n') && gap.ends_with(b"| ") && words.text.starts_with('|'),
            // Behind a type it is the width of a bit-field.
            b':' => {
                gap.get(at + 1) != Some(&b':') && (at == 0 || gap[at - 1] != b':') && !is_type(words.last(i))
            }
            _ => false,
        })
    };
    i + 1 < words.at.len()
        && is_assigned(i)
        && !words.gap_has(i, |b| b == b'{')
        && !is_assigned(i + 1)
        && !words.gap_has(i + 1, |b| b == b'{')
}

/// Whether a word and the next are a known key and its value.
pub(crate) fn is_field(words: &Words, i: usize) -> bool {
    is_pair(words, i) && key_at(words, i).is_some()
}

/// Whether a stride or a start has its unit behind its value: `LBO 16 bytes`.
pub(crate) fn is_counted(words: &Words, i: usize) -> bool {
    let has_value = words.gap(i).trim().is_empty() && has_digit_first(words.word(i + 1));
    let is_stride = has_value && matches!(key_at(words, i), Some(Key::Of(..)));
    is_stride && (has_unit(words, i) || unit_of(words.word(i + 2)).is_some())
}

/// Whether a key is of a descriptor alone: a tile has a swizzle and a start, too.
pub(crate) fn is_of_descriptor(words: &Words, i: usize) -> bool {
    let is_of_tile = is_in("swizzle swizzle_mode start start_bytes", plain_name(words, i));
    !is_of_tile && !matches!(key_at(words, i), None | Some(Key::Link | Key::Arch))
}

/// The operand of a variable's name, if its first or last part is its letter.
pub(crate) fn operand_of(name: &str) -> Option<Operand> {
    let name =
        first_name(name.trim_start_matches(any_of("&*%$"))).trim_matches('_').trim_end_matches(is_digit);
    let letter = |part: &str| match part {
        "a" | "A" => Some(Operand::A),
        "b" | "B" => Some(Operand::B),
        _ => None,
    };
    let name = name.trim_end_matches('_');
    let (first, rest) = name.split_once('_').unwrap_or(("", name));
    let of_parts = last_part(name).and_then(letter);
    of_parts.or_else(|| letter(first)).or_else(|| match &*rest.to_ascii_lowercase() {
        "adesc" | "matdesca" | "da" => Some(Operand::A),
        "bdesc" | "matdescb" | "db" => Some(Operand::B),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_stands_once() {
        let all: Vec<&str> = NAMES.iter().flat_map(|(_, names)| names.split(' ')).collect();
        for (i, name) in all.iter().enumerate() {
            assert!(!all[..i].contains(name), "{name}");
            assert_eq!(*name, name.to_ascii_lowercase());
            assert!(!is_key_of_link(name), "{name}");
        }
    }
}
