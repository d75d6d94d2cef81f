//! The frame around any page: which one is open, its look, its bar, and how its parts are loaded.

mod bar;
pub mod embedded;
pub mod field;
pub mod figure_part;
pub mod framed;
pub mod framed_style;
pub mod greeting;
mod kernel_text;
pub mod keys;
mod linked;
pub mod listing;
pub mod load;
mod look;
pub mod memory_menu;
pub mod memory_parts;
pub mod notices;
pub mod over;
mod route;
pub mod share;
pub mod sheets;
pub mod table;
pub mod terms;

pub use bar::{
    BOX, BOX_IS_NEW, Bar, FIGURES, Tab, bar, box_elsewhere, edited_bar, other_bar, undo_tools,
    waiting_bar,
};
pub use kernel_text::{handed_text, takes_kernels};
pub use linked::{Format, part_of, use_linked};
pub use look::Look;
pub use route::{DrawPage, Page};
