//! Pictures as data, and what draws them.

mod arrow_paths;
mod caption;
pub mod cells;
mod field_colours;
pub mod image;
mod ink;
pub mod journey;
mod label;
mod lanes_svg;
mod legend;
mod palette;
pub mod scene;
mod svg;
mod terminal;
mod text_grid;
mod thumbnail;
mod view;

pub use arrow_paths::ArrowPaths;
pub use caption::cell_caption;
pub use field_colours::field_colour;
pub use lanes_svg::lanes_svg;
pub use legend::{READS_LEGEND, legend, marks_legend};
pub use palette::{Palette, Rgb, Theme, ramp};
pub use svg::{SvgStyle, SvgVerdict, hex, svg_from_scene};
pub use terminal::{Depth, coloured_text_from_drawing};
pub use text_grid::text_from_scene;
pub use thumbnail::{marked_thumbnail_svg, thumbnail_svg};
pub use view::{Cells, Colour, Number, Shows, View};
