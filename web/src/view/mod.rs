//! The pictures that any page can show: both views, how they are read, and the colours of fields.

mod frame;
mod grid;
mod hover;
mod loom;
mod picture;
mod plain;
mod reading;
mod tint;
mod wires;

pub use frame::{Heading, corner, frame, title};
pub use grid::{BandGeometry, Bands, Grid, Outlined, Sheet, arrow_words_width, paint, use_width};
pub use hover::{Hover, use_hover, use_hovered};
pub use loom::{LoomSize, loom};
pub use picture::{Picture, Shared};
pub use plain::PlainViews;
pub use reading::number_words;
pub use tint::tint;
pub use wires::{STYLE as WIRES_STYLE, Switches};
