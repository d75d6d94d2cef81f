//! A dump as images: what belongs in a tile and what is read of it, or memory and what is read of it.

use crate::image::{Image, noise};
use crate::palette::ramp;
use swizzle_core::law::Coord;
use swizzle_dump::{DumpPicture, Shades};

/// Both images of a dump. Where a layout was found, each value names its cell: the drawing as it was written, and as it is read.
/// Otherwise memory, a line of 128 bytes a row, and the matrix that is read of it, each value by its size. What the dump does not
/// have is grey noise.
///
/// ```
/// use swizzle_core::Descriptor;
/// use swizzle_core::law::{Coord, Extent};
/// use swizzle_draw::image::{Image, images_of_dump};
/// use swizzle_dump::{DumpPicture, Example, dump_from_bytes, recognize, whole_read_of_dump};
/// let (dumps, asked) = ([dump_from_bytes(Example::Right.text().as_bytes(), 16).unwrap()], Example::Right.asked());
/// let found = recognize(&dumps, &asked).unwrap();
/// // SBO is 128 instead of 1024.
/// let read = whole_read_of_dump(&found[0], Descriptor::guessed(0x4000_0008_0001_0040));
/// let picture = DumpPicture::new(&dumps, &asked, Some(&found[0]), read);
/// let drawing = Image::balloon(Extent { mn: 64, k: 64 });
/// let [expected, actual] = images_of_dump(&picture, &drawing, &picture.shades(false));
/// assert_eq!(expected, drawing);
/// // The second group of eight rows begins one line after the first.
/// assert_eq!(actual.pixel(Coord { mn: 8, k: 3 }), drawing.pixel(Coord { mn: 1, k: 3 }));
/// ```
///
/// # Panics
/// If the drawing is smaller than the tile.
pub fn images_of_dump(picture: &DumpPicture, drawing: &Image, shades: &Shades) -> [Image; 2] {
    let (_, extent) = picture.shape();
    if picture.has_expected() {
        let sources = picture.coords().map(|cell| (cell, picture.cell_for(cell)));
        return [drawing.clone(), drawing.with_sources(sources)];
    }
    let colour = |raw: Option<u32>| raw.map(|raw| ramp(shades.shade(raw)));
    let image = |extent, raw: &dyn Fn(Coord) -> Option<u32>| {
        Image::of(extent, |at| colour(raw(at)).unwrap_or_else(|| noise(at)))
    };
    [
        image(picture.memory_extent(), &|at| picture.raw_of_memory(at)),
        image(extent, &|cell| picture.raw_of_cell(cell)),
    ]
}
