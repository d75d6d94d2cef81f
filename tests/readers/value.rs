//! 64-bit values as descriptors, each beside what is said of its tile and reader.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use swizzle_core::law::{RowXor, Xor, XorOf};
use swizzle_core::{Arch, Coord, Descriptor, Named, Said, SaidPlace, SaidReader, SaidTile};
use swizzle_draw::View;
use swizzle_view::Shown;
use swizzle_view::state::figures;

use super::state;
use super::target::{Fault, Target};

pub(crate) const TARGET: Target = Target { name: "value", corpus, tokens, check };

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

    /// What is said in a byte: nothing from 128 on.
    fn said<T: Named>(&mut self) -> Option<T> {
        let byte = usize::from(self.next());
        (byte < 128).then(|| T::ALL[byte % T::ALL.len()])
    }

    /// An XOR of rows: one with a name since the first links, any other, or none from 128 on.
    fn row_xor(&mut self) -> Option<RowXor> {
        let byte = usize::from(self.next());
        match byte {
            0..64 => Some(RowXor::ALL[byte % RowXor::ALL.len()]),
            64..128 => {
                let [bits, base, shift] = [byte / 8 % 4, byte % 5, byte % 7].map(|number| number as u32);
                RowXor::new(
                    [XorOf::Rows, XorOf::Elements, XorOf::Address][byte % 3],
                    Xor { bits, base, shift },
                )
            }
            _ => None,
        }
    }

    /// A number that is said unless it is 0.
    fn said_number<const N: usize>(&mut self) -> Option<u32> {
        Some(self.number::<N>() as u32).filter(|number| *number > 0)
    }

    /// Absent as often as there.
    fn optional(&mut self) -> Option<u32> {
        let is_there = self.next() & 1 == 1;
        is_there.then(|| self.number::<3>() as u32)
    }
}

/// A value with what is said beside it, as an input's bytes give it: the value first, and what an input leaves out is
/// the default.
fn read(input: &[u8]) -> (Descriptor, Shown, u64) {
    let mut bytes = Bytes(input);
    let raw = bytes.number::<8>();
    let arch: Arch = bytes.one_of();
    let seed = bytes.number::<5>();
    let (element, major) = (bytes.said(), bytes.said());
    let (operand, sparsity) = (bytes.said(), bytes.said());
    let tile = SaidTile {
        element,
        major,
        order: bytes.said(),
        mn: bytes.said_number::<2>(),
        k: bytes.said_number::<2>(),
        ..SaidTile::default()
    };
    let step = bytes.said_number::<1>();
    let tile = SaidTile { lbo_bytes: bytes.optional(), pattern_bytes: bytes.optional(), ..tile };
    let view =
        View { cells: bytes.one_of(), number: bytes.one_of(), colour: bytes.one_of(), ..View::default() };
    let tile = SaidTile {
        start_bytes: bytes.optional(),
        sbo_bytes: bytes.optional(),
        row_bytes: bytes.optional(),
        row_xor: bytes.row_xor(),
        stages: bytes.said_number::<1>(),
        ..tile
    };
    let said = Said {
        tile,
        reader: SaidReader { operand, sparsity, rows: bytes.said_number::<1>(), ..SaidReader::default() },
        place: SaidPlace { step, block: bytes.said_number::<1>(), ..SaidPlace::default() },
        ..Said::default()
    };
    let descriptor = Descriptor::new(arch, raw);
    let shown = Shown { said: said.with_given(descriptor), view, ..Shown::default() };
    (descriptor, shown, seed)
}

fn corpus() -> Vec<Vec<u8>> {
    let raw = |raw: u64, arch: u8| [&raw.to_be_bytes()[..], &[arch]].concat();
    let values = VALUES.into_iter().flat_map(|value| [raw(value, 0), raw(value, 1)]);
    let figures = figures().filter_map(|figure| {
        let spec = figure.shown.spec().ok()?;
        let descriptor = spec.descriptor(0).ok()?;
        let (tile, reader) = (spec.tile(), spec.reader());
        let mut input = raw(descriptor.raw(), place(reader.arch));
        input.extend([0; 5]);
        input.extend([
            place(tile.element),
            place(tile.major),
            place(reader.operand),
            place(reader.sparsity),
            place(tile.order),
        ]);
        input.extend((tile.mn as u16).to_be_bytes());
        input.extend((tile.k as u16).to_be_bytes());
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
    let (descriptor, mut shown, seed) = read(input);
    let said = shown.said;
    let spec = shown.spec().map_err(|why| format!("there is no tile of {said:?}: {why}"))?;
    state::stands_as_said(&spec)?;
    let extent = spec.extent();
    let coord = Coord { mn: (seed >> 20) as u32 % extent.mn, k: seed as u32 % extent.k };
    shown.pinned = (seed & 1 == 1).then_some(coord);
    state::survives_its_link(&shown).map_err(|fault| format!("{descriptor}: {fault}"))?;
    state::has_sound_trace(&spec, &shown, coord)?;
    // Drawn by lot, but the same for the same input; most values end in zeros.
    let turn = BuildHasherDefault::<DefaultHasher>::default().hash_one(seed ^ descriptor.raw());
    if turn.is_multiple_of(JUDGED) {
        state::has_words(&spec)?;
        state::has_sound_findings(&spec).map_err(|fault| format!("{descriptor} beside {said:?}: {fault}"))?;
    }
    // Beyond that the picture's own numbers turn over; remove this when they no longer do.
    let is_counted = i32::try_from(u64::from(extent.mn) * u64::from(extent.k)).is_ok();
    if is_counted && turn.is_multiple_of(DRAWN) {
        state::has_pictures(&spec, &shown, seed)?;
    }
    Ok(())
}
