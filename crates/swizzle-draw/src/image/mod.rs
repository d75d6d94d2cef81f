//! The picture test: a tile whose elements are the pixels of an image, as it was written and as the tensor core gets it.

mod balloon;
mod dump;

pub use dump::images_of_dump;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use swizzle_core::law::{Coord, Extent};
use swizzle_infer::WholeRead;

use crate::palette::Rgb;
use crate::svg::hex;

/// Colour that marks elements, at 55 % over their own colour.
const MARK: Rgb = [179, 38, 30];

/// Red, green, blue and opacity, which is whole.
type Rgba = [u8; 4];

/// An image, row by row from the top: rows are the tile's rows (M or N), columns its K.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    extent: Extent,
    pixels: Vec<Rgba>,
}

impl Image {
    /// The default drawing of a tile, used when no other is specified: a balloon over a lake.
    ///
    /// ```
    /// use swizzle_core::law::Extent;
    /// use swizzle_draw::image::Image;
    /// let image = Image::balloon(Extent { mn: 64, k: 64 });
    /// assert_eq!(image.bytes_rgba().len(), 4 * 64 * 64);
    /// ```
    pub fn balloon(extent: Extent) -> Self {
        Self::of(extent, |coord| {
            let middle = |at: u32, of: u32| (f64::from(at) + 0.5) / f64::from(of);
            balloon::colour(middle(coord.k, extent.k), middle(coord.mn, extent.mn))
        })
    }

    /// An image of red, green, blue and opacity bytes, as browsers have them; opacity does not count. `None` where they
    /// are not four bytes for each element.
    pub fn from_rgba(extent: Extent, bytes: &[u8]) -> Option<Self> {
        let (pixels, rest) = bytes.as_chunks::<4>();
        let fits = rest.is_empty() && pixels.len() as u64 == u64::from(extent.mn) * u64::from(extent.k);
        fits.then(|| Self {
            extent,
            pixels: pixels.iter().map(|[r, g, b, _]| opaque([*r, *g, *b])).collect(),
        })
    }

    /// Returns the image that the tensor core gets of this one in a tile, pixel by pixel. Memory outside the tile is unknown:
    /// grey noise stands for it.
    ///
    /// # Panics
    /// If the image is smaller than the tile.
    pub fn as_read(&self, read: &WholeRead) -> Self {
        self.with_sources(read.elements_read())
    }

    /// The image in which each of these elements has the pixel of another one; grey noise where that is unknown.
    fn with_sources(&self, sources: impl Iterator<Item = (Coord, Option<Coord>)>) -> Self {
        let mut pixels = self.pixels.clone();
        sources.for_each(|(coord, source)| {
            pixels[self.index(coord)] = match source {
                Some(source) => self.pixels[self.index(source)],
                None => opaque(noise(coord)),
            };
        });
        Self { extent: self.extent, pixels }
    }

    /// Returns the same image with elements tinted red.
    ///
    /// # Panics
    /// If the image has no such element.
    pub fn with_marked(mut self, elements: impl Iterator<Item = Coord>) -> Self {
        elements.for_each(|coord| {
            let index = self.index(coord);
            let own = self.pixel(coord);
            self.pixels[index] = opaque([0, 1, 2].map(|at| {
                let tinted = u32::from(own[at]) * 45 + u32::from(MARK[at]) * 55;
                (tinted / 100) as u8
            }));
        });
        self
    }

    /// The colour of an element.
    ///
    /// # Panics
    /// If the image has no such pixel.
    pub fn pixel(&self, coord: Coord) -> Rgb {
        let [r, g, b, _] = self.pixels[self.index(coord)];
        [r, g, b]
    }

    /// Its size in elements, one a pixel.
    pub const fn extent(&self) -> Extent {
        self.extent
    }

    /// Four bytes a pixel, as a canvas takes them.
    pub const fn bytes_rgba(&self) -> &[u8] {
        self.pixels.as_slice().as_flattened()
    }

    /// A bare SVG, an element a user unit: a path a colour, in runs of a row's elements.
    ///
    /// ```
    /// use swizzle_core::law::Extent;
    /// use swizzle_draw::image::Image;
    /// let image = Image::from_rgba(Extent { mn: 1, k: 3 }, &[0, 0, 0, 9, 0, 0, 0, 9, 7, 7, 7, 9]).unwrap();
    /// let svg = image.svg();
    /// assert!(svg.contains("viewBox=\"0 0 3 1\""));
    /// assert!(svg.ends_with("<path fill=\"#000000\" d=\"M0 0h2v1h-2z\"/><path fill=\"#070707\" d=\"M2 0h1v1h-1z\"/></svg>"));
    /// ```
    pub fn svg(&self) -> String {
        let Extent { mn, k } = self.extent;
        let mut paths = BTreeMap::<Rgba, String>::new();
        for (row, pixels) in self.pixels.chunks(k.max(1) as usize).enumerate() {
            let mut at = 0;
            for run in pixels.chunk_by(|one, next| one == next) {
                let wide = run.len();
                let _ = write!(paths.entry(run[0]).or_default(), "M{at} {row}h{wide}v1h-{wide}z");
                at += wide;
            }
        }
        let mut svg = format!(
            "<svg class=\"image\" viewBox=\"0 0 {k} {mn}\" shape-rendering=\"crispEdges\" aria-hidden=\"true\">"
        );
        for ([r, g, b, _], path) in paths {
            let _ = write!(svg, "<path fill=\"{}\" d=\"{path}\"/>", hex([r, g, b]));
        }
        svg + "</svg>"
    }

    const fn index(&self, coord: Coord) -> usize {
        coord.mn as usize * self.extent.k as usize + coord.k as usize
    }

    fn of(extent: Extent, colour: impl Fn(Coord) -> Rgb) -> Self {
        let row = |mn| (0..extent.k).map(move |k| Coord { mn, k });
        let all = (0..extent.mn).flat_map(row);
        Self { extent, pixels: all.map(|coord| opaque(colour(coord))).collect() }
    }
}

const fn opaque([r, g, b]: Rgb) -> Rgba {
    [r, g, b, u8::MAX]
}

/// A grey without a pattern, the same each time for an element.
fn noise(coord: Coord) -> Rgb {
    let mut word = coord.mn.wrapping_mul(0x9e37_79b1) ^ coord.k.wrapping_mul(0x85eb_ca77);
    word = (word ^ word >> 15).wrapping_mul(0x2c1b_3c6d);
    word ^= word >> 13;
    [110 + (word % 100) as u8; 3]
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::{Arch, Descriptor, Element, Major, Said, Swizzle};
    use swizzle_infer::spec_from_said;

    /// A tile of 64 rows whose descriptor starts one line late and has another SBO.
    fn read(element: Element, major: Major, k: u32) -> (Extent, WholeRead) {
        let mut said = Said::default();
        (said.tile.element, said.tile.major) = (Some(element), Some(major));
        (said.tile.mn, said.tile.k) = (Some(64), Some(k));
        (said.tile.swizzle, said.tile.start_bytes) = (Some(Swizzle::B128), Some(0x400));
        said.place.step = Some(0);
        let word = spec_from_said(&said).unwrap().derived_descriptor(0).unwrap();
        let wrong = Descriptor::new(Arch::Wgmma, (word.raw() + 8) ^ 1 << 33);
        let spec = spec_from_said(&said.with_given(wrong)).unwrap();
        (spec.extent(), WholeRead::of(&spec).unwrap())
    }

    #[test]
    fn every_pixel_is_that_of_the_element_which_is_read() {
        let (mut outside, mut wrong) = (0, 0);
        for (element, major, k) in [
            (Element::Bf16, Major::K, 64),
            (Element::Bf16, Major::K, 36),
            (Element::Bf16, Major::Mn, 64),
            (Element::E4m3, Major::K, 128),
        ] {
            let (extent, read) = read(element, major, k);
            let image = Image::balloon(extent);
            let got = image.as_read(&read);
            let wrong_ones = read.elements_read().filter(|(at, from)| *from != Some(*at));
            let marked = got.clone().with_marked(wrong_ones.map(|(at, _)| at));
            for mn in 0..extent.mn {
                for k in 0..extent.k {
                    let coord = Coord { mn, k };
                    let source = read.element_for(coord);
                    let expected = source.map(|source| image.pixel(source));
                    outside += u32::from(source.is_none());
                    assert_eq!(got.pixel(coord), expected.unwrap_or_else(|| noise(coord)));
                    let is_wrong = source != Some(coord);
                    wrong += u32::from(is_wrong);
                    assert_eq!(marked.pixel(coord) != got.pixel(coord), is_wrong);
                }
            }
        }
        assert!(outside > 0 && wrong > outside, "{outside} {wrong}");
    }
}
