//! Contents of the screen: specified values of a layout and how they are looked at, the link that holds them, and its files.
//!
//! ```
//! use swizzle_view::{figure, link_from_shown, shown_from_link};
//!
//! let shown = figure(163).unwrap().shown;
//! assert_eq!(link_from_shown(&shown), "#/figure/163");
//! assert_eq!(shown_from_link("#/figure/163").shown, shown);
//! ```

pub mod blackwell;
pub mod export;
pub mod link;
pub mod state;

pub use export::{Export, ExportError, Format, export_from_shown};
pub use link::{Notice, Opened, Route, link_from_shown, shown_from_link};
pub use state::{Shown, figure};
