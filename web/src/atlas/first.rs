//! The first picture of a tile that an address opens.

use swizzle_draw::scene::PaneKind;
use swizzle_view::shown_from_link;

use super::stage::{kept_zoom, stacks};
use crate::browser;
use crate::page::Page;
use crate::view::{self, Picture, Shared};

/// Colours both views in the document as delivered, where the page will draw them: anything else first, text above all,
/// would delay them. Does nothing where the document shows them itself, or has no room of their size.
pub fn color_shell() -> Option<()> {
    if browser::is_there("[data-fresh]") || Page::of_address().is_some() {
        return None;
    }
    let picture = Picture::of(&shown_from_link(&browser::hash()).shown).ok()?;
    // There the marks of a wrong read take a line of their own.
    let is_lower = picture.meant.is_some() && browser::is_narrow();
    if picture.looked_at.unknown_swizzle().is_some() || stacks(&picture) || is_lower {
        return None;
    }
    let picture = Shared::new(picture);
    let look = (browser::remembered_palette(), browser::remembered_theme());
    let zoom = kept_zoom();
    PaneKind::OF_TILE
        .iter()
        .try_for_each(|kind| view::color_shell(&picture, *kind, zoom, look))
}
