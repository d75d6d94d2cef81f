//! A and B of both CTAs of a pair as the atlas draws a tile, side by side.

use std::ops::Range;

use swizzle_code::build::{PairOfCtas, PairOperand};
use swizzle_core::{Named as _, Operand};
use swizzle_draw::scene::{CellAt, Drawing, PaneKind, Scene, Window, element_from_matrix_cell};
use swizzle_draw::{View, cell_caption};
use yew::prelude::*;

use crate::element::{Attr, el, fragment};
use crate::hooks::use_value;
use crate::page::Look;
use crate::view::{Shared, Sheet};

/// Rows of each that are seen at a time.
const ROWS: u32 = 8;

/// Properties of [`PairGrids`].
#[derive(Properties, PartialEq)]
pub(super) struct PairGridsProps {
    pub(super) pair: Shared<PairOfCtas>,
    pub(super) look: Look,
}

/// The first and the last of a range.
pub(super) fn span(range: &Range<u32>) -> String {
    format!("{}–{}", range.start, range.end - 1)
}

/// An operand of a CTA, drawn.
struct Drawn {
    drawing: Drawing,
    scene: Shared<Scene>,
    /// The first row, counted through both CTAs.
    first_row: u32,
}

impl Drawn {
    fn of(held: &PairOperand) -> Self {
        let drawing = Drawing::of(&held.tile, View::default());
        let all = Window::all(drawing.size(PaneKind::Matrix));
        let mut scene = drawing.scene(PaneKind::Matrix, &all);
        // Rows are counted through both CTAs.
        for head in &mut scene.down.heads {
            if let Ok(row) = head.parse::<u32>() {
                *head = (row + held.rows.start).to_string();
            }
        }
        Self {
            drawing,
            scene: Shared::new(scene),
            first_row: held.rows.start,
        }
    }

    /// Contents of a cell, and its byte in the CTA's shared memory.
    fn said(&self, at: CellAt) -> (String, u32) {
        let mut coord = element_from_matrix_cell(&self.drawing.drawn, &View::default(), at);
        let byte = self.drawing.drawn.layout().byte_from_element(coord).byte;
        coord.mn += self.first_row;
        let cell = cell_caption(&self.drawing.drawn, &View::default(), coord);
        (cell, byte)
    }
}

/// The grids. The cell under the pointer is the same in both CTAs: in each, it is at the same address of its own memory.
#[component]
pub(super) fn PairGrids(props: &PairGridsProps) -> Html {
    let (at, on_at) = use_value(|| None::<(Operand, CellAt)>);
    let drawn = use_memo(props.pair.clone(), |pair| {
        let of = |at: usize| [&pair.ctas[at].a, &pair.ctas[at].b].map(Drawn::of);
        [of(0), of(1)]
    });
    let look = (props.look.palette, props.look.theme);
    let held = |rank: usize, operand: Operand| match operand {
        Operand::A => &props.pair.ctas[rank].a,
        Operand::B => &props.pair.ctas[rank].b,
    };
    let said = |rank: usize, operand: Operand, at: CellAt| {
        let (cell, byte) = drawn[rank][operand as usize].said(at);
        let cell = cell.replacen("Row", "row", 1);
        format!("{} of CTA {rank}, {cell}: byte 0x{byte:x}", operand.name())
    };
    let grid = |rank: usize, operand: Operand, name: &'static str| {
        let scene = drawn[rank][operand as usize].scene.clone();
        let rows = scene.size.rows.min(ROWS);
        let own = at.filter(|(of, _)| *of == operand).map(|(_, at)| at);
        let spoken = {
            let drawn = drawn.clone();
            Callback::from(move |at: CellAt| drawn[rank][operand as usize].said(at).0)
        };
        let (letter, lines) = match operand {
            Operand::A => ("A", "rows"),
            Operand::B => ("B", "columns"),
        };
        el("section")
            .class("view")
            .child(
                el("h3")
                    .child(letter)
                    .child(el("small").child(format!("{lines} {}", span(&held(rank, operand).rows)))),
            )
            .child(html! {
                <Sheet
                    {scene} {name} {look} {rows} spare={0} at={own}
                    on_at={on_at.reform(move |at: Option<CellAt>| at.map(|at| (operand, at)))} {spoken}
                />
            })
    };
    let cta = |rank: usize, names: [&'static str; 2]| {
        let (rows, columns) = &props.pair.ctas[rank].d;
        el("div")
            .class("build-pair-cta")
            .child(el("h3").child(format!("CTA {rank}")))
            .child(grid(rank, Operand::A, names[0]))
            .child(grid(rank, Operand::B, names[1]))
            .child(el("p").class("build-pair-d").child(format!(
                "D: rows {}, columns {}",
                span(rows),
                span(columns)
            )))
    };
    let words = match at {
        Some((operand, at)) => format!("{}. {}.", said(0, operand, at), said(1, operand, at)),
        None => "Point at a cell, or focus a grid and use the arrow keys.".into(),
    };
    fragment()
        .child(
            el("div")
                .class("build-pair-grids")
                .child(cta(0, ["A of CTA 0", "B of CTA 0"]))
                .child(cta(1, ["A of CTA 1", "B of CTA 1"])),
        )
        .child(
            el("p")
                .class("build-note")
                .attr(Attr::Role, "status")
                .child(words),
        )
        .into()
}
