//! The fault across the top: the edit that mends it, why in a sentence, and what copies the mended line; and all findings.

use swizzle_core::Operand;
use swizzle_core::reader::VerdictKind;
use swizzle_lens::{KernelView, LineEdit, SourceLine, differing};
use swizzle_lints::Severity;
use swizzle_lints::kernel::{KernelFinding, Letter};
use swizzle_text::named_lines;
use yew::prelude::*;

use super::state::{Act, Place};
use crate::frame::severity_sign;
use crate::kit::{CopyButton, button, icon, in_groups, p, sends, text_button};

/// A finding, and its lines in the source.
type Found = (KernelFinding, Vec<SourceLine>);

/// Whether a finding concerns an operand: a fault outside of the instructions concerns all of them, unless it is about the other
/// operand.
fn is_here(view: &KernelView, place: Place, found: &KernelFinding) -> bool {
    let other = match place.side {
        Operand::A => Letter::B,
        Operand::B => Letter::A,
    };
    let is_of_row = view.rows.iter().any(|row| row.line == found.line);
    let is_own = found.is_of_line(view.rows[place.row].line);
    found.operand != Some(other) && (is_own || !is_of_row && found.severity != Severity::Note)
}

/// The first finding on an operand that is more than a note.
fn first(view: &KernelView, place: Place) -> Option<&Found> {
    let mut all = view.findings.iter();
    all.find(|(one, _)| one.severity != Severity::Note && is_here(view, place, one))
}

/// Why an operand that nothing was found of is not judged.
const OPEN: [&str; 2] = [
    "The PTX does not show what to compare this read with",
    "No other step confirms it, or part of its descriptor is not known.",
];

/// An edit that was looked for: the line of the finding, and the edit.
type Mend = (u32, LineEdit);

/// The fault of an operand; nothing of one that is right. While its edit is looked for (`mend` is `None`), its place is kept.
pub fn fix(
    view: &KernelView,
    place: Place,
    mend: Option<Option<&Mend>>,
    is_narrow: bool,
    on: &Callback<Act>,
) -> Html {
    let (message, text, line) = match first(view, place) {
        Some((found, _)) => (&*found.message, &*found.text, found.line),
        None if view.rows[place.row].operands[place.side as usize].verdict
            == Some(VerdictKind::Incomplete) =>
        {
            (OPEN[0], OPEN[1], view.rows[place.row].line)
        }
        None => return Html::default(),
    };
    let Some(mend) = mend else {
        return html! { <section class="fix cluster" aria-label="Fault" aria-busy="true"></section> };
    };
    let edit =
        mend.filter(|(of, _)| first(view, place).is_some_and(|(found, _)| found.is_of_line(*of)));
    let edit = edit.map(|(_, edit)| edit);
    let line = edit.map_or(line, |edit| edit.line);
    let show = sends(on, Act::Line(Some(line)));
    let copy = match edit {
        Some(edit) => {
            html! { <CopyButton class="button is-main" text={edit.text()} what="the fix" shows_what=true /> }
        }
        None => button(
            "",
            format!("Show line {line}"),
            html! { format!("Show line {line}") },
            show.clone(),
        ),
    };
    if is_narrow {
        return html! {
            <section class="fix stack is-narrow" aria-label="Fault">{ copy }{ for edit.map(lines) }<p>{ in_groups(message) }{ ". " }<span class="q">{ for edit.map(beside) }</span></p></section>
        };
    }
    html! {
        <section class="fix cluster" aria-label="Fault">
            if let Some(edit) = edit { <button type="button" class="n" aria-label={format!("Show line {line}")} onclick={show}>{ line }</button>{ lines(edit) } }
            <div class="grow"><p class="l">{ in_groups(message) }</p><p class="q s">{ in_groups(sentence(text)) }{ for edit.map(beside) }</p></div>
            { copy }
        </section>
    }
}

/// The first sentence of a text.
fn sentence(text: &str) -> &str {
    text.split_once(". ")
        .map_or(text, |(first, _)| &text[..=first.len()])
}

/// What else the edit changes, and what is wrong after it.
fn beside(edit: &LineEdit) -> Html {
    const NAMED_MAX: usize = 12;
    let lines = edit.others.iter().map(|(line, _)| *line);
    let others = (!edit.others.is_empty())
        .then(|| format!(" Change {} in the same way.", named_lines(lines, NAMED_MAX)));
    let [old, new] = edit.numbers;
    // A constant with fields in it is read in hex.
    let hex = (old >> 32 != 0).then(|| format!(" {old:#018x} → {new:#018x}"));
    let left = (edit.left > 0).then(|| format!(" {} more to fix.", edit.left));
    html! { <>{ for others }{ for left }if let Some(hex) = hex { <code>{ hex }</code> }</> }
}

/// The line before and after. It was tried, and the text judged again.
fn lines(edit: &LineEdit) -> Html {
    let line = |class, sign: &str, line: &str, other: &str| {
        let [before, changed, behind] = differing(line, other);
        html! { <span {class}>{ sign }{ shortened(before) }<mark>{ changed }</mark>{ behind }</span> }
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
    let end = if text.ends_with(char::is_whitespace) {
        " "
    } else {
        ""
    };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ") + end;
    let letters: Vec<char> = text.chars().collect();
    match letters.len() > LONG {
        true => {
            let part = |letters: &[char]| letters.iter().collect::<String>();
            format!(
                "{}…{}",
                part(&letters[..17]),
                part(&letters[letters.len() - 14..])
            )
        }
        false => text,
    }
}

/// All findings: those on the operand in view first.
pub fn list(view: &KernelView, place: Place, mend: Option<&Mend>, on: &Callback<Act>) -> Html {
    if view.findings.is_empty() {
        return p("q", "No findings.");
    }
    let (here, others): (Vec<&Found>, Vec<&Found>) = view
        .findings
        .iter()
        .partition(|(one, _)| is_here(view, place, one));
    let one = |(found, sources): &Found| {
        let (tone, drawing) = severity_sign(found.severity);
        let places: Vec<String> = sources
            .iter()
            .map(|place| format!("{}:{}", place.file, place.line))
            .collect();
        let place = match places.is_empty() {
            true => String::new(),
            false => format!("{}, ", places.join(", inlined at ")),
        };
        let edit = mend
            .filter(|(of, _)| found.is_of_line(*of) && found.severity != Severity::Note)
            .map(|(_, edit)| edit);
        let fix = found
            .fix
            .as_ref()
            .filter(|fix| edit.is_none_or(|edit| says(fix, edit)));
        let line = edit.map_or(found.line, |edit| edit.line);
        let row = view.rows.iter().position(|row| row.line == found.line);
        let go = row.map(|row| Act::Row(row, found.operand.and_then(Letter::operand)));
        let go = go.map(|act| text_button("is-plain", "Go to it", sends(on, act)));
        html! {
            <li class={classes!("finding", tone)}>
                { icon(drawing) }
                <h3>{ in_groups(&found.message) }</h3>
                <p>{ in_groups(&found.text) }</p>
                { for fix.map(|fix| p("b", in_groups(fix))) }
                { for edit.map(lines) }
                <p class="row">
                    { button("", format!("Show line {line}"), html! { format!("Show line {line}") }, sends(on, Act::Line(Some(line)))) }{ for go }
                    if let Some(edit) = edit { <CopyButton text={edit.text()} what="the fix" shows_what=true /> }
                </p>
                <p class="q s">{ place }{ format!("line {} of the PTX · ", found.line) }{ found.source }{ " · " }{ found.confidence.name() }</p>
            </li>
        }
    };
    html! { <ul class="stack">{ for here.into_iter().chain(others).map(one) }</ul> }
}

/// Whether the words of a fix and the edit that was tried are of one mind: a number in the words is that of the edit.
fn says(fix: &str, edit: &LineEdit) -> bool {
    !fix.contains("0x") || fix.contains(&format!("{:#010x}", edit.numbers[1]))
}

#[cfg(test)]
mod tests {
    use swizzle_lens::{Example, Reading, mend};
    use swizzle_view::link::KernelShown;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn view(example: Example) -> (Reading, Place) {
        let reading = Reading::of(example.file(), example.text().into());
        let place = Place::of(&reading.kernels[0], &KernelShown::default());
        (reading, place)
    }

    #[test]
    fn a_fault_of_one_operand_is_not_the_other_ones() {
        let (reading, place) = view(Example::TmaBox);
        let view = &reading.kernels[0];
        assert!(first(view, place).is_some());
        let other = Place {
            side: place.side.other(),
            ..place
        };
        assert!(first(view, other).is_none());
    }

    #[test]
    fn a_right_kernel_has_nothing_to_fix() {
        let (reading, place) = view(Example::Right);
        assert!(first(&reading.kernels[0], place).is_none());
    }

    #[test]
    fn the_edit_of_the_fault_is_found_at_its_place() {
        let (reading, place) = view(Example::KAdvance);
        let edit = mend(&reading, 0, place.row, place.side).expect("an edit");
        let (found, _) = first(&reading.kernels[0], place).expect("a finding");
        assert!(found.is_of_line(reading.kernels[0].rows[place.row].line));
        let [before, changed, _] = differing(&edit.new, &edit.old);
        assert_eq!(
            (shortened(before).as_str(), changed),
            ("add.s32 %r74, %r63, ", "2")
        );
    }

    #[test]
    fn one_sentence_is_the_first() {
        assert_eq!(
            sentence("SBO is 512 bytes. The same in block 1."),
            "SBO is 512 bytes."
        );
        assert_eq!(sentence("One."), "One.");
    }

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
