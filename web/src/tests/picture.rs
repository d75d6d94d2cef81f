//! What is drawn is what the core's scene says, pixel by pixel.

use swizzle_draw::scene::{Window, matrix_scene, matrix_size};
use swizzle_draw::{Palette, Theme};
use swizzle_view::figure;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result};

#[test]
async fn the_matrix_view_shows_the_numbers_and_colours_of_its_scene() -> Result<()> {
    let page = Page::open("#/figure/157").await?;
    let figure = figure(157).expect("a figure");
    page.shows(&figure.shown).await?;
    let spec = figure.shown.spec().expect("a tile");
    let all = Window::all(matrix_size(&spec, &figure.shown.view));
    let scene = matrix_scene(&spec, &figure.shown.view, &all);
    let (size, pixels) = page.pixels(".view[aria-label=Matrix] canvas")?;
    assert_eq!(size, (8, 8));
    let theme = match page
        .text_of("return document.documentElement.dataset.theme")?
        .as_str()
    {
        "dark" => Theme::Dark,
        _ => Theme::Light,
    };
    assert_eq!(pixels, scene.pixels(Palette::Isa, theme));
    Ok(())
}
