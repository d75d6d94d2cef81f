//! The squares with what is pointed at, and the column beside them.

use std::rc::Rc;

use yew::prelude::*;

use super::looking::Look;
use super::page::Desk;
use super::room::{NARROW, cell_side};
use crate::cells::{GAP, GUTTER, NONE, Pair, PairProps, Scene, TOP};
use crate::kit::{Shared, maybe, tabs};

/// Draws the column for a unit, or for none, in a width of so many pixels.
pub type Aside = Rc<dyn Fn(Option<u32>, f64) -> Html>;

/// How far behind a square by itself the numbers behind its rows are.
const LEFT: Option<f64> = Some(22.0);

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
    let pair = props.pair(hot, hover.setter().to_callback());
    let is_narrow = props.desk.window.0 < NARROW;
    if is_narrow {
        return html! { <div class="work is-narrow">{ props.single(pair) }{ props.under.clone() }</div> };
    }
    let side = 8.0 * props.cell();
    let (squares, width) = match (&props.picture.0, pair) {
        (Some(picture), _) => (picture.clone(), None),
        (None, Some(pair)) if props.scenes.len() > 1 => {
            let width = GUTTER + 2.0 * side + GAP + 16.0;
            (html! { <Pair ..pair /> }, Some(width))
        }
        (None, pair) => {
            let one = pair.map(|pair| pair.one(1, 72.0, false, LEFT));
            (maybe(one), Some(88.0 + side))
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

    /// Both squares; a single one is the second of them.
    fn pair(&self, unit: Option<u32>, hover: Callback<Option<u32>>) -> Option<PairProps> {
        let (look, side) = (self.desk.look, 8.0 * self.cell());
        let (rows, first) = (look.rows(), look.first.unwrap_or(self.first));
        let (one, other) = (self.scenes.first()?, self.scenes.last()?);
        let got = |unit: u32| self.got.get(unit as usize).copied().unwrap_or(unit);
        Some(PairProps {
            standing: 1,
            scenes: [one.clone(), other.clone()],
            size: (side, side),
            rows,
            first,
            gap: GAP,
            unit,
            got: unit.map(got).filter(|got| *got != NONE),
            is_loud: look.is_loud,
            ink: self.desk.ink.clone(),
            on: look.on_cells((rows, first), unit, hover, self.desk.on.clone()),
        })
    }

    /// On a narrow screen, one at a time.
    fn single(&self, pair: Option<PairProps>) -> Html {
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
        let at = if count < 2 { 1 } else { side };
        let view = picture.clone();
        let view = view.or_else(|| Some(pair?.alone(at, 52.0, false, LEFT)));
        html! { <>if has_choice { { tabs("View", names, here, &choose) } }{ maybe(view) }</> }
    }
}
