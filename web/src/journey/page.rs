//! The page: one frame that stays in the window while the road under it scrolls.

use swizzle_core::reader::VerdictKind;
use swizzle_draw::Theme;
use swizzle_draw::journey::{
    Film, JourneyRead, NAMES, REST, Room, SBO_BYTES, SCENES, played_sbo, scene_at, where_now,
};
use swizzle_text::{Mend, VerdictLine};
use swizzle_view::Route;
use swizzle_view::link::{JourneyShown, link_from_form};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::doors::onward;
use super::keys::{KEYS, Key};
use super::road::{rest_of, scroll_to, use_point};
use super::stage::picture;
use super::strip::strip;
use super::text::{Sliders, stations, text};
use crate::browser;
use crate::control::verdict_line;
use crate::element::{Attr, Element, el};
use crate::page::framed::{Framed, framed};
use crate::page::keys::use_page_keys;
use crate::page::{Format, Look, part_of, use_linked};
use crate::view::use_width;

/// How it is kept in the address.
static FORMAT: Format<JourneyShown> = Format::of_form(|route| matches!(route, Route::Journey));

/// The scene with the sliders.
const BROKEN: usize = 5;

/// Properties of [`JourneyPage`].
#[derive(Properties, PartialEq)]
pub(super) struct JourneyProps {
    /// Theme and colours.
    pub(super) look: Look,
}

/// The page.
#[component]
pub(super) fn JourneyPage(props: &JourneyProps) -> Html {
    let (opened, on_shown) = use_linked(&FORMAT);
    let shown = opened.shown;
    let road = use_node_ref();
    let (_, prints) = use_width(&road);
    let moving = use_point(&road);
    let stills = prints || moving.is_none();
    let point = moving.unwrap_or_else(|| rest_of(shown.scene));
    let (scene, past) = scene_at(point);
    let played = played_sbo(if stills { REST[BROKEN] } else { past });
    let sbo_bytes = shown.sbo_bytes.unwrap_or(played);
    // The other scenes have the descriptor that the tile needs.
    let fields = match stills || scene == BROKEN {
        true => (sbo_bytes, shown.base_offset),
        false => (SBO_BYTES, 0),
    };
    let read = use_memo(fields, |(sbo, base)| JourneyRead::of(*sbo, *base));
    let right = use_memo((), |()| JourneyRead::of(SBO_BYTES, 0));
    use_follow(&road, &shown, moving.map(|_| scene), &on_shown);
    let on_scene = {
        let road = road.clone();
        Callback::from(move |scene: usize| scroll_to(&road, rest_of(scene), true))
    };
    use_page_keys(&KEYS, on_scene.reform(move |key: Key| key.scene(scene)));
    let theme = if prints {
        Theme::Light
    } else {
        props.look.theme
    };
    let film = Film {
        // On paper two scenes are beside each other.
        room: match browser::matches("(max-width: 79.99rem)") || prints {
            true => Room::Narrow,
            false => Room::Wide,
        },
        palette: props.look.palette,
        theme,
        read: &read,
        right: &right,
    };
    let on_sbo = part_of(&shown, &on_shown, |shown, sbo| shown.sbo_bytes = Some(sbo));
    let on_base = part_of(&shown, &on_shown, |shown, base: u32| {
        shown.base_offset = u8::try_from(base).unwrap_or(7);
    });
    let words = where_now(point, &read);
    let sliders = Sliders {
        sbo_bytes,
        plays: shown.sbo_bytes.is_none() && !stills && !browser::prefers_stillness(),
        base_offset: shown.base_offset,
        on_sbo: &on_sbo,
        on_base: &on_base,
    };
    let view = || {
        el("div")
            .class("journey-view")
            .child(text(
                scene,
                [&read, &right],
                &sliders,
                onward(&shown, scene),
            ))
            .child(stations(scene, &right))
            .child(el("div").class("journey-stage").child(picture(
                &film.frame(point),
                scene,
                film.room,
                &words,
            )))
            .child(rail(point, scene, &shown, &road))
    };
    let content = el("div")
        .class("journey-road")
        .class_if(stills, "has-stills")
        .node_ref(&road)
        .child(match stills {
            true => strip(&film, &sliders),
            false => view(),
        });
    framed(Framed {
        notices: &opened.notices,
        facts: Some("scroll, or press 1 to 7".into()),
        verdict: Some(verdict(scene, words, &shown, sbo_bytes, &on_shown)),
        ..Framed::plain("journey-page", "The journey of one byte", content)
    })
    .into()
}

/// Keeps scene and window together: what is scrolled to is in the address, and an address that came is scrolled to. Stills
/// have no scene of the window.
#[hook]
fn use_follow(
    road: &NodeRef,
    shown: &JourneyShown,
    scene: Option<usize>,
    on_shown: &Callback<JourneyShown>,
) {
    // The scene that was last agreed on, and the one that the window is on its way to.
    let agreed = use_mut_ref(|| None::<usize>);
    let awaited = use_mut_ref(|| None::<usize>);
    {
        let (road, agreed, awaited) = (road.clone(), agreed.clone(), awaited.clone());
        use_effect_with(shown.scene, move |wanted| {
            let is_new = agreed.replace(Some(*wanted)) != Some(*wanted);
            let is_there = *wanted == scene.unwrap_or(0);
            if is_new && !is_there {
                awaited.replace(Some(*wanted));
                scroll_to(&road, rest_of(*wanted), false);
            }
        });
    }
    let (shown, on_shown) = (*shown, on_shown.clone());
    use_effect_with(scene, move |scene| {
        let Some(scene) = *scene else { return };
        let is_on_its_way = awaited.borrow().is_some_and(|awaited| awaited != scene);
        if !is_on_its_way {
            awaited.take();
            if shown.scene != scene {
                agreed.replace(Some(scene));
                on_shown.emit(JourneyShown { scene, ..shown });
            }
        }
    });
}

/// Place of the element; in the sixth scene the verdict, with its repairs.
fn verdict(
    scene: usize,
    words: String,
    shown: &JourneyShown,
    sbo_bytes: u32,
    on_shown: &Callback<JourneyShown>,
) -> Element {
    if scene != BROKEN {
        return el("p").class("journey-where").child(el("i")).child(words);
    }
    let mut repairs = Vec::new();
    if shown.base_offset != 0 {
        repairs.push(Mend {
            label: "Set base offset to 0".to_owned(),
            change: JourneyShown {
                base_offset: 0,
                ..*shown
            },
        });
    }
    if sbo_bytes != SBO_BYTES {
        repairs.push(Mend {
            label: format!("Set SBO to {SBO_BYTES} B"),
            change: JourneyShown {
                sbo_bytes: Some(SBO_BYTES),
                ..*shown
            },
        });
    }
    let kind = match repairs.is_empty() {
        true => VerdictKind::Right,
        false => VerdictKind::Wrong,
    };
    let line = VerdictLine {
        repairs,
        ..VerdictLine::new(kind, words)
    };
    verdict_line(&line, on_shown)
}

/// The way through the page: a slider, and a link for each scene.
fn rail(point: f32, scene: usize, shown: &JourneyShown, road: &NodeRef) -> Element {
    /// Steps of the slider in a scene.
    const FINE: f32 = 100.0;
    let road = road.clone();
    let on_input = Callback::from(move |event: InputEvent| {
        let field = event.target_unchecked_into::<HtmlInputElement>();
        if let Ok(at) = field.value().parse::<u16>() {
            scroll_to(&road, f32::from(at) / FINE, false);
        }
    });
    let links = NAMES.iter().enumerate().map(|(at, name)| -> Html {
        let to = link_from_form(&JourneyShown {
            scene: at,
            ..*shown
        });
        el("a")
            .attr(Attr::Href, to)
            .attr(Attr::AriaCurrent, (at == scene).then_some("step"))
            .attr(
                Attr::Style,
                format!("--at:{:.4}", rest_of(at) / SCENES as f32),
            )
            .child(el("b").child((at + 1).to_string()))
            .child(el("span").child(format!(" {name}")))
            .into()
    });
    el("nav")
        .class("journey-rail")
        .attr(Attr::AriaLabel, "Scenes")
        .child(
            el("input")
                .attr(Attr::Type, "range")
                .attr(Attr::AriaLabel, "Point of the journey")
                .attr(Attr::Min, 0_u32)
                .attr(Attr::Max, SCENES as u32 * FINE as u32)
                .attr(Attr::Step, 1_u32)
                .attr(
                    Attr::Style,
                    format!("--past:{:.1}%", point / SCENES as f32 * 100.0),
                )
                .value(((point * FINE) as u32).to_string())
                .on_input(on_input),
        )
        .child(el("div").children(links))
}
