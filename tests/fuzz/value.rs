//! 64-bit values as descriptors, each amid parameters that it does not hold.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use swizzle_core::{
    Arch, Coord, Descriptor, LinkState, Named, Params, Spec, View, figures, params_from_descriptor,
};

use crate::state;
use crate::target::{Fault, Target, ensure};

pub(crate) const TARGET: Target = Target {
    corpus,
    tokens,
    check,
};

/// Of so many inputs one is judged and put into words, which takes longer than to read it.
const JUDGED: u64 = 4;

/// Of so many inputs one is drawn, which takes longest.
const DRAWN: u64 = 32;

/// Values that were read back from hardware, and some that are wrong.
const VALUES: [u64; 8] = [
    0x4000_0040_0001_0040,
    0x4000_4040_0001_0040,
    0xc000_0008_0008_0000,
    0x6000_4040_0001_0040,
    0x4016_0040_0001_0042,
    0,
    u64::MAX,
    0x8000_0020_0400_3fff,
];

/// The bytes of an input, one after the other; zeros behind its end.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    fn number<const N: usize>(&mut self) -> u64 {
        (0..N).fold(0, |number, _| number << 8 | u64::from(self.next()))
    }

    fn one_of<T: Named>(&mut self) -> T {
        T::ALL[usize::from(self.next()) % T::ALL.len()]
    }

    /// Absent as often as there.
    fn optional(&mut self) -> Option<u32> {
        let is_there = self.next() & 1 == 1;
        is_there.then(|| self.number::<3>() as u32)
    }
}

/// A value amid parameters, as an input's bytes give it: the value first, so that all that it leaves out is the default.
fn read(input: &[u8]) -> (Descriptor, LinkState, u64) {
    let mut bytes = Bytes(input);
    let raw = bytes.number::<8>();
    let arch: Arch = bytes.one_of();
    let seed = bytes.number::<5>();
    let defaults = Params::default();
    // One byte for each choice, and a number in the middle of what there is a tile for.
    let extent = |default: u32, bytes: &mut Bytes<'_>| match bytes.number::<2>() as u32 {
        0 => default,
        extent => extent,
    };
    let params = Params {
        element: bytes.one_of(),
        major: bytes.one_of(),
        operand: bytes.one_of(),
        sparsity: bytes.one_of(),
        order: bytes.one_of(),
        mn: extent(defaults.mn, &mut bytes),
        k: extent(defaults.k, &mut bytes),
        step: u32::from(bytes.next()),
        column_bytes: bytes.optional(),
        pattern_bytes: bytes.optional(),
        arch,
        ..defaults
    };
    let view = View {
        cells: bytes.one_of(),
        number: bytes.one_of(),
        colour: bytes.one_of(),
        ..View::default()
    };
    let state = LinkState {
        params,
        view,
        pinned: None,
    };
    (Descriptor::new(arch, raw), state, seed)
}

fn corpus() -> Vec<Vec<u8>> {
    let raw = |raw: u64, arch: u8| [&raw.to_be_bytes()[..], &[arch]].concat();
    let values = VALUES
        .into_iter()
        .flat_map(|value| [raw(value, 0), raw(value, 1)]);
    let figures = figures().filter_map(|figure| {
        let spec = Spec::new(&figure.params).ok()?;
        let descriptor = spec.descriptor(0).ok()?;
        let mut input = raw(
            descriptor.raw(),
            u8::from(figure.params.arch == Arch::Tcgen05),
        );
        input.extend([0; 5]);
        input.extend([
            place(figure.params.element),
            place(figure.params.major),
            place(figure.params.operand),
            place(figure.params.sparsity),
            place(figure.params.order),
        ]);
        input.extend((figure.params.mn as u16).to_be_bytes());
        input.extend((figure.params.k as u16).to_be_bytes());
        Some(input)
    });
    values.chain(figures).collect()
}

/// Which of all values this is.
fn place<T: Named + PartialEq>(value: T) -> u8 {
    T::ALL.iter().position(|other| *other == value).unwrap_or(0) as u8
}

fn tokens() -> Vec<Vec<u8>> {
    let mut tokens: Vec<Vec<u8>> = VALUES.map(|value| value.to_be_bytes().to_vec()).into();
    for arch in [Arch::Wgmma, Arch::Tcgen05] {
        for field in Descriptor::fields(arch) {
            tokens.push(field.mask().to_be_bytes().to_vec());
        }
    }
    tokens.extend([vec![0, 0], vec![0xff, 0xff], vec![0, 1], vec![0x40, 0]]);
    tokens
}

fn check(input: &[u8]) -> Result<(), Fault> {
    let (descriptor, mut state, seed) = read(input);
    state.params = params_from_descriptor(descriptor, &state.params)
        .map_err(|why| format!("{descriptor} amid {:?}: {why}", state.params))?;
    let params = &state.params;
    let spec = Spec::new(params).map_err(|why| format!("there is no tile of {params:?}: {why}"))?;
    let again = spec.descriptor(params.step);
    ensure!(
        again == Ok(descriptor),
        "{descriptor} is {again:?} after decoding to {params:?}"
    );
    let coord = Coord {
        mn: (seed >> 20) as u32 % params.mn,
        k: seed as u32 % params.k,
    };
    state.pinned = (seed & 1 == 1).then_some(coord);
    state::survives_its_link(&state).map_err(|fault| format!("{descriptor}: {fault}"))?;
    state::has_sound_trace(&spec, &state, coord)?;
    // Drawn by lot, but the same for the same input; most values end in zeros.
    let turn = BuildHasherDefault::<DefaultHasher>::default().hash_one(seed ^ descriptor.raw());
    if turn.is_multiple_of(JUDGED) {
        state::has_words(&spec)?;
        state::has_sound_findings(&spec)
            .map_err(|fault| format!("{descriptor} as {:?}: {fault}", state.params))?;
    }
    // Beyond that the picture's own numbers turn over; remove this when they no longer do.
    let is_counted = i32::try_from(u64::from(state.params.mn) * u64::from(state.params.k)).is_ok();
    if is_counted && turn.is_multiple_of(DRAWN) {
        state::has_pictures(&spec, &state, seed)?;
    }
    Ok(())
}
