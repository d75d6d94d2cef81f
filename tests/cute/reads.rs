//! The descriptors of tiles of atoms: what they read; and each given beside its tile, at its own place of the sequence and found
//! there.

use swizzle_core::{
    Arch, Coord, Descriptor, Extent, Layout, LayoutParams, Named, Said, SaidPlace, SaidReader, Swizzle, Tally,
};
use swizzle_infer::spec_from_said;
use swizzle_tests::{JsonLine, Report, given, layout_of};

use crate::cute::case::{Case, lines, spec_of_atoms};
use crate::cute::read::{AtKey, Read, descriptor_keys};

/// A descriptor of a line: where it is printed, and the tile's start, the step and the block of 64 rows that it is of.
struct Printed<'a> {
    at: AtKey<'a>,
    theirs: u64,
    start_bytes: u32,
    step: u32,
    block: Option<u32>,
}

/// All steps, the last one of a tile elsewhere, and the last one by blocks.
fn printed(line: &JsonLine, arch: Arch) -> Vec<Printed<'_>> {
    let [all_steps, elsewhere, blocks] = descriptor_keys(arch);
    let last = line.list(all_steps).len() as u32 - 1;
    let of = |key: &'static str, place: fn(u32, u32) -> (u32, u32, Option<u32>)| {
        let hexes = if line.has(key) { line.hexes(key) } else { Vec::new() };
        (0..).zip(hexes).map(move |(number, theirs)| {
            let (start_bytes, step, block) = place(number, last);
            Printed { at: AtKey(line, key, number as usize), theirs, start_bytes, step, block }
        })
    };
    let steps = of(all_steps, |number, _| (0, number, None));
    let moved = of(elsewhere, |_, last| (0x1c400, last, None));
    steps.chain(moved).chain(of(blocks, |number, last| (0, last, Some(number)))).collect()
}

/// What is read must be what CuTe's descriptor reads, and what the tile holds.
fn check_read(report: &mut Report, case: &Case, arch: Arch, one: &Printed<'_>) {
    let spec = spec_of_atoms(case, arch, one.start_bytes);
    let first = Coord { mn: 64 * one.block.unwrap_or(0), k: one.step * spec.read_k() };
    let read = spec.read(one.step);
    let (mn, ours) = match one.block {
        None => (case.extent.mn, read),
        // Blocks of 64 rows move the start by the tile's own offset of their first row.
        Some(_) => {
            let start_bytes = spec.layout().absolute_from_element(first);
            (64, Layout::new(LayoutParams { start_bytes, ..read.params() }))
        }
    };
    let extent = Extent { mn, k: spec.read_k() };
    Read { theirs: one.theirs, ours, tile: spec.layout(), first, extent }.check(report, arch, &one.at);
    let encoded = spec.descriptor(one.step).map(|own| layout_of(case.element, case.major, own));
    report.equal(&one.at, &"descriptor of the step", &encoded, &Ok(read));
}

/// Given at its place, to a tile whose start was said and to one whose start was not, a descriptor reads the tile.
fn check_given(report: &mut Report, case: &Case, arch: Arch, one: &Printed<'_>) {
    let mut said = *spec_of_atoms(case, arch, 0).said();
    said.place = SaidPlace { step: Some(one.step), block: one.block, ..SaidPlace::default() };
    said.reader = SaidReader { rows: one.block.map(|_| 64), ..said.reader };
    let descriptor = Descriptor::new(arch, one.theirs);
    for start_bytes in [None, Some(one.start_bytes)] {
        said.tile.start_bytes = start_bytes;
        let Some(spec) = given(report, &one.at, &said, descriptor) else {
            continue;
        };
        let tally = Tally::of_read(&spec, spec.place());
        report.equal(&one.at, &"units read elsewhere", &tally.wrong, &0);
    }
    // Without the place, it is the one at which the tile starts there.
    let found = spec_from_said(&Said { place: SaidPlace::default(), ..said }.with_given(descriptor));
    let found = found.map(|found| Tally::of_read(&found, found.place()).wrong);
    report.equal(&one.at, &format_args!("found from {}", one.start_bytes), &found, &Ok(0));
}

#[test]
fn descriptors_of_atoms() {
    let mut report = Report::new();
    let (mut count, mut without) = (0, 0);
    for case in lines("atom").iter().flat_map(Case::all_from_line) {
        let line = &case.line;
        let at = line.at();
        if !line.has("ki") {
            // CuTe makes no descriptor for a K that is not a whole number of instructions.
            let read_k = spec_of_atoms(&case, Arch::Tcgen05, 0).read_k();
            report.holds(&at, &"K is cut", case.extent.k % read_k != 0);
            let keys = Arch::ALL.iter().flat_map(|&arch| descriptor_keys(arch));
            report.holds(&at, &"no descriptors", !keys.into_iter().any(|key| line.has(key)));
            without += 1;
            continue;
        }
        for &arch in Arch::ALL {
            let [all_steps, elsewhere, blocks] = descriptor_keys(arch);
            if !line.has(all_steps) {
                // No wgmma for 32B atoms and none for 4-bit elements.
                let refused = case.swizzle == Swizzle::B128Atom32 || line.number("bits") == 4;
                report.holds(&at, &all_steps, arch == Arch::Wgmma && refused);
                report.holds(&at, &elsewhere, !line.has(elsewhere) && !line.has(blocks));
                continue;
            }
            let spec = spec_of_atoms(&case, arch, 0);
            report.equal(&at, &"K of one read", &spec.read_k(), &line.number("ki"));
            let has_blocks = case.extent.mn >= 128 && case.extent.mn % 64 == 0 && line.has(blocks);
            report.equal(&at, &blocks, &line.has(blocks), &has_blocks);
            let all = printed(line, arch);
            let wanted = spec.steps() + 1 + if has_blocks { case.extent.mn / 64 } else { 0 };
            report.equal(&at, &"descriptors", &(all.len() as u32), &wanted);
            count += all.len();
            for one in &all {
                check_read(&mut report, &case, arch, one);
                check_given(&mut report, &case, arch, one);
            }
        }
    }
    println!("{count} descriptors; without: {without} cases");
    report.finish("descriptors of atoms");
}
