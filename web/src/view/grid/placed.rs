//! A view where it stands on the page.

use yew::NodeRef;

use super::geometry::Geometry;
use super::pane::Pane;

/// A view where it stands on the page.
#[derive(Clone)]
pub(super) struct Placed {
    /// The element that it scrolls in.
    pub(super) node: NodeRef,
    /// The view.
    pub(super) pane: Pane,
    /// Where its cells lie.
    pub(super) geometry: Geometry,
}
