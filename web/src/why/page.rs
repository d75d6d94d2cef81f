//! The page: its link, its keys, and which scene is in view.

use gloo_events::EventListener;
use swizzle_core::Named as _;
use swizzle_view::Route;
use swizzle_view::link::{WhyScene, WhyShown, link_from_why, why_from_link};
use swizzle_warp::Wires;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::access::Access;
use super::costs::{self, method};
use super::facts::{Place, filled, read};
use super::state::{Act, Desk, Open, Part};
use super::table::PRESETS;
use super::threads::ThreadsScene;
use crate::browser;
use crate::cells::{Ink, use_ink};
use crate::frame::PageProps;
use crate::kit::{Shared, more, noticed, sends, use_key_acts, use_outside, use_window};
use crate::page::embedded::{bar_or_way, is_embedded};
use crate::page::{Format, Kind, use_linked};

/// How it is kept in the address.
static FORMAT: Format<WhyShown> = Format {
    is_own: |_| Kind::of(&browser::hash()) == Kind::Why,
    read: why_from_link,
    write: link_from_why,
    way_back: "#/why",
};

/// The widest page, what is beside it, the texts with what is between, and the window that has both beside each other.
const WIDEST: f64 = 1152.0;
const SIDES: f64 = 48.0;
const TEXTS: f64 = 400.0;
const BESIDE: f64 = 1000.0;

/// The whole page.
#[component]
pub fn Why(props: &PageProps) -> Html {
    let (opened, on_shown) = use_linked(&FORMAT);
    let open = use_state_eq(Open::default);
    let unit = use_state_eq(|| 0_u32);
    let unread = opened.unread();
    let desk = Desk {
        shown: opened.shown,
        open: *open,
        unit: *unit,
    };
    let on = {
        let (desk, open, unit) = (desk.clone(), open.setter(), unit.setter());
        Callback::from(move |act: Act| {
            let next = desk.after(act);
            open.set(next.open);
            unit.set(next.unit);
            if next.shown != desk.shown {
                on_shown.emit(next.shown);
            }
        })
    };
    let scene = desk.shown.scene;
    use_outside(
        desk.open != Open::Nothing,
        ".word-place",
        on.reform(|()| Act::Open(Open::Nothing)),
    );
    use_key_acts(desk.clone(), &on, {
        let desk = desk.clone();
        move |event| act_of_key(event, &desk)
    });
    use_scroll(scene, &on);
    use_effect_with(desk.open == Open::Word(Part::Formula), |is_open| {
        if *is_open {
            browser::focus(".is-text input");
        }
    });
    use_effect_with(scene, |scene| {
        let name = if *scene == WhyScene::Access {
            "Try any access"
        } else {
            "Why"
        };
        browser::set_title(&format!("{name} – Swizzle Atlas"));
    });
    let ink = use_ink(props.look);
    let (width, _) = use_window();
    let has_numbers = use_mut_ref(|| false);
    *has_numbers.borrow_mut() |= scene == WhyScene::Numbers;
    let Some(ink) = ink else {
        return Html::default();
    };
    let notices = noticed(&opened.notices, None);
    let content = match scene {
        WhyScene::Access => {
            html! { <main class="any-access">{ notices }<Access {desk} {unread} {width} {ink} {on} /></main> }
        }
        _ => {
            let place = width.min(WIDEST + SIDES) - SIDES;
            let place = if width < BESIDE { place } else { place - TEXTS };
            let has_numbers = *has_numbers.borrow();
            html! { <main class="why">{ notices }{ scenes(&desk, place, ink, has_numbers, &on) }</main> }
        }
    };
    html! { <div class="app">{ bar_or_way(props.look, props.on_look.clone()) }{ content }</div> }
}

/// The id of a scene in the document.
fn id(scene: WhyScene) -> String {
    format!("why-{}", scene.name())
}

/// The scroll.
fn scenes(
    desk: &Desk,
    width: f64,
    ink: Shared<Ink>,
    has_numbers: bool,
    on: &Callback<Act>,
) -> Html {
    let threads = html! {
        <ThreadsScene wires={desk.shown.lanes.wires} unit={desk.unit} open={desk.open} id={id(WhyScene::Threads)} {width} {ink} on={on.clone()} />
    };
    if is_embedded() {
        return threads;
    }
    let place = |scene: WhyScene, title: &'static str, place: &Place| {
        let open = Open::How(scene);
        let how = more(
            "how",
            format!("How was it measured: {title}"),
            desk.open == open,
            sends(on, Act::Open(open)),
            || method(place.how),
        );
        costs::scene(id(scene), title, place, how)
    };
    let to = |scene: WhyScene| {
        link_from_why(&WhyShown {
            scene,
            ..desk.shown.clone()
        })
    };
    html! {
        <>
            { threads }
            { place(WhyScene::Tma, "TMA pays, too", &filled()) }
            { place(WhyScene::TensorCore, "The tensor core does not", &read()) }
            if has_numbers { { costs::all(id(WhyScene::Numbers)) } }
            <nav class="tail cluster gap-4" aria-label="Further">
                <a class="go" href={to(WhyScene::Access)}>{ "Try any access →" }</a>
                <a class="go" href={Route::COURSE.address()}>{ "Learn it from the start →" }</a>
                if !has_numbers { <a class="go" href={to(WhyScene::Numbers)}>{ "All numbers" }</a> }
            </nav>
        </>
    }
}

/// What a key of the page does, if it is one.
fn act_of_key(event: &KeyboardEvent, desk: &Desk) -> Option<Act> {
    let key = event.key();
    if key == "Escape" {
        return (desk.open != Open::Nothing).then_some(Act::Open(Open::Nothing));
    }
    let digit = key.parse::<u32>().ok();
    match (desk.shown.scene, digit) {
        (WhyScene::Access, Some(digit)) => {
            let preset = PRESETS.get(digit.checked_sub(1)? as usize)?;
            Some(Act::Try(preset.0))
        }
        (WhyScene::Access, None) => (key == "f").then_some(Act::Open(Open::Word(Part::Formula))),
        (_, Some(0)) => Some(Act::OpenAll),
        (_, Some(digit)) => (digit <= Wires::COUNT).then(|| Act::Flip(digit - 1)),
        _ => None,
    }
}

/// Pixels from the top or the bottom that count as there.
const NEAR: f64 = 8.0;

/// The scene that is in the middle of the window: the first one at the top of the page, the last one at its bottom.
fn in_view() -> Option<WhyScene> {
    let (window, document) = (browser::window(), browser::document());
    let height = window.inner_height().ok()?.as_f64()?;
    let whole = f64::from(document.scrolling_element()?.scroll_height());
    let top = window.scroll_y().ok()?;
    let seen = WhyScene::ALL.iter().filter_map(|scene| {
        let section = document
            .get_element_by_id(&id(*scene))?
            .get_bounding_client_rect();
        Some((
            *scene,
            (section.top() + section.height() / 2.0 - height / 2.0).abs(),
        ))
    });
    let mut seen = seen.peekable();
    match () {
        () if top <= NEAR => seen.next(),
        () if top + height >= whole - NEAR => seen.last(),
        () => seen.min_by(|one, other| one.1.total_cmp(&other.1)),
    }
    .map(|(scene, _)| scene)
}

/// Scrolls so that a scene is in the middle of the window.
fn to_middle(scene: WhyScene) -> Option<()> {
    let window = browser::window();
    let section = browser::document().get_element_by_id(&id(scene))?;
    let section = section.get_bounding_client_rect();
    let height = window.inner_height().ok()?.as_f64()?;
    let above = (height - section.height()).max(0.0) / 2.0;
    window.scroll_to_with_x_and_y(0.0, section.top() + window.scroll_y().ok()? - above);
    Some(())
}

/// Scrolls to the scene of the link, and has the link follow where the reader scrolls.
#[hook]
fn use_scroll(scene: WhyScene, on: &Callback<Act>) {
    let last = use_mut_ref(|| on.clone());
    last.replace(on.clone());
    use_effect_with(scene, move |scene| {
        let scene = *scene;
        if in_view() != Some(scene) {
            to_middle(scene);
        }
        let listener = EventListener::new(&browser::window(), "scroll", move |_| {
            if let Some(seen) = in_view().filter(|seen| *seen != scene) {
                let on = last.borrow().clone();
                on.emit(Act::Scene(seen));
            }
        });
        move || drop(listener)
    });
}
