//! The page: its link, its keys, and which scene is in view.

use super::access::Access;
use super::costs::method;
use super::facts::{filled, read};
use super::threads::PictureProps;
use super::{costs, threads, *};
use crate::page::Kind;
use crate::page::embedded::is_embedded;

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
    let (opened, on) = use_linked(&FORMAT);
    let (unit, on_unit) = use_value(|| 0_u32);
    let unread = opened.unread();
    let shown = opened.shown;
    let desk = use_desk(props, shown.clone(), {
        let (shown, on) = (shown.clone(), on.clone());
        move |key| acts_on_key(key, &shown, &on)
    });
    let scene = shown.scene;
    use_scroll(&shown, &on);
    let is_written = desk.has_open("formula");
    use_effect_with(is_written, |is_written| {
        if *is_written {
            browser::focus(".is-text input");
        }
    });
    use_title(if scene == WhyScene::Access { "Try any access" } else { "Why" });
    let has_numbers = use_mut_ref(|| false);
    *has_numbers.borrow_mut() |= scene == WhyScene::Numbers;
    let notices = noticed(&opened.notices, None);
    let content = match scene {
        WhyScene::Access => {
            html! { <main class="any-access">{ notices }<Access {shown} {unread} {desk} {on} /></main> }
        }
        _ => {
            let width = desk.window.0;
            let place = width.min(WIDEST + SIDES) - SIDES;
            let on_wire = part_of(&shown, &on, |shown, wire| {
                shown.lanes.wires = shown.lanes.wires.flipped(wire);
            });
            let picture = PictureProps {
                rows: Rows::of_lines(shown.lanes.wires),
                unit,
                lines: 0,
                has_modes: true,
                width: place,
                ink: desk.ink.clone(),
                on_wire: Some(on_wire),
                on_unit,
            };
            let on_xor = part_of(&shown, &on, |shown, wire| shown.xor = shown.xor.flipped(wire));
            let rows = threads::beside(id(WhyScene::Rows), &on_xor, shown.xor, &picture);
            let width = if width < BESIDE { place } else { place - TEXTS };
            let threads = threads::scene(id(WhyScene::Threads), &desk, PictureProps { width, ..picture });
            let has_numbers = *has_numbers.borrow();
            tag(
                "main",
                "why",
                (
                    notices,
                    threads,
                    (!is_embedded()).then(|| in_turn((rows, more_scenes(&shown, &desk, has_numbers)))),
                ),
            )
        }
    };
    div("app", (bar_or_way(props), content))
}

/// The id of a scene in the document.
fn id(scene: WhyScene) -> String {
    format!("why-{}", scene.name())
}

/// The scroll behind the threads.
fn more_scenes(shown: &WhyShown, desk: &Desk, has_numbers: bool) -> Html {
    let place = |scene: WhyScene, title: &'static str, place: &Place| {
        let how = more(
            "how",
            format!("How was it measured: {title}"),
            desk.has_open(scene.name()),
            desk.opens(scene.name()),
            || method(place.how),
        );
        costs::scene(id(scene), title, place, how)
    };
    let to = |scene: WhyScene| link_from_why(&WhyShown { scene, ..shown.clone() });
    in_turn((
        place(WhyScene::Tma, "TMA pays, too", &filled()),
        place(WhyScene::TensorCore, "The tensor core does not", &read()),
        has_numbers.then(|| costs::all(id(WhyScene::Numbers))),
        tag(
            "nav",
            "tail cluster gap-4",
            (
                a("go", to(WhyScene::Access), "Try any access →"),
                a("go", Route::COURSE.address(), "Learn it from the start →"),
                (!has_numbers).then(|| a("go", to(WhyScene::Numbers), "All numbers")),
            ),
        )
        .with("aria-label", "Further"),
    ))
}

/// Does what a key of the page does, if it is one.
fn acts_on_key(key: &str, shown: &WhyShown, on: &Callback<WhyShown>) -> bool {
    let mut next = shown.clone();
    let lanes = &mut next.lanes;
    match (shown.scene, key.parse::<u32>()) {
        (WhyScene::Access, Ok(digit)) => {
            let preset = digit.checked_sub(1).and_then(|at| PRESETS.get(at as usize));
            let Some((preset, _)) = preset else {
                return false;
            };
            *lanes = lanes.with_preset(*preset);
        }
        (WhyScene::Access, Err(_)) if key == "f" => {
            browser::click("[aria-label^=Formula]");
            return true;
        }
        (WhyScene::Access, _) | (_, Err(_)) => return false,
        (scene, Ok(wire)) if wire <= Wires::COUNT => {
            let wires = if scene == WhyScene::Rows { &mut next.xor } else { &mut lanes.wires };
            *wires = if wire == 0 { Wires::OPEN } else { wires.flipped(wire - 1) };
        }
        _ => return false,
    }
    on.emit(next);
    true
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
        let section = document.get_element_by_id(&id(*scene))?.get_bounding_client_rect();
        let middle = height / 2.0;
        Some((*scene, (section.top() - middle).max(middle - section.bottom()).max(0.0)))
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
fn use_scroll(shown: &WhyShown, on: &Callback<WhyShown>) {
    let last = use_mut_ref(Default::default);
    last.replace(Some(part_of(shown, on, |shown, scene| shown.scene = scene)));
    use_effect_with(shown.scene, move |scene| {
        let scene = *scene;
        if in_view() != Some(scene) {
            to_middle(scene);
        }
        let listener = EventListener::new(&browser::window(), "scroll", move |_| {
            let on: Option<Callback<WhyScene>> = last.borrow().clone();
            let seen = in_view().filter(|seen| *seen != scene);
            on.zip(seen).iter().for_each(|(on, seen)| on.emit(*seen));
        });
        move || drop(listener)
    });
}
