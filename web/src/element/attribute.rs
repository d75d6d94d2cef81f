//! Names and values of attributes.

use yew::prelude::*;

use super::Element;

macro_rules! attributes {
    ($($attribute:ident = $name:literal,)*) => {
        /// An attribute that the page uses.
        #[derive(Clone, Copy)]
        #[allow(missing_docs, reason = "each is its own name")]
        pub enum Attr {
            $($attribute,)*
        }

        impl Attr {
            /// The names, in order. An element's list of attributes is the beginning of this one, up to the last that
            /// it has: Yew compares such lists place by place.
            pub(super) const NAMES: &[&str] = &[$($name,)*];
        }
    };
}

// The most frequent first: lists are then short. `Class` has to be the first.
attributes! {
    Class = "class",
    Style = "style",
    Title = "title",
    Type = "type",
    Role = "role",
    AriaLabel = "aria-label",
    Id = "id",
    AriaLabelledby = "aria-labelledby",
    Disabled = "disabled",
    AriaPressed = "aria-pressed",
    AriaLive = "aria-live",
    AriaHidden = "aria-hidden",
    Scope = "scope",
    Colspan = "colspan",
    Href = "href",
    Tabindex = "tabindex",
    AriaRoledescription = "aria-roledescription",
    AriaModal = "aria-modal",
    AriaExpanded = "aria-expanded",
    AriaControls = "aria-controls",
    AriaHaspopup = "aria-haspopup",
    AriaSelected = "aria-selected",
    DataTerm = "data-term",
    AriaCurrent = "aria-current",
    AriaDisabled = "aria-disabled",
    Open = "open",
    DataCellWidth = "data-cell-width",
    DataCellHeight = "data-cell-height",
    DataVerdict = "data-verdict",
    // Controls.
    Name = "name",
    Value = "value",
    Selected = "selected",
    For = "for",
    Min = "min",
    Max = "max",
    Step = "step",
    Inputmode = "inputmode",
    Autocomplete = "autocomplete",
    Spellcheck = "spellcheck",
    AriaInvalid = "aria-invalid",
    AriaDescribedby = "aria-describedby",
    Placeholder = "placeholder",
    List = "list",
    Src = "src",
    Alt = "alt",
    Target = "target",
    Rel = "rel",
    Popover = "popover",
    Popovertarget = "popovertarget",
    // Drawings.
    D = "d",
    X = "x",
    Y = "y",
    Width = "width",
    Height = "height",
    Transform = "transform",
    FontSize = "font-size",
    TextAnchor = "text-anchor",
    ViewBox = "viewBox",
    Cx = "cx",
    Cy = "cy",
    R = "r",
    PreserveAspectRatio = "preserveAspectRatio",
    AriaChecked = "aria-checked",
    AriaValuetext = "aria-valuetext",
}

/// A value that an attribute can be set to.
pub trait Value {
    /// Sets an attribute of an element to this.
    fn set(self, element: Element, name: Attr) -> Element;
}

impl Value for &'static str {
    #[inline(never)]
    fn set(self, element: Element, name: Attr) -> Element {
        element.set(name, Some(AttrValue::Static(self)))
    }
}

impl Value for String {
    #[inline(never)]
    fn set(self, element: Element, name: Attr) -> Element {
        element.set(name, Some(AttrValue::from(self)))
    }
}

impl Value for u32 {
    #[inline(never)]
    fn set(self, element: Element, name: Attr) -> Element {
        self.to_string().set(element, name)
    }
}

/// An attribute that is there or not.
impl Value for bool {
    #[inline(never)]
    fn set(self, element: Element, name: Attr) -> Element {
        self.then_some(Attr::NAMES[name as usize])
            .set(element, name)
    }
}

impl<T: Value> Value for Option<T> {
    #[inline(never)]
    fn set(self, element: Element, name: Attr) -> Element {
        match self {
            Some(value) => value.set(element, name),
            None => element.set(name, None),
        }
    }
}
