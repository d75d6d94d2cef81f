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
const CLUSTERS: &str = "Clusters and multicast";

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
    for items in rows::<3>(include_str!("chip.tsv")).chunk_by(|[one, ..], [next, ..]| one == next) {
        let taken = items.iter().filter(|[.., form]| chip.has_form(form));
        let (with_a, plain): (Vec<_>, Vec<_>) =
            taken.partition(|[.., form]| is_of_warps(chip) && !chip.has_plain_form(form));
        let listed =
            |of: Vec<&[&str; 3]>| (!of.is_empty()).then(|| joined(of.iter().map(|[_, item, _]| item), ", "));
        let with_a = listed(with_a).map(|items| format!("with the target {chip}a: {items}"));
        let text = joined(listed(plain).into_iter().chain(with_a), "; ");
        let name = items[0][0];
        let none = match name {
            "Copies to shared memory" => "none: ld.global and st.shared",
            _ => "none",
        };
        all.push(fact(name, if text.is_empty() { none.into() } else { text }, PTXAS));
    }
    let of_warps = from_hopper(chip).into_iter().find(|fact| fact.name == CLUSTERS);
    all.push(of_warps.unwrap_or_else(|| {
        let text = if chip.has_form("barrier.cluster") { "clusters and multicast" } else { "none" };
        fact(CLUSTERS, text.into(), PTXAS)
    }));
    let tensor = match chip.tensor_columns() {
        0 => "none".into(),
        columns => format!("{columns} columns"),
    };
    all.push(fact("Tensor memory", tensor, PTX));
    all
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
    let rows = rows::<4>(include_str!("from_hopper.tsv"));
    let of_parts = rows.chunk_by(|[one, ..], [next, ..]| one == next);
    let first = of_parts
        .filter_map(|rows| rows.iter().find(|[_, _, form, _]| form.is_empty() || chip.has_form(form)));
    first
        .map(|[name, source, _, text]| ChipFact {
            name,
            text: text
                .replace("{chip}", chip.name())
                .replace("{kib}", &(bytes / 1024).to_string())
                .replace("{stages}", &(bytes / STAGE_BYTES).to_string()),
            source,
        })
        .collect()
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
    let target = if chip.has_instructions() { String::new() } else { format!(" with the target {chip}a") };
    match chip.arch() {
        None => format!("{chip} has neither wgmma nor tcgen05: mma.sync reads fragments from registers"),
        Some(arch) => format!("{chip} has {arch}{target}"),
    }
}
