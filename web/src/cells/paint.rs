//! Cells on a canvas: painted where they are, or on their way there.

use super::view::hatch;
use super::*;
use gloo_render::{AnimationFrame, request_animation_frame};
use std::collections::BTreeMap;

/// From this height on there are lines between cells.
pub const LINED: f64 = 10.0;
/// Milliseconds that cells fly.
const FLIGHT: f64 = 350.0;
/// Width of a letter, in heights of its font.
const LETTER: f64 = 0.6;
/// The largest dot, and the smallest one with a label.
const DOT: f64 = 13.0;
const LABELED_DOT: f64 = 7.0;

/// What a canvas shows.
#[derive(Clone, PartialEq)]
struct Painted {
    scene: Shared<Scene>,
    geometry: Geometry,
    here: Option<(u32, u32)>,
    ink: Shared<Ink>,
    is_loud: bool,
}

impl Painted {
    /// A cell as it is painted: itself, and whether the unit in view is beside or in it.
    fn at(&self, at: (u32, u32)) -> (Option<&Cell>, bool, bool) {
        let is_near = self.here.is_some_and(|(row, column)| row == at.0 || column == at.1);
        (self.scene.cell(at.0, at.1), is_near, self.here == Some(at))
    }

    /// Whether another one differs in cells alone.
    fn is_like(&self, other: &Self) -> bool {
        self.geometry == other.geometry
            && self.ink == other.ink
            && self.is_loud == other.is_loud
            && self.scene.columns == other.scene.columns
    }
}

/// Where a cell is drawn, by its index and its own place.
type Place<'p> = &'p dyn Fn(usize, (f64, f64)) -> (f64, f64);

/// Paints after each change; where the same cells are in other places, they fly there first.
#[hook]
pub fn use_paint(canvas: &NodeRef, props: &CellsProps, here: Option<(u32, u32)>) {
    let (canvas, flight) = (canvas.clone(), use_mut_ref(|| None::<AnimationFrame>));
    let last = use_mut_ref(|| None::<Painted>);
    use_print({
        let (canvas, last) = (canvas.clone(), last.clone());
        move |_| {
            let canvas = canvas.cast::<HtmlCanvasElement>();
            if let Some((canvas, now)) = canvas.zip(last.borrow().clone()) {
                let _ = paint(&canvas, &now, None, &|_, own| own);
            }
        }
    });
    let CellsProps { scene, geometry, ink, is_loud, .. } = props.clone();
    // In the frame of the numbers, and before a sheet of paper is made.
    use_before_paint(Painted { scene, geometry, here, ink, is_loud }, move |now: Painted| {
        let under = last.borrow_mut().replace(now.clone()).filter(|former| former.is_like(&now));
        let moves = under
            .as_ref()
            .filter(|former| former.scene != now.scene && !browser::prefers_stillness())
            .and_then(|former| moves(&former.scene, &now.scene, now.geometry));
        // A flight that is broken off leaves cells anywhere.
        let under = under.filter(|_| moves.is_none() && flight.borrow_mut().take().is_none());
        let Some(canvas) = canvas.cast::<HtmlCanvasElement>() else {
            return;
        };
        let Some(moves) = moves else {
            let _ = paint(&canvas, &now, under.as_ref(), &|_, own| own);
            return;
        };
        let draw = move |at: f64| {
            let between = |index: usize, (x, y)| {
                let from = moves.get(index).copied().flatten();
                from.map_or((x, y), |(a, b)| (a + (x - a) * at, b + (y - b) * at))
            };
            let _ = paint(&canvas, &now, None, &between);
        };
        draw(0.0);
        fly(flight, None, Rc::new(draw));
    });
}

/// Where the cells in view come from: `None` if none of them was elsewhere in view.
fn moves(former: &Scene, now: &Scene, geometry: Geometry) -> Option<Vec<Option<(f64, f64)>>> {
    let in_view = |scene: &Scene| {
        let (first, end) = (geometry.first, geometry.first + geometry.rows);
        let end = (end * scene.columns).min(scene.cells.len() as u32);
        (first * scene.columns).min(end)..end
    };
    // By their ids: a tile has thousands of cells, and each is looked for at every edit. The first of several counts.
    let places: BTreeMap<u32, u32> = in_view(former)
        .rev()
        .map(|at| (&former.cells[at as usize], at))
        .filter(|(cell, _)| cell.look != Look::Absent && cell.id != NONE)
        .map(|(cell, at)| (cell.id, at))
        .collect();
    let mut all = vec![None; now.cells.len()];
    for at in in_view(now) {
        let from = places.get(&now.cells[at as usize].id).filter(|from| **from != at);
        all[at as usize] = from.map(|from| {
            let (row, column) = former.place(*from);
            geometry.corner(row, column)
        });
    }
    all.iter().any(Option::is_some).then_some(all)
}

/// Draws frame after frame, the last one at 1.
fn fly(slot: Rc<RefCell<Option<AnimationFrame>>>, start: Option<f64>, draw: Rc<dyn Fn(f64)>) {
    let next = slot.clone();
    let frame = request_animation_frame(move |now| {
        let start = start.unwrap_or(now);
        let at = ((now - start) / FLIGHT).min(1.0);
        draw(at * at * (3.0 - 2.0 * at));
        if at < 1.0 { fly(next, Some(start), draw) } else { *next.borrow_mut() = None }
    });
    *slot.borrow_mut() = Some(frame);
}

/// Paints the cells in view with their labels, each where `place` puts it; on top of what is there, only those that differ from
/// it. Paper has its own colours, and nothing under it. `None` where the browser has no canvas.
fn paint(canvas: &HtmlCanvasElement, of: &Painted, under: Option<&Painted>, place: Place<'_>) -> Option<()> {
    let paper = browser::is_printing().then(|| Painted { ink: Shared::new(of.ink.on_paper()), ..of.clone() });
    let under = under.filter(|_| paper.is_none());
    let of = paper.as_ref().unwrap_or(of);
    let Painted { scene, geometry, .. } = of;
    let context = prepared(canvas, geometry, under.is_some())?;
    let rows = geometry.first..geometry.first + geometry.rows;
    let all = rows.flat_map(|row| (0..scene.columns).map(move |column| (row, column)));
    let cells: Vec<_> = all.filter(|at| under.is_none_or(|under| under.at(*at) != of.at(*at))).collect();
    let corner = |(row, column)| place((row * scene.columns + column) as usize, geometry.corner(row, column));
    let corners = cells.iter().map(|at| (*at, corner(*at)));
    grounds(&context, of, corners.clone(), under.is_some())?;
    numbers(&context, of, corners)?;
    // Chromium prints what it showed last, unless somebody asked for what is painted since.
    if paper.is_some() {
        let _ = context.get_image_data(0.0, 0.0, 1.0, 1.0);
    }
    Some(())
}

/// Row and column of a cell, and its corner.
type At = ((u32, u32), (f64, f64));

/// The colours of cells, their padding and their dots.
fn grounds(
    context: &CanvasRenderingContext2d,
    of: &Painted,
    cells: impl Iterator<Item = At>,
    is_over: bool,
) -> Option<()> {
    let Painted { scene, geometry, ink, .. } = of;
    let (width, height) = geometry.cell();
    let line = if height >= LINED { 1.0 } else { 0.0 };
    for (at, (x, y)) in cells {
        // Low rows end at whole pixels, or the ground shows between them.
        let (y, height) = match line {
            0.0 => (y.round(), (y + height).round() - y.round()),
            _ => (y, height),
        };
        if is_over {
            context.clear_rect(x, y, width, height);
        }
        let Some(cell) = scene.cell(at.0, at.1) else {
            continue;
        };
        let alpha = Ink::alpha(cell);
        let fill = |colour: &str, alpha: f64| {
            context.set_global_alpha(alpha);
            context.set_fill_style_str(colour);
            context.fill_rect(x + line / 2.0, y + line / 2.0, width - line, height - line);
        };
        if alpha < 1.0 {
            // Cells that cross each other hide each other.
            fill(&ink.marks[3], 1.0);
        }
        fill(ink.fill(cell), alpha);
        if let Look::Padded(bytes) = cell.look {
            let data = width * f64::from(bytes) / 16.0;
            context.set_fill_style_str(&ink.empty);
            context.fill_rect(x + data, y + line / 2.0, width - data - line / 2.0, height - line);
            hatch(context, (x + data, y), (width - data, height));
        }
        if let Some(colour) = ink.dot(cell) {
            context.set_global_alpha(1.0);
            context.set_fill_style_str(colour);
            context.begin_path();
            let (middle, half) =
                ((x + width / 2.0, y + height / 2.0), (width / 2.0).min(height / 2.0 - 0.5).min(DOT));
            // Narrow cells have bars, which are seen farther.
            let tall = if half < LABELED_DOT { height / 2.0 - 2.0 } else { half };
            context.ellipse(middle.0, middle.1, half, tall, 0.0, 0.0, std::f64::consts::TAU).ok()?;
            context.fill();
        }
    }
    Some(())
}

/// What is written in cells.
fn numbers(context: &CanvasRenderingContext2d, of: &Painted, cells: impl Iterator<Item = At>) -> Option<()> {
    let Painted { scene, geometry, ink, is_loud, .. } = of;
    let (width, height) = geometry.cell();
    let is_dot = |(row, column): &(u32, u32)| {
        let cell = scene.cell(*row, *column);
        cell.is_some_and(|cell| ink.dot(cell).is_some()) && width.min(height) >= 2.0 * LABELED_DOT
    };
    let has_numbers = height >= NUMBERED && width >= NUMBERED;
    let size = if height < 40.0 {
        11
    } else if width >= 68.0 {
        14
    } else {
        12
    };
    let is_tall = height >= 1.5 * width;
    let is_tight = !is_tall && f64::from(size) * LETTER * longest(scene, geometry) > width;
    let fonts = ["400", "600"].map(|weight| format!("{weight} {size}px {}", ink.font));
    let mut was = (2, "");
    for (at, (x, y)) in cells.filter(|(at, _)| has_numbers || is_dot(at)) {
        let (Some(cell), is_near, is_here) = of.at(at) else {
            continue;
        };
        // What is of no interest has a number only where it is looked at.
        let is_idle = cell.look == Look::Dimmed && !is_near && !*is_loud;
        if is_idle || cell.look == Look::Soft || is_tight && !is_here {
            continue;
        }
        let is_wrong = cell.look == Look::Wrong;
        let bold = usize::from(is_here || is_wrong && is_near);
        let (colour, quiet) = ink.letters(cell);
        if was.0 != bold {
            context.set_font(&fonts[bold]);
        }
        if was.1 != colour {
            context.set_fill_style_str(colour);
        }
        was = (bold, colour);
        context.set_global_alpha(if is_near || *is_loud { 1.0 } else { quiet });
        let middle = match cell.look {
            Look::Padded(bytes) => width * f64::from(bytes) / 32.0,
            _ => width / 2.0,
        };
        let text = cell.label.to_string();
        // A cell that stands has its two numbers one under the other.
        let (first, second) = match text.split_once(',').filter(|_| is_tall) {
            Some((first, second)) => (first, Some(second)),
            None => (&*text, None),
        };
        let lines = second.into_iter().map(|line| (line, 8.0));
        let by = if second.is_some() { -8.0 } else { 0.0 };
        for (line, by) in [(first, by)].into_iter().chain(lines) {
            context.fill_text(line, x + middle, y + height / 2.0 + 1.0 + by).ok()?;
        }
    }
    Some(())
}

/// Letters of the last label in view: numbers grow along rows and columns.
fn longest(scene: &Scene, geometry: &Geometry) -> f64 {
    let last = (geometry.first + geometry.rows).min(scene.rows());
    let cell = scene.cell(last.saturating_sub(1), scene.columns.saturating_sub(1));
    cell.map_or(0.0, |cell| cell.label.to_string().len() as f64)
}

/// A canvas of the right size, in pixels of the page; empty, unless it is painted over.
fn prepared(
    canvas: &HtmlCanvasElement,
    geometry: &Geometry,
    is_kept: bool,
) -> Option<CanvasRenderingContext2d> {
    let ratio = browser::window().device_pixel_ratio();
    let [width, height] = [geometry.size.0, geometry.size.1].map(|side| (side * ratio) as u32);
    if (canvas.width(), canvas.height()) != (width, height) {
        canvas.set_width(width);
        canvas.set_height(height);
    }
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.unchecked_into();
    context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0).ok()?;
    if !is_kept {
        context.clear_rect(0.0, 0.0, geometry.size.0, geometry.size.1);
    }
    context.set_text_align("center");
    context.set_text_baseline("middle");
    Some(context)
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    /// Cells of four columns, by their ids; none is where there is no id.
    fn scene(ids: impl Iterator<Item = u32>) -> Scene {
        let cell =
            |id| Cell { id, look: if id == NONE { Look::Absent } else { Look::Plain }, ..Cell::default() };
        Scene { columns: 4, cells: ids.map(cell).collect(), ..Scene::default() }
    }

    /// A cell comes from where its id was, if that was elsewhere and both places are in view; each is looked for by itself here.
    #[test]
    fn cells_come_from_where_their_ids_were() {
        let ids = |factor: u32| (0..32).map(move |at| if at % 7 == 3 { NONE } else { at * factor % 32 });
        let (former, now) = (scene(ids(1)), scene(ids(5)));
        for (first, rows) in [(0, 8), (0, 2), (3, 4), (6, 4)] {
            let geometry = Geometry { size: (40.0, 80.0), columns: 4, rows, first };
            let expected = (0..).zip(&now.cells).map(|(at, cell)| {
                let from = former.find(cell.id).filter(|from| *from != at)?;
                let is_seen = |at: u32| geometry.shows(at / 4);
                (is_seen(at) && is_seen(from)).then(|| geometry.corner(from / 4, from % 4))
            });
            assert_eq!(moves(&former, &now, geometry), Some(expected.collect()), "{first}, {rows}");
        }
        let all = Geometry { size: (40.0, 80.0), columns: 4, rows: 8, first: 0 };
        assert_eq!(moves(&former, &former, all), None);
    }
}
