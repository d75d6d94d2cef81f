//! Sharing: the link, a file of a view, and the code that puts a view into another page.

mod embed_code;
mod file;
mod kind;
mod picture;
mod tool;

use swizzle_code::check_command;
use swizzle_draw::{Palette, Theme};
use swizzle_view::link::{LanesShown, LanesTab, build_from_link, form_from_link};
use swizzle_view::{Route, Shown, shown_from_link};
use yew::prelude::*;

use crate::browser;
use crate::control::dialog::{dialog, use_modal};
use crate::control::{Button, button, copy_button};
use crate::element::{Attr, Element, el, fragment};
use crate::page::load::{Loading, missing, split_point, use_loaded};
use embed_code::{EmbedCode, page_code};
use picture::PictureFile;
pub use tool::ShareOver;

/// Properties of [`Sharing`].
#[derive(Properties, PartialEq, Clone)]
pub struct ShareProps {
    /// The link of what is shared, from `#` on.
    pub link: String,
    /// The page's theme.
    pub theme: Theme,
    /// Cell colours.
    pub palette: Palette,
    /// Called with nothing when the dialog has closed; the same for the life of the page.
    pub on_close: Callback<Option<()>>,
}

/// The ways out of the page in a dialog; what is in it is loaded when it is first opened.
#[component]
pub fn Sharing(props: &ShareProps) -> Html {
    let node = use_node_ref();
    use_modal(&node, &props.on_close);
    let (arrival, ask) = use_loaded(|| -> Loading<_> { Box::pin(load()) });
    let content = match arrival {
        Some(Ok(content)) => fragment().child(content(props.clone())),
        Some(Err(lacking)) => el("div")
            .attr(Attr::Role, "alert")
            .child(missing(lacking, "This", &ask)),
        None => el("p").child("Loading…"),
    };
    dialog(&node, "Share", el("div").class("share").child(content))
}

split_point! {
    share: fn load() -> fn(ShareProps) -> Html {
        content
    }
}

/// Contents of the dialog.
fn content(props: ShareProps) -> Html {
    let ShareProps {
        link: shared,
        theme,
        palette,
        ..
    } = props;
    let views = layout(&shared).map(|shown| {
        fragment()
            .child(html! { <PictureFile {shown} {theme} {palette} /> })
            .child(html! { <EmbedCode {shown} /> })
            .child(check(&shown))
    });
    let words = kept_words(&shared).map(|words| el("p").class("hint").child(words));
    fragment()
        .child(link(browser::address_with(&shared)).child(words))
        .child(views)
        .child(is_picture(&shared).then(|| page_code(&shared)))
        .into()
}

/// The layout of which there are pictures; the other pages leave by their links alone.
fn layout(link: &str) -> Option<Shown> {
    match Route::of(link) {
        Route::Atlas => Some(shown_from_link(link).shown),
        Route::Build(_) => Some(build_from_link(link).shown.layout),
        Route::Compare
        | Route::Learn { .. }
        | Route::Glossary(_)
        | Route::Support
        | Route::Kernel
        | Route::TensorMemory
        | Route::Scale
        | Route::Journey
        | Route::Why
        | Route::Memory(_) => None,
    }
}

/// Whether the page of a link can be put into another page as a picture: the journey, and the three wires.
fn is_picture(link: &str) -> bool {
    match Route::of(link) {
        Route::Journey | Route::Why => true,
        Route::Memory(Some("lanes")) => {
            form_from_link::<LanesShown>(link).shown.tab == LanesTab::Conflicts
        }
        _ => false,
    }
}

/// Returns a note on data that a link does not contain.
fn kept_words(link: &str) -> Option<&'static str> {
    let has_mark = link.contains("bytes=");
    match Route::of(link) {
        Route::Memory(Some("dump")) if has_mark => Some(
            "The bytes of the dump are too large for a link and stay in this browser: send them along.",
        ),
        Route::Kernel if has_mark => Some(
            "The kernel's text is too large for a link and stays in this browser: send it along. The link contains the selected descriptor.",
        ),
        _ => None,
    }
}

/// The link, for windows whose bar has no room for its button, too.
fn link(link: String) -> Element {
    el("section")
        .attr(Attr::AriaLabelledby, "share-link")
        .child(el("h3").attr(Attr::Id, "share-link").child("Link"))
        .child(
            el("div")
                .class("share-line stack gap")
                .child(el("div").class("share-text").child(el("code").child(&link)))
                .child(copy_button(link, "the link to what is shown")),
        )
}

/// The line that holds the descriptors against the tile in a build.
fn check(shown: &Shown) -> Option<Element> {
    let command = check_command(&shown.spec().ok()?)?;
    let words = "Exits with 0 only if every descriptor reads the tile that the options specify, and with 2 if they do not specify enough of it.";
    let section = el("section")
        .attr(Attr::AriaLabelledby, "share-check")
        .child(
            el("h3")
                .attr(Attr::Id, "share-check")
                .child("Check in a build"),
        )
        .child(el("p").class("hint").child(words))
        .child(
            el("div")
                .class("share-line stack gap")
                .child(
                    el("pre")
                        .class("share-text")
                        .attr(Attr::Tabindex, "0")
                        .child(command.clone()),
                )
                .child(copy_button(command, "the check")),
        );
    Some(section)
}

/// A row of buttons of which one is pressed.
fn choice<T: Copy + PartialEq + 'static>(
    name: &'static str,
    options: &[(&'static str, T)],
    chosen: T,
    on_choose: &Callback<T>,
) -> Element {
    let option = |(words, option): &(&'static str, T)| {
        let option = *option;
        button(Button {
            words,
            is_pressed: Some(option == chosen),
            on_click: on_choose.reform(move |_| option),
            ..Button::default()
        })
    };
    el("div")
        .class("share-choice")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, name)
        .child(el("span").class("hint").child(format!("{name} ")))
        .child(
            el("span")
                .class("segments")
                .children(options.iter().map(option)),
        )
}
