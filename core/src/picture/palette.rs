//! Colours of the cells: the ISA figures' own, and a set for colour-blind eyes, each for light and dark pages.

use crate::hardware::named;

/// A colour as red, green, blue.
pub type Rgb = [u8; 3];

/// A set of cell colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Palette {
    /// The colours of the ISA's figures, which are those of CuTe's printers.
    Isa,
    /// Eight colours that stay apart for colour-blind eyes.
    Safe,
}

named!(
    Palette,
    "palette",
    Isa => "isa",
    Safe => "safe",
);

/// The page behind the cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark ink on a light page.
    Light,
    /// Light ink on a dark page.
    Dark,
}

/// Red, green, blue of the ISA figures' eight colours: four hues, then the same paler.
#[rustfmt::skip]
const ISA: [Rgb; 8] = [
    [175, 175, 255], [175, 255, 175], [255, 255, 175], [255, 175, 175],
    [210, 210, 255], [210, 255, 210], [255, 255, 210], [255, 210, 210],
];

/// The same for dark pages: less light, so that the grid does not glare.
#[rustfmt::skip]
const ISA_DARK: [Rgb; 8] = [
    [134, 134, 218], [120, 192, 120], [200, 196, 104], [214, 126, 126],
    [176, 176, 226], [168, 212, 168], [220, 218, 164], [226, 176, 176],
];

/// After Okabe and Ito's set, its blue and vermilion lightened so that dark figures can be read on all.
#[rustfmt::skip]
const SAFE: [Rgb; 8] = [
    [ 86, 180, 233], [230, 159,   0], [  0, 178, 130], [240, 228,  66],
    [ 92, 138, 222], [232, 116,  34], [214, 138, 182], [204, 204, 204],
];

/// The same for dark pages.
#[rustfmt::skip]
const SAFE_DARK: [Rgb; 8] = [
    [ 78, 160, 208], [208, 146,  16], [  0, 160, 118], [214, 202,  66],
    [ 98, 136, 212], [214, 110,  40], [196, 128, 168], [178, 178, 178],
];

impl Palette {
    /// The eight cell colours.
    #[must_use]
    pub const fn colours(self, theme: Theme) -> [Rgb; 8] {
        match (self, theme) {
            (Self::Isa, Theme::Light) => ISA,
            (Self::Isa, Theme::Dark) => ISA_DARK,
            (Self::Safe, Theme::Light) => SAFE,
            (Self::Safe, Theme::Dark) => SAFE_DARK,
        }
    }

    /// The colour of figures on every cell.
    #[must_use]
    pub const fn ink(self) -> Rgb {
        [20, 22, 28]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::Named;

    /// Relative luminance, WCAG 2.
    fn luminance(rgb: Rgb) -> f64 {
        let [r, g, b] = rgb.map(|channel| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    #[test]
    fn figures_can_be_read_on_every_colour() {
        for palette in Palette::ALL {
            for theme in [Theme::Light, Theme::Dark] {
                for colour in palette.colours(theme) {
                    let contrast = (luminance(colour) + 0.05) / (luminance(palette.ink()) + 0.05);
                    assert!(
                        contrast >= 4.5,
                        "{palette:?} {theme:?} {colour:?}: {contrast}"
                    );
                }
            }
        }
    }
}
