//! A view as a file: what it will be, and the buttons that save and copy it.

use super::file::{TextFile, copy_picture, png, save};
use super::*;
use crate::page::Look;
use swizzle_view::export::export_stem;
use swizzle_view::{Export, ExportError, Format, export_from_shown};

/// Characters of a text that are shown before it is saved.
const SHOWN: usize = 2000;

/// Kinds of files: the name, the end of a file's name, its type, and what the core writes of it.
const KINDS: [(&str, &str, &str, Format); 5] = [
    ("SVG", "svg", "image/svg+xml", Format::Svg),
    ("PNG", "png", "image/svg+xml", Format::Svg),
    ("CSV", "csv", "text/csv", Format::Csv),
    ("JSON", "json", "application/json", Format::Json),
    ("Text", "txt", "text/plain;charset=utf-8", Format::Text),
];
/// The one that is the browser's picture of another.
const PNG: usize = 1;

/// Properties of [`PictureFile`].
#[derive(Properties, PartialEq, Clone)]
pub struct PictureFileProps {
    /// The values that are drawn.
    pub shown: Shown,
    /// How the page looks.
    pub look: Look,
}

/// A text that the core has written, as a file of the browser.
type Written = Result<(String, Option<TextFile>), ExportError>;

/// A view as a file.
#[component]
pub fn PictureFile(props: &PictureFileProps) -> Html {
    // View, file, background and scale; the background is the page's until one is chosen.
    let (chosen, on_chosen) = use_value(|| [0, 0, usize::MAX, 1]);
    let theme = match chosen[2] {
        0 => Theme::Light,
        1 => Theme::Dark,
        _ => props.look.theme,
    };
    let (said, on_said) = use_value(|| "");
    let image = use_node_ref();
    let view = PaneKind::OF_TILE[chosen[0]];
    let (_, extension, mime, format) = KINDS[chosen[1]];
    let (is_png, is_picture) = (chosen[1] == PNG, format == Format::Svg);
    let export =
        Export { kind: view, format, palette: props.look.palette, theme, base: Some(browser::base()) };
    let written: Rc<Written> = use_memo((props.shown, export), |(shown, export)| {
        let text = export_from_shown(shown, export)?;
        let file = TextFile::of(&text, mime);
        Ok((text, file))
    });
    // The last message is about another file now.
    use_effect_with((props.clone(), chosen), {
        let on_said = on_said.clone();
        move |_| on_said.emit("")
    });
    let name = format!("{}.{extension}", export_stem(&props.shown, view));
    let has_file = matches!(&*written, Ok((_, Some(_))));
    let action = |words: &'static str, class: &'static str, act: Act| {
        let (written, image, on_said) = (written.clone(), image.clone(), on_said.clone());
        let (name, scale) = (name.clone(), is_png.then_some(chosen[3] as u32 + 1));
        let onclick = move |_: MouseEvent| {
            let Ok((text, Some(file))) = &*written else {
                return;
            };
            let (name, on_said) = (name.clone(), on_said.clone());
            let Some((scale, image)) = scale.zip(image.cast::<HtmlImageElement>()) else {
                return act(&file.blob, &name, Some(text), on_said);
            };
            let made = move |made: Option<Blob>| match made {
                Some(file) => act(&file, &name, None, on_said.clone()),
                None => on_said.emit("The browser cannot make a picture this large: choose a smaller scale."),
            };
            png(&image, scale, Callback::from(made));
        };
        html! { <button type="button" {class} disabled={!has_file} {onclick}>{ words }</button> }
    };
    let choice = |place: usize, at: usize, name: &'static str, words: &[&'static str]| {
        let on = on_chosen.reform(move |at| {
            let mut next = chosen;
            next[place] = at;
            next
        });
        choice(name, words, at, &on)
    };
    let views = PaneKind::OF_TILE.iter().map(|pane| pane.short_title());
    let views: Vec<_> = views.collect();
    let content = in_turn((
        div(
            "share-choices",
            (
                choice(0, chosen[0], "View", &views),
                choice(1, chosen[1], "File", &KINDS.map(|(name, ..)| name)),
                is_picture.then(|| choice(2, theme as usize, "Background", &["Light", "Dark"])),
                is_png.then(|| choice(3, chosen[3], "Scale", &["1×", "2×", "3×", "4×"])),
            ),
        ),
        preview(&written, is_picture.then_some(&image), &props.shown),
        div(
            "share-actions",
            (
                action("Save file", "button is-main", saved),
                action("Copy file", "button", copied),
                span("hint", name),
                span("", said).with("role", "status"),
            ),
        ),
    ));
    section("share-file", "Picture or table", content)
}

/// What is done with a file, given its name, and its text unless it is a picture; it says how that went.
type Act = fn(&Blob, &str, Option<&str>, Callback<&'static str>);

fn saved(file: &Blob, name: &str, _: Option<&str>, on_said: Callback<&'static str>) {
    save(file, name);
    on_said.emit("Saved.");
}

fn copied(file: &Blob, _: &str, text: Option<&str>, on_said: Callback<&'static str>) {
    let then = on_said.reform(|is_copied| {
        if is_copied { "Copied." } else { "The browser does not let this page copy it: save it instead." }
    });
    match text {
        Some(text) => browser::copy(text, then),
        None => copy_picture(file, then),
    }
}

/// Preview of the file: the picture, the beginning of the text, or why there is none.
fn preview(written: &Written, image: Option<&NodeRef>, shown: &Shown) -> Html {
    match (written, image) {
        (Err(error), _) => p("fault", error.to_string()).with("role", "alert"),
        // It scrolls where the picture is larger.
        (Ok((_, Some(file))), Some(image)) => html! {
            <div class="share-picture" tabindex="0">
                <img ref={image} class="share-preview" src={file.address.clone()} alt={format!("The picture of {}", link_from_shown(shown))} />
            </div>
        },
        (Ok((text, _)), _) => {
            let end = text.char_indices().nth(SHOWN).map_or(text.len(), |at| at.0);
            let rest = if end < text.len() { "…" } else { "" };
            tag("pre", "share-text", format!("{}{rest}", &text[..end])).with("tabindex", "0")
        }
    }
}
