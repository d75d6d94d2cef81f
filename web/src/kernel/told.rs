//! Facts about an operand that need more than one look at the text.

use gloo_timers::callback::Timeout;
use swizzle_lens::{LineEdit, Reading, Why, mend, mend_finding, mend_idesc, why};
use swizzle_lints::Severity;
use yew::prelude::*;

use super::reading::WAIT_MS;
use super::state::Place;
use crate::kit::Shared;

/// Why an operand is what it is, and what fixes it.
#[derive(Clone, PartialEq)]
pub struct Told {
    /// The lines from which it follows.
    pub why: Why,
    /// The line of the finding, and the edit.
    pub mend: Option<(u32, LineEdit)>,
}

impl Told {
    fn of(reading: &Reading, kernel: usize, place: Place) -> Option<Self> {
        let line = reading.kernels.get(kernel)?.rows.get(place.row)?.line;
        Some(Self {
            why: why(reading, line, place.side),
            mend: edit(reading, kernel, place),
        })
    }
}

/// Returns the edit that fixes the operand, or otherwise the first error beside the instructions.
fn edit(
    reading: &Reading,
    kernel: usize,
    Place { row, side, .. }: Place,
) -> Option<(u32, LineEdit)> {
    let view = reading.kernels.get(kernel)?;
    let of_row = || {
        let found = mend(reading, kernel, row, side).or_else(|| mend_idesc(reading, kernel, row));
        Some((view.rows[row].line, found?))
    };
    let beside = || {
        let errors = view.findings.iter().map(|(one, _)| one);
        let mut errors = errors.filter(|one| one.severity == Severity::Error);
        let first = errors.find(|one| view.rows.iter().all(|row| row.line != one.line))?;
        Some((first.line, mend_finding(reading, kernel, first)?))
    };
    of_row().or_else(beside)
}

/// What is told of an operand: looked for once the page is shown.
#[hook]
pub fn use_told(
    reading: Option<&Shared<Reading>>,
    kernel: usize,
    place: Option<Place>,
) -> Option<Told> {
    let told = use_state_eq(|| None);
    // A stage has the text of its operand.
    let place = place.map(|place| Place { stage: 0, ..place });
    let key = (reading.cloned(), kernel, place);
    let on_told = told.setter();
    use_effect_with(key.clone(), move |key| {
        let key = key.clone();
        let timer = Timeout::new(WAIT_MS, move || {
            if let (Some(reading), kernel, Some(place)) = &key {
                let found = Told::of(reading, *kernel, *place);
                on_told.set(Some((key, found)));
            }
        });
        move || drop(timer)
    });
    let of_key = told.as_ref().filter(|(of, _)| *of == key);
    of_key.and_then(|(_, found)| found.clone())
}

#[cfg(test)]
mod tests {
    use swizzle_core::reader::VerdictKind;
    use swizzle_lens::Example;
    use swizzle_view::link::KernelShown;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn told(example: Example) -> Told {
        let reading = Reading::of(example.file(), example.text().into());
        let place = Place::of(&reading.kernels[0], &KernelShown::default());
        Told::of(&reading, 0, place).expect("an operand")
    }

    #[test]
    fn each_planted_fault_has_an_edit_after_which_the_kernel_is_right() {
        for (example, line) in [
            (Example::KAdvance, 736),
            (Example::Sbo, 742),
            (Example::Stage, 702),
            (Example::TmaBox, 126),
        ] {
            let (_, edit) = told(example).mend.expect("an edit");
            assert_eq!(edit.line, line, "{example}");
            let text = example.text();
            let mut lines: Vec<&str> = text.lines().collect();
            lines[edit.line as usize - 1] = &edit.new;
            for (line, new) in &edit.others {
                lines[*line as usize - 1] = new;
            }
            let fixed = Reading::of("fixed.ptx", lines.join("\n").into());
            assert_eq!(
                fixed.kernels[0].verdict.kind,
                VerdictKind::Right,
                "{example}"
            );
        }
        assert_eq!(told(Example::Right).mend, None);
    }

    #[test]
    fn an_operand_follows_from_lines_before_it() {
        let told = told(Example::KAdvance);
        assert!(told.why.lines.iter().any(|line| line.line == 736));
        assert!(told.why.lines.iter().all(|line| line.line < 753));
    }
}
