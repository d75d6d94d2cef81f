//! The descriptors of tiles of atoms, and what they read.

use swizzle_core::{Arch, Coord, Extent, Layout, LayoutParams, Named, Swizzle};
use swizzle_tests::Report;

use crate::cute::case::{Case, lines, spec_of_atoms};
use crate::cute::read::{AtKey, Read, descriptor_keys, layout_from_descriptor};

/// `g`, `u` and their kin: what is read must be what CuTe's descriptors read, and what the tile holds.
#[test]
fn descriptors_of_atoms() {
    let mut report = Report::new();
    let mut without = 0;
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
            let extent = Extent { mn: case.extent.mn, k: spec.read_k() };
            let last = spec.steps() - 1;
            let k_of_step = |step| step * spec.read_k();

            let hexes = line.hexes(all_steps);
            report.equal(&at, &"steps", &(spec.steps() as usize), &hexes.len());
            for (step, &theirs) in (0..).zip(&hexes) {
                let at = AtKey(line, all_steps, step as usize);
                let first = Coord { mn: 0, k: k_of_step(step) };
                let ours = spec.read(step);
                let read = Read { theirs, ours, tile: spec.layout(), first, extent };
                read.check(&mut report, arch, &at);
                let encoded =
                    spec.descriptor(step).map(|d| layout_from_descriptor(case.element, case.major, d));
                report.equal(&at, &"descriptor of the step", &encoded, &Ok(ours));
            }

            let moved = spec_of_atoms(&case, arch, 0x1c400);
            let hexes = line.hexes(elsewhere);
            report.equal(&at, &elsewhere, &hexes.len(), &1);
            for (i, &theirs) in hexes.iter().enumerate() {
                let first = Coord { mn: 0, k: k_of_step(last) };
                let read = Read { theirs, ours: moved.read(last), tile: moved.layout(), first, extent };
                read.check(&mut report, arch, &AtKey(line, elsewhere, i));
            }

            // Blocks of 64 rows move the start by the tile's own offset of their first row.
            let wanted = case.extent.mn >= 128 && case.extent.mn % 64 == 0 && line.has(blocks);
            report.equal(&at, &blocks, &line.has(blocks), &wanted);
            if line.has(blocks) {
                let hexes = line.hexes(blocks);
                report.equal(&at, &blocks, &hexes.len(), &(case.extent.mn as usize / 64));
                for (block, &theirs) in (0..).zip(&hexes) {
                    let first = Coord { mn: 64 * block, k: k_of_step(last) };
                    let tile = spec.layout();
                    let start_bytes = tile.absolute_from_element(first);
                    let ours = Layout::new(LayoutParams { start_bytes, ..spec.read(last).params() });
                    let extent = Extent { mn: 64, ..extent };
                    let read = Read { theirs, ours, tile, first, extent };
                    read.check(&mut report, arch, &AtKey(line, blocks, block as usize));
                }
            }
        }
    }
    println!("without descriptors: {without} cases");
    report.finish("descriptors of atoms");
}
