//! The edits of the page benchmark: each through a control of the drawer or the steps, each seen in the words of the page, which
//! are drawn in one frame with the cells.

use serde_json::{Value, json};

/// An edit of one control.
#[derive(Debug, PartialEq)]
pub(crate) struct Edit {
    /// The name of what is edited.
    pub(crate) what: &'static str,
    /// CSS selector of the control.
    control: String,
    /// The text that is typed into it or chosen of it; a button is clicked.
    text: String,
}

impl Edit {
    /// Returns the edit as the page's script takes it, to be made in this phase of a frame.
    pub(crate) fn to_json(&self, phase: f64) -> Value {
        json!({ "control": self.control, "text": self.text, "phase": phase })
    }
}

/// The names of what is edited, in the order of the turns.
pub(crate) const WHAT: [&str; 4] = ["start", "pattern", "swizzle", "major"];

/// Each of [`WHAT`] in turn, for as long as wanted. No edit leaves its control as it was.
pub(crate) fn edits() -> impl Iterator<Item = Edit> {
    (0..).flat_map(|round| {
        let start = 0x400 + 16 * (1 + round % 7);
        // A base offset would be a descriptor's own, and leave the tile as it is drawn.
        let pattern = 128 * ((1 + round) % 8);
        // Without one that has no swizzle: there a pattern has no effect.
        let swizzle = ["64B", "32B", "128B"][round % 3];
        let number = |label: &str| format!(".drawer input[aria-label=\"{label}\"]");
        // MN, then K.
        let major = 2 - round % 2;
        [
            edit(WHAT[0], number("Start"), format!("0x{start:x}")),
            edit(WHAT[1], number("Pattern origin"), format!("0x{pattern:x}")),
            edit(
                WHAT[2],
                ".drawer select[aria-label=\"Swizzle\"]".into(),
                swizzle.into(),
            ),
            edit(
                WHAT[3],
                format!(".drawer [aria-label=\"Major\"] button:nth-child({major})"),
                String::new(),
            ),
        ]
    })
}

/// Steps along K, to and fro: every tile here has four at least. Many are a slider.
pub(crate) fn steps() -> impl Iterator<Item = Edit> {
    [1, 2, 3, 2, 1, 0].into_iter().cycle().map(|step| {
        let control = format!(".steps :is(button[aria-label^=\"Step {step}:\"], input)");
        edit("step", control, step.to_string())
    })
}

/// Edits while the tile is an image: those that change its descriptor.
pub(crate) fn of_picture() -> impl Iterator<Item = Edit> {
    let of_descriptor = [WHAT[0], WHAT[2], WHAT[3]];
    edits().filter(move |edit| of_descriptor.contains(&edit.what))
}

/// The edits of the bare page: another start each time.
pub(crate) fn of_bare() -> impl Iterator<Item = Edit> {
    std::iter::repeat_with(|| edit("start", "button".into(), String::new()))
}

const fn edit(what: &'static str, control: String, text: String) -> Edit {
    Edit {
        what,
        control,
        text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edit_changes_its_control() {
        let edits: Vec<_> = edits().take(200).collect();
        for (earlier, later) in edits.iter().zip(&edits[WHAT.len()..]) {
            assert_ne!(earlier, later);
        }
    }

    #[test]
    fn every_step_leads_elsewhere() {
        let steps: Vec<_> = steps().take(20).collect();
        for two in steps.windows(2) {
            assert_ne!(two[0], two[1]);
        }
    }
}
