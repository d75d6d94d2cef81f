//! The instructions in their order, each with small pictures of what it reads; below, what is around them.

use super::*;
use swizzle_lints::kernel::Checked;

/// Instructions from which on only those of the group in view are listed.
const ALL_OPEN: usize = 48;
/// Shades of steps.
const SHADES: u32 = 4;
/// Pixels of K in a small picture.
const LONG: u32 = 20;

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
    let said = in_turn((span("toned", icon(drawing)), span("visually-hidden", word(kind))));
    (tone, said)
}

impl At<'_> {
    /// The list; on a narrow screen a line of buttons.
    pub fn score(&self, is_narrow: bool) -> Html {
        let view = self.view;
        if is_narrow {
            let all = (0..view.rows.len()).map(|at| self.entry(at, true));
            return group("score row", "Instructions", all);
        }
        let is_long = view.rows.len() > ALL_OPEN;
        let one = view.rows.first().filter(|_| is_of_one_line(view)).and_then(source);
        // Those that follow each other and add to one accumulator.
        let mut end = 0;
        let rows_of = |rows: &[Row]| {
            let group = end..end + rows.len();
            end = group.end;
            let is_open = !is_long || group.contains(&self.place.row);
            let closed = (!is_open).then(|| {
                let worst = rows.iter().map(|row| row.verdict).min_by_key(|kind| kind.rank());
                let (tone, sign) = sign(worst.unwrap_or(VerdictKind::Incomplete));
                let onclick = self.acts(Act::Row(group.start, None));
                press(
                    classes!("item", tone),
                    (counted(rows.len(), "instruction"), span("push", sign)),
                    onclick,
                )
            });
            let entries = group.filter(|_| is_open);
            bare(
                "section",
                (
                    tag("h2", "split", (format!("D {}", rows[0].accumulator), bare("small", &rows[0].shape)))
                        .with("title", rows[0].types.clone()),
                    bare("ol", entries.map(|at| html! { <li>{ self.entry(at, false) }</li> })),
                    closed,
                ),
            )
        };
        let groups = view.rows.chunk_by(|one, next| one.group == next.group).map(rows_of);
        group(
            "score scroller",
            "Instructions",
            (one.map(|place| html! { <section>{ p("q s", place) }</section> }), groups, self.around()),
        )
    }

    /// The button of an instruction: its step along K, what it reads, and its verdict; without what it reads where there is little room.
    fn entry(&self, at: usize, is_narrow: bool) -> Html {
        let (view, row) = (self.view, &self.view.rows[at]);
        let (tone, sign) = sign(row.verdict);
        let part = row.operands.iter().find_map(|operand| operand.part.as_ref());
        let step = part.map_or_else(|| "?".into(), |part| part.step.to_string());
        let label = is_narrow.then(|| format!("Step {step}, line {}: {}", row.line, word(row.verdict)));
        let content = (!is_narrow).then(|| {
            let beside = match source(row).filter(|_| !is_of_one_line(view)) {
                Some(place) => place,
                // That of every operand needs no words.
                None if view.is_of_registers => row.shape.clone(),
                None => elsewhere(row),
            };
            let [a, b] = &row.operands;
            html! { <>{ thumbnail(Operand::A, a) }{ thumbnail(Operand::B, b) }<span class="grow cut">{ format!("line {}", row.line) }if !beside.is_empty() { <br /><small>{ beside }</small> }</span></> }
        });
        let (class, current) =
            (classes!("kernel-row", "row", tone), (at == self.place.row).then_some("true"));
        press(class, (span("n", step), content, sign), self.acts(Act::Row(at, None)))
            .with("aria-label", label)
            .with("aria-current", current)
    }

    /// Loops, loads and waits, and what was checked of them and holds; each leads to its line.
    fn around(&self) -> Html {
        let view = self.view;
        let line = |(line, words, uses, bytes): (u32, String, &str, Option<u64>)| {
            let onclick = self.acts(Act::Line(Some(line)));
            bare(
                "li",
                press(
                    "item",
                    (
                        tag("code", "q", line),
                        span("", (words, bare("small", uses))),
                        bytes.map(|bytes| tag("small", "push", size(bytes))),
                    ),
                    onclick,
                ),
            )
        };
        // In a kernel with loops around its products, what is in those.
        let is_near = |line: u32| {
            view.loops.is_empty() || view.loops.iter().any(|one| (one.first..=one.last).contains(&line))
        };
        let events = view.events.iter().filter(|event| is_near(event.line));
        let ends = view.loops.iter().flat_map(|one| {
            [(one.first, "loop"), (one.last, "end of")]
                .map(|(line, end)| (line, format!("{end} {}", one.label), "", None))
        });
        let count = events.clone().count();
        let events = events.map(|one| (one.line, one.words.clone(), &*one.uses, one.bytes));
        let mut all: Vec<_> = ends.chain(events).collect();
        all.sort_by_key(|(line, ..)| *line);
        let checked = |one: &Checked| {
            let words = in_turn((span("is-good toned", icon(icon::GOOD)), span("", in_groups(&one.words))));
            bare(
                "li",
                match one.line {
                    Some(line) => {
                        html! { <button type="button" class="item" title={format!("Line {line}")} onclick={self.acts(Act::Line(Some(line)))}>{ words }</button> }
                    }
                    None => p("item", words),
                },
            )
        };
        let fold = |words: String, list: Vec<Html>| {
            maybe(
                (!list.is_empty())
                    .then(|| tag("details", "around", (tag("summary", "s q", words), bare("ul", list)))),
            )
        };
        let checks = format!("{} of copies and barriers hold", counted(view.checked.len(), "check"));
        in_turn((
            fold(format!("{} and waits", counted(count, "load")), all.into_iter().map(line).collect()),
            fold(checks, view.checked.iter().map(checked).collect()),
        ))
    }
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
        Operand::A => (LONG, 26),
        Operand::B => (38, LONG),
    };
    let block = |x: u32, y: u32, wide: u32, high: u32| format!("M{x} {y}h{wide}v{high}h-{wide}z");
    let read = operand.part.as_ref().map(|part| {
        let count = part.steps.max(1);
        let (from, along) = (part.step * LONG / count, LONG.div_ceil(count).max(2));
        let d = match side {
            Operand::A => block(from, 0, along, height),
            Operand::B => block(0, from, width, along),
        };
        let shade = match operand.verdict {
            Some(VerdictKind::Wrong) => "error".into(),
            _ => format!("step-{}", (part.step * SHADES / count).min(SHADES - 1)),
        };
        let style = format!("fill:var(--{shade})");
        html! { <path {style} {d} /> }
    });
    let class = classes!("thumbnail", read.is_none().then_some("is-elsewhere"));
    html! { <svg {class} width={width.to_string()} height={height.to_string()} aria-hidden="true"><path style="fill:var(--empty)" d={block(0, 0, width, height)} />{ read }</svg> }
}

/// Bytes, in KiB where they are whole ones.
pub fn size(bytes: u64) -> String {
    match bytes % 1024 {
        0 => format!("{} KiB", bytes / 1024),
        _ => in_groups(&format!("{bytes} B")),
    }
}
