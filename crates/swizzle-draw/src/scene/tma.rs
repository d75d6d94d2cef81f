//! A box of TMA beside what a descriptor reads of it, unit by unit.

use swizzle_core::hardware::{Element, Major, UNIT_BYTES};
use swizzle_core::law::Coord;
use swizzle_core::tma::Landing;
use swizzle_lints::tma::Meeting;

/// A unit of the box, and where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoxUnit {
    /// Its address after the copy.
    pub written: u32,
    /// The address from which it is read, if it is read.
    pub read: Option<u32>,
}

/// A box that landed, in units of 16 bytes, row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct BoxPicture {
    major: Major,
    element: Element,
    /// Units of a row.
    pub columns: u32,
    /// The units.
    pub units: Vec<BoxUnit>,
}

/// The most units that a picture has: those of shared memory.
const UNITS_MAX: u32 = 1 << 14;

impl BoxPicture {
    /// A box that landed, and how a descriptor meets it, if there is one.
    pub fn new(landing: &Landing, element: Element, major: Major, met: Option<&Meeting>) -> Self {
        let columns = landing.inner_bytes.div_ceil(UNIT_BYTES).max(1);
        let rows = landing.rows.min(UNITS_MAX / columns.min(UNITS_MAX));
        let places = (0..rows).flat_map(|row| (0..columns).map(move |unit| (row, unit)));
        let mut units: Vec<BoxUnit> = places
            .map(|(row, unit)| BoxUnit {
                written: landing.address(row, unit * UNIT_BYTES).unwrap_or(0),
                read: None,
            })
            .collect();
        let per_unit = element.per_unit();
        if let Some(met) = met {
            let (first, extent) = met.read;
            let (along, across) = extent.along_and_across(major);
            let (first_along, first_across) = first.along_and_across(major);
            for row in 0..across {
                for at in (0..along).step_by(per_unit as usize) {
                    let unit = (first_along + at) / per_unit;
                    let place = ((first_across + row) * columns + unit) as usize;
                    if let Some(of_box) = units.get_mut(place).filter(|_| unit < columns) {
                        let cell = Coord::at(major, at, row);
                        of_box.read = Some(met.layout.byte_from_element(cell).byte);
                    }
                }
            }
        }
        Self { major, element, columns, units }
    }

    /// Text on a unit of the box: `Row 3, K 40–47 → 0x5e0, banks 24–27`.
    pub fn unit_text(&self, at: u32) -> Option<String> {
        let unit = self.units.get(at as usize)?;
        let per_unit = self.element.per_unit();
        let first = at % self.columns * per_unit;
        let (along, across) = match self.major {
            Major::K => ("K", "Row"),
            Major::Mn => ("MN", "K"),
        };
        let bank = unit.written / 4 % 32;
        let written = unit.written;
        let mut text = format!(
            "{across} {}, {along} {first}–{} → {written:#x}, banks {bank}–{}",
            at / self.columns,
            first + per_unit - 1,
            bank + 3
        );
        if let Some(read) = unit.read.filter(|read| *read != written) {
            text += &format!("; read at {read:#x}");
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::descriptor::Descriptor;
    use swizzle_core::tma::{DataType, MapSwizzle, TensorMap, landing_from_map};
    use swizzle_lints::tma::{BoxAt, Boxes, boxes_against_descriptor};

    fn picture(descriptor: u64) -> BoxPicture {
        let map = TensorMap::matrix(DataType::Bfloat16, MapSwizzle::B128, (512, 512), (64, 128));
        let landing = landing_from_map(&map, 0x400).unwrap();
        let boxes = Boxes {
            map,
            major: Major::K,
            boxes: vec![BoxAt { origin: Coord { mn: 0, k: 0 }, destination_bytes: 0x400 }],
        };
        let met = boxes_against_descriptor(&boxes, Element::Bf16, Descriptor::guessed(descriptor));
        BoxPicture::new(&landing, Element::Bf16, Major::K, Some(&met))
    }

    fn counts(picture: &BoxPicture) -> (usize, usize) {
        let read: Vec<_> = picture.units.iter().filter(|unit| unit.read.is_some()).collect();
        let wrong = read.iter().filter(|unit| unit.read != Some(unit.written));
        (read.len(), wrong.count())
    }

    #[test]
    fn a_read_that_meets_its_box_is_where_it_is_written() {
        let picture = picture(0x4000_0040_0001_0040);
        assert_eq!((picture.columns, picture.units.len()), (8, 8 * 128));
        assert_eq!(counts(&picture), (128, 0));
        // Row 3 has its units exchanged, by 3.
        let row = picture.units[24..32].iter().map(|unit| (unit.written - 0x400) / 16);
        assert_eq!(row.collect::<Vec<_>>(), [27, 26, 25, 24, 31, 30, 29, 28]);
        let text = picture.unit_text(3 * 8 + 5).unwrap();
        assert_eq!(text, "Row 3, K 40–47 → 0x5e0, banks 24–27");
    }

    #[test]
    fn a_read_elsewhere_says_where() {
        // Without a swizzle, and with the strides of one.
        let picture = picture(0x0000_0040_0001_0040);
        let (read, wrong) = counts(&picture);
        assert!(read == 128 && wrong > read / 2);
        // The first mismatch is in row 0: unit 1 is written beside unit 0.
        let text = picture.unit_text(8).unwrap();
        assert!(text.contains("; read at "), "{text}");
    }
}
