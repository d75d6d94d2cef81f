//! Pictures as data, and what draws them.

mod palette;
pub mod scene;
mod svg;
mod text_grid;
mod thumbnail;

pub use palette::{Palette, Rgb, Theme};
pub use svg::{READS_LEGEND, SvgStyle, hex, legend, svg_from_scene};
pub use text_grid::text_from_scene;
pub use thumbnail::thumbnail_svg;
