//! The core against CuTe: every line of `data/cute.jsonl`, maps, hashes, layouts and descriptors.

use std::collections::BTreeSet;
use std::fmt;

use swizzle_core::{
    Arch, BitAddress, Coord, Descriptor, Element, Extent, Layout, LayoutParams, Major, Named,
    Operand, Order, Params, Sparsity, Spec, Stride, Swizzle, bytes_from_field, exact_text,
};
use swizzle_tests::{CuteText, Functor, JsonLine, Report, Swizzled, fnv1a, json_lines};

const FILE: &str = "cute.jsonl";
/// Bytes that 18-bit addresses reach.
const WINDOW_BYTES: u32 = 1 << 18;
/// The line whose LBO of 262160 bytes does not fit its field.
const LBO_OVERFLOW: &str = "MN128 LBO overflow 14 bits";

/// What the tests below read of a line. A key that is in none of them fails: nothing is passed over.
const KEYS: &[&str] = &[
    "atom",
    "custom",
    "major",
    "bits",
    "mn",
    "k",
    "ord",
    "amn",
    "ak",
    "swz",
    "eswz",
    "lay",
    "unit",
    "cosize",
    "fnv",
    "map",
    "s",
    "pd",
    "ki",
    "g",
    "u",
    "g_at_1c400",
    "u_at_1c400",
    "g64",
    "u64",
];

/// A line with the core's names for what it is about.
struct Case {
    line: JsonLine,
    element: Element,
    major: Major,
    swizzle: Swizzle,
    extent: Extent,
    lay: CuteText,
    functor: Functor,
}

/// Every element type of a width that fills its slot; the padded ones have no width of CuTe's.
fn elements_from_bits(bits: u32) -> &'static [Element] {
    match bits {
        4 => &[Element::E2m1Packed],
        8 => &[Element::U8, Element::S8, Element::E4m3, Element::E5m2],
        16 => &[Element::Bf16, Element::F16],
        32 => &[Element::Tf32],
        _ => &[],
    }
}

fn swizzle_from_atom(atom: &str) -> Option<Swizzle> {
    Some(match atom.split_once('_')?.1 {
        "INTER" => Swizzle::None,
        "SW32" => Swizzle::B32,
        "SW64" => Swizzle::B64,
        "SW128" => Swizzle::B128,
        "SW128_32B" => Swizzle::B128Atom32,
        _ => return None,
    })
}

fn swizzle_from_functor(functor: Functor) -> Option<Swizzle> {
    Swizzle::ALL.iter().copied().find(|swizzle| {
        let xor = swizzle.xor();
        (xor.bits, xor.base, xor.shift) == (functor.bits, functor.base, functor.shift)
    })
}

fn functor_from_numbers(line: &JsonLine, key: &str) -> Functor {
    match *line.numbers(key) {
        [bits, base, shift] => Functor { bits, base, shift },
        _ => panic!("{}: {key} has three numbers", line.at()),
    }
}

impl Case {
    /// The line's case, once for each element type of its width.
    fn all_from_line(line: &JsonLine) -> Vec<Self> {
        let at = line.at();
        if let Some(key) = line.keys().find(|key| !KEYS.contains(key)) {
            panic!("{at}: unknown key {key}");
        }
        let functor = functor_from_numbers(line, "swz");
        let swizzle = if line.has("atom") {
            swizzle_from_atom(line.text("atom"))
        } else {
            swizzle_from_functor(functor)
        };
        let elements = elements_from_bits(line.number("bits"));
        assert!(!elements.is_empty(), "{at}: no element of this width");
        elements
            .iter()
            .map(|&element| Self {
                line: line.clone(),
                element,
                major: Major::from_name(line.text("major"))
                    .unwrap_or_else(|error| panic!("{at}: {error}")),
                swizzle: swizzle.unwrap_or_else(|| panic!("{at}: unknown swizzle")),
                extent: Extent {
                    mn: line.number("mn"),
                    k: line.number("k"),
                },
                lay: CuteText::parse(line.text("lay")),
                functor,
            })
            .collect()
    }

    fn counts_bits(&self) -> bool {
        match self.line.text("unit") {
            "bit" => true,
            "byte" => false,
            unit => panic!("{}: unknown unit {unit}", self.line.at()),
        }
    }

    /// An address in the line's unit.
    fn number_from_address(&self, address: BitAddress) -> u32 {
        if self.counts_bits() {
            address.byte * 8 + address.bit
        } else {
            assert_eq!(address.bit, 0, "{}: within a byte", self.line.at());
            address.byte
        }
    }

    fn units_per_byte(&self) -> u32 {
        if self.counts_bits() { 8 } else { 1 }
    }

    /// Where each element lies, `mn` outer and `k` inner. Shared memory ends at 2^18 and the core wraps there; CuTe goes
    /// on counting. The swizzle never leaves a line of 128 bytes, so an element has wrapped if its address before the
    /// swizzle has, which shows as being below the start (no tile here is larger than 2^18 bytes).
    fn map(&self, layout: &Layout) -> Vec<u32> {
        coords(self.extent)
            .map(|coord| {
                let place = layout.digits_from_element(coord);
                let has_wrapped = layout.absolute_from_digits(place) < layout.start_bytes();
                let unwrapped = u32::from(has_wrapped) * WINDOW_BYTES * self.units_per_byte();
                self.number_from_address(layout.byte_from_element(coord)) + unwrapped
            })
            .collect()
    }

    /// The same by the line's own shape, stride and swizzle.
    fn map_from_lay(&self) -> Vec<u32> {
        coords(self.extent)
            .map(|Coord { mn, k }| {
                let bits = self.lay.offset(mn, k) * self.line.number("bits");
                let byte = self.functor.apply(bits / 8);
                if self.counts_bits() {
                    byte * 8 + bits % 8
                } else {
                    byte
                }
            })
            .collect()
    }

    fn index(&self, mn: u32, k: u32) -> usize {
        (mn * self.extent.k + k) as usize
    }

    /// The map's printed entries and its hash.
    fn check_map(&self, report: &mut Report, map: &[u32]) {
        let at = self.line.at();
        let wanted = if self.line.has("map") {
            let offsets = self.line.numbers("map");
            report.equal(&at, &"length of map", &map.len(), &offsets.len());
            coords(self.extent)
                .zip(offsets)
                .map(|(coord, offset)| (coord.mn, coord.k, offset))
                .collect::<Vec<_>>()
        } else {
            let triples = self.line.numbers("s");
            report.holds(
                &at,
                &"the sample is made of triples",
                !triples.is_empty() && triples.len().is_multiple_of(3),
            );
            triples
                .chunks_exact(3)
                .map(|t| (t[0], t[1], t[2]))
                .collect()
        };
        for (mn, k, offset) in wanted {
            report.equal(
                &at,
                &format_args!("{} offset of ({mn}, {k})", self.element.name()),
                &map[self.index(mn, k)],
                &offset,
            );
        }
        let hash = fnv1a(map.iter().copied());
        report.equal(&at, &"hash of the map", &hash, &self.line.hex("fnv"));
    }
}

fn bytes_of(case: &Case) -> u32 {
    case.line.number("cosize") / case.units_per_byte()
}

fn coords(extent: Extent) -> impl Iterator<Item = Coord> {
    (0..extent.mn).flat_map(move |mn| (0..extent.k).map(move |k| Coord { mn, k }))
}

/// What a descriptor reads, for an operand of this element and major.
fn layout_from_descriptor(element: Element, major: Major, descriptor: Descriptor) -> Layout {
    let fields = descriptor.decode();
    Layout::new(LayoutParams {
        element,
        major,
        swizzle: fields
            .swizzle
            .unwrap_or_else(|code| panic!("{descriptor}: {code:?}")),
        start_bytes: bytes_from_field(fields.start_field),
        lbo_bytes: bytes_from_field(fields.lbo_field),
        sbo_bytes: bytes_from_field(fields.sbo_field),
        base_offset: fields.base_offset,
        lbo_mode: fields.lbo_mode,
    })
}

/// One read of a tile: CuTe's descriptor and the core's, and the element of the tile at which it begins.
struct Read<'a> {
    theirs: u64,
    ours: Layout,
    tile: &'a Layout,
    first: Coord,
    extent: Extent,
}

impl Read<'_> {
    /// What is read must be equal, and be the tile's own. Of the fields, the strides may differ: CuTe leaves those that
    /// are never taken at 0.
    fn check(&self, report: &mut Report, arch: Arch, at: &dyn fmt::Display) {
        let params = self.ours.params();
        let theirs = Descriptor::new(arch, self.theirs);
        let ours = Descriptor::encode(
            arch,
            swizzle_core::DescriptorFields {
                start_field: swizzle_core::field_from_bytes(params.start_bytes),
                lbo_field: swizzle_core::field_from_bytes(params.lbo_bytes),
                sbo_field: swizzle_core::field_from_bytes(params.sbo_bytes),
                base_offset: params.base_offset,
                lbo_mode: params.lbo_mode,
                swizzle: Ok(params.swizzle),
                stray_bits: 0,
            },
        )
        .unwrap_or_else(|error| panic!("{at}: {error}"));
        let (found, wanted) = (ours.decode(), theirs.decode());
        report.equal(at, &"start field", &found.start_field, &wanted.start_field);
        report.equal(at, &"swizzle", &found.swizzle, &wanted.swizzle);
        report.equal(at, &"base offset", &found.base_offset, &wanted.base_offset);
        report.equal(at, &"LBO mode", &found.lbo_mode, &wanted.lbo_mode);
        report.equal(
            at,
            &"bits that are fixed",
            &found.stray_bits,
            &wanted.stray_bits,
        );
        report.equal(at, &"bits that are fixed", &wanted.stray_bits, &0);
        if wanted.swizzle.is_err() {
            return;
        }
        let [found, wanted] = [ours, theirs]
            .map(|descriptor| layout_from_descriptor(params.element, params.major, descriptor));
        for coord in coords(self.extent) {
            let in_tile = Coord {
                mn: self.first.mn + coord.mn,
                k: self.first.k + coord.k,
            };
            let wanted = wanted.byte_from_element(coord);
            report.equal(
                at,
                &format_args!("{coord:?} as read"),
                &found.byte_from_element(coord),
                &wanted,
            );
            report.equal(
                at,
                &format_args!("{in_tile:?} of the tile"),
                &self.tile.byte_from_element(in_tile),
                &wanted,
            );
        }
    }
}

/// A message's place: line, descriptor key and index in it.
struct AtKey<'a>(&'a JsonLine, &'a str, usize);

impl fmt::Display for AtKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}[{}]", self.0.at(), self.1, self.2)
    }
}

/// The keys of an architecture's descriptors: all steps, last step elsewhere, last step by blocks of 64 rows.
const fn descriptor_keys(arch: Arch) -> [&'static str; 3] {
    match arch {
        Arch::Wgmma => ["g", "g_at_1c400", "g64"],
        Arch::Tcgen05 => ["u", "u_at_1c400", "u64"],
    }
}

fn lines(kind: &str) -> Vec<JsonLine> {
    json_lines(FILE)
        .into_iter()
        .filter(|line| line.has(kind))
        .collect()
}

/// The tile of a line made of atoms, at a start address.
fn spec_of_atoms(case: &Case, arch: Arch, start_bytes: u32) -> Spec {
    let line = &case.line;
    let order = Order::from_name(line.text("ord"));
    Spec::new(&Params {
        arch,
        operand: Operand::B,
        element: case.element,
        major: case.major,
        swizzle: case.swizzle,
        mn: case.extent.mn,
        k: case.extent.k,
        order: order.unwrap_or_else(|error| panic!("{}: {error}", line.at())),
        start_bytes,
        ..Params::default()
    })
    .unwrap_or_else(|error| panic!("{}: {error}", line.at()))
}

#[test]
fn every_line_is_of_a_known_kind() {
    let all = json_lines(FILE).len();
    assert_eq!((lines("atom").len(), lines("custom").len()), (235, 9));
    assert_eq!(all, 244);
}

/// `map`, `s`, `fnv`, `cosize`, `pd`, and the atom's own sides and swizzle.
#[test]
fn maps_of_atoms() {
    let mut report = Report::new();
    let mut wrapping = BTreeSet::new();
    for case in lines("atom").iter().flat_map(Case::all_from_line) {
        let at = case.line.at();
        let bits = case.line.number("bits");
        let tile = *spec_of_atoms(&case, Arch::Tcgen05, 0).tile();

        let atom = case.swizzle.atom(case.major);
        let (mn, k) = atom.sides(case.major);
        let t = case.element.per_unit();
        let sides = match case.major {
            Major::K => (mn, k * t),
            Major::Mn => (mn * t, k),
        };
        let wanted = (case.line.number("amn"), case.line.number("ak"));
        report.equal(&at, &"atom", &sides, &wanted);

        let xor = case.swizzle.xor();
        let functor = Functor {
            bits: xor.bits,
            base: xor.base,
            shift: xor.shift,
        };
        report.equal(&at, &"swizzle", &functor, &case.functor);
        // On indices of elements the lowest bits, which count bytes of an element, are gone; four-bit elements count
        // half bytes. Without swizzle CuTe writes 0.
        let on_elements = match (xor.bits, bits) {
            (0, _) => 0,
            (_, 4) => xor.base + 1,
            _ => xor.base - (bits / 8).trailing_zeros(),
        };
        let wanted = functor_from_numbers(&case.line, "eswz");
        report.equal(
            &at,
            &"swizzle on elements",
            &Functor {
                base: on_elements,
                ..functor
            },
            &wanted,
        );

        let map = case.map(&tile);
        case.check_map(&mut report, &map);
        report.equal(
            &at,
            &"map of the line's own layout",
            &case.map_from_lay(),
            &map,
        );

        // CuTe's cosize: one past the last offset of the layout before the swizzle.
        let end_bits = coords(case.extent).map(|coord| {
            let place = tile.digits_from_element(coord);
            tile.absolute_from_digits(place) * 8 + (place.slot + 1) * bits
        });
        let cosize = end_bits.max().map(|bits| bits / 8 * case.units_per_byte());
        report.equal(&at, &"cosize", &cosize, &Some(case.line.number("cosize")));

        for (start_bytes, hash) in case.line.hashes("pd") {
            if start_bytes + bytes_of(&case) > WINDOW_BYTES {
                wrapping.insert(at.line);
            }
            let tile = *spec_of_atoms(&case, Arch::Wgmma, start_bytes).tile();
            let found = fnv1a(case.map(&tile));
            report.equal(&at, &format_args!("hash at {start_bytes}"), &found, &hash);
        }
    }
    // Only tiles of 256 KiB leave the window; there alone the unwrapping of `Case::map` has work to do.
    assert_eq!(
        wrapping,
        [136, 149, 164, 186, 191].into(),
        "lines that wrap"
    );
    report.finish("maps of atoms");
}

/// `lay` against the core's text: two texts that may nest differently, compared as functions.
#[test]
fn exact_texts_of_atoms() {
    let mut report = Report::new();
    for case in lines("atom").iter().flat_map(Case::all_from_line) {
        let at = case.line.at();
        let spec = spec_of_atoms(&case, Arch::Tcgen05, 0);
        let text = exact_text(spec.tile(), spec.extent());
        let ours = Swizzled::parse(&text);
        report.equal(&at, &text, &ours.functor, &case.functor);
        for mode in [0, 1] {
            report.equal(&at, &text, &ours.layout.size(mode), &case.lay.size(mode));
        }
        for Coord { mn, k } in coords(case.extent) {
            report.equal(
                &at,
                &format_args!("{text} at ({mn}, {k})"),
                &ours.layout.offset(mn, k),
                &case.lay.offset(mn, k),
            );
        }
    }
    report.finish("exact texts of atoms");
}

/// `g`, `u` and their kin: what is read must be what CuTe's descriptors read, and what the tile holds.
#[test]
fn descriptors_of_atoms() {
    let mut report = Report::new();
    let mut without = 0;
    for case in lines("atom").iter().flat_map(Case::all_from_line) {
        let line = &case.line;
        let at = line.at();
        if !line.has("ki") {
            // CuTe makes no descriptor for a K that is not a whole number of instructions.
            let read_k = spec_of_atoms(&case, Arch::Tcgen05, 0).read_k();
            report.holds(&at, &"K is cut", case.extent.k % read_k != 0);
            let keys = Arch::ALL.iter().flat_map(|&arch| descriptor_keys(arch));
            report.holds(
                &at,
                &"no descriptors",
                !keys.into_iter().any(|key| line.has(key)),
            );
            without += 1;
            continue;
        }
        for &arch in Arch::ALL {
            let [all_steps, elsewhere, blocks] = descriptor_keys(arch);
            if !line.has(all_steps) {
                // No wgmma for 32B atoms and none for 4-bit elements.
                let refused = case.swizzle == Swizzle::B128Atom32 || line.number("bits") == 4;
                report.holds(&at, &all_steps, arch == Arch::Wgmma && refused);
                report.holds(&at, &elsewhere, !line.has(elsewhere) && !line.has(blocks));
                continue;
            }
            let spec = spec_of_atoms(&case, arch, 0);
            report.equal(&at, &"K of one read", &spec.read_k(), &line.number("ki"));
            let extent = Extent {
                mn: case.extent.mn,
                k: spec.read_k(),
            };
            let last = spec.steps() - 1;
            let k_of_step = |step| step * spec.read_k();

            let hexes = line.hexes(all_steps);
            report.equal(&at, &"steps", &(spec.steps() as usize), &hexes.len());
            for (step, &theirs) in (0..).zip(&hexes) {
                let at = AtKey(line, all_steps, step as usize);
                let first = Coord {
                    mn: 0,
                    k: k_of_step(step),
                };
                let ours = spec.read(step);
                let read = Read {
                    theirs,
                    ours,
                    tile: spec.tile(),
                    first,
                    extent,
                };
                read.check(&mut report, arch, &at);
                let encoded = spec
                    .descriptor(step)
                    .map(|d| layout_from_descriptor(case.element, case.major, d));
                report.equal(&at, &"descriptor of the step", &encoded, &Ok(ours));
            }

            let moved = spec_of_atoms(&case, arch, 0x1c400);
            let hexes = line.hexes(elsewhere);
            report.equal(&at, &elsewhere, &hexes.len(), &1);
            for (i, &theirs) in hexes.iter().enumerate() {
                let first = Coord {
                    mn: 0,
                    k: k_of_step(last),
                };
                let read = Read {
                    theirs,
                    ours: moved.read(last),
                    tile: moved.tile(),
                    first,
                    extent,
                };
                read.check(&mut report, arch, &AtKey(line, elsewhere, i));
            }

            // Blocks of 64 rows move the start by the tile's own offset of their first row.
            let wanted = case.extent.mn >= 128 && case.extent.mn % 64 == 0 && line.has(blocks);
            report.equal(&at, &blocks, &line.has(blocks), &wanted);
            if line.has(blocks) {
                let hexes = line.hexes(blocks);
                report.equal(&at, &blocks, &hexes.len(), &(case.extent.mn as usize / 64));
                for (block, &theirs) in (0..).zip(&hexes) {
                    let first = Coord {
                        mn: 64 * block,
                        k: k_of_step(last),
                    };
                    let tile = spec.tile();
                    let start_bytes = tile.absolute_from_digits(tile.digits_from_element(first));
                    let ours = Layout::new(LayoutParams {
                        start_bytes,
                        ..spec.read(last).params()
                    });
                    let extent = Extent { mn: 64, ..extent };
                    let read = Read {
                        theirs,
                        ours,
                        tile,
                        first,
                        extent,
                    };
                    read.check(&mut report, arch, &AtKey(line, blocks, block as usize));
                }
            }
        }
    }
    println!("without descriptors: {without} cases");
    report.finish("descriptors of atoms");
}

/// A hand-made layout's descriptor values, found by asking its own text where the second column and the second group
/// begin; a stride that is never taken stays automatic.
fn params_from_lay(case: &Case, arch: Arch) -> Params {
    let at = case.line.at();
    let atom = case.swizzle.atom(case.major);
    let width = atom.row_units * case.element.per_unit();
    let bytes = |mn, k| case.lay.offset(mn, k) * case.line.number("bits") / 8;
    let (column, group) = match case.major {
        Major::K => (
            (case.extent.k > width).then(|| bytes(0, width)),
            (case.extent.mn > atom.rows).then(|| bytes(atom.rows, 0)),
        ),
        Major::Mn => (
            (case.extent.mn > width).then(|| bytes(width, 0)),
            (case.extent.k > atom.rows).then(|| bytes(0, atom.rows)),
        ),
    };
    let (lbo_bytes, sbo_bytes) = match Stride::of_columns(case.major, case.swizzle) {
        Stride::Lbo => (column, group),
        Stride::Sbo => (group, column),
    };
    let k_bytes = case.extent.k * case.line.number("bits") / 8;
    let sparsity = match k_bytes {
        32 => Sparsity::Dense,
        64 => Sparsity::Sparse,
        _ => panic!("{at}: {k_bytes} bytes of K are no instruction's"),
    };
    Params {
        arch,
        operand: Operand::B,
        sparsity,
        element: case.element,
        major: case.major,
        swizzle: case.swizzle,
        mn: case.extent.mn,
        k: case.extent.k,
        start_bytes: 0,
        lbo_bytes,
        sbo_bytes,
        ..Params::default()
    }
}

/// The lines with hand-made strides: each is one read, so its map and its descriptors are of the same thing.
#[test]
fn custom_layouts() {
    let mut report = Report::new();
    for case in lines("custom").iter().flat_map(Case::all_from_line) {
        let line = &case.line;
        let at = line.at();
        let overflows = line.text("custom") == LBO_OVERFLOW;
        let by_lay = case.map_from_lay();
        case.check_map(&mut report, &by_lay);
        for &arch in Arch::ALL {
            let [key, ..] = descriptor_keys(arch);
            let params = params_from_lay(&case, arch);
            let spec = Spec::new(&params).unwrap_or_else(|error| panic!("{at}: {error}"));
            report.equal(&at, &"steps", &spec.steps(), &1);
            let map = case.map(spec.tile());
            if overflows {
                check_overflow(&mut report, &case, &params, &map, &by_lay);
            } else {
                case.check_map(&mut report, &map);
                let text = exact_text(spec.tile(), spec.extent());
                let ours = Swizzled::parse(&text);
                report.equal(&at, &text, &ours.functor, &case.functor);
                for Coord { mn, k } in coords(case.extent) {
                    let found = ours.layout.offset(mn, k);
                    report.equal(&at, &text, &found, &case.lay.offset(mn, k));
                }
            }
            if !line.has(key) {
                // Two lines are for tcgen05 only: its sparse s8 MN-major, and packed 4-bit elements.
                let is_umma = line.number("bits") <= 8 && line.has("u");
                report.holds(&at, &key, arch == Arch::Wgmma && is_umma);
                continue;
            }
            for (i, theirs) in line.hexes(key).into_iter().enumerate() {
                let read = Read {
                    theirs,
                    ours: spec.read(0),
                    tile: spec.tile(),
                    first: Coord { mn: 0, k: 0 },
                    extent: spec.extent(),
                };
                read.check(&mut report, arch, &AtKey(line, key, i));
                if overflows {
                    let ours = spec.descriptor(0).map(Descriptor::raw);
                    report.equal(&AtKey(line, key, i), &"64 bits", &ours, &Ok(theirs));
                }
            }
        }
    }
    report.finish("custom layouts");
}

/// The line whose LBO is 2^18 + 16 bytes. Its field holds 1, so the hardware steps 16 bytes where the layout steps
/// 262160: the first column is read right, of the second nothing is. CuTe writes the same descriptor without a word;
/// that the two differ is what a finding must report, and what the core must not paper over.
fn check_overflow(report: &mut Report, case: &Case, params: &Params, map: &[u32], by_lay: &[u32]) {
    let at = case.line.at();
    report.equal(&at, &"LBO", &params.lbo_bytes, &Some(WINDOW_BYTES + 16));
    let width = case.swizzle.row_units() * case.element.per_unit();
    for Coord { mn, k } in coords(case.extent) {
        let i = case.index(mn, k);
        let is_equal = map[i] == by_lay[i];
        report.equal(
            &at,
            &format_args!("({mn}, {k}) is read right"),
            &is_equal,
            &(mn < width),
        );
    }
    // The low 18 bits of the layout's addresses are what is read: the wrap and nothing else.
    let wrapped: Vec<u32> = coords(case.extent)
        .map(|Coord { mn, k }| {
            let byte = case.lay.offset(mn, k) * case.line.number("bits") / 8 % WINDOW_BYTES;
            case.functor.apply(byte)
        })
        .collect();
    report.equal(&at, &"map modulo 2^18", map, wrapped.as_slice());
}
