//! The layers of a view.

use std::fmt::Write as _;

use swizzle_core::scene::{Arrow, CellAt, Run, Scene};
use swizzle_core::{Palette, Stride, Theme};
use wasm_bindgen::{Clamped, JsCast as _};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};
use yew::prelude::*;

use super::geometry::Geometry;
use super::metrics::{Spacing, px};
use super::viewport::Viewport;

/// Half of the outer border lies outside of the cells.
const BORDER: u32 = 2;

/// The texts and paths of the part of a picture that is in view.
pub struct Drawn {
    /// The cells in view.
    pub scene: Scene,
    /// Where they lie.
    pub geometry: Geometry,
    numbers: Option<(Spacing, String)>,
    lines: Lines,
}

impl Drawn {
    /// Draws what is in view.
    pub fn new(scene: Scene, geometry: Geometry, shows_reads: bool) -> Self {
        let numbers = (geometry.font > 0.0).then(|| {
            let spacing = Spacing::new(geometry.pitch_x, geometry.font);
            let text = numbers(&scene, &spacing);
            (spacing, text)
        });
        let lines = Lines::new(&scene, &geometry, shows_reads);
        Self {
            scene,
            geometry,
            numbers,
            lines,
        }
    }
}

/// Colours and numbers.
pub fn cells(drawn: &Drawn, viewport: &Viewport, canvas: NodeRef) -> Html {
    let Drawn {
        scene, geometry, ..
    } = drawn;
    let width = scene.window.columns.len() as u32 * geometry.pitch_x;
    let height = scene.window.rows.len() as u32 * geometry.pitch_y;
    html! {
        <div class="grid-clip" style={clip(geometry)}>
            <div class="grid-moved" style={moved(geometry, viewport, scene)}>
                <canvas ref={canvas} style={format!("width:{width}px;height:{height}px")}></canvas>
                if let Some((spacing, text)) = &drawn.numbers {
                    <pre class="grid-numbers" style={text_style(geometry, spacing)}>{ text }</pre>
                }
            </div>
        </div>
    }
}

/// Colours the canvas, one pixel a cell. A browser without a canvas still shows the numbers.
pub fn paint(canvas: &NodeRef, scene: &Scene, palette: Palette, theme: Theme) -> Option<()> {
    let canvas = canvas.cast::<HtmlCanvasElement>()?;
    let (width, height) = (
        scene.window.columns.len() as u32,
        scene.window.rows.len() as u32,
    );
    if width == 0 || height == 0 {
        return None;
    }
    if canvas.width() != width || canvas.height() != height {
        canvas.set_width(width);
        canvas.set_height(height);
    }
    let pixels = scene.pixels(palette, theme);
    let image =
        ImageData::new_with_u8_clamped_array_and_sh(Clamped(&pixels), width, height).ok()?;
    canvas
        .get_context("2d")
        .ok()??
        .dyn_into::<CanvasRenderingContext2d>()
        .ok()?
        .put_image_data(&image, 0.0, 0.0)
        .ok()
}

fn numbers(scene: &Scene, spacing: &Spacing) -> String {
    let mut text = String::new();
    let mut label = String::new();
    for (_, cells) in scene.rows() {
        for cell in cells {
            label.clear();
            let _ = write!(label, "{}", cell.label);
            spacing.push(&mut text, &label);
        }
        text.push('\n');
    }
    text
}

fn clip(geometry: &Geometry) -> String {
    format!(
        "left:{}px;top:{}px",
        geometry.left - BORDER,
        geometry.top - BORDER
    )
}

/// Where the corner of the cells in view lies from the corner of the view.
fn offset(geometry: &Geometry, viewport: &Viewport, scene: &Scene) -> (i64, i64) {
    let corner = |first: u32, pitch: u32, scroll: i32| i64::from(first * pitch) - i64::from(scroll);
    (
        corner(scene.window.columns.start, geometry.pitch_x, viewport.left),
        corner(scene.window.rows.start, geometry.pitch_y, viewport.top),
    )
}

/// The same from the corner of the clipped layers, which leave room for the outer border.
fn clipped_offset(geometry: &Geometry, viewport: &Viewport, scene: &Scene) -> (i64, i64) {
    let (x, y) = offset(geometry, viewport, scene);
    (x + i64::from(BORDER), y + i64::from(BORDER))
}

fn moved(geometry: &Geometry, viewport: &Viewport, scene: &Scene) -> String {
    let (x, y) = clipped_offset(geometry, viewport, scene);
    format!("transform:translate({x}px,{y}px)")
}

fn text_style(geometry: &Geometry, spacing: &Spacing) -> String {
    format!(
        "font-size:{};line-height:{}px;letter-spacing:{};word-spacing:{}",
        px(geometry.font),
        geometry.pitch_y,
        px(spacing.letter),
        px(spacing.word)
    )
}

/// Size of the heads' text.
const HEAD_FONT: u32 = 11;

/// Heads of columns and rows; every 2nd, 4th, 8th … where they would touch.
pub fn heads(drawn: &Drawn, viewport: &Viewport) -> Html {
    let Drawn {
        scene, geometry, ..
    } = drawn;
    let (x, y) = offset(geometry, viewport, scene);
    let longest = scene
        .across
        .heads
        .iter()
        .map(|head| head.chars().count())
        .max();
    let every = every(geometry.pitch_x, (longest.unwrap_or(1) as u32 + 1) * 7);
    let columns = scene
        .window
        .columns
        .clone()
        .zip(&scene.across.heads)
        .zip(0..)
        .filter(|((column, _), _)| column.is_multiple_of(every))
        .map(|((_, head), place): ((u32, &String), u32)| {
            let middle = place * geometry.pitch_x + geometry.pitch_x / 2;
            html! { <text x={middle.to_string()} y="-8">{ head }</text> }
        });
    let every = self::every(geometry.pitch_y, 13);
    let mut rows = String::new();
    for (row, head) in scene.window.rows.clone().zip(&scene.down.heads) {
        if row.is_multiple_of(every) {
            rows.push_str(head);
        }
        rows.push('\n');
    }
    html! {
        <>
            <svg class="grid-heads" style={format!("left:{}px;height:{}px", geometry.left, geometry.top)}>
                <g transform={format!("translate({x},{})", geometry.top)} font-size={HEAD_FONT.to_string()}>{ for columns }</g>
            </svg>
            <div class="grid-row-heads" style={format!("top:{}px;width:{}px", geometry.top, geometry.left - 7)}>
                <pre style={format!("font-size:{HEAD_FONT}px;line-height:{}px;transform:translateY({y}px)", geometry.pitch_y)}>{ rows }</pre>
            </div>
        </>
    }
}

/// The least power of two that leaves `room` between heads.
fn every(pitch: u32, room: u32) -> u32 {
    let mut every = 1;
    while every * pitch.max(1) < room {
        every *= 2;
    }
    every
}

/// Lines, arrows, the step's read, and the pinned cell and the one under the cursor.
pub fn marks(
    drawn: &Drawn,
    viewport: &Viewport,
    pinned: Option<CellAt>,
    hovered: Option<CellAt>,
) -> Html {
    let Drawn {
        scene,
        geometry,
        lines,
        ..
    } = drawn;
    let (x, y) = clipped_offset(geometry, viewport, scene);
    let mark = |at: Option<CellAt>, class: &'static str| {
        at.map(|at| {
            let x = i64::from(at.column) - i64::from(scene.window.columns.start);
            let y = i64::from(at.row) - i64::from(scene.window.rows.start);
            let (w, h) = (geometry.pitch_x, geometry.pitch_y);
            html! {
                <rect {class} x={(x * i64::from(w)).to_string()} y={(y * i64::from(h)).to_string()} width={w.to_string()} height={h.to_string()} />
            }
        })
    };
    let band = |style: String, transform: String, is_across: bool| {
        let arrows = scene
            .arrows
            .iter()
            .filter(|arrow| (arrow.from.row == arrow.to.row) == is_across)
            .map(|arrow| {
                if is_across {
                    across(arrow, geometry)
                } else {
                    down(arrow, geometry)
                }
            });
        html! { <svg class="grid-arrows" {style}><g {transform}>{ for arrows }</g></svg> }
    };
    html! {
        <>
            <svg class="grid-marks" style={clip(geometry)}>
                <g transform={format!("translate({x},{y})")}>
                    <path class="grid-thin" d={lines.thin.clone()} />
                    <path class="grid-units" d={lines.units.clone()} />
                    <path class="grid-heavy" d={lines.heavy.clone()} />
                    <path class="grid-reads" d={lines.reads.clone()} />
                    { for mark(pinned, "grid-pinned") }
                    { for mark(hovered, "grid-hovered") }
                </g>
            </svg>
            { band(
                format!("left:{}px;right:0;top:0;height:{}px", geometry.left, geometry.top),
                format!("translate({},0)", -viewport.left),
                true,
            ) }
            { band(
                format!("left:0;width:{}px;top:{}px;bottom:0", geometry.left, geometry.top),
                format!("translate(0,{})", -viewport.top),
                false,
            ) }
        </>
    }
}

/// Paths of the lines between cells, from the corner of the cells in view.
struct Lines {
    thin: String,
    units: String,
    heavy: String,
    reads: String,
}

impl Lines {
    fn new(scene: &Scene, geometry: &Geometry, shows_reads: bool) -> Self {
        let (w, h) = (geometry.pitch_x, geometry.pitch_y);
        let (columns, rows) = (
            scene.window.columns.len() as u32,
            scene.window.rows.len() as u32,
        );
        let (right, bottom) = (columns * w, rows * h);
        let mut thin = String::new();
        // Cells of a few pixels would be nothing but lines.
        if w >= 8 {
            for column in 1..columns {
                let _ = write!(thin, "M{} 0V{bottom}", column * w);
            }
            for row in 1..rows {
                let _ = write!(thin, "M0 {}H{right}", row * h);
            }
        }
        let mut units = String::new();
        if scene.unit_columns > 1 {
            for column in scene.window.columns.clone() {
                if column.is_multiple_of(scene.unit_columns) {
                    let _ = write!(
                        units,
                        "M{} 0V{bottom}",
                        (column - scene.window.columns.start) * w
                    );
                }
            }
        }
        let mut heavy = String::new();
        for column in &scene.column_breaks {
            let _ = write!(
                heavy,
                "M{} 0V{bottom}",
                (column - scene.window.columns.start) * w
            );
        }
        for row in &scene.row_breaks {
            let _ = write!(heavy, "M0 {}H{right}", (row - scene.window.rows.start) * h);
        }
        let _ = write!(heavy, "{}", border(scene, right, bottom));
        let reads = if shows_reads {
            outline(scene, w, h)
        } else {
            String::new()
        };
        Self {
            thin,
            units,
            heavy,
            reads,
        }
    }
}

/// The picture's own edges, where they are in view.
fn border(scene: &Scene, right: u32, bottom: u32) -> String {
    let mut path = String::new();
    if scene.window.rows.start == 0 {
        let _ = write!(path, "M0 0H{right}");
    }
    if scene.window.columns.start == 0 {
        let _ = write!(path, "M0 0V{bottom}");
    }
    if scene.window.rows.end == scene.size.rows {
        let _ = write!(path, "M0 {bottom}H{right}");
    }
    if scene.window.columns.end == scene.size.columns {
        let _ = write!(path, "M{right} 0V{bottom}");
    }
    path
}

/// Rectangles around the runs, equal ones of neighbouring rows joined.
fn outline(scene: &Scene, w: u32, h: u32) -> String {
    let mut path = String::new();
    let mut open: Vec<(Run, u32)> = Vec::new();
    let mut close = |run: &Run, rows: u32| {
        let x = i64::from(run.columns.start) - i64::from(scene.window.columns.start);
        let y = run.row - scene.window.rows.start;
        let width = run.columns.len() as u32 * w;
        let _ = write!(
            path,
            "M{} {}h{width}v{}h-{width}z",
            x * i64::from(w),
            y * h,
            rows * h
        );
    };
    for run in &scene.reads {
        let grown = open
            .iter_mut()
            .find(|(first, rows)| first.columns == run.columns && first.row + *rows == run.row);
        match grown {
            Some((_, rows)) => *rows += 1,
            None => {
                open.retain(|(first, rows)| {
                    let goes_on = first.row + rows >= run.row;
                    if !goes_on {
                        close(first, *rows);
                    }
                    goes_on
                });
                open.push((run.clone(), 1));
            }
        }
    }
    for (run, rows) in &open {
        close(run, *rows);
    }
    path
}

const fn colour_class(stride: Stride) -> &'static str {
    match stride {
        Stride::Lbo => "arrow is-lbo",
        Stride::Sbo => "arrow is-sbo",
    }
}

fn across(arrow: &Arrow, geometry: &Geometry) -> Html {
    let from = arrow.from.column * geometry.pitch_x + 1;
    let to = arrow.to.column * geometry.pitch_x;
    html! {
        <g class={colour_class(arrow.stride)}>
            <title>{ format!("{}: {}", arrow.label, arrow.caption) }</title>
            <circle cx={(from + 3).to_string()} cy="18" r="3.5" />
            <path d={format!("M{} 18H{}", from + 3, to.saturating_sub(7))} />
            <path class="arrow-head" d={format!("M{to} 18l-8 -4.5v9z")} />
            <text x={(from + 2).to_string()} y="10">{ &arrow.label }</text>
        </g>
    }
}

fn down(arrow: &Arrow, geometry: &Geometry) -> Html {
    let from = arrow.from.row * geometry.pitch_y + 1;
    let to = arrow.to.row * geometry.pitch_y;
    // Where both strides run down, in the memory view, they stand side by side.
    let x = match arrow.stride {
        Stride::Sbo => geometry.arrows - 10,
        Stride::Lbo => 17,
    };
    let (tip, back) = if to > from { (to, -8) } else { (to, 8) };
    let middle = from + 6;
    html! {
        <g class={colour_class(arrow.stride)}>
            <title>{ format!("{}: {}", arrow.label, arrow.caption) }</title>
            <circle cx={x.to_string()} cy={(from + 3).to_string()} r="3.5" />
            <path d={format!("M{x} {}V{}", from + 3, i64::from(tip) + i64::from(back))} />
            <path class="arrow-head" d={format!("M{x} {tip}l-4.5 {back}h9z")} />
            <text transform={format!("translate({},{}) rotate(-90)", x - 7, middle)} text-anchor="end">{ &arrow.label }</text>
        </g>
    }
}
