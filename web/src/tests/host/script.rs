//! Scripts, run in the document.

use serde_json::Value;
use wasm_bindgen::JsValue;
use web_sys::js_sys::{Array, Function, JSON};

use super::fault::{Fault, Result};

/// Runs the body of a function, and returns what it returns; `arguments` holds the values.
pub(super) fn run(body: &str, arguments: &[JsValue]) -> Result<JsValue> {
    let arguments: Array = arguments.iter().collect();
    Function::new_no_args(body)
        .apply(&JsValue::UNDEFINED, &arguments)
        .map_err(|what| Fault::new(format!("the script threw {what:?}:\n{body}")))
}

/// The same of what can be written as JSON.
pub(super) fn execute(body: &str, arguments: &[JsValue]) -> Result<Value> {
    let value = run(body, arguments)?;
    let text = JSON::stringify(&value).map_err(|what| Fault::new(format!("{what:?}:\n{body}")))?;
    // Of what is undefined there is none.
    let Some(text) = text.as_string() else {
        return Ok(Value::Null);
    };
    serde_json::from_str(&text).map_err(|fault| Fault::new(format!("the script returned no JSON: {fault}")))
}
