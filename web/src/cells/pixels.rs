//! An image, an element a pixel: what is pointed at, and units that are framed.

use super::*;
use wasm_bindgen::Clamped;
use web_sys::ImageData;

/// Properties of [`Pixels`].
#[derive(Properties, PartialEq)]
pub struct PixelsProps {
    /// The image.
    pub image: Rc<Image>,
    /// Its name.
    pub name: &'static str,
    /// Width in pixels of the page.
    pub width: f64,
    /// Columns and rows of a unit.
    pub unit: (u32, u32),
    /// What is pointed at.
    pub at: Option<Coord>,
    /// Units by an element of each, with the class of their frames; from the last a line leads to the first.
    pub frames: Vec<(Coord, &'static str)>,
    /// Called with what is pointed at next.
    pub on: Callback<Option<Coord>>,
}

/// The image, which arrow keys walk over.
#[component]
pub fn Pixels(props: &PixelsProps) -> Html {
    let canvas = use_image(Some(props.image.clone()));
    let extent = props.image.extent();
    let height = props.width * f64::from(extent.mn) / f64::from(extent.k.max(1));
    let (across, down) = props.unit;
    let point = props.on.reform(move |event: PointerEvent| {
        let image = event.target_dyn_into::<HtmlElement>()?;
        let along =
            |at: i32, of: i32, count: u32| (u32::try_from(at).ok()? * count).checked_div(of.try_into().ok()?);
        let at = Coord {
            mn: along(event.offset_y(), image.client_height(), extent.mn)?,
            k: along(event.offset_x(), image.client_width(), extent.k)?,
        };
        extent.contains(at).then_some(at)
    });
    let at = props.at;
    let onkeydown = sends_some(&props.on, move |event: KeyboardEvent| {
        let Coord { mn, k } = at.unwrap_or(Coord { mn: 0, k: 0 });
        let next = match &*event.key() {
            "ArrowDown" | "ArrowUp" | "ArrowLeft" | "ArrowRight" if at.is_none() => Coord { mn, k },
            "ArrowDown" => Coord { mn: mn + down, k },
            "ArrowUp" => Coord { mn: mn.saturating_sub(down), k },
            "ArrowRight" => Coord { mn, k: k + across },
            "ArrowLeft" => Coord { mn, k: k.saturating_sub(across) },
            _ => return None,
        };
        event.prevent_default();
        extent.contains(next).then_some(Some(next))
    });
    let corner = |at: &Coord| (at.k - at.k % across, at.mn - at.mn % down);
    let middle = |at: &Coord| {
        let (x, y) = corner(at);
        (f64::from(x) + f64::from(across) / 2.0, f64::from(y) + f64::from(down) / 2.0)
    };
    let frame = |(at, class): &(Coord, &'static str)| {
        let (x, y) = corner(at);
        rect(*class, None, [x, y, across, down].map(f64::from))
    };
    let curve = match props.frames.as_slice() {
        [(to, _), .., (from, class)] => {
            let ((x0, y0), (x1, y1)) = (middle(from), middle(to));
            let (x, y) = ((x0 + x1 + (y1 - y0) / 2.0) / 2.0, (y0 + y1 - (x1 - x0) / 2.0) / 2.0);
            Some(path(*class, format!("M{x0} {y0}Q{x} {y} {x1} {y1}")))
        }
        _ => None,
    };
    html! {
        <div class="pixels" style={format!("width:{}px;height:{height}px", props.width)} tabindex="0" role="application" aria-roledescription="image of elements" aria-label={props.name}
            onpointermove={&point} onpointerdown={point} onpointerleave={props.on.reform(|_: PointerEvent| None)} {onkeydown}>
            <canvas ref={canvas} class="picture"></canvas>
            <svg viewBox={format!("0 0 {} {}", extent.k, extent.mn)} preserveAspectRatio="none" aria-hidden="true">{ curve }{ for props.frames.iter().map(frame) }</svg>
        </div>
    }
}

/// A canvas that shows an image, an element a pixel; nothing where the browser has no canvas.
#[hook]
pub fn use_image(image: Option<Rc<Image>>) -> NodeRef {
    let canvas = use_node_ref();
    let own = canvas.clone();
    use_before_paint(image, move |image| {
        let canvas = own.cast::<HtmlCanvasElement>();
        let _ = canvas.and_then(|canvas| paint(&canvas, &*image?));
    });
    canvas
}

fn paint(canvas: &HtmlCanvasElement, image: &Image) -> Option<()> {
    let extent = image.extent();
    if (canvas.width(), canvas.height()) != (extent.k, extent.mn) {
        canvas.set_width(extent.k);
        canvas.set_height(extent.mn);
    }
    let bytes = Clamped(image.bytes_rgba());
    let data = ImageData::new_with_u8_clamped_array_and_sh(bytes, extent.k, extent.mn).ok()?;
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.unchecked_into();
    context.put_image_data(&data, 0.0, 0.0).ok()
}
