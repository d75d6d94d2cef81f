//! Content of an element.

use yew::prelude::*;
use yew::virtual_dom::{VList, VText};

use super::Element;

/// Content of an element.
pub trait Content {
    /// Adds this to an element, as its last child.
    fn add_to(self, parent: Element) -> Element;
}

impl Content for Html {
    fn add_to(self, parent: Element) -> Element {
        parent.push(self)
    }
}

impl Content for Element {
    #[inline(never)]
    fn add_to(self, parent: Element) -> Element {
        parent.push(self.finish())
    }
}

impl Content for &'static str {
    #[inline(never)]
    fn add_to(self, parent: Element) -> Element {
        parent.push(VText::new(self).into())
    }
}

impl Content for String {
    #[inline(never)]
    fn add_to(self, parent: Element) -> Element {
        parent.push(VText::new(self).into())
    }
}

impl Content for AttrValue {
    #[inline(never)]
    fn add_to(self, parent: Element) -> Element {
        parent.push(VText::new(self).into())
    }
}

impl Content for &String {
    #[inline(never)]
    fn add_to(self, parent: Element) -> Element {
        self.clone().add_to(parent)
    }
}

impl Content for u32 {
    #[inline(never)]
    fn add_to(self, parent: Element) -> Element {
        self.to_string().add_to(parent)
    }
}

/// Nodes that keep to themselves: how many there are moves no neighbour.
impl Content for Vec<Html> {
    fn add_to(self, parent: Element) -> Element {
        parent.push(VList::from(self).into())
    }
}

impl<T: Content> Content for Option<T> {
    #[inline(never)]
    fn add_to(self, parent: Element) -> Element {
        match self {
            Some(content) => content.add_to(parent),
            None => parent.push(Html::default()),
        }
    }
}
