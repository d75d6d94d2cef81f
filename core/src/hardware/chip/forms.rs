//! The forms of instructions that a chip's assembler accepts: positive lists, so that a form that is not listed is refused.
//!
//! Source: ptxas 13.5 (`tests/data/chips_ptxas.csv`, which a test compares with these lists row by row). Forms that were not
//! tested there (counts between the tested ones, and types of wgmma) are from the tables of PTX ISA 9.3.

/// Forms that are written alike: one choice of each part, one after the other.
pub(super) type Parts = &'static [&'static [&'static str]];

/// Whether a text is one choice of each part.
pub(super) fn is_one_of(text: &str, parts: Parts) -> bool {
    let Some((first, others)) = parts.split_first() else {
        return text.is_empty();
    };
    let rest = first.iter().filter_map(|choice| text.strip_prefix(choice));
    let mut rest = rest;
    rest.any(|rest| is_one_of(rest, others))
}

const GROUPS: &[&str] = &["cta_group::1", "cta_group::2"];
const DENSE_OR_SPARSE: &[&str] = &["mma ", "mma.sp "];
const WEIGHT_STATIONARY: &[&str] = &["mma.ws ", "mma.ws.sp "];
const FLOATS: &[&str] = &["f16", "tf32", "f8f6f4"];
const SCALED: &[&str] = &[
    "mxf8f6f4",
    "mxf8f6f4.scale_vec::1X",
    "mxf8f6f4.block32",
    "mxf4",
    "mxf4.scale_vec::2X",
    "mxf4.block32",
    "mxf4nvf4.scale_vec::2X",
    "mxf4nvf4.scale_vec::4X",
    "mxf4nvf4.block32",
    "mxf4nvf4.block16",
];
const COPIED: &[&str] =
    &["128x256b", "4x256b", "128x128b", "64x128b.warpx2::02_13", "64x128b.warpx2::01_23", "32x128b.warpx4"];
const UNPACKED: &[&str] = &["", ".b8x16.b6x16_p32", ".b8x16.b4x16_p64"];
const TO_128: &[&str] = &["1", "2", "4", "8", "16", "32", "64", "128"];
const TO_64: &[&str] = &["1", "2", "4", "8", "16", "32", "64"];
const TO_32: &[&str] = &["1", "2", "4", "8", "16", "32"];
const FROM_2: &[&str] = &["2", "4", "8", "16", "32", "64", "128"];
const PACK: &[&str] = &["", ".pack::16b"];
const UNPACK: &[&str] = &["", ".unpack::16b"];

/// The forms that every chip with tcgen05 has.
pub(super) const TCGEN05: &[Parts] = &[
    &[DENSE_OR_SPARSE, FLOATS, &[" "], GROUPS],
    &[&["mma "], FLOATS, &[" "], GROUPS, &[" A in tensor memory", " ashift"]],
    &[DENSE_OR_SPARSE, SCALED, &[" "], GROUPS],
    &[&["mma "], SCALED, &[" "], GROUPS, &[" A in tensor memory"]],
    &[WEIGHT_STATIONARY, FLOATS],
    &[&["cp "], COPIED, UNPACKED, &[" "], GROUPS],
    &[&["shift "], GROUPS],
    &[&["ld "], &["32x32b.x", "16x64b.x", "16x32bx2.x"], TO_128, PACK],
    &[&["ld 16x128b.x"], TO_64, PACK],
    &[&["ld 16x256b.x"], TO_32, PACK],
    &[&["st "], &["32x32b.x", "16x64b.x", "16x32bx2.x"], TO_128, UNPACK],
    &[&["st 16x128b.x"], TO_64, UNPACK],
    &[&["st 16x256b.x"], TO_32, UNPACK],
];

/// `kind::i8`.
pub(super) const INTEGERS: &[Parts] = &[
    &[DENSE_OR_SPARSE, &["i8 "], GROUPS],
    &[&["mma i8 "], GROUPS, &[" A in tensor memory", " ashift", " scale-input-d"]],
    &[WEIGHT_STATIONARY, &["i8"]],
];

/// `scale-input-d` of the floats.
pub(super) const SCALED_INPUT: &[Parts] = &[&[&["mma "], &["f16 ", "tf32 "], GROUPS, &[" scale-input-d"]]];

/// `tcgen05.ld.red`.
pub(super) const REDUCING_LOADS: &[Parts] =
    &[&[&["ld.red "], &["32x32b.x", "16x32bx2.x"], FROM_2, &[".min", ".max"], &[".f32", ".u32", ".s32"]]];

/// `wgmma.mma_async`: types of D, A and B.
pub(super) const WGMMA: &[Parts] = &[
    &[&["wgmma f32."], &["bf16.bf16", "tf32.tf32"]],
    &[&["wgmma "], &["f32.", "f16."], &["f16.f16"]],
    &[&["wgmma "], &["f32.", "f16."], &["e4m3.", "e5m2."], &["e4m3", "e5m2"]],
    &[&["wgmma s32."], &["s8.", "u8."], &["s8", "u8"]],
    &[&["wgmma s32.b1.b1"]],
];
