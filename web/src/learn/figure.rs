//! A live figure of a tile: its squares, the wires of an element, and the controls that a lesson gives it.

use std::rc::Rc;

use swizzle_core::hardware::UNIT_BYTES;
use swizzle_core::{Coord, Named as _};
use swizzle_draw::scene::{PaneKind, tile_words};
use swizzle_draw::{Colour, Number, Shows, cell_caption, legend};
use swizzle_learn::{Figure, Knob, Show, Strides, Values as Offer, shown_from_keys, turned};
use swizzle_params::Scalar;
use swizzle_text::{fields_caption, tally_text, tile_start_text};
use swizzle_view::{Shown, link_from_shown};
use yew::prelude::*;

use super::digits::digits_of;
use crate::cells::{Cells, Event, Hot, Ink, Scene, TOP};
use crate::check::drawn::{Dress, Picture, element, gutter, id, marks};
use crate::check::{Wires, sums};
use crate::kit::{Change, Choice, OwnWord, Row, Shared, Values, field, maybe, sends};
use crate::page::figure_part::Control;

/// Width of the wires, and between them and what is beside them.
const WIRES: f64 = 320.0;
const GAP: f64 = 40.0;
/// The widest cell, the narrowest, and that of an element.
const CELL: (f64, f64, f64) = (52.0, 14.0, 24.0);
/// Columns of the widest view that has something beside it.
const FEW: u32 = 8;
/// Rows in view, and heights of a row where there are few and where there are more.
const ROWS: u32 = 16;
const ROW: [f64; 2] = [32.0, 25.0];

/// State of a figure.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Desk {
    /// What it shows.
    pub shown: Shown,
    /// The cell under the pointer or the cursor: its view, and its element.
    pub hover: Option<(usize, u32)>,
    /// Why the last value was rejected.
    pub fault: Option<String>,
    /// First row of each view.
    pub first: [u32; 2],
}

/// What happens to a figure.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Act {
    /// A control changes.
    Turn(&'static str, Change),
    /// A reader does something in a view.
    Cells(usize, Event),
    /// An element is marked, or none.
    Pin(Option<Coord>),
    /// It is again as in the lesson.
    Reset,
}

impl Desk {
    /// The figure as in the lesson.
    pub(super) fn of(figure: &Figure) -> Self {
        Self {
            shown: shown_from_keys(figure.link),
            hover: None,
            fault: None,
            first: [0; 2],
        }
    }

    /// The element that a press in a view is on.
    pub(super) fn pressed(&self, cell: Option<u32>) -> Option<Coord> {
        cell.or(self.hover.map(|(_, cell)| cell)).map(element)
    }

    /// The state after an act.
    pub(super) fn after(mut self, figure: &Figure, act: Act) -> Self {
        match act {
            // To choose what is chosen changes nothing.
            Act::Turn(key, Change::To(Some(value)))
                if Knob::of(key, figure, &self.shown)
                    .and_then(row)
                    .is_some_and(|row| row.value == value) =>
            {
                self.fault = None;
            }
            Act::Turn(key, Change::To(Some(value))) => {
                let value = match value {
                    Scalar::Number(number) => Ok(number),
                    Scalar::Choice(name) => Err(name),
                };
                match turned(key, &self.shown, value) {
                    Ok(shown) => (self.shown, self.fault) = (shown, None),
                    Err(fault) => self.fault = Some(fault),
                }
            }
            Act::Turn(..) | Act::Cells(_, Event::Zoom(_)) => {}
            Act::Cells(at, Event::Point(cell)) => self.hover = cell.map(|cell| (at, cell)),
            Act::Cells(at, Event::Walk(cell)) => self.hover = Some((at, cell)),
            Act::Cells(at, Event::First(row)) => self.first[at] = row,
            Act::Cells(_, Event::Pin(cell)) => {
                let pressed = self.pressed(cell);
                self.shown.pinned = pressed.filter(|at| self.shown.pinned != Some(*at));
            }
            Act::Pin(at) => self.shown.pinned = at,
            Act::Reset => return Self::of(figure),
        }
        self
    }

    /// Whether the figure differs from its state in the lesson.
    pub(super) fn is_changed(&self, figure: &Figure) -> bool {
        let (now, began) = (self.shown, shown_from_keys(figure.link));
        (now.said, now.view, now.at) != (began.said, began.view, began.at)
    }

    /// A control, in a sentence or under the figure; the key itself where nothing changes it.
    pub(super) fn knob(
        &self,
        key: &'static str,
        is_word: bool,
        figure: &Figure,
        on: &Callback<Act>,
    ) -> Html {
        let row = Knob::of(key, figure, &self.shown).and_then(row);
        let on = on.reform(move |change| Act::Turn(key, change));
        control(key, is_word, row.map(|row| (row, on)))
    }
}

/// A control, as a word of a sentence or as a field; its key where nothing changes it.
pub(super) fn control(key: &'static str, is_word: bool, knob: Option<Control>) -> Html {
    match knob {
        Some((row, on)) if is_word => html! { <OwnWord text={row.text()} {row} {on} /> },
        Some((row, on)) => field(row, &on),
        None => html! { <code>{ key }</code> },
    }
}

/// A control as a row of the kit.
fn row(knob: Knob) -> Option<Row> {
    let (values, value) = match knob.values {
        Offer::Names(names) => {
            let choices = names.iter().map(|(name, text)| Choice {
                text,
                ..Choice::named(name)
            });
            let value = names.get(knob.value as usize)?.0;
            (Values::Choice(choices.collect()), Scalar::Choice(value))
        }
        Offer::Numbers(range, step, is_hex) => {
            let values = Values::Number {
                range,
                step,
                is_hex,
                unit: "",
                presets: &[],
            };
            (values, knob.value.into())
        }
    };
    Some(Row::free(knob.label, values, value))
}

/// Room of two views beside each other: one that is as wide as it can be leaves the rest to the other.
fn shares(room: f64, views: [&Scene; 2]) -> [f64; 2] {
    let [first, second] = views.map(|view| f64::from(view.columns) * CELL.0 + gutter(view) + 16.0);
    let half = room / 2.0;
    match (first < half, second < half) {
        (true, _) => [first, room - first],
        (false, true) => [room - second, second],
        (false, false) => [half; 2],
    }
}

/// The picture of a state, worked out when the state changes.
#[hook]
pub(super) fn use_picture(shown: &Shown) -> Option<Shared<Picture>> {
    let key = (shown.said, shown.view, shown.at);
    let shown = *shown;
    let picture = use_memo(key, |_| Picture::of(&shown).map(Shared::new));
    (*picture).clone()
}

/// Both views of a picture as scenes, as far as a figure shows them.
pub(super) type Views = Rc<[Option<Shared<Scene>>; 2]>;

/// Works the views out when the picture changes, or a question about it is answered.
#[hook]
pub(super) fn use_views(
    picture: &Option<Shared<Picture>>,
    figure: &'static Figure,
    is_asking: bool,
) -> Views {
    use_memo(
        (picture.clone(), is_asking, figure.link),
        |(picture, is_asking, _)| {
            let Some(picture) = picture else {
                return [None, None];
            };
            let dress = Dress {
                has_steps: picture.drawing.drawn.steps() > 1 && !figure.no_steps,
                has_strides: match figure.strides {
                    Strides::Drawn => true,
                    Strides::Answered => !is_asking,
                    Strides::Hidden => false,
                },
            };
            let has_both = figure.show == Show::Both || figure.then_both && !is_asking;
            let is_before = figure.then_both && *is_asking && figure.show == Show::Matrix;
            let matrix = has_both || figure.show == Show::Matrix;
            let memory = has_both || figure.show == Show::Memory;
            [
                matrix.then(|| picture.scene(PaneKind::Matrix, dress)),
                match is_before {
                    // Its place is there, with what tells nothing.
                    true => Some(picture.memory_before()),
                    false => memory.then(|| picture.scene(PaneKind::Memory, dress)),
                },
            ]
            .map(|scene| scene.map(Shared::new))
        },
    )
}

/// Data that a figure is drawn from.
pub(super) struct Live<'a> {
    /// The figure.
    pub figure: &'static Figure,
    /// Its state.
    pub desk: &'a Desk,
    /// Picture of that state.
    pub picture: &'a Shared<Picture>,
    /// Views of it.
    pub views: &'a Views,
    /// Whether a question about it is open: then it does not tell the answer.
    pub is_asking: bool,
    /// Whether its descriptor is shown, and how much of what it reads is right.
    pub shows_descriptor: bool,
    /// The sheet's colours.
    pub ink: Shared<Ink>,
    /// Width of its place.
    pub width: f64,
    /// Takes acts.
    pub on: &'a Callback<Act>,
}

impl Live<'_> {
    /// The figure.
    pub(super) fn draw(&self) -> Html {
        let Self {
            figure,
            desk,
            picture,
            on,
            is_asking,
            ..
        } = *self;
        let digits = picture.descriptor.filter(|_| figure.digits);
        // A question about digits has them alone.
        let is_digits = digits.is_some() && is_asking;
        let knob = |key: &&'static str| desk.knob(key, false, figure, on);
        let drawn = &picture.drawing.drawn;
        let has_steps = drawn.steps() > 1 && !figure.no_steps;
        let outline =
            has_steps.then(|| format!(" Outlined: what step {} reads", drawn.place().step));
        let fault = desk.fault.as_ref();
        html! {
            <figure class="learn-figure">
                { maybe(digits.map(digits_of)) }
                <p class="q s">{ self.headline() }</p>
                if !is_digits { { self.squares() } }
                <figcaption class="stack">
                    <p class="q s" aria-live="polite">{ self.caption() }{ outline }</p>
                    if figure.unit { { self.unit() } }
                    if self.shows_descriptor { { self.descriptor() } }
                    if let Some(fault) = fault { <p class="hint is-wrong toned" role="alert">{ fault }</p> }
                    <div class="cluster gap-3 learn-controls">
                        { for figure.knobs.iter().map(knob) }
                        if desk.is_changed(figure) { <button type="button" class="plain" onclick={sends(on, Act::Reset)}>{ "Reset" }</button> }
                        <a class="plain" href={link_from_shown(&desk.shown)}>{ "Open in Check" }</a>
                    </div>
                </figcaption>
            </figure>
        }
    }

    /// The element at hand, unless that would answer the question.
    fn at_hand(&self) -> Option<Coord> {
        let hover = self.desk.hover.map(|(_, cell)| element(cell));
        hover.or(self.desk.shown.pinned).filter(|_| !self.is_asking)
    }

    fn caption(&self) -> String {
        let view = &self.desk.shown.view;
        match self.at_hand() {
            Some(at) => cell_caption(&self.picture.drawing.drawn, view, at),
            None => {
                let marks = self
                    .views
                    .iter()
                    .flatten()
                    .map(|view| (view.name, marks(view)));
                let marks = marks.filter(|(_, mark)| !mark.is_empty());
                let marks = marks.map(|(name, mark)| format!("{name}: {mark}"));
                // Places in the matrix say themselves what they are.
                let is_plain = (view.number, view.colour) == (Number::Logical, Colour::Logical);
                let words = (!is_plain).then(|| legend(PaneKind::Matrix, view));
                words
                    .into_iter()
                    .chain(marks)
                    .collect::<Vec<_>>()
                    .join(" · ")
            }
        }
    }

    /// Headline of the picture. A read is drawn as its descriptor defines it, even where the tile is larger.
    fn headline(&self) -> String {
        let drawing = &self.picture.drawing;
        let [extent, element, major, swizzle] = tile_words(&drawing.drawn);
        let title = match self.figure.no_mode {
            true => format!("{extent} {element}"),
            false => format!("{extent} {element}, {major}, {swizzle}"),
        };
        let spec = &self.picture.spec;
        match (self.desk.shown.view.shows, self.figure.against) {
            (Shows::Tile | Shows::Picture, _) => {
                format!("{title}, from {:#x}", spec.tile().start_bytes)
            }
            (Shows::Read, against) => {
                let against = against.map_or_else(
                    || format!("the tile from {}", tile_start_text(spec)),
                    String::from,
                );
                format!("One read, by its descriptor: {title}; compared with {against}")
            }
        }
    }

    /// The views, and the wires beside or below them.
    pub(super) fn squares(&self) -> Html {
        let views = self.views.iter().enumerate();
        let views: Vec<_> = views
            .filter_map(|(at, view)| Some((at, view.as_ref()?)))
            .collect();
        let columns = views
            .iter()
            .map(|(_, view)| view.columns)
            .max()
            .unwrap_or(1);
        let gutters = views
            .iter()
            .map(|(_, view)| gutter(view))
            .fold(0.0, f64::max);
        let least = |side: f64| f64::from(columns) * side + gutters + 16.0;
        let has_wires = self.figure.bits.is_some();
        let is_beside = has_wires && columns <= FEW && self.width >= least(36.0) + GAP + WIRES;
        let room = if is_beside {
            self.width - WIRES - GAP
        } else {
            self.width
        };
        let is_two =
            views.len() == 2 && !is_beside && columns <= FEW && room >= 2.0 * least(32.0) + GAP;
        let is_stacked = views.len() == 2 && !is_two;
        let rooms = match &*views {
            [(_, first), (_, second)] if is_two => shares(room - GAP, [first, second]),
            _ => [room; 2],
        };
        let view = |(&(at, scene), room): (&(usize, &Shared<Scene>), f64)| {
            self.view(at, scene, room, is_stacked)
        };
        let class = classes!("learn-squares", is_two.then_some("is-two"));
        let [first, second] = rooms;
        let shares = is_two.then(|| format!("--shares:{first}fr {second}fr"));
        html! {
            <div class={classes!("learn-pictures", is_beside.then_some("is-beside"))}>
                <div {class} style={shares}>{ for views.iter().zip(rooms).map(view) }</div>
                if let Some(bits) = self.figure.bits { { self.wires(bits) } }
            </div>
        }
    }

    fn view(&self, at: usize, scene: &Shared<Scene>, room: f64, is_stacked: bool) -> Html {
        let (desk, columns, total) = (self.desk, f64::from(scene.columns), scene.rows());
        let gutter = gutter(scene);
        let of_elements = scene.columns > 2 * FEW;
        let least = if of_elements { CELL.2 } else { CELL.1 };
        let side = ((room - gutter - 16.0) / columns)
            .floor()
            .clamp(least, CELL.0);
        let rows = total.clamp(1, ROWS);
        // Few rows of units are squares, unless another view is below them.
        let is_low = rows > FEW || of_elements || is_stacked;
        let row = match is_low {
            true => ROW[usize::from(rows > FEW)],
            false => side.max(ROW[1]),
        };
        let height = row * f64::from(rows);
        let (size, first) = (
            (side * columns, height),
            desk.first[at].min(total.saturating_sub(1)),
        );
        // While a question is open, what is pointed at is marked where it is pointed at, and nowhere else.
        let hover = desk.hover.filter(|(of, _)| !self.is_asking || *of == at);
        let pinned = desk.shown.pinned.filter(|_| !self.is_asking).map(id);
        let here = hover.map(|(_, cell)| cell).or(pinned);
        let hot = Hot::at(here);
        let geometry = scene.geometry(size, rows, first, here);
        let on = self.on.reform(move |event| Act::Cells(at, event));
        let is_before = self.is_asking
            && at == 1
            && scene.cells.iter().all(|cell| cell.id == crate::cells::NONE);
        let class = classes!(
            "scroller",
            "pair",
            "learn-view",
            is_before.then_some("learn-before"),
            here.is_some().then_some("has-mark")
        );
        let first = geometry.first;
        let last = (first + rows).min(total);
        let rest = (total > rows).then(|| format!("rows {first}–{} of {total}", last - 1));
        html! {
            <div {class}>
                <div style={format!("height:{}px", TOP + height)}><Cells scene={scene.clone()} {geometry} {gutter} is_rail_behind={true} {hot} ink={self.ink.clone()} {on} /></div>
                if let Some(rest) = rest { <p class="q s learn-rest">{ rest }</p> }
            </div>
        }
    }

    /// The way of an element's address, bit by bit: of that at hand, or of its own, which goes along with the steps.
    fn wires(&self, (mn, k): (u32, u32)) -> Html {
        let drawn = &self.picture.drawing.drawn;
        let gone = if self.is_asking {
            0
        } else {
            drawn.place().step * drawn.read_k()
        };
        let (own, extent) = (Coord { mn, k: k + gone }, drawn.extent());
        let at = self.at_hand().unwrap_or(own);
        let at = Coord {
            mn: at.mn.min(extent.mn.saturating_sub(1)),
            k: at.k.min(extent.k.saturating_sub(1)),
        };
        let layout = *drawn.layout();
        let width = self.width.min(WIRES);
        html! {
            <div class="learn-wires stack gap-3" style={format!("width:{width}px")}>
                <p class="b">{ cell_caption(drawn, &self.desk.shown.view, at) }</p>
                <div class="trace"><Wires {layout} at={Some(at)} {width} /></div>
                { sums(&layout, at, false, None) }
            </div>
        }
    }

    /// The bytes of one unit: which elements are in each, unless that would answer the question, and which are padding.
    fn unit(&self) -> Html {
        let element = self.picture.spec.tile().element;
        let bytes: Vec<_> = (0..UNIT_BYTES)
            .map(|byte| element.elements_in_byte(byte))
            .collect();
        let padding = bytes.iter().filter(|byte| byte.is_none()).count();
        let cell = |elements: &Option<(u32, u32)>| {
            let words = match elements {
                Some((first, last)) if !self.is_asking && first == last => first.to_string(),
                Some((first, last)) if !self.is_asking => format!("{first}–{last}"),
                _ => String::new(),
            };
            html! { <i class={classes!(elements.is_none().then_some("is-padding"))}>{ words }</i> }
        };
        let words = match padding {
            0 => "The bytes of one unit: no padding.".into(),
            _ => format!("The bytes of one unit: the last {padding} are padding."),
        };
        html! { <><div class="learn-unit" aria-hidden="true">{ for bytes.iter().map(cell) }</div><p class="q s">{ words }</p></> }
    }

    /// The descriptor of the figure's step, its fields where they are taught, and what it reads of the tile.
    fn descriptor(&self) -> Html {
        let Picture {
            descriptor,
            looked_at,
            drawing,
            ..
        } = &**self.picture;
        let hex = descriptor.map_or_else(
            || looked_at.tile().swizzle.name().into(),
            |one| one.to_string(),
        );
        let fields = match self.figure.strides {
            Strides::Hidden => String::new(),
            Strides::Drawn | Strides::Answered => format!("{}; ", fields_caption(looked_at)),
        };
        let line = format!(": {fields}{}.", tally_text(drawing.found.tally()));
        html! { <p class="learn-descriptor" aria-live="polite"><code class="b">{ hex }</code>{ line }</p> }
    }
}
