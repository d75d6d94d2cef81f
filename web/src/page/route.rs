//! The page that an address opens.

use super::embedded::is_embedded;
use super::places::is_home;
use super::*;

/// A page. All but Home are loaded when they are opened.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    /// Home.
    Home,
    /// One layout.
    Check,
    /// Lessons, journey, figures and glossary.
    Lessons,
    /// Two layouts side by side.
    Compare,
    /// The builder, and over it the supported combinations.
    Build,
    /// The kernel lens.
    Kernel,
    /// Scale factors, tensor memory and registers.
    Blackwell,
    /// What a swizzle is for.
    Why,
    /// A dump, or an unknown part of the memory side.
    Dump,
    /// A box of TMA.
    Tma,
    /// The figure alone, embedded in a page of another site.
    Embed,
}

/// A page at an address.
#[derive(Clone, PartialEq)]
pub struct Page {
    /// The page.
    pub kind: Kind,
    /// The address, where the page does not keep its own account of it; for Home, what an address names that is no page.
    pub named: Option<String>,
}

/// Draws such a page at its address.
pub type DrawPage = fn(PageProps) -> Html;

impl Page {
    /// The page that the address opens.
    pub fn of_address() -> Self {
        let hash = browser::hash();
        let kind = Kind::of(&hash);
        let named = match kind {
            Kind::Home => nowhere(&hash).map(str::to_owned),
            Kind::Lessons | Kind::Dump => Some(hash),
            _ => None,
        };
        Self { kind, named }
    }
}

impl Kind {
    /// The page of an address, from `#` on.
    pub fn of(hash: &str) -> Self {
        match Route::of(hash) {
            Route::TensorMemory | Route::Scale => Self::Blackwell,
            Route::Learn { .. } | Route::Glossary(_) | Route::Journey => Self::Lessons,
            Route::Compare => Self::Compare,
            Route::Build(_) | Route::Support => Self::Build,
            Route::Kernel => Self::Kernel,
            Route::Why => Self::Why,
            // Registers have a page of their own.
            Route::Memory(Some("lanes")) => match browser::value_in(browser::query_of(hash), "tab") {
                Some("registers") => Self::Blackwell,
                _ => Self::Why,
            },
            Route::Memory(Some("tma")) => Self::Tma,
            Route::Memory(_) => Self::Dump,
            Route::Atlas if is_embedded() => Self::Embed,
            Route::Atlas if is_of_figures(hash) => Self::Lessons,
            Route::Atlas if is_home(hash) || nowhere(hash).is_some() => Self::Home,
            Route::Atlas => Self::Check,
        }
    }
}

/// The first part of an address that no page has.
fn nowhere(hash: &str) -> Option<&str> {
    let path = hash.strip_prefix("#/")?.split(['/', '?']).next()?;
    let is_known = path.is_empty() || path == "figure" || Arch::from_name(path).is_ok();
    (!is_known).then_some(path)
}

/// Makes what loads a page from a file of its own, and adds its styles before it is drawn.
macro_rules! loaded_page {
    ($file:ident, $style:expr, |$props:ident| $page:expr) => {
        $crate::page::load::split_point! {
            $file: fn load() -> $crate::page::DrawPage {
                draw
            }
        }

        /// Loads the page.
        pub fn load_page() -> $crate::page::load::Loading<$crate::page::DrawPage> {
            Box::pin(load())
        }

        fn draw($props: $crate::frame::PageProps) -> ::yew::Html {
            $crate::browser::late_style::add($style);
            $page
        }
    };
}

pub(crate) use loaded_page;

/// The reader's choice of theme and colours.
#[derive(Clone, Copy, PartialEq)]
pub struct Look {
    /// The page's theme.
    pub theme: Theme,
    /// Cell colours.
    pub palette: Palette,
}

impl Look {
    /// What the reader chose last.
    pub fn remembered() -> Self {
        Self { theme: browser::remembered_theme(), palette: browser::remembered_palette() }
    }
}
