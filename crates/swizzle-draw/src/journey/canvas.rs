//! Marks of a frame, written as SVG. Colours and type are classes of the page's style sheet.

use std::fmt::{Display, Write as _};

use crate::palette::{Palette, Theme};
use crate::svg::hex;

/// A place, in pixels of the frame.
pub(super) type Point = (f32, f32);

/// SVG under construction.
pub(super) struct Canvas {
    svg: String,
    /// The colour of each unit of a row.
    units: [String; 8],
}

impl Canvas {
    pub(super) fn new(palette: Palette, theme: Theme) -> Self {
        Self {
            svg: String::new(),
            units: palette.colours(theme).map(hex),
        }
    }

    pub(super) fn svg(self) -> String {
        self.svg
    }

    /// A rectangle: left, top, width, height.
    pub(super) fn rect(&mut self, class: &str, [x, y, width, height]: [f32; 4]) {
        let _ = write!(
            self.svg,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
        );
    }

    pub(super) fn path(&mut self, class: &str, d: &str) {
        let _ = write!(self.svg, "<path class=\"{class}\" d=\"{d}\"/>");
    }

    /// Cells of one unit's colour, as one path.
    pub(super) fn cells(&mut self, unit: usize, d: &str) {
        if !d.is_empty() {
            let fill = &self.units[unit];
            let _ = write!(self.svg, "<path fill=\"{fill}\" d=\"{d}\"/>");
        }
    }

    pub(super) fn text(&mut self, class: &str, (x, y): Point, words: impl Display) {
        let _ = write!(
            self.svg,
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{words}</text>"
        );
    }

    /// A name and a value at the two ends of a line, under a rule.
    pub(super) fn row(&mut self, [x, y, width]: [f32; 3], name: &str, value: impl Display) {
        self.path("rule", &format!("M{x} {:.1}h{width}", y - 20.0));
        self.text("s l", (x, y), name);
        self.text("l e ink", (x + width, y), value);
    }

    /// Marks that are not wholly there; nothing is written of those that are not there at all.
    pub(super) fn faded(&mut self, opacity: f32, draw: impl FnOnce(&mut Self)) {
        if opacity <= 0.0 {
            return;
        }
        let _ = write!(self.svg, "<g opacity=\"{:.2}\">", opacity.min(1.0));
        draw(self);
        self.svg.push_str("</g>");
    }

    /// Marks with an origin and a scale of their own.
    pub(super) fn moved(&mut self, (x, y): Point, scale: f32, draw: impl FnOnce(&mut Self)) {
        let _ = write!(
            self.svg,
            "<g class=\"apparatus\" transform=\"translate({x} {y}) scale({scale})\">"
        );
        draw(self);
        self.svg.push_str("</g>");
    }
}

/// A cell with a line of air around it, as a part of a path.
pub(super) fn cell([x, y, width, height]: [f32; 4]) -> String {
    let (wide, high) = (width - 1.0, height - (height / 20.0).clamp(0.3, 1.0));
    format!("M{:.1} {y:.1}h{wide:.1}v{high:.1}h{:.1}z", x + 0.5, -wide)
}

/// A number with a true minus sign; a question mark for one that is not known.
pub(super) fn signed(number: Option<i32>) -> String {
    match number {
        None => "?".into(),
        Some(number) if number < 0 => format!("−{}", -number),
        Some(number) => number.to_string(),
    }
}
