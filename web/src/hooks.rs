//! Hooks that tie the state to the browser: the address bar, and keys that work anywhere.

use crate::prelude::*;
use crate::state::Origin;
use gloo_events::EventListenerOptions;
use std::cell::Cell;
use std::future::Future;
use wasm_bindgen_futures::spawn_local;
use web_sys::js_sys::Date;

/// How long after the last edit the address follows; browsers refuse addresses that change all the time.
const ADDRESS_MS: u32 = 250;

thread_local! {
    /// The address that is about to be written.
    static COMING: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The link of what is on screen: that of the address, or the one that it follows soon.
pub fn link_now() -> String {
    COMING.with_borrow(Clone::clone).unwrap_or_else(browser::hash)
}

/// A value that a component remembers, and what sets it: the same callback at every rendering.
///
/// Both are taken apart at once, because each look at Yew's own handle and each copy of it is a screenful of code.
#[hook]
pub fn use_value<T: PartialEq + Clone + 'static>(first: fn() -> T) -> (T, Callback<T>) {
    let handle = use_state_eq(first);
    ((*handle).clone(), handle.setter().to_callback())
}

/// What follows from a key, worked out again when that changes.
#[hook]
pub fn use_derived<K: PartialEq + 'static, T: Clone + 'static>(key: K, of: impl FnOnce(&K) -> T) -> T {
    (*use_memo(key, of)).clone()
}

/// What a page remembers, and how an act changes it.
struct Store<S, A> {
    now: S,
    after: fn(&S, A) -> S,
}

impl<S: PartialEq, A> PartialEq for Store<S, A> {
    fn eq(&self, other: &Self) -> bool {
        self.now == other.now
    }
}

impl<S, A> Reducible for Store<S, A> {
    type Action = A;

    fn reduce(self: Rc<Self>, act: A) -> Rc<Self> {
        let (now, after) = ((self.after)(&self.now, act), self.after);
        Rc::new(Self { now, after })
    }
}

/// The state of a page, and what takes its acts: the same callback at every rendering.
#[hook]
pub fn use_store<S: PartialEq + Clone + 'static, A: 'static>(
    first: impl FnOnce() -> S,
    after: fn(&S, A) -> S,
) -> (S, Callback<A>) {
    let store = use_reducer_eq(|| Store { now: first(), after });
    let dispatch = store.dispatcher();
    let on = use_callback((), move |act, ()| dispatch.dispatch(act));
    (store.now.clone(), on)
}

/// Hears events of the window while a part is there.
#[hook]
pub fn use_window_events<T: PartialEq + 'static>(
    with: T,
    names: &'static [&'static str],
    heard: impl Fn(&web_sys::Event) + 'static,
) {
    use_effect_with(with, move |_| {
        let heard = Rc::new(heard);
        let listen = |name: &&'static str| {
            let (heard, options) = (heard.clone(), EventListenerOptions::enable_prevent_default());
            EventListener::new_with_options(&browser::window(), *name, options, move |event| heard(event))
        };
        let listeners: Vec<_> = names.iter().map(listen).collect();
        move || drop(listeners)
    });
}

/// Hears that the page is being printed, and that it no longer is. The sheet of paper is made when this returns, while a
/// rendering may come later on a slow machine. At the foot of paper the style sheet says where it was printed from.
#[hook]
pub fn use_print(on: impl Fn(bool) + 'static) {
    use_window_events((), &["beforeprint", "afterprint"], move |event| {
        let prints = event.type_() == "beforeprint";
        browser::set_printing(prints);
        on(prints);
    });
}

/// Whether the page is being printed.
#[hook]
pub fn use_printing() -> bool {
    let (prints, on_printing) = use_value(|| false);
    use_print(move |prints| on_printing.emit(prints));
    prints
}

/// Does something so many milliseconds after a value has changed, if it is due.
#[hook]
pub fn use_timeout<T: PartialEq + 'static>(key: T, milliseconds: Option<u32>, work: impl FnOnce() + 'static) {
    use_effect_with((key, milliseconds), move |_| {
        let timer = milliseconds.map(|milliseconds| Timeout::new(milliseconds, work));
        move || drop(timer)
    });
}

/// Milliseconds until work begins that the page is shown before.
pub const WAIT_MS: u32 = 20;
/// How long work may keep the page busy at a stretch, in milliseconds.
const STRETCH_MS: f64 = 12.0;

/// What long work pauses by.
pub struct Turns {
    is_asked: Rc<Cell<bool>>,
    began: Cell<f64>,
}

impl Turns {
    /// Lets the page have its turn after each stretch. Work that is no longer asked for is not continued.
    pub async fn pause(&self) {
        if !self.is_asked.get() {
            std::future::pending::<()>().await;
        }
        if Date::now() - self.began.get() >= STRETCH_MS {
            TimeoutFuture::new(0).await;
            self.began.set(Date::now());
        }
    }
}

/// What comes of a key some time after it last changed, once it is there; nothing is of another key.
#[hook]
pub fn use_later<K, T, F>(wait_ms: u32, key: K, work: impl FnOnce(K, Turns) -> F + 'static) -> Option<T>
where
    K: Clone + PartialEq + 'static,
    T: Clone + PartialEq + 'static,
    F: Future<Output = Option<T>> + 'static,
{
    let found = use_state_eq(|| None::<(K, T)>);
    let set = found.setter();
    use_effect_with(key.clone(), move |key| {
        let (key, is_asked) = (key.clone(), Rc::new(Cell::new(true)));
        let asked = is_asked.clone();
        spawn_local(async move {
            TimeoutFuture::new(wait_ms).await;
            if asked.get() {
                let turns = Turns { is_asked: asked.clone(), began: Cell::new(Date::now()) };
                let made = work(key.clone(), turns).await;
                set.set(made.filter(|_| asked.get()).map(|made| (key, made)));
            }
        });
        move || is_asked.set(false)
    });
    let of_key = found.as_ref().filter(|(of, _)| *of == key);
    of_key.map(|(_, found)| found.clone())
}

/// Does something whenever a value changes, once the rendering is in the document and before it is painted. An effect may
/// come a frame later: a long rendering gives way to the browser before its effects.
#[hook]
pub fn use_before_paint<T: PartialEq + Clone + 'static>(now: T, work: impl FnOnce(T) + 'static) {
    let last = use_mut_ref(|| None::<T>);
    if last.borrow().as_ref() != Some(&now) {
        last.replace(Some(now.clone()));
        spawn_local(async move { work(now) });
    }
}

/// The address as the page knows it, and what is to be written there.
#[derive(Default)]
pub struct Address {
    /// The address as last read or written: a different one was typed, and its event is still to come.
    known: RefCell<String>,
    timer: RefCell<Option<Timeout>>,
}

impl Address {
    /// Reads the address. What was to be written is older, and is forgotten now: while the page is being drawn its time would
    /// come before the effect of the new address.
    pub fn read(&self) -> String {
        self.forget();
        let hash = browser::hash();
        self.known.replace(hash.clone());
        hash
    }

    /// Writes a link soon, unless the address is another by then.
    pub fn write_soon(self: &Rc<Self>, link: String) {
        let address = self.clone();
        COMING.set(Some(link.clone()));
        let timer = Timeout::new(ADDRESS_MS, move || {
            let hash = browser::hash();
            if hash == *address.known.borrow() && hash != link {
                browser::replace_hash(&link);
                address.known.replace(browser::hash());
            }
            COMING.set(None);
        });
        self.timer.replace(Some(timer));
    }

    /// Writes nothing more.
    pub fn forget(&self) {
        self.timer.take();
        COMING.set(None);
    }
}

/// The address, from now on. `on` hears of each that is opened under the page and is of it.
#[hook]
pub fn use_opened(is_own: impl Fn(&str) -> bool + 'static, on: impl Fn(String) + 'static) -> Rc<Address> {
    let address = use_memo((), |()| Address { known: RefCell::new(browser::hash()), ..Address::default() });
    let known = address.clone();
    use_window_events((), &["hashchange"], move |_| {
        // One of another page stays unknown, and nothing is written over it.
        if is_own(&browser::hash()) {
            on(known.read());
        }
    });
    address
}

/// Hears of addresses that belong to a page, and writes its link soon after it changed.
#[hook]
pub fn use_written(is_own: impl Fn(&str) -> bool + 'static, link: Option<String>, on: Callback<String>) {
    let address = use_opened(is_own, move |hash| on.emit(hash));
    use_effect_with(link, move |link| {
        link.iter().for_each(|link| address.write_soon(link.clone()));
        move || address.forget()
    });
}

/// Keeps the address in step with the state, and the state with the address.
#[hook]
pub fn use_address(origin: Origin, link: &str, left: Option<Shown>, on: Callback<Action>) {
    // Where it leads to another page, the tile stays the one that leads back.
    let address = use_opened(
        |hash| matches!(Route::of(hash), Route::Atlas),
        move |hash| on.emit(Action::Address(hash)),
    );
    use_effect_with((origin, link.to_owned()), move |(origin, link)| {
        let link = link.clone();
        // The way back from the other pages.
        browser::hand_over_later("atlas", link.clone());
        match origin {
            Origin::Edit => address.write_soon(link),
            Origin::Jump => {
                // Back must return to the last edit, even one made just before.
                if let Some(left) = left.filter(|left| shown_from_link(&browser::hash()).shown != *left) {
                    browser::replace_hash(&link_from_shown(&left));
                }
                if browser::hash() != link {
                    browser::push_hash(&link);
                }
                address.read();
            }
            Origin::Address => {}
        }
        move || address.forget()
    });
}

/// Undo and Redo from the keyboard, wherever the focus is, but in a text field that is being edited.
#[hook]
pub fn use_keys(on: Callback<Action>) {
    use_keydown(on.clone(), move |event| {
        let Some(action) = action_of(event) else {
            return;
        };
        event.prevent_default();
        on.emit(action);
    });
}

/// Hears every key, wherever the focus is. Again whenever `with` changes.
#[hook]
pub fn use_keydown<T: PartialEq + 'static>(with: T, heard: impl Fn(&KeyboardEvent) + 'static) {
    use_window_events(with, &["keydown"], move |event| event.dyn_ref().into_iter().for_each(&heard));
}

fn action_of(event: &KeyboardEvent) -> Option<Action> {
    let is_text = browser::target(event)
        .and_then(|target| target.dyn_into::<HtmlInputElement>().ok())
        .is_some_and(|input| input.type_() == "text");
    if is_text || !(event.ctrl_key() || event.meta_key()) {
        return None;
    }
    match (event.key().to_ascii_lowercase().as_str(), event.shift_key()) {
        ("z", false) => Some(Action::Undo),
        ("z", true) | ("y", _) => Some(Action::Redo),
        _ => None,
    }
}
