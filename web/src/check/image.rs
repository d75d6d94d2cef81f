//! The tile as an image, an element a pixel, and five mistakes that are known by theirs.

use super::*;
use swizzle_view::state::Face;

/// Properties of [`Picture`].
#[derive(Properties, PartialEq)]
pub struct PictureProps {
    /// The tile and its read.
    pub facts: Shared<Facts>,
    /// The image in memory; none is the project's own.
    #[prop_or_default]
    pub own: Option<Rc<Image>>,
    /// Whether the image is as it is read.
    pub is_read: bool,
    /// Side in pixels.
    pub side: f64,
}

/// The tile as an image.
#[component]
pub fn Picture(props: &PictureProps) -> Html {
    let PictureProps { facts, own, is_read, side } = props;
    // A tile that no shared memory holds has none.
    let extent = facts.whole.as_ref().map(|_| facts.spec.extent());
    let image = use_memo((extent, own.clone()), |(extent, own)| {
        let own = own.clone();
        extent.map(|extent| own.unwrap_or_else(|| Rc::new(Image::balloon(extent))))
    });
    // A right read is the image itself, whatever the layout.
    let read = (*is_read && facts.has_wrong()).then(|| facts.clone());
    let shown = use_memo(((*image).clone(), read), |(image, read)| {
        let whole = read.as_ref().and_then(|facts| facts.whole.as_ref());
        match (image, whole) {
            (Some(image), Some(whole)) => Some(Rc::new(image.as_read(whole))),
            (image, _) => image.clone(),
        }
    });
    let canvas = use_image((*shown).clone());
    html! { <canvas ref={canvas} class="picture" style={format!("width:{side}px;height:{side}px")} aria-hidden="true"></canvas> }
}

/// Properties of [`Faces`] and [`Pictures`].
#[derive(Properties, PartialEq)]
pub struct FacesProps {
    /// What is in view.
    pub facts: Shared<Facts>,
    /// Side of an image in pixels, where there are large ones.
    #[prop_or_default]
    pub side: f64,
    /// Pixels between two images; none where there is room for the read one alone.
    #[prop_or_default]
    pub gap: Option<f64>,
    /// Opens a face.
    pub on: Callback<Action>,
}

/// The image in memory and as it is read, the reader's own if there is one; five mistakes below, where they are not beside it.
#[component]
pub fn Pictures(props: &FacesProps) -> Html {
    let FacesProps { facts, side, gap, on } = props;
    let asked = use_own_image(facts.spec.extent());
    let picture = |is_read, name: &'static str| {
        figure(name, html! { <Picture {facts} own={&asked.image} {is_read} side={*side} /> })
    };
    let both = gap.map(|_| picture(false, "In shared memory"));
    let style = gap.map(|gap| format!("column-gap:{gap}px;margin-inline-start:{GUTTER}px"));
    let pictures = div("pictures", (both, picture(true, "What the tensor core reads"))).with("style", style);
    if facts.whole.is_none() {
        return p(
            "",
            "There is no image of this tile: no shared memory holds it, or its rows are not whole units.",
        );
    }
    html! {
        <>
            { takes_image(&asked.on_files, pictures) }
            { p("row", own_image(&asked)) }
            if gap.is_none() { <Faces {facts} {on} /> }
        </>
    }
}

/// What an image can be dropped on; of several files, the first counts.
pub fn takes_image(on_files: &Callback<Vec<File>>, content: Html) -> Html {
    html! { <div ondrop={file::dropped(on_files)} ondragover={file::over()}>{ content }</div> }
}

/// Five mistakes, each with the image that it makes.
#[component]
pub fn Faces(props: &FacesProps) -> Html {
    let drawn = use_memo((), |()| FACES.iter().filter_map(face).collect::<Vec<_>>());
    let one = |(face, spec, image, wrong): &Drawn| {
        let is_here = spec.given() == props.facts.spec.given() && spec.tile() == props.facts.spec.tile();
        let onclick = sends(&props.on, Action::Jump(format!("{}&show=picture", face.link)));
        press(
            "face",
            (html! { <Thumbnail {image} /> }, span("", face.name), tag("small", "bad", wrong)),
            onclick,
        )
        .with("aria-pressed", is_here)
        .with("title", face.text)
    };
    section(
        "faces",
        "Five mistakes",
        (bare("h2", "Which does your output look like?"), div("faces-all", drawn.iter().map(one))),
    )
}

/// A mistake, its read, the image that it makes, and how much of the first read is wrong.
type Drawn = (&'static Face, swizzle_core::Spec, Rc<Image>, String);

fn face(face: &'static Face) -> Option<Drawn> {
    let spec = shown_from_link(face.link).shown.spec().ok()?;
    let whole = WholeRead::of(&spec)?;
    let image = Image::balloon(spec.extent()).as_read(&whole);
    let (wrong, all) = whole.reads().first()?;
    Some((face, spec, Rc::new(image), format!("{wrong} of {all} wrong")))
}

/// Properties of [`Thumbnail`].
#[derive(Properties, PartialEq)]
pub struct ThumbnailProps {
    /// The image.
    pub image: Rc<Image>,
}

/// An image by itself, an element a pixel.
#[component]
pub fn Thumbnail(props: &ThumbnailProps) -> Html {
    let canvas = use_image(Some(props.image.clone()));
    html! { <canvas ref={canvas} class="picture" aria-hidden="true"></canvas> }
}
