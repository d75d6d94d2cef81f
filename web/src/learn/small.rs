//! A small picture of a figure: colours and borders, nothing to read and nothing to press.

use super::*;
use swizzle_draw::scene::{Block, Drawing, Window, tensor_map};
use swizzle_draw::{marked_thumbnail_svg, thumbnail_svg};
use swizzle_tmem::plan::Laid;

/// Cells at most, across and down.
const CELLS: u32 = 16;
/// Lanes and columns of tensor memory at most.
const REGIONS: (u32, u32) = (256, 128);

/// The picture of a lesson or a word, of so many rows at most; what it is about is marked, and the rest is pale.
pub fn small(small: &Small, rows: u32, look: Look) -> Html {
    if let Some(plan) = small.plan() {
        return regions(&plan.laid, look);
    }
    let kind = match small.show {
        Show::Memory => PaneKind::Memory,
        Show::Matrix | Show::Both => PaneKind::Matrix,
    };
    thumbnail(&shown_from_keys(small.link), kind, rows, small.mark, look)
}

/// A view of a tile in small.
pub fn thumbnail(shown: &Shown, kind: PaneKind, rows: u32, mark: &str, look: Look) -> Html {
    let Ok(spec) = shown.spec() else {
        return Html::default();
    };
    let drawing = Drawing::of(&spec, shown.view);
    let size = drawing.size(kind);
    let most = if rows > CELLS { size.columns } else { CELLS };
    let window = Window { columns: 0..size.columns.min(most), rows: 0..size.rows.min(rows) };
    let scene = drawing.scene(kind, &window);
    let svg = match mark {
        "" => thumbnail_svg(&scene, look.palette, look.theme),
        mark => marked_thumbnail_svg(&scene, look.palette, look.theme, mark),
    };
    span("learn-small", Html::from_html_unchecked(svg.into()))
}

/// Regions of tensor memory: lanes from the top down, columns from left to right.
fn regions(laid: &Laid, look: Look) -> Html {
    let (columns, lanes) = REGIONS;
    let block = |block: &Block| {
        let fill = format!("fill:{}", hex(look.palette.colour(look.theme, block.class)));
        let (columns, lanes) = (&block.columns, &block.lanes);
        let [wide, high] = [columns, lanes].map(|range| range.end - range.start);
        html! { <path style={fill} d={format!("M{} {}h{wide}v{high}h-{wide}z", columns.start, lanes.start)} /> }
    };
    span(
        "learn-small",
        bare(
            "svg",
            (
                tensor_map(laid).blocks.iter().map(block),
                path("is-frame", format!("M0 0H{columns}V{lanes}H0z")),
            ),
        )
        .with("viewBox", format!("0 0 {columns} {lanes}"))
        .with("aria-hidden", "true"),
    )
}
