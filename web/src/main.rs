//! The Swizzle Atlas page: all of the screen, none of the knowledge.

#![allow(unreachable_pub, reason = "modules of a program are public to each other")]

/// One of `styles/pages`, of a page.
macro_rules! page_style {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/pages/", $name))
    };
}

/// The parts and the layout that pages need beside those of the start: added before a page's own.
macro_rules! later_style {
    () => {
        concat!(
            include_str!(concat!(env!("OUT_DIR"), "/later/parts.css")),
            include_str!(concat!(env!("OUT_DIR"), "/later/layout.css")),
        )
    };
}

/// One of `styles/over`, of what opens over any page.
macro_rules! over_style {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/over/", $name))
    };
}

mod blackwell;
mod browser;
mod build;
mod cells;
mod check;
mod compare;
mod dump;
mod embed;
mod frame;
mod home;
mod hooks;
mod kernel;
mod kit;
mod learn;
mod page;
mod prelude;
mod site;
mod state;
#[cfg(all(test, target_family = "wasm"))]
mod tests;
mod tma;
mod why;

/// An allocator a fraction of the size of the standard one.
#[global_allocator]
static ALLOCATOR: rlsf::GlobalTlsf<Small> = rlsf::GlobalTlsf::new();

/// Small code, but memory that grows stays in one piece: tables of a large tile are larger than a page.
struct Small;

impl rlsf::GlobalTlsfOptions for Small {
    const ENABLE_REALLOCATION: bool = false;
    const COALESCE_POOLS: bool = true;
}

fn main() {
    home::keep_figures();
    yew::Renderer::<site::Site>::new().render();
}
