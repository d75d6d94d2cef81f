//! A verdict is only as good as the specified values: everything called right is also right for a twin with the same values.

mod planted;
mod twin;

use proptest::prelude::*;
use swizzle_core::descriptor::{DescriptorFields, FieldId, code_from_swizzle};
use swizzle_core::reader::Verdict;
use swizzle_core::{
    Arch, Descriptor, Element, Major, Operand, Order, Said, SaidReader, SaidTile, Sparsity, Swizzle,
};
use swizzle_infer::sequence::Sequence;
use swizzle_infer::spec_from_said;
use swizzle_tests::{cases, some};

use crate::verdicts::twin::{Bits, Instruction, Packed, bytes_of, per_unit, read, tile};

/// A tile in memory, with all of its values known, and which of them are specified.
#[derive(Debug, Clone)]
struct Case {
    truth: Said,
    is_order_said: bool,
    is_swizzle_said: bool,
    is_start_said: bool,
    is_operand_said: bool,
    is_place: (u32, u32, u32),
    mistake: Mistake,
}

/// What is changed of the right descriptor, or of the loop.
#[derive(Debug, Clone, Copy)]
enum Mistake {
    None,
    Lbo(u32),
    Sbo(u32),
    Start(i32),
    Mode(Swizzle),
    Base(u8),
}

const MODES: [Swizzle; 4] = [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128];

fn mistakes() -> impl Strategy<Value = Mistake> {
    // Strides that are those of some tile, more often than any.
    let bytes = prop_oneof![
        4 => (0_u32..10, 1_u32..9).prop_map(|(power, times)| (128 << power) * times % (1 << 18)),
        1 => (0_u32..1 << 14).prop_map(|field| field * 16),
    ];
    prop_oneof![
        2 => Just(Mistake::None),
        3 => bytes.clone().prop_map(Mistake::Lbo),
        3 => bytes.prop_map(Mistake::Sbo),
        2 => prop_oneof![-64_i32..64, (-64_i32..64).prop_map(|times| times * 64)].prop_map(Mistake::Start),
        1 => prop::sample::select(&MODES[..]).prop_map(Mistake::Mode),
        1 => (1_u8..8).prop_map(Mistake::Base),
    ]
}

fn tiles() -> impl Strategy<Value = Case> {
    let form = (
        prop::sample::select(&[Arch::Wgmma, Arch::Tcgen05][..]),
        prop::sample::select(&[Operand::A, Operand::B][..]),
        prop::sample::select(&[Element::Bf16, Element::E4m3, Element::Tf32][..]),
        prop::sample::select(&[Major::K, Major::Mn][..]),
        prop::sample::select(&MODES[..]),
        prop::sample::select(&[Order::Mn, Order::K][..]),
    );
    let extents = (1_u32..5, 1_u32..9, 0_u32..3, 0_u32..3, 1_u32..4);
    let words = (any::<[bool; 4]>(), 0_u32..64, any::<(u8, u8, u8)>());
    (form, extents, words, mistakes()).prop_map(|(form, extents, words, mistake)| {
        let (arch, operand, element, major, mode, order) = form;
        let (blocks, steps, more_mn, more_k, stages) = extents;
        let reader = Instruction { arch, operand, sparsity: Sparsity::Dense };
        // Of B one read is as many rows as there are.
        let rows = match operand {
            Operand::A => reader.rows() * (1 + blocks % 2),
            Operand::B => 32 * blocks,
        };
        let k = reader.units() * per_unit(element) * steps;
        let mut tile = SaidTile {
            element: Some(element),
            major: Some(major),
            swizzle: Some(mode),
            mn: Some(rows),
            k: Some(k),
            order: Some(order),
            start_bytes: Some(words.1 * 1024),
            stages: (stages > 1).then_some(stages),
            ..SaidTile::default()
        };
        if more_mn > 0 {
            tile.buffer_mn = Some(rows + 64 * more_mn);
        }
        if more_k > 0 {
            tile.buffer_k = Some(k + 64 * more_k);
        }
        let said = some!(SaidReader { arch, operand });
        let [is_order_said, is_swizzle_said, is_start_said, is_operand_said] = words.0;
        let (stage, block, step) = words.2;
        Case {
            truth: Said { tile, reader: said, ..Said::default() },
            is_order_said,
            is_swizzle_said,
            is_start_said,
            is_operand_said,
            is_place: (stage.into(), block.into(), step.into()),
            mistake,
        }
    })
}

impl Case {
    fn reader(&self) -> Instruction {
        Instruction {
            arch: self.truth.reader.arch.unwrap_or(Arch::Wgmma),
            operand: if self.is_operand_said {
                self.truth.reader.operand.unwrap_or(Operand::A)
            } else {
                Operand::A
            },
            sparsity: Sparsity::Dense,
        }
    }

    /// What is said of it: never a stride.
    fn words(&self) -> Said {
        let mut said = self.truth;
        let tile = &mut said.tile;
        tile.order = tile.order.filter(|_| self.is_order_said);
        tile.swizzle = tile.swizzle.filter(|_| self.is_swizzle_said);
        tile.start_bytes = tile.start_bytes.filter(|_| self.is_start_said);
        said.reader.operand = said.reader.operand.filter(|_| self.is_operand_said);
        said
    }

    /// The descriptors of the sequence from a place on, and each with the mistake.
    fn changed(&self, descriptor: Descriptor) -> Option<Descriptor> {
        let fields = descriptor.decode();
        let field = |bytes: u32| (bytes / 16 % (1 << 14)) as u16;
        let encode = |fields: DescriptorFields| Descriptor::encode(descriptor.chip(), fields).ok();
        match self.mistake {
            Mistake::None => Some(descriptor),
            Mistake::Lbo(bytes) => encode(DescriptorFields { lbo_field: field(bytes), ..fields }),
            Mistake::Sbo(bytes) => encode(DescriptorFields { sbo_field: field(bytes), ..fields }),
            Mistake::Start(units) => {
                let start = i32::from(fields.start_field) + units;
                Some(descriptor.with(FieldId::Start, start.rem_euclid(1 << 14) as u64))
            }
            Mistake::Mode(mode) => {
                let code = code_from_swizzle(descriptor.arch(), mode)?;
                Some(descriptor.with(FieldId::Swizzle, code.into()))
            }
            Mistake::Base(base) => Some(descriptor.with(FieldId::BaseOffset, base.into())),
        }
    }

    /// Whether a descriptor reads, from what was said alone, what the tile has at a place; in which order of atoms.
    fn orders_of(&self, descriptor: Descriptor, place: (u32, u32, u32), first: u32) -> Vec<Order> {
        let said = self.words();
        let reader = self.reader();
        let bits = Bits::of(descriptor);
        let (Some(code), Some(element)) = (bits.mode, said.tile.element) else {
            return Vec::new();
        };
        let mode = said.tile.swizzle.unwrap_or(code);
        let (rows, k) = (said.tile.mn.unwrap_or(0).min(reader.rows()), reader.units() * per_unit(element));
        let Some(size) = bytes_of(&said.tile, mode) else {
            return Vec::new();
        };
        let major = said.tile.major.unwrap_or(Major::K);
        let held = read(bits, code, major, (rows, k), per_unit(element));
        let between = size.next_multiple_of(mode.pattern_bytes().max(128));
        let (stage, block, step) = place;
        let at = (block * rows, step * k);
        let orders = said.tile.order.map_or(vec![Order::Mn, Order::K], |order| vec![order]);
        let has_it = |order: &Order| {
            // A tile without a specified start begins at the first of them.
            let start = said.tile.start_bytes.unwrap_or(first);
            // The pattern is on its boundary, or starts with the tile.
            [0, start / 128].iter().any(|lines| {
                let packed = Packed { mode, order: *order, start: start + stage * between, lines: *lines };
                tile(&said.tile, &packed, at, (rows, k)).is_some_and(|wanted| wanted == held)
            })
        };
        orders.into_iter().filter(has_it).collect()
    }

    /// Every place of the sequence, as it is said.
    fn places(&self) -> Vec<(u32, u32, u32)> {
        let (said, reader) = (self.words().tile, self.reader());
        let k = reader.units() * said.element.map_or(1, per_unit);
        let blocks = said.mn.unwrap_or(1).div_ceil(reader.rows());
        let steps = said.k.unwrap_or(1).div_ceil(k);
        let stages = said.stages.unwrap_or(1);
        let of_stage =
            move |stage| (0..blocks).flat_map(move |block| (0..steps).map(move |step| (stage, block, step)));
        (0..stages).flat_map(of_stage).collect()
    }
}

proptest! {
    #![proptest_config(cases(170, 2000))]

    /// One descriptor: it fits only where the twin finds the same bytes at some place of a tile that was said so.
    #[test]
    fn what_fits_reads_what_was_said(case in tiles()) {
        let truth = spec_from_said(&case.truth).expect("a picture");
        let place = swizzle_core::Place {
            stage: case.is_place.0 % truth.tile().stages,
            block: case.is_place.1 % truth.blocks(),
            step: case.is_place.2 % truth.steps(),
        };
        // Without its start, a descriptor is taken to start the tile.
        let place = if case.is_start_said { place } else { swizzle_core::Place::default() };
        let Some(given) = truth.derived_descriptor(place).ok().and_then(|right| case.changed(right)) else {
            return Ok(());
        };
        let spec = spec_from_said(&case.words().with_given(given)).expect("a picture");
        let first = Bits::of(given).start;
        let is_there = case.places().iter().any(|place| !case.orders_of(given, *place, first).is_empty());
        if spec.verdict() == Verdict::Fits {
            prop_assert!(is_there, "{given} {:?} {:?}", spec.said().tile, spec.tile());
        }
        // And what is right is not refused.
        if matches!(case.mistake, Mistake::None) && case.is_operand_said {
            prop_assert_eq!(spec.verdict(), Verdict::Fits, "{} {:?} {:?}", given, spec.said().tile, spec.tile());
            prop_assert!(is_there, "the twin: {} {:?}", given, spec.tile());
        }
    }

    /// A whole sequence: all of it fits only where one packed tile has each of them at its own place.
    #[test]
    fn a_sequence_that_fits_reads_one_tile(case in tiles(), wrong in any::<u8>(), is_alone in any::<bool>()) {
        let truth = spec_from_said(&case.truth).expect("a picture");
        let sequence = Sequence::of(&truth);
        if sequence.count > 64 || case.reader().operand != case.truth.reader.operand.unwrap_or(Operand::A) {
            return Ok(());
        }
        let count = sequence.rows.len();
        let from = usize::from(wrong) % count;
        // One of them, or all from one on, as where a loop goes wrong.
        let change = |(index, row): (usize, &swizzle_core::Read)| {
            let right = row.descriptor.ok()?;
            let is_changed = if is_alone { index == from } else { index >= from };
            if is_changed { case.changed(right) } else { Some(right) }
        };
        let Some(given) = sequence.rows.iter().enumerate().map(change).collect::<Option<Vec<_>>>() else {
            return Ok(());
        };
        let spec = spec_from_said(&case.words().with_all_given(&given, 0)).expect("a picture");
        let whole = Sequence::of_whole(&spec, &given);
        let fits = |given: &swizzle_infer::sequence::Given| {
            given.place.is_some_and(|place| spec.with_given_at(given.descriptor, place).verdict() == Verdict::Fits)
        };
        let is_right = whole.count == count as u64 && whole.first_wrong().is_none() && whole.given.iter().all(fits);
        let first = Bits::of(given[0]).start;
        let places = case.places();
        let orders: Vec<Vec<Order>> = given.iter().zip(&places).map(|(given, place)| case.orders_of(*given, *place, first)).collect();
        let is_there = [Order::Mn, Order::K].iter().any(|order| orders.iter().all(|orders| orders.contains(order)));
        if is_right {
            prop_assert!(is_there, "{:?} {:?} {:?}", given, spec.said().tile, spec.tile());
        }
        if matches!(case.mistake, Mistake::None) {
            prop_assert!(is_right && is_there, "{is_there} {:?} {:?} {:?}", given, spec.said().tile, spec.tile());
        }
    }
}
