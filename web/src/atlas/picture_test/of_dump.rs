//! A dump as two images: what belongs in the tile beside what is read of it, or memory beside the matrix that is read of it.

use swizzle_core::hardware::Major;
use swizzle_core::{Coord, Descriptor};
use swizzle_draw::image::{Image, images_of_dump};
use swizzle_draw::{hex, ramp};
use swizzle_dump::DumpPicture;
use swizzle_text::grouped;
use yew::prelude::*;

use super::canvas::use_healed;
use super::own_image::{dropped, use_own_image};
use super::side::{Outline, Side, Units, place, side};
use super::{STYLE, broken_hex, gauge, outlines, tools};
use crate::arrow_keys::use_arrow_keys;
use crate::browser::late_style;
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::page::load::{Loading, missing, split_point, use_loaded};
use crate::view::Shared;

/// Draws the images of a dump. It comes after the page.
#[derive(Clone, Copy)]
struct DumpImages(fn(DumpImagesProps) -> Html);

/// One for the life of a page.
impl PartialEq for DumpImages {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Properties of the images of a dump.
#[derive(Properties, Clone, PartialEq)]
pub struct DumpImagesProps {
    /// The dump, and what is read of it: the whole tile.
    pub picture: Shared<DumpPicture>,
    /// The typed descriptor through which it is read.
    pub descriptor: Option<Descriptor>,
    /// How it is read.
    pub how: String,
    /// Whether values are integers, not floats.
    pub is_integer: bool,
}

split_point! {
    picture: fn load() -> DumpImages {
        late_style::add(STYLE);
        DumpImages(|props| html! { <Both ..props /> })
    }
}

/// The images of a dump, once what draws them has come.
#[component]
pub fn ComingDumpImages(props: &DumpImagesProps) -> Html {
    let (arrival, again) = use_loaded(|| -> Loading<_> { Box::pin(load()) });
    match arrival {
        Some(Ok(DumpImages(images))) => images(props.clone()),
        Some(Err(why)) => el("div")
            .class("no-picture")
            .child(missing(why, "The image", &again))
            .into(),
        None => Html::default(),
    }
}

/// A pixel: of the matrix, or of memory.
#[derive(Clone, Copy, PartialEq)]
enum At {
    Cell(Coord),
    Memory(Coord),
}

/// Both images, and what is between them.
#[component]
fn Both(props: &DumpImagesProps) -> Html {
    let picture = &props.picture;
    let (at, on_at) = use_value(|| None::<At>);
    let (marks_wrong, on_marks) = use_value(|| false);
    let (_, extent) = picture.shape();
    let asked = use_own_image(extent);
    let shades = use_memo(
        (picture.clone(), props.is_integer),
        |(picture, is_integer)| picture.shades(*is_integer),
    );
    let key = (
        picture.clone(),
        asked.image.clone(),
        marks_wrong,
        props.is_integer,
    );
    let images = use_memo(key, |(picture, own, marks_wrong, _)| {
        let own = own.as_deref().filter(|own| own.extent() == extent);
        let drawing = own.cloned().unwrap_or_else(|| Image::balloon(extent));
        let [left, right] = images_of_dump(picture, &drawing, &shades);
        let wrong = picture
            .coords()
            .filter(|cell| *marks_wrong && picture.is_wrong(*cell));
        [left, right.with_marked(wrong)].map(std::rc::Rc::new)
    });
    let [left, right] = (*images).clone();
    let canvases = [use_node_ref(), use_node_ref()];
    let areas = picture.areas().to_vec();
    use_healed(&canvases[0], left, Vec::new());
    use_healed(&canvases[1], right, areas);
    let has_expected = picture.has_expected();
    let of_tile = Units {
        extent,
        major: picture.major(),
        per_unit: picture.per_unit(),
    };
    let of_memory = Units {
        extent: picture.memory_extent(),
        major: Major::K,
        per_unit: picture.per_unit(),
    };
    let cell = match at {
        Some(At::Cell(cell)) => Some(cell).filter(|cell| extent.contains(*cell)),
        Some(At::Memory(at)) => picture.cell_of_memory(at),
        None => None,
    };
    let memory = match at {
        Some(At::Memory(at)) => Some(at),
        _ => cell.and_then(|cell| picture.memory_of_cell(cell)),
    };
    let (of_cell, of_line) = (
        use_arrow_keys(cell.map(place)),
        use_arrow_keys(memory.map(place)),
    );
    let plain = |at: Option<Coord>| [at.map(|at| (at, Outline::Plain)), None];
    let (outlined, arrived) = match has_expected {
        true => outlines(cell, cell.and_then(|cell| picture.cell_for(cell))),
        false => (plain(memory), plain(cell)),
    };
    let (on_cell, on_memory) = (
        on_at.reform(|at: Option<Coord>| at.map(At::Cell)),
        on_at.reform(|at: Option<Coord>| at.map(At::Memory)),
    );
    let scale = format!("a pixel is an element, {} are a unit", picture.per_unit());
    let left = match has_expected {
        true => side(Side {
            title: "Expected in the tile",
            note: scale,
            columns: "elements of K",
            canvas: &canvases[0],
            units: of_tile,
            gauge: None,
            outlines: outlined,
            on_at: &on_cell,
            arrows: &of_cell,
        }),
        false => side(Side {
            title: "In memory",
            note: "a row is a line of 128 bytes".into(),
            columns: "elements of a line",
            canvas: &canvases[0],
            units: of_memory,
            gauge: None,
            outlines: outlined,
            on_at: &on_memory,
            arrows: &of_line,
        }),
    };
    let title = match props.descriptor {
        Some(_) => "What the tensor core gets",
        None => "In the dump",
    };
    let right = side(Side {
        title,
        note: props.how.clone(),
        columns: "elements of K",
        canvas: &canvases[1],
        units: of_tile,
        gauge: has_expected.then(|| {
            gauge((0..extent.mn).map(|mn| (0..extent.k).any(|k| picture.is_wrong(Coord { mn, k }))))
        }),
        outlines: arrived,
        on_at: &on_cell,
        arrows: &of_cell,
    });
    let right = match extent.mn {
        0 => el("p")
            .class("picture-note")
            .child("Type a descriptor: the matrix that it reads is drawn here."),
        _ => right,
    };
    let left: Html = match has_expected {
        true => dropped(left, &asked),
        false => left.into(),
    };
    let line = match at {
        Some(At::Cell(cell)) => picture.cell_text(cell),
        Some(At::Memory(at)) => picture.memory_text(at),
        None => "Point at a pixel, or focus an image and use the arrow keys.".into(),
    };
    let is_wrong = cell.is_some_and(|cell| picture.is_wrong(cell));
    let middle = el("div")
        .class("picture-between row gap")
        .child(props.descriptor.map(|one| broken_hex(one, one)));
    let middle = match has_expected {
        true => middle.child(count(picture)).child(tools(
            &asked,
            "Mark wrong values",
            marks_wrong,
            &on_marks,
        )),
        false => middle.child(legend()),
    };
    let note = match has_expected {
        true => {
            "Each value of the dump names a cell of the matrix; the image is only test data. Grey: no value of this tile."
        }
        false => {
            "No layout was found, so nothing is expected: a colour is a value's rank among the different values of the dump. Grey: not in the dump."
        }
    };
    el("div")
        .class("picture-test")
        .child(
            el("div")
                .class("picture-pair")
                .child(left)
                .child(middle)
                .child(right),
        )
        .child(
            el("p")
                .class("picture-line")
                .class_if(at.is_some(), "is-unit")
                .class_if(is_wrong, "is-wrong")
                .attr(Attr::Role, "status")
                .child(line),
        )
        .child(el("p").class("picture-note").child(note))
        .into()
}

/// How many values are wrong, and in how many reads.
fn count(picture: &DumpPicture) -> Element {
    let wrong = picture.coords().filter(|cell| picture.is_wrong(*cell));
    let wrong = wrong.count() as u32;
    let all = grouped(picture.coords().count() as u32);
    let words = match wrong {
        0 => format!("all {all} values right"),
        wrong => format!("{} of {all} values wrong", grouped(wrong)),
    };
    let reads = picture.areas().len();
    let reads = (reads > 1).then(|| format!("in all {reads} reads"));
    fragment()
        .child(el("strong").class_if(wrong > 0, "is-wrong").child(words))
        .child(reads.map(|reads| el("span").class("picture-note").child(reads)))
}

/// The colours from the smallest to the largest value.
fn legend() -> Element {
    let colours = [0, 64, 128, 191, 255].map(|shade| hex(ramp(shade)));
    let gradient = format!("background:linear-gradient(to right,{})", colours.join(","));
    el("div")
        .class("picture-ramp wraps quiet small")
        .child(el("i").attr(Attr::Style, gradient))
        .child(el("span").child("smallest"))
        .child(el("span").child("largest"))
}
