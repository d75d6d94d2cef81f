//! The Swizzle Atlas page: all of the screen, none of the knowledge.

#![allow(
    unreachable_pub,
    reason = "modules of a program are public to each other"
)]

/// A style of `styles/later`, as the build script leaves it.
macro_rules! style {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $name))
    };
}

mod arrow_keys;
mod atlas;
mod browser;
mod build;
mod compare;
mod control;
mod element;
mod embed;
mod hooks;
mod journey;
mod kernel;
mod learn;
mod memory;
mod page;
mod panel;
mod scale;
mod site;
mod state;
mod tensor_memory;
#[cfg(all(test, target_family = "wasm"))]
mod tests;
mod view;

use wasm_bindgen_futures::spawn_local;

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
    view::look_at_shell();
    let is_coloured = atlas::color_shell().is_some();
    spawn_local(async move {
        if is_coloured {
            browser::frame_painted().await;
        }
        yew::Renderer::<site::Site>::new().render();
    });
}
