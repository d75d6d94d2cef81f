//! Tensor memory according to each source, where sources disagree or leave something open.

use swizzle_core::Operand;
use swizzle_draw::scene::{Formula, ScalePane, ScalePictures, ScaleWindow, Scene};
use swizzle_tmem::scale::{Followed, ScaleReading, ScaleStage};
use yew::prelude::*;

use super::pictures::geometry;
use crate::element::{Attr, Element, el};
use crate::page::Look;
use crate::view::{Bands, Shared};

/// Width of a word.
const WORD: u32 = 36;

fn card(
    title: &'static str,
    source: &str,
    says: String,
    picture: Option<Html>,
    formula: Option<&Formula>,
) -> Element {
    let formula = formula.map(|formula| el("pre").child(formula.text()));
    el("article")
        .class("scale-reading")
        .child(el("h3").child(title))
        .child(el("p").child(says))
        .child(picture)
        .child(formula)
        .child(el("p").class("hint").child(source.to_owned()))
}

/// The scenes of each reading, where there are several.
pub(super) fn scenes_of_readings(
    stage: &ScaleStage,
    window: ScaleWindow,
) -> Vec<Shared<Vec<Scene>>> {
    let all = 0..stage.readings.len();
    all.filter(|_| stage.is_contested())
        .map(|reading| {
            let data = ScalePictures {
                stage,
                window,
                reading,
            };
            Shared::new(data.scenes(ScalePane::Tensor))
        })
        .collect()
}

/// Both readings side by side, given their scenes; nothing where there is one.
pub(super) fn readings(
    stage: &ScaleStage,
    scenes: &[Shared<Vec<Scene>>],
    window: ScaleWindow,
    at: &Followed,
    look: Look,
) -> Option<Element> {
    let cards: Vec<Element> = match (stage.is_contested(), stage.rows_beyond()) {
        (true, _) => (0..)
            .zip(stage.readings.iter().zip(scenes))
            .map(|(number, one)| contested(stage, window, at, look, number, one))
            .collect(),
        (false, Some(rows)) => beyond(stage, rows),
        (false, None) => return None,
    };
    let title = match stage.shape.operand {
        Operand::A => "SFA of cta_group::2, M = 128: what is not known",
        Operand::B => "SFB of cta_group::2, M = 128: sources disagree",
    };
    Some(
        el("section")
            .class("scale-readings")
            .attr(Attr::AriaLabel, "Both readings")
            .child(el("h2").child(title))
            .child(el("div").children(cards.into_iter())),
    )
}

fn contested(
    stage: &ScaleStage,
    window: ScaleWindow,
    at: &Followed,
    look: Look,
    number: usize,
    (one, scenes): (&ScaleReading, &Shared<Vec<Scene>>),
) -> Element {
    let data = ScalePictures {
        stage,
        window,
        reading: number,
    };
    let pane = ScalePane::Tensor;
    let geometry = geometry(&data, pane, WORD);
    let name = "Tensor memory: lanes × columns of 4 bytes; number: row";
    let picture = html! {
        <Bands
            scenes={scenes.clone()} {geometry} {name} look={(look.palette, look.theme)} is_words={true}
            break_at={data.word_break(pane)} at={data.places(pane, (at.row, at.factor))}
        />
    };
    let (title, says) = match number {
        0 => (
            "PTX ISA: four copies",
            "Each row is in all four quarters of the lanes.".to_owned(),
        ),
        _ => (
            "CUTLASS: two copies of each half",
            format!(
                "Rows below {} are in lanes 0 to 63, the others in lanes 64 to 127: those that read the same half of N, as in \
                 layout B of D.",
                stage.padded_rows() / 2
            ),
        ),
    };
    let formula = Formula::of_tensor(stage, at, number);
    let source = format!("{} ({})", one.held.source, one.held.mark.text());
    card(title, &source, says, Some(picture), Some(&formula))
}

fn beyond(stage: &ScaleStage, rows: u32) -> Vec<Element> {
    let end = stage.rows_of_mma() - 1;
    vec![
        card(
            "CUTLASS: 128 rows in each CTA",
            stage.readings[0].held.source,
            format!(
                "The fragment of each CTA has rows 0 to {end}, although the CTA has {rows} rows of A. Drawn above; rows {rows} \
                 to {end} have no colour."
            ),
            None,
            None,
        ),
        card(
            "By the rows of A: 64 in each CTA",
            "PTX ISA, .cta_group::2: each CTA has half of M. No source states it for scale factors.",
            format!(
                "CTA 0 has rows 0 to {} of A, CTA 1 the others. Whether an instruction reads rows {rows} to {end} of a fragment \
                 is not known.",
                rows - 1
            ),
            None,
            None,
        ),
    ]
}
