//! Numbers of a whole row as one text, each centred in its cell.
//!
//! In a monospaced font every character takes a fixed share of a cell, and every space half of one, so that as many
//! spaces before as after a number centre it exactly, without an element per number.

use std::cell::RefCell;

use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;

use crate::browser::document;

/// Widths of a character and of a space at a font size, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Advance {
    character: f64,
    space: f64,
}

thread_local! {
    static KNOWN: RefCell<Vec<(f64, Advance)>> = const { RefCell::new(Vec::new()) };
}

/// Spacing that makes a row of labels fall into cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spacing {
    /// Halves of a character that fill a cell: spaces are as wide as that.
    pub halves: usize,
    /// CSS `letter-spacing` in pixels.
    pub letter: f64,
    /// CSS `word-spacing` in pixels.
    pub word: f64,
    /// By how much all stands to the right, in pixels: what remains of an odd number of halves is no space's width.
    pub shift: f64,
}

impl Spacing {
    /// The spacing for cells of this width at this font size.
    pub fn new(pitch: u32, font: f64) -> Self {
        let advance = advance(font);
        let pitch = f64::from(pitch);
        let halves = (2.0 * pitch / advance.character).floor().max(2.0);
        let half = pitch / halves;
        let letter = 2.0 * half - advance.character;
        let halves = halves as usize;
        Self {
            halves,
            letter,
            word: half - (advance.space + letter),
            shift: if halves.is_multiple_of(2) {
                0.0
            } else {
                half / 2.0
            },
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

/// The page's monospaced font at a size, measured once a size: widths need not grow evenly with it, and each measurement
/// makes the browser lay out the page in the middle of an edit.
fn advance(font: f64) -> Advance {
    let known = KNOWN.with_borrow(|known| known.iter().find(|(size, _)| *size == font).copied());
    if let Some((_, advance)) = known {
        return advance;
    }
    let advance = measured(font).unwrap_or(Advance {
        character: 0.6 * font,
        space: 0.6 * font,
    });
    KNOWN.with_borrow_mut(|known| known.push((font, advance)));
    advance
}

fn measured(font: f64) -> Option<Advance> {
    const COUNT: usize = 64;
    let probe = document()
        .create_element("pre")
        .ok()?
        .dyn_into::<HtmlElement>()
        .ok()?;
    probe.set_class_name("grid-probe");
    probe.style().set_property("font-size", &px(font)).ok()?;
    document().body()?.append_child(&probe).ok()?;
    let width = |character: &str| {
        probe.set_text_content(Some(&character.repeat(COUNT)));
        probe.get_bounding_client_rect().width() / COUNT as f64
    };
    let advance = Advance {
        character: width("0"),
        space: width(" "),
    };
    probe.remove();
    (advance.character > 0.0).then_some(advance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_written_as_css_reads_them() {
        assert_eq!(px(12.0), "12.000px");
        assert_eq!(px(-0.0625), "-0.063px");
    }

    #[test]
    fn every_cell_takes_the_same_room() {
        for halves in [9, 10] {
            let spacing = Spacing {
                halves,
                letter: 0.0,
                word: 0.0,
                shift: 0.0,
            };
            for label in ["", "7", "12", "1,23", "12345", "123456"] {
                let mut text = String::new();
                spacing.push(&mut text, label);
                let spaces = text.matches(' ').count();
                let others = text.chars().count() - spaces;
                assert_eq!(2 * others + spaces, halves, "{label}");
                // As much before as after: the shift is the rest.
                let before = text.len() - text.trim_start().len();
                let after = text.len() - text.trim_end().len();
                assert!(others == 0 || after - before == halves % 2, "{label}");
            }
        }
    }
}
