//! The page that an address opens.

use swizzle_view::Route;
use yew::prelude::*;

use super::bar::Tab;
use super::look::Look;
use crate::browser;

/// A page that is loaded when it is opened.
#[derive(Clone, PartialEq)]
pub enum Page {
    /// Lessons and glossary, at an address of theirs.
    Lessons(String),
    /// Two layouts side by side, which keep their own account of the address.
    Compare,
    /// The builder, for the layout behind this address.
    Build(String),
    /// The support matrix.
    Support,
    /// The kernel lens.
    Kernel,
    /// Tensor memory.
    TensorMemory,
    /// Scale factors.
    Scale,
    /// The journey of one byte.
    Journey,
    /// The memory side, at an address of its own.
    Memory(String),
    /// The figure alone, embedded in a page of another site; likewise.
    Embed,
}

/// Draws such a page at its address.
pub type DrawPage = fn(&str, Look, Callback<Look>) -> Html;

impl Page {
    /// The page that the address opens; none is the atlas.
    pub fn of_address() -> Option<Self> {
        let hash = browser::hash();
        match Route::of(&hash) {
            Route::Learn { .. } | Route::Glossary(_) => Some(Self::Lessons(hash)),
            Route::Compare => Some(Self::Compare),
            Route::Build(rest) => Some(Self::Build(rest.to_owned())),
            Route::Support => Some(Self::Support),
            Route::Kernel => Some(Self::Kernel),
            Route::TensorMemory => Some(Self::TensorMemory),
            Route::Scale => Some(Self::Scale),
            Route::Journey => Some(Self::Journey),
            Route::Memory(_) => Some(Self::Memory(hash)),
            Route::Atlas => {
                let asked = browser::value_in(&browser::query(), "embed").is_some()
                    || browser::value_in(browser::query_of(&hash), "embed").is_some();
                asked.then_some(Self::Embed)
            }
        }
    }

    /// Tells pages apart, whichever of their addresses is open.
    pub fn key(&self) -> u32 {
        match self {
            Self::Lessons(_) => 0,
            Self::Compare => 1,
            Self::Embed => 2,
            Self::Build(_) => 3,
            Self::Support => 4,
            Self::Memory(_) => 5,
            Self::Kernel => 6,
            Self::TensorMemory => 7,
            Self::Scale => 8,
            Self::Journey => 9,
        }
    }

    /// Its tab in the bar; none for a page without a bar.
    pub fn tab(&self) -> Option<Tab> {
        match self {
            Self::Lessons(address) => Some(match Route::of(address) {
                Route::Glossary(_) => Tab::Glossary,
                _ => Tab::Learn,
            }),
            Self::Journey => Some(Tab::Learn),
            Self::Compare => Some(Tab::Compare),
            Self::Build(_) | Self::Support => Some(Tab::Build),
            Self::Memory(_) | Self::TensorMemory | Self::Scale => Some(Tab::Memory),
            Self::Kernel => Some(Tab::Kernel),
            Self::Embed => None,
        }
    }

    /// The address that it is drawn at, empty where the page reads it itself.
    pub fn address(&self) -> &str {
        match self {
            Self::Lessons(address) | Self::Build(address) | Self::Memory(address) => address,
            Self::Compare
            | Self::Embed
            | Self::Support
            | Self::Kernel
            | Self::TensorMemory
            | Self::Scale
            | Self::Journey => "",
        }
    }
}
