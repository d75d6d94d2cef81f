//! Facts about an operand that need more than one look at the text.

use super::*;

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
        Some(Self { why: why(reading, line, place.side), mend: mend_at(reading, kernel, place) })
    }
}

/// What is told of an operand: looked for once the page is shown.
#[hook]
pub fn use_told(reading: Option<&Shared<Reading>>, kernel: usize, place: Option<Place>) -> Option<Told> {
    // A stage has the text of its operand.
    let place = place.map(|place| Place { stage: 0, ..place });
    use_later(WAIT_MS, (reading.cloned(), kernel, place), |(reading, kernel, place), _| async move {
        Told::of(&*reading?, kernel, place?)
    })
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
        for (example, line) in
            [(Example::KAdvance, 736), (Example::Sbo, 742), (Example::Stage, 702), (Example::TmaBox, 126)]
        {
            let (_, edit) = told(example).mend.expect("an edit");
            assert_eq!(edit.line, line, "{example}");
            let text = example.text();
            let mut lines: Vec<&str> = text.lines().collect();
            lines[edit.line as usize - 1] = &edit.new;
            for (line, new) in &edit.others {
                lines[*line as usize - 1] = new;
            }
            let fixed = Reading::of("fixed.ptx", lines.join("\n").into());
            assert_eq!(fixed.kernels[0].verdict.kind, VerdictKind::Right, "{example}");
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
