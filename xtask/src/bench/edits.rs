//! The edits of the page benchmark: each through a control of the panel, each seen in the numbers.

use serde_json::{Value, json};

/// An edit of one control.
#[derive(Debug, PartialEq)]
pub(crate) struct Edit {
    /// CSS selector of the control.
    control: String,
    /// What is typed into it; a control that is clicked has none.
    text: Option<String>,
}

impl Edit {
    /// As the page's script takes it.
    pub(crate) fn to_json(&self) -> Value {
        json!({ "control": self.control, "text": self.text })
    }
}

/// Start, base offset, swizzle and major in turns, for as long as wanted. No edit leaves its control as it was.
pub(crate) fn edits() -> impl Iterator<Item = Edit> {
    (0..).flat_map(|round| {
        let start = 0x400 + 16 * (1 + round % 7);
        let base_offset = (1 + round) % 8;
        // Without one that has no swizzle: there a base offset has no effect.
        let swizzle = ["64B", "32B", "128B"][round % 3];
        let major = ["MN", "K"][round % 2];
        [
            typed("start", format!("0x{start:x}")),
            typed("base-offset", base_offset.to_string()),
            clicked("Swizzle", swizzle),
            clicked("Major", major),
        ]
    })
}

fn typed(id: &str, text: String) -> Edit {
    Edit {
        control: format!("#number-{id}"),
        text: Some(text),
    }
}

fn clicked(name: &str, value: &str) -> Edit {
    Edit {
        control: format!("input[name=\"choice-{name}\"][value=\"{value}\"]"),
        text: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edit_changes_its_control() {
        let edits: Vec<_> = edits().take(200).collect();
        for (earlier, later) in edits.iter().zip(&edits[4..]) {
            assert_ne!(earlier, later);
        }
    }
}
