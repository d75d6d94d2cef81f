//! The squares with what is pointed at, and the column beside them.

use std::rc::Rc;

use yew::prelude::*;

use super::looking::Look;
use super::page::Desk;
use crate::cells::{Cells, Event, GAP, GUTTER, Geometry, Hot, NONE, Pair, Scene, TOP};
use crate::check::{NARROW, cell_side};
use crate::kit::Shared;
use crate::kit::segments;

/// Draws the column for a unit, or for none, in a width of so many pixels.
pub type Aside = Rc<dyn Fn(Option<u32>, f64) -> Html>;

/// Properties of [`Work`].
#[derive(Properties)]
pub struct WorkProps {
    /// One scene, or two with the same units.
    pub scenes: Vec<Shared<Scene>>,
    /// The unit whose place is read for each; itself, where there is none.
    pub got: Rc<Vec<u32>>,
    /// First row of each, until one is chosen.
    #[prop_or_default]
    pub first: [u32; 2],
    /// What is drawn in place of the squares, and what shows it on a narrow screen.
    #[prop_or_default]
    pub picture: (Option<Html>, Option<Callback<bool>>),
    /// What is under the squares.
    #[prop_or_default]
    pub under: Html,
    /// The column beside them.
    pub aside: Aside,
    /// How they are looked at.
    pub desk: Desk,
}

/// The column is drawn anew with the page.
impl PartialEq for WorkProps {
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

/// Squares and column.
#[component]
pub fn Work(props: &WorkProps) -> Html {
    let hover = use_state_eq(|| None::<u32>);
    let hot = props.desk.look.pinned.or(*hover);
    let on = props.on(hover.setter(), hot);
    let is_narrow = props.desk.window.0 < NARROW;
    if is_narrow {
        return html! { <div class="work is-narrow">{ props.single(hot, &on) }{ props.under.clone() }</div> };
    }
    let side = 8.0 * props.cell();
    let (squares, width) = match (&props.picture.0, props.scenes.as_slice()) {
        (Some(picture), _) => (picture.clone(), None),
        (None, [first, second]) => {
            let scenes = [first.clone(), second.clone()];
            let pair = html! {
                <Pair {scenes} size={(side, side)} rows={props.desk.look.rows()} first={props.first()} unit={hot} got={hot.and_then(|unit| props.got(unit))}
                    is_loud={props.desk.look.is_loud} ink={props.desk.ink.clone()} {on} />
            };
            (pair, Some(GUTTER + 2.0 * side + GAP + 16.0))
        }
        (None, scenes) => {
            let scene = scenes.first().cloned();
            let one = scene.map(|scene| props.cells(0, scene, hot, 72.0, &on));
            (html! { <>{ for one }</> }, Some(88.0 + side))
        }
    };
    let style = width.map(|width| format!("width:{width}px;height:{}px", TOP + side));
    let class = if width.is_some() {
        "pair"
    } else {
        "pair is-flow"
    };
    let under = format!("padding-inline-start:{GUTTER}px;--square:{side}px");
    let (width, height) = props.desk.window;
    let wide = if width >= 1680.0 && height >= 940.0 {
        400.0
    } else {
        304.0
    };
    let aside = (props.aside)(hot, wide);
    let place = format!("width:{wide}px;min-height:{}px", TOP + side + 44.0);
    html! {
        <div class="work">
            <div class="squares"><div {class} {style}>{ squares }</div><div class="under-squares" style={under}>{ props.under.clone() }</div></div>
            <aside class="aside" aria-label="Explanation" style={place}>{ aside }</aside>
        </div>
    }
}

impl WorkProps {
    /// Side of a cell; where the drawer takes from the width, smaller.
    fn cell(&self) -> f64 {
        let cell = cell_side(self.desk.window);
        // A narrow screen needs room for what is behind the cells.
        let is_narrow = self.desk.window.0 < NARROW;
        if is_narrow && self.scenes.iter().any(|scene| !scene.behind.1.is_empty()) {
            return cell - 5.0;
        }
        let has_little = self.desk.look.has_drawer && self.desk.window.0 < 1600.0;
        if has_little { cell.min(36.0) } else { cell }
    }

    fn first(&self) -> [u32; 2] {
        self.desk.look.first.unwrap_or(self.first)
    }

    fn got(&self, unit: u32) -> Option<u32> {
        let got = self.got.get(unit as usize).copied().unwrap_or(unit);
        (got != NONE).then_some(got)
    }

    fn on(&self, hover: UseStateSetter<Option<u32>>, hot: Option<u32>) -> Callback<(usize, Event)> {
        let (look, on, first) = (self.desk.look, self.desk.on.clone(), self.first());
        Callback::from(move |(at, event): (usize, Event)| match event {
            Event::Walk(unit) if look.pinned.is_some() => on.emit(look.with_pin(Some(unit))),
            Event::Walk(unit) => hover.set(Some(unit)),
            Event::Point(unit) => hover.set(unit),
            Event::Pin(unit) => on.emit(look.with_pin(unit.or(hot))),
            Event::Zoom(by) => on.emit(look.zoomed(by as isize)),
            Event::First(row) => {
                let mut first = first;
                first[at] = row;
                let first = Some(first);
                on.emit(Look { first, ..look });
            }
        })
    }

    /// One square by itself.
    fn cells(
        &self,
        at: usize,
        scene: Shared<Scene>,
        hot: Option<u32>,
        gutter: f64,
        on: &Callback<(usize, Event)>,
    ) -> Html {
        let got = hot.and_then(|unit| self.got(unit));
        let is_last = at + 1 == self.scenes.len();
        let here = if is_last { got } else { hot };
        let is_wrong = hot != got;
        let size = (8.0 * self.cell(), 8.0 * self.cell());
        let geometry = Geometry {
            size,
            columns: scene.columns,
            rows: self.desk.look.rows(),
            first: self.first()[at],
        };
        let geometry = geometry.turned(&scene, here);
        let hot = Hot {
            here,
            expected: hot.filter(|_| is_wrong && is_last),
            is_wrong,
        };
        let on = on.reform(move |event| (at, event));
        html! { <Cells {scene} {geometry} {gutter} is_rail_behind={false} behind={Some(22.0)} {hot} is_loud={self.desk.look.is_loud} ink={self.desk.ink.clone()} {on} /> }
    }

    /// On a narrow screen, one at a time.
    fn single(&self, hot: Option<u32>, on: &Callback<(usize, Event)>) -> Html {
        let (picture, on_picture) = &self.picture;
        let names = self.scenes.iter().map(|scene| scene.name);
        let names: Vec<&'static str> = names.chain(on_picture.iter().map(|_| "Picture")).collect();
        let (count, side) = (
            self.scenes.len(),
            self.desk.look.side.min(self.scenes.len().saturating_sub(1)),
        );
        let here = if picture.is_some() { count } else { side };
        let choose = {
            let (look, on, on_picture) = (self.desk.look, self.desk.on.clone(), on_picture.clone());
            Callback::from(move |side: usize| {
                on_picture.iter().for_each(|on| on.emit(side == count));
                on.emit(Look {
                    side: side.min(count.saturating_sub(1)),
                    ..look
                });
            })
        };
        let has_choice = names.len() > 1;
        let all = (0..).zip(names).map(|(at, name)| (name, at == here, at));
        let view = match (picture, self.scenes.get(side)) {
            (Some(picture), _) => picture.clone(),
            (None, Some(scene)) => {
                let height = TOP + 8.0 * self.cell();
                html! { <div class="pair" style={format!("height:{height}px")}>{ self.cells(side, scene.clone(), hot, 52.0, on) }</div> }
            }
            (None, None) => Html::default(),
        };
        html! { <>{ for has_choice.then(|| segments("View", all, &choose)) }{ view }</> }
    }
}
