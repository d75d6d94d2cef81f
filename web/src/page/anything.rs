//! The box that takes anything. What is pasted opens the page of what it is; on a page of a tile, what a text says of one is
//! taken there. A typed text is read with each letter and waits for Enter. What reads it comes when it is needed.

use super::load::use_needed;
use super::opening::{Asked, Meant, OnAsked, READER, Reader};
use super::*;
use swizzle_parse::EXAMPLES as TEXTS;

split_point! {
    reader: fn load() -> Reader {
        READER
    }
}

/// Loads what reads a text.
pub fn load_reader() -> Loading<Reader> {
    Box::pin(load())
}

/// Key of the text of a box on a page of a tile, kept for Reload with the address that it was written at.
const KEPT: &str = "box";

/// What can be pasted, what it is, and its link: of each kind of thing one that is wrong.
pub const EXAMPLES: [(&str, &str, &str); 5] = [
    (
        "0x4000000800010040",
        "descriptor, SBO wrong",
        "#/wgmma/4000000800010040?element=bf16&major=K&meant_swizzle=128B&mn=64&k=64&meant_start=0x400&meant_sbo_bytes=1024",
    ),
    ("wgmma.mma_async …", "kernel, one operand wrong", "#/kernel?try=k-advance"),
    (
        "0000 3f80 4000 …",
        "dump, XOR mask wrong",
        "#/memory/dump?example=narrow-mask&values=index&mn=64&k=64&descriptor=0x4000004000010040",
    ),
    ("cuTensorMapEncodeTiled(…)", "TMA map, refused", "#/memory/tma?box=128,128"),
    ("64x64 bf16 K-major 128B", "your own tile", "#/?mn=64&k=64&element=bf16&major=K&swizzle=128B"),
];

/// Properties of [`Anything`].
#[derive(Properties, PartialEq)]
pub struct AnythingProps {
    /// The page's values, which a text is about, and what takes others; without them the page of a text is opened.
    #[prop_or_default]
    pub page: Option<(Shown, Callback<Action>)>,
}

/// The text of the box, and whether it is to be read.
#[derive(Clone, PartialEq, Default)]
struct Typed {
    text: String,
    asked: Option<Asked>,
    /// How often a text was asked about: the same one again is read again.
    times: u32,
}

/// The box.
#[component]
pub fn Anything(props: &AnythingProps) -> Html {
    let page = props.page.clone();
    let typed = {
        let is_kept = page.is_some();
        use_state_eq(move || {
            let kept = browser::kept(KEPT).filter(|_| is_kept).unwrap_or_default();
            let (address, text) = kept.split_once('\n').unwrap_or_default();
            let is_here = address == browser::hash();
            let text = if is_here { text.into() } else { String::new() };
            Typed { text, ..Typed::default() }
        })
    };
    let form = use_node_ref();
    let (is_open, on_open, onescape) = use_own_pop(&form);
    let onkeydown = move |event: KeyboardEvent| match event.key().as_str() {
        "Escape" => onescape.emit(event),
        "ArrowDown" if browser::is_there("#paste:focus") => {
            event.prevent_default();
            browser::focus("#paste-answer :is(a, button)");
        }
        _ => move_in_menu(event),
    };
    let onclick =
        sends_some(&on_open, |event: MouseEvent| browser::target(&event)?.closest("a").ok()?.map(|_| false));
    // The values before the box was used: each letter is read again against them.
    let before = use_mut_ref(|| None::<Shown>);
    let (arrival, again) = use_needed(page.is_some() || typed.asked.is_some(), load_reader);
    let reader = arrival.and_then(Result::ok);
    let found = use_memo((typed.asked.clone(), reader), |(asked, reader)| {
        Some((reader.as_ref()?.find)(asked.as_ref()?))
    });
    let ask = {
        let (set, page, before) = (typed.setter(), page.clone(), before.clone());
        let (on_open, times) = (on_open.clone(), typed.times + 1);
        Callback::from(move |(text, choice, meant): (String, PasteChoice, Meant)| {
            let about = page.as_ref().map(|(shown, on)| {
                browser::hand_over(KEPT, &format!("{}\n{text}", browser::hash()));
                if before.borrow().is_none() {
                    on.emit(Action::Settle);
                }
                before.borrow().unwrap_or(*shown)
            });
            let asked = Asked { text: text.clone(), choice, meant, about };
            let asked = Some(asked).filter(|asked| !asked.text.trim().is_empty());
            set.set(Typed { text, asked, times });
            on_open.emit(true);
        })
    };
    use_effect_with((found.clone(), typed.times), {
        let (page, set, on_open) = (page.clone(), typed.setter(), on_open.clone());
        let text = typed.text.clone();
        move |(found, _)| {
            let Some(found) = &**found else { return };
            if let Some((shown, on)) = &page {
                let (taken, notices) = &found.taken;
                taken.iter().filter(|taken| !found.is_wrong || *taken != shown).for_each(|taken| {
                    on.emit(Action::Paste(*taken, notices.clone()));
                });
            }
            if let Some(link) = &found.opens {
                browser::go_to(link);
                set.set(Typed { text, ..Typed::default() });
            }
            if found.is_done {
                on_open.emit(false);
            }
        }
    });
    let anew = ask.reform(|(text, meant): (String, Meant)| (text, PasteChoice::default(), meant));
    let instead = found.as_ref().as_ref().and_then(|found| found.instead.clone());
    let text = instead.unwrap_or_else(|| typed.text.clone());
    let onsubmit = anew.reform(move |event: SubmitEvent| {
        event.prevent_default();
        (text.clone(), Meant::Chosen)
    });
    // The field has one line, and loses the others of what is pasted.
    let onpaste = sends_some(&anew, |event: Event| {
        let text = browser::pasted_text(&event).filter(|text| text.trim().contains('\n'))?;
        event.prevent_default();
        Some((text, Meant::Pasted))
    });
    let oninput = {
        let (page, set, before, typed) = (page.clone(), typed.setter(), before.clone(), typed.clone());
        let on_open = on_open.clone();
        move |event: InputEvent| {
            let text = browser::typed(&event);
            let is_pasted = browser::is_input(&event, "insertFromPaste");
            let Some((shown, on)) = &page else {
                if is_pasted && typed.text.is_empty() {
                    return anew.emit((text, Meant::Pasted));
                }
                on_open.emit(true);
                return set.set(Typed { text, ..Typed::default() });
            };
            // A pasted text is a step of its own in Undo, after the one pasted before.
            if is_pasted {
                on.emit(Action::Settle);
                before.take();
            }
            before.borrow_mut().get_or_insert(*shown);
            // A letter and its deletion wait; what a paste, a drop or a tool puts there is whole.
            let is_letter = || event.data().is_none_or(|data| data.chars().count() < 2);
            let is_typed =
                browser::is_input(&event, "delete") || browser::is_input(&event, "insertText") && is_letter();
            let meant = if is_typed { Meant::Typed } else { Meant::Pasted };
            anew.emit((text, meant));
        }
    };
    let onblur = move |_: FocusEvent| {
        before.take();
        page.iter().for_each(|(_, on)| on.emit(Action::Settle));
    };
    let answer = match (&*found, arrival, &typed.asked) {
        (Some(found), _, Some(asked)) => reader.map(|reader| (reader.draw)(asked, found, &ask)),
        (_, Some(Err(lacking)), Some(_)) => Some(missing(lacking, "What reads this", &again)),
        (.., Some(_)) => Some(p("", "Reading…")),
        (.., None) if typed.text.is_empty() => Some(examples(&props.page, &ask)),
        (.., None) => Some(p("hint", (bare("kbd", "Enter"), " opens its page"))),
    };
    let is_wrong = found.as_ref().as_ref().is_some_and(|found| found.is_wrong);
    let label = match props.page {
        Some(_) => "Paste a descriptor, PTX or a dump, fields, a layout or a link, or look for a byte",
        None => "Paste a descriptor, PTX or a dump, a tensor map or a link: Enter opens its page",
    };
    let is_answered = is_open && answer.is_some();
    // Closed, an answer goes on: what was pressed in it may be gone, and the focus with it, before its page is opened.
    html! {
        <form ref={form} class="paste-box" {onsubmit} {onkeydown}>
            <input id="paste" class="paste-input" autocomplete="off" spellcheck="false" aria-describedby="paste-answer" aria-invalid={is_wrong.then_some("true")}
                aria-label={label} placeholder="Paste a descriptor, PTX or a dump" value={typed.text.replace('\n', " ")} {onpaste} {oninput} {onblur} onfocus={sends(&on_open, true)} onclick={sends(&on_open, true)} />
            <div id="paste-answer" class={is_answered.then_some("paste-answer")} hidden={!is_open} aria-live="polite" {onclick}>{ answer }</div>
        </form>
    }
}

/// What the empty box offers: pages of what can be pasted, and on a page of a tile texts that are read there.
fn examples(page: &Option<(Shown, Callback<Action>)>, ask: &OnAsked) -> Html {
    let text = |example: &swizzle_parse::Example| {
        let onclick = sends(ask, (example.text.into(), PasteChoice::default(), Meant::Chosen));
        press("", (bare("code", example.text), bare("small", example.gives)), onclick).with("tabindex", "-1")
    };
    let link = |(text, what, link): &(&'static str, &'static str, &'static str)| {
        a("", *link, (bare("code", *text), bare("small", *what))).with("tabindex", "-1")
    };
    // Descriptors, which come first, are among the others.
    let texts = page.iter().flat_map(|_| &TEXTS[2..]).map(text);
    EXAMPLES.iter().map(link).chain(texts).collect()
}
