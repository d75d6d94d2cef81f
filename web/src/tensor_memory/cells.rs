//! The cells that a load reads, and the registers that get them: what is at hand in one is at hand in the other.

use swizzle_core::Named as _;
use swizzle_draw::scene::{CellAt, LoadCell, LoadPicture, LoadSide, Run};
use swizzle_tmem::plan::Cell;
use yew::prelude::*;

use crate::element::{Attr, Element, el};
use crate::page::Look;
use crate::view::{Outlined, Shared, Sheet};

/// Properties of [`Cells`].
#[derive(Properties, PartialEq)]
pub(super) struct CellsProps {
    pub(super) picture: Shared<LoadPicture>,
    pub(super) look: Look,
    /// The cell under the pointer.
    pub(super) at: Option<Cell>,
    pub(super) on_at: Callback<Option<Cell>>,
    /// Called with a cell that is pressed, and the side on which it is.
    pub(super) on_cell: Callback<(LoadSide, Cell)>,
    /// The sides that are drawn. Beside the lanes of a lesson are the threads of the register at hand alone.
    #[prop_or(LoadSide::ALL)]
    pub(super) sides: &'static [LoadSide],
    #[prop_or_default]
    pub(super) is_in_lesson: bool,
    /// Whether the cells do not say what they hold.
    #[prop_or_default]
    pub(super) is_blank: bool,
    /// Whether no cell is marked but the one under the pointer.
    #[prop_or_default]
    pub(super) is_unmarked: bool,
}

/// Side of a cell, room for heads at the left and at the top, and the height of a heading, in pixels.
pub(super) const SIDE: u32 = 28;
/// Width and height of a cell with both numbers in one line.
const LONG: (u32, u32) = (44, 33);
const LEFT: u32 = 36;
const TOP: u32 = 28;
const HEADING: u32 = 20;
/// Between two pictures of one side, and between both sides: of three pictures and of four.
const GAP: u32 = 12;
const APART: [u32; 2] = [64, 40];

/// Width of a picture of so many columns.
pub(super) const fn width(columns: u32, side: u32) -> u32 {
    LEFT + columns * side + 2
}

/// All pictures.
#[component]
pub(super) fn Cells(props: &CellsProps) -> Html {
    let drawn = use_memo(
        (props.picture.clone(), props.is_blank, props.is_in_lesson),
        |(picture, is_blank, is_in_lesson)| {
            let scenes = picture.scenes().into_iter();
            let scenes = scenes.map(|scene| match (is_blank, is_in_lesson) {
                (true, _) => scene.without_labels(),
                (false, true) => scene,
                (false, false) => scene.in_one_line(),
            });
            scenes.map(Shared::new).collect::<Vec<_>>()
        },
    );
    let scenes = &*drawn;
    let picture = &props.picture;
    let here = props.at.unwrap_or(picture.read.cell);
    let is_marked = !(props.is_blank || props.is_unmarked) || props.at.is_some();
    let at = picture.cells_of(here);
    let register = picture.read.register_from_cell(here);
    let thread = register
        .filter(|_| is_marked)
        .map(|register| picture.cells_of_thread(register.thread));
    let thread = thread.unwrap_or_default();
    let has = |side: LoadSide| props.sides.contains(&side);
    let has_threads = has(LoadSide::Registers);
    // The lanes have the longest label of all pictures.
    let longest = scenes[0].cells.iter();
    let longest = longest.map(|cell| cell.label.characters()).max();
    // The full height that the picture needs, on any screen.
    let (wide, longest, spare) = match props.is_in_lesson {
        true => (SIDE, 3, 0),
        false => (LONG.0, longest.unwrap_or(0), u32::MAX),
    };
    let sheet = |number: usize, name: &'static str| {
        let scene = scenes[number].clone();
        let columns = scene.size.columns;
        let on_at = {
            let (picture, on_at) = (picture.clone(), props.on_at.clone());
            Callback::from(move |at: Option<CellAt>| {
                on_at.emit(at.and_then(|at| picture.place((number, at))));
            })
        };
        let spoken = {
            let (picture, is_blank) = (picture.clone(), props.is_blank);
            Callback::from(move |at: CellAt| {
                let place = picture.place((number, at));
                place.map_or_else(String::new, |place| match is_blank {
                    true => picture.told_blank((number, at)),
                    false => picture.told(place),
                })
            })
        };
        let side = picture.side(number);
        let on_press = {
            let (picture, on_cell) = (picture.clone(), props.on_cell.clone());
            Callback::from(move |at: CellAt| {
                if let Some(cell) = picture.place((number, at)) {
                    on_cell.emit((side, cell));
                }
            })
        };
        let own = at.iter().find(|(of, _)| *of == number && is_marked);
        let own = own.map(|(_, at)| *at);
        let outlined = Outlined {
            runs: runs(&thread, number),
            number: None,
            is_chosen: true,
        };
        let outlined: Vec<Outlined> = has_threads.then_some(outlined).into_iter().collect();
        el("div")
            .key(number)
            .class("tensor-sheet")
            .attr(Attr::Style, format!("--wide:{}px", width(columns, wide)))
            .child(html! {
                <Sheet
                    {scene} {name} look={(props.look.palette, props.look.theme)} rows={16} {spare}
                    at={own} {on_at} {on_press} {outlined} {spoken} {longest}
                />
            })
    };
    let of_lanes = picture.of_lanes();
    let is_alone = props.is_in_lesson && props.sides.len() > 1;
    let of_thread = of_lanes + register.map_or(0, |one| (one.thread / 16) as usize);
    let lanes = has(LoadSide::Cells).then(|| {
        let sheets = (0..of_lanes).map(|number| sheet(number, "Lanes and columns"));
        // Colours without registers beside them need no name.
        let colour = has_threads.then_some("colour: register");
        let legend = (!props.is_blank).then(|| picture.legend());
        let how: Vec<&str> = legend.into_iter().chain(colour).collect();
        el("section")
            .attr(Attr::AriaLabel, "Cells")
            .child(
                el("h2")
                    .child("Lanes × columns")
                    .child(el("small").child(how.join("; "))),
            )
            .child(el("div").class("tensor-sheets").children(sheets))
    });
    let threads = has_threads.then(|| {
        let all = of_lanes..scenes.len();
        let all = all.filter(|number| !is_alone || *number == of_thread);
        let sheets = all.map(|number| sheet(number, "Threads and registers"));
        el("section")
            .attr(Attr::AriaLabel, "Registers")
            .child(
                el("h2")
                    .child("Registers")
                    .child(el("code").child(picture.read.line())),
            )
            .child(el("div").class("tensor-sheets").children(sheets))
    });
    let apart = apart(of_lanes);
    let columns = scenes.iter().map(|one| one.size.columns);
    el("div")
        .class("tensor-cells")
        .class_if(of_lanes > 1, "is-folded")
        .attr(Attr::Style, format!("--apart:{apart}px;--gap:{GAP}px"))
        .child(lanes)
        .child(threads)
        .child((is_marked && !props.is_in_lesson).then(|| leader(picture, columns, &at)))
        .into()
}

/// Between both sides, given how many pictures there are of lanes.
const fn apart(of_lanes: usize) -> u32 {
    match of_lanes {
        1 => APART[0],
        _ => APART[1],
    }
}

/// The cells of one picture, neighbours in a row together.
fn runs(cells: &[LoadCell], number: usize) -> Vec<Run> {
    let own = cells.iter().filter(|(of, _)| *of == number);
    let mut own: Vec<(u32, u32)> = own.map(|(_, at)| (at.row, at.column)).collect();
    own.sort_unstable();
    let mut runs: Vec<Run> = Vec::new();
    for (row, column) in own {
        Run::push(&mut runs, row, column..column + 1);
    }
    runs
}

/// The line from a cell to its register, along the lines between cells, so that it crosses no number.
fn leader(
    picture: &LoadPicture,
    columns: impl Iterator<Item = u32>,
    at: &[LoadCell],
) -> Option<Element> {
    let columns: Vec<u32> = columns.collect();
    let of_lanes = picture.of_lanes();
    let left = |number: usize| {
        let before: u32 = columns[..number]
            .iter()
            .map(|one| width(*one, LONG.0))
            .sum();
        let gaps = number as u32 * GAP;
        let apart = match number >= of_lanes {
            true => apart(of_lanes) - GAP,
            false => 0,
        };
        before + gaps + apart
    };
    let foot = |at: CellAt| HEADING + TOP + (at.row + 1) * LONG.1;
    let [(first, from), (second, to)] = at else {
        return None;
    };
    let x1 = left(*first) + LEFT + (from.column + 1) * LONG.0;
    let x2 = left(*second) + LEFT + to.column * LONG.0;
    let (y1, y2) = (foot(*from), foot(*to));
    let room = apart(of_lanes);
    let middle = left(of_lanes) - room / 2 + 4;
    let half = room / 3;
    let path = format!(
        "M{x1} {y1}H{}C{} {y1} {} {y2} {} {y2}H{x2}",
        middle - half,
        middle + half / 2,
        middle - half / 2,
        middle + half
    );
    Some(
        el("svg")
            .class("tensor-leader")
            .attr(Attr::AriaHidden, "true")
            .child(el("path").attr(Attr::D, path)),
    )
}
