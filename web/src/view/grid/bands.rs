//! Cells in bands, one under another: parts of a picture whose rest is left out, in cells of a fixed size. The same layers as a
//! view of a tile, with everything over them in one drawing.

use std::fmt::Write as _;

use swizzle_draw::scene::{BandCell, CellAt, Label, Scene};
use swizzle_draw::{Palette, Theme};
use yew::prelude::*;

use super::cells::paint;
use super::drawn::Drawn;
use super::geometry::Geometry;
use super::numbers::Block;
use super::sheet::{leaving, offset};
use super::watch::use_settled_viewport;
use crate::element::{Attr, Element as El, el};
use crate::hooks::use_before_paint;
use crate::view::picture::Shared;

/// The numbers' size.
const FONT: f64 = 11.0;
/// Pixels by which the number of a word is raised over its four bytes.
const RAISED: u32 = 4;
/// Side of a byte's mark, and distance from one mark to the next.
const MARK: (u32, u32) = (6, 7);
/// Distance from the lower edge of a cell to that of its marks.
const MARK_FOOT: u32 = 5;

/// Positions of the cells of bands, in CSS pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct BandGeometry {
    /// Width of a cell.
    pub pitch_x: u32,
    /// Height of a cell.
    pub pitch_y: u32,
    /// Room for the heads of rows.
    pub left: u32,
    /// Room for the heads of columns.
    pub top: u32,
    /// Distance from one band to the next.
    pub gap: u32,
    /// Rows of each band.
    pub rows: Vec<u32>,
    /// Columns of all.
    pub columns: u32,
}

impl BandGeometry {
    /// Top edge of a row.
    pub fn y(&self, band: usize, row: u32) -> u32 {
        let before: u32 = self.rows[..band]
            .iter()
            .map(|rows| rows * self.pitch_y + self.gap)
            .sum();
        self.top + before + row * self.pitch_y
    }

    /// Left edge of a column.
    pub fn x(&self, column: u32) -> u32 {
        self.left + column * self.pitch_x
    }

    /// Width of all.
    pub fn width(&self) -> u32 {
        self.x(self.columns)
    }

    /// Height of all.
    pub fn height(&self) -> u32 {
        match self.rows.split_last() {
            Some((last, before)) => self.y(before.len(), *last),
            None => self.top,
        }
    }

    /// The cell at a point, and the byte of its word.
    fn at(&self, x: u32, y: u32) -> Option<BandCell> {
        let column = x.checked_sub(self.left)? / self.pitch_x;
        let band = (0..self.rows.len())
            .find(|band| (self.y(*band, 0)..self.y(*band, self.rows[*band])).contains(&y))?;
        let row = (y - self.y(band, 0)) / self.pitch_y;
        let inside = (x - self.x(column)).saturating_sub(self.marks_from());
        let cell = BandCell {
            band,
            at: CellAt { column, row },
            byte: (inside / MARK.1).min(3),
        };
        (column < self.columns).then_some(cell)
    }

    /// Distance from a cell's left edge to the mark of its first byte.
    const fn marks_from(&self) -> u32 {
        (self.pitch_x - (3 * MARK.1 + MARK.0)) / 2
    }
}

/// Properties of [`Bands`].
#[derive(Properties, PartialEq)]
pub struct BandsProps {
    /// The bands.
    pub scenes: Shared<Vec<Scene>>,
    /// Positions of the bands' cells.
    pub geometry: BandGeometry,
    /// Its name for screen readers.
    pub name: String,
    /// Cell colours, and the page's theme.
    pub look: (Palette, Theme),
    /// Whether each cell is a word, whose bytes are marked.
    #[prop_or_default]
    pub is_words: bool,
    /// A heavy line before this column, through all bands.
    #[prop_or_default]
    pub break_at: Option<u32>,
    /// Texts between bands, at the right end, each with the number of the band below it.
    #[prop_or_default]
    pub between: Vec<(usize, String)>,
    /// The cells at hand: ringed, their heads bold.
    #[prop_or_default]
    pub at: Vec<BandCell>,
    /// Bytes that are marked besides.
    #[prop_or_default]
    pub marked: Vec<BandCell>,
    /// Lines over the cells: top edge, and from where to where.
    #[prop_or_default]
    pub leads: Vec<(u32, u32, u32)>,
    /// Called with the cell under the pointer.
    #[prop_or_default]
    pub on_at: Callback<Option<BandCell>>,
    /// Called with one that is pressed.
    #[prop_or_default]
    pub on_press: Callback<BandCell>,
    /// Called with a key.
    #[prop_or_default]
    pub on_key: Option<Callback<KeyboardEvent>>,
}

/// The bands.
#[component]
pub fn Bands(props: &BandsProps) -> Html {
    let node = use_node_ref();
    let geometry = &props.geometry;
    let at_point = {
        let (node, geometry) = (node.clone(), geometry.clone());
        move |event: &MouseEvent| {
            let (x, y) = offset(&node, event)?;
            geometry.at(u32::try_from(x).ok()?, u32::try_from(y).ok()?)
        }
    };
    let on_move = {
        let (at_point, on_at) = (at_point.clone(), props.on_at.clone());
        Callback::from(move |event: PointerEvent| on_at.emit(at_point(&event)))
    };
    let on_leave = leaving(&props.on_at);
    // None of them is at hand, so that a pointer that moves leaves them as they are.
    let key = (props.scenes.clone(), geometry.clone(), props.is_words);
    let bytes = use_memo(key, |(scenes, geometry, is_words)| match is_words {
        true => bytes_of(scenes, geometry),
        false => String::new(),
    });
    let on_click = {
        let on_press = props.on_press.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(cell) = at_point(&event) {
                on_press.emit(cell);
            }
        })
    };
    let band = |(band, _): (usize, &Scene)| {
        let (x, y) = (geometry.left, geometry.y(band, 0));
        html! {
            <Band
                key={band} scenes={props.scenes.clone()} {band} look={props.look} is_words={props.is_words}
                pitch={(geometry.pitch_x, geometry.pitch_y)} corner={(x, y)}
            />
        }
    };
    let (width, height) = (geometry.width() + 2, geometry.height() + 2);
    let cells = el("div")
        .class("bands-cells")
        .attr(Attr::AriaHidden, "true")
        .children(props.scenes.iter().enumerate().map(band));
    let whole = el("div")
        .class("bands")
        .class_if(props.on_key.is_some(), "is-live")
        .node_ref(&node)
        .attr(Attr::Style, format!("width:{width}px;height:{height}px"))
        .attr(Attr::AriaLabel, props.name.clone())
        .child(cells)
        .child(over(props, (*bytes).clone()));
    match &props.on_key {
        None => whole.attr(Attr::Role, "img"),
        Some(on_key) => whole
            .attr(Attr::Tabindex, "0")
            .attr(Attr::Role, "application")
            .attr(Attr::AriaRoledescription, "grid of cells")
            .on_pointer_move(on_move)
            .on_pointer_leave(on_leave)
            .on_click(on_click)
            .on_key(on_key.clone()),
    }
    .into()
}

fn path(class: &'static str, path: String) -> El {
    el("path").class(class).attr(Attr::D, path)
}

/// Adds a square of a cell, from its upper left corner.
fn square(path: &mut String, geometry: &BandGeometry, cell: &BandCell, [x, y, w, h]: [u32; 4]) {
    let (left, top) = (
        geometry.x(cell.at.column) + x,
        geometry.y(cell.band, cell.at.row) + y,
    );
    let _ = write!(path, "M{left} {top}h{w}v{h}h-{w}z");
}

/// Adds the mark of a byte.
fn byte(path: &mut String, geometry: &BandGeometry, cell: &BandCell) {
    let x = geometry.marks_from() + cell.byte * MARK.1;
    let y = geometry.pitch_y - MARK_FOOT - MARK.0;
    square(path, geometry, cell, [x, y, MARK.0, MARK.0]);
}

/// The marks of all bytes that hold something.
fn bytes_of(scenes: &[Scene], geometry: &BandGeometry) -> String {
    let mut path = String::new();
    for (band, scene) in scenes.iter().enumerate() {
        let cells = (0..).zip(&scene.cells);
        for (place, _) in cells.filter(|(_, cell)| cell.label != Label::Blank) {
            let at = CellAt {
                column: place % geometry.columns,
                row: place / geometry.columns,
            };
            for of in 0..4 {
                byte(&mut path, geometry, &BandCell { band, at, byte: of });
            }
        }
    }
    path
}

/// Heads, marks of bytes, lines and rings.
fn over(props: &BandsProps, bytes: String) -> El {
    let geometry = &props.geometry;
    let BandGeometry {
        pitch_x, pitch_y, ..
    } = *geometry;
    let text = |x: u32, y: u32, words: &str, is_here: bool| {
        el("text")
            .class_if(is_here, "is-here")
            .attr(Attr::X, x)
            .attr(Attr::Y, y)
            .child(words.to_owned())
    };
    let first = props.scenes.first();
    let across = first
        .into_iter()
        .flat_map(|scene| (0..).zip(&scene.across.heads));
    let across = across.map(|(column, head): (u32, _)| {
        let is_here = props.at.iter().any(|at| at.at.column == column);
        text(
            geometry.x(column) + pitch_x / 2,
            geometry.top - 7,
            head,
            is_here,
        )
    });
    let down = props.scenes.iter().enumerate().flat_map(|(band, scene)| {
        (0..)
            .zip(&scene.down.heads)
            .map(move |(row, head): (u32, _)| {
                let is_here = (props.at.iter()).any(|at| at.band == band && at.at.row == row);
                text(
                    geometry.left - 8,
                    geometry.y(band, row) + pitch_y / 2 + 4,
                    head,
                    is_here,
                )
            })
    });
    let dots = (1..props.scenes.len())
        .filter(|_| geometry.gap >= 16)
        // Words take the place of the dots there.
        .filter(|band| props.between.iter().all(|(at, _)| at != band))
        .map(|band| {
            let middle = geometry.left + geometry.columns * pitch_x / 2;
            text(
                middle,
                geometry.y(band, 0) - geometry.gap / 2 + 2,
                "···",
                false,
            )
        });
    let between = props.between.iter().map(|(band, words)| {
        text(
            geometry.width(),
            geometry.y(*band, 0) - geometry.gap / 2 + 4,
            words,
            true,
        )
    });
    let (mut filled, mut rings, mut marked) = (String::new(), String::new(), String::new());
    for cell in &props.at {
        square(&mut rings, geometry, cell, [1, 1, pitch_x - 2, pitch_y - 2]);
        if props.is_words {
            byte(&mut filled, geometry, cell);
        }
    }
    for cell in &props.marked {
        match props.is_words {
            true => byte(&mut filled, geometry, cell),
            false => square(
                &mut marked,
                geometry,
                cell,
                [2, 2, pitch_x - 4, pitch_y - 4],
            ),
        }
    }
    let heavy = props.break_at.map(|column| {
        let x = geometry.x(column);
        let bands = geometry.rows.iter().enumerate();
        let line = |(band, rows): (usize, &u32)| {
            format!("M{x} {}V{}", geometry.y(band, 0), geometry.y(band, *rows))
        };
        bands.map(line).collect::<String>()
    });
    let leads: String = props
        .leads
        .iter()
        .map(|(y, from, to)| format!("M{from} {y}H{to}"))
        .collect();
    el("svg")
        .class("bands-over")
        .attr(Attr::AriaHidden, "true")
        .child(el("g").class("bands-across").children(across))
        .child(el("g").class("bands-dots").children(dots))
        .child(el("g").class("bands-down").children(down))
        .child(el("g").class("bands-between").children(between))
        .child(path("bands-bytes", bytes))
        .child(path("bands-filled", filled))
        .child(heavy.map(|heavy| path("bands-heavy", heavy)))
        .child(path("bands-marked", marked))
        .child(path("lead-halo", leads.clone()))
        .child(path("lead", leads))
        .child(path("bands-ring-halo", rings.clone()))
        .child(path("bands-ring", rings))
}

/// Properties of [`Band`].
#[derive(Properties, PartialEq)]
struct BandProps {
    scenes: Shared<Vec<Scene>>,
    band: usize,
    look: (Palette, Theme),
    is_words: bool,
    pitch: (u32, u32),
    corner: (u32, u32),
}

/// Colours and numbers of a band.
#[component]
fn Band(props: &BandProps) -> Html {
    let canvas = use_node_ref();
    let (pitch_x, pitch_y) = props.pitch;
    let scene = props.scenes.get(props.band).cloned();
    {
        let canvas = canvas.clone();
        let key = (props.scenes.clone(), props.band, props.look);
        use_before_paint(key, move |(scenes, band, (palette, theme))| {
            if let Some(scene) = scenes.get(band) {
                let _ = paint(&canvas, scene.window.size(), &scene.pixels(palette, theme));
            }
        });
    }
    let Some(scene) = scene else {
        return Html::default();
    };
    let (width, height) = (scene.size.columns * pitch_x, scene.size.rows * pitch_y);
    let geometry = Geometry {
        arrows: 0,
        left: 0,
        top: 0,
        pitch_x,
        pitch_y,
        font: FONT,
    };
    let drawn = Drawn::new(scene, geometry);
    let raised = match props.is_words {
        true => RAISED,
        false => 0,
    };
    let (x, y) = props.corner;
    el("div")
        .class("band")
        .attr(
            Attr::Style,
            format!("left:{x}px;top:{y}px;width:{width}px;height:{height}px"),
        )
        .child(
            el("canvas")
                .node_ref(&canvas)
                .attr(Attr::DataCellWidth, pitch_x)
                .attr(Attr::DataCellHeight, pitch_y),
        )
        .child(
            el("div")
                .class("band-numbers")
                .attr(Attr::Style, format!("top:-{raised}px"))
                .children(drawn.numbers.iter().map(Block::element)),
        )
        .child(
            el("svg")
                .class("grid-marks")
                .child(path("grid-thin", drawn.lines.thin.clone()))
                .child(path("grid-wrong", drawn.lines.wrong.clone())),
        )
        .into()
}

/// The width of an element, once it is known, and whether it is seen on paper.
#[hook]
pub fn use_width(node: &NodeRef) -> (u32, bool) {
    let viewport = use_settled_viewport(node);
    (viewport.width.max(0).cast_unsigned(), viewport.prints)
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_point_is_in_the_cell_that_is_drawn_there() {
        let geometry = BandGeometry {
            pitch_x: 36,
            pitch_y: 32,
            left: 44,
            top: 20,
            gap: 28,
            rows: vec![3, 10],
            columns: 4,
        };
        assert_eq!(
            (geometry.width(), geometry.height()),
            (188, 20 + 13 * 32 + 28)
        );
        for (band, rows) in [(0, 3), (1, 10)] {
            for row in 0..rows {
                for column in 0..4 {
                    for byte in 0..4 {
                        let x = geometry.x(column) + geometry.marks_from() + byte * MARK.1 + 3;
                        let y = geometry.y(band, row) + 16;
                        let at = CellAt { column, row };
                        let cell = BandCell { band, at, byte };
                        assert_eq!(geometry.at(x, y), Some(cell));
                    }
                }
            }
        }
        // Heads, between the bands, beside and below them.
        for (x, y) in [(43, 30), (60, 19), (60, 20 + 96), (188, 30), (60, 464)] {
            assert_eq!(geometry.at(x, y), None, "{x} {y}");
        }
    }
}
