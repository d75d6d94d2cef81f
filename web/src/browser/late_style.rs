//! Styles that come with the part of the page that they are for.

use super::*;
use web_sys::CssStyleSheet;
use web_sys::js_sys::{Array, Reflect};

thread_local! {
    static SHEETS: RefCell<Vec<(&'static str, CssStyleSheet)>> = const { RefCell::new(Vec::new()) };
}

/// Adds a style to the page, once.
pub fn add(style: &'static str) {
    SHEETS.with_borrow_mut(|sheets| {
        if !sheets.iter().any(|(there, _)| *there == style) {
            // A browser that refuses shows the part plainly.
            let _ = add_sheet(sheets, style);
        }
    });
}

fn add_sheet(sheets: &mut Vec<(&'static str, CssStyleSheet)>, style: &'static str) -> Result<(), JsValue> {
    let sheet = CssStyleSheet::new()?;
    sheet.replace_sync(style)?;
    sheets.push((style, sheet));
    adopt(sheets)
}

fn adopt(sheets: &[(&'static str, CssStyleSheet)]) -> Result<(), JsValue> {
    let all: Array = sheets.iter().map(|(_, sheet)| sheet).collect();
    Reflect::set(&document(), &"adoptedStyleSheets".into(), &all)?;
    Ok(())
}
