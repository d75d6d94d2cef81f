//! The whole page in a real browser: what is on screen is what the core says.

use swizzle_draw::scene::{Window, matrix_scene, matrix_size};
use swizzle_draw::{Palette, Theme};
use swizzle_view::figure;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::{wasm_bindgen_test as test, wasm_bindgen_test_configure};
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement, HtmlSelectElement};

use crate::browser::{document, replace_hash};

wasm_bindgen_test_configure!(run_in_browser);

/// What sizes the views: without it the browser shows only the first rows.
const STYLES: &str = concat!(
    include_str!("../styles/tokens.css"),
    include_str!("../styles/page.css"),
    include_str!("../styles/stage.css"),
);

/// Mounts the page at a link.
async fn page(link: &str) -> Element {
    let styles = document().create_element("style").unwrap();
    styles.set_text_content(Some(STYLES));
    document().body().unwrap().append_child(&styles).unwrap();
    replace_hash(link);
    let root = document().create_element("div").unwrap();
    document().body().unwrap().append_child(&root).unwrap();
    yew::Renderer::<crate::atlas::App>::with_root(root.clone()).render();
    settled().await;
    root
}

/// Waits for every render, and for the browser to have told the views their sizes.
async fn settled() {
    yew::scheduler::flush().await;
    gloo_timers::future::TimeoutFuture::new(100).await;
    yew::scheduler::flush().await;
}

fn one(root: &Element, selector: &str) -> Element {
    root.query_selector(selector)
        .unwrap()
        .unwrap_or_else(|| panic!("there is no {selector}"))
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(String::from).collect()
}

#[test]
async fn the_matrix_view_shows_the_numbers_and_colours_of_its_scene() {
    let root = page("#/figure/157").await;
    let figure = figure(157).unwrap();
    let spec = figure.shown.spec().unwrap();
    let all = Window::all(matrix_size(&spec, &figure.shown.view));
    let scene = matrix_scene(&spec, &figure.shown.view, &all);
    let expected: Vec<String> = scene
        .cells
        .iter()
        .map(|cell| cell.label.to_string())
        .collect();
    let numbers = one(&root, ".grid-numbers").text_content().unwrap();
    assert_eq!(words(&numbers), expected);

    let canvas: HtmlCanvasElement = one(&root, "canvas").dyn_into().unwrap();
    assert_eq!((canvas.width(), canvas.height()), (8, 8));
    let context: CanvasRenderingContext2d = canvas
        .get_context("2d")
        .unwrap()
        .unwrap()
        .dyn_into()
        .unwrap();
    let theme = match document()
        .document_element()
        .unwrap()
        .get_attribute("data-theme")
        .as_deref()
    {
        Some("dark") => Theme::Dark,
        _ => Theme::Light,
    };
    let pixels = context.get_image_data(0.0, 0.0, 8.0, 8.0).unwrap().data();
    assert_eq!(pixels.0, scene.pixels(Palette::Isa, theme));
    root.remove();
}

#[test]
async fn a_choice_redraws_at_once() {
    let root = page("#/figure/157").await;
    let number: HtmlSelectElement = one(&root, ".reading select").dyn_into().unwrap();
    number.set_value("logical");
    let event = web_sys::Event::new_with_event_init_dict("change", &{
        let init = web_sys::EventInit::new();
        init.set_bubbles(true);
        init
    })
    .unwrap();
    number.dispatch_event(&event).unwrap();
    settled().await;
    let numbers = one(&root, ".grid-numbers").text_content().unwrap();
    let expected: Vec<String> = (0..64).map(|number| number.to_string()).collect();
    assert_eq!(words(&numbers), expected);
    root.remove();
}

#[test]
async fn a_bad_link_opens_as_far_as_it_goes_and_says_what_is_wrong() {
    let root = page("#/wgmma/4000004000010040?k=128&element=f17").await;
    let notice = one(&root, ".notices").text_content().unwrap();
    assert!(
        notice.contains("element=f17") && notice.contains("is unknown"),
        "{notice}"
    );
    assert!(
        one(&root, "h1")
            .text_content()
            .unwrap()
            .contains("64 × 128")
    );
    root.remove();
}
