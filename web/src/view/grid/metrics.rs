//! Numbers of a whole row as one text, each centred in its cell.
//!
//! In a monospaced font every character takes a fixed share of a cell, and every space half of one, so that equally
//! many spaces before and after a number centre it exactly, without an element per number. The style gives the width of a
//! character (`ch`): measuring it would make the browser lay out the page in the middle of an edit.

/// How wide a character is at most, in font sizes. What it is exactly matters for no more than how many fit.
pub(super) const CHARACTER: f64 = 0.602;

/// Spacing that makes a row of labels fall into cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spacing {
    /// Halves of a character that fill a cell: spaces are as wide as that.
    pub halves: usize,
    /// Width of such a half in pixels.
    half: f64,
}

impl Spacing {
    /// The spacing for cells of this width at this font size.
    pub fn new(pitch: u32, font: f64) -> Self {
        let pitch = f64::from(pitch);
        let halves = (2.0 * pitch / (CHARACTER * font)).floor().max(2.0);
        Self {
            halves: halves as usize,
            half: pitch / halves,
        }
    }

    /// The spacing as CSS: a character is two halves wide; a space, equally wide in a monospaced font, is one.
    pub fn style(&self) -> String {
        format!(
            "letter-spacing:calc({} - 1ch);word-spacing:{}",
            px(2.0 * self.half),
            px(-self.half)
        )
    }

    /// Shift of everything to the right, in pixels: the remainder of an odd number of halves is not the width of a space.
    pub fn shift(&self) -> f64 {
        match self.halves.is_multiple_of(2) {
            true => 0.0,
            false => self.half / 2.0,
        }
    }

    /// Adds a label to a row's text: centred, or a blank cell where it does not fit.
    pub fn push(&self, text: &mut String, label: &str) {
        let length = 2 * label.chars().count();
        let (label, length) = if length > self.halves {
            ("", 0)
        } else {
            (label, length)
        };
        let before = (self.halves - length) / 2;
        let after = self.halves - length - before;
        text.extend(std::iter::repeat_n(' ', before));
        text.push_str(label);
        text.extend(std::iter::repeat_n(' ', after));
    }
}

/// A length as CSS writes it, to a thousandth of a pixel: the general printing of floats is several kilobytes.
pub fn px(length: f64) -> String {
    let thousandths = (length * 1000.0).round() as i64;
    let sign = if thousandths < 0 { "-" } else { "" };
    let (whole, rest) = (thousandths.abs() / 1000, thousandths.abs() % 1000);
    format!("{sign}{whole}.{rest:03}px")
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn lengths_are_written_as_css_reads_them() {
        assert_eq!(px(12.0), "12.000px");
        assert_eq!(px(-0.0625), "-0.063px");
    }

    #[test]
    fn halves_fill_a_cell_and_none_is_narrower_than_half_a_character() {
        for pitch in 8..=80 {
            for font in [8.0, 9.5, 13.0, 15.0] {
                let spacing = Spacing::new(pitch, font);
                let width = spacing.halves as f64 * spacing.half;
                assert!((width - f64::from(pitch)).abs() < 1e-9);
                assert!(2.0 * spacing.half >= CHARACTER * font || spacing.halves == 2);
            }
        }
        let style = Spacing::new(36, 13.0).style();
        assert_eq!(
            style,
            "letter-spacing:calc(8.000px - 1ch);word-spacing:-4.000px"
        );
    }

    #[test]
    fn every_cell_takes_the_same_room() {
        for halves in [9, 10] {
            let spacing = Spacing { halves, half: 4.0 };
            for label in ["", "7", "12", "1,23", "12345", "123456"] {
                let mut text = String::new();
                spacing.push(&mut text, label);
                let spaces = text.matches(' ').count();
                let others = text.chars().count() - spaces;
                assert_eq!(2 * others + spaces, halves, "{label}");
                // The space before equals the space after, except for the shift.
                let before = text.len() - text.trim_start().len();
                let after = text.len() - text.trim_end().len();
                assert!(others == 0 || after - before == halves % 2, "{label}");
            }
        }
    }
}
