//! Parts of the atlas that load after it is shown: everything that the first picture does not need.

use swizzle_parse::{PasteChoice, PasteError, Pasted, shown_from_paste};
use swizzle_view::link::Unread;
use swizzle_view::{Notice, Shown};
use yew::prelude::*;

use super::descriptor::descriptor;
use super::figure_note::figure_note;
use super::findings::findings;
use super::gallery::{Gallery, GalleryProps};
use super::heading_verdict::heading_verdict;
use super::inspector::{Inspector, InspectorProps};
use super::layout_text::layout_text;
use super::picture_test::{ComingPictureTest, PictureTestProps};
use super::sheets::faults;
use super::still::Draw;
use super::travelling::Travelling;
use super::twin::{ComingTwin, Twins};
use super::verdict::verdict;
use super::walk::{Walk, WalkProps};
use crate::browser::{address_with, late_style, painted, scroll};
use crate::control::CopyButton;
use crate::page::framed::PRINT;
use crate::page::greeting::{dismiss, greeting};
use crate::page::load::{Arrival, Loading, split_point, use_loaded};
use crate::page::memory_menu;
use crate::page::notices::notices;
use crate::page::share::{ShareProps, Sharing};
use crate::panel::{Panel, PanelProps, Reader, answer, examples};
use crate::state::Dispatch;
use crate::view::{Picture, Traveller};

/// The style of what is loaded later.
const STYLE: &str = concat!(
    style!("parts.css"),
    style!("descriptor.css"),
    style!("compare-dock.css"),
    style!("copied.css"),
    style!("dialog.css"),
    style!("findings.css"),
    style!("gallery.css"),
    style!("greeting.css"),
    style!("inspector.css"),
    style!("layout-text.css"),
    style!("loom.css"),
    style!("menu.css"),
    style!("panel.css"),
    style!("paste-said.css"),
    style!("reading.css"),
    style!("sheets.css"),
    style!("verdict.css"),
    style!("verdict-line.css"),
    style!("walk.css"),
);

/// Parts that load later. Code that is called by its own name instead of through this is part of the start.
pub struct Later {
    /// Reads the text of the box.
    pub reader: Reader,
    /// The line for a first visit.
    pub greeting: fn() -> Html,
    /// Button that copies a link, from `#` on.
    pub copy_link: fn(&str) -> Html,
    /// Notices about the parts of a link that could not be opened.
    pub notices: fn(&[Notice], Dispatch) -> Html,
    /// The gallery of figures.
    pub gallery: fn(GalleryProps) -> Html,
    /// Everything that leaves the page: link, files, and code for other pages.
    pub share: fn(ShareProps) -> Html,
    /// The steps along K.
    pub walk: fn(WalkProps) -> Html,
    /// The parameters.
    pub panel: fn(PanelProps) -> Html,
    /// The trace of a cell.
    pub inspector: fn(InspectorProps) -> Html,
    /// The findings.
    pub findings: Draw,
    /// The verdict in the title's row.
    pub heading_verdict: fn(Unread) -> Draw,
    /// How many errors and warnings there are, and what the first of them blames.
    pub faults: fn(&Picture) -> (usize, Vec<&'static str>),
    /// Number and caption of a figure of the manual.
    pub figure_note: Draw,
    /// The part under the views.
    pub descriptor: Draw,
    /// The read against the tile.
    pub verdict: Draw,
    /// The layout in words.
    pub layout_text: Draw,
    /// Cells on their way to where an edit puts them.
    pub traveller: Traveller,
    /// The tile as an image.
    pub picture_test: fn(PictureTestProps) -> Html,
    /// The views as tables of text.
    pub twins: Twins,
}

static LATER: Later = Later {
    reader: Reader {
        read,
        answer,
        examples,
    },
    greeting,
    copy_link: |link| {
        let text = address_with(link);
        html! { <CopyButton {text} what="link" shows_what=true /> }
    },
    notices,
    gallery: |props| html! { <Gallery ..props /> },
    share: |props| html! { <Sharing ..props /> },
    walk: |props| html! { <Walk ..props /> },
    panel: |props| html! { <Panel ..props /> },
    inspector: |props| html! { <Inspector ..props /> },
    findings,
    heading_verdict,
    faults,
    figure_note,
    descriptor,
    verdict,
    layout_text,
    traveller: Traveller(|props| html! { <Travelling ..props /> }),
    picture_test: |props| html! { <ComingPictureTest ..props /> },
    twins: Twins(|props| html! { <ComingTwin ..props /> }),
};

impl PartialEq for Later {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Reads what was pasted; who pastes needs no first line.
fn read(text: &str, choice: &PasteChoice, shown: &Shown) -> Result<Pasted, PasteError> {
    let read = shown_from_paste(text, choice, shown);
    if read.is_ok() {
        dismiss();
    }
    read
}

split_point! {
    later: fn load() -> &'static Later {
        late_style::add(STYLE);
        late_style::add(PRINT);
        scroll::keep();
        memory_menu::keep();
        &LATER
    }
}

/// Loads it once the first picture is seen. Returns what has come, and what asks again.
#[hook]
pub fn use_later() -> (Arrival<&'static Later>, Callback<()>) {
    use_loaded(|| -> Loading<_> {
        Box::pin(async {
            // The code that draws the first picture comes before the code that asks for a dozen files.
            painted().await;
            load().await
        })
    })
}

/// Returns the reader of the box, from the parts that have loaded.
pub fn reader(arrival: Arrival<&'static Later>) -> Arrival<Reader> {
    arrival.map(|came| came.map(|later| later.reader))
}
