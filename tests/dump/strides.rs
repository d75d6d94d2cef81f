//! Tiles of any stride, width, start and phase, of which the dump tells more or less.

use swizzle_core::{Major, Swizzle};
use swizzle_dump::{Asked, Dump, Form, Values, recognize};

use crate::dump::twin::raw;

/// A layout, by the manual's table.
#[derive(Debug, Clone, Copy)]
struct Layout {
    swizzle: Swizzle,
    major: Major,
    width: u32,
    mn: u32,
    k: u32,
    lbo: u32,
    sbo: u32,
    start: u32,
    base_offset: u32,
}

impl Layout {
    /// Units of a swizzle row.
    const fn units(self) -> u32 {
        match self.swizzle {
            Swizzle::None => 1,
            Swizzle::B32 => 2,
            Swizzle::B64 => 4,
            Swizzle::B128 | Swizzle::B128Atom32 => 8,
        }
    }

    fn address(self, mn: u32, k: u32) -> u32 {
        let (t, row) = (16 / self.width, 16 * self.units());
        let offset = match (self.major, self.swizzle) {
            (Major::K, _) => {
                let byte = k * self.width;
                mn % 8 * row + mn / 8 * self.sbo + byte % row + byte / row * self.lbo
            }
            (Major::Mn, Swizzle::None) => {
                mn % t * self.width + mn / t * self.sbo + k % 8 * 16 + k / 8 * self.lbo
            }
            (Major::Mn, _) => {
                let byte = mn * self.width;
                byte % row + byte / row * self.lbo + k % 8 * row + k / 8 * self.sbo
            }
        };
        let at = self.start + offset;
        let phase = (at / 128 + 8 - self.base_offset) % self.units();
        at ^ (phase * 16)
    }

    /// Memory from an address on, in which each cell has a value.
    fn memory(self, from: u32, value: impl Fn(u32, u32) -> u32) -> Vec<u8> {
        let cells = || (0..self.mn).flat_map(|mn| (0..self.k).map(move |k| (mn, k)));
        let last = cells().map(|(mn, k)| self.address(mn, k)).max();
        let end = (last.expect("cells") + 64).next_multiple_of(16);
        let mut memory = vec![0xcd; (end - from) as usize];
        for (mn, k) in cells() {
            let at = (self.address(mn, k) - from) as usize;
            let bytes = value(mn, k).to_le_bytes();
            memory[at..at + self.width as usize].copy_from_slice(&bytes[..self.width as usize]);
        }
        memory
    }
}

struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) as u32) % end
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }

    fn layout(&mut self) -> Layout {
        let swizzle = self.one_of(&[Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128]);
        let (major, width) = (self.one_of(&[Major::K, Major::Mn]), self.one_of(&[1, 2, 2, 4]));
        let shape = Layout { swizzle, major, width, mn: 0, k: 0, lbo: 0, sbo: 0, start: 0, base_offset: 0 };
        let along = 16 / width * shape.units();
        let (columns, groups) = (self.one_of(&[1, 2, 3, 4]), self.one_of(&[2, 4, 5, 8]));
        let (mn, k) = match major {
            Major::K => (8 * groups, along * columns),
            Major::Mn => (along * columns, 8 * groups),
        };
        let atom = 128 * shape.units();
        let gap = self.one_of(&[0, 0, 16, 128, 256]);
        let (column, group) = if self.below(2) == 0 {
            ((atom + gap) * groups + self.one_of(&[0, 0, 128]), atom + gap)
        } else {
            (atom + gap, (atom + gap) * columns + self.one_of(&[0, 0, 128]))
        };
        let (lbo, sbo) = match (major, swizzle) {
            (Major::Mn, Swizzle::None) => (group, column),
            _ => (column, group),
        };
        Layout {
            mn,
            k,
            lbo,
            sbo,
            start: 0x800 + 16 * self.below(128),
            base_offset: if self.below(3) == 0 { self.below(shape.units()) } else { 0 },
            ..shape
        }
    }
}

#[test]
fn strides_start_and_phase_come_back() {
    let mut numbers = Numbers(5);
    for round in 0..600 {
        let layout = numbers.layout();
        let index = |mn: u32, k: u32| mn * layout.k + k;
        // Without its address a dump does not tell the phase, and counts from its first byte.
        let has_address = round % 3 > 0;
        let from = layout.start - if round % 2 == 0 { 128 } else { 0 };
        let lowest = (0..layout.mn * layout.k).map(|at| layout.address(at / layout.k, at % layout.k)).min();
        let from = from.min(lowest.expect("cells") / 16 * 16);
        let half = |value: &dyn Fn(u32, u32) -> u32| -> Dump {
            raw(has_address.then_some(from), &layout.memory(from, value))
        };
        let is_pair = layout.width == 2 && round % 5 == 0;
        let dumps = match layout.width {
            1 => vec![half(&index), half(&|mn, k| index(mn, k) >> 8)],
            2 if is_pair => vec![half(&|mn, _| mn), half(&|_, k| k)],
            _ => vec![half(&index)],
        };
        let asked = Asked {
            element_bits: layout.width * 8,
            mn: (round % 7 > 0).then_some(layout.mn),
            k: Some(layout.k),
            address: None,
            values: is_pair.then_some(Values::MnAndK),
        };
        let found = recognize(&dumps, &asked).expect("it can be asked");
        let first = found.first().unwrap_or_else(|| panic!("nothing for {layout:?}"));
        let all = layout.mn * layout.k;
        assert_eq!((first.right, first.of), (all, all), "{layout:?}");
        assert_eq!((first.form, first.major), (Form::Canonical(layout.swizzle), layout.major), "{layout:?}");
        let open = |name: &str| first.undetermined.contains(&name);
        let (lbo, sbo) = first.strides.expect("strides");
        assert!(open("lbo") || lbo == layout.lbo, "{layout:?}: LBO {lbo}");
        assert!(open("sbo") || sbo == layout.sbo, "{layout:?}: SBO {sbo}");
        if has_address {
            let at = (first.start_bytes, u32::from(first.base_offset));
            let is_same = at == (i64::from(layout.start), layout.base_offset);
            assert!(is_same || open("base_offset"), "{layout:?}: {at:?}");
        } else if !open("base_offset") {
            assert_eq!(first.start_bytes, i64::from(layout.start - from), "{layout:?}");
        }
    }
}

/// What a debugger shows of the middle of a tile.
#[test]
fn a_part_tells_where_the_whole_tile_begins() {
    let layout = Layout {
        swizzle: Swizzle::B128,
        major: Major::K,
        width: 2,
        mn: 64,
        k: 64,
        lbo: 8192,
        sbo: 1024,
        start: 0x400,
        base_offset: 0,
    };
    let memory = layout.memory(0x400, |mn, k| mn * 64 + k);
    for (from, bytes) in [(0, 256), (2048, 512), (1408, 1024)] {
        let dump = raw(Some(0x400 + from as u32), &memory[from..from + bytes]);
        let asked = Asked { element_bits: 16, mn: Some(64), k: Some(64), ..Asked::default() };
        let found = recognize(&[dump], &asked).expect("it can be asked");
        let first = found.first().expect("a layout");
        assert_eq!(first.form, Form::Canonical(Swizzle::B128));
        assert_eq!((first.start_bytes, first.strides), (0x400, Some((8192, 1024))));
        assert_eq!((first.right, first.of), (bytes as u32 / 2, bytes as u32 / 2));
        assert!(first.undetermined.contains(&"lbo"));
    }
}
