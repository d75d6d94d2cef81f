//! The instructions in their order, each with small pictures of what it reads; below, what is around them.

use super::*;
use swizzle_lens::OperandView;
use swizzle_lints::kernel::Checked;

/// Instructions from which on only those of the group in view are listed.
const ALL_OPEN: usize = 48;
/// Shades of steps.
const SHADES: u32 = 4;

/// The shade of a step along K.
fn shade(step: u32, steps: u32) -> String {
    format!("fill:var(--step-{})", (step * SHADES / steps.max(1)).min(SHADES - 1))
}

/// The word for a verdict, for who does not see its sign.
pub const fn word(kind: VerdictKind) -> &'static str {
    match kind {
        VerdictKind::Right => "right",
        VerdictKind::Wrong => "wrong",
        VerdictKind::Warning => "needs a look",
        VerdictKind::Incomplete => "cannot be judged",
    }
}

/// The tone of a verdict and its sign.
pub fn sign(kind: VerdictKind) -> (&'static str, Html) {
    let (tone, drawing) = match kind {
        VerdictKind::Right => ("is-good", icon::GOOD),
        VerdictKind::Wrong => ("is-wrong", icon::ERROR),
        VerdictKind::Warning => ("is-doubtful", icon::WARNING),
        VerdictKind::Incomplete => ("is-doubtful", icon::NOTE),
    };
    let said = html! { <><span class="toned">{ icon(drawing) }</span><span class="visually-hidden">{ word(kind) }</span></> };
    (tone, said)
}

/// The instructions that follow each other and add to one accumulator, by their numbers.
fn groups(view: &KernelView) -> Vec<Range<usize>> {
    let mut end = 0;
    let groups = view.rows.chunk_by(|one, next| one.group == next.group);
    let numbered = groups.map(|group| {
        let first = end;
        end += group.len();
        first..end
    });
    numbered.collect()
}

/// The list; on a narrow screen a line of buttons.
pub fn score(view: &KernelView, place: Place, is_narrow: bool, on: &Callback<Act>) -> Html {
    if is_narrow {
        let all = 0..view.rows.len();
        return html! { <div class="score row" role="group" aria-label="Instructions">{ for all.map(|at| chip(view, at, at == place.row, on)) }</div> };
    }
    let is_long = view.rows.len() > ALL_OPEN;
    let one = view.rows.first().filter(|_| is_of_one_line(view));
    let one = one.and_then(source);
    let group = |group: Range<usize>| {
        let rows = &view.rows[group.clone()];
        let is_open = !is_long || group.contains(&place.row);
        let entries = group.clone().filter(|_| is_open);
        let closed = || {
            let worst = rows.iter().map(|row| row.verdict).min_by_key(|kind| kind.rank());
            let (tone, sign) = sign(worst.unwrap_or(VerdictKind::Incomplete));
            let onclick = sends(on, Act::Row(group.start, None));
            html! { <button type="button" class={classes!("item", tone)} {onclick}>{ counted(rows.len(), "instruction") }<span class="push">{ sign }</span></button> }
        };
        html! {
            <section>
                <h2 class="split" title={rows[0].types.clone()}>{ format!("D {}", rows[0].accumulator) }<small>{ &rows[0].shape }</small></h2>
                <ol>{ for entries.map(|at| entry(view, at, at == place.row, on)) }</ol>
                { for (!is_open).then(closed) }
            </section>
        }
    };
    html! { <div class="score scroller" role="group" aria-label="Instructions">{ for one.map(|place| html! { <section>{ p("q s", place) }</section> }) }{ for groups(view).into_iter().map(group) }{ around(view, on) }</div> }
}

/// The number of an instruction: its step along K.
fn step(row: &Row) -> String {
    let part = row.operands.iter().find_map(|operand| operand.part.as_ref());
    part.map_or_else(|| "?".into(), |part| part.step.to_string())
}

/// The line of the source that an instruction comes from.
fn source(row: &Row) -> Option<String> {
    let place = row.sources.first()?;
    Some(format!("{}:{}", place.file, place.line))
}

/// Whether all instructions come from one line of the source, which is said once.
fn is_of_one_line(view: &KernelView) -> bool {
    let mut all = view.rows.iter().map(source);
    let first = all.next().flatten();
    first.is_some() && all.all(|place| place == first)
}

fn entry(view: &KernelView, at: usize, is_here: bool, on: &Callback<Act>) -> Html {
    let row = &view.rows[at];
    let beside = match source(row).filter(|_| !is_of_one_line(view)) {
        Some(place) => place,
        // That of every operand needs no words.
        None if view.is_of_registers => row.shape.clone(),
        None => elsewhere(row),
    };
    let [a, b] = &row.operands;
    let content = html! { <>{ thumbnail(Operand::A, a) }{ thumbnail(Operand::B, b) }<span class="grow cut">{ format!("line {}", row.line) }if !beside.is_empty() { <br /><small>{ beside }</small> }</span></> };
    html! { <li>{ pressed(row, at, is_here, None, content, on) }</li> }
}

/// The same where there is little room.
fn chip(view: &KernelView, at: usize, is_here: bool, on: &Callback<Act>) -> Html {
    let row = &view.rows[at];
    let (line, word) = (row.line, word(row.verdict));
    let label = format!("Step {}, line {line}: {word}", step(row));
    pressed(row, at, is_here, Some(label), Html::default(), on)
}

/// The button of an instruction: its step, and its verdict behind what else is said of it.
fn pressed(
    row: &Row,
    at: usize,
    is_here: bool,
    label: Option<String>,
    content: Html,
    on: &Callback<Act>,
) -> Html {
    let (tone, sign) = sign(row.verdict);
    let class = classes!("kernel-row", "row", tone);
    html! { <button type="button" {class} aria-label={label} aria-current={is_here.then_some("true")} onclick={sends(on, Act::Row(at, None))}><span class="n">{ step(row) }</span>{ content }{ sign }</button> }
}

/// Operands that are not in shared memory.
fn elsewhere(row: &Row) -> String {
    let one = |(side, of): (Operand, &OperandView)| match of.side {
        Side::Shared => None,
        Side::Registers => Some(format!("{} in registers", side.name())),
        Side::TensorMemory => Some(format!("{} in tensor memory", side.name())),
    };
    let all = [Operand::A, Operand::B].into_iter().zip(&row.operands);
    all.filter_map(one).collect::<Vec<_>>().join(", ")
}

/// The tile of a walk with the part that one read has: K runs to the right in A, and down in B.
fn thumbnail(side: Operand, operand: &OperandView) -> Html {
    let (width, height) = match side {
        Operand::A => (20, 26),
        Operand::B => (38, 20),
    };
    let whole = format!("M0 0h{width}v{height}h-{width}z");
    let read = operand.part.as_ref().map(|part| {
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
        let is_wrong = operand.verdict == Some(VerdictKind::Wrong);
        let style = if is_wrong { "fill:var(--error)".into() } else { shade(part.step, part.steps) };
        html! { <path {style} {d} /> }
    });
    let class = classes!("thumbnail", read.is_none().then_some("is-elsewhere"));
    html! { <svg {class} width={width.to_string()} height={height.to_string()} aria-hidden="true"><path style="fill:var(--empty)" d={whole} />{ for read }</svg> }
}

/// Loops, loads and waits, and what was checked of them and holds; each leads to its line.
fn around(view: &KernelView, on: &Callback<Act>) -> Html {
    let line = |(line, words, uses, bytes): (u32, String, String, Option<u64>)| {
        let onclick = sends(on, Act::Line(Some(line)));
        html! { <li><button type="button" class="item" {onclick}><code class="q">{ line }</code><span>{ words }<small>{ uses }</small></span>if let Some(bytes) = bytes { <small class="push">{ size(bytes) }</small> }</button></li> }
    };
    // In a kernel with loops around its products, what is in those.
    let is_near = |line: u32| {
        view.loops.is_empty() || view.loops.iter().any(|one| (one.first..=one.last).contains(&line))
    };
    let events = view.events.iter().filter(|event| is_near(event.line));
    let events: Vec<_> =
        events.map(|one| (one.line, one.words.clone(), one.uses.clone(), one.bytes)).collect();
    let count = events.len();
    let ends = view.loops.iter().flat_map(|one| {
        [
            (one.first, format!("loop {}", one.label), String::new(), None),
            (one.last, format!("end of {}", one.label), String::new(), None),
        ]
    });
    let mut all: Vec<_> = ends.chain(events).collect();
    all.sort_by_key(|(line, ..)| *line);
    let checked = |one: &Checked| {
        let words = html! { <><span class="is-good toned">{ icon(icon::GOOD) }</span><span>{ in_groups(&one.words) }</span></> };
        html! { <li>{ match one.line {
            Some(line) => html! { <button type="button" class="item" title={format!("Line {line}")} onclick={sends(on, Act::Line(Some(line)))}>{ words }</button> },
            None => p("item", words),
        } }</li> }
    };
    let fold = |words: String, list: Html| html! { <details class="around"><summary class="s q">{ words }</summary><ul>{ list }</ul></details> };
    html! {
        <>
            if !all.is_empty() { { {
                fold(format!("{} and waits", counted(count, "load")), all.into_iter().map(line).collect())
            } } }
            if !view.checked.is_empty() { { {
                let count = counted(view.checked.len(), "check");
                fold(format!("{count} of copies and barriers hold"), view.checked.iter().map(checked).collect())
            } } }
        </>
    }
}

/// Bytes, in KiB where they are whole ones.
pub fn size(bytes: u64) -> String {
    match bytes % 1024 {
        0 => format!("{} KiB", bytes / 1024),
        _ => in_groups(&format!("{bytes} B")),
    }
}
