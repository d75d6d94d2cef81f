//! The host-independent part of a C++ file: constants, descriptors, addresses, and static assertions on them.

use crate::build::{alignment_bytes, buffer_bytes, coverage, pair_text};
use crate::source::law::plus;
use crate::source::text::Lines;
use crate::source::{Sourced, law};
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::{LINE_BYTES, Major, Named as _, Operand, bytes_from_field};
use swizzle_core::law::Swizzle;
use swizzle_core::reader::Spec;
use swizzle_lints::{Tag, findings_from_spec};
use swizzle_text::{SparseK, sparse_text, tile_text};

/// Writes the heading comment of a file in any language.
pub(super) fn heading(out: &mut Lines, sourced: &Sourced<'_>, mark: &str) {
    let spec = sourced.spec;
    out.comment(mark, &format!("Operand {}: {}.", spec.reader().operand.name(), tile_text(spec)));
    out.comment(
        mark,
        &format!(
            "Read by {}: blocks {}, steps {}, stages {}.",
            sourced.instruction.name(),
            spec.blocks(),
            spec.steps(),
            spec.tile().stages
        ),
    );
    let texts = [sparse_text(spec), pair_text(spec, sourced.instruction)];
    for text in texts.iter().flatten() {
        out.comment(mark, text);
    }
    out.comment(mark, &format!("Swizzle Atlas: {}", sourced.link));
    // The file would be correct in stage 0 only.
    for finding in findings_from_spec(spec).iter().filter(|finding| finding.is(Tag::OfStages)) {
        out.comment(mark, &format!("Warning: {}. {}", finding.title, finding.text));
    }
    if let Some(more) = beyond(spec) {
        out.comment(mark, &more);
    }
}

/// A warning on units that the sequence reads outside the tile or misses.
fn beyond(spec: &Spec) -> Option<String> {
    let counted = coverage(spec).filter(|coverage| !coverage.is_exact())?;
    Some(format!(
        "Warning: the reads touch {} units of 16 bytes outside the tile and miss {} inside it.",
        counted.beyond, counted.never
    ))
}

/// Rows of a box: all rows, or the largest divisor of at most 256 rows in whole atoms.
fn rows_of_box(across: u32, atom: u32) -> u32 {
    const MOST: u32 = 256;
    if across <= MOST {
        return across;
    }
    let whole = (1..=MOST / atom).rev().map(|atoms| atoms * atom);
    whole.into_iter().find(|rows| across.is_multiple_of(*rows)).unwrap_or(MOST)
}

/// Why TMA cannot write the tile; `None` where it can.
pub(super) fn no_tma_text(spec: &Spec) -> Option<String> {
    let tile = spec.tile();
    let is_moved = !law::base_offset(spec).is_multiple_of(1 << tile.swizzle.xor().bits);
    if law::has_base_offsets(spec) || is_moved {
        return Some("TMA does not write this pattern: it applies the XOR to the absolute address, and this pattern has another origin.".into());
    }
    let is_missed = |bytes: u32| !bytes.is_multiple_of(LINE_BYTES);
    let what = if is_missed(tile.start_bytes) {
        format!("the tile starts at 0x{:x}", tile.start_bytes)
    } else if tile.stages > 1 && is_missed(tile.stage_bytes) {
        format!("the stages are {} bytes apart", tile.stage_bytes)
    } else {
        return None;
    };
    Some(format!("TMA cannot write here: its destinations are multiples of {LINE_BYTES} bytes, but {what}."))
}

/// The box with which TMA writes the tile, as the start of a sentence.
pub(super) fn tma_text(spec: &Spec) -> String {
    let (tile, layout) = (spec.tile(), spec.layout());
    let atom = tile.swizzle.atom(tile.major);
    let (along, across) = spec.extent().along_and_across(tile.major);
    let rows_touch = layout.group_bytes() == atom.rows * layout.pitch_bytes();
    let inner = along.min(atom.row_units * tile.element.per_unit());
    let outer = if rows_touch { rows_of_box(across, atom.rows) } else { atom.rows.min(across) };
    let swizzle = match tile.swizzle {
        Swizzle::None => "NONE",
        Swizzle::B32 => "32B",
        Swizzle::B64 => "64B",
        Swizzle::B128 => "128B",
        Swizzle::B128Atom32 => "128B_ATOM_32B",
    };
    let (contiguous, other) = match tile.major {
        Major::K => ("K", spec.reader().operand.mn_letter()),
        Major::Mn => (spec.reader().operand.mn_letter(), "K"),
    };
    format!(
        "TMA: boxes of {inner} ({contiguous}) × {outer} ({other}) elements with CU_TENSOR_MAP_SWIZZLE_{swizzle}"
    )
}

/// The comment on `offset`: its meaning and origin.
pub(super) fn of_stage_text(spec: &Spec, element: &str) -> String {
    let from = match (law::phase_bytes(spec), spec.tile().stages) {
        (0, 1) => "the tile's first byte",
        (0, _) => "the first stage's first byte",
        (_, 1) => "the boundary before the tile",
        (..) => "the boundary before the first stage",
    };
    let stage = if spec.tile().stages > 1 { " of a stage" } else { "" };
    format!("{element}{stage} starts, in bytes from {from}, for producers that use ordinary stores.")
}

/// Everything inside the namespace before the device code.
pub(super) fn host(out: &mut Lines, sourced: &Sourced<'_>) {
    numbers(out, sourced);
    make_descriptor(out, sourced);
    addresses(out, sourced);
    reads(out, sourced);
    assertions(out, sourced);
}

fn numbers(out: &mut Lines, sourced: &Sourced<'_>) {
    let spec = sourced.spec;
    let tile = spec.tile();
    let letter = spec.reader().operand.mn_letter();
    out.line(format!("constexpr uint32_t k{letter} = {}, kK = {};", tile.mn, tile.k));
    if let (Some(k), Operand::A) = (SparseK::of(spec), spec.reader().operand) {
        out.line(format!(
            "constexpr uint32_t kLogicalK = {};  // of B; kK is the K that A stores, in which offset counts k",
            k.logical
        ));
    }
    out.line(format!("constexpr uint32_t kBytes = {};  // all stages", buffer_bytes(spec)));
    let alignment = alignment_bytes(spec);
    let phase = law::phase_bytes(spec);
    let boundary = if phase == 0 {
        "of the tile's shared address".to_string()
    } else {
        format!("of the shared address {phase} bytes before the tile")
    };
    out.line(format!("constexpr uint32_t kAlignment = {alignment};  // {boundary}"));
    if tile.stages > 1 {
        out.line(format!(
            "constexpr uint32_t kStages = {}, kStageBytes = {};",
            tile.stages, tile.stage_bytes
        ));
    }
    out.line(format!(
        "constexpr uint32_t kBlocks = {}, kRowsPerBlock = {};",
        spec.blocks(),
        spec.read_extent().mn
    ));
    out.line(format!("constexpr uint32_t kSteps = {}, kKPerStep = {};", spec.steps(), spec.read_k()));
    out.gap();
}

fn make_descriptor(out: &mut Lines, sourced: &Sourced<'_>) {
    let bits = law::constant_bits(sourced);
    let raw = bits.raw();
    let bytes = |id| bytes_from_field(bits.get(id) as u16);
    out.line(format!(
        "constexpr uint32_t kDescriptorHigh = 0x{:08x};  // SBO {} bytes, {} swizzle{}",
        raw >> 32,
        bytes(FieldId::Sbo),
        sourced.spec.tile().swizzle.name(),
        match law::base_offset(sourced.spec) {
            0 => String::new(),
            offset => format!(", base offset {offset}"),
        }
    ));
    if law::is_absolute(sourced.spec) {
        out.gap();
        out.comment(
            "//",
            "The descriptor of a read that starts at one shared address and continues at another after its 128-byte line.",
        );
        out.lines(&[
            "TILE_FN uint64_t make_descriptor(uint32_t shared_address, uint32_t second_chunk) {",
            "  const uint32_t low = (((second_chunk & 0x3ffff) >> 4) << 16) | ((shared_address & 0x3ffff) >> 4);",
            "  return (static_cast<uint64_t>(kDescriptorHigh) << 32) | low;",
            "}",
        ]);
    } else {
        out.line(format!(
            "constexpr uint32_t kDescriptorLow = 0x{:08x};   // LBO {} bytes",
            raw as u32,
            bytes(FieldId::Lbo)
        ));
        out.gap();
        out.line("// The descriptor of a read that starts at this shared address.");
        out.lines(&[
            "TILE_FN uint64_t make_descriptor(uint32_t shared_address) {",
            "  return (static_cast<uint64_t>(kDescriptorHigh) << 32) | kDescriptorLow | ((shared_address & 0x3ffff) >> 4);",
            "}",
        ]);
    }
    out.gap();
}

fn addresses(out: &mut Lines, sourced: &Sourced<'_>) {
    let spec = sourced.spec;
    out.line("// Bytes from the buffer's first element to row or column mn, and to k, before the XOR.");
    out.line(format!("TILE_FN uint32_t mn_bytes(uint32_t mn) {{ return {}; }}", law::mn_bytes(spec)));
    out.line(format!("TILE_FN uint32_t k_bytes(uint32_t k) {{ return {}; }}", law::k_bytes(spec)));
    out.gap();
    if law::has_base_offsets(spec) {
        let (pattern, behind) = law::base_offset_of_stage(spec, "kStageBytes");
        out.line("// The pattern starts with each stage, so each stage has its own base offset.");
        out.lines(&["TILE_FN uint32_t base_offset(uint32_t stage) {"]);
        out.line(format!("  const uint32_t pattern = {pattern};"));
        out.line(format!("  return {behind} == 0 ? 0 : pattern >> 7 & 7;"));
        out.lines(&["}", ""]);
    }
    let is_staged = spec.tile().stages > 1;
    let stage = if is_staged { ", uint32_t stage" } else { "" };
    out.comment("//", &of_stage_text(spec, "Where element (mn, k)"));
    let sum = format!(
        "{}mn_bytes({}) + k_bytes({})",
        if is_staged { "stage * kStageBytes + " } else { "" },
        plus(spec.tile().at.mn, "mn"),
        plus(spec.tile().at.k, "k")
    );
    let function = |out: &mut Lines, head: String, from: String| {
        out.line(format!("TILE_FN uint32_t {head} {{"));
        out.line(format!("  const uint32_t unit = {from};"));
        out.line(format!("  return {} + {};", law::physical(spec, "unit"), law::in_unit(spec)));
        out.line("}");
    };
    let phase = law::phase_bytes(spec);
    function(out, format!("offset(uint32_t mn, uint32_t k{stage})"), plus(phase, &sum));
    out.gap();
    out.comment("//", "The same as a shared address: the XOR is applied to the address itself.");
    let head = format!("address(uint32_t tile, uint32_t mn, uint32_t k{stage})");
    function(out, head, format!("tile + {sum}"));
    if let Some(bit) = law::bit(spec) {
        out.gap();
        out.line("// The bit within that byte.");
        let unused = match spec.tile().major {
            Major::K => "uint32_t /*mn*/, uint32_t k",
            Major::Mn => "uint32_t mn, uint32_t /*k*/",
        };
        out.line(format!("TILE_FN uint32_t bit({unused}) {{ return {bit}; }}"));
    }
    out.gap();
}

fn reads(out: &mut Lines, sourced: &Sourced<'_>) {
    let spec = sourced.spec;
    let is_staged = spec.tile().stages > 1;
    out.comment(
        "//",
        &format!(
            "Shared address at which the read of a block and a step starts. {}",
            law::increments_text(spec)
        ),
    );
    let stage = if is_staged { ", uint32_t stage" } else { "" };
    out.line(format!("TILE_FN uint32_t read_start(uint32_t tile, uint32_t block, uint32_t step{stage}) {{"));
    let mut sum = String::from("tile");
    if is_staged {
        sum.push_str(" + stage * kStageBytes");
    }
    out.line(format!(
        "  return {sum} + mn_bytes({}) + k_bytes({});",
        plus(spec.tile().at.mn, "block * kRowsPerBlock"),
        plus(spec.tile().at.k, "step * kKPerStep")
    ));
    out.line("}");
    out.gap();
    let passed = if is_staged { ", stage" } else { "" };
    out.line(format!("TILE_FN uint64_t descriptor(uint32_t tile, uint32_t block, uint32_t step{stage}) {{"));
    if law::is_absolute(spec) {
        second_chunk(out, sourced, &sum);
        out.line(format!("  return make_descriptor(read_start(tile, block, step{passed}), second);"));
    } else {
        let made = format!("make_descriptor(read_start(tile, block, step{passed}))");
        out.line(match law::has_base_offsets(spec) {
            true => format!("  return {made} | static_cast<uint64_t>(base_offset(stage)) << 49;"),
            false => format!("  return {made};"),
        });
    }
    out.line("}");
    out.gap();
}

fn second_chunk(out: &mut Lines, sourced: &Sourced<'_>, sum: &str) {
    let spec = sourced.spec;
    let t = spec.tile().element.per_unit();
    let units = spec.read_k() / t;
    let row = spec.tile().swizzle.row_units();
    out.line(format!("  const uint32_t unit = ({}) / {t};", plus(spec.tile().at.k, "step * kKPerStep")));
    out.line("  // The next column, or the current one where nothing is left.");
    out.line(format!("  const uint32_t column = unit / {row} + (unit % {row} + {units} > {row} ? 1 : 0);"));
    out.line(format!(
        "  const uint32_t second = {sum} + mn_bytes({}) + k_bytes(column * {});",
        plus(spec.tile().at.mn, "block * kRowsPerBlock"),
        row * t
    ));
}

fn assertions(out: &mut Lines, sourced: &Sourced<'_>) {
    let spec = sourced.spec;
    let start = spec.tile().start_bytes;
    for place in law::tied_places(sourced) {
        let stage = if spec.tile().stages > 1 { format!(", {}", place.stage) } else { String::new() };
        let here = if place == spec.place() { "the one on screen" } else { "of the sequence" };
        out.line(format!(
            "static_assert(descriptor(0x{start:x}, {}, {}{stage}) == {}ull, \"{here}\");",
            place.block,
            place.step,
            law::descriptor(sourced, place)
        ));
    }
    for (at, stage, offset) in law::tied_offsets(spec) {
        let (passed, of_stage) = match spec.tile().stages {
            1 => (String::new(), String::new()),
            _ => (format!(", {stage}"), format!(" of stage {stage}")),
        };
        out.line(format!(
            "static_assert(offset({}, {}{passed}) == {offset}, \"element ({0}, {1}){of_stage}\");",
            at.mn, at.k
        ));
    }
}

/// The 32-bit registers of D in a thread, and the content of each.
pub(super) struct Registers {
    pub(super) count: u32,
    pub(super) c_type: &'static str,
    pub(super) constraint: &'static str,
}
