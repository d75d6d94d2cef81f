//! What Compare, the embedded picture and other pages draw of a tile.

pub mod descriptor;
pub mod inspector;
pub mod later;
mod picture_test;
pub mod sequence;
pub mod sheets;
pub mod stage;
pub mod walk;

pub use picture_test::own_image;
pub use picture_test::{ComingDumpImages, ComingPictureTest};
