//! A read compared with the tile that it is for.

use swizzle_core::descriptor::{Descriptor, DescriptorFields};
use swizzle_core::hardware::{Arch, Element, Major, Named, Operand, Sparsity};
use swizzle_core::law::{Coord, Swizzle};
use swizzle_core::reader::{ReadAgainstTile, Said, SaidReader, SequenceAgainstTile, Spec, Tally};
use swizzle_core::tile::SaidTile;
use swizzle_infer::said_with;
use swizzle_infer::spec_from_said;

/// Unit by unit, by the addresses alone.
fn tally_by_addresses(spec: &Spec, step: u32) -> Tally {
    let (read, extent) = (spec.read(step), spec.read_extent());
    let mut tally = Tally::default();
    let mut units = std::collections::BTreeMap::new();
    for mn in 0..extent.mn {
        for k in 0..extent.k {
            let at = Coord { mn, k };
            let digits = read.digits_from_element(at);
            let wanted = spec.layout().byte_from_element(Coord { mn, k: k + step * extent.k });
            let is_right = read.byte_from_element(at) == wanted;
            let unit = (digits.column, digits.unit, digits.group, digits.row);
            *units.entry(unit).or_insert(true) &= is_right;
        }
    }
    for is_right in units.values() {
        tally.right += u32::from(*is_right);
        tally.wrong += u32::from(!*is_right);
    }
    tally
}

/// The tile as specified, and a descriptor of it with other fields.
fn given(said: &Said, change: impl FnOnce(&mut DescriptorFields)) -> Option<Spec> {
    let said = said_with(&spec_from_said(said).unwrap(), change)?;
    Some(spec_from_said(&said).unwrap())
}

fn said(arch: Arch, major: Major, swizzle: Swizzle, element: Element) -> Said {
    let tile = SaidTile {
        element: Some(element),
        major: Some(major),
        swizzle: Some(swizzle),
        mn: Some(64),
        k: Some(128),
        start_bytes: Some(0x400),
        lbo_bytes: Some(0x4000),
        sbo_bytes: Some(0x800),
        ..SaidTile::default()
    };
    Said { tile, reader: SaidReader { arch: Some(arch), ..SaidReader::default() }, ..Said::default() }
}

#[test]
fn counts_are_those_of_the_addresses() {
    let forms = Arch::ALL.iter().flat_map(|arch| [Major::K, Major::Mn].map(|major| (*arch, major)));
    let modes = forms.flat_map(|form| Swizzle::ALL.iter().map(move |swizzle| (form, *swizzle)));
    let mut wrong = 0;
    for ((arch, major), swizzle) in modes {
        for (element, operand, sparsity) in [Element::Bf16, Element::Tf32, Element::E4m3]
            .into_iter()
            .flat_map(|e| [(e, Operand::A, Sparsity::Dense), (e, Operand::B, Sparsity::Sparse)])
        {
            let mut said = said(arch, major, swizzle, element);
            said.reader.operand = Some(operand);
            said.reader.sparsity = Some(sparsity);
            for (lbo, sbo, base_offset) in [(1024, 128, 0), (16, 64, 0), (64, 8, 1)] {
                let change = |fields: &mut DescriptorFields| {
                    (fields.lbo_field, fields.sbo_field) = (lbo, sbo);
                    fields.base_offset = base_offset;
                };
                let Some(spec) = given(&said, change) else {
                    continue;
                };
                for step in 0..2 {
                    let tally = ReadAgainstTile::of(&spec, step).tally();
                    let twin = tally_by_addresses(&spec, step);
                    assert_eq!((tally.right, tally.wrong), (twin.right, twin.wrong), "{said:?}");
                    wrong += tally.wrong;
                }
            }
        }
    }
    assert!(wrong > 1000);
}

#[test]
fn what_is_missing_is_of_the_tile_and_is_not_read() {
    let tile = SaidTile { start_bytes: Some(0x800), ..SaidTile::default() };
    let said = Said { tile, ..Said::default() };
    let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0040);
    let found = ReadAgainstTile::of(&spec_from_said(&said.with_given(given)).unwrap(), 0);
    let Tally { right, wrong, missing } = found.tally();
    // The read covers 0x400 to 0x2400, the tile begins one atom later: only the last atom's quarter is not read.
    assert_eq!((right, wrong, missing), (0, 128, 16));
    assert_eq!(found.missing_lines(), Some(0x2400 / 128..0x2800 / 128));
}

#[test]
fn a_sequence_adds_its_steps_up() {
    let tile = SaidTile { pattern_bytes: Some(0), ..SaidTile::default() };
    let said = Said { tile, ..Said::default() };
    let spec = given(&said, |fields| fields.base_offset = 1).unwrap();
    let all = SequenceAgainstTile::of(&spec);
    assert_eq!((all.steps, all.right_steps), (4, 3));
    assert_eq!(all.tally.right + all.tally.wrong, 512);
    let (step, first) = all.first.unwrap();
    assert_eq!((step, first.coord), (0, Coord { mn: 0, k: 0 }));
}

#[test]
fn a_window_that_begins_inside_an_atom_is_no_part_of_the_law() {
    let tile = SaidTile {
        major: Some(Major::Mn),
        mn: Some(96),
        k: Some(64),
        buffer_mn: Some(192),
        at_mn: Some(96),
        ..SaidTile::default()
    };
    let said = Said {
        tile,
        reader: SaidReader { operand: Some(Operand::B), ..SaidReader::default() },
        ..Said::default()
    };
    let spec = spec_from_said(&said).unwrap();
    // The read starts 32 elements into an atom of 64: at the end of the line, it continues in the next row.
    let tally = Tally::of_read(&spec, 0);
    assert_eq!((tally.right, tally.wrong), (128, 64));
}
