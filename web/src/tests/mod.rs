//! What the page says and does, asked of the page itself in one headless browser: `cargo xtask test --only wasm`.
//!
//! A subject a file. What needs a whole browser (addresses and history, reloads, files, the focus, sizes, parts that come
//! later) is in `tests/e2e`, which reads and works out a [`screen`] with the same code.

mod assumed;
mod bad_links;
mod bad_numbers;
mod builder;
mod cold_task;
mod compare;
mod controls;
mod course;
mod dump_picture;
mod first_visit;
mod grid;
mod instrument;
mod journey;
mod kernel;
mod lessons;
mod loom;
mod memory;
mod other_pages;
mod over;
mod paste;
mod picture;
mod picture_test;
mod scale;
mod support;
mod tensor_lessons;
mod tensor_memory;
mod text_twin;
mod undo;
mod verdict;
mod wires;
mod written;

// What they share.

mod cursor;
mod host;

#[path = "../../../tests/e2e/look.rs"]
mod look;
#[path = "../../../tests/e2e/screen.rs"]
mod screen;
#[path = "../../../tests/e2e/stop.rs"]
mod stop;
#[path = "../../../tests/e2e/tile.rs"]
mod tile;
#[path = "../../../tests/e2e/trace.rs"]
mod trace;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
