//! The finished page in headless Chromium and Firefox, as a visitor uses it. `cargo xtask test --only e2e` builds the
//! page, serves it and says where in `ATLAS_URL`, and in which browser in `SWIZZLE_BROWSER`.
//!
//! One group of behaviours a file, of those that a browser alone can tell: what state, rows and pictures are is asked beside the
//! code, what a page's document says in `web/src/tests`. What takes no more than steps is a case of `cases/`.

mod accessibility;
mod address;
mod console;
mod embed;
mod failures;
mod host;
mod keyboard;
mod later;
mod layout;
mod lessons;
mod offline;
mod own_host;
mod print;
mod share;
mod shell;
mod steps;
mod sub_path;

// What they share.

mod answering;
mod cases;
mod page;
mod single;
mod skip;
mod stop;
mod visitor;
