//! Text of a scene, with the sliders of the sixth in its sentences, and the stations behind it.

use swizzle_draw::journey::{
    JourneyRead, SBO_BYTES, SCENES, STEP, broken_words, sentences, title, trail,
};
use swizzle_view::link::JourneyShown;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::doors::{doors, links};
use crate::element::{Attr, Element, el, fragment};

/// Values and callbacks of the sliders.
pub(super) struct Sliders<'a> {
    /// SBO that is read with, in bytes.
    pub(super) sbo_bytes: u32,
    /// Whether the scroll sets SBO.
    pub(super) plays: bool,
    /// Base offset.
    pub(super) base_offset: u8,
    /// Called with another SBO.
    pub(super) on_sbo: &'a Callback<u32>,
    /// Called with another base offset.
    pub(super) on_base: &'a Callback<u32>,
}

/// The scene in words, and the way on where the next one is not below.
pub(super) fn text(
    scene: usize,
    [read, right]: [&JourneyRead; 2],
    sliders: &Sliders<'_>,
    onward: Option<Element>,
) -> Element {
    let said = match scene {
        5 => broken(read, right, sliders),
        _ => fragment().child(el("p").child(sentences(scene, right))),
    };
    el("section")
        .class("journey-text")
        .attr(Attr::AriaLive, "polite")
        .child(
            el("p")
                .class("journey-count")
                .child(format!("{} of {SCENES}", scene + 1)),
        )
        .child(el("h2").child(title(scene)))
        .child(said)
        .child(onward)
        .child(links(doors(scene, read, right)))
}

/// The sentences with the sliders in them, the descriptor that they make, and what they cannot change.
fn broken(read: &JourneyRead, right: &JourneyRead, sliders: &Sliders<'_>) -> Element {
    let [of_sbo, of_base] = broken_words(read, right);
    let sbo = Slider {
        name: "SBO in bytes",
        value: sliders.sbo_bytes,
        words: format!("{} B", sliders.sbo_bytes),
        of: JourneyShown::SBO,
    };
    let base = Slider {
        name: "Base offset",
        value: sliders.base_offset.into(),
        words: sliders.base_offset.to_string(),
        of: (0, 7, 1),
    };
    fragment()
        .child(
            el("p")
                .class("journey-broken")
                .child("With SBO at ")
                .child(sbo.draw(sliders.on_sbo))
                .child(format!(
                    " {of_sbo} The base offset is subtracted from the line number before the XOR: at "
                ))
                .child(base.draw(sliders.on_base))
                .child(format!(" {of_base}")),
        )
        .child(hex(read, right))
        .child(
            el("p")
                .class("journey-note")
                .child(sentences(5, right))
                .child(sliders.plays.then(|| {
                    format!(" Scrolling lowers SBO from {SBO_BYTES} to 128 B, until a slider sets it.")
                })),
        )
}

/// A slider in a sentence.
struct Slider {
    name: &'static str,
    value: u32,
    words: String,
    /// The least value, the most, and the distance of values.
    of: (u32, u32, u32),
}

impl Slider {
    fn draw(self, on_value: &Callback<u32>) -> Element {
        let (least, most, step) = self.of;
        let on_value = on_value.clone();
        let on_input = Callback::from(move |event: InputEvent| {
            let field = event.target_unchecked_into::<HtmlInputElement>();
            field
                .value()
                .parse()
                .into_iter()
                .for_each(|value| on_value.emit(value));
        });
        el("span")
            .class("journey-slider")
            .child(
                el("input")
                    .attr(Attr::Type, "range")
                    .attr(Attr::AriaLabel, self.name)
                    .attr(Attr::Min, least)
                    .attr(Attr::Max, most)
                    .attr(Attr::Step, step)
                    .value(self.value.to_string())
                    .on_input(on_input),
            )
            .child(el("code").child(self.words))
    }
}

/// The descriptor of the step that reads the square, its changed digits marked.
fn hex(read: &JourneyRead, right: &JourneyRead) -> Element {
    let [actual, expected] = [read, right].map(|read| read.descriptor(STEP).to_string());
    let digits = actual.chars().zip(expected.chars());
    let digits = digits.map(|(actual, expected)| -> Html {
        let is_changed = actual != expected;
        let tag = if is_changed { "b" } else { "span" };
        el(tag).child(actual.to_string()).into()
    });
    let expected = (actual != expected).then(|| el("small").child(format!("expected {expected}")));
    el("p")
        .class("journey-hex")
        .child(el("code").children(digits))
        .child(expected)
}

/// The stations of the element, up to the scene.
pub(super) fn stations(scene: usize, right: &JourneyRead) -> Element {
    let all = trail(right);
    let at = all.iter().rposition(|station| station.scene <= scene);
    let rows = all.iter().enumerate().map(|(index, station)| -> Html {
        let class = match Some(index).cmp(&at) {
            std::cmp::Ordering::Less => "is-past",
            std::cmp::Ordering::Equal => "is-now",
            std::cmp::Ordering::Greater => "is-coming",
        };
        let place = (Some(index) <= at).then(|| el("code").child(&station.place));
        el("li")
            .class(class)
            .child(el("i"))
            .child(el("span").child(&station.name))
            .child(place)
            .into()
    });
    el("section")
        .class("journey-trail")
        .attr(Attr::AriaLabel, "Where it has been")
        .child(el("h2").child("Where it has been"))
        .child(el("ol").children(rows))
}
