//! Pointer and keys, as a person's hands move them.

use serde_json::{Value, json};

use super::error::{Context as _, Error, Result};
use super::session::Session;

impl Session {
    /// Moves the mouse to a point of the window's view, in CSS pixels from its top left corner.
    ///
    /// # Errors
    /// When the point is out of view.
    pub fn pointer_to_view(&self, x: f64, y: f64) -> Result<()> {
        let step = json!({
            "type": "pointerMove", "duration": 0, "x": x, "y": y, "origin": "viewport",
        });
        self.pointer(&[step])
    }

    /// Presses the mouse's main button where the mouse is.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub fn pointer_press(&self) -> Result<()> {
        self.pointer(&[json!({ "type": "pointerDown", "button": 0 })])
    }

    /// Releases the mouse's main button.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub fn pointer_release(&self) -> Result<()> {
        self.pointer(&[json!({ "type": "pointerUp", "button": 0 })])
    }

    /// Taps a point of the window's view with a finger, in CSS pixels from its top left corner.
    ///
    /// # Errors
    /// When the point is out of view.
    pub fn tap_in_view(&self, x: f64, y: f64) -> Result<()> {
        let place = json!({ "type": "pointerMove", "duration": 0, "x": x, "y": y, "origin": "viewport" });
        let [down, up] = ["pointerDown", "pointerUp"].map(|kind| json!({ "type": kind, "button": 0 }));
        self.pointer_of("touch", &[place, down, up])
    }

    /// Presses keys one after the other, and releases them in the opposite order: Ctrl+Z is
    /// `chord(&[keys::CONTROL, "z"])`, a single key a chord of one. They go to the element that has the focus.
    ///
    /// # Errors
    /// When one of them is not one key.
    pub fn chord(&self, keys: &[&str]) -> Result<()> {
        self.chords(&[keys])
    }

    /// Presses chords one after the other, in one request.
    ///
    /// # Errors
    /// When a part of one is not one key.
    pub fn chords(&self, chords: &[&[&str]]) -> Result<()> {
        let mut keys = chords.iter().copied().flatten();
        if let Some(key) = keys.find(|key| key.chars().count() != 1) {
            return Err(Error::new(format!("“{key}” is not one key")));
        }
        let press = |keys: &&[&str]| {
            let step = |kind: &str, key: &str| json!({ "type": kind, "value": key });
            let down = keys.iter().map(|key| step("keyDown", key));
            let up = keys.iter().rev().map(|key| step("keyUp", key));
            down.chain(up).collect::<Vec<Value>>()
        };
        let steps: Vec<Value> = chords.iter().flat_map(press).collect();
        self.perform(json!({ "type": "key", "id": "keyboard", "actions": steps }))
            .context(|| format!("cannot press {chords:?}"))
    }

    /// One mouse for the whole session, so that it stays where it was moved to.
    fn pointer(&self, steps: &[Value]) -> Result<()> {
        self.pointer_of("mouse", steps)
    }

    fn pointer_of(&self, kind: &str, steps: &[Value]) -> Result<()> {
        self.perform(json!({
            "type": "pointer",
            "id": kind,
            "parameters": { "pointerType": kind },
            "actions": steps,
        }))
    }

    fn perform(&self, device: Value) -> Result<()> {
        self.wire.post("/actions", &json!({ "actions": [device] })).map(drop)
    }
}
