//! The Swizzle Atlas page: all of the screen, none of the knowledge.

#![allow(
    unreachable_pub,
    reason = "modules of a program are public to each other"
)]

mod app;
mod bar;
mod browser;
mod button;
mod compare;
mod control;
mod copy_button;
mod descriptor;
mod dialog;
mod element;
mod embed;
mod findings;
mod gallery;
mod grid;
mod header;
mod hooks;
mod inspector;
mod late_style;
mod later;
mod layout_text;
mod learn;
mod meant;
mod notices;
mod panel;
mod paste;
mod picture;
mod share;
mod site;
mod stage;
mod state;
mod still;
#[cfg(test)]
mod tests;
mod walk;

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
    console_error_panic_hook::set_once();
    yew::Renderer::<site::Site>::new().render();
}
