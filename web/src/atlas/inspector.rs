//! The way of one element from its coordinate to its byte, with the reader's own numbers.

use gloo_events::EventListener;
use swizzle_core::descriptor::code_from_swizzle;
use swizzle_core::{Coord, FieldId, Named as _, Spec, Swizzle};
use swizzle_draw::Shows;
use swizzle_draw::scene::{element_from_matrix_cell, matrix_cell_from_element};
use swizzle_draw::{Cells, cell_caption};
use swizzle_infer::WholeRead;
use swizzle_infer::trace::trace_from_element;
use swizzle_params::{ParamId, Scalar};
use swizzle_text::loom::Loom;
use swizzle_text::{TraceRow, loom_lines, trace_rows, whole_read_rows};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::spawn_local;
use web_sys::Element as Node;
use yew::prelude::*;

use crate::browser;
use crate::control::whole_edits;
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::state::{Action, Dispatch, Edit};
use crate::view::{Hover, LoomSize, Picture, Shared, loom, use_hovered};

/// Properties of [`Inspector`].
#[derive(Properties, PartialEq)]
pub struct InspectorProps {
    /// Picture that is inspected.
    pub picture: Shared<Picture>,
    /// The element under the cursor.
    pub hover: Hover,
    /// The pinned one.
    pub pinned: Option<Coord>,
    /// Frees it.
    pub dispatch: Dispatch,
    /// Beside another picture: the name that tells them apart, and the element that both describe while none is at hand.
    pub beside: Option<(&'static str, Coord)>,
}

/// The trace of the cell under the pointer, else of the pinned one.
#[component]
pub fn Inspector(props: &InspectorProps) -> Html {
    let hovered = use_hovered(&props.hover);
    let (picture, pinned) = (&*props.picture, props.pinned);
    let unpin = {
        let (hover, dispatch) = (props.hover.clone(), props.dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            // A finger leaves the cursor where it was.
            hover.set(None);
            dispatch.dispatch(Action::Pin(None));
        })
    };
    let on_turn = {
        let (hover, dispatch) = (props.hover.clone(), props.dispatch.clone());
        Callback::from(move |coord: Coord| {
            hover.set(None);
            dispatch.dispatch(Action::Pin(Some(coord)));
        })
    };
    let on_mode = whole_edits(&props.dispatch).reform({
        let picture = props.picture.clone();
        move |mode| edit_of_mode(&picture, mode)
    });
    let (is_open, on_open) = use_value(|| false);
    let told = Told {
        is_open,
        on_toggle: on_open.reform(|event: Event| {
            let details = event.target_unchecked_into::<Node>();
            details.has_attribute("open")
        }),
    };
    let around = use_node_ref();
    use_lit(&around);
    use_effect_with(pinned, |pinned| {
        // The sheet that explains a cell opens with it.
        if pinned.is_some() && browser::is_narrow() {
            spawn_local(async {
                browser::painted().await;
                browser::uncover::pinned_cell();
            });
        }
    });
    let spec = &picture.drawn;
    // A link may pin what this tile does not have.
    let cell = hovered.or(pinned).filter(|at| spec.extent().contains(*at));
    let read = (picture.view.shows == Shows::Picture).then(|| picture.whole_read());
    let read = read.flatten();
    let example = props.beside.map(|(_, example)| example);
    let coord = cell
        .or_else(|| example.filter(|at| spec.extent().contains(*at)))
        .or_else(|| read?.first_wrong())
        .unwrap_or_else(|| picture.example());
    // In units the whole unit is looked at, from its first element on.
    let at = matrix_cell_from_element(spec, &picture.view, coord);
    let coord = element_from_matrix_cell(spec, &picture.view, at);
    let tag = |words: &'static str| el("span").class("inspector-tag").child(words);
    let head = el("header")
        .class("inspector-head")
        .child(match props.beside {
            Some((name, _)) => el("h2").child(format!("Trace of {name}")),
            None => el("h2").attr(Attr::Id, "inspector-title").child("Trace"),
        });
    let head = if cell.is_none() {
        head.child(tag("example"))
    } else if cell == pinned {
        head.child(tag("pinned")).child(
            el("button")
                .attr(Attr::Type, "button")
                .class("inspector-unpin")
                .on_click(unpin)
                .child("Unpin"),
        )
    } else {
        head
    };
    let section = el("section")
        .node_ref(&around)
        .class("inspector")
        .class_if(cell.is_some(), "is-of-cell");
    let section = match props.beside {
        Some((name, _)) => section.attr(Attr::AriaLabel, format!("Trace of {name}")),
        None => section.attr(Attr::AriaLabelledby, "inspector-title"),
    };
    // Of two pictures beside each other, the parameters of each specify its own swizzle.
    let on_mode = props.beside.is_none().then_some(on_mode);
    section
        .child(head)
        .child(
            el("p")
                .class("inspector-cell")
                .child(cell_caption(spec, &picture.view, coord)),
        )
        .child(match read.and_then(|read| of_image(picture, read, coord)) {
            Some((note, spec, at, rows)) => {
                let (mn, k) = (coord.mn - at.mn, coord.k - at.k);
                let on_turn = on_turn.reform(move |at: Coord| Coord {
                    mn: mn + at.mn,
                    k: k + at.k,
                });
                let on = (&on_turn, on_mode.as_ref());
                fragment()
                    .child(note)
                    .child(traced(picture, &spec, at, rows, on, &told))
            }
            None => {
                let on = (&on_turn, on_mode.as_ref());
                fragment()
                    .child(in_tile(picture, coord))
                    .child(traced(picture, spec, coord, None, on, &told))
            }
        })
        .into()
}

/// Returns the edit that sets the drawn mode: in an explicit descriptor where that is read, or where the tile's mode is not
/// specified; otherwise in the tile.
fn edit_of_mode(picture: &Picture, mode: Swizzle) -> Edit {
    let spec = &picture.looked_at;
    let is_of_descriptor = spec.given().is_some()
        && (picture.view.shows != Shows::Tile || !ParamId::Swizzle.param().is_said(spec));
    let code = code_from_swizzle(spec.reader().arch, mode).filter(|_| is_of_descriptor);
    match code {
        Some(code) => Edit::Field(FieldId::Swizzle, code.into()),
        None => Edit::Value(ParamId::Swizzle, Some(Scalar::Choice(mode.name()))),
    }
}

/// A read counts from its own first element: which cell of the tile that is.
fn in_tile(picture: &Picture, coord: Coord) -> Option<Element> {
    let spec = &picture.looked_at;
    let first = spec.first_element(spec.place());
    let is_moved = picture.view.shows == Shows::Read && (first.mn, first.k) != (0, 0);
    let coord = Coord {
        mn: coord.mn + first.mn,
        k: coord.k + first.k,
    };
    let caption = || cell_caption(spec, &picture.view, coord);
    is_moved.then(|| {
        el("p")
            .class("hint")
            .child(format!("In the tile: {}", caption()))
    })
}

/// In the image: which read covers an element by which law, the element's place in it, and what was expected. The law is the
/// descriptor's: what arrives is read at its address.
fn of_image(
    picture: &Picture,
    read: &WholeRead,
    coord: Coord,
) -> Option<(Element, Spec, Coord, Option<[TraceRow; 2]>)> {
    let spec = &picture.spec;
    let (step, law, at) = read.read_of(coord)?;
    let reads = read.reads().len();
    let note = el("p").class("hint").child(format!(
        "Read {step} of {reads}, from 0x{:x}",
        law.start_bytes()
    ));
    let rows = whole_read_rows(spec, read, coord);
    Some((note, spec.spec_from_law(*law, spec.given()), at, rows))
}

/// The loom, the numbers beside it, and both for those who cannot see it.
fn traced(
    picture: &Picture,
    spec: &Spec,
    coord: Coord,
    expected: Option<[TraceRow; 2]>,
    (on_turn, on_mode): (&Callback<Coord>, Option<&Callback<Swizzle>>),
    told: &Told,
) -> Element {
    let has_slots = picture.view.cells == Cells::Elements;
    let trace = trace_from_element(spec.layout(), coord);
    let woven = Loom::of(spec, coord, has_slots);
    let row = |row: TraceRow| {
        el("div")
            .class_if(row.name == "actual", "is-wrong")
            .child(el("dt").child(row.name))
            .child(el("dd").class("inspector-way").child(row.way))
            .child(el("dd").child(row.value))
    };
    let rows = trace_rows(&trace, &woven, has_slots);
    let lines = told.is_open.then(|| {
        let line = |line: String| el("li").child(line);
        el("ol").children(loom_lines(&trace, &woven).into_iter().map(line))
    });
    let twin = el("details")
        .class("inspector-twin")
        .on_toggle(told.on_toggle.clone())
        .child(el("summary").child("As text"))
        .child(lines);
    fragment()
        .child(loom(
            &woven,
            LoomSize::Beside,
            Some(on_turn),
            on_mode.filter(|_| spec.layout().is_canonical()),
        ))
        .child(
            el("dl")
                .class("inspector-rows")
                .class_if(wraps(spec, has_slots), "is-of-two-lines")
                .children(
                    rows.into_iter()
                        .chain(expected.into_iter().flatten())
                        .map(row),
                ),
        )
        .child(twin)
}

/// Characters of a sum that fit into a line beside its result.
const SUM_IN_LINE: usize = 30;

/// Whether an address of this tile is a sum that takes two lines. Then each has room for two: otherwise, what is below
/// would move with the pointer.
fn wraps(spec: &Spec, has_slots: bool) -> bool {
    let extent = spec.extent();
    let last = Coord {
        mn: extent.mn - 1,
        k: extent.k - 1,
    };
    let trace = trace_from_element(spec.layout(), last);
    let [address, ..] = trace_rows(&trace, &Loom::of(spec, last, has_slots), has_slots);
    address.way.chars().count() > SUM_IN_LINE
}

/// The trace as text, made when it is asked for.
struct Told {
    is_open: bool,
    on_toggle: Callback<Event>,
}

/// The element whose field is looked at has its wires lit, wherever its field is: in the descriptor or in the panel.
#[hook]
fn use_lit(around: &NodeRef) {
    let around = around.clone();
    use_effect_with((), move |()| {
        let listen = |name: &'static str| {
            let around = around.clone();
            EventListener::new(&browser::document(), name, move |event| {
                let Some(around) = around.cast::<Node>() else {
                    return;
                };
                let at = event.target().and_then(|at| at.dyn_into::<Node>().ok());
                let lit = at.and_then(|at| field_of(&at)).unwrap_or_default();
                if around.get_attribute("data-lit").unwrap_or_default() != lit {
                    let _ = around.set_attribute("data-lit", &lit);
                }
            })
        };
        let listeners = ["pointerover", "focusin"].map(listen);
        move || drop(listeners)
    });
}

/// The field that a control or a bit is of, as the style sheet calls it.
fn field_of(at: &Node) -> Option<String> {
    let place = at.closest(".page-dock [class*=tint-], .page-panel .number, .page-panel .choice");
    let place = place.ok()??;
    if let Some((_, rest)) = place.class_name().split_once("tint-") {
        return Some(rest.split(' ').next()?.to_owned());
    }
    let input = place.query_selector("input").ok()??;
    let name = input.get_attribute("name").unwrap_or_default() + &input.id();
    let known = [
        ("sbo", "sbo"),
        ("lbo", "lbo"),
        ("start", "start"),
        ("base-offset", "base"),
        ("Swizzle", "swizzle"),
    ];
    let found = known.iter().find(|(part, _)| name.ends_with(part));
    found.map(|(_, field)| (*field).to_owned())
}
