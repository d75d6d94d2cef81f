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

pub use frame::{Heading, frame, title};
pub use grid::{
    BandGeometry, Bands, Grid, Linked, MapOf, NARROW_COLUMNS, Outlined, Sheet, paint, use_width,
};
pub use hover::{Hover, use_hover, use_hovered};
pub use loom::{LoomSize, loom};
pub use picture::{Beside, Picture, Shared};
pub use plain::PlainViews;
pub use reading::{Reading, reading};
pub use shows::what_is_drawn;
pub use tint::tint;
