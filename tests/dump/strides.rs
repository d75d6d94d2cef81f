//! Tiles of any stride, width, start and phase, of which the dump tells more or less.

use swizzle_core::{Major, Swizzle};
use swizzle_dump::{Asked, Dump, Form, Values};
use swizzle_tests::is_exhaustive;

use crate::dump::twin::{PLAIN, Twin, first, raw};

/// Memory from an address on, in which each cell has a value.
fn memory(twin: Twin, from: u32, value: impl Fn(u32, u32) -> u32) -> Vec<u8> {
    let last = twin.cells().map(|(at, _)| at).max().expect("cells");
    let mut memory = vec![0xcd; ((last + 64).next_multiple_of(16) - from) as usize];
    for (at, index) in twin.cells() {
        let bytes = value(index / twin.k, index % twin.k).to_le_bytes();
        let width = twin.width as usize;
        memory[(at - from) as usize..][..width].copy_from_slice(&bytes[..width]);
    }
    memory
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

    fn layout(&mut self) -> Twin {
        let swizzle = self.one_of(&[Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128]);
        let (major, width) = (self.one_of(&[Major::K, Major::Mn]), self.one_of(&[1, 2, 2, 4]));
        let shape = Twin { swizzle, major, width, ..PLAIN };
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
        Twin {
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
    for round in 0..if is_exhaustive() { 600 } else { 300 } {
        let layout = numbers.layout();
        let index = |mn: u32, k: u32| mn * layout.k + k;
        // Without its address a dump does not tell the phase, and counts from its first byte.
        let has_address = round % 3 > 0;
        let from = layout.start - if round % 2 == 0 { 128 } else { 0 };
        let lowest = layout.cells().map(|(at, _)| at).min();
        let from = from.min(lowest.expect("cells") / 16 * 16);
        let half = |value: &dyn Fn(u32, u32) -> u32| -> Dump {
            raw(has_address.then_some(from), &memory(layout, from, value))
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
        let first = first(&dumps, &asked);
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
    let memory = memory(PLAIN, 0x400, |mn, k| mn * 64 + k);
    for (from, bytes) in [(0, 256), (2048, 512), (1408, 1024)] {
        let dump = raw(Some(0x400 + from as u32), &memory[from..from + bytes]);
        let first = first(&[dump], &PLAIN.asked());
        assert_eq!(first.form, Form::Canonical(Swizzle::B128));
        assert_eq!((first.start_bytes, first.strides), (0x400, Some((8192, 1024))));
        assert_eq!((first.right, first.of), (bytes as u32 / 2, bytes as u32 / 2));
        assert!(first.undetermined.contains(&"lbo"));
    }
}
