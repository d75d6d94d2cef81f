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

const X: &[&str] = &["x1", "x2", "x4"];
const FLOAT_8: &[&str] = &["e4m3.e4m3", "e5m2.e5m2"];
const PACKED: &[&str] = &["b8x16.b6x16_p32", "b8x16.b4x16_p64"];
const SCALED_MMA: &[&str] = &["mma.sync kind::mxf8f6f4 scale_vec::1X m16n8k32 f32."];
const SPARSE: &[&str] = &["mma.sp ", "mma.sp::ordered_metadata "];

/// The instructions of a warp that every chip from sm_75 on has.
///
/// Source of this and the lists below: ptxas 13.5 (`tests/data/chips_warp_ptxas.csv`). Types of A and B are equal there.
pub(super) const WARP_75: &[Parts] = &[
    &[&["ldmatrix m8n8."], X, &["", ".trans"], &[".b16"]],
    &[&["movmatrix m8n8.trans.b16"]],
    &[&[
        "mma.sync m8n8k4 f32.f16.f16.f32",
        "mma.sync m16n8k8 f32.f16.f16.f32",
        "mma.sync m16n8k8 f16.f16.f16.f16",
    ]],
    &[&["mma.sync m8n8k16 s32."], &["s8.s8", "u8.u8"], &[".s32"]],
    &[&["mma.sync m8n8k32 s32."], &["s4.s4", "u4.u4"], &[".s32"]],
    &[&["mma.sync m8n8k128 s32.b1.b1.s32.xor.popc"]],
];

/// Those from sm_80 on.
pub(super) const WARP_80: &[Parts] = &[
    &[&["cp.async.ca 4", "cp.async.cg 16", "mbarrier.init"]],
    &[&["mma.sync m16n8k16 "], &["f32.f16.f16.f32", "f16.f16.f16.f16"]],
    &[&["mma.sync m16n8k8 ", "mma.sync m16n8k16 "], &["f32.bf16.bf16.f32"]],
    &[&["mma.sync m16n8k4 ", "mma.sync m16n8k8 "], &["f32.tf32.tf32.f32"]],
    &[&["mma.sync m16n8k16 s32.", "mma.sync m16n8k32 s32."], &["s8.s8", "u8.u8"], &[".s32"]],
    &[&["mma.sync m16n8k32 s32.", "mma.sync m16n8k64 s32."], &["s4.s4", "u4.u4"], &[".s32"]],
    &[&["mma.sync m16n8k128 ", "mma.sync m16n8k256 "], &["s32.b1.b1.s32"], &[".xor", ".and"], &[".popc"]],
    &[&["mma.sync m8n8k128 s32.b1.b1.s32.and.popc", "mma.sync m8n8k4 f64.f64.f64.f64"]],
    &[SPARSE, &["m16n8k16 ", "m16n8k32 "], &["f32.f16.f16.f32"]],
    &[SPARSE, &["m16n8k32 f32.bf16.bf16.f32", "m16n8k16 f32.tf32.tf32.f32", "m16n8k64 s32.s8.s8.s32"]],
];

/// Those from sm_89 on.
pub(super) const WARP_89: &[Parts] = &[
    &[&["mma.sync m16n8k16 f32.", "mma.sync m16n8k32 f32."], FLOAT_8, &[".f32"]],
    &[&["mma.sync m16n8k32 f16."], FLOAT_8, &[".f16"]],
    &[SPARSE, &["m16n8k64 f32.e4m3.e4m3.f32"]],
];

/// Those from sm_90 on.
pub(super) const WARP_90: &[Parts] = &[
    &[&["stmatrix m8n8."], X, &["", ".trans"], &[".b16"]],
    &[&["mbarrier.try_wait", "barrier.cluster", "mapa.shared::cluster", "griddepcontrol.wait"]],
    &[&["cp.async.bulk shared::cluster.global", "cp.async.bulk shared::cta.global"]],
    &[&["cp.async.bulk.tensor.2d "], &["load", "load shared::cta", "store", "multicast"]],
    &[&["cp.async.bulk.tensor.3d im2col"]],
    &[&["mma.sync "], &["m16n8k4", "m16n8k8", "m16n8k16"], &[" f64.f64.f64.f64"]],
];

/// Those from sm_100 on.
pub(super) const WARP_100: &[Parts] = &[&[&["cp.async.bulk.tensor.2d tile::gather4"]]];

/// Of the targets with an `a`.
pub(super) const REGISTERS: &[Parts] = &[&[&["setmaxnreg"]]];

/// Of the targets with an `a` from sm_100a on.
pub(super) const WARP_100A: &[Parts] = &[
    &[&["ldmatrix m16n16."], &["x1.trans.", "x2.trans."], &["b8", "b8x16.b6x16_p32", "b8x16.b4x16_p64"]],
    &[&["ldmatrix m8n16."], X, &["."], PACKED],
    &[&["stmatrix m16n8."], X, &[".trans.b8"]],
    &[&["mma.sync kind::f8f6f4 m16n8k32 f32."], FLOAT_8, &[".f32"]],
];

/// Of the chips with pairs of CTAs.
pub(super) const PAIRS: &[Parts] = &[&[&["cp.async.bulk.tensor.2d cta_group::2"]]];

/// Of sm_120a and sm_121a.
pub(super) const WARP_120A: &[Parts] = &[
    &[&["mma.sync kind::f8f6f4 m16n8k32 f32."], &["e3m2.e3m2", "e2m3.e2m3", "e2m1.e2m1"], &[".f32"]],
    &[SCALED_MMA, FLOAT_8, &[".f32.ue8m0"]],
    &[SCALED_MMA, &["e3m2.e3m2", "e2m3.e2m3", "e2m1.e2m1"], &[".f32.ue8m0"]],
    &[
        &["mma.sync kind::"],
        &["mxf4 scale_vec::2X", "mxf4nvf4 scale_vec::2X", "mxf4nvf4 scale_vec::4X"],
        &[" m16n8k64 f32.e2m1.e2m1.f32.ue8m0"],
    ],
    &[&["mma.sync kind::mxf4nvf4 scale_vec::4X m16n8k64 f32.e2m1.e2m1.f32.ue4m3"]],
    &[&["mma.sp::ordered_metadata kind::mxf4nvf4 scale_vec::4X m16n8k128 f32.e2m1.e2m1.f32.ue4m3"]],
];
