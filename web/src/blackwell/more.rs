//! What opens over the page: copies and steps behind their instructions, formulas and sources, findings, the parts of a cell.

use swizzle_core::hardware::{CopyShape, Use};
use swizzle_core::{Element as Type, Major, Said, Swizzle};
use swizzle_draw::scene::{BlockMap, ScalePane, ScalePictures, ScaleWindow, StepRow, step_rows};
use swizzle_lints::tensor_memory::{ReadPlanFinding, required_by};
use swizzle_lints::{copy_text, mma_text};
use swizzle_tmem::scale::{BLOCK_BYTES, BlockCopy, ScaleStage};
use swizzle_view::blackwell::{Facts, Shown, Source, Trip};
use swizzle_view::link::link_of_pair;
use swizzle_view::{Shown as Atlas, link_from_shown};
use yew::prelude::*;

use super::scenes::{Station, factors};
use super::state::Act;
use super::view::{GUTTER, geometry};
use crate::browser;
use crate::cells::{Cells, Hot, Ink};
use crate::check::findings::severity_sign;
use crate::kit::Shared;
use crate::kit::{button, icon, maybe, sends};

/// Rows of a copy's source, and bytes of each.
const SOURCE: (u32, u32) = (32, 16);
/// Size of a cell of a picture among the sources.
const CELL: (f64, f64) = (34.0, 22.0);

/// A table with its heads.
fn table(name: &'static str, heads: &[String], rows: impl Iterator<Item = Html>) -> Html {
    html! {
        <div class="scroller" tabindex="0" role="region" aria-label={name}>
            <table class="table"><thead><tr>{ for heads.iter().map(|head| html! { <th scope="col">{ head }</th> }) }</tr></thead><tbody>{ for rows }</tbody></table>
        </div>
    }
}

/// What is behind the instruction that leads to a station.
pub fn operation(facts: &Facts, at: &Shown, words: &str, on: &Callback<Act>) -> Html {
    let stage = facts.stage().zip(facts.followed(at));
    match (words.split([' ', ',']).next(), &facts.copy, stage) {
        (Some("cp"), Some(picture), _) => {
            let pair = facts.shown.tensor.plan.mma.ctas();
            let text = format!(
                "tcgen05.cp.cta_group::{pair}.{}{} [taddr + {:#010x}], descriptor",
                picture.copy.shape,
                picture.copy.multicast.ptx(),
                picture.first_column
            );
            let of_pair = (pair == 2).then_some("Both CTAs of the pair get it. PTX ISA 9.1 reads the source of one CTA, 9.3 that of each; not measured.");
            let told = facts.copied(at);
            html! { <div class="wide stack"><code>{ text }</code><p>{ told }</p><p class="hint">{ of_pair }</p>{ sources(&facts.sources(at)) }</div> }
        }
        (Some("cp"), None, Some((stage, followed))) => copies(stage, followed.copy),
        (Some("mma"), _, Some((stage, followed))) => {
            let read = mma_text(stage, &followed);
            let factor = (followed.row, followed.factor);
            let on_step = {
                let (shown, on) = (at.clone(), on.clone());
                let per_step = stage.shape.scaling.per_step();
                Callback::from(move |step: u32| {
                    on.emit(Act::Show(
                        shown.with_factor((shown.scale.row, step * per_step)),
                    ));
                })
            };
            html! { <div class="wide stack">{ steps(stage, factor, &on_step) }<p class="hint">{ read }</p></div> }
        }
        (Some("ld"), ..) => {
            html! { <div class="wide stack">{ for facts.loaded(at).into_iter().map(|line| html! { <p>{ line }</p> }) }</div> }
        }
        _ => Html::default(),
    }
}

/// Check's link of a copy's descriptor: 32 rows of 16 bytes.
fn check_link(copy: &BlockCopy) -> String {
    let mut said = Said::default().with_given(copy.descriptor);
    said.reader.used_for = Some(Use::Copy);
    said.reader.shape = Some(CopyShape::R32x128b);
    said.tile.element = Some(Type::U8);
    said.tile.major = Some(Major::K);
    said.tile.swizzle = Some(Swizzle::None);
    (said.tile.mn, said.tile.k) = (Some(SOURCE.0), Some(SOURCE.1));
    link_from_shown(&Atlas {
        said,
        ..Atlas::default()
    })
}

/// The copies that bring the blocks to tensor memory, each with its descriptor; blocks that they take for others are red.
fn copies(stage: &ScaleStage, here: usize) -> Html {
    let (shape, map) = (&stage.shape, BlockMap::of(stage));
    let row = |(number, copy): (usize, &BlockCopy)| {
        let block = (copy.byte - shape.first_byte) / BLOCK_BYTES;
        let there = map.blocks.get(block as usize);
        let contents = there.map(|one| format!("{}, {}", one.rows, one.factors));
        let expected = there.and_then(|one| one.expected.as_ref());
        let expected = expected.map(|(rows, factors)| format!(", expected {rows}, {factors}"));
        let text = copy.descriptor.to_string();
        let copied = text.clone();
        let onclick = Callback::from(move |_| browser::copy(&copied, |_| ()));
        html! {
            <tr aria-current={(number == here).then_some("true")}>
                <th scope="row">{ format!("block {block}") }</th>
                <td>{ &text }{ button("is-plain", format!("Copy the descriptor {text}"), html! { "Copy" }, onclick) }</td>
                <td>{ format!("{:#x}", copy.byte) }</td><td>{ shape.first_column + copy.column }</td>
                <td class={expected.is_some().then_some("bad")}>{ contents }{ expected }</td>
                <td><a href={check_link(copy)} aria-label={format!("Open in Check: block {block}")}>{ "Open in Check" }</a></td>
            </tr>
        }
    };
    let heads = [
        "".into(),
        format!("descriptor: {}", copy_text(stage)),
        "start".into(),
        "column".into(),
        "contents".into(),
        "".into(),
    ];
    let group = shape.form.ctas();
    html! {
        <div class="wide stack"><code>{ format!("tcgen05.cp.cta_group::{group}.32x128b.warpx4 [taddr + column], descriptor") }</code>
            { table("Copies with their descriptors", &heads, stage.copies.iter().enumerate().map(row)) }</div>
    }
}

/// The instructions along K, with column and id of their factors.
pub fn steps(stage: &ScaleStage, (row, factor): (u32, u32), on: &Callback<u32>) -> Html {
    let here = factor / stage.shape.scaling.per_step();
    let line = |one: StepRow| {
        let step = one.step;
        html! {
            <tr aria-current={(step == here).then_some("true")}>
                <th scope="row"><button type="button" class="plain" aria-label={format!("Step {step}")} onclick={sends(on, step)}>{ step }</button></th>
                <td>{ format!("{}–{}", one.k.0, one.k.1) }</td><td>{ one.column }</td><td>{ one.id }</td>
            </tr>
        }
    };
    let rows = step_rows(stage, (row, factor));
    if rows.is_empty() {
        return html! { <p class="hint">{ "K = 96 (sm_103a): the ids count bytes, and factors may run across two words. The figures that place them could not be read, and no program was found that does." }</p> };
    }
    let heads = ["step", "K", "column", "id"].map(String::from);
    table("Steps along K", &heads, rows.into_iter().map(line))
}

/// Formulas with their evidence.
pub fn sources(all: &[Source]) -> Html {
    let one = |source: &Source| {
        let lines = source.lines.iter().map(|line| html! { <p>{ line }</p> });
        html! { <section><h3>{ &source.title }</h3><div class="m s">{ for lines }</div><p class="hint">{ "Evidence: " }{ &source.evidence }</p></section> }
    };
    html! { <div class="wide stack">{ for all.iter().map(one) }</div> }
}

/// All that is known of the sources: formulas, the placement by another reading, requirements.
pub fn evidence(facts: &Facts, at: &Shown, ink: &Shared<Ink>) -> Html {
    let constraints = facts.constraints();
    let required = (!constraints.is_empty()).then(|| html! { <section class="stack"><h3>{ "Hardware or library" }</h3>{ sources(&constraints) }</section> });
    html! {
        <div class="wide stack"><p class="q">{ "From the PTX ISA, CUTLASS and Triton; not measured" }</p>
            { sources(&facts.sources(at)) }{ maybe(other_reading(facts, at, ink)) }{ maybe(required) }</div>
    }
}

/// Tensor memory by the other source, where two disagree.
fn other_reading(facts: &Facts, at: &Shown, ink: &Shared<Ink>) -> Option<Html> {
    let (stage, followed) = facts.stage().zip(facts.followed(at))?;
    if at.trip != Trip::Scale || !stage.is_contested() {
        return None;
    }
    let pictures = ScalePictures {
        stage,
        window: ScaleWindow::with(followed.row, followed.factor, None),
        reading: 1,
    };
    let scene = factors(&pictures, ScalePane::Tensor);
    let size = (
        CELL.0 * f64::from(scene.columns),
        CELL.1 * f64::from(scene.rows()),
    );
    let id = followed.row << 8 | (followed.factor / 4 * 4);
    let geometry = geometry(&scene, size, 0, None);
    let hot = Hot {
        here: Some(id),
        ..Hot::default()
    };
    Some(html! {
        <section><h3>{ "CUTLASS: two copies of each half" }</h3>
            <Cells scene={Shared::new(scene)} {geometry} gutter={GUTTER} is_rail_behind={false} {hot} ink={ink.clone()} on={Callback::noop()} /></section>
    })
}

/// What was found in the plan and its load.
pub fn findings(facts: &Facts, on: &Callback<Act>) -> Html {
    let one = |found: &ReadPlanFinding| {
        let (tone, drawing) = severity_sign(found.severity);
        let by = required_by(found.lint).map(|by| html! { <p class="q s">{ by.text() }</p> });
        let repairs = found.repairs.iter().map(|mend| {
            let act = Act::Show(facts.mended(&mend.change));
            button(
                "",
                mend.label.clone(),
                html! { &mend.label },
                sends(on, act),
            )
        });
        html! {
            <li class={classes!("finding", tone)}>{ icon(drawing) }<h3>{ &found.title }</h3><p>{ &found.text }</p>{ maybe(by) }
                <p class="cluster">{ for repairs }</p><p class="q s">{ found.source }</p></li>
        }
    };
    html! { <ul class="wide stack">{ for facts.found.iter().map(one) }</ul> }
}

/// What the cell holds, part by part.
pub fn parts(facts: &Facts, at: &Shown) -> Html {
    let one = |(place, words): (String, String)| html! { <div><dt>{ place }</dt><dd>{ words }</dd></div> };
    html! { <dl class="facts">{ for facts.parts(at).into_iter().map(one) }</dl> }
}

/// What each CTA of a pair holds.
pub fn pair(facts: &Facts, rows: [[String; 5]; 2]) -> Html {
    let mma = facts.shown.tensor.plan.mma;
    let a = if facts.is_sparse() {
        "A rows, stored"
    } else {
        "A rows"
    };
    let heads = ["", "D rows", "D columns", a, "B columns"].map(String::from);
    let row = |[head, rest @ ..]: [String; 5]| html! { <tr><th scope="row">{ head }</th>{ for rest.map(|cell| html! { <td>{ cell }</td> }) }</tr> };
    let has_a = facts
        .laid
        .regions()
        .any(|one| one.what == swizzle_tmem::plan::What::A);
    let words = if has_a {
        "B in shared memory, A and D in tensor memory, A and B with all of K"
    } else {
        "A and B in shared memory, with all of K; D in tensor memory"
    };
    let link = link_of_pair(&mma).map(|link| html! { <a class="go" href={link}>{ "Descriptors and instruction descriptor of each CTA, in Build" }</a> });
    html! { <div class="wide stack"><p>{ words }</p>{ table("What each CTA holds", &heads, rows.into_iter().map(row)) }{ maybe(link) }</div> }
}

/// Whether something is behind an instruction.
pub fn has_more(station: &Station) -> bool {
    station
        .operation
        .as_ref()
        .is_some_and(|words| !words.is_empty())
}
