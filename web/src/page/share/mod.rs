//! Sharing: the link, a file of a view, and the code that puts a view into another page.

mod embed_code;
mod file;
mod picture;

use crate::page::Look;
use crate::prelude::*;
use embed_code::{EmbedCode, page_code};
use picture::PictureFile;
use web_sys::Blob;

/// Properties of [`ShareOver`].
#[derive(Properties, PartialEq, Clone)]
pub struct ShareProps {
    /// How the page looks.
    pub look: Look,
    /// Called when the dialog has closed; the same for the life of the page.
    pub on_close: Callback<()>,
}

split_point! {
    share: fn load() -> fn(ShareProps) -> Html {
        late_style::add(over_style!("share.css"));
        |props| html! { <Sharing ..props /> }
    }
}

/// The dialog of the page at the present address, which is loaded when it is opened.
#[component]
pub fn ShareOver(props: &ShareProps) -> Html {
    let (arrival, ask) = use_loaded(|| -> Loading<_> { Box::pin(load()) });
    match arrival {
        Some(Ok(draw)) => draw(props.clone()),
        Some(Err(lacking)) => div("", missing(lacking, "This", &ask)).with("role", "alert"),
        None => Html::default(),
    }
}

/// The ways out of the page in a dialog.
#[component]
fn Sharing(props: &ShareProps) -> Html {
    let look = props.look;
    let link = use_memo((), |()| link_now());
    let link: &str = &link;
    let views = layout(link).map(|shown| {
        html! { <><PictureFile {shown} {look} /><EmbedCode {shown} /></> }
    });
    // For windows whose bar has no room for its button, too.
    let address = copied(browser::address_with(link), "the link to what is shown");
    let address = in_turn((address, kept_words(link).map(|words| p("hint", words))));
    html! {
        <Dialog title="Share" on_close={&props.on_close}>
            <div class="share">
                { section("share-link", "Link", address) }
                { views }
                { is_picture(link).then(|| page_code(link)) }
            </div>
        </Dialog>
    }
}

/// The layout of which there are pictures; the other pages leave by their links alone.
fn layout(link: &str) -> Option<Shown> {
    match Route::of(link) {
        Route::Atlas => Some(shown_from_link(link).shown),
        Route::Build(_) => Some(build_from_link(link).shown.layout),
        _ => None,
    }
}

/// Whether the page of a link can be put into another page as a picture: the journey, and the three wires.
fn is_picture(link: &str) -> bool {
    match Route::of(link) {
        Route::Journey | Route::Why => true,
        Route::Memory(Some("lanes")) => form_from_link::<LanesShown>(link).shown.tab == LanesTab::Conflicts,
        _ => false,
    }
}

/// Returns a note on data that a link does not contain.
fn kept_words(link: &str) -> Option<&'static str> {
    let has_mark = link.contains("bytes=");
    match Route::of(link) {
        Route::Memory(Some("dump")) if has_mark => {
            Some("The bytes of the dump are too large for a link and stay in this browser: send them along.")
        }
        Route::Kernel if has_mark => Some(
            "The kernel's text is too large for a link and stays in this browser: send it along. The link contains the selected descriptor.",
        ),
        _ => None,
    }
}

/// A section of the dialog.
fn section(id: &'static str, name: &'static str, content: Html) -> Html {
    html! { <section aria-labelledby={id}><h3 {id}>{ name }</h3>{ content }</section> }
}

/// A text, and the button that copies it.
fn copied(text: String, what: &'static str) -> Html {
    div(
        "share-line stack gap",
        (
            tag("pre", "share-text", text.clone()).with("tabindex", "0"),
            html! { <CopyButton {text} {what} /> },
        ),
    )
}

/// A choice under its name.
fn choice(name: &'static str, words: &[&'static str], chosen: usize, on_choose: &Callback<usize>) -> Html {
    div("share-choice", (span("hint", name), tabs(name, words.iter().copied(), chosen, on_choose)))
}
