//! What a visitor's hands do. The page is told as a browser tells it; what a browser does by itself then (letters in a field,
//! a click of the button that Enter is pressed on) is done here.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};

use super::fault::{Fault, Result};
use super::page::Page;

/// Moves a mouse to an element and presses its main button there; the element gets the focus if it can have it.
const CLICK: &str = "
    const [element] = arguments;
    const { left, top, width, height } = element.getBoundingClientRect();
    const how = { bubbles: true, cancelable: true, pointerType: 'mouse', clientX: left + width / 2, clientY: top + height / 2 };
    element.dispatchEvent(new PointerEvent('pointerover', how));
    element.dispatchEvent(new PointerEvent('pointerdown', how));
    if (element.dispatchEvent(new MouseEvent('mousedown', how))) {
        const focused = element.closest('a[href], button, input, select, textarea, summary, [tabindex]');
        if (focused) focused.focus(); else document.activeElement?.blur();
    }
    element.dispatchEvent(new PointerEvent('pointerup', how));
    element.dispatchEvent(new MouseEvent('mouseup', how));
    element instanceof HTMLElement ? element.click() : element.dispatchEvent(new MouseEvent('click', how));";

/// Presses a key where the focus is, and does what a browser does then.
const PRESS: &str = "
    const [key, ctrlKey, shiftKey] = arguments;
    const at = document.activeElement ?? document.body;
    const how = { key, ctrlKey, shiftKey, bubbles: true, cancelable: true };
    if (at.dispatchEvent(new KeyboardEvent('keydown', how))) {
        const isText = at.matches('input:not([type=radio], [type=checkbox], [type=range]), textarea');
        if (isText && key.length === 1 && !ctrlKey) document.execCommand('insertText', false, key);
        if (isText && key === 'Enter' && at.matches('input')) {
            at.dispatchEvent(new Event('change', { bubbles: true }));
            at.form?.requestSubmit();
        }
        if (!isText && (key === 'Enter' || key === ' ') && at.matches('a[href], button, summary')) at.click();
    }
    at.dispatchEvent(new KeyboardEvent('keyup', how));";

impl Page {
    /// Presses the mouse's button on an element.
    pub(crate) async fn click(&self, element: &Element) -> Result<()> {
        let element = element.clone();
        let is_off = element
            .dyn_ref::<HtmlElement>()
            .is_some_and(|element| !element.matches(":not(:disabled)").unwrap_or(true));
        let seen = self.execute_with(
            "return arguments[0].checkVisibility({ visibilityProperty: true })",
            &[element.clone().into()],
        )?;
        if is_off || seen != true {
            return Err(Fault::new(format!("nobody can press “{}”", words(&element))));
        }
        self.execute_with(CLICK, &[element.into()])?;
        self.rendered().await;
        Ok(())
    }

    /// Puts a text in place of that in a field, key by key.
    pub(crate) async fn fill_in(&self, field: &Element, text: &str) -> Result<()> {
        self.click(field).await?;
        self.execute_with("arguments[0].select()", &[field.clone().into()])?;
        if text.is_empty() {
            self.execute("document.execCommand('delete')", &[])?;
            self.rendered().await;
        }
        self.write(text).await
    }

    /// Writes where the focus is, key by key.
    pub(crate) async fn write(&self, text: &str) -> Result<()> {
        for key in text.chars() {
            self.key(&key.to_string()).await?;
        }
        Ok(())
    }

    /// Presses a key where the focus is: one letter, or a name such as `Enter`; behind `Control+` or `Shift+` with those held.
    pub(crate) async fn key(&self, chord: &str) -> Result<()> {
        let (held, key) = match chord.rsplit_once('+') {
            Some((held, key)) if !key.is_empty() => (held, key),
            _ => ("", chord),
        };
        let is_held = |name: &str| held.split('+').any(|one| one == name);
        self.execute_with(PRESS, &[key.into(), is_held("Control").into(), is_held("Shift").into()])?;
        self.rendered().await;
        Ok(())
    }
}

fn words(element: &Element) -> String {
    let name = element.get_attribute("aria-label");
    name.or_else(|| element.text_content()).unwrap_or_default()
}
