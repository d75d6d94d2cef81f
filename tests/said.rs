//! Specified values are kept, and given descriptors keep their 64 bits, while other values are specified, edited or pasted.

use std::collections::HashSet;

use crate::any::{choice, derived, descriptor, said};
use proptest::prelude::*;
use swizzle_core::hardware::Use;
use swizzle_core::law::exact_text;
use swizzle_core::reader::Beside;
use swizzle_core::{
    Arch, Descriptor, Element, Major, Named, Operand, Order, Place, ReadAgainstTile, Said, SaidPlace,
    SaidReader, SaidTile, Spec, Swizzle, Tally,
};
use swizzle_infer::spec_from_said;
use swizzle_lints::{Severity, findings_from_spec};
use swizzle_params::{PARAMS, Param, ParamId};
use swizzle_parse::NumberAs;
use swizzle_parse::{PasteChoice, shown_from_paste};
use swizzle_tests::{cases, legal_forms, said as linked, some};
use swizzle_view::Shown;

fn spec(said: &Said) -> Spec {
    spec_from_said(said).unwrap_or_else(|error| panic!("{error}: {said:?}"))
}

fn pasted(text: &str, context: &Shown) -> Shown {
    let choice = PasteChoice { number: Some(NumberAs::Descriptor), ..PasteChoice::default() };
    shown_from_paste(text, &choice, context).unwrap_or_else(|error| panic!("{text}: {error}")).shown
}

/// What was said, each value taken from what was worked out where it was said.
fn as_it_stands(said: &Said, spec: &Spec) -> Said {
    let mut stands = Said { given: spec.given(), beside: spec.said().beside, ..*said };
    // Only a copy has a shape.
    let has = |param: &&Param| param.id != ParamId::Shape || spec.reader().used_for == Use::Copy;
    for param in PARAMS.iter().filter(has) {
        let value = param.get(said).and(param.taken(spec));
        assert!(param.set(&mut stands, value), "{}", param.key);
    }
    stands
}

/// What was said but for what a new descriptor says itself: its own bits, what they are for, and where they belong.
fn beside_the_descriptor(said: &Said) -> Said {
    Said {
        given: None,
        beside: Beside::NONE,
        place: SaidPlace::default(),
        reader: SaidReader { arch: None, lbo_mode: None, ..said.reader },
        ..*said
    }
}

proptest! {
    #![proptest_config(cases(350, 4000))]

    #[test]
    fn every_said_value_stands(said in said()) {
        let spec = spec(&said);
        prop_assert_eq!(*spec.said(), said);
        prop_assert_eq!(as_it_stands(&said, &spec), said);
    }

    #[test]
    fn a_given_descriptor_is_its_64_bits_whatever_else_is_said(
        given in descriptor(),
        before in derived(),
        after in derived(),
    ) {
        for said in [before, after].map(|said| said.with_given(given)) {
            let spec = spec(&said);
            prop_assert_eq!(spec.given(), Some(given));
            prop_assert_eq!(spec.descriptor(spec.place()), Ok(given));
            prop_assert_eq!(spec.reader().arch, given.arch());
            prop_assert_eq!(spec.reader().lbo_mode, given.decode().lbo_mode);
        }
    }

    /// One value after the other is said anew, through the words of the box, which are those of a link.
    #[test]
    fn no_words_for_tile_and_reader_change_a_given_descriptor(said in said(), given in descriptor()) {
        let context = Shown::from(said.with_given(given));
        for text in WORDS {
            let Ok(after) = shown_from_paste(text, &PasteChoice::default(), &context) else {
                // Such a window is not in the specified buffer.
                continue;
            };
            let (key, value) = text.split_once('=').expect(text);
            let param = PARAMS.iter().find(|param| param.key == key).expect(text);
            let mut expected = context.said;
            prop_assert!(param.set(&mut expected, param.get(&linked(&format!("#/?{text}")))), "{}", value);
            prop_assert_eq!(after.shown.said, expected, "{}", text);
            let spec = spec(&after.shown.said);
            // The chip that was said says whose bits these are.
            prop_assert_eq!(spec.descriptor(spec.place()).ok(), context.said.given, "{}", text);
            prop_assert_eq!(context.said.given.map(Descriptor::raw), Some(given.raw()));
        }
    }

    #[test]
    fn a_pasted_value_says_nothing_but_itself(said in said(), given in descriptor()) {
        let context = Shown::from(said);
        let after = pasted(&given.to_string(), &context).said;
        prop_assert_eq!(after.given.map(Descriptor::raw), Some(given.raw()));
        prop_assert_eq!(beside_the_descriptor(&after), beside_the_descriptor(&said));
    }

    #[test]
    fn pasted_fields_say_nothing_but_themselves(said in said(), lbo in 0_u64..1 << 14, sbo in 0_u64..1 << 14) {
        let context = Shown::from(said);
        let before = spec(&said);
        let after = pasted(&format!("lbo={lbo} sbo={sbo}"), &context).said;
        prop_assert_eq!(beside_the_descriptor(&after), beside_the_descriptor(&said));
        let given = after.given.unwrap();
        prop_assert_eq!((given.get(swizzle_core::FieldId::Lbo), given.get(swizzle_core::FieldId::Sbo)), (lbo, sbo));
        if let Ok(held) = before.descriptor(before.place()) {
            // LBO has a bit more on one chip.
            let [lbo, sbo] = [swizzle_core::FieldId::Lbo, swizzle_core::FieldId::Sbo]
                .map(|id| Descriptor::field(given.chip(), id).map_or(0, |field| field.mask()));
            let others = !(lbo | sbo);
            prop_assert_eq!(given.raw() & others, held.raw() & others);
        }
    }

    /// A layout says the whole buffer: the swizzle, the major-ness, the extents, and the order of atoms or their strides.
    #[test]
    fn a_pasted_layout_says_nothing_but_itself(
        said in said(),
        layout in (choice::<Major>(), choice::<Swizzle>(), choice::<Order>(), 1_u32..5, 1_u32..5),
    ) {
        let (major, swizzle, order, mn, k) = layout;
        let element = said.tile.element.unwrap_or(Element::Bf16);
        let t = element.per_unit();
        let tile = some!(SaidTile { element, major, swizzle, order, mn: mn * 8 * t, k: k * 8 * t });
        let of_text = spec(&Said { tile, ..Said::default() });
        let text = exact_text(of_text.layout(), of_text.extent());
        let after = pasted(&text, &Shown::from(said)).said;
        prop_assert_eq!(after.given, said.given, "{}", text);
        prop_assert_eq!(after.place, said.place, "{}", text);
        // Only one architecture has atoms of 32 bytes: a text with them decides it if none is specified.
        let only = (swizzle == Swizzle::B128Atom32 && said.given.is_none()).then_some(Arch::Tcgen05);
        let reader = SaidReader { arch: said.reader.arch.or(only), ..said.reader };
        prop_assert_eq!(after.reader, reader, "{}", text);
        let unsaid = |tile: SaidTile| SaidTile {
            major: None, swizzle: None, mn: None, k: None, buffer_mn: None, buffer_k: None, at_mn: None, at_k: None,
            order: None, lbo_bytes: None, sbo_bytes: None, row_bytes: None, row_xor: None, pad_every_bytes: None, pad_bytes: None, ..tile
        };
        // A swizzle is written from an aligned boundary, even if a base offset was given before: the text is drawn.
        let is_moved = said.given.is_some_and(|given| given.decode().base_offset != 0);
        let aligned = (is_moved && swizzle != Swizzle::None).then_some(0);
        let pattern_bytes = said.tile.pattern_bytes.or(aligned);
        let tile = SaidTile { pattern_bytes, ..said.tile };
        prop_assert_eq!(unsaid(after.tile), unsaid(tile), "{}", text);
        let back = spec(&Said { tile: SaidTile { start_bytes: None, pattern_bytes: None, ..after.tile }, ..Said::default() });
        prop_assert_eq!((back.tile().major, back.tile().swizzle), (major, swizzle), "{}", text);
    }

    #[test]
    fn a_place_that_is_looked_for_says_nothing(said in said(), byte in 0_u32..1 << 18, mn in 0_u32..99, k in 0_u32..99) {
        let context = Shown::from(said);
        for text in [format!("byte 0x{byte:x}"), format!("element ({mn}, {k})")] {
            prop_assert_eq!(pasted(&text, &context).said, said, "{}", text);
        }
    }
}

/// Words for one value of tile, reader or place, each as in a link.
const WORDS: [&str; 12] = [
    "element=e4m3",
    "major=MN",
    "operand=B",
    "order=k",
    "mn=24",
    "k=96",
    "pattern=0x480",
    "stages=7",
    "stage_bytes=65536",
    "rows=32",
    "step=3",
    "block=2",
];

/// The tile that was said, and a value that is pasted beside it.
fn pasted_beside_a_tile(text: &str) -> Spec {
    let tile = some!(SaidTile { mn: 128, k: 64, start_bytes: 0x8400 });
    let said = Said { tile, ..Said::default() };
    let shown = Shown::from(said);
    let after = pasted(text, &shown).said;
    assert_eq!(after.tile, tile, "{text}");
    spec(&after)
}

#[test]
fn a_tile_that_was_said_does_not_move_to_the_descriptor() {
    let spec = pasted_beside_a_tile("0x4000004000010640");
    assert_eq!(spec.tile().start_bytes, 0x8400);
    let found = ReadAgainstTile::of(&spec, spec.place());
    assert_eq!((found.tally().right, found.tally().wrong), (0, 128));
    let findings = findings_from_spec(&spec);
    assert_eq!(findings[0].severity, Severity::Error, "{findings:#?}");
    let label = &findings[0].repairs.first().unwrap().label;
    assert_eq!(label, "Set start to 0x8400");
}

#[test]
fn a_descriptor_is_found_at_its_step_of_the_tile_that_was_said() {
    let spec = pasted_beside_a_tile("0x4000004000010846");
    assert_eq!(spec.place(), Place::from(3));
    let tally = Tally::of_read(&spec, spec.place());
    assert_eq!((tally.right, tally.wrong), (128, 0));
    let loud = |severity| severity != Severity::Note;
    let mut findings = findings_from_spec(&spec).into_iter();
    assert_eq!(findings.find(|finding| loud(finding.severity)), None);
}

/// Extents of tiles, in rows and reads of K.
fn extents(arch: Arch, operand: Operand) -> Vec<(u32, u32)> {
    let rows: &[u32] = match (operand, arch) {
        (Operand::A, Arch::Wgmma) => &[64, 128, 192],
        (Operand::A, Arch::Tcgen05) => &[32, 64, 128, 256],
        (Operand::B, _) => &[16, 32, 64, 96, 128, 256],
    };
    let reads = [1, 2, 3, 4, 8];
    rows.iter().flat_map(|mn| reads.map(|reads| (*mn, reads))).collect()
}

/// Every descriptor of a packed tile, for each of its places.
fn descriptors_of(tile: SaidTile, reader: SaidReader, reads: u32) -> Vec<Descriptor> {
    let mut said = Said { tile, reader, ..Said::default() };
    said.tile.k = Some(reads * spec(&said).read_k());
    let whole = spec(&said);
    let places = (0..whole.blocks())
        .flat_map(|block| (0..whole.steps()).map(move |step| Place { stage: 0, block, step }));
    places.map(|place| whole.descriptor(place).unwrap()).collect()
}

/// Unspecified values are no reason for an error: with only the operand's form, every descriptor of a packed tile can be
/// right.
#[test]
fn a_right_descriptor_raises_no_error_with_the_form_of_its_operand_alone() {
    let (mut checked, mut loud) = (0, Vec::new());
    let forms = legal_forms().flat_map(|form| Operand::ALL.iter().map(move |operand| (form, *operand)));
    for ((arch, element, major, swizzle), operand) in forms {
        let reader = some!(SaidReader { arch, operand });
        let form = some!(SaidTile { element, major });
        let places = extents(arch, operand).into_iter().flat_map(|(mn, reads)| {
            let orders = Order::ALL.iter().flat_map(|order| [0, 0x400, 0x8400].map(|start| (*order, start)));
            orders.flat_map(move |(order, start_bytes)| {
                let tile = some!(SaidTile { element, major, swizzle, order, mn, start_bytes });
                descriptors_of(tile, reader, reads)
            })
        });
        let said = Said { tile: form, reader, ..Said::default() };
        for descriptor in places.collect::<HashSet<_>>() {
            checked += 1;
            let findings = findings_from_spec(&spec(&said.with_given(descriptor)));
            if let Some(first) = findings.first().filter(|first| first.severity == Severity::Error) {
                let form = format!("{arch} {element} {major} {operand} {descriptor}");
                loud.push(format!("{form}: {} {}", first.id, first.text));
            }
        }
    }
    println!("right descriptors: {checked}");
    assert!(loud.is_empty(), "{} of {checked}:\n{}", loud.len(), loud[..loud.len().min(40)].join("\n"));
}
