//! A line of the golden file, with the core's names for what it is about.

use swizzle_core::law::BitAddress;
use swizzle_core::{
    Arch, Coord, Element, Extent, Layout, Major, Named, Operand, Order, Said, SaidReader, SaidTile, Spec,
    Swizzle,
};
use swizzle_infer::spec_from_said;
use swizzle_tests::{CuteText, Functor, JsonLine, Report, coords, fnv1a, json_lines, some};

pub(crate) const FILE: &str = "cute.jsonl";
/// Bytes that 18-bit addresses reach.
pub(crate) const WINDOW_BYTES: u32 = 1 << 18;

/// What the tests below read of a line. A key that is in none of them fails: nothing is passed over.
const KEYS: &str = "atom custom major bits mn k ord amn ak swz eswz lay unit cosize fnv map s pd ki g u g_at_1c400 u_at_1c400 g64 u64";

/// A line with the core's names for what it is about.
pub(crate) struct Case {
    pub(crate) line: JsonLine,
    pub(crate) element: Element,
    pub(crate) major: Major,
    pub(crate) swizzle: Swizzle,
    pub(crate) extent: Extent,
    pub(crate) lay: CuteText,
    pub(crate) functor: Functor,
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

pub(crate) fn functor_from_numbers(line: &JsonLine, key: &str) -> Functor {
    let [bits, base, shift] = line.get(key);
    Functor { bits, base, shift }
}

impl Case {
    /// The line's case for the first element type of its width, and the other types.
    pub(crate) fn of(line: &JsonLine) -> (Self, &'static [Element]) {
        let bits = line.number("bits");
        (Self::all_from_line(line).swap_remove(0), &elements_from_bits(bits)[1..])
    }

    /// The line's case, once for each element type of its width.
    pub(crate) fn all_from_line(line: &JsonLine) -> Vec<Self> {
        let at = line.at();
        if let Some(key) = line.keys().find(|key| !KEYS.split(' ').any(|known| known == *key)) {
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
                major: Major::from_name(line.text("major")).unwrap_or_else(|error| panic!("{at}: {error}")),
                swizzle: swizzle.unwrap_or_else(|| panic!("{at}: unknown swizzle")),
                extent: Extent { mn: line.number("mn"), k: line.number("k") },
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

    pub(crate) fn units_per_byte(&self) -> u32 {
        if self.counts_bits() { 8 } else { 1 }
    }

    /// The address of each element, `mn` outer and `k` inner. Shared memory ends at 2^18 and the core wraps there; CuTe
    /// goes on counting. The swizzle never leaves a line of 128 bytes, so an element has wrapped if its address before the
    /// swizzle has, which shows as being below the start (no tile here is larger than 2^18 bytes).
    pub(crate) fn map(&self, layout: &Layout) -> Vec<u32> {
        coords(self.extent)
            .map(|coord| {
                let has_wrapped = layout.absolute_from_element(coord) < layout.start_bytes();
                let unwrapped = u32::from(has_wrapped) * WINDOW_BYTES * self.units_per_byte();
                self.number_from_address(layout.byte_from_element(coord)) + unwrapped
            })
            .collect()
    }

    /// The same by the line's own shape, stride and swizzle.
    pub(crate) fn map_from_lay(&self) -> Vec<u32> {
        coords(self.extent)
            .map(|Coord { mn, k }| {
                let bits = self.lay.offset(mn, k) * self.line.number("bits");
                let byte = self.functor.apply(bits / 8);
                if self.counts_bits() { byte * 8 + bits % 8 } else { byte }
            })
            .collect()
    }

    pub(crate) fn index(&self, mn: u32, k: u32) -> usize {
        (mn * self.extent.k + k) as usize
    }

    /// The map's printed entries and its hash.
    pub(crate) fn check_map(&self, report: &mut Report, map: &[u32]) {
        let at = self.line.at();
        let wanted: Vec<[u32; 3]> = if self.line.has("map") {
            let offsets = self.line.numbers("map");
            report.equal(&at, &"length of map", &map.len(), &offsets.len());
            coords(self.extent).zip(offsets).map(|(coord, offset)| [coord.mn, coord.k, offset]).collect()
        } else {
            let triples = self.line.numbers("s");
            let (triples, rest) = triples.as_chunks::<3>();
            report.holds(&at, &"the sample is made of triples", !triples.is_empty() && rest.is_empty());
            triples.to_vec()
        };
        for [mn, k, offset] in wanted {
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

pub(crate) fn lines(kind: &str) -> Vec<JsonLine> {
    json_lines(FILE).into_iter().filter(|line| line.has(kind)).collect()
}

/// What a line says of its tile, whoever made it.
pub(crate) fn said_of(case: &Case) -> SaidTile {
    some!(SaidTile {
        element: case.element,
        major: case.major,
        swizzle: case.swizzle,
        mn: case.extent.mn,
        k: case.extent.k
    })
}

pub(crate) fn reader_of_b(arch: Arch) -> SaidReader {
    some!(SaidReader { arch, operand: Operand::B })
}

/// The tile of a line made of atoms, at a start address.
pub(crate) fn spec_of_atoms(case: &Case, arch: Arch, start_bytes: u32) -> Spec {
    let line = &case.line;
    let order = Order::from_name(line.text("ord"));
    let order = order.unwrap_or_else(|error| panic!("{}: {error}", line.at()));
    let tile = SaidTile { order: Some(order), start_bytes: Some(start_bytes), ..said_of(case) };
    let said = Said { tile, reader: reader_of_b(arch), ..Said::default() };
    spec_from_said(&said).unwrap_or_else(|error| panic!("{}: {error}", line.at()))
}
