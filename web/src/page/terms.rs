//! Explanations of a page's dotted words: the glossary's entry beside the word, after a moment of hover or focus, or a press.

use super::*;
use crate::learn::card::load_card;
use web_sys::{Element as Node, Event};

/// How long a pointer rests on a word until it opens, and how long the way from there to the card may take.
const REST_MS: u32 = 400;
const LEAVE_MS: u32 = 300;
/// Pixels between a word and the card, and the fewest between the card and the window's edges.
const GAP: f64 = 8.0;
/// Largest height of a card, and the width of every card.
const CARD_HEIGHT: f64 = 456.0;
const CARD_WIDTH: f64 = 336.0;
/// What no card covers: the steps of a lesson.
const LOWER: &str = ".learn-steps";

/// The word that is explained.
#[derive(Clone, PartialEq, Properties)]
struct Open {
    slug: String,
    /// The position of the card, for its style.
    place: String,
    /// It was pressed: it stays, and has the focus.
    is_pressed: bool,
}

impl Open {
    /// Under a word, or over it; where a card is open already, in its place.
    fn at(word: &Node, now: Option<&Self>, is_pressed: bool) -> Option<Self> {
        let place = match now.filter(|_| is_in_card(word)) {
            Some(now) => now.place.clone(),
            None => place(word)?,
        };
        Some(Self { slug: word.get_attribute("data-term")?, place, is_pressed })
    }
}

fn place(word: &Node) -> Option<String> {
    let window = browser::window();
    let (width, height) = (window.inner_width().ok()?.as_f64()?, window.inner_height().ok()?.as_f64()?);
    let row = word.get_bounding_client_rect();
    let lower = browser::find(LOWER);
    let lower = lower.map(|lower| lower.get_bounding_client_rect().top());
    let bottom = lower.filter(|top| *top > CARD_HEIGHT).unwrap_or(height);
    let left = row.left().min(width - CARD_WIDTH - GAP).max(GAP);
    Some(match row.bottom() + GAP {
        top if top + CARD_HEIGHT < bottom => format!("left:{left}px;top:{top}px"),
        _ => format!("left:{left}px;bottom:{}px", height - row.top() + GAP),
    })
}

/// Shows the entry of the word that is asked for.
#[component]
pub fn Terms() -> Html {
    use_memo((), |()| late_style::add(over_style!("terms.css")));
    let (open, on_open) = use_value(|| None::<Open>);
    use_asking(open.clone(), on_open.clone());
    let Some(open) = open else {
        return Html::default();
    };
    let body = browser::document().body();
    let place = open.place.clone();
    let card = div("term-card", html! { <Card ..open /> }).with("style", place);
    maybe(body.map(|body| create_portal(card, body.into())))
}

/// The entry, once the glossary has come.
#[component]
fn Card(open: &Open) -> Html {
    let (arrival, ask) = use_loaded(load_card);
    let has_come = arrival.is_some();
    use_effect_with((has_come, open.slug.clone(), open.is_pressed), |(_, _, is_pressed)| {
        if *is_pressed {
            browser::focus(".term-card [tabindex]");
        }
    });
    match arrival {
        Some(Ok(draw)) => draw(&open.slug),
        Some(Err(lacking)) => missing(lacking, "The glossary", &ask),
        None => p("", "Loading…"),
    }
}

/// Opens and closes by what happens anywhere on the page.
#[hook]
fn use_asking(open: Option<Open>, on_open: Callback<Option<Open>>) {
    let now = use_mut_ref(|| None::<Open>);
    *now.borrow_mut() = open;
    let asking = Asking { waiting: RefCell::default(), now, pressed: RefCell::default(), on_open };
    let events = &["pointerover", "focusin", "pointerdown", "click", "keydown"];
    use_window_events((), events, move |event| asking.heard(event));
}

/// The open word, the pending timeout, and the callback.
struct Asking {
    waiting: RefCell<Option<Timeout>>,
    now: Rc<RefCell<Option<Open>>>,
    /// The word that was pressed last: the focus goes back to it.
    pressed: RefCell<Option<HtmlElement>>,
    on_open: Callback<Option<Open>>,
}

impl Asking {
    fn heard(&self, event: &Event) {
        let Some(at) = browser::target(event) else {
            return;
        };
        let word = at.closest("[data-term]").ok().flatten();
        match event.type_().as_str() {
            "keydown" => self.key(event, word.as_ref()),
            "click" => {
                let is_plain = event
                    .dyn_ref::<MouseEvent>()
                    .is_none_or(|event| !(event.ctrl_key() || event.meta_key() || event.shift_key()));
                if let Some(word) = word.filter(|_| is_plain) {
                    // Not the label's own press, which moves the focus into its field.
                    event.prevent_default();
                    self.press(&word);
                }
            }
            // A finger hovers nowhere: it presses.
            "pointerover"
                if event.dyn_ref::<PointerEvent>().is_some_and(|it| it.pointer_type() != "mouse") => {}
            "pointerover" | "focusin" => self.rest(word, is_in_card(&at)),
            _ if word.is_none() && !is_in_card(&at) => self.set(None),
            _ => {}
        }
    }

    fn key(&self, event: &Event, word: Option<&Node>) {
        let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
        match (key.as_deref(), word) {
            (Some("Escape"), _) => {
                let open = self.now.borrow().clone();
                let word = self.pressed.borrow().clone();
                if let Some(word) = word.filter(|_| open.is_some_and(|open| open.is_pressed)) {
                    let _ = word.focus();
                }
                self.set(None);
            }
            (Some("Enter" | " "), Some(word)) => {
                event.prevent_default();
                self.press(word);
            }
            _ => {}
        }
    }

    /// A press opens the card for good, or closes it.
    fn press(&self, word: &Node) {
        let is_open = self.now.borrow().as_ref().is_some_and(|open| {
            open.is_pressed && Some(&open.slug) == word.get_attribute("data-term").as_ref()
        });
        if !is_in_card(word) {
            *self.pressed.borrow_mut() = word.clone().dyn_into().ok();
        }
        let open = Open::at(word, self.now.borrow().as_ref(), true);
        self.set(open.filter(|_| !is_open));
    }

    /// The pointer or the focus is on a word, in the card, or elsewhere.
    fn rest(&self, word: Option<Node>, is_in_card: bool) {
        self.waiting.take();
        let open = self.now.borrow().clone();
        // A card that was opened by a press stays.
        if open.as_ref().is_some_and(|open| open.is_pressed) {
            return;
        }
        let on_open = self.on_open.clone();
        let timeout = match word {
            Some(word) => Timeout::new(REST_MS, move || {
                if word.is_connected() {
                    on_open.emit(Open::at(&word, open.as_ref(), false));
                }
            }),
            None if is_in_card || open.is_none() => return,
            None => Timeout::new(LEAVE_MS, move || on_open.emit(None)),
        };
        *self.waiting.borrow_mut() = Some(timeout);
    }

    fn set(&self, open: Option<Open>) {
        self.waiting.take();
        if *self.now.borrow() != open {
            self.on_open.emit(open);
        }
    }
}

fn is_in_card(at: &Node) -> bool {
    at.closest(".term-card").is_ok_and(|card| card.is_some())
}
