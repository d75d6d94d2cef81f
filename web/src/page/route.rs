//! The page that an address opens.

use swizzle_core::Arch;
use swizzle_core::hardware::Named as _;
use swizzle_view::Route;
use swizzle_view::link::is_of_figures;
use yew::prelude::*;

use super::look::Look;
use super::places::is_home;
use crate::browser;

/// A page. All but Home are loaded when they are opened.
#[derive(Clone, PartialEq)]
pub enum Page {
    /// Home; where an address opens nothing, with what stands there in place of a page.
    Home(Option<String>),
    /// One layout, which keeps its own account of the address.
    Check,
    /// Lessons, journey, figures and glossary, at an address of theirs.
    Lessons(String),
    /// Two layouts side by side, which keep their own account of the address.
    Compare,
    /// The builder, and over it the supported combinations, which keep their own account of the address.
    Build,
    /// The kernel lens.
    Kernel,
    /// Scale factors, tensor memory and registers.
    Blackwell,
    /// What a swizzle is for.
    Why,
    /// A dump, or an unknown part of the memory side, at an address of its own.
    Dump(String),
    /// A box of TMA.
    Tma,
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
            _ if is_blackwell(&hash) => Self::Blackwell,
            Route::TensorMemory | Route::Scale => Self::Blackwell,
            Route::Learn { .. } | Route::Glossary(_) | Route::Journey => Self::Lessons(hash),
            Route::Compare => Self::Compare,
            Route::Build(_) | Route::Support => Self::Build,
            Route::Kernel => Self::Kernel,
            Route::Why => Self::Why,
            Route::Memory(_) if is_why(&hash) => Self::Why,
            Route::Memory(Some("tma")) => Self::Tma,
            Route::Memory(_) => Self::Dump(hash),
            Route::Atlas => {
                let asked = browser::value_in(&browser::query(), "embed").is_some()
                    || browser::value_in(browser::query_of(&hash), "embed").is_some();
                match asked {
                    true => Self::Embed,
                    false if is_home(&hash) => Self::Home(None),
                    false if is_of_figures(&hash) => Self::Lessons(hash),
                    false => match nowhere(&hash) {
                        Some(path) => Self::Home(Some(path.to_owned())),
                        None => Self::Check,
                    },
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
            Self::Build => 3,
            Self::Kernel => 6,
            Self::Blackwell => 7,
            Self::Home(_) => 10,
            Self::Check => 11,
            Self::Why => 12,
            Self::Dump(_) => 13,
            Self::Tma => 14,
        }
    }

    /// The address that it is drawn at, empty where the page reads it itself.
    pub fn address(&self) -> &str {
        match self {
            Self::Lessons(address) | Self::Dump(address) => address,
            Self::Home(_)
            | Self::Check
            | Self::Compare
            | Self::Embed
            | Self::Build
            | Self::Kernel
            | Self::Blackwell
            | Self::Tma
            | Self::Why => "",
        }
    }
}

/// The first part of an address that no page has.
fn nowhere(hash: &str) -> Option<&str> {
    let path = hash.strip_prefix("#/")?.split(['/', '?']).next()?;
    let is_known = path.is_empty() || path == "figure" || Arch::from_name(path).is_ok();
    (!is_known).then_some(path)
}

/// Whether an address is of the page Blackwell: of a cell of tensor memory, a scale factor or a register.
pub fn is_blackwell(hash: &str) -> bool {
    match Route::of(hash) {
        Route::TensorMemory | Route::Scale => true,
        Route::Memory(Some("lanes")) => !is_why(hash),
        _ => false,
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

/// Makes what loads a page from a file of its own, and adds its styles before it is drawn.
macro_rules! loaded_page {
    ($file:ident, $style:expr, |$address:pat_param, $look:ident, $on_look:ident| $page:expr) => {
        $crate::page::load::split_point! {
            $file: fn load() -> $crate::page::DrawPage {
                draw
            }
        }

        /// Loads the page.
        pub fn load_page() -> $crate::page::load::Loading<$crate::page::DrawPage> {
            Box::pin(load())
        }

        fn draw(
            $address: &str,
            $look: $crate::page::Look,
            $on_look: ::yew::Callback<$crate::page::Look>,
        ) -> ::yew::Html {
            $crate::browser::late_style::add($style);
            $page
        }
    };
}
pub(crate) use loaded_page;
