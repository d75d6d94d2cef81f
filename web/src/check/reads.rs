//! The reads that cover the tile: steps under the matrix, blocks and stages where there are several, all of them as a table, and
//! several descriptors as a list.

use super::*;
use swizzle_core::Read;
use swizzle_infer::said_with_increment;
use swizzle_infer::sequence::Sequence;
use swizzle_text::rows_text;

/// Steps that have a button each; more are a slider.
const BUTTONS: u32 = 8;
/// Rows that the table shows at once; a copy contains all of them.
const TABLE_ROWS: usize = 64;

/// The K axis of the matrix: a button for each read, so many of them in view at once, as wide as the matrix; and what plays them.
pub fn steps(
    facts: &Facts,
    in_view: u32,
    (is_playing, on_play): (bool, &Callback<()>),
    on: &Callback<Act>,
) -> Html {
    let k = facts.spec.read_k() * SparseK::per_stored(&facts.spec);
    let (all, at) = (facts.spec.steps(), facts.place().step);
    let bad = facts.has_wrong().then_some("bad");
    let span = |step: u32| format!("{}–{}", step * k, (step + 1) * k - 1);
    if all < 2 {
        return p("steps q s", format!("K {}: one read takes all of K", span(0)));
    }
    let (play, on_step) = (play(is_playing, on_play), on.reform(Act::step));
    if all > BUTTONS {
        let slide = sends_some(&on_step, |event: InputEvent| browser::typed(&event).parse().ok());
        return div(
            "steps",
            (
                html! { <input type="range" style={format!("--steps:{all}")} aria-label="Step along K" min="0" max={(all - 1).to_string()} value={at.to_string()} oninput={slide} /> },
                tag("output", classes!("m", bad), format!("K {}, step {at} of {all}", span(at))),
                play,
            ),
        );
    }
    let from = at / in_view * in_view;
    let turn = |to: u32, sign: &'static str, name: &'static str| {
        press("steps-turn", sign, sends(&on_step, to)).with("aria-label", name)
    };
    html! {
        <div class="steps" style={format!("--in-view:{in_view}")} role="group" aria-label="Steps along K">
            if from > 0 { { turn(from - in_view, "‹", "Steps before") } }
            { step_buttons(k, from..all.min(from + in_view), Some(at), bad, &on_step) }
            if from + in_view < all { { turn(from + in_view, "›", "Steps after") } }
            { play }
        </div>
    }
}

/// Blocks or stages that have a button each; more are a number.
const PLACES: u32 = 8;

/// Block and stage, where there are several.
pub fn places(facts: &Facts, on: &Callback<Act>) -> Html {
    let (spec, place) = (&facts.spec, facts.place());
    let (arch, rows) = (spec.reader().arch, spec.read_extent().mn);
    let stages = (ParamId::Stage, spec.tile().stages, place.stage, 1);
    let one = |(id, count, here, each): (ParamId, u32, u32, u32)| {
        let on = on.reform(move |change| Key::Param(id).act(arch, change));
        let control = if count <= PLACES {
            let all = (0..count).map(|at| {
                let to = Change::To(Some(at.into()));
                ((at * each).to_string(), at == here, to)
            });
            segments(row(facts, id).label, all, &on)
        } else {
            field(row(facts, id), &on)
        };
        let name = match id {
            ParamId::Block => format!("Block of {rows} rows"),
            _ => "Stage".into(),
        };
        div("stack gap-1", (bare("h2", name), control))
    };
    let all = [(ParamId::Block, spec.blocks(), place.block, rows), stages];
    let all = all.into_iter().filter(|(_, count, ..)| *count > 1);
    several(all.map(one))
}

/// The start of a read as the sum of where its block begins and how far its step is.
pub fn start_of(spec: &Spec, at: Place) -> Option<Html> {
    if spec.blocks() < 2 {
        return None;
    }
    let start = |at: Place| {
        let held = spec.derived_descriptor(at).ok()?;
        Some(u32::from(held.decode().start_field) * UNIT)
    };
    let of_block = |block: u32| start(Place { block, step: 0, ..at });
    let (first, block, here) = (of_block(0)?, of_block(at.block)?, start(at)?);
    let each = of_block(1)?.checked_sub(first)?;
    let k = at.step * spec.read_k();
    Some(html! {
        <div class="kv">
            <span>{ "block" }</span><span>{ format!("{first:#x} + {} × {each:#x}", at.block) }</span><span>{ format!("{block:#x}") }</span>
            <span>{ "step" }</span><span>{ format!("K {k}") }</span><span>{ format!("{:#x}", here.checked_sub(block)?) }</span>
            <span>{ "start" }</span><span></span>{ span("b", format!("{here:#x}")) }
        </div>
    })
}

/// What looks at a read: of several descriptors, it opens the one that belongs there.
fn opens(facts: &Facts, sequence: &Sequence, read: &Read, on: &Callback<Act>) -> Callback<MouseEvent> {
    let given = sequence.given_at(read.place).filter(|_| sequence.given.len() > 1);
    let acts = match given {
        Some(index) => vec![Act::fix(facts.spec.said().opening(index))],
        None => {
            let Place { block, step, stage } = read.place;
            let all = [(ParamId::Stage, stage), (ParamId::Block, block), (ParamId::Step, step)];
            let edits = all.map(|(id, at)| Act::edit(Edit::number(id, at)));
            edits.into_iter().chain([Act::Of(Action::Settle)]).collect()
        }
    };
    let on = on.clone();
    Callback::from(move |_| acts.iter().for_each(|act: &Act| on.emit(act.clone())))
}

/// Several descriptors, each with whether it is right and what it adds to the one before.
pub fn given_list(facts: &Facts, on: &Callback<Act>) -> Option<Html> {
    if facts.spec.said().beside.is_empty() {
        return None;
    }
    let sequence = Sequence::of(&facts.spec);
    let one = |read: &Read| {
        let given = &sequence.given[sequence.given_at(read.place)?];
        let is_here = read.place == facts.place();
        let onclick = opens(facts, &sequence, read, on);
        let (tone, sign) = right_sign(given.is_right);
        let added = read.added_units.map_or_else(String::new, |units| format!("{units:+}"));
        let content =
            in_turn((icon(sign), bare("code", given.descriptor.to_string()), span("push q s", added)));
        Some(pressed(classes!("item", tone), is_here, content, onclick))
    };
    let rows: Vec<Html> = sequence.rows.iter().take(TABLE_ROWS).filter_map(one).collect();
    Some(section(
        "stack gap-1",
        "Descriptors",
        (bare("h2", format!("{} descriptors", sequence.given.len())), rows),
    ))
}

/// All reads as a table, with ways to take them along.
fn table(facts: &Facts, on: &Callback<Act>) -> Html {
    let spec = &facts.looked_at;
    let sequence = Sequence::of(spec);
    let here = sequence.rows.iter().position(|one| one.place == spec.place());
    let first = here.unwrap_or(0) / TABLE_ROWS * TABLE_ROWS;
    let one = |read: &Read| {
        let onclick = opens(facts, &sequence, read, on);
        let given = sequence.given_at(read.place).map(|index| &sequence.given[index]);
        let verdict = given.map_or_else(String::new, |given| {
            if given.is_right { "right".into() } else { format!("wrong: {}", given.descriptor) }
        });
        let is_wrong = given.is_some_and(|given| !given.is_right);
        let descriptor = read.descriptor.as_ref().map_or_else(ToString::to_string, ToString::to_string);
        let added = read.added_units.map_or_else(|| "–".into(), |units| format!("{units:+} units"));
        bare(
            "tr",
            (
                bare("th", plain("", place_text(spec, read.place), onclick)).with("scope", "row"),
                bare("td", format!("{:#x}", read.start_bytes)),
                bare("td", added),
                bare("td", descriptor.clone()),
                tag("td", is_wrong.then_some("bad"), verdict),
                html! { <td><CopyButton text={descriptor} what="this descriptor" /></td> },
            ),
        )
        .with("aria-current", (read.place == spec.place()).then_some("true"))
    };
    let of = spec.clone();
    let texts = move |()| {
        let sequence = Sequence::of(&of);
        let forms = SequenceForm::ALL.iter();
        let texts = forms.map(|form| (form.name(), sequence_code(&sequence, *form)));
        vec![("All descriptors", texts.collect())]
    };
    let base = spec.clone();
    let increment = sends_some(on, move |event: Event| {
        let text = browser::typed(&event);
        let text = text.trim().trim_start_matches("+=").trim_start_matches('+').trim();
        let (by, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let units = by * i64::from(number_from_text(digits).ok()?);
        said_with_increment(&base, units).map(Act::fix)
    });
    let notes = [steps_text(spec), rows_text(spec)].into_iter().flatten();
    let rest = (sequence.rows.len() > TABLE_ROWS).then(|| {
        format!(
            "Rows {} to {} of {}. Every copy has all of them.",
            first + 1,
            (first + TABLE_ROWS).min(sequence.rows.len()),
            sequence.count
        )
    });
    in_turn((
        p("", sequence_text(spec, &sequence)).with("aria-live", "polite"),
        div(
            "cluster",
            (
                tag(
                    "label",
                    "row",
                    (
                        "My loop adds ",
                        html! { <input class="input increment" autocomplete="off" aria-label="Units that my loop adds from step to step" onchange={increment} /> },
                        " units a step",
                    ),
                ),
                span("push", html! { <CopyAs {texts} /> }),
            ),
        ),
        div(
            "scroller",
            tag(
                "table",
                "table",
                (
                    heads(["Place", "Start", "Added", "Descriptor", "Given", "Copy"]),
                    bare("tbody", sequence.rows.iter().skip(first).take(TABLE_ROWS).map(one)),
                ),
            ),
        ),
        rest.into_iter().chain(notes).map(|note| p("hint", note)),
    ))
}

/// The button that opens the table.
pub fn table_button(facts: &Facts, on: &Callback<Act>, is_open: bool) -> Html {
    let opened =
        is_open.then(|| over("is-over is-above", "All reads", sends(on, Act::Open(READS)), table(facts, on)));
    let onclick = sends(on, Act::Open(READS));
    opener("word-place push", "plain s", None, "All reads", opened, onclick)
}
