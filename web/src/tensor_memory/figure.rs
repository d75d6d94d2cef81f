//! A figure of a lesson: pictures of the page of tensor memory, in a state that is a link of it.

use swizzle_core::Named as _;
use swizzle_draw::scene::LoadSide;
use swizzle_learn::Part;
use swizzle_tmem::plan::{Cell, Region};
use swizzle_view::link::{TensorMemoryShown, form_from_link, link_from_form};
use yew::prelude::*;

use super::cells::Cells;
use super::judged::use_judged;
use super::map::Map;
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::page::figure_part::PartFigureProps;
use crate::page::framed::unmeasured;
use crate::page::part_of;

/// The figure.
#[component]
pub(super) fn TensorFigure(props: &PartFigureProps) -> Html {
    let shown = form_from_link::<TensorMemoryShown>(&props.link).shown;
    let (judged, drawn) = use_judged(&shown, 8);
    let (at, on_at) = use_value(|| None::<Cell>);
    let (hovered, on_hovered) = use_value(|| None::<usize>);
    let key = (
        shown.clone(),
        props.on_link.clone(),
        props.on_pressed.clone(),
    );
    // The same callbacks until something else is shown: no move of the pointer draws the map anew.
    let set = use_memo(key, |(shown, on_link, on_pressed)| {
        let on_shown = on_link.reform(|shown: TensorMemoryShown| link_from_form(&shown));
        let on_cell = part_of(shown, &on_shown, |shown, cell| shown.cell = cell);
        let on_column = part_of(shown, &on_shown, |shown, (index, column)| {
            shown.plan = shown.plan.with_column(index, column);
        });
        let on_pressed = on_pressed.clone();
        let on_press = Callback::from(move |(part, cell): (Part, Cell)| {
            on_cell.emit(cell);
            on_pressed.emit((part, [cell.cta, cell.lane, cell.column]));
        });
        let on_map = on_press.reform(|cell: Cell| (Part::Map, cell));
        (on_column, on_map, on_press)
    });
    let (on_column, on_map, on_press) = &*set;
    let Some(picture) = drawn else {
        return Html::default();
    };
    let at = at.filter(|at| at.cta < shown.plan.mma.ctas());
    let here = at.unwrap_or(picture.read.cell);
    let region = picture.laid.at(here).first().map(|held| held.region);
    let has = |part: Part| props.parts.contains(&part);
    let map = has(Part::Map).then(|| {
        html! {
            <Map
                picture={picture.clone()} judged={judged.clone()} plan={shown.plan.clone()} look={props.look}
                region={hovered.or(region)} on_cell={on_map.clone()}
                on_column={on_column.clone()} on_region={on_hovered.clone()} has_budget={has(Part::Columns)}
                has_window={has(Part::Lanes) || has(Part::Registers)} is_blank={props.is_blank}
            />
        }
    });
    let sides: &'static [LoadSide] = match (has(Part::Lanes), has(Part::Registers)) {
        (true, true) => LoadSide::ALL,
        (true, false) => &[LoadSide::Cells],
        (false, true) => &[LoadSide::Registers],
        (false, false) => &[],
    };
    let cells = (!sides.is_empty()).then(|| {
        let on_pressed = on_press.reform(|(side, cell): (LoadSide, Cell)| match side {
            LoadSide::Cells => (Part::Lanes, cell),
            LoadSide::Registers => (Part::Registers, cell),
        });
        html! {
            <Cells
                picture={picture.clone()} look={props.look} {at} {on_at} on_cell={on_pressed} {sides}
                is_in_lesson={true} is_blank={props.is_blank}
            />
        }
    });
    let told = (!props.is_asking).then(|| {
        el("p")
            .class("hint")
            .attr(Attr::AriaLive, "polite")
            .child(picture.told(here))
    });
    el("div")
        .class("tensor-figure")
        .child(unmeasured())
        .child(map)
        .child(cells)
        .child(told)
        .child(fragment().children(picture.laid.regions().map(attested)))
        .into()
}

/// How well where a region is is attested.
fn attested(region: &Region) -> Element {
    let (mark, source) = region.attested();
    el("p")
        .class("tensor-mark")
        .attr(Attr::Title, source)
        .child(format!("{}, {}: {}", region.name, region.size, mark.text()))
}
