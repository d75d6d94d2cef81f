//! Findings on the instruction that is looked at, and findings elsewhere.

use swizzle_core::Operand;
use swizzle_core::reader::VerdictKind;
use swizzle_lens::{KernelView, LineEdit, SourceLine, differing};
use swizzle_lints::Severity;
use swizzle_lints::kernel::{KernelFinding, Letter};
use swizzle_text::named_lines;
use yew::prelude::*;

use crate::atlas::findings::{counts_of, sign};
use crate::control::icon::icon;
use crate::control::{Button, button, copy_named_button};
use crate::element::{Attr, Element, el, fragment};

/// Request that a press in the findings makes.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Ask {
    /// The lines around one.
    Line(u32),
    /// Another instruction, and the operand that is to be seen of it.
    Row(usize, Option<Operand>),
}

/// A finding, and its lines in the source.
type Found = (KernelFinding, Vec<SourceLine>);

/// Splits the findings into those on the operand that is looked at, and the rest.
fn parted(view: &KernelView, (row, side): (usize, Operand)) -> (Vec<&Found>, Vec<&Found>) {
    let line = view.rows[row].line;
    let other = match side {
        Operand::A => Letter::B,
        Operand::B => Letter::A,
    };
    // A fault outside the instructions concerns all of them, unless it is about the other operand.
    let is_here = |(one, _): &&Found| {
        let is_of_row = view.rows.iter().any(|row| row.line == one.line);
        let is_of_other = one.operand == Some(other);
        !is_of_other && (one.is_of_line(line) || !is_of_row && one.severity != Severity::Note)
    };
    view.findings.iter().partition(is_here)
}

/// The first finding here that is not a note, for screens on which the findings are elsewhere.
pub(super) fn brief(
    view: &KernelView,
    at: (usize, Operand),
    mend: Option<&(u32, LineEdit)>,
    on_ask: &Callback<Ask>,
) -> Option<Element> {
    let (here, _) = parted(view, at);
    let (found, sources) = here
        .into_iter()
        .find(|(one, _)| one.severity != Severity::Note)?;
    let mend = mend.filter(|(of, _)| found.is_of_line(*of));
    let edit = mend.map(|(_, edit)| edit);
    Some(
        el("div")
            .class("kernel-brief")
            .child(finding("h2", found, sources, edit, on_ask)),
    )
}

/// The findings on a row, and the others by their lines.
pub(super) fn findings(
    view: &KernelView,
    (row, side): (usize, Operand),
    mend: Option<&(u32, LineEdit)>,
    on_ask: &Callback<Ask>,
) -> Element {
    let (here, others) = parted(view, (row, side));
    let counts = counts_of(view.findings.iter().map(|(found, _)| found.severity));
    let counts = match counts.is_empty() {
        true => "none".to_owned(),
        false => counts,
    };
    let verdict = view.rows[row].operands[side as usize].verdict;
    let is_open = verdict == Some(VerdictKind::Incomplete) && here.is_empty();
    let elsewhere = others.iter().map(|(found, _)| {
        let at = view.rows.iter().position(|row| row.line == found.line);
        let side = found.operand.and_then(Letter::operand);
        let ask = at.map_or(Ask::Line(found.line), |row| Ask::Row(row, side));
        el("li").child(
            el("button")
                .attr(Attr::Type, "button")
                .class("kernel-other")
                .class(class(found.severity))
                .on_click(on_ask.reform(move |_| ask))
                .child(icon(sign(found.severity)))
                .child(el("b").child(found.line))
                .child(" ")
                .child(found.message.clone()),
        )
    });
    let more = (!others.is_empty()).then(|| {
        el("details")
            .child(el("summary").child(format!("{} in other places", others.len())))
            .child(el("ul").children(elsewhere))
    });
    el("section")
        .class("kernel-findings")
        .child(el("h2").child("Findings").child(el("small").child(counts)))
        .children(here.iter().enumerate().map(|(at, (found, sources))| {
            // Several faults of one number have one edit.
            let is_first = here[..at].iter().all(|(one, _)| one.line != found.line);
            let is_mended = is_first && mend.is_some_and(|(of, _)| found.is_of_line(*of)) && found.severity != Severity::Note;
            finding(
                "h3",
                found,
                sources,
                mend.filter(|_| is_mended).map(|(_, edit)| edit),
                on_ask,
            )
        }))
        .child(is_open.then(|| {
            el("p").class("hint").child(
                "The PTX does not show what to compare this read with: no other step confirms it, or part of its descriptor is not known.",
            )
        }))
        .child(more)
}

fn finding(
    heading: &'static str,
    found: &KernelFinding,
    sources: &[SourceLine],
    mend: Option<&LineEdit>,
    on_ask: &Callback<Ask>,
) -> Element {
    let places: Vec<String> = sources
        .iter()
        .map(|place| format!("{}:{}", place.file, place.line))
        .collect();
    let places = (!places.is_empty()).then(|| {
        el("p")
            .class("kernel-places")
            .child(el("code").child(places.join(", inlined at ")))
            .child(format!(", line {} of the PTX", found.line))
    });
    let fix = found
        .fix
        .as_ref()
        .filter(|fix| mend.is_none_or(|mend| says(fix, mend)))
        .map(|fix| el("p").child(el("b").child(fix.clone())));
    let line = found.line;
    let shown = mend.map_or(line, |mend| mend.line);
    let show = el("button")
        .attr(Attr::Type, "button")
        .class("button")
        .on_click(on_ask.reform(move |_| Ask::Line(shown)))
        .child(format!("Show line {shown}"));
    el("article")
        .class("kernel-finding stack gap small")
        .class(class(found.severity))
        .child(icon(sign(found.severity)))
        .child(
            el("div")
                .child(el(heading).child(found.message.clone()))
                .child(places)
                .child(el("p").child(found.text.clone()))
                .child(fix)
                .child(mend.map(edit))
                .child(
                    el("p")
                        .class("kernel-actions row wraps gap")
                        .child(mend.map(|mend| copy_named_button(mend.text(), "the fix")))
                        .child(show),
                ),
        )
}

/// The line before and after; it was tried, and the text judged again.
fn edit(mend: &LineEdit) -> Element {
    const NAMED_MAX: usize = 12;
    let lines = mend.others.iter().map(|(line, _)| *line);
    let others = (!mend.others.is_empty())
        .then(|| format!("Change {} in the same way.", named_lines(lines, NAMED_MAX)));
    fragment()
        .child(
            el("pre")
                .class("kernel-edit")
                .attr(Attr::Tabindex, "0")
                .attr(Attr::Role, "group")
                .attr(Attr::AriaLabel, format!("Edit of line {}", mend.line))
                .child(marked("del", "− ", &mend.old, &mend.new))
                .child("\n")
                .child(marked("ins", "+ ", &mend.new, &mend.old)),
        )
        .child(in_hex(mend.numbers).map(|words| el("p").child(el("code").child(words))))
        .child(others.map(|words| el("p").child(words)))
}

/// A line, in which what another one has otherwise is marked.
fn marked(tag: &'static str, sign: &'static str, line: &str, other: &str) -> Element {
    let [before, changed, behind] = differing(line, other);
    el(tag)
        .child(format!("{sign}{}", shortened(before)))
        .child(el("mark").child(changed.to_owned()))
        .child(behind.to_owned())
}

/// Whether the words of a fix and the edit that was tried are of one mind: a number in the words is that of the edit.
fn says(fix: &str, mend: &LineEdit) -> bool {
    !fix.contains("0x") || fix.contains(&format!("{:#010x}", mend.numbers[1]))
}

/// Start of a line, without its middle where it is long: the end of an opcode matters least.
fn shortened(text: &str) -> String {
    const LONG: usize = 44;
    let letters: Vec<char> = text.chars().collect();
    match letters.len() > LONG {
        true => {
            let part = |letters: &[char]| letters.iter().collect::<String>();
            let behind = &letters[letters.len() - 14..];
            format!("{}…{}", part(&letters[..17]), part(behind))
        }
        false => text.to_owned(),
    }
}

/// Copies the line as it should be, from the title's row.
pub(super) fn copy_fix(mend: Option<&(u32, LineEdit)>) -> Option<Element> {
    let (_, mend) = mend?;
    let button = copy_named_button(mend.text(), "the fix");
    Some(el("span").class("kernel-copy").child(button))
}

/// A constant with fields in it is read in hex.
fn in_hex([old, new]: [u64; 2]) -> Option<String> {
    (old >> 32 != 0).then(|| format!("{old:#018x} → {new:#018x}"))
}

const fn class(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "is-wrong",
        Severity::Warning => "is-doubtful",
        Severity::Note => "is-note",
    }
}

/// A button that does nothing but lead on.
pub(super) fn plain(words: &'static str, on_click: Callback<MouseEvent>) -> Element {
    button(Button {
        words,
        on_click,
        ..Button::default()
    })
}
