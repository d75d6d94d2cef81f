//! A part of the page that stays the same while only the cursor moves.

use yew::prelude::*;

use crate::state::Dispatch;
use crate::view::{Picture, Shared};

/// Draws a part of the page from the picture.
pub type Draw = fn(&Picture, &Dispatch) -> Html;

/// Properties of [`Still`].
#[derive(Properties)]
pub struct StillProps {
    /// Picture that it is drawn from.
    pub picture: Shared<Picture>,
    /// How; the same for the life of the component.
    pub draw: Draw,
    /// Sends actions; the same for the life of the page.
    pub dispatch: Dispatch,
}

impl PartialEq for StillProps {
    fn eq(&self, other: &Self) -> bool {
        self.picture == other.picture
    }
}

/// Draws its part anew only when the picture is another. One component for all such parts: each component of its own
/// costs the download about a kilobyte and a half.
#[component]
pub fn Still(props: &StillProps) -> Html {
    (props.draw)(&props.picture, &props.dispatch)
}
