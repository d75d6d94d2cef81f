//! The finished page in headless Chromium and Firefox, as a visitor uses it. `cargo xtask test --only e2e` builds the
//! page, serves it and says where in `ATLAS_URL`, and in which browser in `SWIZZLE_BROWSER`.
//!
//! One group of behaviours a file. What is on screen is compared with what the core computes, never with typed-in
//! numbers: a test says what a visitor does and which state that leads to; [`tile`] asks the core for the screen of that
//! state, [`look`] reads the one there is.

mod accessibility;
mod address;
mod appearance;
mod compare;
mod console;
mod controls;
mod course;
mod embed;
mod failures;
mod focus;
mod frame;
mod gallery;
mod grid;
mod host;
mod journey;
mod keyboard;
mod large_tiles;
mod later;
mod lessons;
mod links;
mod loom;
mod offline;
mod opening;
mod own_host;
mod picture;
mod pointer;
mod print;
mod share;
mod shell;
mod sizes;
mod sub_path;
mod toolbar;
mod wires;

// What they share.

mod answering;
mod cursor;
mod look;
mod page;
mod screen;
mod single;
mod skip;
mod stop;
mod tile;
mod trace;
mod visitor;
