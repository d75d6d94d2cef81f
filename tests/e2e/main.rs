//! The finished page in headless Chromium and Firefox, as a visitor uses it. `cargo xtask test --only e2e` builds the
//! page, serves it and says where in `ATLAS_URL`, and in which browser in `SWIZZLE_BROWSER`.
//!
//! One group of behaviours a file, of those that a browser alone can tell: what state, rows and pictures are is asked beside the
//! code, what a page's document says in `web/src/tests`.

mod accessibility;
mod address;
mod appearance;
mod compare;
mod console;
mod course;
mod embed;
mod failures;
mod host;
mod journey;
mod keyboard;
mod later;
mod layout;
mod lessons;
mod links;
mod loom;
mod offline;
mod opening;
mod own_host;
mod pointer;
mod print;
mod share;
mod shell;
mod sub_path;
mod wires;

// What they share.

mod answering;
mod page;
mod single;
mod skip;
mod stop;
mod visitor;
