//! Every read of a stage of the tile, in the order of the loop, and where each is in the tile.

use super::facts::LISTED;
use super::*;
use crate::check::facts::{Facts as Tile, is_within};
use crate::check::scenes::memory_of;
use swizzle_core::Read;

/// The reads as a table; the one that is pointed at or pressed is looked at.
pub fn reads(facts: &Facts, look: Look, on: &Callback<Act>) -> Html {
    let (all, has_more) = facts.reads(facts.stage(look.stage));
    let beside: Vec<(u8, u32)> = all.iter().map(|read| facts.beside(read)).collect();
    let has_base = beside.iter().any(|(base, _)| *base != 0);
    let has_outside = beside.iter().any(|(_, outside)| *outside > 0);
    let has_blocks = facts.spec.blocks() > 1;
    let letter = facts.spec.reader().operand.mn_letter();
    let last = all.len().saturating_sub(1);
    let at = look.read.min(last);
    let to = |read| Act::Look(Look { read, ..look });
    let span = |first: u32, extent: u32| format!("{first}–{}", first + extent - 1);
    let row = |(number, read): (usize, &Read)| {
        let (base, outside) = beside.get(number).copied().unwrap_or_default();
        let (first, extent) = (read.first, facts.spec.read_extent());
        let here = sends(on, to(number));
        let descriptor = read.descriptor.as_ref().map_or_else(ToString::to_string, Descriptor::to_string);
        html! {
            <tr aria-current={(number == at).then_some("true")} onclick={here}>
                <th scope="row">{ span(first.k, extent.k) }</th>
                if has_blocks { <td>{ span(first.mn, extent.mn) }</td> }
                <td>{ format!("{:#x}", read.start_bytes) }</td><td>{ descriptor }</td>
                if has_base { <td>{ base }</td> }
                <td>{ read.added_units.filter(|_| number > 0).map(|units| format!("{units:+}")) }</td>
                if has_outside { <td class={(outside > 0).then_some("warn")}>{ outside }</td> }
            </tr>
        }
    };
    let columns = [
        Some("K".to_owned()),
        has_blocks.then(|| letter.to_owned()),
        Some("start".into()),
        Some("descriptor".into()),
        has_base.then(|| "base offset".into()),
        Some("16-byte units".into()),
        has_outside.then(|| "outside".into()),
    ];
    let onkeydown = sends_some(on, move |event: KeyboardEvent| {
        let next = match event.key().as_str() {
            "ArrowDown" | "ArrowRight" => (at + 1).min(last),
            "ArrowUp" | "ArrowLeft" => at.saturating_sub(1),
            "Home" => 0,
            "End" => last,
            _ => return None,
        };
        event.prevent_default();
        Some(Act::Look(Look { read: next, ..look }))
    });
    let notes = [
        has_outside.then_some(
            "Outside: units that the read takes from beyond the tile; fill them with zeros, or round up."
                .to_owned(),
        ),
        has_more.then(|| format!("The first {LISTED} are listed; the code has all of them.")),
    ];
    html! {
        <>
            <div class="scroller" tabindex="0" role="region" aria-label="The reads: arrow keys go from one to the next" {onkeydown}>
                <table class="table">{ heads(columns.into_iter().flatten()) }
                    <tbody>{ for all.iter().enumerate().map(row) }</tbody></table>
            </div>
            { for notes.into_iter().flatten().map(|note| p("hint", note)) }
        </>
    }
}

/// Stages, if there are several; a copy of all descriptors; the way to the picture.
pub fn tools(facts: &Facts, look: Look, on: &Callback<Act>) -> Html {
    let stage = facts.stage(look.stage);
    let (all, _) = facts.reads(stage);
    let descriptors: Vec<String> =
        all.iter().filter_map(|read| read.descriptor.as_ref().ok()).map(Descriptor::to_string).collect();
    let one = |at: u32| {
        let onclick = sends(on, Act::Look(Look { stage: at, ..look }));
        press("", at, onclick).with("aria-label", format!("Stage {at}")).with("aria-pressed", at == stage)
    };
    let stages = facts.spec.tile().stages;
    let tile = sends(on, Act::Look(Look { has_tile: !look.has_tile, ..look }));
    html! {
        <div class="cluster gap-4">
            if stages > 1 { <span class="row s">{ "Stage" }<span class="segments" role="group" aria-label="Stage">{ for (0..stages.min(8)).map(one) }</span></span> }
            { unfolds("plain s", look.has_tile, "Show in the tile", tile) }
            <CopyButton text={descriptors.join(",\n")} what="the descriptors" shows_what=true class="plain s" />
        </div>
    }
}

/// Properties of [`InTile`].
#[derive(Properties, PartialEq)]
pub struct InTileProps {
    /// What is built.
    pub facts: Shared<Facts>,
    /// The read and the stage.
    pub look: Look,
    /// Size of the window.
    pub window: (f64, f64),
    /// The sheet's colours.
    pub ink: Shared<Ink>,
}

/// Tile and memory: each unit with the number of the read that takes it, the read that is looked at in a frame.
#[component]
pub fn InTile(props: &InTileProps) -> Html {
    let InTileProps { facts, look, window, ink } = props;
    let looked = use_looked();
    let hover = looked.cell();
    let scenes = use_derived((facts.clone(), look.stage, look.read), |(facts, stage, read)| {
        scenes(facts, facts.stage(*stage), *read)
    });
    let Some(scenes) = scenes else {
        return Html::default();
    };
    let side = 8.0 * cell_side(*window);
    div("scroller in-tile", div("pair", html! { <Pair {scenes} size={(side, side)} rows={16} first={looked.first} unit={hover} got={hover} {ink} on={looked.on} /> }).with("style", format!("height:{}px", TOP + side)))
}

/// Both squares; none of a tile without a picture.
pub fn scenes(facts: &Facts, stage: u32, read: usize) -> Option<[Shared<Scene>; 2]> {
    let (reads, _) = facts.reads(stage);
    let read = read.min(reads.len().saturating_sub(1));
    let mut said = *facts.spec.said();
    said.reader.rows = Some(facts.spec.reader().rows);
    let shown = Shown { said, at: reads.get(read).map(|read| read.place), ..Shown::default() };
    let tile = Tile::of(&shown).ok()?;
    let bytes = tile.looked_at.layout().unit_table(tile.units[0], tile.units[1]);
    let tile = Tile { bytes, ..tile };
    let extent = facts.spec.read_extent();
    let has = |one: &Read, unit: u32| is_within(tile.element(unit), one.first, extent);
    let cell = |unit: u32| {
        let number = reads.iter().position(|one| has(one, unit));
        Cell {
            id: unit,
            colour: number.map_or(7, |number| (number % 8) as u8),
            label: number.map_or(Label::Blank, |number| Label::Number(number as i32)),
            ..Cell::default()
        }
    };
    let framed = |mut scene: Scene| {
        let cells = which(&scene.cells, |cell| cell.label == Label::Number(read as i32));
        scene.outlines = vec![Outline::frame(false, cells)];
        scene.note = "numbers: reads";
        Shared::new(scene)
    };
    Some([framed(matrix_of(&tile, cell)), framed(memory_of(&tile, &tile.bytes, cell))])
}
