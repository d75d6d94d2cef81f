//! The finished page in headless Chromium and Firefox, as a visitor uses it. `cargo xtask test --only e2e` builds the
//! page, serves it and says where in `ATLAS_URL`, and in which browser in `SWIZZLE_BROWSER`.
//!
//! One group of behaviours a file. What is on screen is compared with what the core computes, never with typed-in
//! numbers: a test says what a visitor does and which state that leads to; [`tile`] asks the core for the screen of that
//! state, [`look`] reads the one there is.

#[path = "e2e/accessibility.rs"]
mod accessibility;
#[path = "e2e/address.rs"]
mod address;
#[path = "e2e/appearance.rs"]
mod appearance;
#[path = "e2e/compare.rs"]
mod compare;
#[path = "e2e/console.rs"]
mod console;
#[path = "e2e/controls.rs"]
mod controls;
#[path = "e2e/course.rs"]
mod course;
#[path = "e2e/embed.rs"]
mod embed;
#[path = "e2e/failures.rs"]
mod failures;
#[path = "e2e/focus.rs"]
mod focus;
#[path = "e2e/frame.rs"]
mod frame;
#[path = "e2e/gallery.rs"]
mod gallery;
#[path = "e2e/grid.rs"]
mod grid;
#[path = "e2e/host.rs"]
mod host;
#[path = "e2e/journey.rs"]
mod journey;
#[path = "e2e/keyboard.rs"]
mod keyboard;
#[path = "e2e/large_tiles.rs"]
mod large_tiles;
#[path = "e2e/later.rs"]
mod later;
#[path = "e2e/lessons.rs"]
mod lessons;
#[path = "e2e/links.rs"]
mod links;
#[path = "e2e/loom.rs"]
mod loom;
#[path = "e2e/offline.rs"]
mod offline;
#[path = "e2e/opening.rs"]
mod opening;
#[path = "e2e/own_host.rs"]
mod own_host;
#[path = "e2e/picture.rs"]
mod picture;
#[path = "e2e/pointer.rs"]
mod pointer;
#[path = "e2e/print.rs"]
mod print;
#[path = "e2e/share.rs"]
mod share;
#[path = "e2e/shell.rs"]
mod shell;
#[path = "e2e/sizes.rs"]
mod sizes;
#[path = "e2e/sub_path.rs"]
mod sub_path;
#[path = "e2e/wires.rs"]
mod wires;

// What they share.

#[path = "e2e/answering.rs"]
mod answering;
#[path = "e2e/cursor.rs"]
mod cursor;
#[path = "e2e/look.rs"]
mod look;
#[path = "e2e/page.rs"]
mod page;
#[path = "e2e/screen.rs"]
mod screen;
#[path = "e2e/single.rs"]
mod single;
#[path = "e2e/skip.rs"]
mod skip;
#[path = "e2e/stop.rs"]
mod stop;
#[path = "e2e/tile.rs"]
mod tile;
#[path = "e2e/trace.rs"]
mod trace;
#[path = "e2e/visitor.rs"]
mod visitor;
