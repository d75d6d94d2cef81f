//! The edits of the page benchmark: each through a control of the panel, each seen in the numbers.

use serde_json::{Value, json};

/// An edit of one control.
#[derive(Debug, PartialEq)]
pub(crate) struct Edit {
    /// The name of what is edited.
    pub(crate) what: &'static str,
    /// CSS selector of the control.
    control: String,
    /// The text that is typed into it; a control that is clicked has none.
    text: Option<String>,
    /// CSS selector of what shows it; without one the numbers in the cells do.
    seen: Option<&'static str>,
}

impl Edit {
    /// Returns the edit as the page's script takes it, to be made in this phase of a frame.
    pub(crate) fn to_json(&self, phase: f64) -> Value {
        json!({ "control": self.control, "text": self.text, "seen": self.seen, "phase": phase })
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
        let major = ["MN", "K"][round % 2];
        [
            typed(WHAT[0], "start", format!("0x{start:x}")),
            typed(WHAT[1], "pattern-origin", format!("0x{pattern:x}")),
            clicked(WHAT[2], "Swizzle", swizzle),
            clicked(WHAT[3], "Major", major),
        ]
    })
}

/// Steps along K, to and fro: every tile here has four at least.
pub(crate) fn steps() -> impl Iterator<Item = Edit> {
    [1, 2, 3, 2, 1, 0].into_iter().cycle().map(|step| Edit {
        what: "step",
        control: format!(".walk .step[value=\"{step}\"]"),
        text: None,
        seen: Some(".walk .is-selected"),
    })
}

/// Edits while the tile is an image, seen in the descriptor beside it.
pub(crate) fn of_picture() -> impl Iterator<Item = Edit> {
    let of_descriptor = [WHAT[0], WHAT[2], WHAT[3]];
    edits()
        .filter(move |edit| of_descriptor.contains(&edit.what))
        .map(|edit| Edit {
            seen: Some(".picture-between code"),
            ..edit
        })
}

/// The edits of the bare page: another start each time.
pub(crate) fn of_bare() -> impl Iterator<Item = Edit> {
    std::iter::repeat_with(|| Edit {
        what: "start",
        control: "button".into(),
        text: None,
        seen: None,
    })
}

fn typed(what: &'static str, id: &str, text: String) -> Edit {
    Edit {
        what,
        control: format!("#number-{id}"),
        text: Some(text),
        seen: None,
    }
}

fn clicked(what: &'static str, name: &str, value: &str) -> Edit {
    Edit {
        what,
        control: format!("input[name=\"choice-{name}\"][value=\"{value}\"]"),
        text: None,
        seen: None,
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
