//! The picture test: the tile as an image, what the tensor core gets of it, and the faces of five mistakes.

mod canvas;
mod faces;
mod of_dump;
mod own_image;
mod product;
mod side;

use swizzle_core::{Coord, Descriptor, Spec};
use swizzle_draw::image::Image;
use swizzle_infer::{WholeRead, sequence::differing_fields};
use swizzle_lints::{Finding, Severity};
use swizzle_text::{whole_read_count, whole_read_reads, whole_read_unit};
use yew::prelude::*;

use crate::arrow_keys::use_arrow_keys;
use crate::browser::late_style;
use crate::control::{Button, button};
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::{use_settled, use_value};
use crate::page::framed::Printing;
use crate::page::load::{Loading, missing, split_point, use_loaded};
use crate::state::Dispatch;
use crate::view::{Hover, Picture, Shared, use_hovered};
use canvas::use_healed;
use faces::{Faces, use_drawn};
pub use of_dump::ComingDumpImages;
use own_image::{ImageAsked, dropped, own_image, use_own_image};
use product::Product;
use side::{Outline, Outlines, Side, Units, place, side};

/// Its style.
const STYLE: &str = style!("picture-test.css");

/// Draws the picture test. It comes after the start.
#[derive(Clone, Copy)]
struct PictureTest(fn(PictureTestProps) -> Html);

/// One for the life of a page.
impl PartialEq for PictureTest {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Properties of the picture test.
#[derive(Properties, Clone, PartialEq)]
pub struct PictureTestProps {
    /// Picture that is drawn.
    pub picture: Shared<Picture>,
    /// The element under the cursor.
    pub hover: Hover,
    /// Sends actions.
    pub dispatch: Dispatch,
}

split_point! {
    picture: fn load() -> PictureTest {
        late_style::add(STYLE);
        PictureTest(|props| html! { <Both ..props /> })
    }
}

/// The picture test, once what draws it has come.
#[component]
pub fn ComingPictureTest(props: &PictureTestProps) -> Html {
    let (arrival, again) = use_loaded(|| -> Loading<_> { Box::pin(load()) });
    match arrival {
        Some(Ok(PictureTest(test))) => test(props.clone()),
        Some(Err(why)) => el("div")
            .class("no-picture")
            .child(missing(why, "The image", &again))
            .into(),
        None => Html::default(),
    }
}

/// Both images, what is between them, and the faces.
#[component]
fn Both(props: &PictureTestProps) -> Html {
    let spec = &props.picture.spec;
    let at = use_hovered(&props.hover);
    let (marks_wrong, on_marks) = use_value(|| false);
    let (asked, drawn) = (use_own_image(spec.extent()), use_drawn());
    let read = props.picture.whole_read();
    let extent = spec.extent();
    let image = use_memo((asked.image.clone(), extent), |(own, extent)| {
        let own = own.as_deref().filter(|own| own.extent() == *extent);
        own.cloned().unwrap_or_else(|| Image::balloon(*extent))
    });
    let got = use_memo(
        (props.picture.clone(), image.clone(), marks_wrong),
        |(picture, image, marks_wrong)| match (picture.whole_read(), marks_wrong) {
            (None, _) => (**image).clone(),
            (Some(read), false) => image.as_read(read),
            (Some(read), true) => image.as_read(read).with_wrong_marked(read),
        },
    );
    let areas = read.map_or_else(Vec::new, |read| read.areas().to_vec());
    let canvases = [use_node_ref(), use_node_ref()];
    use_healed(&canvases[0], image.clone(), areas.clone());
    use_healed(&canvases[1], got, areas);
    // The parts below follow once the images are painted.
    let (picture, image) = use_settled(&(props.picture.clone(), image));
    let Some(read) = read else {
        return el("p")
            .class("no-picture")
            .child("No image: the row pitch is not a multiple of 16 bytes, or the tile is larger than shared memory. Tile and Read show it.")
            .into();
    };
    let pointed = at.filter(|at| extent.contains(*at));
    let is_right = pointed.is_none_or(|at| read.element_for(at) == Some(at));
    let outlined = pointed.or_else(|| read.first_wrong());
    let source = outlined.and_then(|at| read.element_for(at));
    let (written, arrived) = outlines(outlined, source);
    let scale = format!(
        "a pixel is an element, {} are a unit",
        spec.tile().element.per_unit()
    );
    let images = [
        ("In your tile", scale, None, written),
        (
            "What the tensor core gets",
            String::new(),
            Some(gauge_of(read)),
            arrived,
        ),
    ];
    let arrows = use_arrow_keys(pointed.map(place));
    let on_at = {
        let hover = props.hover.clone();
        Callback::from(move |at: Option<Coord>| hover.set(at))
    };
    let both = images.into_iter().zip(&canvases);
    let mut sides = both.map(|((title, note, gauge, outlines), canvas)| {
        side(Side {
            title,
            note,
            columns: "elements of K",
            canvas,
            units: Units::of(spec),
            gauge,
            outlines,
            on_at: &on_at,
            arrows: &arrows,
        })
    });
    let left = sides.next();
    let right = sides.next();
    let dispatch = props.dispatch.clone();
    // A tile that no instruction takes is not right for being read from the right places.
    let mut findings = picture.findings().iter();
    let is_refused = findings.any(|finding| finding.severity == Severity::Error);
    let product = html! { <Product picture={picture.clone()} {image} /> };
    let open = drawn.iter().find(|one| one.is_open(spec));
    let is_fault = |finding: &&Finding| finding.severity != Severity::Note;
    let line = match (pointed, open) {
        (Some(at), _) => whole_read_unit(spec, read, at),
        (None, Some(open)) => open.face.text.into(),
        (None, None) => match picture.findings().iter().find(is_fault) {
            Some(fault) => format!("{}. {}", fault.title, fault.text),
            None => "Point at a pixel, or focus an image and use the arrow keys.".into(),
        },
    };
    let faces = html! { <Faces {drawn} {picture} {dispatch} /> };
    el("div")
        .class("picture-test")
        .child(
            el("div")
                .class("picture-pair")
                .child(left.map(|left| dropped(left, &asked)))
                .child(between(spec, read, is_refused).child(tools(
                    &asked,
                    "Mark wrong units",
                    marks_wrong,
                    &on_marks,
                )))
                .child(right),
        )
        .child(
            el("p")
                .class("picture-line")
                .class_if(pointed.is_some(), "is-unit")
                .class_if(!is_right, "is-wrong")
                .attr(Attr::Role, "status")
                .child(line),
        )
        .child(faces)
        .child(product)
        .child(html! { <Printing /> })
        .child(el("p").class("picture-note").child(
            "The image is only test data. Which bytes are read is computed from the descriptor.",
        ))
        .into()
}

/// The outlines of the left and of the right image, where an element's place gets another one, or its own.
fn outlines(pointed: Option<Coord>, source: Option<Coord>) -> (Outlines, Outlines) {
    let is_right = source.is_some() && source == pointed;
    let kind = |is_own: bool| match (is_right, is_own) {
        (true, _) => Outline::Right,
        (false, true) => Outline::Actual,
        (false, false) => Outline::Expected,
    };
    let written = [
        pointed.map(|at| (at, kind(false))),
        source.filter(|_| !is_right).map(|at| (at, kind(true))),
    ];
    (written, [pointed.map(|at| (at, kind(true))), None])
}

/// Controls that choose the image and whether errors are tinted.
fn tools(
    asked: &ImageAsked,
    words: &'static str,
    marks_wrong: bool,
    on_marks: &Callback<bool>,
) -> Element {
    let mark = button(Button {
        words,
        is_pressed: Some(marks_wrong),
        on_click: on_marks.reform(move |_| !marks_wrong),
        ..Button::default()
    });
    el("div")
        .class("picture-tools wraps gap")
        .child(mark)
        .child(own_image(asked))
}

/// The descriptor, and how many units are wrong.
fn between(spec: &Spec, read: &WholeRead, is_refused: bool) -> Element {
    let shown = spec.descriptor(spec.place()).ok();
    el("div")
        .class("picture-between row gap")
        .child(shown.map(|shown| {
            let derived = spec.derived_descriptor(spec.place()).unwrap_or(shown);
            let fields = differing_fields(spec).into_iter();
            let expected = fields.fold(shown, |one, id| one.with(id, derived.get(id)));
            broken_hex(shown, expected)
        }))
        .child(
            el("strong")
                .class_if(read.wrong() > 0, "is-wrong")
                .class_if(read.wrong() == 0 && is_refused, "is-refused")
                .child(whole_read_count(read)),
        )
        .child(
            el("span")
                .class("picture-note")
                .child(whole_read_reads(read)),
        )
}

/// A descriptor in two halves, which may be one under the other; digits that differ from the expected ones are red.
fn broken_hex(shown: Descriptor, expected: Descriptor) -> Element {
    let [shown, expected] = [shown, expected].map(|one| one.to_string());
    let digits = shown.char_indices().zip(expected.chars());
    let digits = digits.map(|((at, digit), expected)| {
        let is_wrong = digit != expected;
        fragment()
            .child((at + 8 == shown.len()).then(|| el("wbr")))
            .child(
                el("span")
                    .class_if(is_wrong, "is-wrong")
                    .child(digit.to_string()),
            )
    });
    el("code").children(digits.collect::<Vec<_>>().into_iter())
}

/// Gauge of the rows of a tile that get wrong elements.
fn gauge_of(read: &WholeRead) -> String {
    let mut rows = vec![false; read.extent().mn as usize];
    read.elements_read().for_each(|(at, source)| {
        rows[at.mn as usize] |= source != Some(at);
    });
    gauge(rows.into_iter())
}

/// Rows with wrong elements in red, those without in green, from the top.
fn gauge(rows: impl Iterator<Item = bool>) -> String {
    let rows: Vec<bool> = rows.collect();
    let part = |at: usize| at as f64 / rows.len() as f64 * 100.0;
    let stops = rows.iter().enumerate().map(|(at, is_wrong)| {
        let colour = if *is_wrong { "error" } else { "good" };
        format!("var(--{colour}) {:.2}% {:.2}%", part(at), part(at + 1))
    });
    let stops: Vec<String> = stops.collect();
    format!("background:linear-gradient({})", stops.join(","))
}
