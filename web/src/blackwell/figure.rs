//! A figure of a lesson: stations and plan of a link, in parts, and what is known of it once a question is answered.

use swizzle_draw::scene::{LoadSide, ScalePane, ScalePictures, ScaleWindow};
use swizzle_learn::{
    Facts as Known, Figure, Kind, Part, Stop, TENSOR_MEMORY, is_of_scale, set_in_tensor_memory,
    value_in_tensor_memory,
};
use swizzle_tmem::tensor_memory::COLUMNS;
use swizzle_view::blackwell::{Facts, Shown, Trip, steps};
use yew::prelude::*;

use super::more::table;
use super::plan::PlanBar;
use super::scenes::{by_cell, factors, place_of, side_of_load};
use super::view::GUTTER;
use crate::cells::{Cells, Event, Hot, Scene, use_ink};
use crate::control::icon::{NOTE, icon};
use crate::element::{Attr, Element, el};
use crate::kit::Shared;
use crate::page::field::{NumberField, One, list};
use crate::page::figure_part::{FigurePart, PartFigureProps};
use crate::page::load::{Loading, split_point};

split_point! {
    tensor: fn load_part() -> FigurePart {
        FigurePart {
            draw: |props| {
                html! { <PlanFigure ..props /> }
            },
            subject: &TENSOR_MEMORY,
            knob,
            told,
            is_changed: |link, began| without_cell(link) != without_cell(began),
            door: |link| match is_of_scale(link) {
                true => "Open in scale factors",
                false => "Open in tensor memory",
            },
        }
    }
}

/// The source of what was never run.
const NOT_MEASURED: &str = "From the manual and CUTLASS; not measured";

/// Loads what draws figures of tensor memory in lessons, and answers the questions about them.
pub fn load_figure() -> Loading<FigurePart> {
    Box::pin(load_part())
}

/// Size of a cell, and width of the plan.
const CELL: (f64, f64) = (46.0, 26.0);
const PLAN: f64 = 480.0;

/// The figure.
#[component]
fn PlanFigure(props: &PartFigureProps) -> Html {
    let facts = use_memo(props.link.clone(), |link| {
        Shared::new(Facts::of(&Shown::of_link(link).shown))
    });
    let facts = (*facts).clone();
    let ink = use_ink(props.look);
    let pointed = use_state_eq(|| None::<Shown>);
    {
        // What was pointed at belongs to the link before.
        let pointed = pointed.setter();
        use_effect_with(props.link.clone(), move |_| pointed.set(None));
    }
    let at = (*pointed).clone().unwrap_or_else(|| facts.shown.clone());
    let Some(ink) = ink else {
        return Html::default();
    };
    let is_marked = !props.is_blank || pointed.is_some();
    let show = {
        let (on_link, pointed) = (props.on_link.clone(), pointed.setter());
        Callback::from(move |shown: Shown| {
            pointed.set(None);
            on_link.emit(shown.link());
        })
    };
    let cells = |part: Part, mut scene: Scene, hot: Option<u32>, go: fn(&Shown, u32) -> Shown| {
        if props.is_blank {
            scene.cells.iter_mut().for_each(|cell| {
                cell.label = swizzle_draw::scene::Label::Blank;
            });
        }
        let name = match part {
            Part::Lanes => "Lanes and columns",
            Part::Registers => "Threads and registers",
            _ => scene.name,
        };
        scene.name = name;
        let size = (
            CELL.0 * f64::from(scene.columns),
            CELL.1 * f64::from(scene.rows()),
        );
        let place = scene.geometry(size, scene.rows(), 0, None);
        let here = hot.filter(|_| is_marked);
        let on = {
            let (show, shown, pointed) = (show.clone(), facts.shown.clone(), pointed.setter());
            let on_pressed = props.on_pressed.clone();
            Callback::from(move |event: Event| {
                let press = |id: u32| {
                    let next = go(&shown, id);
                    let cell = next.tensor.cell;
                    show.emit(next);
                    on_pressed.emit((part, [cell.cta, cell.lane, cell.column]));
                };
                match event {
                    Event::Point(id) => pointed.set(id.map(|id| go(&shown, id))),
                    Event::Walk(id) => pointed.set(Some(go(&shown, id))),
                    Event::Pin(id) => id.or(here).into_iter().for_each(press),
                    Event::Zoom(_) | Event::First(_) => {}
                }
            })
        };
        let hot = Hot::at(here);
        html! { <Cells scene={Shared::new(scene)} geometry={place} gutter={GUTTER}  has_rail={false} {hot} ink={ink.clone()} {on} /> }
    };
    let load = facts.load(&at);
    let side = |part: Part, side: LoadSide| {
        let Some(picture) = &load else {
            return Html::default();
        };
        let hot = by_cell(picture.read.cell);
        cells(
            part,
            side_of_load(picture, side, by_cell),
            hot,
            |shown, id| shown.with_cell(place_of(id)),
        )
    };
    let scale = facts.stage().zip(facts.followed(&at));
    let pane = |part: Part, pane: ScalePane| {
        let Some((stage, followed)) = &scale else {
            return Html::default();
        };
        let own = &facts.shown.scale;
        let pictures = ScalePictures {
            stage,
            window: ScaleWindow::with(own.row, own.block, None),
            reading: 0,
        };
        let word = if pane == ScalePane::Matrix {
            followed.factor
        } else {
            followed.factor / 4 * 4
        };
        let hot = Some(followed.row << 8 | word);
        cells(part, factors(&pictures, pane), hot, |shown, id| {
            shown.with_factor((id >> 8, id & 255))
        })
    };
    let one = |part: &Part| match part {
        Part::Map => {
            let cells = if is_marked {
                facts.cells(&at)
            } else {
                Vec::new()
            };
            let on = {
                let (show, on_pressed, began) =
                    (show.clone(), props.on_pressed.clone(), facts.shown.clone());
                Callback::from(move |shown: Shown| {
                    let cell = shown.tensor.cell;
                    if shown.tensor.plan == began.tensor.plan {
                        on_pressed.emit((Part::Map, [cell.cta, cell.lane, cell.column]));
                    }
                    show.emit(shown);
                })
            };
            let has_budget = props.parts.contains(&Part::Columns);
            html! { <PlanBar facts={facts.clone()} {cells} width={PLAN} look={props.look} {has_budget} is_blank={props.is_blank} {on} /> }
        }
        Part::Columns => Html::default(),
        Part::Lanes => side(*part, LoadSide::Cells),
        Part::Registers => side(*part, LoadSide::Registers),
        Part::Factors => pane(*part, ScalePane::Matrix),
        Part::Blocks => pane(*part, ScalePane::Memory),
        Part::Words => pane(*part, ScalePane::Tensor),
        Part::Steps => scale
            .as_ref()
            .map_or_else(Html::default, |(stage, followed)| {
                let (shown, show) = (facts.shown.clone(), show.clone());
                let on = Callback::from(move |factor: u32| {
                    show.emit(shown.with_factor((shown.scale.row, factor)));
                });
                let steps = steps(stage, (followed.row, followed.factor));
                steps.map_or_else(Html::default, |steps| table(&steps, &on))
            }),
    };
    let told = (!props.is_asking).then(|| {
        let words = facts.told(&at);
        el("p")
            .class("hint")
            .attr(Attr::AriaLive, "polite")
            .child(words)
    });
    let marks = facts
        .laid
        .regions()
        .filter(|_| at.trip == Trip::Cell)
        .map(|region| {
            let (mark, source) = region.attested();
            let text = format!("{}, {}: {}", region.name, region.size, mark.text());
            el("p").class("hint").attr(Attr::Title, source).child(text)
        });
    el("div")
        .class("tensor-figure")
        .child(
            el("p")
                .class("heading-mark row quiet tiny")
                .child(icon(NOTE))
                .child(NOT_MEASURED),
        )
        .children(props.parts.iter().map(one))
        .child(told)
        .children(marks)
        .into()
}

/// Label of a control.
fn label(key: &'static str) -> &'static str {
    match key {
        "m" => "M",
        "n" => "N",
        "k" => "K",
        "kind" => "Kind",
        "cta_group" => "CTAs",
        "shape" => "Shape",
        "reading" => "Reading",
        "column_0" => "First column of D",
        "column_1" => "First column of D 2",
        other => other,
    }
}

/// A control of a figure: a list where the lesson names what it offers, otherwise a number; with its name before it.
fn knob(
    key: &'static str,
    is_named: bool,
    figure: &'static Figure,
    link: &str,
    on_link: &Callback<String>,
) -> Element {
    let now = value_in_tensor_memory(link, key).unwrap_or_default();
    let control = if let Some(offered) = figure.choices_of(key) {
        let one = |value: &&'static str| {
            let next = set_in_tensor_memory(link, key, value);
            One::new(
                *value,
                **value == *now,
                next.unwrap_or_else(|| link.to_owned()),
            )
        };
        list(label(key), offered.iter().map(one).collect(), on_link).class("learn-knob")
    } else {
        let (step, most) = match key {
            "n" => (8, 256),
            "k" => (16, 1024),
            _ => (4, COLUMNS - 1),
        };
        let on_value = {
            let (link, on_link) = (link.to_owned(), on_link.clone());
            Callback::from(move |value: Option<u32>| {
                let value = value.unwrap_or(0).to_string();
                if let Some(next) = set_in_tensor_memory(&link, key, &value) {
                    on_link.emit(next);
                }
            })
        };
        let value = now.parse::<u32>().unwrap_or(0);
        el("span")
            .class("learn-knob")
            .child(html! { <NumberField label={label(key)} {value} {step} {most} {on_value} /> })
    };
    if !is_named {
        return control;
    }
    let name = el("span").attr(Attr::AriaHidden, "true").child(label(key));
    el("span").class("learn-control").child(name).child(control)
}

/// The link with the cell at hand that was asked for, or about; none where a question names none of the figure.
fn told(stop: &Stop, link: &str, known: &dyn Known) -> Option<String> {
    let set = |link: String, (key, value): (&str, u32)| {
        set_in_tensor_memory(&link, key, &value.to_string()).unwrap_or(link)
    };
    Some(lit(stop, known)?.into_iter().fold(link.to_owned(), set))
}

/// Settings for the cell of the element that a question names; none where it names none of the figure.
fn lit(stop: &Stop, known: &dyn Known) -> Option<Vec<(&'static str, u32)>> {
    let element = match stop.ask.kind {
        Kind::Cell { element, .. } => element,
        Kind::Number(name) => name.split_once(' ')?.1,
        Kind::Click { .. } | Kind::Choose(_) | Kind::Make(_) => return None,
    };
    let of = |(key, what): (&'static str, &str)| {
        let number = known.number(&format!("{what} {element}"))?.value;
        Some((key, u32::try_from(number).ok()?))
    };
    let keys: &[(&str, &str)] = match is_of_scale(stop.figure.link) {
        true => &[("row", "row"), ("block", "col")],
        false => &[("cta", "cta"), ("lane", "lane"), ("column", "column")],
    };
    let all: Option<Vec<_>> = keys.iter().copied().map(of).collect();
    all.filter(|_| stop.ask.about.is_none())
}

/// A link without the cell at hand, which no question is about.
fn without_cell(link: &str) -> Vec<&str> {
    let is_of_plan = |pair: &&str| {
        !["cta=", "lane=", "column=", "row=", "block="]
            .iter()
            .any(|key| pair.starts_with(key))
    };
    link.split(['?', '&']).filter(is_of_plan).collect()
}
