//! The picture in shared memory and what the tensor core gets of it; and for what is pointed at, where that was read from.

use super::*;

/// Properties of [`Pictures`].
#[derive(Properties, PartialEq)]
pub struct PicturesProps {
    /// The tile with the descriptor that reads it.
    pub spec: Spec,
}

/// Both pictures.
#[component]
pub fn Pictures(props: &PicturesProps) -> Html {
    let (at, on_at) = use_value(|| None::<Coord>);
    let extent = props.spec.extent();
    let image = use_memo(extent, |extent| Image::balloon(*extent));
    let read = use_memo(props.spec.clone(), WholeRead::of);
    let shown = use_memo((image.clone(), read.clone()), |(image, read)| {
        let read = (**read).as_ref();
        read.map_or_else(|| (**image).clone(), |read| image.as_read(read))
    });
    let canvases = [use_image(Some(image)), use_image(Some(shown))];
    let per_unit = props.spec.tile().element.per_unit();
    let onpointermove = {
        let (on_at, canvas) = (on_at.clone(), canvases[1].clone());
        Callback::from(move |event: PointerEvent| {
            let Some(canvas) = canvas.cast::<HtmlCanvasElement>() else {
                return;
            };
            let place = canvas.get_bounding_client_rect();
            let part = |at: i32, from: f64, of: f64, count: u32| {
                let share = (f64::from(at) - from) / of.max(1.0);
                ((share * f64::from(count)).max(0.0) as u32).min(count - 1)
            };
            let k = part(event.client_x(), place.left(), place.width(), extent.k);
            on_at.emit(Some(Coord {
                mn: part(event.client_y(), place.top(), place.height(), extent.mn),
                k: k - k % per_unit,
            }));
        })
    };
    let onpointerleave = on_at.reform(|_: PointerEvent| None);
    // It may be absent, and is one node all the same: its neighbours stay what they are.
    let over = at.zip((*read).as_ref()).and_then(|(at, read)| {
        let source = read.element_for(at);
        let [left, right] = [place(&canvases[0])?, place(&canvases[1])?];
        Some(over(at, source, per_unit, extent, [left, right]))
    });
    let wrong = (*read).as_ref().map_or(0, WholeRead::wrong);
    let told = match wrong {
        0 => "the same picture, whole".into(),
        wrong => format!("the picture torn: {wrong} units are wrong"),
    };
    div(
        "images",
        (
            p("", "In shared memory"),
            p("", "What the tensor core reads"),
            html! { <canvas ref={canvases[0].clone()} role="img" aria-label="a balloon over a lake" /> },
            html! { <canvas ref={canvases[1].clone()} role="img" aria-label={told} {onpointermove} {onpointerleave} /> },
            tag("i", "not-phone", "→").with("aria-hidden", "true"),
            over,
        ),
    )
}

/// Where a canvas is in the element around both, and its size: left, top, width, height in pixels.
fn place(canvas: &NodeRef) -> Option<[f64; 4]> {
    let canvas = canvas.cast::<HtmlCanvasElement>()?;
    let (left, top) = (canvas.offset_left(), canvas.offset_top());
    Some([left, top, canvas.client_width(), canvas.client_height()].map(f64::from))
}

/// The unit that is pointed at, the one that was read for it, and a line between them.
fn over(
    at: Coord,
    source: Option<Coord>,
    per_unit: u32,
    extent: Extent,
    [left, right]: [[f64; 4]; 2],
) -> Html {
    let unit = |at: Coord, [x, y, width, height]: [f64; 4]| {
        let [pixel_x, pixel_y] = [width / f64::from(extent.k), height / f64::from(extent.mn)];
        let (x, y) = (x + f64::from(at.k) * pixel_x, y + f64::from(at.mn) * pixel_y - 1.0);
        (x, y, f64::from(per_unit) * pixel_x, pixel_y + 2.0)
    };
    let frame = |(x, y, width, height): (f64, f64, f64, f64)| format!("M{x} {y}h{width}v{height}h-{width}z");
    let there = unit(at, right);
    let mut frames = frame(there);
    if let Some(source) = source {
        let here = unit(source, left);
        let (x1, y1) = (here.0 + here.2, here.1 + here.3 / 2.0);
        let (x2, y2) = (there.0, there.1 + there.3 / 2.0);
        let bend = ((x2 - x1) * 0.4).max(60.0);
        frames += &frame(here);
        frames += &format!("M{x1} {y1}C{} {y1} {} {y2} {x2} {y2}", x1 + bend, x2 - bend);
    }
    let tone = if source == Some(at) { "is-good" } else { "is-wrong" };
    tag("svg", classes!("images-over", tone), (path("halo", frames.clone()), path("", frames)))
        .with("aria-hidden", "true")
}
