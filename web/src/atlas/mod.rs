//! What other pages draw of a tile.

pub mod findings;
mod picture_test;

pub use picture_test::ComingDumpImages;
pub use picture_test::own_image;
