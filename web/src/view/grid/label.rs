//! How long labels get, before they are drawn.

use swizzle_draw::Cells;
use swizzle_draw::View;
use swizzle_draw::scene::{Label, PaneKind, Size, Window, matrix_size};

use super::pane::Pane;
use crate::view::picture::{Picture, Shared};

/// Columns that are looked at for the longest label: those of a tile as wide as shared memory is large.
const EDGE_COLUMNS: u32 = 4096;
/// Rows that are looked at, at either end.
const EDGE_ROWS: u32 = 8;

/// Sizes that the cells need room for.
pub(super) struct Largest {
    /// The most columns and rows.
    pub(super) size: Size,
    /// Characters of the longest label of all.
    pub(super) longest: usize,
    /// Characters of the longest label of views of its own kind: numbers of one kind have the same size in both pictures.
    pub(super) longest_of_kind: usize,
    /// Whether the views of another picture are included.
    pub(super) is_shared: bool,
}

impl Largest {
    /// The largest of a view; where another picture is beside its own, of both views of both pictures.
    pub(super) fn of(pane: &Pane, beside: Option<&Shared<Picture>>) -> Self {
        let panes = match beside {
            None => vec![pane.clone()],
            Some(other) => PaneKind::OF_TILE
                .iter()
                .flat_map(|&kind| {
                    [&pane.picture, other].map(|picture| Pane {
                        picture: picture.clone(),
                        kind,
                        fold: None,
                    })
                })
                .collect(),
        };
        let most = |of: fn(Size) -> u32| panes.iter().map(|pane| of(pane.size())).max();
        let longest = |is_own: bool| {
            let panes = panes.iter().filter(|of| (of.kind == pane.kind) == is_own);
            panes.map(longest_label).max().unwrap_or(0)
        };
        let longest_of_kind = longest(true);
        Self {
            size: Size {
                columns: most(|size| size.columns).unwrap_or(0),
                rows: most(|size| size.rows).unwrap_or(0),
            },
            longest: longest_of_kind.max(longest(false)),
            longest_of_kind,
            is_shared: beside.is_some(),
        }
    }
}

/// Characters of the longest label: among the first rows, which may be before the start, and the last, which have the
/// largest numbers; or of the label of the largest address, where the tile runs past it.
fn longest_label(pane: &Pane) -> usize {
    let size = pane.size();
    let longest = |rows: std::ops::Range<u32>| {
        let scene = pane.draw(&Window {
            columns: 0..size.columns.min(EDGE_COLUMNS),
            rows,
        });
        let labels = scene.cells.iter().map(|cell| cell.label);
        let lengths = labels
            .chain(scene.beneath.iter().copied())
            .map(Label::characters);
        lengths.max().unwrap_or(1).max(1)
    };
    let edges = longest(0..EDGE_ROWS).max(longest(size.rows.saturating_sub(EDGE_ROWS)..size.rows));
    let wraps = pane.picture.drawn.span_bytes() > u64::from(pane.picture.drawn.space().bytes());
    let per_unit = size.columns.div_ceil(columns_of_units(pane));
    if wraps && !pane.kind.has_addresses() {
        let most = pane.picture.drawn.space().field_values() * per_unit;
        edges.max(most.to_string().len())
    } else {
        edges
    }
}

/// Units side by side in a view.
fn columns_of_units(pane: &Pane) -> u32 {
    let picture = &pane.picture;
    let in_units = View {
        cells: Cells::Units,
        ..picture.view
    };
    match pane.kind {
        PaneKind::Matrix => matrix_size(&picture.drawn, &in_units).columns,
        PaneKind::Memory => 8,
    }
}
