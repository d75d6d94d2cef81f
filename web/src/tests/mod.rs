//! What the page says and does, asked of the page itself in one headless browser: `cargo xtask test --only wasm`.
//!
//! A subject a file. What needs no document is asked beside the code; what needs a whole browser (addresses and history, reloads,
//! files, the focus, sizes, parts that come later) is in `tests/e2e`.

mod bar;
mod blackwell;
mod builder;
mod check;
mod compare;
mod course;
mod dump_picture;
mod home;
mod journey;
mod kernel;
mod lessons;
mod memory;
mod other_pages;
mod paste;
mod support;
mod tensor_lessons;
mod verdict;
mod views;
mod why;
mod wires;

// What they share.

mod host;

#[path = "../../../tests/e2e/stop.rs"]
mod stop;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
