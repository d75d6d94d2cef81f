//! Every descriptor of CuTe, given beside its tile, at its own place of the sequence and found there.

use swizzle_core::{Arch, Descriptor, Named, Order, Said, SaidPlace, SaidReader, SaidTile, Tally};
use swizzle_tests::{Report, given};

use crate::cute::case::{Case, lines, reader_of_b, said_of};
use crate::cute::read::{AtKey, descriptor_keys};

/// Gives a descriptor at a place, to a tile whose start was said and to one whose start was not: it reads the tile.
fn check(report: &mut Report, at: &AtKey<'_>, (said, start_bytes): (Said, u32), raw: u64) {
    let arch = said.reader.arch.unwrap_or(Arch::Wgmma);
    for start_bytes in [None, Some(start_bytes)] {
        let mut said = said;
        said.tile.start_bytes = start_bytes;
        let Some(spec) = given(report, at, &said, Descriptor::new(arch, raw)) else {
            continue;
        };
        let tally = Tally::of_read(&spec, spec.place());
        report.equal(at, &"units read elsewhere", &tally.wrong, &0);
        if let Some(start_bytes) = start_bytes {
            // Without the place, it is the one at which the tile starts there.
            said.place = SaidPlace::default();
            let found = swizzle_infer::spec_from_said(&said.with_given(Descriptor::new(arch, raw)));
            let found = found.map(|found| Tally::of_read(&found, found.place()).wrong);
            report.equal(at, &format_args!("found from {start_bytes}"), &found, &Ok(0));
        }
    }
}

#[test]
fn every_descriptor_of_a_tile_reads_its_own_place() {
    let mut report = Report::new();
    let mut count = 0;
    for case in lines("atom").iter().flat_map(Case::all_from_line) {
        let line = &case.line;
        let order = Order::from_name(line.text("ord"));
        let tile = SaidTile {
            order: Some(order.unwrap_or_else(|error| panic!("{}: {error}", line.at()))),
            ..said_of(&case)
        };
        for &arch in Arch::ALL {
            let [all_steps, elsewhere, blocks] = descriptor_keys(arch);
            if !line.has(all_steps) {
                continue;
            }
            let said = |reader, step: usize, block: Option<usize>| Said {
                tile,
                reader,
                place: SaidPlace {
                    step: Some(step as u32),
                    block: block.map(|block| block as u32),
                    ..SaidPlace::default()
                },
                ..Said::default()
            };
            let hexes = line.hexes(all_steps);
            let last = hexes.len() - 1;
            let reader = reader_of_b(arch);
            for (step, &raw) in hexes.iter().enumerate() {
                let at = AtKey(line, all_steps, step);
                check(&mut report, &at, (said(reader, step, None), 0), raw);
                count += 1;
            }
            for raw in line.hexes(elsewhere) {
                let at = AtKey(line, elsewhere, 0);
                check(&mut report, &at, (said(reader, last, None), 0x1c400), raw);
                count += 1;
            }
            if line.has(blocks) {
                let rows = SaidReader { rows: Some(64), ..reader };
                for (block, raw) in line.hexes(blocks).into_iter().enumerate() {
                    let at = AtKey(line, blocks, block);
                    check(&mut report, &at, (said(rows, last, Some(block)), 0), raw);
                    count += 1;
                }
            }
        }
    }
    println!("given beside their tiles: {count} descriptors");
    report.finish("descriptors beside their tiles");
}
