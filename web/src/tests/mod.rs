//! What the page says and does, asked of the page itself in one headless browser: `cargo xtask test --only wasm`.
//!
//! What a visitor does is a case of `cases/`, a subject a file; what is compared with pixels and with what the crates list is beside
//! them. What needs no document is asked beside the code; what needs a whole browser (addresses and history, reloads, files, the focus, sizes,
//! parts that come later) is in `tests/e2e`.

mod cases;
mod pictures;
mod said;

// What they share.

mod host;

#[path = "../../../tests/e2e/cases.rs"]
mod steps;

#[allow(dead_code, reason = "some of it is asked end to end alone")]
#[path = "../../../tests/e2e/stop.rs"]
mod stop;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
