//! The two squares with what is pointed at: matrix, memory, the wire between them, the steps below, and the column at the right.

use swizzle_core::{Coord, FieldId};
use swizzle_draw::scene::PaneKind;
use swizzle_draw::{Cells as CellKind, Shows, View};
use swizzle_view::Shown;
use swizzle_view::state::figure_of_said;
use yew::prelude::*;

use super::conflicts;
use super::drawn;
use super::facts::{Facts, NONE};
use super::image::{Faces, Picture, Pictures};
use super::reads::{ReadsProps, Steps, given_list, places, table_button};
use super::scenes::{Dress, SLOTS, matrix_as, memory};
use super::state::{Act, Desk, Open};
use super::trace::Trace;
use crate::cells::{
    Cells, Event as CellEvent, GAP, GUTTER, Hot, Ink, Pair, PairProps, Scene, TOP, as_table,
};
use crate::frame::{Look, NARROW, Sheet, cell_side};
use crate::kit::{Shared, in_groups, pin, sends, tabs, titled};
use crate::state::Edit;

/// Properties of [`Work`].
#[derive(Properties, PartialEq)]
pub struct WorkProps {
    /// The state.
    pub desk: Desk,
    /// What follows from it.
    pub facts: Shared<Facts>,
    /// The sheet's colours.
    pub ink: Shared<Ink>,
    /// Size of the window.
    pub window: (f64, f64),
    /// The field of the descriptor whose stride is drawn.
    pub field: Option<FieldId>,
    /// Whether the steps follow each other by themselves.
    pub is_playing: bool,
    /// Called to play or pause them.
    pub on_play: Callback<()>,
    /// Takes acts.
    pub on: Callback<Act>,
}

/// Side of the cell of an element.
const ELEMENT: f64 = 36.0;
/// Gutter of numbers and of addresses on a narrow screen.
const NARROW_GUTTERS: [f64; 2] = [40.0, 62.0];
/// What is beside a square there.
const NARROW_SIDES: f64 = 48.0;

/// Whether cells have the ISA's colours and numbers: on figure pages, and where it was asked for.
pub fn is_as_isa(desk: &Desk) -> bool {
    let dress = desk.look.dress;
    dress.unwrap_or_else(|| is_other_view(&desk.shown))
}

/// Whether cells have other colours or numbers than Check's own, or are those of a figure.
pub fn is_other_view(shown: &Shown) -> bool {
    let view = View {
        shows: Shows::Tile,
        ..shown.view
    };
    view != View::default() || figure_of_said(&shown.said).is_some()
}

/// Rows in view: what was chosen, or one atom, or two where the second is wrong and the window has room for both.
pub fn rows_in_view(desk: &Desk, facts: &Facts, width: f64) -> u32 {
    let look = desk.look;
    let is_two = width >= NARROW && (facts.has_wrong() || desk.is_fixed || look.has_drawer);
    look.rows.unwrap_or(if is_two { 16 } else { 8 })
}

/// The squares, and the column beside them.
#[component]
pub fn Work(props: &WorkProps) -> Html {
    let WorkProps {
        desk,
        facts,
        field,
        window,
        ..
    } = props;
    let hover = use_state_eq(|| None::<u32>);
    let over = use_state_eq(|| None::<u32>);
    let count = facts.bytes.len();
    let pinned = desk.pinned().map(|at| facts.unit(at));
    let unit_over = (*over).map(|id| facts.unit(drawn::element(id)));
    let hot = pinned.or(unit_over).or(*hover);
    let hot = hot.filter(|unit| (*unit as usize) < count);
    let is_isa = is_as_isa(desk);
    let on = (facts.clone(), *field, is_isa, window.0 >= NARROW);
    let scenes = use_memo(on, |(facts, field, is_isa, is_wide)| {
        let dress = if *is_isa {
            Dress::View(facts.as_drawn())
        } else {
            Dress::Place
        };
        [
            Shared::new(matrix_as(facts, &dress, *is_wide)),
            Shared::new(memory(facts, &dress, *field)),
        ]
    });
    let shown = Some(*desk.in_view()).filter(|shown| shown.view.cells == CellKind::Elements);
    let elements = use_memo(shown, |shown| {
        let picture = drawn::Picture::of(shown.as_ref()?)?;
        let scene = |kind| Shared::new(picture.scene(kind, drawn::Dress::default()));
        Some([PaneKind::Matrix, PaneKind::Memory].map(scene))
    });
    let stage = Stage {
        props,
        scenes: (*scenes).clone(),
        elements: (*elements).clone(),
        over,
        hover: hover.setter(),
        hot,
        pinned: desk.pinned(),
    };
    match window.0 < NARROW {
        true => stage.narrow(),
        false => html! { <div class="work">{ stage.pair() }{ stage.aside() }</div> },
    }
}

struct Stage<'s> {
    props: &'s WorkProps,
    scenes: [Shared<Scene>; 2],
    /// The same with a cell for each element, where that was asked for.
    elements: Option<[Shared<Scene>; 2]>,
    /// The one that is pointed at, by its number.
    over: UseStateHandle<Option<u32>>,
    hover: UseStateSetter<Option<u32>>,
    hot: Option<u32>,
    pinned: Option<Coord>,
}

impl Stage<'_> {
    /// Whether the drawer takes from the squares' width.
    fn is_beside_drawer(&self) -> bool {
        self.props.desk.look.has_drawer && self.props.window.0 < 1600.0
    }

    /// Size of the cells, which are a square unless the drawer takes from their width.
    fn size(&self) -> (f64, f64) {
        let side = 8.0 * cell_side(self.props.window);
        match self.is_beside_drawer() {
            true => (320.0, 448.0),
            false => (side, side),
        }
    }

    fn rows(&self) -> u32 {
        rows_in_view(&self.props.desk, &self.props.facts, self.props.window.0)
    }

    /// Width of the column at the right.
    fn aside_width(&self) -> f64 {
        let (width, height) = self.props.window;
        match () {
            () if self.is_beside_drawer() => 264.0,
            () if width >= 1600.0 && height >= 940.0 => 400.0,
            () => 304.0,
        }
    }

    /// What a cell view's events do.
    fn cells_on(&self) -> Callback<(usize, CellEvent)> {
        let (look, rows) = (self.props.desk.look, self.rows());
        let (facts, is_narrow) = (self.props.facts.clone(), self.props.window.0 < NARROW);
        let pinned = self.pinned.map(|at| facts.unit(at));
        // The pin is in the link.
        let on = self.props.on.clone();
        let on = Callback::from(move |next: Look| {
            if next.pinned == pinned {
                return on.emit(Act::Look(Look {
                    rows: next.rows.or(is_narrow.then_some(rows)),
                    pinned: None,
                    ..next
                }));
            }
            on.emit(Act::pin(next.pinned.map(|unit| facts.element(unit))));
            // A narrow screen has no room for the column, so a press opens its sheet.
            if is_narrow && next.pinned.is_some() {
                let sheet = Some(Sheet::Trace);
                on.emit(Act::Look(Look {
                    sheet,
                    pinned: None,
                    ..look
                }));
            }
        });
        let first = look.first.unwrap_or_default();
        let look = Look { pinned, ..look };
        look.on_cells((rows, first), self.hot, self.hover.to_callback(), on)
    }

    fn got(&self) -> Option<u32> {
        let got = self.hot.map(|unit| self.props.facts.got[unit as usize]);
        got.filter(|got| *got != NONE)
    }

    /// Both squares.
    fn squares(&self) -> PairProps {
        let WorkProps { desk, ink, .. } = self.props;
        let standing = self.scenes[0].columns / SLOTS;
        let rows = match standing {
            1 => self.rows(),
            _ => self.rows().min(self.scenes[0].rows()),
        };
        PairProps {
            scenes: self.scenes.clone(),
            size: self.size(),
            rows,
            standing,
            first: desk.look.first.unwrap_or_default(),
            gap: GAP,
            unit: self.hot,
            got: self.got(),
            is_loud: desk.look.is_loud,
            ink: ink.clone(),
            on: self.cells_on(),
        }
    }

    /// Both squares, or both images, or both as text; the steps under the first.
    fn pair(&self) -> Html {
        let (width, height) = self.size();
        let WorkProps {
            desk, facts, on, ..
        } = self.props;
        let whole = GUTTER + 2.0 * width + GAP + 16.0;
        let squares = match &self.elements {
            _ if desk.is_picture() => self.pictures(width, Some(GAP)),
            _ if desk.look.is_text => {
                html! { <div class="texts">{ for self.scenes.iter().map(|scene| as_table(scene)) }</div> }
            }
            Some(scenes) => {
                html! { <div class="texts">{ for scenes.iter().enumerate().map(|(at, scene)| self.one_by_one(at, scene)) }</div> }
            }
            None => html! { <Pair ..self.squares() /> },
        };
        let under = html! {
            <div class="under-squares" style={format!("padding-inline-start:{GUTTER}px;--square:{width}px;--gap:{GAP}px")}>
                <Steps ..self.reads() /><div class="row">{ conflicts::line(facts, desk.open == Open::Conflicts, on) }{ places(facts, on) }{ table_button(facts, on, desk.open == Open::Reads) }</div>
            </div>
        };
        let is_flow = desk.is_picture() || desk.look.is_text || self.elements.is_some();
        let class = classes!("pair", is_flow.then_some("is-flow"));
        let height = (!is_flow).then(|| format!("height:{}px", TOP + height));
        html! { <div class="squares" style={format!("width:{whole}px")}><div {class} style={height}>{ squares }</div>{ under }</div> }
    }

    fn reads(&self) -> ReadsProps {
        let WorkProps {
            facts,
            is_playing,
            on_play,
            on,
            ..
        } = self.props;
        ReadsProps {
            facts: facts.clone(),
            is_playing: *is_playing,
            on_play: on_play.clone(),
            on: on.clone(),
        }
    }

    fn pictures(&self, side: f64, gap: Option<f64>) -> Html {
        let WorkProps { facts, on, .. } = self.props;
        html! { <Pictures facts={facts.clone()} {side} {gap} on={on.reform(Act::Of)} /> }
    }

    /// Elements of as many rows as a square shows, in a view that scrolls.
    fn one_by_one(&self, at: usize, scene: &Shared<Scene>) -> Html {
        let look = self.props.desk.look;
        let rows = self.rows().min(scene.rows());
        let first = look.first.map_or(0, |first| first[at]);
        let side = |count: u32| f64::from(count) * ELEMENT;
        let here = self.pinned.map(drawn::id).or(*self.over);
        let size = (side(scene.columns), side(rows));
        let first = first.min(scene.rows() - rows);
        let geometry = scene.geometry(size, rows, first, here);
        let (cells_on, over) = (self.cells_on(), self.over.setter());
        let (on, pinned) = (self.props.on.clone(), self.pinned.map(drawn::id));
        let on = Callback::from(move |event: CellEvent| match event.pinning(pinned, here) {
            CellEvent::Pin(id) => on.emit(Act::pin(id.map(drawn::element))),
            CellEvent::Point(id) => over.set(id),
            event => cells_on.emit((at, event)),
        });
        let gutter = drawn::gutter(scene);
        let hot = Hot::at(here);
        html! { <div class="scroller"><Cells scene={scene.clone()} {geometry} {gutter} is_rail_behind={true} {hot} is_loud={look.is_loud} ink={self.props.ink.clone()} {on} /></div> }
    }

    /// The column at the right: what is open, or the unit in view, or several descriptors, or the reason, or a hint.
    fn aside(&self) -> Html {
        let WorkProps {
            facts, on, desk, ..
        } = self.props;
        let width = self.aside_width();
        let inner = match self.hot {
            _ if desk.open == Open::Conflicts => {
                conflicts::piles(facts, &self.props.ink, width, on)
            }
            _ if desk.is_picture() => {
                html! { <><Faces facts={facts.clone()} on={on.reform(Act::Of)} />{ self.door() }</> }
            }
            Some(unit) => {
                html! { <>{ self.unit_head(unit) }<Trace facts={facts.clone()} unit={Some(unit)} {width} />{ self.door() }</> }
            }
            None => match given_list(facts, on) {
                Some(given) => {
                    html! { <>{ given }if facts.has_wrong() { { self.reason(width) } }</> }
                }
                None if facts.has_wrong() => self.reason(width),
                None => {
                    html! { <><div class="rest"><p>{ "Point at a unit to follow it to its byte." }</p><Trace facts={facts.clone()} unit={None::<u32>} {width} /></div>{ self.door() }</> }
                }
            },
        };
        html! { <aside class="aside" aria-label="Explanation" style={format!("width:{width}px;min-height:{}px", TOP + self.size().1 + 44.0)}>{ inner }</aside> }
    }

    fn unit_head(&self, unit: u32) -> Html {
        let WorkProps { facts, on, .. } = self.props;
        let [along, _] = facts.units;
        let per_unit = facts.spec.tile().element.per_unit();
        let (row, at) = (unit / along, unit % along);
        let next = Act::pin(self.pinned.is_none().then(|| facts.element(unit)));
        html! {
            <>
                { titled(format!("Row {row}, unit {at}"), pin(self.pinned.is_some(), sends(on, next))) }
                <p class="q under">{ format!("elements {} {}–{}", facts.along_name(), at * per_unit, (at + 1) * per_unit - 1) }</p>
            </>
        }
    }

    /// Why the read is wrong, and what it looks like.
    fn reason(&self, side: f64) -> Html {
        let WorkProps { facts, on, .. } = self.props;
        let (text, more) = facts
            .findings
            .first()
            .map_or(("", ""), |finding| finding.text_parts());
        html! {
            <>
                <div class="reason"><p class="l">{ in_groups(text) }</p><p class="q s">{ in_groups(more) }</p></div>
                <button type="button" class="big-pic" aria-label="Picture" onclick={sends(on, self.picture())}><Picture facts={facts.clone()} is_read={true} {side} /></button>
                <p class="q s">{ "Picture " }<kbd>{ "P" }</kbd></p>
            </>
        }
    }

    fn picture(&self) -> Act {
        Act::edit(Edit::Shows(self.props.desk.picture()))
    }

    /// The image in small, which leads to the large one.
    fn door(&self) -> Html {
        if self.props.facts.whole.is_none() {
            return Html::default();
        }
        let WorkProps {
            facts, on, desk, ..
        } = self.props;
        let (name, about) = match (desk.is_picture(), facts.has_wrong()) {
            (true, _) => ("Matrix and memory", ""),
            (false, true) => ("Picture", "what is read, as an image"),
            (false, false) => ("Picture", "the tile as an image"),
        };
        html! {
            <button type="button" class="pic-door" onclick={sends(on, self.picture())}>
                <Picture facts={facts.clone()} is_read={true} side={64.0} />
                <span><span class="b">{ name }</span>{ " " }<kbd>{ "P" }</kbd>{ " " }<br /><span class="q s">{ about }</span></span>
            </button>
        }
    }

    /// First row on a narrow screen: the atom where what is wrong begins, until rows were chosen.
    fn narrow_first(&self, at: usize) -> u32 {
        let (look, facts) = (self.props.desk.look, &self.props.facts);
        let wrong = (0..).zip(&facts.got).find(|(unit, got)| unit != *got);
        match (wrong, at, look.rows, look.first.unwrap_or_default()[at]) {
            (Some((unit, _)), 0, None, 0) => {
                let row = unit / facts.units[0].max(1);
                row / self.rows() * self.rows()
            }
            (.., first) => first,
        }
    }

    /// One square at a time.
    fn narrow(&self) -> Html {
        let WorkProps {
            desk, facts, on, ..
        } = self.props;
        let look = desk.look;
        let is_picture = desk.is_picture();
        let here = if is_picture { 2 } else { look.side };
        let choose = {
            let on = on.clone();
            Callback::from(move |at: usize| {
                let shows = if at == 2 { Shows::Picture } else { Shows::Tile };
                on.emit(Act::edit(Edit::Shows(shows)));
                on.emit(Act::Look(Look {
                    side: at.min(1),
                    ..look
                }));
            })
        };
        let view = match &self.elements {
            _ if is_picture => self.pictures(self.size().0, None),
            _ if look.is_text => as_table(&self.scenes[look.side]),
            Some(scenes) => self.one_by_one(look.side, &scenes[look.side]),
            None => {
                let mut squares = self.squares();
                squares.first = [0, 1].map(|at| self.narrow_first(at));
                let gutter = NARROW_GUTTERS[look.side];
                let side = (self.props.window.0 - NARROW_SIDES - gutter) / 8.0;
                squares.size = (8.0 * side.floor(), 8.0 * side.floor());
                squares.alone(look.side, gutter, false, None)
            }
        };
        html! { <div class="work is-narrow">{ tabs("View", ["Matrix", "Memory", "Picture"], here, &choose) }{ view }<Steps ..self.reads() /><div class="row">{ places(facts, on) }</div></div> }
    }
}
