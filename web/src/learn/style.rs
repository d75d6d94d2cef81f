//! The style of the lessons, which comes with them: the atlas starts without it.

use std::cell::Cell;

use wasm_bindgen::JsValue;
use web_sys::CssStyleSheet;
use web_sys::js_sys::{Array, Reflect};

use crate::browser;

/// What the page's own style sheet does not say.
const STYLE: &str = include_str!("style.css");

thread_local! {
    static IS_THERE: Cell<bool> = const { Cell::new(false) };
}

/// Adds the style to the page, once.
pub(super) fn add() {
    if !IS_THERE.replace(true) {
        // A browser that refuses shows the lessons plainly.
        let _ = add_sheet();
    }
}

fn add_sheet() -> Result<(), JsValue> {
    let sheet = CssStyleSheet::new()?;
    sheet.replace_sync(STYLE)?;
    let all = Array::of1(&sheet);
    Reflect::set(&browser::document(), &"adoptedStyleSheets".into(), &all)?;
    Ok(())
}
