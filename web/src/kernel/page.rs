//! A kernel: its score, the operand that is looked at, what was found and why.

use std::rc::Rc;

use gloo_timers::callback::Timeout;
use swizzle_core::reader::VerdictKind;
use swizzle_core::{Named as _, Operand};
use swizzle_draw::Shows;
use swizzle_lens::{
    Example, KernelView, LineEdit, Reading, Why, mend, mend_finding, mend_idesc, why,
};
use swizzle_lints::Severity;
use swizzle_lints::kernel::{KernelFinding, Letter};
use swizzle_text::{VerdictLine, grouped};
use swizzle_view::link::{KernelShown, OpenedForm};
use swizzle_view::{Notice, Route, link_from_shown};
use yew::prelude::*;

use super::checked::checked;
use super::excerpt::excerpt;
use super::findings::{Ask, brief, copy_fix, findings, plain};
use super::held::{Held, forget};
use super::keys::{KEYS, Key};
use super::map::map;
use super::operand::OperandPictures;
use super::pasted::use_pasted;
use super::reading::{WAIT_MS, use_reading};
use super::score::score;
use super::start::{Given, limit, start};
use super::steps::steps;
use super::tools::{tools, unseen};
use super::why::why as why_section;
use crate::browser;
use crate::control::verdict_line;
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::{use_escape, use_value};
use crate::page::framed::{Framed, framed};
use crate::page::keys::use_page_keys;
use crate::page::sheets::use_sheet;
use crate::page::{Format, Look, use_linked};
use crate::view::Shared;

/// How what is looked at is kept in the address.
static FORMAT: Format<KernelShown> = Format::of_form(|route| matches!(route, Route::Kernel));

/// Properties of [`Kernel`].
#[derive(Properties, PartialEq)]
pub(super) struct KernelProps {
    pub(super) look: Look,
}

/// Facts about an operand that need more than one look at the text.
#[derive(Clone, PartialEq, Default)]
struct Told {
    why: Why,
    /// The line of the finding, and the edit.
    mend: Option<(u32, LineEdit)>,
}

#[component]
pub(super) fn Kernel(props: &KernelProps) -> Html {
    let (opened, on_shown) = use_linked(&FORMAT);
    let sheet = use_sheet();
    let (at_hand, on_held) = use_value(|| None::<Held>);
    let (fault, on_fault) = use_value(|| None::<String>);
    let (line, on_line) = use_value(|| None::<u32>);
    let (shows, on_shows) = use_value(|| None::<Shows>);
    let key = (
        opened.shown.example.clone(),
        opened.shown.bytes,
        at_hand.clone(),
    );
    let held = {
        let shown = opened.shown.clone();
        use_memo(key, move |(.., at_hand)| {
            Held::of_link(&shown, at_hand.as_ref())
        })
    };
    let notices = notices(&opened);
    let reading = use_reading((*held).clone());
    let shown = &first_shown(&opened.shown, reading.as_deref());
    let view = reading
        .as_ref()
        .and_then(|reading| {
            reading
                .kernels
                .get(shown.kernel)
                .or(reading.kernels.first())
        })
        .cloned();
    let place = view.as_ref().map(|view| place(view, shown));
    let told = use_told(
        reading.as_ref(),
        shown.kernel,
        place.map(|(row, side, _)| (row, side)),
    );
    {
        let on_line = on_line.clone();
        use_escape(line.is_some(), move || on_line.emit(None));
    }
    let look_at = {
        let (shown, on_shown, view) = (shown.clone(), on_shown.clone(), view.clone());
        let on_line = on_line.clone();
        Callback::from(move |(row, side, stage): (usize, Operand, u32)| {
            let Some(view) = &view else { return };
            on_line.emit(None);
            on_shown.emit(at(view, &shown, (row, side, stage)));
        })
    };
    let go = {
        let (view, look_at) = (view.clone(), look_at.clone());
        Callback::from(move |(row, side): (usize, Option<Operand>)| {
            let (Some(view), Some((.., stage))) = (&view, place) else {
                return;
            };
            let side = side.unwrap_or_else(|| view.first_side(row));
            look_at.emit((row, side, stage));
        })
    };
    let on_key = {
        let (view, go, on_line) = (view.clone(), go.clone(), on_line.clone());
        Callback::from(move |key: Key| {
            let (Some(view), Some(at)) = (&view, place) else {
                return;
            };
            match next(view, at, line, key) {
                Some(Next::Read(row, side)) => go.emit((row, side)),
                Some(Next::Line(line)) => on_line.emit(Some(line)),
                Some(Next::Atlas(link)) => browser::go_to(&link),
                None => {}
            }
        })
    };
    use_page_keys(&KEYS, on_key);
    let on_given = {
        let (on_held, on_shown, on_fault) = (on_held.clone(), on_shown.clone(), on_fault.clone());
        Callback::from(move |given: Given| match given {
            Ok(held) => {
                held.keep();
                on_fault.emit(None);
                on_shown.emit(held.shown());
                on_held.emit(Some(held));
            }
            Err(why) => on_fault.emit(Some(why)),
        })
    };
    use_pasted(on_given.reform(|text: String| Ok(Held::of_text(text))));
    let (Some(held), Some(reading)) = ((*held).as_ref(), reading.as_ref()) else {
        let (facts, content) = match &*held {
            Some(held) => (
                format!("Reading {}…", held.name),
                el("p")
                    .class("kernel-wait")
                    .attr(Attr::Role, "status")
                    .child("Reading…"),
            ),
            None => (
                "See and check every tensor-core operand of a kernel".to_owned(),
                start(shown, fault.as_deref(), &on_given, &on_shown),
            ),
        };
        return framed(Framed {
            facts: Some(facts),
            notices: &notices,
            ..Framed::plain("kernel-page", "Kernel", content)
        })
        .into();
    };
    let away = {
        let on_shown = on_shown.clone();
        Callback::from(move |_: MouseEvent| {
            forget();
            on_held.emit(None);
            on_shown.emit(KernelShown::default());
        })
    };
    let (Some(view), Some((row, side, stage))) = (&view, place) else {
        let line =
            VerdictLine::<()>::new(VerdictKind::Incomplete, "No tensor-core instruction found");
        let lines = match reading.line_count() {
            1 => "1 line".to_owned(),
            count => format!("{} lines", grouped(count)),
        };
        let why = format!(
            "{} has {lines} and no whole wgmma.mma_async or tcgen05.mma instruction. This page reads PTX.",
            held.name
        );
        let content = start(shown, Some(&why), &on_given, &on_shown);
        return framed(Framed {
            verdict: Some(verdict_line(&line, &Callback::noop())),
            notices: &notices,
            ..Framed::plain("kernel-page", "Kernel", content)
        })
        .into();
    };
    let on_row = go.reform(|row: usize| (row, None));
    let on_ask = {
        let (on_line, go) = (on_line.clone(), go.clone());
        Callback::from(move |ask: Ask| match ask {
            Ask::Line(line) => on_line.emit(Some(line)),
            Ask::Row(row, side) => go.emit((row, side)),
        })
    };
    let panel = fragment()
        .child(file(held, reading, &away))
        .child(kernels(reading, shown, &on_shown))
        .child(score(view, row, &on_row))
        .child(checked(view, &on_ask))
        .child(keys())
        .child(limit());
    let part = view.part(row, side, stage);
    let on_stage = look_at.reform(move |stage| (row, side, stage));
    let pictures = match &part {
        Some(part) => {
            let key = link_from_shown(&part.shown);
            let part = Shared::new(part.clone());
            html! { <OperandPictures {key} {part} {shows} on_shows={on_shows.reform(Some)} look={props.look} /> }
        }
        None => unseen(view, row, side).into(),
    };
    let content = fragment()
        .child(brief(view, (row, side), told.mend.as_ref(), &on_ask))
        .child(map(view, (row, side, stage), &look_at))
        .child(tools(
            view,
            (row, side, stage),
            part.as_ref(),
            &go,
            &on_stage,
        ))
        .child(steps(view, (row, side, stage), &on_row))
        .child(line.map(|line| excerpt(reading, line, &on_line.reform(|()| None))))
        .child(pictures);
    let at_fault = told.mend.as_ref().map(|(_, mend)| mend.line);
    let details = fragment()
        .child(findings(view, (row, side), told.mend.as_ref(), &on_ask))
        .child(why_section(part.as_ref(), &told.why, at_fault, &on_ask));
    let count = view.rows.len();
    let facts = format!(
        "{}{count} tensor-core instruction{}",
        view.target
            .as_ref()
            .map(|target| format!("{target}, "))
            .unwrap_or_default(),
        if count == 1 { "" } else { "s" }
    );
    framed(Framed {
        class: "kernel-page",
        title: view.name.clone().into(),
        facts: Some(facts),
        notices: &notices,
        verdict: Some(
            verdict_line(&view.verdict, &Callback::noop()).child(copy_fix(told.mend.as_ref())),
        ),
        panel: Some(panel),
        content,
        details: Some(("Findings", details)),
        sheet,
    })
    .into()
}

/// The parts of a link that were not read, with an example that does not exist.
fn notices(opened: &OpenedForm<KernelShown>) -> Vec<Notice> {
    let example = &opened.shown.example;
    let unknown = Example::from_name(example).err();
    let unknown = unknown.filter(|_| !example.is_empty()).map(|why| Notice {
        part: format!("try={example}"),
        why: why.to_string(),
    });
    opened.notices.iter().cloned().chain(unknown).collect()
}

/// The instruction, the operand and the stage that a link is about: of one that names no instruction, those to look at first.
fn place(view: &KernelView, shown: &KernelShown) -> (usize, Operand, u32) {
    let named = view.rows.iter().position(|row| row.line == shown.line);
    let (row, side, stage) = match named {
        Some(row) => (row, shown.operand, shown.stage),
        None => {
            let row = view.first_row();
            let side = view.first_side(row);
            (row, side, view.first_stage(row, side))
        }
    };
    let stages = view.stages(row, side).len() as u32;
    (row, side, stage.min(stages - 1))
}

/// State that a link shows: the kernel that is wrong where the link names no instruction.
fn first_shown(shown: &KernelShown, reading: Option<&Reading>) -> KernelShown {
    let first = reading.filter(|_| shown.line == 0 && shown.kernel == 0);
    KernelShown {
        kernel: first.map_or(shown.kernel, Reading::first_kernel),
        ..shown.clone()
    }
}

/// The link of an operand at a stage.
fn at(
    view: &KernelView,
    shown: &KernelShown,
    (row, side, stage): (usize, Operand, u32),
) -> KernelShown {
    // An example is found again by its name.
    let read = shown
        .bytes
        .and_then(|_| view.part(row, side, stage))
        .map(|part| link_from_shown(&part.shown));
    KernelShown {
        line: view.rows[row].line,
        operand: side,
        stage,
        read: read.unwrap_or_default(),
        ..shown.clone()
    }
}

/// Destination of a key.
enum Next {
    /// To an instruction; to the operand that is to be looked at first where none is named.
    Read(usize, Option<Operand>),
    /// To a line of the text.
    Line(u32),
    /// To a link of the atlas.
    Atlas(String),
}

fn next(
    view: &KernelView,
    (row, side, stage): (usize, Operand, u32),
    line: Option<u32>,
    key: Key,
) -> Option<Next> {
    let on = |at: usize, by: isize, end: usize| at.checked_add_signed(by).filter(|at| *at < end);
    match key {
        Key::Row(by) => Some(Next::Read(on(row, by, view.rows.len())?, Some(side))),
        Key::Step(by) => {
            let (walk, at) = view.rows[row].operands[side as usize].walk?;
            let rows = &view.walks[walk].rows;
            Some(Next::Read(rows[on(at, by, rows.len())?], Some(side)))
        }
        // Behind the last one from the top again; it may be at no instruction.
        Key::Finding => {
            let from = line.unwrap_or(view.rows[row].line);
            let stop = |one: &KernelFinding| (one.line, one.operand.and_then(Letter::operand));
            let mut stops: Vec<_> = view.findings.iter().map(|(one, _)| stop(one)).collect();
            stops.sort_unstable();
            stops.dedup();
            let is_seen = |(line, of): &(u32, Option<Operand>)| {
                *line < from || *line == from && of.is_none_or(|of| of == side)
            };
            let at = stops.iter().rposition(is_seen).map_or(0, |at| at + 1);
            let (line, of) = *stops.get(at).or(stops.first())?;
            let row = view.rows.iter().position(|row| row.line == line);
            Some(row.map_or(Next::Line(line), |row| Next::Read(row, of)))
        }
        Key::Side => Some(Next::Read(row, Some(side.other()))),
        Key::Open => {
            let part = view.part(row, side, stage)?;
            Some(Next::Atlas(link_from_shown(&part.shown)))
        }
    }
}

/// Why the operand is what it is, and what fixes it: looked for once the page is shown.
#[hook]
fn use_told(
    reading: Option<&Shared<Reading>>,
    kernel: usize,
    place: Option<(usize, Operand)>,
) -> Told {
    let told = use_state_eq(|| (None, Told::default()));
    let key = (reading.cloned(), kernel, place);
    let on_told = told.setter();
    use_effect_with(key.clone(), move |key| {
        let key = key.clone();
        let timer = Timeout::new(WAIT_MS, move || {
            let (Some(reading), kernel, Some((row, side))) = &key else {
                return;
            };
            let line = reading
                .kernels
                .get(*kernel)
                .map(|view| view.rows[*row].line);
            let found = Told {
                why: line
                    .map(|line| why(reading, line, *side))
                    .unwrap_or_default(),
                mend: edit(reading, *kernel, *row, *side),
            };
            on_told.set((Some(key), found));
        });
        move || drop(timer)
    });
    match &*told {
        (of, found) if of.as_ref() == Some(&key) => found.clone(),
        _ => Told::default(),
    }
}

/// Returns the edit that fixes the operand, or otherwise the first error beside the instructions.
fn edit(reading: &Reading, kernel: usize, row: usize, side: Operand) -> Option<(u32, LineEdit)> {
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

/// The file, and what takes another.
fn file(held: &Held, reading: &Reading, away: &Callback<MouseEvent>) -> Element {
    el("section")
        .class("kernel-file row gap")
        .child(
            el("div")
                .child(
                    el("b")
                        .attr(Attr::Title, held.name.clone())
                        .child(held.name.clone()),
                )
                .child(el("small").child(format!(
                    "{} lines, stays in this browser",
                    grouped(reading.line_count())
                ))),
        )
        .child(plain("Replace", away.clone()))
}

/// The keys of the page.
fn keys() -> Element {
    let key = |key: &'static str| el("kbd").child(key);
    el("p")
        .class("kernel-keys quiet tiny")
        .child(key("↑"))
        .child(key("↓"))
        .child(" instruction, ")
        .child(key("←"))
        .child(key("→"))
        .child(" step, ")
        .child(key("B"))
        .child(" operand, ")
        .child(key("N"))
        .child(" next finding, ")
        .child(key("Enter"))
        .child(" open in the atlas")
}

/// The kernels of a text that has several.
fn kernels(
    reading: &Reading,
    shown: &KernelShown,
    on_shown: &Callback<KernelShown>,
) -> Option<Element> {
    if reading.kernels.len() < 2 {
        return None;
    }
    let one = |(number, view): (usize, &Rc<KernelView>)| {
        let of = KernelShown {
            kernel: number,
            ..shown.clone()
        };
        let row = view.first_row();
        let side = view.first_side(row);
        let base = at(view, &of, (row, side, view.first_stage(row, side)));
        el("li").child(
            el("button")
                .attr(Attr::Type, "button")
                .class("kernel-name")
                .attr(
                    Attr::AriaCurrent,
                    (number == shown.kernel).then_some("true"),
                )
                .on_click(on_shown.reform(move |_| base.clone()))
                .child(super::score::verdict_icon(view.verdict.kind))
                .child(view.name.clone()),
        )
    };
    Some(
        el("section")
            .class("kernel-names")
            .child(
                el("h2")
                    .child("Kernels")
                    .child(el("small").child(reading.kernels.len() as u32)),
            )
            .child(el("ul").children(reading.kernels.iter().enumerate().map(one))),
    )
}
