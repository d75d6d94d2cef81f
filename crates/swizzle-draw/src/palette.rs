//! Colours of the cells: the ISA figures' own, and a set for colour-blind eyes, each for light and dark pages.

use swizzle_core::named;

/// A colour as red, green, blue.
pub type Rgb = [u8; 3];

named! {
    /// A set of cell colours.
    pub enum Palette "palette" {
        /// The colours of the ISA's figures, which are those of CuTe's printers.
        Isa => "isa",
        /// Eight colours that stay apart for colour-blind eyes.
        Safe => "safe",
    }
}

named! {
    /// The page behind the cells.
    pub enum Theme "theme" {
        /// Dark ink on a light page.
        Light => "light",
        /// Light ink on a dark page.
        Dark => "dark",
    }
}

/// Colours from the smallest to the largest value: each is lighter than the one before, for every kind of colour vision.
const RAMP: [Rgb; 5] = [[24, 24, 84], [92, 40, 132], [190, 62, 92], [238, 134, 52], [252, 236, 160]];

/// The colour of a value from 0, the smallest, to 255, the largest.
///
/// ```
/// use swizzle_draw::ramp;
/// assert_eq!([ramp(0), ramp(255)], [[24, 24, 84], [252, 236, 160]]);
/// ```
pub fn ramp(shade: u8) -> Rgb {
    let steps = RAMP.len() - 1;
    let (at, part) = (usize::from(shade) * steps / 255, usize::from(shade) * steps % 255);
    let next = RAMP[(at + 1).min(steps)];
    std::array::from_fn(|of| {
        let (low, high) = (usize::from(RAMP[at][of]), usize::from(next[of]));
        ((low * (255 - part) + high * part) / 255) as u8
    })
}

/// Red, green, blue of the ISA figures' eight colours: four hues, then the same paler.
#[rustfmt::skip]
const ISA: [Rgb; 8] = [
    [175, 175, 255], [175, 255, 175], [255, 255, 175], [255, 175, 175],
    [210, 210, 255], [210, 255, 210], [255, 255, 210], [255, 210, 210],
];

/// The same hues for dark pages, under light figures: full, then deeper.
#[rustfmt::skip]
const ISA_DARK: [Rgb; 8] = [
    [76, 76, 154], [44, 107, 60], [106, 101, 38], [135, 63, 67],
    [52, 52,  95], [35,  74, 48], [ 70,  68, 31], [ 86, 48, 50],
];

/// After Okabe and Ito's set, its blue and vermilion lightened so that dark figures can be read on all.
#[rustfmt::skip]
const SAFE: [Rgb; 8] = [
    [ 86, 180, 233], [230, 159,   0], [  0, 178, 130], [240, 228,  66],
    [ 92, 138, 222], [232, 116,  34], [214, 138, 182], [204, 204, 204],
];

/// About the same hues for dark pages, under light figures: found by a search for the set whose nearest two are farthest
/// apart, to all kinds of eyes.
#[rustfmt::skip]
const SAFE_DARK: [Rgb; 8] = [
    [  7,  96, 205], [ 68,  49,   0], [ 18,  49,  38], [126, 101,  63],
    [  7,  11, 174], [159,  86,   0], [115,  15, 105], [ 93, 101, 100],
];

impl Theme {
    /// The colour of figures on cells.
    pub const fn ink(self) -> Rgb {
        match self {
            Self::Light => [20, 22, 28],
            Self::Dark => [236, 238, 242],
        }
    }

    /// The colour of what is wrong: figures and marks on cells that were paled.
    pub const fn wrong_ink(self) -> Rgb {
        match self {
            Self::Light => [179, 38, 30],
            Self::Dark => [255, 157, 149],
        }
    }

    /// A cell's colour drawn back into the page: what is read there is not expected.
    pub fn paled(self, colour: Rgb) -> Rgb {
        let (page, of_ten) = match self {
            Self::Light => ([255, 255, 255], 7),
            Self::Dark => ([25, 27, 32], 6),
        };
        std::array::from_fn(|channel| {
            let [colour, page] = [colour, page].map(|rgb: Rgb| u32::from(rgb[channel]));
            ((colour * (10 - of_ten) + page * of_ten) / 10) as u8
        })
    }
}

impl Palette {
    /// The eight cell colours.
    pub const fn colours(self, theme: Theme) -> [Rgb; 8] {
        match (self, theme) {
            (Self::Isa, Theme::Light) => ISA,
            (Self::Isa, Theme::Dark) => ISA_DARK,
            (Self::Safe, Theme::Light) => SAFE,
            (Self::Safe, Theme::Dark) => SAFE_DARK,
        }
    }

    /// The colour of a class of cells: the eight begin anew after the last.
    pub const fn colour(self, theme: Theme, class: u8) -> Rgb {
        let colours = self.colours(theme);
        colours[class as usize % colours.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::hardware::Named;

    fn linear(channel: u8) -> f64 {
        let c = f64::from(channel) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    }

    /// Relative luminance, WCAG 2.
    fn luminance(rgb: Rgb) -> f64 {
        let [r, g, b] = rgb.map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn all() -> impl Iterator<Item = (Palette, Theme)> {
        Palette::ALL.iter().flat_map(|palette| [Theme::Light, Theme::Dark].map(|theme| (*palette, theme)))
    }

    #[test]
    fn figures_can_be_read_on_every_colour() {
        for (palette, theme) in all() {
            for colour in palette.colours(theme) {
                let on_full = contrast(colour, theme.ink());
                assert!(on_full >= 4.5, "{palette:?} {theme:?} {colour:?}: {on_full}");
                let pale = theme.paled(colour);
                let wrong = contrast(pale, theme.wrong_ink());
                assert!(wrong >= 4.5, "{palette:?} {theme:?} {colour:?}: {wrong}");
                assert!(contrast(pale, theme.ink()) >= 4.5);
            }
        }
    }

    /// Matrices over linear light for eyes that lack a kind of cone: Machado, Oliveira and Fernandes 2009, severity 1.
    const EYES: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    /// A colour in CIELAB, under D65.
    fn lab(rgb: Rgb, eye: &[[f64; 3]; 3]) -> [f64; 3] {
        let light = rgb.map(linear);
        let [r, g, b] = eye.map(|row| {
            let sum: f64 = row.iter().zip(light).map(|(share, light)| share * light).sum();
            sum.clamp(0.0, 1.0)
        });
        let root = |t: f64| {
            if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 }
        };
        let x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
        let y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
        let z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn safe_colours_stay_apart_for_all_eyes() {
        for theme in [Theme::Light, Theme::Dark] {
            let colours = Palette::Safe.colours(theme);
            for eye in &EYES {
                for (index, one) in colours.iter().enumerate() {
                    for other in &colours[index + 1..] {
                        let (a, b) = (lab(*one, eye), lab(*other, eye));
                        let apart = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
                        assert!(apart.sqrt() >= 11.0, "{theme:?}: {one:?} and {other:?}");
                    }
                }
            }
        }
    }
}
