//! The fault across the top: the edit that mends it, why in a sentence, and what copies the mended line; and all findings.

use super::*;
use swizzle_lints::kernel::Letter;

/// A finding, and its lines in the source.
type Found = (Finding<()>, Vec<SourceLine>);

impl At<'_> {
    /// The fault of an operand; nothing of one that is right. While its edit is looked for, its place is kept.
    pub fn fix(&self) -> Option<Html> {
        let fault = self.view.fault(self.place)?;
        if self.told.is_none() {
            return Some(
                html! { <section class="fix cluster" aria-label="Fault" aria-busy="true"></section> },
            );
        }
        let edit = self.mend_of(|of| fault.finding.is_some_and(|found| found.is_of_line(of)));
        let line = edit.map_or(fault.line, |edit| edit.line);
        let copy = match edit {
            Some(edit) => {
                html! { <CopyButton class="button is-main" text={edit.text()} what="the fix" shows_what=true /> }
            }
            None => self.show(line),
        };
        let beside = edit.map(beside);
        Some(if self.is_narrow() {
            section(
                "fix stack is-narrow",
                "Fault",
                (copy, edit.map(lines), p("", (in_groups(fault.message), ". ", span("q", beside)))),
            )
        } else {
            section(
                "fix cluster",
                "Fault",
                (
                    edit.map(|edit| in_turn((self.number("n", line), lines(edit)))),
                    div("grow", (p("l", in_groups(fault.message)), p("q s", (in_groups(fault.why), beside)))),
                    copy,
                ),
            )
        })
    }

    /// The edit that mends what is in view, if it is of this finding's line.
    fn mend_of(&self, is_its: impl Fn(u32) -> bool) -> Option<&LineEdit> {
        self.mend().filter(|(of, _)| is_its(*of)).map(|(_, edit)| edit)
    }

    /// A button that shows a line.
    fn show(&self, line: u32) -> Html {
        text_button("", &format!("Show line {line}"), self.acts(Act::Line(Some(line))))
    }

    /// All findings: those on the operand in view first.
    pub fn findings(&self) -> Html {
        let view = self.view;
        let (here, others): (Vec<&Found>, Vec<&Found>) =
            view.findings.iter().partition(|(one, _)| view.concerns(self.place, one));
        let one = |(found, sources): &Found| {
            let places: Vec<String> =
                sources.iter().map(|place| format!("{}:{}", place.file, place.line)).collect();
            let place =
                if places.is_empty() { String::new() } else { format!("{}, ", places.join(", inlined at ")) };
            let edit = self.mend_of(|of| found.is_of_line(of) && found.severity != Severity::Note);
            let fix = found.first_fix().filter(|fix| edit.is_none_or(|edit| edit.is_said_by(fix)));
            let row = view.rows.iter().position(|row| row.line == found.line);
            let go = row.map(|row| Act::Row(row, found.operand.and_then(Letter::operand)));
            let more = in_turn((
                fix.map(|fix| p("b", in_groups(fix))),
                edit.map(lines),
                p(
                    "row",
                    (
                        self.show(edit.map_or(found.line, |edit| edit.line)),
                        go.map(|act| text_button("is-plain", "Go to it", self.acts(act))),
                        edit.map(
                            |edit| html! { <CopyButton text={edit.text()} what="the fix" shows_what=true /> },
                        ),
                    ),
                ),
            ));
            card(found, found.severity, more, &format!("{place}line {} of the PTX · ", found.line))
        };
        in_turn((cards(here.into_iter().chain(others).map(one)), limit()))
    }
}

/// What else the edit changes, and what is wrong after it.
fn beside(edit: &LineEdit) -> Html {
    let (words, hex) = edit.beside();
    in_turn((words, hex.map(|hex| bare("code", hex))))
}

/// The line before and after. It was tried, and the text judged again.
fn lines(edit: &LineEdit) -> Html {
    let line = |class, sign: &str, line: &str, other: &str| {
        let [before, changed, behind] = differing(line, other);
        span(class, (sign, shortened(before), bare("mark", changed), behind))
    };
    html! {
        <pre class="two-lines scroller" tabindex="0" role="group" aria-label={format!("Edit of line {}", edit.line)}>
            { line("bad", "− ", &edit.old, &edit.new) }{ line("ok", "+ ", &edit.new, &edit.old) }
        </pre>
    }
}

/// The start of a line with one space for each run of them, and without its middle where it is long: the end of an opcode matters least.
fn shortened(text: &str) -> String {
    const LONG: usize = 44;
    let end = if text.ends_with(char::is_whitespace) { " " } else { "" };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ") + end;
    let letters: Vec<char> = text.chars().collect();
    if letters.len() > LONG {
        let part = |letters: &[char]| letters.iter().collect::<String>();
        format!("{}…{}", part(&letters[..17]), part(&letters[letters.len() - 14..]))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_long_opcode_loses_its_middle() {
        let long = "tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [ %rd7 + 0 ], ";
        let short = shortened(long);
        assert!(
            short.starts_with("tensormap.replace")
                && short.ends_with("[ %rd7 + 0 ], ")
                && short.contains('…')
        );
    }
}
