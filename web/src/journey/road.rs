//! The way through the page: how far it is scrolled is how far the journey has come.

use gloo_events::EventListener;
use swizzle_draw::journey::{REST, SCENES};
use web_sys::{Element, ScrollBehavior, ScrollToOptions};
use yew::prelude::*;

use crate::browser::{self, document, window};
use crate::hooks::use_value;

/// Heights of the window that a scene takes; `journey.css` gives the road its height by it.
const SCENE_WINDOWS: f64 = 1.5;

/// Pixels of a scene.
fn scene_pixels() -> f64 {
    let height = window().inner_height().ok();
    height.and_then(|height| height.as_f64()).unwrap_or(800.0) * SCENE_WINDOWS
}

/// How far the window is scrolled into the road, in scenes.
fn point_of(road: &Element) -> f32 {
    let view = road.first_element_child();
    let into = view.map_or(0.0, |view| {
        view.get_bounding_client_rect().top() - road.get_bounding_client_rect().top()
    });
    let point = (into / scene_pixels()) as f32;
    point.clamp(0.0, SCENES as f32 - 0.001)
}

/// Whether the window is too low for a picture that stays in it.
fn is_low() -> bool {
    browser::matches("(max-height: 39.99rem)")
}

/// The point that is looked at: that of the window, or the still of its scene where nothing is to move. None in a window
/// that is too low: all scenes are stills there, one after another.
#[hook]
pub(super) fn use_point(node: &NodeRef) -> Option<f32> {
    let ((point, is_low), on_point) = use_value(|| (0.0_f32, is_low()));
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            let look = move || {
                let road = node.cast::<Element>();
                let road = road.filter(|road| road.first_element_child().is_some());
                on_point.emit((road.map_or(0.0, |road| point_of(&road)), self::is_low()));
            };
            look();
            let listeners = ["scroll", "resize"].map(|event| {
                let look = look.clone();
                EventListener::new(&window(), event, move |_| look())
            });
            move || {
                drop(listeners);
                // The page that comes begins at its top.
                window().scroll_to_with_x_and_y(0.0, 0.0);
            }
        });
    }
    (!is_low).then(|| match browser::prefers_stillness() {
        true => rest_of(point as usize),
        false => point,
    })
}

/// The point at which a scene is at rest.
pub(super) fn rest_of(scene: usize) -> f32 {
    scene as f32 + REST[scene]
}

/// Scrolls to a point.
pub(super) fn scroll_to(node: &NodeRef, point: f32, is_smooth: bool) {
    let Some(road) = node.cast::<Element>() else {
        return;
    };
    let view = road.first_element_child();
    if let Some(still) = view.as_ref().filter(|_| is_low()) {
        let still = still.children().item(point as u32);
        return still.into_iter().for_each(|still| still.scroll_into_view());
    }
    let height = |element: &Element| element.get_bounding_client_rect().height();
    let most = height(&road) - view.as_ref().map_or(0.0, height);
    let into = (f64::from(point) * scene_pixels()).min(most);
    // The view stays below the title, which stays below the bar.
    let title = document().query_selector(".journey-page .heading");
    let title = title.ok().flatten();
    let bar = title.map_or(0.0, |title| title.get_bounding_client_rect().bottom());
    let scrolled = window().scroll_y().unwrap_or(0.0);
    let top = scrolled + road.get_bounding_client_rect().top() - bar + into;
    let options = ScrollToOptions::new();
    options.set_top(top + 1.0);
    options.set_behavior(match is_smooth && !browser::prefers_stillness() {
        true => ScrollBehavior::Smooth,
        false => ScrollBehavior::Instant,
    });
    window().scroll_to_with_scroll_to_options(&options);
}
