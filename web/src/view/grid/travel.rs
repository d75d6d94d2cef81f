//! What a page draws over a view.

use std::rc::Rc;

use swizzle_draw::scene::{Fold, PaneKind};
use yew::prelude::*;

use super::drawn::Drawn;
use super::viewport::Viewport;
use crate::view::picture::{Picture, Shared};

/// Draws over a view.
#[derive(Clone, Copy)]
pub struct Traveller(pub fn(TravelProps) -> Html);

/// One for the life of a page.
impl PartialEq for Traveller {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Properties of what is drawn.
#[derive(Clone, Properties)]
pub struct TravelProps {
    pub(super) picture: Shared<Picture>,
    pub(super) kind: PaneKind,
    pub(super) fold: Option<Fold>,
    pub(super) drawn: Rc<Drawn>,
    pub(super) viewport: Viewport,
}

impl PartialEq for TravelProps {
    fn eq(&self, other: &Self) -> bool {
        self.picture == other.picture
            && Rc::ptr_eq(&self.drawn, &other.drawn)
            && self.viewport == other.viewport
    }
}
