//! Matrix and memory of the operand in view, and shared memory as a ruler beside them.

use super::score::size;
use super::*;

/// Narrower windows have the instructions over the squares.
pub const MIDDLE: f64 = 1100.0;
/// Width of the instructions and of what is between them and the squares; room around the page.
const SCORE: f64 = 272.0;
const PADS: f64 = 48.0;
/// Room behind the second square: the rail, and the ruler with its width.
const BEHIND: f64 = 28.0;
const RULER: f64 = 36.0;
/// Less than this part of shared memory is too low to be named.
const LOW: f64 = 14.0;

/// Properties of [`Squares`].
#[derive(Properties, PartialEq)]
pub struct SquaresProps {
    /// The text.
    pub reading: Shared<Reading>,
    /// The kernel in view.
    pub kernel: usize,
    /// The operand in view.
    pub place: Place,
    /// Its tile and its read.
    pub facts: Shared<Facts>,
    /// Rows of a square.
    pub rows: u32,
    /// How it is looked at, and where.
    pub desk: Desk,
    /// Takes acts.
    pub on: Callback<Act>,
}

/// Side of a square: as large as on Check, as far as there is room beside the instructions.
fn side(window: (f64, f64)) -> f64 {
    let before = if window.0 < MIDDLE { PADS } else { PADS + SCORE };
    let room = (window.0 - before - GUTTER - GAP - BEHIND - RULER) / 16.0;
    let cell =
        if window.0 < NARROW { cell_side(window) } else { cell_side(window).min(room.floor()).max(24.0) };
    8.0 * cell
}

/// Both squares; on a narrow screen one of them.
#[component]
pub fn Squares(props: &SquaresProps) -> Html {
    let (hover, on_hover) = use_value(|| None::<u32>);
    let scenes = use_memo(props.facts.clone(), |facts| {
        let read = Read::of(facts);
        let scenes = [matrix(facts, &read), memory(facts, &read)].map(Shared::new);
        (read, scenes)
    });
    let (read, scenes) = &*scenes;
    let (look, rows, window) = (props.desk.look, props.rows, props.desk.window);
    let first = look.first;
    let first = first.unwrap_or_else(|| [0, 1].map(|at| first_row(&scenes[at], rows)));
    let unit = look.pinned.or(hover);
    let side = side(window);
    if look.is_text {
        return div("texts", scenes.iter().map(|scene| as_table(scene)));
    }
    let pair = PairProps {
        standing: 1,
        scenes: scenes.clone(),
        size: (side, side),
        rows,
        first,
        gap: GAP,
        unit,
        got: unit.map(|unit| read.source(unit)),
        is_loud: look.is_loud,
        ink: props.desk.ink.clone(),
        on: look.on_cells((rows, first), unit, on_hover, props.desk.on.clone()),
    };
    if window.0 < NARROW {
        return pair.alone(look.side.min(1), 56.0, None);
    }
    let left = GUTTER + side + GAP + side + BEHIND;
    let lines = [first[1], first[1] + rows].map(|row| row * scenes[1].axes[1].by + scenes[1].axes[1].from);
    div(
        "pair",
        (
            html! { <Pair ..pair /> },
            div("ruler", ruler(props, side, lines)).with(
                "style",
                format!("left:{}px;top:{TOP}px;width:{}px;height:{side}px", left - BEHIND, BEHIND + RULER),
            ),
        ),
    )
    .with("style", format!("width:{}px;height:{}px", left + RULER, TOP + side))
}

/// All of shared memory from one end to the other: every buffer at its place. `lines` are the addresses that the square shows.
fn ruler(props: &SquaresProps, side: f64, lines: [u32; 2]) -> Option<Html> {
    let place = props.place;
    let map = props.reading.kernels[props.kernel].map_of(place)?;
    let y = |bytes: f64| side * bytes / map.bytes.max(1) as f64;
    let here = map.pieces.iter().find(|piece| piece.is_at(place));
    // The square shows addresses, the map counts from its base.
    let fan = here.map(|piece| {
        let base = f64::from(props.facts.spec.tile().start_bytes) - piece.offset as f64;
        let [from, to] = lines.map(|line| y(f64::from(line) - base).clamp(0.0, side));
        html! { <svg width={BEHIND.to_string()} height={side.to_string()} aria-hidden="true"><path d={format!("M16 0L{} {from}M16 {side}L{} {to}", BEHIND - 2.0, BEHIND - 2.0)} /></svg> }
    });
    let one = |piece: &MapPiece| {
        let top = y(piece.offset as f64);
        let next = map.pieces.iter().map(|other| other.offset);
        let next = next.filter(|offset| *offset > piece.offset).min();
        let end = next.unwrap_or(map.bytes).min(piece.offset + piece.bytes);
        let height = (y(end as f64).min(side) - top).max(3.0);
        let (kind, side) = match piece.kind {
            MapKind::Operand(side) => (["--cell-4", "--cell-5"][side as usize], Some(side)),
            MapKind::Scales => ("--cell-6", None),
            MapKind::Barriers | MapKind::Copied => ("--empty", None),
        };
        let row = piece.rows.iter().find(|row| **row == place.row).or(piece.rows.first());
        let to = row.zip(side).map(|(row, side)| Place { row: *row, side, stage: piece.stage });
        let style = format!(
            "--tint:var({kind});left:{BEHIND}px;top:{top:.2}px;height:{:.2}px",
            (height - 2.0).max(2.0)
        );
        let class = classes!("piece", piece.is_at(place).then_some("is-here"));
        let title = format!("{}: +{:#x}, {}", piece.label, piece.offset, size(piece.bytes));
        let name = (height >= LOW).then_some(&piece.label);
        match to {
            Some(to) => press(class, name, sends(&props.on, Act::To(to)))
                .with("style", style)
                .with("title", title.clone())
                .with("aria-label", title),
            None => span(class, name).with("style", style).with("title", title),
        }
    };
    Some(in_turn((
        fan,
        bare("small", format!("{} KiB", map.bytes / 1024))
            .with("title", format!("{}, {}", map.name, size(map.bytes))),
        map.pieces.iter().map(one),
    )))
}

impl At<'_> {
    /// Which operand, stage and rows are in view.
    pub fn choices(&self) -> Html {
        /// Stages and blocks that can be chosen.
        const MOST: usize = 8;
        let (view, place, on) = (self.view, self.place, self.on.reform(Act::To));
        let mn = self.facts.map_or(0, |facts| facts.spec.extent().mn);
        let operands =
            [Operand::A, Operand::B].map(|side| (side.name(), side == place.side, Place { side, ..place }));
        let stages = view.stages(place.row, place.side).len().min(MOST) as u32;
        let stage = |stage: u32| (stage.to_string(), stage == place.stage, Place { stage, ..place });
        let blocks = view.blocks(place.row, place.side);
        let block = |(at, row): (usize, &usize)| {
            let from = at as u32 * mn;
            let name = format!("{from}–{}", from + mn.max(1) - 1);
            (name, *row == place.row, Place { row: *row, ..place })
        };
        let rows = if place.side == Operand::A { "rows" } else { "columns" };
        html! {
            <>
                { segments("Operand", operands, &on) }
                if stages > 1 { { span("q", "stage") }{ segments("Stage", (0..stages).map(stage), &on) } }
                if blocks.len() > 1 { { span("q", rows) }{ segments("Block", blocks.iter().take(MOST).enumerate().map(block), &on) } }
            </>
        }
    }
}
