//! What is drawn is what the core's scene says, pixel by pixel.

use swizzle_draw::scene::{Window, matrix_scene, matrix_size};
use swizzle_draw::{Palette, Theme};
use swizzle_view::figure;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test as test;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::host::{Page, Result};

#[test]
async fn the_matrix_view_shows_the_numbers_and_colours_of_its_scene() -> Result<()> {
    let page = Page::open("#/figure/157").await?;
    let figure = figure(157).expect("a figure");
    page.shows(&figure.shown).await?;
    let spec = figure.shown.spec().expect("a tile");
    let all = Window::all(matrix_size(&spec, &figure.shown.view));
    let scene = matrix_scene(&spec, &figure.shown.view, &all);
    let canvas: HtmlCanvasElement = page
        .find(".view[aria-label=Matrix] canvas")?
        .dyn_into()
        .expect("a canvas");
    assert_eq!((canvas.width(), canvas.height()), (8, 8));
    let context: CanvasRenderingContext2d = canvas
        .get_context("2d")
        .expect("a context")
        .expect("a context")
        .dyn_into()
        .expect("a flat one");
    let theme = match page
        .text_of("return document.documentElement.dataset.theme")?
        .as_str()
    {
        "dark" => Theme::Dark,
        _ => Theme::Light,
    };
    let pixels = context.get_image_data(0.0, 0.0, 8.0, 8.0);
    let pixels = pixels.expect("pixels").data();
    assert_eq!(pixels.0, scene.pixels(Palette::Isa, theme));
    Ok(())
}
