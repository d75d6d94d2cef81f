//! A view as a file: what it will be, and the buttons that save and copy it.

use std::rc::Rc;

use swizzle_draw::Theme;
use swizzle_draw::scene::PaneKind;
use swizzle_view::export::export_stem;
use swizzle_view::{Export, ExportError, Format, Shown, export_from_shown, link_from_shown};
use web_sys::{Blob, HtmlImageElement};
use yew::prelude::*;

use super::file::{FileAddress, copy_picture, png, save, text_file};
use super::kind::Kind;
use super::{choice, section};
use crate::browser;
use crate::hooks::use_value;
use crate::kit::maybe;
use crate::page::look::Look;

/// Characters of a text that are shown before it is saved.
const SHOWN: usize = 2000;

/// Properties of [`PictureFile`].
#[derive(Properties, PartialEq, Clone)]
pub(super) struct PictureFileProps {
    /// The values that are drawn.
    pub(super) shown: Shown,
    /// How the page looks.
    pub(super) look: Look,
}

/// How the last press went.
#[derive(Clone, Copy, PartialEq)]
enum Outcome {
    Saved,
    Copied,
    TooLarge,
    Refused,
}

impl Outcome {
    const fn words(self) -> &'static str {
        match self {
            Self::Saved => "Saved.",
            Self::Copied => "Copied.",
            Self::TooLarge => {
                "The browser cannot make a picture this large: choose a smaller scale."
            }
            Self::Refused => "The browser does not let this page copy it: save it instead.",
        }
    }
}

/// A file that the core has written, and where the browser keeps it.
struct Written {
    text: Result<String, ExportError>,
    kept: Option<(Blob, FileAddress)>,
}

impl Written {
    fn of(shown: &Shown, export: &Export, kind: Kind) -> Self {
        let text = export_from_shown(shown, export);
        let file = text
            .as_ref()
            .ok()
            .and_then(|text| text_file(text, kind.mime()));
        let kept = file.and_then(|file| {
            let address = FileAddress::of(&file)?;
            Some((file, address))
        });
        Self { text, kept }
    }
}

/// Actions of the buttons on a file.
#[derive(Clone)]
struct Press {
    written: Rc<Written>,
    kind: Kind,
    scale: u32,
    name: String,
    image: NodeRef,
    on_outcome: Callback<Option<Outcome>>,
}

impl Press {
    fn save(&self) {
        if self.kind == Kind::Png {
            let name = self.name.clone();
            return self.draw(move |file, on_outcome| {
                save(file, &name);
                on_outcome.emit(Some(Outcome::Saved));
            });
        }
        if let Some((file, _)) = &self.written.kept {
            save(file, &self.name);
            self.on_outcome.emit(Some(Outcome::Saved));
        }
    }

    fn copy(&self) {
        let then = |on_outcome: &Callback<Option<Outcome>>| {
            let on_outcome = on_outcome.clone();
            move |is_copied| {
                on_outcome.emit(Some(match is_copied {
                    true => Outcome::Copied,
                    false => Outcome::Refused,
                }));
            }
        };
        if self.kind == Kind::Png {
            return self.draw(move |file, on_outcome| copy_picture(file, then(on_outcome)));
        }
        if let Ok(text) = &self.written.text {
            browser::copy(text, then(&self.on_outcome));
        }
    }

    /// Makes a PNG of the picture that is shown, and does something with it.
    fn draw(&self, then: impl Fn(&Blob, &Callback<Option<Outcome>>) + 'static) {
        let Some(image) = self.image.cast::<HtmlImageElement>() else {
            return;
        };
        let on_outcome = self.on_outcome.clone();
        let on_made = move |made: Option<Blob>| match made {
            Some(file) => then(&file, &on_outcome),
            None => on_outcome.emit(Some(Outcome::TooLarge)),
        };
        png(&image, self.scale, Callback::from(on_made));
    }
}

/// A view as a file.
#[component]
pub(super) fn PictureFile(props: &PictureFileProps) -> Html {
    // View, file, background and scale; the background is the page's until one is chosen.
    let (chosen, on_chosen) = use_value(|| [0, 0, usize::MAX, 1]);
    let theme = match chosen[2] {
        0 => Theme::Light,
        1 => Theme::Dark,
        _ => props.look.theme,
    };
    let (outcome, on_outcome) = use_value(|| None::<Outcome>);
    let image = use_node_ref();
    let (view, kind) = (PaneKind::OF_TILE[chosen[0]], KINDS[chosen[1]].1);
    let export = Export {
        kind: view,
        format: kind.format(),
        palette: props.look.palette,
        theme,
        base: Some(browser::base()),
    };
    let written = use_memo((props.shown, export), |(shown, export)| {
        Written::of(shown, export, kind)
    });
    // The last message is about another file now.
    {
        let on_outcome = on_outcome.clone();
        use_effect_with((props.clone(), chosen), move |_| {
            on_outcome.emit(None);
        });
    }
    let name = format!("{}.{}", export_stem(&props.shown, view), kind.extension());
    let press = Press {
        written: written.clone(),
        kind,
        scale: chosen[3] as u32 + 1,
        name: name.clone(),
        image: image.clone(),
        on_outcome,
    };
    let action = |words: &'static str, class: &'static str, act: fn(&Press)| {
        let press = press.clone();
        let onclick = Callback::from(move |_: MouseEvent| act(&press));
        html! { <button type="button" {class} disabled={written.kept.is_none()} {onclick}>{ words }</button> }
    };
    let is_picture = kind.format() == Format::Svg;
    let choice = |place: usize, at: usize, name: &'static str, words: &[&'static str]| {
        let on = on_chosen.reform(move |at| {
            let mut next = chosen;
            next[place] = at;
            next
        });
        choice(name, words, at, &on)
    };
    let views: Vec<_> = PaneKind::OF_TILE
        .iter()
        .map(|pane| pane.short_title())
        .collect();
    let content = html! {
        <>
            <div class="share-choices">
                { choice(0, chosen[0], "View", &views) }
                { choice(1, chosen[1], "File", &KINDS.map(|(name, _)| name)) }
                { maybe(is_picture.then(|| choice(2, theme as usize, "Background", &["Light", "Dark"]))) }
                { maybe((kind == Kind::Png).then(|| choice(3, chosen[3], "Scale", &["1×", "2×", "3×", "4×"]))) }
            </div>
            { preview(&written, is_picture.then_some(&image), &props.shown) }
            <div class="share-actions">
                { action("Save file", "button is-main", Press::save) }
                { action("Copy file", "button", Press::copy) }
                <span class="hint">{ name }</span>
                <span role="status">{ outcome.map_or("", Outcome::words) }</span>
            </div>
        </>
    };
    section("share-file", "Picture or table", content)
}

const KINDS: [(&str, Kind); 5] = [
    ("SVG", Kind::Written(Format::Svg)),
    ("PNG", Kind::Png),
    ("CSV", Kind::Written(Format::Csv)),
    ("JSON", Kind::Written(Format::Json)),
    ("Text", Kind::Written(Format::Text)),
];

/// Preview of the file: the picture, the beginning of the text, or why there is none.
fn preview(written: &Written, image: Option<&NodeRef>, shown: &Shown) -> Html {
    match (&written.text, &written.kept, image) {
        (Err(error), ..) => html! { <p class="fault" role="alert">{ error.to_string() }</p> },
        // It scrolls where the picture is larger.
        (_, Some((_, address)), Some(image)) => html! {
            <div class="share-picture" tabindex="0">
                <img ref={image} class="share-preview" src={address.0.clone()} alt={format!("The picture of {}", link_from_shown(shown))} />
            </div>
        },
        (Ok(text), ..) => {
            let end = text.char_indices().nth(SHOWN).map_or(text.len(), |at| at.0);
            let rest = if end < text.len() { "…" } else { "" };
            html! { <pre class="share-text" tabindex="0">{ format!("{}{rest}", &text[..end]) }</pre> }
        }
    }
}
