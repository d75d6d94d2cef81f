//! The page that an address opens.

use swizzle_view::Route;
use swizzle_view::link::is_of_figures;
use yew::prelude::*;

use super::look::Look;
use super::places::is_home;
use crate::browser;

/// A page. All but Home are loaded when they are opened.
#[derive(Clone, PartialEq)]
pub enum Page {
    /// Home.
    Home,
    /// One layout, which keeps its own account of the address.
    Check,
    /// Lessons, journey, figures and glossary, at an address of theirs.
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
    /// What a swizzle is for.
    Why,
    /// The memory side, at an address of its own.
    Memory(String),
    /// The figure alone, embedded in a page of another site; likewise.
    Embed,
}

/// Draws such a page at its address.
pub type DrawPage = fn(&str, Look, Callback<Look>) -> Html;

impl Page {
    /// The page that the address opens.
    pub fn of_address() -> Self {
        let hash = browser::hash();
        match Route::of(&hash) {
            Route::Learn { .. } | Route::Glossary(_) | Route::Journey => Self::Lessons(hash),
            Route::Compare => Self::Compare,
            Route::Build(rest) => Self::Build(rest.to_owned()),
            Route::Support => Self::Support,
            Route::Kernel => Self::Kernel,
            Route::TensorMemory => Self::TensorMemory,
            Route::Scale => Self::Scale,
            Route::Why => Self::Why,
            Route::Memory(_) if is_why(&hash) => Self::Why,
            Route::Memory(_) => Self::Memory(hash),
            Route::Atlas => {
                let asked = browser::value_in(&browser::query(), "embed").is_some()
                    || browser::value_in(browser::query_of(&hash), "embed").is_some();
                match asked {
                    true => Self::Embed,
                    false if is_home(&hash) => Self::Home,
                    false if is_of_figures(&hash) => Self::Lessons(hash),
                    false => Self::Check,
                }
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
            Self::Home => 10,
            Self::Check => 11,
            Self::Why => 12,
        }
    }

    /// Whether it is drawn with the sheets of `styles/old`, and none of the new ones but the bar's.
    pub const fn is_old(&self) -> bool {
        !matches!(
            self,
            Self::Home | Self::Check | Self::Kernel | Self::Why | Self::Lessons(_)
        )
    }

    /// The address that it is drawn at, empty where the page reads it itself.
    pub fn address(&self) -> &str {
        match self {
            Self::Lessons(address) | Self::Build(address) | Self::Memory(address) => address,
            Self::Home
            | Self::Check
            | Self::Compare
            | Self::Embed
            | Self::Support
            | Self::Kernel
            | Self::TensorMemory
            | Self::Scale
            | Self::Why => "",
        }
    }
}

/// Whether an address is of the page Why: of itself, or of an access; but for registers, which have a page of their own.
pub fn is_why(hash: &str) -> bool {
    match Route::of(hash) {
        Route::Why => true,
        Route::Memory(Some("lanes")) => {
            browser::value_in(browser::query_of(hash), "tab") != Some("registers")
        }
        _ => false,
    }
}
