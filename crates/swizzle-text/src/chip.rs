//! What a chip has, and what becomes of a Hopper kernel on a chip without wgmma and tcgen05.

use super::*;

/// A fact of a chip: its name, what the chip has, and the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChipFact {
    /// What it is about.
    pub name: &'static str,
    /// What the chip has.
    pub text: String,
    /// Who says so.
    pub source: &'static str,
}

const PTXAS: &str = "ptxas 13.5";
const CUDA: &str = "CUDA C++ Programming Guide, memory of each compute capability";
const PTX: &str = "PTX ISA";
const CUTLASS: &str = "NVIDIA/cutlass, media/docs/cpp/blackwell_functionality.md: Cluster Size";

/// Rows of the page of a chip: a name, and what is listed there if the chip's assembler takes a form of it.
const ROWS: &[(&str, &[(&str, &str)])] = &[
    (
        "Matrix instructions",
        &[
            ("tcgen05.mma", "mma f16 cta_group::1"),
            ("wgmma", "wgmma f32.f16.f16"),
            ("mma.sync", "mma.sync m16n8k8 f32.f16.f16.f32"),
            ("mma.sp", "mma.sp m16n8k16 f32.f16.f16.f32"),
        ],
    ),
    (
        "Types of mma.sync",
        &[
            ("f16", "mma.sync m16n8k8 f32.f16.f16.f32"),
            ("bf16", "mma.sync m16n8k16 f32.bf16.bf16.f32"),
            ("tf32", "mma.sync m16n8k8 f32.tf32.tf32.f32"),
            ("f64", "mma.sync m8n8k4 f64.f64.f64.f64"),
            ("s8, u8", "mma.sync m8n8k16 s32.s8.s8.s32"),
            ("s4, u4", "mma.sync m8n8k32 s32.s4.s4.s32"),
            ("b1", "mma.sync m8n8k128 s32.b1.b1.s32.xor.popc"),
            ("e4m3, e5m2", "mma.sync m16n8k32 f32.e4m3.e4m3.f32"),
            ("e3m2, e2m3, e2m1", "mma.sync kind::f8f6f4 m16n8k32 f32.e2m1.e2m1.f32"),
        ],
    ),
    (
        "Block scales of mma.sync",
        &[
            ("mxf8f6f4", "mma.sync kind::mxf8f6f4 scale_vec::1X m16n8k32 f32.e4m3.e4m3.f32.ue8m0"),
            ("mxf4", "mma.sync kind::mxf4 scale_vec::2X m16n8k64 f32.e2m1.e2m1.f32.ue8m0"),
            ("mxf4nvf4", "mma.sync kind::mxf4nvf4 scale_vec::4X m16n8k64 f32.e2m1.e2m1.f32.ue4m3"),
        ],
    ),
    (
        "Fragments",
        &[
            ("ldmatrix", "ldmatrix m8n8.x4.b16"),
            ("ldmatrix of 8, 6 and 4 bits", "ldmatrix m16n16.x1.trans.b8"),
            ("stmatrix", "stmatrix m8n8.x4.b16"),
            ("stmatrix of 8 bits", "stmatrix m16n8.x4.trans.b8"),
            ("movmatrix", "movmatrix m8n8.trans.b16"),
        ],
    ),
    (
        "Copies to shared memory",
        &[
            ("cp.async", "cp.async.cg 16"),
            ("cp.async.bulk", "cp.async.bulk shared::cta.global"),
            ("TMA", "cp.async.bulk.tensor.2d load"),
            ("TMA im2col", "cp.async.bulk.tensor.3d im2col"),
            ("TMA gather4", "cp.async.bulk.tensor.2d tile::gather4"),
            ("TMA to a pair of CTAs", "cp.async.bulk.tensor.2d cta_group::2"),
        ],
    ),
    ("Registers of a warp", &[("setmaxnreg", "setmaxnreg")]),
];

/// Whether it has the instructions of a warp alone, of those that multiply matrices.
fn is_of_warps(chip: Chip) -> bool {
    chip.arch().is_none()
}

/// What a chip has.
///
/// ```
/// use swizzle_core::hardware::Chip;
/// use swizzle_text::chip::facts_of_chip;
/// let fact = |chip, name| facts_of_chip(chip).into_iter().find(|fact| fact.name == name).unwrap().text;
/// assert_eq!(fact(Chip::Sm120, "Shared memory"), "99 KiB a block, 100 KiB an SM");
/// assert_eq!(fact(Chip::Sm120, "Matrix instructions"), "mma.sync, mma.sp");
/// assert_eq!(fact(Chip::Sm120, "Block scales of mma.sync"), "with the target sm_120a: mxf8f6f4, mxf4, mxf4nvf4");
/// assert_eq!(fact(Chip::Sm75, "Copies to shared memory"), "none: ld.global and st.shared");
/// assert_eq!(fact(Chip::Sm80, "Clusters and multicast"), "none");
/// assert_eq!(fact(Chip::Sm90a, "Matrix instructions"), "wgmma, mma.sync, mma.sp");
/// ```
pub fn facts_of_chip(chip: Chip) -> Vec<ChipFact> {
    let fact = |name, text: String, source| ChipFact { name, text, source };
    let kib =
        |bytes: Option<u32>| bytes.map_or_else(|| "unknown".into(), |bytes| format!("{} KiB", bytes / 1024));
    let shared = format!("{} a block, {} an SM", kib(chip.shared_bytes()), kib(chip.shared_end()));
    let mut all = vec![fact("Shared memory", shared, CUDA)];
    for (name, items) in ROWS {
        let taken = items.iter().filter(|(_, form)| chip.has_form(form));
        let (with_a, plain): (Vec<_>, Vec<_>) =
            taken.partition(|(_, form)| is_of_warps(chip) && !chip.has_plain_form(form));
        let listed = |of: &[&(&str, &str)]| joined(of.iter().map(|(name, _)| name), ", ");
        let with_a = (!with_a.is_empty()).then(|| format!("with the target {chip}a: {}", listed(&with_a)));
        let plain = (!plain.is_empty()).then(|| listed(&plain));
        let text = joined(plain.into_iter().chain(with_a), "; ");
        let none = match *name {
            "Copies to shared memory" => "none: ld.global and st.shared",
            _ => "none",
        };
        all.push(fact(name, if text.is_empty() { none.into() } else { text }, PTXAS));
    }
    let (clusters, source) = clusters(chip);
    all.push(fact("Clusters and multicast", clusters.into(), source));
    let tensor = match chip.tensor_columns() {
        0 => "none".into(),
        columns => format!("{columns} columns"),
    };
    all.push(fact("Tensor memory", tensor, PTX));
    all
}

fn clusters(chip: Chip) -> (&'static str, &'static str) {
    match (chip.has_form("barrier.cluster"), is_of_warps(chip)) {
        (false, _) => ("none", PTXAS),
        (true, true) => ("clusters of one CTA, no multicast: ptxas assembles it with an advisory", CUTLASS),
        (true, false) => ("clusters and multicast", PTXAS),
    }
}

/// Bytes of a stage of A and B, 128 × 64 elements of 16 bits each.
const STAGE_BYTES: u32 = 2 * 128 * 64 * 2;

/// What must become of a Hopper tile and its kernel on a chip without wgmma and tcgen05: a part of the kernel, what it becomes,
/// and the source. Nothing for the other chips.
///
/// ```
/// use swizzle_core::hardware::Chip;
/// use swizzle_text::chip::from_hopper;
/// let of = |chip, name| from_hopper(chip).into_iter().find(|fact| fact.name == name).unwrap().text;
/// assert_eq!(of(Chip::Sm120, "TMA with 128B swizzle"), "stays, and so does the tile: the byte of an element is the same");
/// assert_eq!(
///     of(Chip::Sm120, "227 KiB of shared memory"),
///     "99 KiB: 3 stages of A and B with 128 × 64 elements of 16 bits each, instead of 7",
/// );
/// assert!(of(Chip::Sm80, "TMA with 128B swizzle").starts_with("cp.async of 16 bytes"));
/// assert!(from_hopper(Chip::Sm100a).is_empty());
/// ```
pub fn from_hopper(chip: Chip) -> Vec<ChipFact> {
    let (Some(bytes), true) = (chip.shared_bytes(), is_of_warps(chip)) else {
        return Vec::new();
    };
    let has = |form| chip.has_form(form);
    let has_tma = has("cp.async.bulk.tensor.2d load");
    let has_async = has("cp.async.cg 16");
    let shape = if has_async { "m16n8k16" } else { "m16n8k8" };
    let fp8 = if has("mma.sync m16n8k32 f32.e4m3.e4m3.f32") {
        "mma.sync m16n8k32 with e4m3 and e5m2"
    } else {
        "no such type: convert to f16 before the multiply"
    };
    let rows = [
        (
            "wgmma reads A and B by descriptor",
            format!("ldmatrix (with .trans for MN-major) to registers, then mma.sync {shape}; no descriptor"),
            PTX,
        ),
        (
            "TMA with 128B swizzle",
            match (has_tma, has_async) {
                (true, _) => "stays, and so does the tile: the byte of an element is the same",
                (false, true) => "cp.async of 16 bytes, of unit u of row r to unit u ^ (r mod 8): the same tile",
                (false, false) => "ld.global and st.shared of 16 bytes, of unit u of row r to unit u ^ (r mod 8): the same tile",
            }
            .into(),
            PTX,
        ),
        (
            "The XOR, which wgmma applies by itself",
            "in the address of each lane of ldmatrix: row r, unit u is at byte 128 r + 16 (u ^ (r mod 8)) of K-major rows with 128 bytes".into(),
            PTX,
        ),
        (
            "A in registers, and D",
            format!("stay in their lanes and registers: a warp's part of 16 × 8 of D is that of mma.sync {shape}"),
            PTX,
        ),
        (
            "227 KiB of shared memory",
            format!(
                "{} KiB: {} stages of A and B with 128 × 64 elements of 16 bits each, instead of {}",
                bytes / 1024,
                bytes / STAGE_BYTES,
                SHARED_BYTES / STAGE_BYTES
            ),
            CUDA,
        ),
        ("Clusters and multicast", clusters(chip).0.into(), clusters(chip).1),
        (
            "mbarrier of a stage",
            match (has_tma, has_async) {
                (true, _) => "stays",
                (false, true) => "cp.async.commit_group and cp.async.wait_group, then bar.sync",
                (false, false) => "bar.sync",
            }
            .into(),
            PTX,
        ),
        (
            "wgmma.fence, commit_group, wait_group",
            "none: mma.sync is synchronous; load the fragments of the next step before the mma.sync of this one".into(),
            PTX,
        ),
        (
            "setmaxnreg",
            if has("setmaxnreg") { format!("with the target {chip}a") } else { "none".into() },
            PTXAS,
        ),
        ("e4m3 and e5m2", fp8.into(), PTXAS),
    ];
    rows.into_iter().map(|(name, text, source)| ChipFact { name, text, source }).collect()
}

/// In a line what multiplies on a chip.
///
/// ```
/// use swizzle_core::hardware::Chip;
/// use swizzle_text::chip::headline;
/// assert_eq!(headline(Chip::Sm120), "sm_120 has neither wgmma nor tcgen05: mma.sync reads fragments from registers");
/// assert_eq!(headline(Chip::Sm90a), "sm_90a has wgmma");
/// assert_eq!(headline(Chip::Sm90), "sm_90 has wgmma with the target sm_90a");
/// ```
pub fn headline(chip: Chip) -> String {
    let family = match chip.arch() {
        None => {
            return format!("{chip} has neither wgmma nor tcgen05: mma.sync reads fragments from registers");
        }
        Some(Arch::Wgmma) => "wgmma",
        Some(Arch::Tcgen05) => "tcgen05",
    };
    if chip.has_instructions() {
        format!("{chip} has {family}")
    } else {
        format!("{chip} has {family} with the target {chip}a")
    }
}
