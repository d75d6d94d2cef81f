//! The edits of the page benchmark: each through a control of the drawer or the steps, each seen in the words of the page, which
//! are drawn in one frame with the cells.

use serde_json::{Value, json};

/// The names of what is edited, in the order of the turns.
pub(crate) const WHAT: [&str; 4] = ["start", "pattern", "swizzle", "major"];

/// Each of [`WHAT`] in turn, for as long as wanted. No edit leaves its control as it was.
pub(crate) fn edits() -> impl Iterator<Item = Value> {
    (0..).flat_map(|round| {
        let start = 0x400 + 16 * (1 + round % 7);
        // A base offset would be a descriptor's own, and leave the tile as it is drawn.
        let pattern = 128 * ((1 + round) % 8);
        // Without one that has no swizzle: there a pattern has no effect.
        let swizzle = ["64B", "32B", "128B"][round % 3];
        // MN, then K.
        let major = format!(".drawer [aria-label=\"Major\"] button:nth-child({})", 2 - round % 2);
        let input = |label: &str| format!(".drawer :is(input, select)[aria-label=\"{label}\"]");
        [
            edit(WHAT[0], &input("Start"), &format!("0x{start:x}")),
            edit(WHAT[1], &input("Pattern origin"), &format!("0x{pattern:x}")),
            edit(WHAT[2], &input("Swizzle"), swizzle),
            edit(WHAT[3], &major, ""),
        ]
    })
}

/// Steps along K, to and fro: every tile here has four at least. Many are a slider.
pub(crate) fn steps() -> impl Iterator<Item = Value> {
    [1, 2, 3, 2, 1, 0].into_iter().cycle().map(|step| {
        let control = format!(".steps :is(button[aria-label^=\"Step {step}:\"], input)");
        edit("step", &control, &step.to_string())
    })
}

/// An edit of the control with a CSS selector, as the page's script takes it: a text is typed into it or chosen of it, a button
/// is clicked.
pub(crate) fn edit(what: &str, control: &str, text: &str) -> Value {
    json!({ "what": what, "control": control, "text": text })
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
