//! A live figure of a tile: its squares, the wires of an element, and the controls that a lesson gives it. Its state is a link of
//! Check.

use super::*;
use crate::cells::Event;
use crate::check::drawn::{Dress, element, gutter, id, marks};
use crate::check::{sums, wires};
use crate::page::figure_part::Control;
use swizzle_draw::{Number, legend};

/// Width of the wires, and between them and what is beside them.
const WIRES: f64 = 320.0;
const GAP: f64 = 40.0;
/// The widest cell, the narrowest, and that of an element.
const CELL: (f64, f64, f64) = (52.0, 14.0, 24.0);
/// Columns of the widest view that has something beside it.
const FEW: u32 = 8;
/// Rows in view of a lesson, and heights of a row where there are few, where there are more, and beside other words.
pub const ROWS: u32 = 16;
const ROW: [f64; 3] = [32.0, 25.0, 18.0];

/// The part that draws figures of tiles, and the questions about them.
pub const PART: FigurePart = FigurePart {
    draw: |props| html! { <TileFigure ..props /> },
    subject: &TILE,
    begins: |figure| link_from_shown(&shown_from_keys(figure.link)).into(),
    facts: |link| Some(Rc::new(shown_of(link).spec().ok()?) as Rc<dyn Facts>),
    knob,
    told: |_, _, _| None,
    is_changed: |now, began| {
        let of = |link| {
            let shown = shown_of(link);
            (shown.said, shown.view, shown.at)
        };
        of(now) != of(began)
    },
    door: |_| "Open in Check",
};

fn shown_of(link: &str) -> Shown {
    shown_from_link(link).shown
}

/// A control of a figure; none where nothing changes it.
fn knob(key: &'static str, figure: &'static Figure, link: &str, on_link: &OnLink) -> Option<Control> {
    let shown = shown_of(link);
    let row = swizzle_learn::knob(key, figure, &shown)?;
    let (now, on_link) = (row.value, on_link.clone());
    let on = Callback::from(move |change| {
        let Change::To(Some(value)) = change else { return };
        // To choose what is chosen changes nothing.
        let next = if value == now { Ok(shown) } else { turned(key, &shown, value) };
        on_link.emit(next.map(|next| link_from_shown(&next)));
    });
    Some((row, on))
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

/// Whether a view tells nothing yet.
fn is_before(scene: &Scene) -> bool {
    scene.cells.iter().all(|cell| cell.id == NONE)
}

/// The picture of a state, worked out when the state changes.
#[hook]
pub fn use_picture(shown: &Shown) -> Option<Shared<Picture>> {
    let key = (shown.said, shown.view, shown.at);
    let shown = *shown;
    use_derived(key, |_| Picture::of(&shown).map(Shared::new))
}

/// Both views of a picture as scenes, as far as a figure shows them.
type Views = Rc<[Option<Shared<Scene>>; 2]>;

/// Works the views out when the picture changes, or a question about it is answered.
#[hook]
pub fn use_views(
    picture: &Option<Shared<Picture>>,
    figure: &'static Figure,
    is_asking: bool,
    asked: Option<Coord>,
) -> Views {
    use_memo((picture.clone(), is_asking, figure.link), |(picture, is_asking, _)| {
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
            // Wires are about units of rows.
            is_paired: figure.bits.is_some() && picture.drawing.view.number == Number::Logical,
        };
        let has_both = figure.show == Show::Both || figure.then_both && !is_asking;
        let is_before = figure.then_both && *is_asking && figure.show == Show::Matrix;
        let matrix = has_both || figure.show == Show::Matrix;
        let memory = has_both || figure.show == Show::Memory;
        [
            matrix.then(|| picture.scene(PaneKind::Matrix, dress)),
            match is_before {
                // Its place is there, with what tells nothing.
                true => Some(picture.memory_before(asked, dress.is_paired)),
                false => memory.then(|| picture.scene(PaneKind::Memory, dress)),
            },
        ]
        .map(|scene| scene.map(Shared::new))
    })
}

/// The figure.
#[component]
fn TileFigure(props: &PartFigureProps) -> Html {
    let PartFigureProps { figure, is_asking, .. } = *props;
    let shown = use_memo(props.link.clone(), |link| shown_of(link));
    let looked = use_looked();
    let picture = use_picture(&shown);
    let views = use_views(&picture, figure, is_asking, props.asked);
    let ink = use_ink(props.look);
    let Some(picture) = picture else {
        return Html::default();
    };
    let on = {
        let (shown, looked) = (*shown, looked.clone());
        let (on_link, on_pressed) = (props.on_link.clone(), props.on_pressed.clone());
        Callback::from(move |(at, event): (usize, Event)| {
            let Event::Pin(cell) = event else {
                return looked.on.emit((at, event));
            };
            let Some(pressed) = cell.or(looked.cell()).map(element) else {
                return;
            };
            if !is_asking {
                let pinned = Some(pressed).filter(|at| shown.pinned != Some(*at));
                on_link.emit(Ok(link_from_shown(&Shown { pinned, ..shown })));
            }
            on_pressed.emit(Answer::Click { in_memory: at == 1, element: pressed });
        })
    };
    let live = Live {
        figure,
        shown: &shown,
        picture: &picture,
        views: &views,
        is_asking,
        rows: if props.is_low { FEW } else { ROWS },
        is_loud: false,
        looked: &looked,
        asked: props.asked.filter(|_| is_asking && figure.then_both),
        pinned: shown.pinned.or(props.lit),
        ink,
        width: props.width,
        on: &on,
    };
    live.draw(props)
}

/// Data that the views of a figure are drawn from.
pub struct Live<'a> {
    /// The figure.
    pub figure: &'static Figure,
    /// Its state.
    pub shown: &'a Shown,
    /// Picture of that state.
    pub picture: &'a Shared<Picture>,
    /// Views of it.
    pub views: &'a Views,
    /// Whether a question about it is open: then it does not tell the answer.
    pub is_asking: bool,
    /// The most rows that are in view at once.
    pub rows: u32,
    /// Whether numbers have full ink.
    pub is_loud: bool,
    /// What is looked at.
    pub looked: &'a Looked,
    /// The element whose place in memory is asked for.
    pub asked: Option<Coord>,
    /// The element that is marked.
    pub pinned: Option<Coord>,
    /// The sheet's colours.
    pub ink: Shared<Ink>,
    /// Width of its place.
    pub width: f64,
    /// Takes what a reader does in a view.
    pub on: &'a Callback<(usize, Event)>,
}

impl Live<'_> {
    /// The figure, with what is said of it.
    fn draw(&self, props: &PartFigureProps) -> Html {
        let Self { figure, picture, is_asking, .. } = *self;
        let digits = picture.descriptor.filter(|_| figure.digits);
        // A question about digits has them alone.
        let is_digits = digits.is_some() && is_asking;
        let drawn = &picture.drawing.drawn;
        let has_steps = drawn.steps() > 1 && !figure.no_steps;
        let outline = has_steps.then(|| format!("outlined: what step {} reads", drawn.place().step));
        let caption = [Some(self.caption()), outline].into_iter().flatten();
        let caption: Vec<String> = caption.filter(|part| !part.is_empty()).collect();
        // How much of what it reads is right, where that is set.
        let has_descriptor = props.is_made && self.shown.view.shows == Shows::Read;
        in_turn((
            digits.map(digits_of),
            p("q s", self.headline()),
            (!is_digits).then(|| self.squares()),
            tag(
                "figcaption",
                "stack",
                (
                    p("q s", caption.join(" · ")).with("aria-live", "polite"),
                    figure.unit.then(|| self.unit()),
                    has_descriptor.then(|| self.descriptor()),
                    props.controls.clone(),
                ),
            ),
        ))
    }

    /// The element at hand, unless that would answer the question.
    fn at_hand(&self) -> Option<Coord> {
        self.looked.cell().map(element).or(self.pinned).filter(|_| !self.is_asking)
    }

    fn caption(&self) -> String {
        let view = &self.shown.view;
        match self.at_hand() {
            Some(at) => cell_caption(&self.picture.drawing.drawn, view, at),
            None => {
                // What waits for an answer has no marks to explain.
                let views = self.views.iter().flatten().filter(|view| !is_before(view));
                let marks = views.map(|view| (view.name, marks(view)));
                let marks = marks.filter(|(_, mark)| !mark.is_empty());
                let marks = marks.map(|(name, mark)| format!("{name}: {mark}"));
                // Places in the matrix say themselves what they are.
                let is_plain = (view.number, view.colour) == (Number::Logical, Colour::Logical);
                let words = (!is_plain).then(|| legend(PaneKind::Matrix, view));
                words.into_iter().chain(marks).collect::<Vec<_>>().join(" · ")
            }
        }
    }

    /// Headline of the picture. A read is drawn as its descriptor defines it, even where the tile is larger.
    fn headline(&self) -> String {
        let drawing = &self.picture.drawing;
        let [extent, element, major, swizzle] = tile_words(&drawing.drawn);
        let title = if self.figure.no_mode {
            format!("{extent} {element}")
        } else {
            format!("{extent} {element}, {major}, {swizzle}")
        };
        let spec = &self.picture.spec;
        match (self.shown.view.shows, self.figure.against) {
            (Shows::Tile | Shows::Picture, _) => {
                format!("{title}, from {:#x}", spec.tile().start_bytes)
            }
            (Shows::Read, against) => {
                let against =
                    against.map_or_else(|| format!("the tile from {}", tile_start_text(spec)), String::from);
                format!("One read, by its descriptor: {title}; compared with {against}")
            }
        }
    }

    /// The views, and the wires beside or below them.
    pub fn squares(&self) -> Html {
        // In the glossary, an exchange is its wires alone.
        if let Some(bits) = self.figure.bits.filter(|_| self.rows < ROWS) {
            return self.wires(bits);
        }
        let views = self.views.iter().enumerate();
        let views: Vec<_> = views.filter_map(|(at, view)| Some((at, view.as_ref()?))).collect();
        let columns = views.iter().map(|(_, view)| view.columns).max().unwrap_or(1);
        let gutters = views.iter().map(|(_, view)| gutter(view)).fold(0.0, f64::max);
        let least = |side: f64| f64::from(columns) * side + gutters + 16.0;
        let has_wires = self.figure.bits.is_some();
        let is_beside = has_wires && columns <= FEW && self.width >= least(36.0) + GAP + WIRES;
        let room = if is_beside { self.width - WIRES - GAP } else { self.width };
        let is_two = views.len() == 2 && !is_beside && columns <= FEW && room >= 2.0 * least(32.0) + GAP;
        let is_stacked = views.len() == 2 && !is_two;
        let rooms = match &*views {
            [(_, first), (_, second)] if is_two => shares(room - GAP, [first, second]),
            _ => [room; 2],
        };
        let view = |(&(at, scene), room): (&(usize, &Shared<Scene>), f64)| {
            let gutter = if is_stacked { gutters } else { gutter(scene) };
            self.view(at, scene, (room, gutter), is_stacked)
        };
        let class = classes!("learn-squares", is_two.then_some("is-two"));
        let [first, second] = rooms;
        let shares = is_two.then(|| format!("--shares:{first}fr {second}fr"));
        div(
            classes!("learn-pictures", is_beside.then_some("is-beside")),
            (
                div(class, views.iter().zip(rooms).map(view)).with("style", shares),
                self.figure.bits.map(|bits| self.wires(bits)),
            ),
        )
    }

    fn view(&self, at: usize, scene: &Shared<Scene>, (room, gutter): (f64, f64), is_stacked: bool) -> Html {
        let (columns, total) = (f64::from(scene.columns), scene.rows());
        let of_elements = scene.columns > 2 * FEW;
        let least = if of_elements { CELL.2 } else { CELL.1 };
        let side = ((room - gutter - 16.0) / columns).floor().clamp(least, CELL.0);
        let rows = total.clamp(1, self.rows);
        // Few rows of units are squares, unless another view is below them.
        let is_low = rows > FEW || of_elements || is_stacked;
        let row = match is_low {
            true if self.rows < ROWS => ROW[2],
            true => ROW[usize::from(rows > FEW)],
            false => side.max(ROW[1]),
        };
        let height = row * f64::from(rows);
        let (size, first) = ((side * columns, height), self.looked.first[at].min(total.saturating_sub(1)));
        // While a question is open, what is pointed at is marked where it is pointed at, and nowhere else.
        let hover = self.looked.hover.filter(|(of, _)| !self.is_asking || *of == at);
        let asked = self.asked.filter(|_| at == 0);
        let pinned = asked.or(self.pinned.filter(|_| !self.is_asking)).map(id);
        let here = hover.map(|(_, cell)| cell).or(pinned);
        let hot = Hot::at(here);
        let geometry = scene.geometry(size, rows, first, here);
        let on = self.on.reform(move |event| (at, event));
        let is_before = self.is_asking && at == 1 && is_before(scene);
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
        div(
            class,
            (
                html! { <div style={format!("height:{}px", TOP + height)}><Cells {scene} {geometry} {gutter} is_rail_behind={true} {hot} is_loud={self.is_loud} ink={&self.ink} {on} /></div> },
                rest.map(|rest| p("q s learn-rest", rest)),
            ),
        )
    }

    /// The way of an element's address, bit by bit: of that at hand, or of its own, which goes along with the steps.
    fn wires(&self, (mn, k): (u32, u32)) -> Html {
        let drawn = &self.picture.drawing.drawn;
        let gone = if self.is_asking { 0 } else { drawn.place().step * drawn.read_k() };
        let (own, extent) = (Coord { mn, k: k + gone }, drawn.extent());
        let at = self.asked.or(self.at_hand()).unwrap_or(own);
        let at =
            Coord { mn: at.mn.min(extent.mn.saturating_sub(1)), k: at.k.min(extent.k.saturating_sub(1)) };
        let layout = *drawn.layout();
        let (width, is_asked) = (self.width.min(WIRES), self.asked.is_some());
        div(
            "learn-wires stack gap-3",
            (
                p(
                    "b",
                    if is_asked {
                        format!("Element ({}, {})", at.mn, at.k)
                    } else {
                        cell_caption(drawn, &self.shown.view, at)
                    },
                ),
                wires(&layout, Some(at), width, 0, is_asked),
                (!is_asked).then(|| sums(&layout, at, false, None)),
            ),
        )
        .with("style", format!("width:{width}px"))
    }
}

impl Live<'_> {
    /// The bytes of one unit: which elements are in each, unless that would answer the question, and which are padding.
    pub fn unit(&self) -> Html {
        let element = self.picture.spec.tile().element;
        let bytes: Vec<_> = (0..UNIT_BYTES).map(|byte| element.elements_in_byte(byte)).collect();
        let padding = bytes.iter().filter(|byte| byte.is_none()).count();
        let cell = |elements: &Option<(u32, u32)>| {
            let words = match elements {
                Some((first, last)) if !self.is_asking && first == last => first.to_string(),
                Some((first, last)) if !self.is_asking => format!("{first}–{last}"),
                _ => String::new(),
            };
            tag("i", elements.is_none().then_some("is-padding"), words)
        };
        let words = match padding {
            0 => "The bytes of one unit: no padding.".into(),
            _ => format!("The bytes of one unit: the last {padding} are padding."),
        };
        in_turn((div("learn-unit", bytes.iter().map(cell)).with("aria-hidden", "true"), p("q s", words)))
    }

    /// The descriptor of the figure's step, its fields where they are taught, and what it reads of the tile.
    pub fn descriptor(&self) -> Html {
        let Picture { descriptor, looked_at, drawing, .. } = &**self.picture;
        let hex = descriptor.map_or_else(|| looked_at.tile().swizzle.name().into(), |one| one.to_string());
        let fields = match self.figure.strides {
            Strides::Hidden => String::new(),
            Strides::Drawn | Strides::Answered => format!("{}; ", fields_caption(looked_at)),
        };
        let line = format!(": {fields}{}.", tally_text(drawing.found.tally()));
        p("learn-descriptor", (tag("code", "b", hex), line)).with("aria-live", "polite")
    }
}

/// A descriptor, digit by digit, each over its four bits in the colours of the fields; and the bits of each field.
pub fn digits_of(descriptor: Descriptor) -> Html {
    let fields = Descriptor::fields(descriptor.chip());
    let bit_text = |bit: u8| (descriptor.raw() >> bit & 1).to_string();
    let bit = |bit: u8| {
        let field = fields.iter().find(|field| (field.low..=field.high()).contains(&bit));
        tag("i", field.map(|field| tint(field.id)), bit_text(bit))
    };
    let digit = |low: u8| {
        bare(
            "li",
            (
                bare("b", format!("{:x}", descriptor.raw() >> low & 0xf)),
                span("", (low..low + 4).rev().map(bit)),
                bare("small", low),
            ),
        )
    };
    let name = |field: &Field| {
        // In groups of four from its lowest bit, as a number.
        let group = |at: u8| {
            if at > field.low && (at - field.low).is_multiple_of(4) { " " } else { "" }
        };
        let bits: String = (field.low..=field.high()).rev().map(|at| bit_text(at) + group(at)).collect();
        tag(
            "li",
            tint(field.id),
            (
                span("tinted", field.name),
                bare("small", format!("bits {}–{}", field.high(), field.low)),
                bare("code", bits),
            ),
        )
    };
    let named = fields.iter().rev().filter(|field| field.fixed.is_none());
    html! {
        <div class="learn-digits">
            <ol aria-label="Digits, each with its bits and the lowest of them">{ for (0..64).step_by(4).rev().map(digit) }</ol>
            <ul aria-label="Fields">{ for named.map(name) }</ul>
        </div>
    }
}
