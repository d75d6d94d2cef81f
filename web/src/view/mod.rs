//! The pictures that any page can show: both views, how they are read, and the colours of fields.

mod frame;
mod grid;
mod hover;
mod loom;
mod picture;
mod plain;
mod reading;
mod shows;
mod tint;
mod wires;

pub use frame::{Heading, corner, frame, title};
pub use grid::{
    BandGeometry, Bands, Grid, Linked, MapOf, NARROW_COLUMNS, Outlined, Sheet, StepOutlines,
    Travel, TravelProps, Traveller, arrow_words_width, color_shell, forget_shell, look_at_shell,
    paint, step_shade, use_width,
};
pub use hover::{Hover, use_hover, use_hovered};
pub use loom::{LoomSize, loom};
pub use picture::{Beside, Picture, Shared};
pub use plain::PlainViews;
pub use reading::{Reading, ZOOMS, number_words, reading};
pub use shows::what_is_drawn;
pub use tint::tint;
pub use wires::{STYLE as WIRES_STYLE, Switches};
