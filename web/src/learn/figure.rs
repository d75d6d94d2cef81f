//! A live figure: the views of a state, and the controls that a lesson gives it.

use swizzle_core::Coord;
use swizzle_draw::scene::PaneKind;
use swizzle_draw::{Colour, Number, Shows, cell_caption, legend, legend_of_compared};
use swizzle_learn::{Figure, Show, Strides, shown_from_keys};
use swizzle_text::{fields_caption, tally_text, tile_start_text};
use swizzle_view::{Shown, link_from_shown};
use yew::prelude::*;

use super::bits::{bits, unit};
use super::digits::digits_of;
use super::knob::named_knob;
use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::page::Look;
use crate::state::{Action, Dispatch, State};
use crate::view::{
    Grid, Heading, Hover, Picture, PlainViews, Shared, arrow_words_width, corner, frame, title,
};

/// Rows that fit on a sheet of paper at the size of the screen.
const PAGE_ROWS: u32 = 24;
/// Columns that fit, of a view that has the width for itself and of two side by side.
const PAGE_COLUMNS: [u32; 2] = [20, 8];

/// Columns of the widest matrix that has the memory beside it.
const MOST_BESIDE: u32 = 8;

/// The widest cell of a figure, and what is before an arrow's words, in pixels.
const WIDEST: u32 = 36;
const ARROW_GAP: u32 = 6;

/// The state that a figure starts with.
pub(super) fn start(figure: &Figure) -> State {
    State::of(shown_from_keys(figure.link))
}

/// Returns the picture of a state, computed when the state changes.
#[hook]
pub(super) fn use_picture(shown: &Shown) -> Option<Shared<Picture>> {
    let key = (shown.said, shown.view, shown.at);
    let shown = *shown;
    let picture = use_memo(key, |_| Picture::of(&shown).ok().map(Shared::new));
    (*picture).clone()
}

/// Data that a figure is drawn from.
pub(super) struct Live<'a> {
    /// The figure.
    pub figure: &'static Figure,
    /// Title of the stop or entry that it belongs to.
    pub of: &'static str,
    /// The headings of its views, which follow that of the text beside it.
    pub heading: &'static str,
    /// State that it shows now.
    pub shown: &'a Shown,
    /// Picture of that state.
    pub picture: &'a Shared<Picture>,
    /// Theme and colours.
    pub look: Look,
    /// Whether a question about it is open: then it does not tell the answer.
    pub is_asking: bool,
    /// Whether its descriptor is shown, and how much of what it reads is right.
    pub shows_descriptor: bool,
    /// The cell under the cursor.
    pub hovered: Option<Coord>,
    /// The cursor.
    pub hover: Hover,
    /// Changes it.
    pub dispatch: &'a Dispatch,
}

/// The figure.
pub(super) fn figure(live: &Live<'_>) -> Element {
    let kinds: &[PaneKind] = match live.figure.show {
        Show::Both => PaneKind::OF_TILE,
        // A view that would answer the question is shown after it.
        _ if live.figure.then_both && !live.is_asking => PaneKind::OF_TILE,
        Show::Matrix => &[PaneKind::Matrix],
        Show::Memory => &[PaneKind::Memory],
    };
    let tile = live.picture.spec.tile();
    let size = live.picture.drawing.size(PaneKind::Matrix);
    // Before the answer its place is there, with what tells nothing: where memory was written, or its bare lines.
    let is_before = live.figure.then_both && live.is_asking && live.figure.show == Show::Matrix;
    let panes = if is_before { 2 } else { kinds.len() };
    // Each in its place: a view stays the same element where another comes to it.
    let views = PaneKind::OF_TILE.iter().copied().map(|kind| {
        if is_before && kind.has_addresses() {
            let shown = before_answer(live.shown);
            let plain =
                html! { <PlainViews {shown} kinds={MEMORY} look={live.look} zoom={None::<u32>} /> };
            return Some(el("div").class("learn-before").child(plain));
        }
        if !kinds.contains(&kind) {
            return None;
        }
        let (picture, dispatch) = (live.picture, live.dispatch);
        let grid = view(
            picture,
            kind,
            live.look,
            live.shown.pinned,
            &live.hover,
            dispatch,
        );
        let heading = Heading {
            level: live.heading,
            of: Some(live.of),
            is_long: true,
        };
        Some(frame(picture, kind, &heading).child(grid))
    });
    let knobs = live
        .figure
        .knobs
        .iter()
        .map(|key| named_knob(key, live.figure, live.shown, live.dispatch));
    let reset = {
        let (began, dispatch) = (shown_from_keys(live.figure.link), live.dispatch.clone());
        button(Button {
            words: "Reset",
            is_off: !is_changed(live.figure, live.shown),
            on_click: Callback::from(move |_| dispatch.dispatch(Action::Begin(began))),
            ..Button::default()
        })
    };
    let caption = match live.hovered.or(live.shown.pinned) {
        Some(at) if !live.is_asking => cell_caption(&live.picture.drawn, &live.shown.view, at),
        _ if live.picture.meant.is_some() && kinds.iter().any(|kind| kind.has_addresses()) => {
            legend_of_compared(&live.shown.view)
        }
        _ => legend(PaneKind::Matrix, &live.shown.view),
    };
    let drawn = &live.picture.drawn;
    let is_outlined = drawn.steps() > 1 && !live.figure.no_steps;
    let outline = is_outlined.then(|| {
        let step = drawn.place().step;
        el("p")
            .class("hint")
            .child(format!("outlined: what step {step} reads"))
    });
    let cursor = live
        .hovered
        .or(live.shown.pinned)
        .filter(|_| !live.is_asking);
    // Its bits go along with the steps, unless that would answer the question.
    let gone = if live.is_asking {
        0
    } else {
        drawn.place().step * drawn.read_k()
    };
    let own = live.figure.bits.map(|(mn, k)| Coord { mn, k: k + gone });
    let on_turn = {
        let hover = live.hover.clone();
        Callback::from(move |coord| hover.set(Some(coord)))
    };
    let on_turn = (!live.is_asking).then_some(&on_turn);
    let bits = own.map(|own| bits(live.picture, cursor.unwrap_or(own), on_turn));
    let is_wide = size.columns > MOST_BESIDE;
    // It leaves room for its bits beside it.
    let is_narrow = panes == 1 && !is_wide;
    let unit = live.figure.unit.then(|| unit(tile.element, live.is_asking));
    let digits = live.picture.descriptor.ok().filter(|_| live.figure.digits);
    el("figure")
        .class("learn-figure")
        .class_if(hides_arrows(live), "hides-arrows")
        .class_if(live.figure.no_steps, "hides-steps")
        .class_if(digits.is_some() && live.is_asking, "is-digits")
        .attr(
            Attr::Style,
            format!(
                "{};--columns:{}",
                on_paper(live.picture, kinds),
                columns(live.picture)
            ),
        )
        .child(digits.map(digits_of))
        .child(el("p").class("hint").child(headline(live)))
        .child(
            el("div")
                .class("learn-pictures")
                .class_if(is_narrow, "is-narrow")
                .child(
                    el("div")
                        .class("views")
                        // A wide matrix has the width for itself.
                        .class_if(panes == 1 || is_wide, "is-stacked")
                        .children(views),
                )
                .child(bits),
        )
        .child(
            el("figcaption")
                .child(el("p").class("hint").child(caption))
                .child(outline)
                .child(unit)
                .child(live.shows_descriptor.then(|| descriptor(live)))
                .child(
                    el("div")
                        .class("learn-controls")
                        .children(knobs)
                        .child(reset)
                        .child(
                            el("a")
                                .class("button")
                                .attr(Attr::Href, link_from_shown(live.shown))
                                .child("Open in the atlas"),
                        ),
                ),
        )
}

/// The memory alone.
const MEMORY: &[PaneKind] = &[PaneKind::Memory];

/// Returns what memory shows before the answer: for a read, the tile as it was written; otherwise lines without words.
fn before_answer(shown: &Shown) -> Shown {
    let mut view = shown.view;
    match view.shows {
        Shows::Read => view.shows = Shows::Tile,
        Shows::Tile | Shows::Picture => (view.number, view.colour) = (Number::None, Colour::None),
    }
    Shown {
        view,
        pinned: None,
        ..*shown
    }
}

/// Headline of the picture. A read is drawn as its descriptor defines it, even where the tile is larger.
fn headline(live: &Live<'_>) -> String {
    let mut title = title(live.picture);
    if let Some((_, extent)) = title.split_once(": ").filter(|_| live.figure.no_mode) {
        title = extent.into();
    }
    let start = live.picture.spec.tile().start_bytes;
    match (live.shown.view.shows, live.figure.against) {
        (Shows::Tile | Shows::Picture, _) => format!("{title}, from 0x{start:x}"),
        (Shows::Read, None) => {
            let start = tile_start_text(&live.picture.spec);
            format!("One read, by its descriptor: {title}; compared with the tile from {start}")
        }
        (Shows::Read, Some(words)) => {
            format!("One read, by its descriptor: {title}; compared with {words}")
        }
    }
}

/// Whether the strides are not drawn now.
fn hides_arrows(live: &Live<'_>) -> bool {
    match live.figure.strides {
        Strides::Drawn => false,
        Strides::Answered => live.is_asking,
        Strides::Hidden => true,
    }
}

/// The part of its size at which a figure fits on a page, for the style sheet.
fn on_paper(picture: &Picture, kinds: &[PaneKind]) -> String {
    let columns = PAGE_COLUMNS[kinds.len() - 1];
    let percent = kinds.iter().map(|kind| {
        let size = picture.drawing.size(*kind);
        (100 * PAGE_ROWS / size.rows.max(1)).min(100 * columns / size.columns.max(1))
    });
    let percent = percent.min().unwrap_or(100).clamp(10, 100);
    format!("--on-paper:{}.{:02}", percent / 100, percent % 100)
}

/// Number of columns of the widest cells that the matrix needs; more, where the label after an arrow needs them.
fn columns(picture: &Picture) -> u32 {
    let drawing = &picture.drawing;
    let scene = drawing.scene(PaneKind::Matrix, &corner());
    let of_words = scene
        .arrows
        .iter()
        .filter(|arrow| arrow.from.row == arrow.to.row);
    let of_words = of_words.map(|arrow| {
        let words = arrow_words_width(&arrow.label);
        arrow.to.column + (words + ARROW_GAP).div_ceil(WIDEST)
    });
    of_words.fold(drawing.size(PaneKind::Matrix).columns, u32::max)
}

/// One view of a picture.
pub(super) fn view(
    picture: &Shared<Picture>,
    kind: PaneKind,
    look: Look,
    pinned: Option<Coord>,
    hover: &Hover,
    dispatch: &Dispatch,
) -> Html {
    html! {
        <Grid
            picture={picture.clone()}
            {kind}
            palette={look.palette}
            theme={look.theme}
            zoom={None::<u32>}
            hover={hover.clone()}
            {pinned}
            dispatch={dispatch.clone()}
        />
    }
}

/// Whether a figure differs from its state in the lesson.
pub(super) fn is_changed(figure: &Figure, shown: &Shown) -> bool {
    let began = shown_from_keys(figure.link);
    (shown.said, shown.view, shown.at) != (began.said, began.view, began.at)
}

/// The descriptor of the figure's step, its fields where they are taught, and what it reads of the tile.
fn descriptor(live: &Live<'_>) -> Element {
    let picture = live.picture;
    let hex = match picture.descriptor {
        Ok(descriptor) => descriptor.to_string(),
        Err(none) => none.to_string(),
    };
    let fields = match live.figure.strides {
        Strides::Drawn | Strides::Answered => format!("{}; ", fields_caption(&picture.looked_at)),
        Strides::Hidden => String::new(),
    };
    let line = format!(": {fields}{}.", tally_text(picture.found.tally()));
    el("p")
        .class("learn-descriptor")
        .attr(Attr::AriaLive, "polite")
        .child(el("code").child(hex))
        .child(line)
}
