//! Laws of the address map and the descriptor, over everything that the parameters allow.
//!
//! - A packed tile's map is one-to-one, inverted by `elements_from_byte`, and equal to a naive twin that places atom
//!   after atom in memory and swizzles bit by bit.
//! - Every read of the sequence that walks a tile touches the tile's own bytes.
//! - With strides by hand, tile and reads are the law that was measured, term by term.
//! - The canonical table's text, read as a function, is the address law.
//! - Descriptors survive being decoded and encoded; the XOR is its own inverse.
//!
//! Plain `cargo test` checks a slice in seconds; with `ATLAS_EXHAUSTIVE` set, the whole.

use std::env;
use std::fmt;

use proptest::prelude::*;
use swizzle_core::{
    Arch, Coord, Descriptor, DescriptorFields, Element, Extent, Layout, LayoutParams, LboMode,
    Major, Named, Operand, Order, Params, Sparsity, Spec, Swizzle, bytes_from_field,
};
use swizzle_tests::{AtomSides, CuteText, Functor, PlacedTile, Swizzled, place_atoms};

/// Units that 18-bit addresses reach.
const WINDOW_UNITS: u32 = 1 << 14;
const STARTS: [u32; 4] = [0, 16, 128, 1008];
/// A start from which even the smallest tile wraps.
const OVER_THE_END: u32 = (1 << 18) - 112;
const BASE_OFFSETS: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

fn is_exhaustive() -> bool {
    env::var_os("ATLAS_EXHAUSTIVE").is_some()
}

/// The atom table and the swizzles, typed once more: the core's are what is under test. For K-major with 32B atoms no
/// source has an atom; 8 rows are the core's reading, kept here so that a change of it is noticed.
fn atom_and_functor(swizzle: Swizzle, major: Major) -> (AtomSides, Functor) {
    #[rustfmt::skip]
    let (mn, k, bits, base, shift) = match (swizzle, major) {
        (Swizzle::None,       Major::Mn) => (1, 8, 0, 4, 3),
        (Swizzle::None,       Major::K)  => (8, 1, 0, 4, 3),
        (Swizzle::B32,        Major::Mn) => (2, 8, 1, 4, 3),
        (Swizzle::B32,        Major::K)  => (8, 2, 1, 4, 3),
        (Swizzle::B64,        Major::Mn) => (4, 8, 2, 4, 3),
        (Swizzle::B64,        Major::K)  => (8, 4, 2, 4, 3),
        (Swizzle::B128,       Major::Mn) => (8, 8, 3, 4, 3),
        (Swizzle::B128,       Major::K)  => (8, 8, 3, 4, 3),
        (Swizzle::B128Atom32, Major::Mn) => (8, 4, 2, 5, 2),
        (Swizzle::B128Atom32, Major::K)  => (8, 8, 2, 5, 2),
    };
    let sides = AtomSides {
        mn,
        k,
        k_is_contiguous: major == Major::K,
    };
    (sides, Functor { bits, base, shift })
}

/// The physical unit of every absolute unit, by the naive functor, for each base offset.
fn swizzle_tables(swizzle: Swizzle) -> Vec<Vec<u32>> {
    let (_, functor) = atom_and_functor(swizzle, Major::K);
    BASE_OFFSETS
        .iter()
        .map(|&base_offset| {
            (0..WINDOW_UNITS)
                .map(|unit| {
                    // Without swizzle the base offset has no effect: `B` is 0 and the functor changes nothing.
                    functor.apply_with_base_offset(unit * 16, base_offset) / 16
                })
                .collect()
        })
        .collect()
}

/// A tile and what the twin makes of it.
struct Tile<'a> {
    spec: Spec,
    placed: &'a PlacedTile,
    table: &'a [u32],
}

impl Tile<'_> {
    /// The twin's first bit of an element in shared memory.
    fn twin(&self, Coord { mn, k }: Coord) -> u32 {
        let start = self.spec.params().start_bytes;
        let bits = self.placed.bits[(mn * self.spec.extent().k + k) as usize];
        let unit = (start / 16 + bits / 128) % WINDOW_UNITS;
        self.table[unit as usize] * 128 + bits % 128
    }
}

impl fmt::Display for Tile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.spec.params())
    }
}

fn coords(extent: Extent) -> impl Iterator<Item = Coord> {
    (0..extent.mn).flat_map(move |mn| (0..extent.k).map(move |k| Coord { mn, k }))
}

fn first_bit(layout: &Layout, coord: Coord) -> u32 {
    let address = layout.byte_from_element(coord);
    address.byte * 8 + address.bit
}

/// Bits of shared memory that are taken, a word a unit.
struct Taken {
    units: Vec<u128>,
    touched: Vec<u32>,
}

impl Taken {
    fn new() -> Self {
        Self {
            units: vec![0; WINDOW_UNITS as usize],
            touched: Vec::new(),
        }
    }

    /// Takes `width` bits from `first`; false when one of them is taken already.
    fn take(&mut self, first: u32, width: u32) -> bool {
        let unit = &mut self.units[(first / 128) as usize];
        if *unit == 0 {
            self.touched.push(first / 128);
        }
        let bits = ((1_u128 << width) - 1) << (first % 128);
        let is_free = *unit & bits == 0;
        *unit |= bits;
        is_free
    }

    fn clear(&mut self) {
        for unit in self.touched.drain(..) {
            self.units[unit as usize] = 0;
        }
    }
}

/// How many elements each law was checked on.
#[derive(Default)]
struct Counts {
    tiles: u64,
    mapped: u64,
    inverted: u64,
    read: u64,
    descriptors: u64,
}

/// The map: every element where the twin puts it, none on another's bits.
fn check_map(tile: &Tile<'_>, taken: &mut Taken, counts: &mut Counts) {
    let layout = tile.spec.tile();
    let pitch = layout.element().pitch_bits();
    taken.clear();
    for coord in coords(tile.spec.extent()) {
        let found = first_bit(layout, coord);
        assert!(
            found == tile.twin(coord),
            "{tile}: {coord:?} at bit {found}, the twin has {}",
            tile.twin(coord)
        );
        assert!(
            taken.take(found, pitch),
            "{tile}: {coord:?} at bit {found} overlaps another element"
        );
    }
    counts.tiles += 1;
    counts.mapped += u64::from(tile.spec.extent().mn) * u64::from(tile.spec.extent().k);
}

/// The inverse, on every `every`-th byte from the line in which the tile begins to a line past its end: exactly the
/// elements that have a bit there, none in padding and in what partial atoms leave empty.
fn check_inverse(tile: &Tile<'_>, every: usize, counts: &mut Counts) {
    let layout = tile.spec.tile();
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
            found
                .iter()
                .eq(owners[from..to].iter().map(|(_, coord)| coord)),
            "{tile}: byte {byte} gives {found:?}, the twin has {:?}",
            &owners[from..to]
        );
        counts.inverted += 1;
    }
}

/// The sequence: element (mn, k') of step `s` is element (mn, s · K + k') of the tile, as long as the tile goes; and a
/// step's descriptor, decoded, is the read.
fn check_reads(tile: &Tile<'_>, counts: &mut Counts) {
    let spec = &tile.spec;
    let read_k = spec.read_k();
    for step in 0..spec.steps() {
        let read = spec.read(step);
        let first_k = step * read_k;
        let extent = Extent {
            mn: spec.extent().mn,
            k: read_k.min(spec.extent().k - first_k),
        };
        for coord in coords(extent) {
            let in_tile = Coord {
                k: first_k + coord.k,
                ..coord
            };
            let found = first_bit(&read, coord);
            assert!(
                found == tile.twin(in_tile),
                "{tile}: step {step} reads {coord:?} at bit {found}, the twin's tile has it at {}",
                tile.twin(in_tile)
            );
        }
        counts.read += u64::from(extent.mn) * u64::from(extent.k);
        check_descriptor(spec, step, counts);
    }
}

/// Encoding and decoding a step's descriptor: both ways the identity.
fn check_descriptor(spec: &Spec, step: u32, counts: &mut Counts) {
    let params = spec.params();
    let read = spec.read(step).params();
    let Ok(descriptor) = spec.descriptor(step) else {
        assert_eq!(
            (params.arch, params.swizzle),
            (Arch::Wgmma, Swizzle::B128Atom32)
        );
        return;
    };
    let fields = descriptor.decode();
    assert_eq!(Descriptor::encode(params.arch, fields), Ok(descriptor));
    let layout = Layout::new(LayoutParams {
        element: params.element,
        major: params.major,
        swizzle: fields.swizzle.unwrap_or_else(|code| panic!("{code:?}")),
        start_bytes: bytes_from_field(fields.start_field),
        lbo_bytes: bytes_from_field(fields.lbo_field),
        sbo_bytes: bytes_from_field(fields.sbo_field),
        base_offset: fields.base_offset,
        lbo_mode: fields.lbo_mode,
    });
    assert_eq!(layout.params(), read, "{params:?}: step {step}");
    assert_eq!(fields.stray_bits, 0, "{params:?}: step {step}");
    counts.descriptors += 1;
}

/// Extents along MN in elements and along K in units: multiples of every atom, and ends inside of one.
fn extents() -> (&'static [u32], &'static [u32]) {
    if is_exhaustive() {
        (
            &[8, 16, 20, 24, 32, 40, 64, 72, 96, 128, 200, 256],
            &[1, 2, 3, 4, 6, 8, 16],
        )
    } else {
        (&[8, 20, 64, 72], &[1, 3, 4, 8])
    }
}

/// Starts and base offsets of a tile: all 32 pairs in the exhaustive run, else 3 that turn with `turn`, so that the
/// slice as a whole sees each pair. One more start lets the tile run over the end of the 18-bit addresses.
fn placements(turn: usize) -> impl Iterator<Item = (usize, u32, u8)> {
    let all = STARTS.len() * BASE_OFFSETS.len();
    let (count, step) = if is_exhaustive() { (all, 1) } else { (3, 11) };
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
    let mut counts = Counts::default();
    let mut taken = Taken::new();
    let mut turn = 0;
    let (mns, k_units) = extents();
    for (&element, &order) in Element::ALL
        .iter()
        .flat_map(|element| Order::ALL.iter().map(move |order| (element, order)))
    {
        for (&mn, &units) in mns
            .iter()
            .flat_map(|mn| k_units.iter().map(move |u| (mn, u)))
        {
            let k = units * element.per_unit();
            let placed = place_atoms(
                atom,
                element.per_unit(),
                element.pitch_bits(),
                (mn, k),
                order == Order::Mn,
            );
            turn += 1;
            for (i, start_bytes, base_offset) in placements(turn) {
                let params = Params {
                    arch: Arch::Tcgen05,
                    operand: Operand::B,
                    sparsity: Sparsity::Dense,
                    element,
                    major,
                    swizzle,
                    mn,
                    k,
                    order,
                    start_bytes,
                    base_offset: Some(base_offset),
                    ..Params::default()
                };
                let spec = |params: &Params| {
                    Spec::new(params).unwrap_or_else(|error| panic!("{params:?}: {error}"))
                };
                let tile = Tile {
                    spec: spec(&params),
                    placed: &placed,
                    table: &tables[usize::from(base_offset)],
                };
                check_map(&tile, &mut taken, &mut counts);

                // The map does not depend on architecture, operand and sparsity: equal layouts, equal maps. Sparse B
                // reads 64 bytes of K through a descriptor, all others 32.
                let sparse = Params {
                    sparsity: Sparsity::Sparse,
                    ..params.clone()
                };
                for other in [
                    Params {
                        arch: Arch::Wgmma,
                        ..params.clone()
                    },
                    Params {
                        operand: Operand::A,
                        ..params.clone()
                    },
                    Params {
                        arch: Arch::Wgmma,
                        ..sparse.clone()
                    },
                    sparse.clone(),
                ] {
                    let other = spec(&other);
                    assert_eq!(other.tile(), tile.spec.tile(), "{tile}");
                    for step in 0..other.steps() {
                        check_descriptor(&other, step, &mut counts);
                    }
                }

                // Walking the reads costs twice as much as the map, and inverting every byte a hundred times. So both
                // take turns: reads at 16 of the 32 placements of a tile, each start among them, the other 16 with the
                // next extent; the inverse at 1 placement, each third time the one over the end, and on large tiles at
                // every 7th byte, which still comes to every place in a unit. Tiles of up to 16 units are inverted at
                // all placements. The slice thins these once more.
                if i / 4 % 2 == turn % 2 || !is_exhaustive() {
                    check_reads(&tile, &mut counts);
                    let sparse = Tile {
                        spec: spec(&sparse),
                        ..tile
                    };
                    check_reads(&sparse, &mut counts);
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
                    check_inverse(&tile, every, &mut counts);
                }
            }
        }
    }
    println!(
        "{} {}: {} tiles, {} elements mapped and one-to-one, {} bytes inverted, {} elements of reads, {} descriptors",
        swizzle.name(),
        major.name(),
        counts.tiles,
        counts.mapped,
        counts.inverted,
        counts.read,
        counts.descriptors,
    );
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
        let params = |mn| Params {
            arch: Arch::Tcgen05,
            element: Element::Tf32,
            mn,
            k: 256,
            order: Order::Mn,
            start_bytes,
            ..Params::default()
        };
        for (mn, fits) in [(256, true), (264, false)] {
            let spec = Spec::new(&params(mn)).unwrap_or_else(|error| panic!("{error}"));
            let mut taken = Taken::new();
            let is_one_to_one =
                coords(spec.extent()).all(|coord| taken.take(first_bit(spec.tile(), coord), 32));
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
    let mut counts = Counts::default();
    let (mns, _) = extents();
    for (&element, &order) in Element::ALL
        .iter()
        .flat_map(|element| Order::ALL.iter().map(move |order| (element, order)))
    {
        let t = element.per_unit();
        for (&mn, units) in mns
            .iter()
            .flat_map(|mn| [3, 6, 8, 12, 16, 24].map(|u| (mn, u)))
        {
            let extent = (mn, units * t);
            let placed = place_atoms(atom, t, element.pitch_bits(), extent, order == Order::Mn);
            for start_bytes in [0, 128, 1024] {
                let params = Params {
                    arch: Arch::Tcgen05,
                    element,
                    major,
                    swizzle,
                    mn,
                    k: units * t,
                    order,
                    start_bytes,
                    base_offset: Some(0),
                    lbo_mode: LboMode::Absolute,
                    ..Params::default()
                };
                let spec = Spec::new(&params).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(spec.read_k(), 3 * t);
                let tile = Tile {
                    spec,
                    placed: &placed,
                    table: &tables[0],
                };
                check_reads(&tile, &mut counts);
            }
        }
    }
    println!("absolute mode: {} elements of reads", counts.read);
}

/// Bits from the start to an element, before the swizzle: the measured law, term by term as it was written down beside
/// the read-backs; the 32B-atom line from CuTe.
fn measured_law(
    (major, swizzle): (Major, Swizzle),
    element: Element,
    (lbo, sbo): (u32, u32),
    Coord { mn, k }: Coord,
) -> u32 {
    let (t, w) = (element.per_unit(), swizzle.row_units());
    let (bytes, slot) = match (major, swizzle) {
        (Major::K, Swizzle::None) => ((mn % 8) * 16 + (mn / 8) * sbo + (k / t) * lbo, k % t),
        (Major::K, _) => (
            (mn % 8) * 16 * w + (mn / 8) * sbo + (k / t % w) * 16 + (k / (t * w)) * lbo,
            k % t,
        ),
        (Major::Mn, Swizzle::None) => ((mn / t) * sbo + (k % 8) * 16 + (k / 8) * lbo, mn % t),
        (Major::Mn, Swizzle::B128Atom32) => (
            ((mn / t) % 8) * 16 + (mn / (8 * t)) * lbo + (k % 4) * 128 + (k / 4) * sbo,
            mn % t,
        ),
        (Major::Mn, _) => (
            ((mn / t) % w) * 16 + (mn / (t * w)) * lbo + (k % 8) * 16 * w + (k / 8) * sbo,
            mn % t,
        ),
    };
    bytes % (1 << 18) * 8 + slot * element.pitch_bits()
}

/// Strides by hand, of any size and not packed: tile and reads are the measured law. In swizzled K-major layouts the
/// descriptor's LBO is the tile's column stride exactly where one read reaches a second column (64 bytes of K, 32B
/// swizzle); elsewhere the column stride is a value of its own, and LBO has no effect.
#[test]
fn strides_by_hand() {
    let pairs = [
        (16, 128),
        (592, 33008),
        (16 * 1031, 16 * 2053),
        (0, 16),
        (0x3_FFF0, 0x1_0000),
    ];
    let mut checked = 0_u64;
    for ((&swizzle, &major), (&element, &sparsity)) in Swizzle::ALL
        .iter()
        .flat_map(|swizzle| Major::ALL.iter().map(move |major| (swizzle, major)))
        .flat_map(|mode| {
            let pair = move |e| Sparsity::ALL.iter().map(move |s| (mode, (e, s)));
            Element::ALL.iter().flat_map(pair)
        })
    {
        let (_, functor) = atom_and_functor(swizzle, major);
        let is_apart = major == Major::K && swizzle != Swizzle::None;
        let reaches = is_apart && swizzle == Swizzle::B32 && sparsity == Sparsity::Sparse;
        for (lbo_bytes, sbo_bytes) in pairs {
            // Any column stride that is not the LBO.
            let column_bytes = (is_apart && !reaches).then_some(lbo_bytes + 4080);
            let params = Params {
                arch: Arch::Tcgen05,
                operand: Operand::B,
                sparsity,
                element,
                major,
                swizzle,
                mn: 40,
                k: 12 * element.per_unit(),
                start_bytes: 208,
                lbo_bytes: Some(lbo_bytes),
                sbo_bytes: Some(sbo_bytes),
                column_bytes,
                base_offset: Some(3),
                ..Params::default()
            };
            let spec = Spec::new(&params).unwrap_or_else(|error| panic!("{params:?}: {error}"));
            let strides = (column_bytes.unwrap_or(lbo_bytes), sbo_bytes);
            let wanted = |coord| {
                let bits = measured_law((major, swizzle), element, strides, coord);
                let unit = (208 + bits / 128 * 16) % (1 << 18);
                functor.apply_with_base_offset(unit, 3) * 8 + bits % 128
            };
            for coord in coords(spec.extent()) {
                let found = first_bit(spec.tile(), coord);
                assert!(
                    found == wanted(coord),
                    "{params:?}: {coord:?} at bit {found}"
                );
                checked += 1;
            }
            for step in 0..spec.steps() {
                let read = spec.read(step);
                assert_eq!(read.params().lbo_bytes, lbo_bytes, "{params:?}");
                let extent = Extent {
                    k: spec.read_k(),
                    ..spec.extent()
                };
                for coord in coords(extent) {
                    let in_tile = Coord {
                        k: coord.k + step * spec.read_k(),
                        ..coord
                    };
                    let found = first_bit(&read, coord);
                    assert!(
                        found == wanted(in_tile),
                        "{params:?}: step {step} reads {coord:?} at bit {found}"
                    );
                    checked += 1;
                }
            }
        }
    }
    println!("strides by hand: {checked} elements");
}

/// The nine rows of the canonical table, read as functions of T, m, k, LBO and SBO: the address law before the swizzle,
/// for strides that are packed, odd, or overlap.
///
/// The table's swizzled K-major rows run on linearly past a swizzle row. The law steps by LBO there, as measured; so
/// LBO is one row's width where those rows have more than one column.
#[test]
fn canonical_rows_are_the_law() {
    #[rustfmt::skip]
    let rows = [
        (Major::Mn, Swizzle::None,       "((T,1,m),(8,k)):((1,T,SBO),(1T,LBO))"),
        (Major::Mn, Swizzle::B32,        "((T,2,m),(8,k)):((1,T,LBO),(2T,SBO))"),
        (Major::Mn, Swizzle::B64,        "((T,4,m),(8,k)):((1,T,LBO),(4T,SBO))"),
        (Major::Mn, Swizzle::B128,       "((T,8,m),(8,k)):((1,T,LBO),(8T,SBO))"),
        (Major::K,  Swizzle::None,       "((8,m),(T,2k)):((1T,SBO),(1,LBO))"),
        (Major::K,  Swizzle::B32,        "((8,m),(T,2k)):((2T,SBO),(1,T))"),
        (Major::K,  Swizzle::B64,        "((8,m),(T,2k)):((4T,SBO),(1,T))"),
        (Major::K,  Swizzle::B128,       "((8,m),(T,2k)):((8T,SBO),(1,T))"),
        (Major::Mn, Swizzle::B128Atom32, "((T,8,m),(4,k)):((1,T,LBO),(8T,SBO))"),
    ];
    let strides = if is_exhaustive() {
        vec![
            (1, 8),
            (8, 1),
            (8, 64),
            (520, 72),
            (3, 5),
            (0, 7),
            (129, 1024),
            (1031, 2053),
        ]
    } else {
        vec![(8, 64), (520, 72), (1031, 2053)]
    };
    let mut checked = 0_u64;
    for (major, swizzle, text) in rows {
        let (_, functor) = atom_and_functor(swizzle, major);
        let w = swizzle.row_units();
        for (&element, &(lbo_units, sbo_units)) in Element::ALL
            .iter()
            .flat_map(|element| strides.iter().map(move |strides| (element, strides)))
        {
            let t = element.per_unit();
            for (m, k) in [(1, 1), (2, 2), (3, 1), (1, 4), (2, 5)] {
                let runs_on = major == Major::K && swizzle != Swizzle::None && 2 * k > w;
                let lbo_units = if runs_on { w } else { lbo_units };
                let row = CuteText::parse_symbols(text, |symbol| match symbol {
                    "T" => t,
                    "m" => m,
                    "k" => k,
                    "LBO" => lbo_units * t,
                    "SBO" => sbo_units * t,
                    other => panic!("{other} is no symbol of the table"),
                });
                let start = 16 * (lbo_units % 7);
                let layout = Layout::new(LayoutParams {
                    element,
                    major,
                    swizzle,
                    start_bytes: start,
                    lbo_bytes: 16 * lbo_units,
                    sbo_bytes: 16 * sbo_units,
                    base_offset: 0,
                    lbo_mode: LboMode::Relative,
                });
                let extent = Extent {
                    mn: row.size(0),
                    k: row.size(1),
                };
                let exact = Swizzled::parse(&swizzle_core::exact_text(&layout, extent));
                assert_eq!(exact.functor, functor, "{text}");
                for coord in coords(extent) {
                    let elements = row.offset(coord.mn, coord.k);
                    let unit = functor.apply(start + elements / t * 16) % (1 << 18);
                    let wanted = unit * 8 + elements % t * element.pitch_bits();
                    assert_eq!(
                        first_bit(&layout, coord),
                        wanted,
                        "{text} {coord:?} {layout:?}"
                    );
                    let printed = exact.layout.offset(coord.mn, coord.k);
                    assert_eq!(printed, elements, "{text} {coord:?}: exact text");
                    checked += 1;
                }
            }
        }
    }
    println!("canonical rows: {checked} elements");
}

/// The XOR is its own inverse, keeps every address in its line of 128 bytes, and is the functor of the table: all
/// addresses, base offsets and modes.
#[test]
fn xor_is_its_own_inverse() {
    let mut checked = 0_u64;
    for &swizzle in Swizzle::ALL {
        let (_, functor) = atom_and_functor(swizzle, Major::K);
        for base_offset in BASE_OFFSETS {
            for address in 0..1 << 18 {
                let physical = swizzle.physical_from_absolute(address, base_offset);
                assert_eq!(
                    swizzle.physical_from_absolute(physical, base_offset),
                    address,
                    "{} {base_offset}",
                    swizzle.name()
                );
                assert_eq!(
                    physical / 128,
                    address / 128,
                    "{} {base_offset}",
                    swizzle.name()
                );
                assert_eq!(
                    physical,
                    functor.apply_with_base_offset(address, base_offset),
                    "{} {base_offset} {address}",
                    swizzle.name()
                );
                checked += 1;
            }
        }
    }
    println!("XOR: {checked} addresses");
}

/// Decoding takes out the ISA's bit ranges, and encoding what was decoded gives the same 64 bits.
fn check_raw(arch: Arch, raw: u64) {
    let descriptor = Descriptor::new(arch, raw);
    let fields = descriptor.decode();
    assert_eq!(
        Descriptor::encode(arch, fields),
        Ok(descriptor),
        "{descriptor}"
    );
    let found = [
        fields.start_field,
        fields.lbo_field,
        fields.sbo_field,
        u16::from(fields.base_offset),
    ];
    let wanted = [(0, 14), (16, 14), (32, 14), (49, 3)]
        .map(|(low, width)| (raw >> low & ((1 << width) - 1)) as u16);
    assert_eq!(found, wanted, "{descriptor}");
    let (mode, fixed, fixed_mask) = match arch {
        Arch::Wgmma => (LboMode::Relative, 0, 0x3FF1_C000_C000_C000_u64),
        Arch::Tcgen05 => {
            let is_absolute = raw >> 52 & 1 == 1;
            let mode = if is_absolute {
                LboMode::Absolute
            } else {
                LboMode::Relative
            };
            (mode, 1 << 46, 0x1FE1_C000_C000_C000)
        }
    };
    assert_eq!(fields.lbo_mode, mode, "{descriptor}");
    assert_eq!(
        fields.stray_bits,
        (raw ^ fixed) & fixed_mask,
        "{descriptor}"
    );
}

/// Every single bit, every pair of bits, every value of every field, alone and among set bits, for both architectures.
#[test]
fn structured_descriptors() {
    let mut checked = 0_u64;
    for &arch in Arch::ALL {
        let mut check = |raw: u64| {
            for base in [raw, !raw, raw ^ 1 << 46] {
                check_raw(arch, base);
                checked += 1;
            }
        };
        check(0);
        for i in 0..64 {
            for j in 0..=i {
                check(1 << i | 1 << j);
            }
        }
        for value in 0..1 << 14 {
            for low in [0, 16, 32] {
                check(value << low);
            }
        }
        for value in 0..1 << 18 {
            // Everything above SBO: constants, base offset, LBO mode, swizzle.
            check(value << 46);
        }
    }
    println!("structured descriptors: {checked}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if is_exhaustive() { 1_000_000 } else { 20_000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Any 64 bits.
    #[test]
    fn arbitrary_descriptors(raw in any::<u64>()) {
        for &arch in Arch::ALL {
            check_raw(arch, raw);
        }
    }

    /// Any values of the fields: encoded, then decoded, they are the same.
    #[test]
    fn arbitrary_fields(
        (start_field, lbo_field, sbo_field) in (0_u16..1 << 14, 0_u16..1 << 14, 0_u16..1 << 14),
        base_offset in 0_u8..8,
        is_absolute in any::<bool>(),
        mode in 0..Swizzle::ALL.len(),
        stray in any::<u64>(),
    ) {
        for &arch in Arch::ALL {
            let fields = DescriptorFields {
                start_field,
                lbo_field,
                sbo_field,
                base_offset,
                lbo_mode: if is_absolute && arch == Arch::Tcgen05 { LboMode::Absolute } else { LboMode::Relative },
                swizzle: Ok(Swizzle::ALL[mode]),
                stray_bits: stray & Descriptor::fixed_mask(arch),
            };
            match Descriptor::encode(arch, fields) {
                Ok(descriptor) => prop_assert_eq!(descriptor.decode(), fields),
                Err(error) => {
                    prop_assert_eq!((error.arch, error.swizzle), (Arch::Wgmma, Swizzle::B128Atom32));
                }
            }
        }
    }
}
