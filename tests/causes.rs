//! Every cause that is named, applied to the tile that it names by the ordinary generator, leaves what was given.

use proptest::prelude::*;
use swizzle_core::{
    Arch, Coord, Descriptor, FieldId, Named, Operand, Order, Said, SaidPlace, SaidReader, SaidTile, Spec,
    Stride, Swizzle,
};
use swizzle_infer::spec_from_said;
use swizzle_infer::{Advance, Cause, Explanation, Numbering, causes};
use swizzle_tests::{cases, some};

/// The driver's numbers of a tensor map's modes.
const TENSOR_MAP: [Swizzle; 5] =
    [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128, Swizzle::B128Atom32];

const fn field(stride: Stride) -> FieldId {
    match stride {
        Stride::Lbo => FieldId::Lbo,
        Stride::Sbo => FieldId::Sbo,
    }
}

/// The tile of an explanation said in full, without strides, which are packed so.
fn said_of(spec: &Spec) -> Said {
    let (tile, place) = (spec.tile(), spec.place());
    Said {
        tile: SaidTile {
            element: Some(tile.element),
            major: Some(tile.major),
            swizzle: Some(tile.swizzle),
            mn: Some(tile.mn),
            k: Some(tile.k),
            order: Some(tile.order),
            start_bytes: Some(tile.start_bytes),
            ..spec.said().tile
        },
        reader: SaidReader {
            arch: Some(spec.reader().arch),
            operand: Some(spec.reader().operand),
            ..spec.said().reader
        },
        place: SaidPlace { stage: Some(place.stage), block: Some(place.block), step: Some(place.step) },
        given: None,
        ..*spec.said()
    }
}

/// What the generator writes for it.
fn generated(said: &Said) -> Descriptor {
    let spec = spec_from_said(said).expect("a tile");
    spec.derived_descriptor(spec.place()).expect("a code for the mode")
}

fn changed(descriptor: Descriptor, strides: &[Stride], by: impl Fn(u64) -> u64) -> Descriptor {
    strides.iter().fold(descriptor, |descriptor, stride| {
        let field = field(*stride);
        descriptor.with(field, by(descriptor.get(field)))
    })
}

fn strides_of(right: Descriptor, strides: &[Stride], other: Descriptor) -> Descriptor {
    strides
        .iter()
        .fold(right, |descriptor, stride| descriptor.with(field(*stride), other.get(field(*stride))))
}

/// The code that another architecture has for a mode.
fn code_of(arch: Arch, said: &Said) -> u64 {
    let mut there = *said;
    there.reader.arch = Some(arch);
    let spec = spec_from_said(&there).expect("a tile");
    let derived = spec.derived_descriptor(spec.place());
    derived.map_or(u64::MAX, |derived| derived.get(FieldId::Swizzle))
}

/// The start that an advance of K leaves.
fn advanced(spec: &Spec, said: &Said, how: Advance) -> u64 {
    let at = |step: u32| {
        let mut said = *said;
        said.place.step = Some(step);
        generated(&said).get(FieldId::Start)
    };
    let step = u64::from(spec.place().step);
    let (first, one, k) = (at(0), at(1) - at(0), u64::from(spec.read_k()));
    match how {
        Advance::ElementsAsUnits => first + k * step,
        Advance::BytesAsUnits => first + one * 16 * step,
        Advance::ElementsAsBytes => first + k * step / 16,
        Advance::PastColumn => first + one * step,
    }
}

/// What a cause leaves of the right descriptor; several where a slip can be written in several ways.
fn slipped(found: &Explanation, given: Descriptor) -> Vec<Descriptor> {
    let spec = &found.spec;
    let said = said_of(spec);
    let right = generated(&said);
    let both = [Stride::Lbo, Stride::Sbo];
    let with = |change: &dyn Fn(&mut Said)| {
        let mut other = said;
        change(&mut other);
        generated(&other)
    };
    match found.cause {
        Cause::Bytes(strides) => vec![changed(right, strides, |field| field * 16)],
        Cause::DividedTwice(strides) => vec![changed(right, strides, |field| field / 16)],
        Cause::Exchanged => {
            let [lbo, sbo] = [FieldId::Lbo, FieldId::Sbo].map(|field| right.get(field));
            let exchanged = right.with(FieldId::Lbo, sbo).with(FieldId::Sbo, lbo);
            // What is written for an LBO without effect is anything.
            vec![exchanged, exchanged.with(FieldId::Sbo, given.get(FieldId::Sbo))]
        }
        Cause::OtherElement(strides, element) => {
            let other = with(&|said| said.tile.element = Some(element));
            vec![strides_of(right, strides, other)]
        }
        Cause::OtherMode(strides, mode) => {
            let other = with(&|said| said.tile.swizzle = Some(mode));
            vec![strides_of(right, strides, other)]
        }
        Cause::OtherOrder => {
            let other = with(&|said| said.tile.order = Some(spec.tile().order.other()));
            vec![strides_of(right, &both, other)]
        }
        Cause::Slice(mn, k) => {
            let other = with(&|said| {
                (said.tile.mn, said.tile.k) = (Some(mn), Some(k));
                (said.tile.buffer_mn, said.tile.buffer_k) = (None, None);
                (said.tile.at_mn, said.tile.at_k) = (None, None);
                said.place = SaidPlace::default();
            });
            vec![strides_of(right, &both, other)]
        }
        Cause::Code(Numbering::Of(arch)) => {
            vec![right.with(FieldId::Swizzle, code_of(arch, &said))]
        }
        Cause::Code(Numbering::TensorMap) => {
            let number =
                TENSOR_MAP.iter().position(|mode| *mode == spec.tile().swizzle).expect("a mode") as u64;
            [number, number << 1].map(|code| right.with(FieldId::Swizzle, code)).into()
        }
        Cause::NoCode => vec![right.with(FieldId::Swizzle, 0)],
        Cause::OtherCode => vec![right.with(FieldId::Swizzle, given.get(FieldId::Swizzle))],
        Cause::Halves => vec![given.with_raw(found.mended.raw().rotate_left(32))],
        Cause::Pointer => vec![given.with_raw(given.raw() | found.mended.raw())],
        Cause::Unshifted => {
            let start = right.get(FieldId::Start) * 16;
            vec![right.with(FieldId::Start, start)]
        }
        Cause::Advance(how) => {
            let start = advanced(spec, &said, how);
            vec![right.with(FieldId::Start, start)]
        }
    }
}

/// Whether two descriptors read the same bytes.
fn read_alike(spec: &Spec, one: Descriptor, other: Descriptor) -> bool {
    let same = |field: FieldId| one.get(field) == other.get(field);
    // What a stride does is asked in the tile's mode: of the code it is known that both have the same.
    let code = generated(&said_of(spec)).get(FieldId::Swizzle);
    let [one_read, other_read] =
        [one, other].map(|descriptor| spec.layout_from_descriptor(descriptor.with(FieldId::Swizzle, code)));
    let extent = spec.read_extent();
    same(FieldId::Swizzle)
        && (0..extent.mn).all(|mn| {
            (0..extent.k).all(|k| {
                let at = Coord { mn, k };
                one_read.byte_from_element(at) == other_read.byte_from_element(at)
            })
        })
}

fn check(said: &Said) -> usize {
    let given = said.given.expect("a descriptor");
    let Ok(spec) = spec_from_said(said) else {
        return 0;
    };
    let all = causes(&spec);
    for found in &all {
        let made = slipped(found, given);
        assert!(
            made.iter().any(|made| read_alike(&found.spec, *made, given)),
            "{said:?}: {:?} of {given} leaves {made:?}",
            found.cause
        );
    }
    all.len()
}

fn pick<T: Named>(index: usize) -> T {
    T::ALL[index % T::ALL.len()]
}

proptest! {
    #![proptest_config(cases(700, 20000))]

    /// Numbers that people write, in tiles of any kind.
    #[test]
    fn each_cause_leaves_what_was_given(
        arch in 0_usize..2,
        form in prop::array::uniform4(0_usize..12),
        (mn, k) in (0_usize..6, 0_usize..5),
        fields in prop::array::uniform4(0_usize..12),
        said in prop::array::uniform3(any::<bool>()),
        step in 0_u32..4,
    ) {
        let arch = Arch::ALL[arch];
        let numbers = [0, 1, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048];
        let [start, lbo, sbo] = [fields[0], fields[1], fields[2]].map(|at| numbers[at]);
        let raw = match arch {
            Arch::Wgmma => start | lbo << 16 | sbo << 32 | (fields[3] as u64 & 3) << 62,
            Arch::Tcgen05 => {
                start | lbo << 16 | sbo << 32 | 1 << 46 | (fields[3] as u64 & 7) << 61
            }
        };
        let [is_order_said, is_start_said, is_step_said] = said;
        let tile = SaidTile {
            element: Some(pick(form[0])),
            major: Some(pick(form[1])),
            mn: Some([8, 64, 96, 128, 192, 256][mn]),
            k: Some([16, 32, 64, 128, 256][k]),
            order: is_order_said.then(|| pick::<Order>(form[2])),
            start_bytes: is_start_said.then_some(0x400),
            ..SaidTile::default()
        };
        let reader = some!(SaidReader { operand: pick::<Operand>(form[3]) });
        let place = SaidPlace { step: is_step_said.then_some(step), ..SaidPlace::default() };
        check(&Said { tile, reader, place, ..Said::default() }.with_given(Descriptor::new(arch, raw)));
    }
}
