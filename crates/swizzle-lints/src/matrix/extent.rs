//! The tile compared with the shapes that one instruction reads.

use super::*;
use swizzle_core::hardware::{SHARED_BYTES, wgmma_n_extents};
use swizzle_core::tile::Tile;

lint!(Spec, "extent", Stated, "PTX ISA, matrix shapes of wgmma and tcgen05.mma";
    on ["element", "operand", "mn", "k"],
);

fn find(spec: &Spec, report: &mut Report) {
    if spec.reader().used_for == Use::Mma {
        rows(spec, report);
        depth(spec, report);
    }
    let step = spec.place().step;
    if step >= spec.steps() {
        report.warning(
            &[],
            format!("Step {step} is beyond the tile"),
            format!(
                "K = {} is covered by {} reads of {}; steps are counted from 0.",
                spec.tile().k,
                spec.steps(),
                spec.read_k()
            ),
        );
    }
}

/// An error for a given descriptor, whose instruction reads these rows; a warning for a tile alone.
fn severity(spec: &Spec) -> Severity {
    match spec.given() {
        Some(_) => Severity::Error,
        None => Severity::Warning,
    }
}

fn rows(spec: &Spec, report: &mut Report) {
    let (tile, reader) = (spec.tile(), spec.reader());
    if reader.operand == Operand::B {
        return n(spec, report);
    }
    let (step, text) = match reader.arch {
        Arch::Wgmma => (64, "M of wgmma is always 64: the last read covers rows outside the tile."),
        // M = 32 is a weight-stationary form.
        Arch::Tcgen05 if tile.mn == 32 => (32, ""),
        Arch::Tcgen05 => (
            64,
            "M of tcgen05 is 64 or 128 per CTA, or 32 in the .ws form: the last read covers rows outside the tile.",
        ),
    };
    if tile.mn.is_multiple_of(step) {
        return;
    }
    let severity = match is_in_buffer(spec) {
        true => Severity::Warning,
        false => severity(spec),
    };
    report.add(
        severity,
        &[],
        format!("M = {} is not a multiple of {step}", tile.mn),
        format!("{text}{}", outside_text(spec)),
    );
}

/// Whether what is read outside the tile is inside the specified buffer.
fn is_in_buffer(spec: &Spec) -> bool {
    let (tile, said) = (spec.tile(), &spec.said().tile);
    let (read, first) = (spec.instruction_extent(), spec.first_element(spec.place()));
    let is_within = |said: Option<u32>, first: u32, extent: u32, buffer: u32| {
        said.is_some() && first.saturating_add(extent) <= buffer
    };
    is_within(said.buffer_mn, first.mn, read.mn, tile.buffer.mn)
        && is_within(said.buffer_k.or(said.k), first.k, read.k, tile.buffer.k)
}

fn outside_text(spec: &Spec) -> String {
    let (outside, all) = spec.units_outside();
    match outside {
        0 => String::new(),
        _ => format!(" {outside} of {all} units of this read are outside the tile."),
    }
}

fn n(spec: &Spec, report: &mut Report) {
    let (tile, reader) = (spec.tile(), spec.reader());
    let one = tile.mn.min(reader.rows);
    // The block that is not legal: all but the last are alike.
    let last = tile.mn % one;
    let Some(rows) = [one, last].into_iter().find(|rows| !is_legal_n(tile, reader.arch, *rows)) else {
        if tile.mn > reader.arch.n_max() {
            several(spec, report);
        }
        return;
    };
    let step = n_step(tile, reader.arch, rows);
    let text = match step {
        8 => "N is a multiple of 8, up to 256.",
        _ if reader.arch == Arch::Tcgen05 && tile.major == Major::Mn => {
            "For N-major 8-bit B, tcgen05 needs N to be a multiple of 16, up to 256."
        }
        _ => "For integer and single-bit types N is 8, 16, 24, 32, or a larger multiple of 16 up to 256.",
    };
    let finding = report.add(severity(spec), &[], format!("N = {rows} is not a multiple of {step}"), text);
    let is_split = |rows: &u32| tile.mn.is_multiple_of(*rows) && is_legal_n(tile, reader.arch, *rows);
    if let Some(rows) = (1..=one).rev().find(is_split) {
        let times = tile.mn / rows;
        finding.say(format!(" {times} instructions with N = {rows} read it."));
        let label = format!("Use {times} instructions with N = {rows}");
        finding.repair(label, spec.said()).reader.rows = Some(rows);
    }
}

fn several(spec: &Spec, report: &mut Report) {
    let (tile, reader) = (spec.tile(), spec.reader());
    let most = reader.arch.n_max();
    report.note(
        &[],
        format!("N = {} needs {} instructions", tile.mn, spec.blocks()),
        format!(
            "One instruction has N = {most} at most: each block of {} rows has its own descriptors.",
            reader.rows
        ),
    );
}

fn is_legal_n(tile: &Tile, arch: Arch, n: u32) -> bool {
    let is_one = match arch {
        Arch::Wgmma => wgmma_n_extents(tile.element).contains(n),
        Arch::Tcgen05 => n <= arch.n_max() && n.is_multiple_of(n_step(tile, arch, n)),
    };
    n == 0 || is_one
}

/// The number that N must be a multiple of near a value. For transposed 8-bit operands tcgen05 needs 16.
fn n_step(tile: &Tile, arch: Arch, n: u32) -> u32 {
    let is_transposed = tile.major == Major::Mn && tile.element.pitch_bits() == 8;
    match tile.element {
        _ if arch == Arch::Tcgen05 && is_transposed => 16,
        Element::S8 | Element::U8 | Element::B1 if n > 32 => 16,
        _ => 8,
    }
}

fn depth(spec: &Spec, report: &mut Report) {
    let (k, one) = (spec.tile().k, spec.read_k());
    let (outside, _) = spec.units_outside();
    let severity = match spec.given() {
        // The reads before the last stay inside the tile.
        Some(_) if outside > 0 && !is_in_buffer(spec) => Severity::Error,
        None if k < one => Severity::Note,
        _ => Severity::Warning,
    };
    let severity = match is_as_a_copy_has_it(spec) {
        true => Severity::Note,
        false => severity,
    };
    if k < one {
        report.add(
            severity,
            &[],
            format!("K = {k} is less than one instruction reads"),
            format!(
                "One {} instruction reads {one} elements of K. The drawing shows the pattern only; an actual read continues at the addresses that LBO and SBO give.{}",
                spec.reader().arch.name(),
                outside_text(spec)
            ),
        );
    } else if !k.is_multiple_of(one) {
        report.add(
            severity,
            &[],
            format!("K = {k} is not a multiple of {one}"),
            format!(
                "One instruction reads {one} elements of K: the last of {} reads extends {} elements past the tile.{}",
                spec.steps(),
                spec.steps() * one - k,
                outside_text(spec)
            ),
        );
    }
    if spec.reader().arch == Arch::Wgmma && spec.span_bytes() > u64::from(SHARED_BYTES) {
        report
            .note(
                &[],
                "The tile is larger than a CTA's shared memory",
                format!("The tile spans {} bytes; a CTA has at most 232,448 (227 KiB).", spec.span_bytes()),
            )
            .by(Confidence::Stated, "CUDA Programming Guide, compute capability 9.0");
    }
}

/// Whether tcgen05.cp could read it and the use is not specified: rows of 16 bytes without swizzle.
fn is_as_a_copy_has_it(spec: &Spec) -> bool {
    let (tile, said) = (spec.tile(), &spec.said().reader);
    spec.reader().arch.has_use(Use::Copy)
        && said.used_for.is_none()
        && own_read(spec).swizzle() == Swizzle::None
        && tile.k == tile.element.per_unit()
}
