//! Styles that come with the part of the page that they are for, and which of all styles are in force: those of pages that are
//! not rebuilt, in the layer `old`, or those of the new ones. They share names of classes, and are never in force together.
//! What is in the layer `bar` is over all pages.

use std::cell::{Cell, RefCell};

use wasm_bindgen::JsValue;
use web_sys::CssStyleSheet;
use web_sys::js_sys::{Array, Reflect};

use super::document;

thread_local! {
    static SHEETS: RefCell<Vec<(&'static str, CssStyleSheet)>> = const { RefCell::new(Vec::new()) };
    static IS_OLD: Cell<bool> = const { Cell::new(false) };
    static IS_LENT: Cell<bool> = const { Cell::new(false) };
}

/// The id of the new pages' sheet in the document.
const NEW: &str = "new-pages";

/// Adds a style to the page, once.
pub fn add(style: &'static str) {
    SHEETS.with_borrow_mut(|sheets| {
        if !sheets.iter().any(|(there, _)| *there == style) {
            // A browser that refuses shows the part plainly.
            let _ = add_sheet(sheets, style);
        }
    });
}

fn add_sheet(
    sheets: &mut Vec<(&'static str, CssStyleSheet)>,
    style: &'static str,
) -> Result<(), JsValue> {
    let sheet = CssStyleSheet::new()?;
    sheet.replace_sync(style)?;
    sheets.push((style, sheet));
    adopt(sheets)
}

/// Has the styles of old pages in force, or those of new ones.
pub fn turn(is_old: bool) {
    if IS_OLD.replace(is_old) != is_old {
        // Where the document has no such sheet, nothing is to be turned off.
        if let Some(sheet) = document().get_element_by_id(NEW) {
            let _ = Reflect::set(&sheet, &"disabled".into(), &is_old.into());
        }
        SHEETS.with_borrow(|sheets| {
            let _ = adopt(sheets);
        });
    }
}

/// Has the styles of old pages in force beside those of new ones, while a new page shows a part of an old one.
pub fn lend(is_lent: bool) {
    IS_LENT.set(is_lent);
    SHEETS.with_borrow(|sheets| {
        let _ = adopt(sheets);
    });
}

fn adopt(sheets: &[(&'static str, CssStyleSheet)]) -> Result<(), JsValue> {
    let is_old = IS_OLD.get();
    let is_lent = IS_LENT.get();
    let is_in_force = |style: &str| {
        let is_of_old = style.starts_with("@layer old");
        style.starts_with("@layer bar") || is_of_old == is_old || is_of_old && is_lent
    };
    let all = sheets.iter().filter(|(style, _)| is_in_force(style));
    let all: Array = all.map(|(_, sheet)| sheet).collect();
    Reflect::set(&document(), &"adoptedStyleSheets".into(), &all)?;
    Ok(())
}
