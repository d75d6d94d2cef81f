//! Packed tiles against the twin: their map, its inverse, and the reads that walk them.

use std::fmt;

use swizzle_core::tile::pattern_from_base_offset;
use swizzle_core::{
    Arch, Coord, Descriptor, Element, Extent, Layout, LayoutParams, LboMode, Major, Named, Operand, Order,
    Said, SaidReader, SaidTile, Sparsity, Spec, Swizzle,
};
use swizzle_infer::spec_from_said;
use swizzle_tests::{PlacedTile, coords, is_exhaustive, layout_of, pairs, place_atoms, some};

use crate::laws::{BASE_OFFSETS, Taken, WINDOW_UNITS, atom_and_functor, first_bit, swizzle_tables};

const STARTS: [u32; 4] = [0, 16, 128, 1008];
/// A start from which even the smallest tile wraps.
const OVER_THE_END: u32 = (1 << 18) - 112;

/// Extents along MN in elements and along K in units: multiples of every atom, and ends inside of one.
fn extents() -> (&'static [u32], &'static [u32]) {
    if is_exhaustive() {
        (&[8, 16, 20, 24, 32, 40, 64, 72, 96, 128, 200, 256], &[1, 2, 3, 4, 6, 8, 16])
    } else {
        (&[8, 20, 64, 72], &[1, 3, 4, 8])
    }
}

/// A tile and what the twin makes of it.
struct Tile<'a> {
    spec: Spec,
    /// The base offset as a descriptor may hold it: a pattern on its boundary has 0, and some others read alike.
    base_offset: u8,
    placed: &'a PlacedTile,
    table: &'a [u32],
}

impl Tile<'_> {
    /// The twin's first bit of an element in shared memory.
    fn twin(&self, Coord { mn, k }: Coord) -> u32 {
        let start = self.spec.tile().start_bytes;
        let bits = self.placed.bits[(mn * self.spec.extent().k + k) as usize];
        let unit = (start / 16 + bits / 128) % WINDOW_UNITS;
        self.table[unit as usize] * 128 + bits % 128
    }

    /// A layout of it with the base offset as it is.
    fn with_base_offset(&self, layout: &Layout) -> Layout {
        Layout::new(LayoutParams { base_offset: self.base_offset, ..layout.params() })
    }
}

impl fmt::Display for Tile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.spec.said())
    }
}

/// The map: every element where the twin puts it, none on another's bits.
fn check_map(tile: &Tile<'_>, taken: &mut Taken) {
    let layout = tile.with_base_offset(tile.spec.layout());
    let pitch = layout.element().pitch_bits();
    taken.clear();
    for coord in coords(tile.spec.extent()) {
        let found = first_bit(&layout, coord);
        assert!(
            found == tile.twin(coord),
            "{tile}: {coord:?} at bit {found}, the twin has {}",
            tile.twin(coord)
        );
        assert!(taken.take(found, pitch), "{tile}: {coord:?} at bit {found} overlaps another element");
    }
}

/// The inverse, on every `every`-th byte from the line in which the tile begins to a line past its end: exactly the
/// elements that have a bit there, none in padding and in what partial atoms leave empty.
fn check_inverse(tile: &Tile<'_>, every: usize) {
    let layout = tile.with_base_offset(tile.spec.layout());
    let extent = tile.spec.extent();
    let pitch = layout.element().pitch_bits();
    let mut owners: Vec<(u32, Coord)> = coords(extent)
        .flat_map(|coord| {
            let first = tile.twin(coord);
            (first / 8..=(first + pitch - 1) / 8).map(move |byte| (byte, coord))
        })
        .collect();
    owners.sort_unstable();
    let start = layout.start_bytes() / 128 * 128;
    let end = layout.start_bytes() + tile.placed.units * 16 + 128;
    for byte in (start..end.min(start + WINDOW_UNITS * 16)).step_by(every) {
        let byte = byte % (WINDOW_UNITS * 16);
        let from = owners.partition_point(|&(at, _)| at < byte);
        let to = owners.partition_point(|&(at, _)| at <= byte);
        let found = layout.elements_from_byte(byte, extent);
        assert!(
            found.iter().eq(owners[from..to].iter().map(|(_, coord)| coord)),
            "{tile}: byte {byte} gives {found:?}, the twin has {:?}",
            &owners[from..to]
        );
    }
}

/// The sequence: element (mn, k') of step `s` is element (mn, s · K + k') of the tile, as long as the tile goes; and a
/// step's descriptor, decoded, is the read.
fn check_reads(tile: &Tile<'_>) {
    let spec = &tile.spec;
    let read_k = spec.read_k();
    for step in 0..spec.steps() {
        let read = tile.with_base_offset(&spec.read(step));
        let first_k = step * read_k;
        let extent = Extent { mn: spec.extent().mn, k: read_k.min(spec.extent().k - first_k) };
        for coord in coords(extent) {
            let in_tile = Coord { k: first_k + coord.k, ..coord };
            let found = first_bit(&read, coord);
            assert!(
                found == tile.twin(in_tile),
                "{tile}: step {step} reads {coord:?} at bit {found}, the twin's tile has it at {}",
                tile.twin(in_tile)
            );
        }
        check_descriptor(spec, step);
    }
}

/// Encoding and decoding a step's descriptor: both ways the identity.
fn check_descriptor(spec: &Spec, step: u32) {
    let (tile, arch) = (spec.tile(), spec.reader().arch);
    let read = spec.read(step).params();
    let Ok(descriptor) = spec.descriptor(step) else {
        assert_eq!((arch, tile.swizzle), (Arch::Wgmma, Swizzle::B128Atom32));
        return;
    };
    let fields = descriptor.decode();
    assert_eq!(Descriptor::encode(arch, fields), Ok(descriptor));
    let layout = layout_of(tile.element, tile.major, descriptor);
    assert_eq!(layout.params(), read, "{tile:?}: step {step}");
    assert_eq!(fields.stray_bits, 0, "{tile:?}: step {step}");
}

/// Starts and base offsets of a tile: all 32 pairs in the exhaustive run, else 2 that turn with `turn`, so that the
/// slice as a whole sees each pair. One more start lets the tile run over the end of the 18-bit addresses.
fn placements(turn: usize) -> impl Iterator<Item = (usize, u32, u8)> {
    let all = STARTS.len() * BASE_OFFSETS.len();
    let (count, step) = if is_exhaustive() { (all, 1) } else { (2, 11) };
    let aligned = (0..count).map(move |i| {
        let pair = (turn + i * step) % all;
        (i, STARTS[pair % 4], BASE_OFFSETS[pair / 4])
    });
    aligned.chain([(0, OVER_THE_END, BASE_OFFSETS[turn % 8])])
}

/// Every element, extent, order, start and base offset of one swizzle and major.
fn check_mode(swizzle: Swizzle, major: Major) {
    let (atom, _) = atom_and_functor(swizzle, major);
    let tables = swizzle_tables(swizzle);
    let mut taken = Taken::new();
    let mut turn = 0;
    let (mns, k_units) = extents();
    for (element, order) in pairs(Element::ALL, Order::ALL) {
        for (mn, units) in pairs(mns, k_units) {
            let k = units * element.per_unit();
            let placed =
                place_atoms(atom, element.per_unit(), element.pitch_bits(), (mn, k), order == Order::Mn);
            turn += 1;
            for (i, start_bytes, base_offset) in placements(turn) {
                let tile = some!(SaidTile {
                    element,
                    major,
                    swizzle,
                    mn,
                    k,
                    order,
                    start_bytes,
                    pattern_bytes: pattern_from_base_offset(base_offset)
                });
                let spec = |arch, operand, sparsity| {
                    let reader = some!(SaidReader { arch, operand, sparsity });
                    let said = Said { tile, reader, ..Said::default() };
                    spec_from_said(&said).unwrap_or_else(|error| panic!("{said:?}: {error}"))
                };
                let tile = Tile {
                    spec: spec(Arch::Tcgen05, Operand::B, Sparsity::Dense),
                    base_offset,
                    placed: &placed,
                    table: &tables[usize::from(base_offset)],
                };
                check_map(&tile, &mut taken);

                // The map does not depend on architecture, operand and sparsity: equal layouts, equal maps. Sparse B
                // reads 64 bytes of K through a descriptor, all others 32.
                let sparse = spec(Arch::Tcgen05, Operand::B, Sparsity::Sparse);
                for other in [
                    spec(Arch::Wgmma, Operand::B, Sparsity::Dense),
                    spec(Arch::Tcgen05, Operand::A, Sparsity::Dense),
                    spec(Arch::Wgmma, Operand::B, Sparsity::Sparse),
                    sparse.clone(),
                ] {
                    assert_eq!(other.layout(), tile.spec.layout(), "{tile}");
                    for step in 0..other.steps() {
                        check_descriptor(&other, step);
                    }
                }

                // Walking the reads costs twice as much as the map, and inverting every byte a hundred times. So both
                // take turns: reads at 16 of the 32 placements of a tile, each start among them, the other 16 with the
                // next extent; the inverse at 1 placement, each third time the one over the end, and on large tiles at
                // every 7th byte, which still comes to every place in a unit. Tiles of up to 16 units are inverted at
                // all placements. The slice thins these once more.
                if i / 4 % 2 == turn % 2 || !is_exhaustive() {
                    check_reads(&tile);
                    let sparse = Tile { spec: sparse, ..tile };
                    check_reads(&sparse);
                }
                let is_small = placed.units <= 16;
                let is_over_the_end = start_bytes == OVER_THE_END;
                if i == 0 && is_over_the_end == (turn % 3 == 0) || is_small {
                    let every = match placed.units {
                        0..=64 => 1,
                        ..=512 if is_exhaustive() => 1,
                        _ if is_exhaustive() => 7,
                        _ => 101,
                    };
                    check_inverse(&tile, every);
                }
            }
        }
    }
}

/// One test a mode, so that they run side by side.
macro_rules! modes {
    ($($name:ident: $swizzle:ident, $major:ident;)*) => {$(
        #[doc = concat!("Map, inverse and sequence: ", stringify!($swizzle), ", ", stringify!($major), " contiguous.")]
        #[test]
        fn $name() {
            check_mode(Swizzle::$swizzle, Major::$major);
        }
    )*};
}

modes! {
    tiles_k_none: None, K;
    tiles_k_32b: B32, K;
    tiles_k_64b: B64, K;
    tiles_k_128b: B128, K;
    tiles_k_128b_atom_32b: B128Atom32, K;
    tiles_mn_none: None, Mn;
    tiles_mn_32b: B32, Mn;
    tiles_mn_64b: B64, Mn;
    tiles_mn_128b: B128, Mn;
    tiles_mn_128b_atom_32b: B128Atom32, Mn;
}

/// A tile that fills all of 18 bits is still one-to-one; one atom more and the addresses wrap onto its beginning.
#[test]
fn tiles_beyond_the_window_wrap() {
    for start_bytes in STARTS {
        let said = |mn| Said {
            tile: some!(SaidTile { element: Element::Tf32, mn, k: 256, order: Order::Mn, start_bytes }),
            reader: some!(SaidReader { arch: Arch::Tcgen05 }),
            ..Said::default()
        };
        for (mn, fits) in [(256, true), (264, false)] {
            let spec = spec_from_said(&said(mn)).unwrap_or_else(|error| panic!("{error}"));
            let mut taken = Taken::new();
            let is_one_to_one =
                coords(spec.extent()).all(|coord| taken.take(first_bit(spec.layout(), coord), 32));
            assert_eq!(is_one_to_one, fits, "{mn} rows at {start_bytes}");
        }
    }
}

/// Absolute address mode over every element, extent, order and aligned start: 48 bytes of K a read.
///
/// The tile must begin on a line of 128 bytes, else its columns and the lines that split the chunks do not meet.
#[test]
fn reads_in_absolute_mode() {
    let (swizzle, major) = (Swizzle::B128, Major::K);
    let (atom, _) = atom_and_functor(swizzle, major);
    let tables = swizzle_tables(swizzle);
    let (mns, _) = extents();
    for (element, order) in pairs(Element::ALL, Order::ALL) {
        let t = element.per_unit();
        for (mn, units) in pairs(mns, &[3, 6, 8, 12, 16, 24]) {
            let extent = (mn, units * t);
            let placed = place_atoms(atom, t, element.pitch_bits(), extent, order == Order::Mn);
            for start_bytes in [0, 128, 1024] {
                let said = Said {
                    tile: some!(SaidTile {
                        element,
                        major,
                        swizzle,
                        mn,
                        k: units * t,
                        order,
                        start_bytes,
                        pattern_bytes: 0
                    }),
                    reader: some!(SaidReader { arch: Arch::Tcgen05, lbo_mode: LboMode::Absolute }),
                    ..Said::default()
                };
                let spec = spec_from_said(&said).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(spec.read_k(), 3 * t);
                let tile = Tile { spec, base_offset: 0, placed: &placed, table: &tables[0] };
                check_reads(&tile);
            }
        }
    }
}
