//! Rust, host side: the constants, the descriptors and the loop.

use crate::build::{alignment_bytes, buffer_bytes};
use crate::source::law::plus;
use crate::source::text::Lines;
use crate::source::{Sourced, cpp, law};
use swizzle_core::descriptor::{Descriptor, InstructionDescriptor};
use swizzle_core::hardware::Major;
use swizzle_core::reader::Spec;
use swizzle_lints::instruction::ScaleFactors;

pub(super) fn text(sourced: &Sourced<'_>) -> String {
    let mut out = Lines::default();
    cpp::heading(&mut out, sourced, "//!");
    out.gap();
    constants(&mut out, sourced);
    make_descriptor(&mut out, sourced);
    addresses(&mut out, sourced.spec);
    reads(&mut out, sourced);
    assertions(&mut out, sourced);
    out.into_text()
}

fn constant(out: &mut Lines, doc: &str, name: &str, value: &str) {
    out.comment("///", doc);
    out.line(format!("pub const {name}: u32 = {value};"));
}

fn constants(out: &mut Lines, sourced: &Sourced<'_>) {
    let spec = sourced.spec;
    let tile = spec.tile();
    let number = |value: u32| format!("{value}");
    let boundary = match law::phase_bytes(spec) {
        0 => String::from("Alignment of the tile's shared address."),
        phase => format!("Alignment of the shared address {phase} bytes before the tile."),
    };
    constant(out, "Bytes of shared memory, all stages.", "BYTES", &buffer_bytes(spec).to_string());
    constant(out, &boundary, "ALIGNMENT", &number(alignment_bytes(spec)));
    constant(out, "Stages of the tile.", "STAGES", &number(tile.stages));
    constant(out, "Bytes from one stage to the next.", "STAGE_BYTES", &number(tile.stage_bytes));
    constant(out, "Blocks of rows, one instruction each.", "BLOCKS", &number(spec.blocks()));
    constant(out, "Rows per block.", "ROWS_PER_BLOCK", &number(spec.read_extent().mn));
    constant(out, "Steps along K.", "STEPS", &number(spec.steps()));
    constant(out, "Elements of K per step.", "K_PER_STEP", &number(spec.read_k()));
    if let Some(Ok(idesc)) = sourced.instruction.idesc() {
        let raw = idesc.raw();
        let hex = format!("0x{:04x}_{:04x}", raw >> 16, raw & 0xffff);
        constant(out, "The instruction descriptor.", "INSTRUCTION_DESCRIPTOR", &hex);
        scales(out, sourced, idesc);
    }
    out.gap();
}

/// The ids of the scale factors of each step, if there are any.
fn scales(out: &mut Lines, sourced: &Sourced<'_>, idesc: InstructionDescriptor) {
    let Some(factors) = ScaleFactors::of(idesc) else {
        return;
    };
    out.gap();
    if sourced.instruction.is_k_96 {
        out.comment("///", "The instruction descriptor with ids of the scale factors. For K = 96, sources disagree on the ids of the steps after the first.");
        out.lines(&[
            "pub const fn instruction_descriptor(id_of_a: u32, id_of_b: u32) -> u32 {",
            "    INSTRUCTION_DESCRIPTOR | id_of_a << 29 | id_of_b << 4",
            "}",
        ]);
        return;
    }
    let of_word = factors.steps_of_word();
    out.comment("///", "The instruction descriptor of a step: the ids of A (bits 29–30) and B (bits 4–5) select which of the 4 factors of a 32-bit word it uses.");
    out.line("pub const fn instruction_descriptor(step: u32) -> u32 {");
    out.line(format!("    let id = step % {of_word} * {};", factors.in_step));
    out.lines(&["    INSTRUCTION_DESCRIPTOR | id << 29 | id << 4", "}", ""]);
    out.comment("///", "Columns of tensor memory from the factors of step 0 to those of a step, for this number of rows (M) or columns (N).");
    out.line("pub const fn scale_columns(step: u32, rows: u32) -> u32 {");
    out.line(format!("    step / {of_word} * (rows.div_ceil(128) * 4)"));
    out.line("}");
}

fn hex(descriptor: Descriptor) -> String {
    let raw = descriptor.raw();
    let four = |low: u32| format!("{:04x}", raw >> low & 0xffff);
    format!("0x{}_{}_{}_{}", four(48), four(32), four(16), four(0))
}

fn make_descriptor(out: &mut Lines, sourced: &Sourced<'_>) {
    let what = if law::is_absolute(sourced.spec) {
        "Every bit of a descriptor except the two addresses."
    } else {
        "Every bit of a descriptor except the start address."
    };
    out.line(format!("/// {what}"));
    out.line(format!("pub const DESCRIPTOR: u64 = {};", hex(law::constant_bits(sourced))));
    out.gap();
    if law::is_absolute(sourced.spec) {
        out.comment("///", "The descriptor of a read that starts at one shared address and continues at another after its 128-byte line.");
        out.lines(&[
            "pub const fn make_descriptor(shared_address: u32, second_chunk: u32) -> u64 {",
            "    let second = ((second_chunk & 0x3_ffff) >> 4) as u64;",
            "    DESCRIPTOR | (second << 16) | ((shared_address & 0x3_ffff) >> 4) as u64",
            "}",
        ]);
    } else {
        out.line("/// The descriptor of a read that starts at this shared address.");
        out.lines(&[
            "pub const fn make_descriptor(shared_address: u32) -> u64 {",
            "    DESCRIPTOR | ((shared_address & 0x3_ffff) >> 4) as u64",
            "}",
        ]);
    }
    out.gap();
}

fn addresses(out: &mut Lines, spec: &Spec) {
    let function = |out: &mut Lines, name: &str, e: &str, body: String| {
        out.line(format!("pub const fn {name}({e}: u32) -> u32 {{"));
        out.line(format!("    {body}"));
        out.line("}");
        out.gap();
    };
    out.line("/// Bytes from the buffer's first element to row or column `mn`, before the XOR.");
    function(out, "mn_bytes", "mn", law::mn_bytes(spec));
    out.line("/// Bytes from the buffer's first element to `k`, before the XOR.");
    function(out, "k_bytes", "k", law::k_bytes(spec));
    if law::has_base_offsets(spec) {
        let (pattern, behind) = law::base_offset_of_stage(spec, "STAGE_BYTES");
        out.line("/// The pattern starts with each stage, so each stage has its own base offset.");
        out.line("pub const fn base_offset(stage: u32) -> u32 {");
        out.line(format!("    let pattern = {pattern};"));
        out.line(format!("    if {behind} == 0 {{ 0 }} else {{ pattern >> 7 & 7 }}"));
        out.lines(&["}", ""]);
    }
    let is_staged = spec.tile().stages > 1;
    let stage = if is_staged { ", stage: u32" } else { "" };
    out.comment("///", &cpp::of_stage_text(spec, "Where element (`mn`, `k`)"));
    let sum = format!(
        "{}mn_bytes({}) + k_bytes({})",
        if is_staged { "stage * STAGE_BYTES + " } else { "" },
        plus(spec.tile().at.mn, "mn"),
        plus(spec.tile().at.k, "k")
    );
    let physical = law::physical(spec, "unit").replace("(unit >> 7) - ", "(unit >> 7).wrapping_sub");
    let body = format!("{} + {}", wrapping(&physical), law::in_unit(spec));
    let function = |out: &mut Lines, head: String, from: String| {
        out.line(format!("pub const fn {head} -> u32 {{"));
        out.line(format!("    let unit = {from};"));
        out.line(format!("    {body}"));
        out.line("}");
        out.gap();
    };
    let phase = law::phase_bytes(spec);
    function(out, format!("offset(mn: u32, k: u32{stage})"), plus(phase, &sum));
    out.line("/// The same as a shared address: the XOR is applied to the address itself.");
    function(out, format!("address(tile: u32, mn: u32, k: u32{stage})"), format!("tile + {sum}"));
    if let Some(bit) = law::bit(spec) {
        let unused = match spec.tile().major {
            Major::K => "_mn: u32, k: u32",
            Major::Mn => "mn: u32, _k: u32",
        };
        out.line("/// The bit within that byte.");
        out.line(format!("pub const fn bit({unused}) -> u32 {{"));
        out.line(format!("    {bit}"));
        out.line("}");
        out.gap();
    }
}

/// A wrapping subtraction, which is the default in C++: `((x >> 7).wrapping_sub3)` becomes `(x >> 7).wrapping_sub(3)`.
fn wrapping(physical: &str) -> String {
    match physical.split_once(".wrapping_sub") {
        None => physical.into(),
        Some((before, rest)) => {
            let digits = rest.chars().take_while(char::is_ascii_digit).count();
            format!("{before}.wrapping_sub({}){}", &rest[..digits], &rest[digits..])
        }
    }
}

fn reads(out: &mut Lines, sourced: &Sourced<'_>) {
    let spec = sourced.spec;
    let sum = format!(
        "tile + stage * STAGE_BYTES + mn_bytes({}) + k_bytes({})",
        plus(spec.tile().at.mn, "block * ROWS_PER_BLOCK"),
        plus(spec.tile().at.k, "step * K_PER_STEP")
    );
    out.comment(
        "///",
        &format!(
            "Shared address at which the read of a block, a step and a stage starts. {}",
            law::increments_text(spec)
        ),
    );
    out.line("pub const fn read_start(tile: u32, block: u32, step: u32, stage: u32) -> u32 {");
    out.line(format!("    {sum}"));
    out.line("}");
    out.gap();
    out.line("/// The descriptor of that read.");
    out.line("pub const fn descriptor(tile: u32, block: u32, step: u32, stage: u32) -> u64 {");
    if law::is_absolute(spec) {
        let t = spec.tile().element.per_unit();
        let (units, row) = (spec.read_k() / t, spec.tile().swizzle.row_units());
        out.line(format!("    let unit = ({}) / {t};", plus(spec.tile().at.k, "step * K_PER_STEP")));
        out.line("    // The next column, or the current one where nothing is left.");
        out.line(format!("    let column = unit / {row} + (unit % {row} + {units} > {row}) as u32;"));
        out.line(format!("    let rows = mn_bytes({});", plus(spec.tile().at.mn, "block * ROWS_PER_BLOCK")));
        out.line(format!(
            "    let second = tile + stage * STAGE_BYTES + rows + k_bytes(column * {});",
            row * t
        ));
        out.line("    make_descriptor(read_start(tile, block, step, stage), second)");
    } else {
        let made = "make_descriptor(read_start(tile, block, step, stage))";
        out.line(match law::has_base_offsets(spec) {
            true => format!("    {made} | (base_offset(stage) as u64) << 49"),
            false => format!("    {made}"),
        });
    }
    out.line("}");
    out.gap();
    out.line("/// The descriptor of every read, step fastest, then block, then stage.");
    out.lines(&[
        "pub fn descriptors(tile: u32) -> impl Iterator<Item = u64> {",
        "    (0..STAGES).flat_map(move |stage| {",
        "        (0..BLOCKS).flat_map(move |block| {",
        "            (0..STEPS).map(move |step| descriptor(tile, block, step, stage))",
        "        })",
        "    })",
        "}",
    ]);
    out.gap();
}

fn assertions(out: &mut Lines, sourced: &Sourced<'_>) {
    let spec = sourced.spec;
    out.line("// The values that the page shows for this tile.");
    out.line("const _: () = {");
    for place in law::tied_places(sourced) {
        out.line(format!(
            "    assert!(descriptor(0x{:x}, {}, {}, {}) == {});",
            spec.tile().start_bytes,
            place.block,
            place.step,
            place.stage,
            hex(law::descriptor(sourced, place))
        ));
    }
    for (at, stage, offset) in law::tied_offsets(spec) {
        let passed = match spec.tile().stages {
            1 => String::new(),
            _ => format!(", {stage}"),
        };
        out.line(format!("    assert!(offset({}, {}{passed}) == {offset});", at.mn, at.k));
    }
    out.line("};");
}
