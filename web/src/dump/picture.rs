//! A dump as two images: what is expected in the tile beside what is read of it, or memory beside the matrix that is read of it.

use super::*;
use crate::check::image::takes_image;
use crate::check::own_image::{own_image, use_own_image};
use swizzle_draw::image::images_of_dump;
use swizzle_draw::ramp;

/// Both images; another one may be in the tile than the project's own.
pub fn images(facts: &Facts, own: Option<&Image>, marks_wrong: bool) -> [Rc<Image>; 2] {
    let picture = &facts.picture;
    let (_, extent) = picture.shape();
    let own = own.filter(|own| own.extent() == extent);
    let drawing = own.cloned().unwrap_or_else(|| Image::balloon(extent));
    let is_integer = facts.recognized.asked.values == Some(Values::Index);
    let [left, right] = images_of_dump(picture, &drawing, &picture.shades(is_integer));
    let wrong = picture.coords().filter(|cell| marks_wrong && picture.is_wrong(*cell));
    [left, right.with_marked(wrong)].map(Rc::new)
}

/// A pixel: of the matrix, or of memory.
#[derive(Clone, Copy, PartialEq)]
enum At {
    Cell(Coord),
    Memory(Coord),
}

/// Properties of [`Images`].
#[derive(Properties, PartialEq)]
pub struct ImagesProps {
    /// The dump.
    pub facts: Shared<Facts>,
    /// Width of an image in pixels.
    pub width: f64,
}

/// Both images, and what is pointed at.
#[component]
pub fn Images(props: &ImagesProps) -> Html {
    let ImagesProps { facts, width } = props;
    let (picture, width) = (&facts.picture, *width);
    let (at, on_at) = use_value(|| None::<At>);
    let (marks_wrong, on_marks) = use_value(|| false);
    let (_, extent) = picture.shape();
    let asked = use_own_image(extent);
    let [left, right] =
        use_derived((facts.clone(), asked.image.clone(), marks_wrong), |(facts, own, marks_wrong)| {
            images(facts, own.as_deref(), *marks_wrong)
        });
    let has_expected = picture.has_expected();
    let cell = match at {
        Some(At::Cell(cell)) => Some(cell).filter(|cell| extent.contains(*cell)),
        Some(At::Memory(at)) => picture.cell_of_memory(at),
        None => None,
    };
    let memory = match at {
        Some(At::Memory(at)) => Some(at),
        _ => cell.and_then(|cell| picture.memory_of_cell(cell)),
    };
    let [on_cell, on_memory] =
        [At::Cell as fn(Coord) -> At, At::Memory].map(|of| on_at.reform(move |at: Option<Coord>| at.map(of)));
    let (is_wrong, [arrived, outlined, pointed]) = frames(picture, cell, memory);
    let per_unit = picture.per_unit();
    let unit = match picture.major() {
        Major::K => (per_unit, 1),
        Major::Mn => (1, per_unit),
    };
    let pixels = |image: &Rc<Image>, name: &'static str, at, frames, on: &Callback<Option<Coord>>, unit| {
        figure(name, html! { <Pixels {image} {name} {width} {unit} {at} {frames} {on} /> })
    };
    let of_left = if has_expected {
        pixels(&left, "Expected in the tile", cell, outlined, &on_cell, unit)
    } else {
        pixels(&left, "In memory", memory, pointed, &on_memory, (per_unit, 1))
    };
    let of_right = match (extent.mn, facts.typed.is_some()) {
        (0, _) => p("q", "Type a descriptor: the matrix that it reads is drawn here."),
        (_, true) => pixels(&right, "What the tensor core gets", cell, arrived, &on_cell, unit),
        (_, false) => pixels(&right, "In the dump", cell, arrived, &on_cell, unit),
    };
    let line = match at {
        Some(At::Cell(cell)) => picture.cell_text(cell),
        Some(At::Memory(at)) => picture.memory_text(at),
        None => "Point at a pixel, or focus an image and use the arrow keys.".into(),
    };
    let tools = if has_expected {
        let mark = switch(
            "Mark wrong values".into(),
            html! { "Mark wrong values" },
            marks_wrong,
            sends(&on_marks, !marks_wrong),
        );
        in_turn((count(picture), mark, own_image(&asked)))
    } else {
        legend()
    };
    let content = in_turn((
        div("pictures", (of_left, of_right)),
        p(classes!("s", is_wrong.then_some("bad")), line).with("role", "status"),
        div("cluster picture-tools", tools),
        p("q s", note(facts)),
    ));
    takes_image(&asked.on_files, content)
}

/// Places of an image, each with the class of its frame.
type Frames = Vec<(Coord, &'static str)>;

/// Whether a cell is wrong; and the frames of what arrives, of what is expected with where it was read, and of a place of memory.
fn frames(picture: &DumpPicture, cell: Option<Coord>, memory: Option<Coord>) -> (bool, [Frames; 3]) {
    let is_wrong = cell.is_some_and(|cell| picture.is_wrong(cell));
    let source = cell.and_then(|cell| picture.cell_for(cell)).filter(|_| is_wrong);
    let class = if is_wrong { "frame is-wrong" } else { "frame" };
    let expected = if is_wrong { "dash" } else { "frame" };
    let arrived: Vec<_> = cell.map(|cell| (cell, class)).into_iter().collect();
    let outlined: Vec<_> =
        cell.map(|cell| (cell, expected)).into_iter().chain(source.map(|source| (source, class))).collect();
    let pointed: Vec<_> = memory.map(|at| (at, "frame")).into_iter().collect();
    (is_wrong, [arrived, outlined, pointed])
}

/// What a pixel is, and how the dump is read.
fn note(facts: &Facts) -> String {
    let how = match (facts.typed, facts.tile.as_ref()) {
        (None, Some(tile)) => {
            format!("Read as {}. ", facts.against.map_or(tile.spec.tile().swizzle, |(mode, _)| mode).name())
        }
        _ => String::new(),
    };
    let scale = format!("A pixel is an element, {} are a unit.", facts.picture.per_unit());
    let what = if facts.picture.has_expected() {
        "Each value of the dump names a cell of the matrix; the image is only test data. Grey: no value of this tile."
    } else {
        "No layout was found, so nothing is expected: a colour is a value's rank among the different values of the dump. A row of memory is a line of 128 bytes. Grey: not in the dump."
    };
    format!("{how}{scale} {what}")
}

/// How many values are wrong, and in how many reads.
fn count(picture: &DumpPicture) -> Html {
    let wrong = picture.coords().filter(|cell| picture.is_wrong(*cell)).count() as u32;
    let all = grouped(picture.coords().count() as u32);
    let words = match wrong {
        0 => format!("all {all} values right"),
        wrong => format!("{} of {all} values wrong", grouped(wrong)),
    };
    let reads = picture.areas().len();
    in_turn((
        tag("strong", (wrong > 0).then_some("bad"), words),
        (reads > 1).then(|| span("q", format!("in all {reads} reads"))),
    ))
}

/// The colours from the smallest to the largest value.
fn legend() -> Html {
    let colours = [0, 64, 128, 191, 255].map(|shade| hex(ramp(shade)));
    in_turn((
        tag("i", "ramp", ())
            .with("style", format!("background:linear-gradient(to right,{})", colours.join(","))),
        span("q s", "smallest to largest"),
    ))
}
