//! A view as a file: what it will be, and the buttons that save and copy it.

use swizzle_core::scene::SceneKind;
use swizzle_core::{
    Export, Format, LinkState, Palette, Theme, export_from_state, export_stem, link_from_state,
};
use web_sys::{Blob, HtmlImageElement};
use yew::prelude::*;

use super::choice;
use super::file::{FileAddress, copy_picture, png, save, text_file};
use crate::browser;
use crate::button::{Button, button};
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;

/// Characters of a text that are shown before it is saved.
const SHOWN: usize = 2000;

/// Properties of [`PictureFile`].
#[derive(Properties, PartialEq)]
pub(super) struct PictureFileProps {
    /// What is drawn.
    pub(super) shown: LinkState,
    /// The page's theme.
    pub(super) theme: Theme,
    /// Cell colours.
    pub(super) palette: Palette,
}

/// What kind of file.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// One that the core writes.
    Written(Format),
    /// The browser's picture of the SVG.
    Png,
}

impl Kind {
    fn format(self) -> Format {
        match self {
            Self::Written(format) => format,
            Self::Png => Format::Svg,
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Written(format) => format.extension(),
            Self::Png => "png",
        }
    }

    fn mime(self) -> &'static str {
        match self.format() {
            Format::Svg => "image/svg+xml",
            Format::Csv => "text/csv",
            Format::Json => "application/json",
            Format::Text => "text/plain;charset=utf-8",
        }
    }
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
            Self::TooLarge => "The browser makes no picture this large: choose a smaller scale.",
            Self::Refused => "The browser lets this page copy nothing: save it instead.",
        }
    }
}

/// A view as a file.
#[component]
pub(super) fn PictureFile(props: &PictureFileProps) -> Html {
    let (view, on_view) = use_value(|| SceneKind::Matrix);
    let (kind, on_kind) = use_value(|| Kind::Written(Format::Svg));
    let (scale, on_scale) = use_value(|| 2_u32);
    let (page, on_page) = use_value(|| None::<Theme>);
    let (outcome, on_outcome) = use_value(|| None::<Outcome>);
    let image = use_node_ref();
    let theme = page.unwrap_or(props.theme);
    let export = Export {
        kind: view,
        format: kind.format(),
        palette: props.palette,
        theme,
        base: Some(browser::base()),
    };
    let file = use_memo((props.shown.clone(), export), |(shown, export)| {
        export_from_state(shown, export)
    });
    let written = {
        let mime = kind.mime();
        use_memo((file.clone(), mime), |(file, mime)| {
            let file = text_file(file.as_ref().as_ref().ok()?, mime)?;
            let address = FileAddress::of(&file)?;
            Some((file, address))
        })
    };
    {
        let on_outcome = on_outcome.clone();
        use_effect_with((file.clone(), kind, scale), move |_| on_outcome.emit(None));
    }

    let choices = el("div")
        .class("share-choices")
        .child(choice(
            "View",
            &[("Matrix", SceneKind::Matrix), ("Memory", SceneKind::Memory)],
            view,
            &on_view,
        ))
        .child(choice(
            "File",
            &[
                ("SVG", Kind::Written(Format::Svg)),
                ("PNG", Kind::Png),
                ("CSV", Kind::Written(Format::Csv)),
                ("JSON", Kind::Written(Format::Json)),
                ("Text", Kind::Written(Format::Text)),
            ],
            kind,
            &on_kind,
        ))
        .child((kind.format() == Format::Svg).then(|| {
            let themes = [("Light", Theme::Light), ("Dark", Theme::Dark)];
            choice("Background", &themes, theme, &on_page.reform(Some))
        }))
        .child((kind == Kind::Png).then(|| {
            let scales = [("1×", 1), ("2×", 2), ("3×", 3), ("4×", 4)];
            choice("Scale", &scales, scale, &on_scale)
        }));

    let name = format!("{}.{}", export_stem(&props.shown, view), kind.extension());
    let press = |is_save: bool| {
        let (written, file, name) = (written.clone(), file.clone(), name.clone());
        let (image, on_outcome) = (image.clone(), on_outcome.clone());
        Callback::from(move |_: MouseEvent| {
            let (Some((blob, _)), Ok(text)) = (written.as_ref(), file.as_ref()) else {
                return;
            };
            if kind == Kind::Png {
                let Some(image) = image.cast::<HtmlImageElement>() else {
                    return;
                };
                let (name, on_outcome) = (name.clone(), on_outcome.clone());
                let on_made = move |made: Option<Blob>| {
                    on_outcome.emit(Some(match made {
                        None => Outcome::TooLarge,
                        Some(made) if is_save => {
                            save(&made, &name);
                            Outcome::Saved
                        }
                        Some(made) if copy_picture(&made) => Outcome::Copied,
                        Some(_) => Outcome::Refused,
                    }));
                };
                png(&image, scale, Callback::from(on_made));
            } else if is_save {
                save(blob, &name);
                on_outcome.emit(Some(Outcome::Saved));
            } else if browser::copy(text) {
                on_outcome.emit(Some(Outcome::Copied));
            } else {
                on_outcome.emit(Some(Outcome::Refused));
            }
        })
    };
    let action = |words: &'static str, class: &'static str, is_save: bool| {
        button(Button {
            words,
            class,
            is_off: written.is_none(),
            on_click: press(is_save),
            ..Button::default()
        })
    };
    let said = outcome.map_or("", Outcome::words);
    let actions = el("div")
        .class("share-actions")
        .child(action("Save file", "button is-main", true))
        .child(action("Copy file", "button", false))
        .child(el("span").class("hint").child(name.clone()))
        .child(el("span").attr(Attr::Role, "status").child(said));
    let preview = match (file.as_ref(), written.as_ref()) {
        (Err(error), _) => el("p")
            .class("fault")
            .attr(Attr::Role, "alert")
            .child(error.to_string()),
        (Ok(_), Some((_, address))) if kind.format() == Format::Svg => el("img")
            .node_ref(&image)
            .class("share-preview")
            .attr(Attr::Src, address.0.clone())
            .attr(
                Attr::Alt,
                format!("The picture of {}", link_from_state(&props.shown)),
            ),
        (Ok(text), _) => beginning(text),
    };
    el("section")
        .attr(Attr::AriaLabelledby, "share-file")
        .child(
            el("h3")
                .attr(Attr::Id, "share-file")
                .child("Picture or table"),
        )
        .child(choices)
        .child(preview)
        .child(actions)
        .into()
}

/// How a text begins.
fn beginning(text: &str) -> Element {
    let end = text.char_indices().nth(SHOWN).map_or(text.len(), |at| at.0);
    let rest = if end < text.len() { "…" } else { "" };
    el("pre")
        .class("share-text")
        .attr(Attr::Tabindex, "0")
        .child(format!("{}{rest}", &text[..end]))
}
