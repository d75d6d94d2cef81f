//! The picture test: a tile whose elements are the pixels of an image, as it was written and as the tensor core gets it.

mod balloon;
mod product;

use swizzle_core::law::{Coord, Extent};
use swizzle_core::reader::WholeRead;

use crate::palette::Rgb;

/// What marks elements, over 55 % of their own colour.
const MARK: Rgb = [179, 38, 30];

/// An image, row by row from the top: rows are the tile's rows (M or N), columns its K.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    extent: Extent,
    pixels: Vec<Rgb>,
}

impl Image {
    /// The drawing that stands in a tile as long as nobody gives another: a balloon over a lake.
    ///
    /// ```
    /// use swizzle_core::law::Extent;
    /// use swizzle_draw::image::Image;
    /// let image = Image::balloon(Extent { mn: 64, k: 64 });
    /// assert_eq!(image.bytes_rgba().len(), 4 * 64 * 64);
    /// ```
    #[must_use]
    pub fn balloon(extent: Extent) -> Self {
        Self::of(extent, |coord| {
            let middle = |at: u32, of: u32| (f64::from(at) + 0.5) / f64::from(of);
            balloon::colour(middle(coord.k, extent.k), middle(coord.mn, extent.mn))
        })
    }

    /// An image of red, green, blue and opacity bytes, as browsers have them; opacity does not count. `None` where they
    /// are not four bytes for each element.
    #[must_use]
    pub fn from_rgba(extent: Extent, bytes: &[u8]) -> Option<Self> {
        let (pixels, rest) = bytes.as_chunks::<4>();
        let fits =
            rest.is_empty() && pixels.len() as u64 == u64::from(extent.mn) * u64::from(extent.k);
        fits.then(|| Self {
            extent,
            pixels: pixels.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect(),
        })
    }

    /// What the tensor core gets of this image in a tile, pixel by pixel. Memory outside of the tile is unknown: there it
    /// gets grey noise.
    ///
    /// # Panics
    /// Where the image is smaller than the tile.
    #[must_use]
    pub fn as_read(&self, read: &WholeRead) -> Self {
        Self::of(self.extent, |coord| {
            read.element_for(coord)
                .map_or_else(|| noise(coord), |source| self.pixel(source))
        })
    }

    /// The same with elements tinted red, where something holds of them.
    #[must_use]
    pub fn with_marked(&self, is_marked: impl Fn(Coord) -> bool) -> Self {
        Self::of(self.extent, |coord| {
            let own = self.pixel(coord);
            match is_marked(coord) {
                true => [0, 1, 2]
                    .map(|at| ((u32::from(own[at]) * 45 + u32::from(MARK[at]) * 55) / 100) as u8),
                false => own,
            }
        })
    }

    /// The colour of an element.
    ///
    /// # Panics
    /// Where the image has no such pixel.
    #[must_use]
    pub fn pixel(&self, coord: Coord) -> Rgb {
        self.pixels[(coord.mn * self.extent.k + coord.k) as usize]
    }

    /// Its size in elements, one a pixel.
    #[must_use]
    pub const fn extent(&self) -> Extent {
        self.extent
    }

    /// Four bytes a pixel, as a canvas takes them.
    #[must_use]
    pub fn bytes_rgba(&self) -> Vec<u8> {
        let opaque = |[r, g, b]: &Rgb| [*r, *g, *b, u8::MAX];
        self.pixels.iter().flat_map(opaque).collect()
    }

    fn of(extent: Extent, colour: impl Fn(Coord) -> Rgb) -> Self {
        let row = |mn| (0..extent.k).map(move |k| Coord { mn, k });
        Self {
            extent,
            pixels: (0..extent.mn).flat_map(row).map(colour).collect(),
        }
    }
}

/// A grey without a pattern, the same each time for an element.
fn noise(coord: Coord) -> Rgb {
    let mut word = coord.mn.wrapping_mul(0x9e37_79b1) ^ coord.k.wrapping_mul(0x85eb_ca77);
    word = (word ^ word >> 15).wrapping_mul(0x2c1b_3c6d);
    word ^= word >> 13;
    [110 + (word % 100) as u8; 3]
}
