//! Pictures as data, and what draws them.

mod caption;
mod palette;
pub mod scene;
mod svg;
mod text_grid;
mod thumbnail;
mod view;

pub use caption::cell_caption;
pub use palette::{Palette, Rgb, Theme};
pub use svg::{READS_LEGEND, SvgStyle, hex, legend, svg_from_scene};
pub use text_grid::text_from_scene;
pub use thumbnail::thumbnail_svg;
pub use view::{Cells, Colour, Number, Shows, View};
