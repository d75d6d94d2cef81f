//! What a sequence is written as comes back as that sequence.

use swizzle_code::{SequenceForm, sequence_code};
use swizzle_core::reader::GIVEN_MAX;
use swizzle_core::{Arch, Descriptor, Major, Named, Order, Said, SaidReader, SaidTile, Swizzle};
use swizzle_infer::sequence::Sequence;
use swizzle_infer::spec_from_said;
use swizzle_parse::shown_from_paste;
use swizzle_view::Shown;

use super::GUESS;
use swizzle_tests::some;

/// Every spelling of a sequence, and columns as people print them.
fn spellings(sequence: &Sequence, all: &[Descriptor]) -> Vec<String> {
    let mut texts: Vec<String> =
        SequenceForm::ALL.iter().map(|form| sequence_code(sequence, *form)).collect();
    let column = |line: fn(usize, Descriptor) -> String| {
        let lines: Vec<String> = all.iter().enumerate().map(|(i, one)| line(i, *one)).collect();
        lines.join("\n")
    };
    texts.push(column(|i, one| format!("[warp 4] step {i}: desc = {one}")));
    texts.push(column(|i, one| format!("${} = {one}", i + 1)));
    texts.push(column(|_, one| format!("{:016x}", one.raw())));
    texts.push(column(|_, one| format!("{:016X}, ", one.raw())));
    texts.push(column(|i, one| format!("desc[{i}]=0x{:x}", one.raw())));
    texts.push(column(|_, one| format!("lo=0x{:08x} hi=0x{:08x}", one.raw() as u32, one.raw() >> 32)));
    texts.push(column(|_, one| format!("0x{:08x} 0x{:08x}", one.raw() >> 32, one.raw() as u32)));
    let rows = sequence.rows.iter();
    let rows: Vec<String> = rows
        .map(|row| {
            let added = row.added_units.map(|units| format!(", {units:+} units"));
            let descriptor = row.descriptor.as_ref().expect("a code");
            let (step, added) = (row.place.step, added.unwrap_or_default());
            format!("step {step}: 0x{:x}{added}, {descriptor}", row.start_bytes)
        })
        .collect();
    texts.push(rows.join("\n"));
    texts
}

#[test]
fn a_printed_sequence_comes_back() {
    let mut checked = 0;
    for &arch in Arch::ALL {
        for &major in Major::ALL {
            for &swizzle in Swizzle::ALL {
                for &order in Order::ALL {
                    let said = Said {
                        tile: some!(SaidTile {
                            major,
                            swizzle,
                            order,
                            mn: 128,
                            k: 128,
                            start_bytes: 0x8400,
                            stages: 2
                        }),
                        reader: some!(SaidReader { arch, rows: 64 }),
                        ..Said::default()
                    };
                    checked += check(&said);
                }
            }
        }
    }
    assert!(checked > 300, "{checked}");
}

fn check(said: &Said) -> usize {
    let spec = spec_from_said(said).unwrap();
    let sequence = Sequence::of(&spec);
    let rows = sequence.rows.iter();
    let all: Vec<Descriptor> = rows.filter_map(|row| row.descriptor.ok()).collect();
    if all.is_empty() {
        return 0;
    }
    assert!(all.len() <= GIVEN_MAX);
    let context = Shown::from(*said);
    let texts = spellings(&sequence, &all);
    for text in &texts {
        let pasted =
            shown_from_paste(text, &GUESS, &context).unwrap_or_else(|error| panic!("{text}: {error}"));
        let back = pasted.shown.said;
        assert_eq!(back.all_given(), all, "{text}");
        assert_eq!(back.tile, said.tile, "{text}");
        assert!(Sequence::of(&spec_from_said(&back).unwrap()).is_whole(), "{text}");
    }
    texts.len()
}
