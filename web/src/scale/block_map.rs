//! Blocks that the copies take for others: the stage as it is written, as it is read, and what arrives.

use swizzle_draw::hex;
use swizzle_draw::scene::{BlockMap, BlockOnMap, Formula, Scene};
use swizzle_lints::order_text;
use swizzle_tmem::scale::{BLOCK_BYTES, Followed, ScaleStage};
use yew::prelude::*;

use super::crossing::places_from;
use super::lead::gap;
use super::pictures::{Room, foot, head, order_words};
use crate::element::{Attr, Element, el};
use crate::page::Look;
use crate::view::{BandGeometry, Bands, Shared};

/// Height of a block, and of the room over them.
const BLOCK: u32 = 112;
const TOP: u32 = 20;
/// Width of the matrix, and from its blocks and those of a list to what a line leads to.
const MATRIX: u32 = 192;
const LIST_HEADS: u32 = 40;
/// Distance from the upper edge of a block to the end of a line at its tag: for its first byte, and how much more for its last.
const TAG: (u32, u32) = (40, 24);

/// The pictures, given the map of the blocks, the one that they come from while they cross, and what arrives.
pub(super) fn block_map(
    stage: &ScaleStage,
    (map, former, scenes): (&BlockMap, Option<&BlockMap>, &Shared<Vec<Scene>>),
    at: &Followed,
    look: Look,
    room: Room,
    on_pin: &Callback<(u32, u32)>,
) -> Element {
    let fill = |class: u8| hex(look.palette.colour(look.theme, class));
    let height = TOP + BLOCK * map.blocks.len() as u32;
    let y_of = |byte: u32| {
        let (block, inside) = (byte / BLOCK_BYTES, byte % BLOCK_BYTES);
        TOP + block * BLOCK + TAG.0 + inside * TAG.1 / BLOCK_BYTES
    };
    let (rows, factors) = (map.size.0 * 128, map.size.1 * 4);
    // The matrix of blocks, with the factor in it.
    let cell_y = |row: u32| TOP + row * (height - TOP) / rows;
    let percent = |part: u32, all: u32| 100.0 * f64::from(part) / f64::from(all);
    let block = |block: &BlockOnMap| {
        let (group, word) = block.place;
        let (first_row, first_factor) = (group * 128, word * 4);
        let (top, tall) = (
            cell_y(first_row),
            cell_y(first_row + 128) - cell_y(first_row),
        );
        let style = format!(
            "left:{:.3}%;width:{:.3}%;top:{top}px;height:{tall}px;background-color:{}",
            percent(word, map.size.1),
            percent(1, map.size.1),
            fill(block.class)
        );
        el("button")
            .attr(Attr::Type, "button")
            .class("scale-block")
            .attr(Attr::Style, style)
            .on_click(on_pin.reform(move |_: MouseEvent| (first_row, first_factor)))
            .child(el("b").child(block.rows.clone()))
            .child(el("span").child(block.factors.clone()))
    };
    let name = el("span").child(format!("({}, {})", at.row, at.factor));
    let wire = el("i").class("scale-wire").attr(
        Attr::Style,
        format!(
            "left:{:.3}%;right:0;top:{}px",
            percent(at.factor + 1, factors),
            cell_y(at.row)
        ),
    );
    let marker = el("i").class("scale-marker").child(name).attr(
        Attr::Style,
        format!(
            "left:{:.3}%;width:{:.3}%;top:{}px",
            percent(at.factor, factors),
            percent(1, factors),
            cell_y(at.row)
        ),
    );
    let matrix = el("div")
        .class("scale-picture scale-blocks is-matrix")
        .attr(Attr::Style, format!("width:{MATRIX}px;height:{height}px"))
        .children(map.blocks.iter().map(block))
        .child(marker)
        .child(wire);
    let tag = |byte: u32, words: String, is_bad: bool| {
        el("p")
            .class("scale-tag")
            .class_if(is_bad, "is-wrong")
            .attr(Attr::Style, format!("top:{}px", y_of(byte) - 10))
            .child(words)
    };
    let list = |is_read: bool| {
        let one = |(at, block): (u32, &BlockOnMap)| {
            let expected = block.expected.as_ref().filter(|_| is_read);
            let crosses = places_from(former, map, at as usize);
            let style = format!(
                "top:{}px;height:{BLOCK}px;background-color:{};--from:{}px",
                TOP + at * BLOCK,
                fill(block.class),
                crosses * i64::from(BLOCK)
            );
            let (row, factor) = (block.place.0 * 128, block.place.1 * 4);
            el("button")
                .attr(Attr::Type, "button")
                .class("scale-block")
                .class_if(expected.is_some(), "is-wrong")
                .class_if(crosses != 0, "is-crossing")
                .attr(Attr::Style, style)
                .on_click(on_pin.reform(move |_: MouseEvent| (row, factor)))
                .child(el("small").child(block.byte.to_string()))
                .child(el("b").child(format!("{}, {}", block.rows, block.factors)))
                .child(expected.map(|(rows, factors)| {
                    el("span")
                        .child("expected")
                        .child(el("span").child(format!("{rows}, {factors}")))
                }))
        };
        el("div")
            .class("scale-picture scale-blocks is-list")
            .attr(Attr::Style, format!("height:{height}px"))
            .children((0..).zip(&map.blocks).map(one))
    };
    let (r, kb) = (at.row, at.factor);
    let written = list(false).child(tag(
        at.written_byte,
        format!("byte {}: ({r}, {kb})", at.written_byte),
        false,
    ));
    let (row, factor) = at.actual;
    let read = list(true).child(tag(
        at.read_byte,
        format!("byte {}: ({row}, {factor})", at.read_byte),
        !at.is_right(),
    ));
    // Scale factors that arrive.
    let columns = scenes.first().map_or(0, |scene| scene.size.columns);
    let geometry = BandGeometry {
        pitch_x: 40,
        pitch_y: 40,
        left: 32,
        top: TOP,
        gap: 8,
        rows: scenes.iter().map(|scene| scene.size.rows).collect(),
        columns,
    };
    let column = at.cells[0].first().map_or(0, |cell| cell.column);
    let middle = scenes.first().and_then(|scene| {
        let heads = &scene.across.heads;
        heads.iter().position(|head| *head == column.to_string())
    });
    let here = (0..scenes.len()).filter_map(|band| {
        let at = swizzle_draw::scene::CellAt {
            column: u32::try_from(middle?).ok()?,
            row: 0,
        };
        Some(swizzle_draw::scene::BandCell { band, at, byte: 0 })
    });
    let tensor = html! {
        <Bands
            scenes={scenes.clone()} geometry={geometry} name="Tensor memory: actual over expected rows"
            look={(look.palette, look.theme)} at={here.collect::<Vec<_>>()}
        />
    };
    let step = stage
        .steps
        .as_ref()
        .ok()
        .map(|_| factor / stage.shape.scaling.per_step());
    let told = match at.is_right() {
        true => el("p")
            .class("hint")
            .child(format!("({r}, {kb}) is where it is expected.")),
        false => el("p")
            .class("hint")
            .child(format!(
                "({r}, {kb}) expected in column {column}, byte {}; ",
                at.byte_of_word()
            ))
            .child(
                el("b")
                    .class("scale-bad")
                    .child(format!("({row}, {factor}) is there")),
            )
            .child(step.map(|_| {
                let used = at.step.map_or(0, |(step, _)| step);
                format!(" and scales K step {used}.")
            })),
    };
    let [in_matrix, as_written, as_read, in_tensor] = Formula::of_wrong(stage, at);
    let part = |number: u32,
                class: &'static str,
                title: &'static str,
                how: String,
                picture: Element,
                formula: &Formula| {
        el("section")
            .class("scale-pane")
            .class(class)
            .attr(Attr::AriaLabel, title)
            .child(head(number, title, &how))
            .child(picture)
            .child(foot(
                formula,
                Some((stage.read.law().mark, stage.read.law().source)),
            ))
    };
    let straight = |is_wrong: bool| -> Vec<(u32, u32)> {
        let all = (0..).zip(&map.blocks);
        all.filter(|(_, block)| block.expected.is_some() == is_wrong)
            .map(|(at, _)| TOP + at * BLOCK + BLOCK - 16)
            .map(|y| (y, y))
            .collect()
    };
    let belongs = (0..)
        .zip(&map.blocks)
        .filter_map(|(from, block): (u32, _)| {
            let to = u32::try_from(block.belongs?).ok()?;
            let middle = |at: u32| TOP + at * BLOCK + BLOCK / 2;
            Some((middle(from), middle(to)))
        });
    let belongs: Vec<(u32, u32)> = belongs.collect();
    let size = (room.map_gap, height);
    let copied = el("div")
        .class("scale-gaps is-2")
        .child(gap("is-same", size, LIST_HEADS - 4, &straight(false)))
        .child(gap("is-copied", size, LIST_HEADS - 4, &straight(true)))
        .child(gap("is-expected", size, LIST_HEADS - 4, &belongs))
        .child(
            el("p")
                .class("scale-key")
                .child(el("span").class("is-copied").child("copied"))
                .child(el("span").class("is-expected").child("expected")),
        );
    let shape = &stage.shape;
    el("div")
        .class("scale-pictures is-map")
        .class(room.class)
        .child(part(
            1,
            "is-1",
            "Scale factors",
            format!("{} rows × {} K blocks", shape.rows, shape.factors),
            matrix,
            &in_matrix,
        ))
        .child(gap(
            "is-1",
            size,
            LIST_HEADS + 8,
            &[(cell_y(r), y_of(at.written_byte))],
        ))
        .child(part(
            2,
            "is-2",
            "Stage as written",
            order_words(shape.written).into(),
            written,
            &as_written,
        ))
        .child(copied)
        .child(part(
            3,
            "is-3",
            "Stage as the copies read it",
            format!("{}; red: actual, grey: expected", order_text(shape.read)),
            read,
            &as_read,
        ))
        .child(gap(
            if at.is_right() {
                "is-3"
            } else {
                "is-3 is-copied"
            },
            size,
            8,
            &[(y_of(at.read_byte), TOP + 20)],
        ))
        .child(part(
            4,
            "is-4",
            "Tensor memory",
            "lanes × columns".into(),
            el("div").class("scale-picture").child(tensor).child(told),
            &in_tensor,
        ))
}
