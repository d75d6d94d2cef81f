//! Elements of the page, built by calls.
//!
//! `html!` writes out the whole construction of an element wherever one is used; a chain of these calls takes a fraction
//! of that. Measured on the list of findings, its 18 elements written in either form: 136,081 bytes of `wasm` after
//! brotli by calls and 139,080 by `html!`, some 170 an element, of which there are 438. `cargo xtask build` prints them.
//! For this reason `html!` is for components, and for the rare drawing that reads better as markup.
//!
//! [`Attr`] relies on how Yew 0.23 compares attributes: place by place.

mod attribute;
mod content;
mod listener;

use std::rc::Rc;

use yew::prelude::*;
use yew::virtual_dom::{AttributeOrProperty, Attributes, Key, Listener, VList, VTag};

pub use attribute::{Attr, Value};
pub use content::Content;

/// An element under construction.
pub struct Element(Box<Parts>);

/// Boxed, so that each call passes one pointer.
struct Parts {
    /// None where the children have no element around them.
    tag: Option<VTag>,
    attributes: Vec<Option<AttributeOrProperty>>,
    listeners: Vec<Option<Rc<dyn Listener>>>,
    children: Vec<Html>,
    /// Whether there may be another number of them next time.
    is_list: bool,
}

/// An element of this name.
#[inline(never)]
pub fn el(tag: &'static str) -> Element {
    Element::of(Some(VTag::new(tag)))
}

/// Several nodes without an element around them.
#[inline(never)]
pub fn fragment() -> Element {
    Element::of(None)
}

impl Element {
    fn of(tag: Option<VTag>) -> Self {
        Self(Box::new(Parts {
            tag,
            attributes: Vec::new(),
            listeners: Vec::new(),
            children: Vec::new(),
            is_list: false,
        }))
    }

    /// Sets an attribute; `None` and `false` leave it out.
    pub fn attr(self, name: Attr, value: impl Value) -> Self {
        value.set(self, name)
    }

    /// Adds a class to those there are.
    #[inline(never)]
    pub fn class(self, class: &'static str) -> Self {
        let former = match self.0.attributes.first() {
            Some(Some(AttributeOrProperty::Attribute(former))) => former.clone(),
            _ => return self.attr(Attr::Class, class),
        };
        let mut classes = String::from(&*former);
        classes.push(' ');
        classes.push_str(class);
        self.attr(Attr::Class, classes)
    }

    /// Adds a class where something is so.
    #[inline(never)]
    pub fn class_if(self, is_so: bool, class: &'static str) -> Self {
        if is_so { self.class(class) } else { self }
    }

    /// Adds these classes.
    pub fn classes(self, classes: impl IntoIterator<Item = &'static str>) -> Self {
        classes.into_iter().fold(self, Self::class)
    }

    /// Sets the key that tells the element from its neighbours.
    pub fn key(mut self, key: impl Into<Key>) -> Self {
        if let Some(tag) = &mut self.0.tag {
            tag.key = Some(key.into());
        }
        self
    }

    /// Sets the reference through which the element's node can be found.
    pub fn node_ref(mut self, node: &NodeRef) -> Self {
        if let Some(tag) = &mut self.0.tag {
            tag.node_ref = node.clone();
        }
        self
    }

    /// The value that an input holds now, whatever was typed.
    pub fn value(mut self, value: impl Into<AttrValue>) -> Self {
        if let Some(tag) = &mut self.0.tag {
            tag.set_value(Some(value.into()));
        }
        self
    }

    /// Whether an input is checked now, whatever was pressed.
    pub fn checked(mut self, is_checked: bool) -> Self {
        if let Some(tag) = &mut self.0.tag {
            tag.set_checked(is_checked);
        }
        self
    }

    /// Adds a child. What is `None` keeps its place among the children.
    pub fn child(self, child: impl Content) -> Self {
        child.add_to(self)
    }

    /// Adds any number of children. One alone stays what it is when others come, and keeps the focus. A child that may be
    /// missing goes to [`Self::child`], which keeps its place: without it, each of the others would be taken for the one before
    /// it. An `Option`, which is not an iterator, is therefore not accepted here.
    pub fn children<T: Content>(self, children: impl Iterator<Item = T>) -> Self {
        let mut all = children.fold(self, Self::child);
        all.0.is_list = true;
        all
    }

    #[inline(never)]
    fn push(mut self, child: Html) -> Self {
        self.0.children.push(child);
        self
    }

    #[inline(never)]
    fn set(mut self, name: Attr, value: Option<AttrValue>) -> Self {
        let place = name as usize;
        let attributes = &mut self.0.attributes;
        if attributes.len() <= place {
            attributes.resize_with(place + 1, || None);
        }
        attributes[place] = value.map(AttributeOrProperty::Attribute);
        self
    }

    #[inline(never)]
    fn listen(mut self, listener: Rc<dyn Listener>) -> Self {
        self.0.listeners.push(Some(listener));
        self
    }

    #[inline(never)]
    fn finish(self) -> Html {
        let Parts {
            tag,
            attributes,
            listeners,
            mut children,
            is_list,
        } = *self.0;
        let content = if children.len() == 1 && !is_list {
            children.remove(0)
        } else {
            VList::from(children).into()
        };
        let Some(mut tag) = tag else {
            return content;
        };
        tag.set_attributes(Attributes::Dynamic {
            keys: &Attr::NAMES[..attributes.len()],
            values: attributes.into(),
        });
        if !listeners.is_empty() {
            tag.set_listeners(listeners.into());
        }
        if let Some(children) = tag.children_mut() {
            *children = content;
        }
        tag.into()
    }
}

impl From<Element> for Html {
    fn from(element: Element) -> Self {
        element.finish()
    }
}
