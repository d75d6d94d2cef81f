//! The score: each tensor-core instruction in its order, with small pictures of what it reads.

use swizzle_core::reader::VerdictKind;
use swizzle_core::{Named as _, Operand};
use swizzle_lens::{EventView, KernelView, LoopView, OperandView, Part, Row, Side};
use yew::prelude::*;

use super::map::size;
use crate::control::icon::{ERROR, GOOD, NOTE, WARNING, icon};
use crate::element::{Attr, Element, el};
use crate::view::step_shade;

/// Instructions from which on only the groups that are looked at are open.
const ALL_OPEN: usize = 48;

/// A line of the score.
enum Line<'a> {
    /// A loop begins, or ends.
    Loop(&'a LoopView, bool),
    /// Something beside the tensor-core instructions.
    Event(&'a EventView),
    /// Instructions that add to one accumulator.
    Group(Vec<usize>),
}

/// All lines in the order of the text.
fn lines(view: &KernelView) -> Vec<Line<'_>> {
    let mut all: Vec<(u32, u32, Line<'_>)> = Vec::new();
    for one in &view.loops {
        all.push((one.first, 0, Line::Loop(one, false)));
        all.push((one.last, 3, Line::Loop(one, true)));
    }
    // In a kernel with loops around its products, what is around those.
    let is_near = |line: u32| {
        view.loops.is_empty()
            || view
                .loops
                .iter()
                .any(|one| (one.first..=one.last).contains(&line))
    };
    let events = view.events.iter().filter(|event| is_near(event.line));
    all.extend(events.map(|event| (event.line, 1, Line::Event(event))));
    for (at, row) in view.rows.iter().enumerate() {
        all.push((row.line, 2, Line::Group(vec![at])));
    }
    all.sort_by_key(|(line, order, _)| (*line, *order));
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (_, _, line) in all {
        match (lines.last_mut(), line) {
            (Some(Line::Group(rows)), Line::Group(one))
                if view.rows[rows[0]].group == view.rows[one[0]].group =>
            {
                rows.extend(one);
            }
            (_, line) => lines.push(line),
        }
    }
    lines
}

/// The rows in their groups; `on_row` is called with the one that is pressed.
pub(super) fn score(view: &KernelView, row: usize, on_row: &Callback<usize>) -> Element {
    let is_long = view.rows.len() > ALL_OPEN;
    let group = |rows: &[usize]| {
        let first = &view.rows[rows[0]];
        let is_open = !is_long || rows.contains(&row);
        let worst = rows
            .iter()
            .map(|at| view.rows[*at].verdict)
            .min_by_key(|kind| kind.rank());
        let summary = el("summary")
            .child(el("b").child(first.shape.clone()))
            .child(el("span").child(first.types.clone()))
            .child(el("small").child(match rows.len() {
                1 => format!("D {}", first.accumulator),
                count => format!("D {}, {count} steps", first.accumulator),
            }))
            .child((!is_open).then_some(worst).flatten().map(verdict_icon));
        let entries = rows.iter().filter(|_| is_open).map(|at| {
            let at = *at;
            entry(&view.rows[at], at == row, on_row.reform(move |_| at))
        });
        el("details")
            .class("kernel-group")
            .attr(Attr::Open, is_open)
            .child(summary)
            .child(el("ol").children(entries))
    };
    let mut depth = 0_u32;
    let all = lines(view).into_iter().map(|line| {
        if matches!(line, Line::Loop(_, true)) {
            depth = depth.saturating_sub(1);
        }
        let inside = format!("--depth:{depth}");
        let shown = match &line {
            Line::Loop(one, false) => {
                event(one.first, format!("Loop {}", one.label), None).class("is-loop")
            }
            Line::Loop(one, true) => {
                event(one.last, format!("end of {}", one.label), None).class("is-end")
            }
            Line::Event(one) => event(one.line, one.words.clone(), one.bytes),
            Line::Group(rows) => el("div").child(group(rows)),
        };
        if matches!(line, Line::Loop(_, false)) {
            depth += 1;
        }
        shown.class("kernel-line").attr(Attr::Style, inside)
    });
    let all: Vec<Element> = all.collect();
    el("section")
        .class("kernel-score")
        .child(
            el("h2")
                .child("Instructions")
                .child(el("small").child("step along K, A, B")),
        )
        .children(all.into_iter())
}

/// A line that is not a tensor-core instruction.
fn event(line: u32, words: String, bytes: Option<u64>) -> Element {
    el("p")
        .child(el("code").child(line))
        .child(el("span").child(words))
        .child(bytes.map(|bytes| el("small").child(size(bytes))))
}

fn entry(row: &Row, is_here: bool, on_click: Callback<MouseEvent>) -> Element {
    let [a, b] = &row.operands;
    let part = a.part.as_ref().or(b.part.as_ref());
    let is_wrong = row.verdict == VerdictKind::Wrong;
    let place = row
        .sources
        .first()
        .map(|place| format!("{}:{}", place.file, place.line));
    el("li").child(
        el("button")
            .attr(Attr::Type, "button")
            .class("kernel-row row small")
            .class_if(is_wrong, "is-wrong")
            .attr(Attr::AriaCurrent, is_here.then_some("true"))
            .on_click(on_click)
            .child(
                el("i")
                    .class("kernel-chip")
                    .class(step_class(part))
                    .class_if(is_wrong, "is-wrong")
                    .child(part.map_or_else(|| "?".into(), |part| part.step.to_string())),
            )
            .child(thumbnail(Operand::A, a))
            .child(thumbnail(Operand::B, b))
            .child(
                el("span")
                    .child(format!("line {}", row.line))
                    .child(el("small").child(place.unwrap_or_else(|| said(row)))),
            )
            .child(verdict_icon(row.verdict))
            .child(
                el("span")
                    .class("visually-hidden")
                    .child(words(row.verdict)),
            ),
    )
}

/// Description of a row whose source is not known.
fn said(row: &Row) -> String {
    let one = |(side, of): (Operand, &OperandView)| match of.side {
        Side::Shared => None,
        Side::Registers => Some(format!("{} in registers", side.name())),
        Side::TensorMemory => Some(format!("{} in tensor memory", side.name())),
    };
    let all = [Operand::A, Operand::B].into_iter().zip(&row.operands);
    let all: Vec<String> = all.filter_map(one).collect();
    all.join(", ")
}

pub(super) const fn words(kind: VerdictKind) -> &'static str {
    match kind {
        VerdictKind::Right => "right",
        VerdictKind::Wrong => "wrong",
        VerdictKind::Warning => "needs a look",
        VerdictKind::Incomplete => "cannot be judged",
    }
}

pub(super) fn verdict_icon(kind: VerdictKind) -> Element {
    let (drawing, class) = match kind {
        VerdictKind::Right => (GOOD, "is-good"),
        VerdictKind::Wrong => (ERROR, "is-wrong"),
        VerdictKind::Warning => (WARNING, "is-doubtful"),
        VerdictKind::Incomplete => (NOTE, "is-unsaid"),
    };
    el("span")
        .class("kernel-verdict")
        .class(class)
        .child(icon(drawing))
}

/// Steps are a ramp of four blues.
pub(super) fn step_class(part: Option<&Part>) -> &'static str {
    part.map_or_else(
        || step_shade(0, 1),
        |part| step_shade(part.step, part.steps),
    )
}

/// The tile of a walk with the part that one read has: K runs to the right in A, and down in B.
fn thumbnail(side: Operand, operand: &OperandView) -> Element {
    let (width, height) = match side {
        Operand::A => (22, 30),
        Operand::B => (30, 22),
    };
    let part = operand.part.as_ref();
    let read = part.map(|part| {
        let count = part.steps.max(1);
        let along = |length: u32| (part.step * length / count, length.div_ceil(count).max(2));
        let d = match side {
            Operand::A => {
                let (x, wide) = along(width);
                format!("M{x} 0h{wide}v{height}h-{wide}z")
            }
            Operand::B => {
                let (y, high) = along(height);
                format!("M0 {y}h{width}v{high}h-{width}z")
            }
        };
        el("path")
            .class(step_class(Some(part)))
            .class_if(operand.verdict == Some(VerdictKind::Wrong), "is-wrong")
            .attr(Attr::D, d)
    });
    el("svg")
        .class("kernel-thumbnail")
        .class_if(part.is_none(), "is-elsewhere")
        .attr(Attr::ViewBox, format!("0 0 {width} {height}"))
        .attr(Attr::Width, width)
        .attr(Attr::Height, height)
        .attr(Attr::AriaHidden, "true")
        .child(
            el("path")
                .class("kernel-whole")
                .attr(Attr::D, format!("M0 0h{width}v{height}h-{width}z")),
        )
        .child(read)
}
