//! The controls themselves.

use super::*;
use web_sys::HtmlSelectElement;

/// Takes the changes of a row.
pub type On = Callback<Change>;

/// Choices up to this many are segments where there is little room, and a list of the browser's above.
const SEGMENTS: usize = 3;

/// Buttons of which one is pressed: words, whether it is that one, and what it sends.
pub fn segments<T: Clone + 'static>(
    label: impl Into<AttrValue>,
    all: impl IntoIterator<Item = (impl Into<AttrValue>, bool, T)>,
    on: &Callback<T>,
) -> Html {
    let segment = |(text, is_here, to): (_, bool, T)| {
        pressed("", is_here, html! { Into::<AttrValue>::into(text) }, sends(on, to))
    };
    span("segments is-wide", all.into_iter().map(segment))
        .with("role", "group")
        .with("aria-label", label.into())
}

/// Buttons of which one is pressed, by their places.
pub fn tabs(
    label: &'static str,
    names: impl IntoIterator<Item = &'static str>,
    here: usize,
    on: &Callback<usize>,
) -> Html {
    let all = (0..).zip(names).map(|(at, name)| (name, at == here, at));
    segments(label, all, on)
}

/// A row of view options: its name, and what can be chosen.
pub fn option<T: Clone + 'static>(
    name: &'static str,
    all: impl IntoIterator<Item = (impl Into<AttrValue>, bool, T)>,
    on: &Callback<T>,
) -> Html {
    div("row apart", (span("q", name), segments(name, all, on)))
}

/// Properties of a control.
#[derive(Properties, PartialEq)]
pub struct RowProps {
    /// The row.
    pub row: Row,
    /// Whether it has little room.
    #[prop_or_default]
    pub is_small: bool,
    /// Takes its changes.
    pub on: On,
}

/// What was typed, or why it cannot be taken.
fn number_of(row: &Row, text: &str) -> Result<u32, String> {
    let number = number_from_text(text).map_err(|_| format!("“{}” is not a number", text.trim()))?;
    row.checked(number)
}

/// A text that is being typed, and the value that was given before.
type Typed = Option<(String, Option<Scalar>)>;

/// A number: arrows, presses, typing. Escape gives up what was typed; leaving takes it. What cannot be taken stays, with the reason.
#[component]
pub fn Number(props: &RowProps) -> Html {
    let RowProps { row, is_small, on } = props;
    let typed = use_state(|| Typed::None);
    let Values::Number { unit, .. } = row.values else {
        return Html::default();
    };
    let press = |by: i32, sign: &'static str, name: &str| {
        let (row, typed) = (row.clone(), typed.clone());
        let is_end = row.step_by(by).is_none();
        let onclick = sends_some(on, move |_: MouseEvent| {
            typed.set(None);
            row.step_by(by)
        });
        html! { <button type="button" tabindex={is_small.then_some("-1")} disabled={is_end} aria-label={format!("{}: {name}", props.row.label)} {onclick}>{ sign }</button> }
    };
    let oninput = {
        let (typed, row) = (typed.clone(), row.clone());
        on.reform(move |event: InputEvent| {
            let text = browser::typed(&event);
            let before = typed.as_ref().map_or(row.given(), |(_, before)| *before);
            // The picture follows each letter that makes a value.
            let number = number_of(&row, &text);
            typed.set(Some((text, before)));
            number.map_or(Change::Cancel(before), |number| Change::To(Some(number.into())))
        })
    };
    let take = {
        let (row, on, typed) = (row.clone(), on.clone(), typed.clone());
        move || {
            let is_taken = typed
                .as_ref()
                .is_none_or(|(text, _)| text.trim().is_empty() || number_of(&row, text).is_ok());
            if is_taken {
                typed.set(None);
            }
            on.emit(Change::Settle);
        }
    };
    let onkeydown = keys(props, typed.clone(), take.clone());
    let onblur = move |_: FocusEvent| take();
    let text = typed.as_ref().map(|(text, _)| text);
    let fault = text.filter(|text| !text.trim().is_empty()).and_then(|text| number_of(row, text).err());
    let value = text.cloned().unwrap_or_else(|| row.text());
    let class = if *is_small {
        classes!("input", "number", row.is_auto.then_some("is-auto"))
    } else {
        classes!("stepper")
    };
    let input = html! {
        <input aria-label={row.label.clone()} aria-invalid={fault.is_some().then_some("true")} autocomplete="off" {value} {oninput} {onblur} {onkeydown} />
    };
    in_turn((
        span(
            class,
            (
                press(-1, "−", "less"),
                (*is_small && row.is_auto).then(|| bare("small", "auto")),
                input,
                (*is_small).then(|| bare("small", unit)),
                press(1, "+", "more"),
            ),
        ),
        fault_of(fault),
    ))
}

/// Arrows step, Enter takes, Escape gives up.
fn keys(
    props: &RowProps,
    typed: UseStateHandle<Typed>,
    take: impl Fn() + 'static,
) -> Callback<KeyboardEvent> {
    let row = props.row.clone();
    sends_some(&props.on, move |event: KeyboardEvent| {
        let by = arrow_of(&event);
        let change = match (event.key().as_str(), &*typed) {
            ("Enter", _) => {
                take();
                None
            }
            ("Escape", Some((_, before))) => {
                event.stop_propagation();
                typed.set(None);
                Some(Change::Cancel(*before))
            }
            _ if by != 0 => {
                typed.set(None);
                row.step_by(by)
            }
            _ => return None,
        };
        event.prevent_default();
        change
    })
}

/// Presses that an arrow key stands for; with Shift, eight.
fn arrow_of(event: &KeyboardEvent) -> i32 {
    let by = if event.shift_key() { 8 } else { 1 };
    match event.key().as_str() {
        "ArrowUp" => by,
        "ArrowDown" => -by,
        _ => 0,
    }
}

/// A row in a drawer: its name, and a control for little room.
pub fn field(row: Row, on: &On) -> Html {
    let label = row.label.clone();
    let (is_auto, row_is_free, about) = (row.is_auto, row.is_free, row.about.clone());
    let control = match row.choices() {
        [] => html! { <Number {row} is_small={true} {on} /> },
        choices if choices.len() <= SEGMENTS => {
            let segment = |choice: &Choice| (choice.text, row.has(choice), Row::to(choice));
            segments(label.clone(), choices.iter().map(segment), on)
        }
        _ => select(&row, on),
    };
    let reset = (!is_auto && !row_is_free).then(|| {
        let name = format!("{label}: auto, the computed value");
        press("field-reset", "auto", sends(on, Change::To(None)))
            .with("aria-label", name)
            .with("title", "Reset to the computed value")
    });
    div(
        classes!("field", (!is_auto).then_some("is-set")),
        (span("", (&label, reset)), control, (!about.is_empty()).then(|| bare("small", about))),
    )
}

/// The browser's own list.
fn select(row: &Row, on: &On) -> Html {
    let of = row.clone();
    let onchange = sends_some(on, move |event: yew::Event| {
        let at = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
        of.choices().get(usize::try_from(at).ok()?).map(Row::to)
    });
    let option = |choice: &Choice| {
        let note = if choice.note.is_empty() { String::new() } else { format!(", {}", choice.note) };
        html! { <option selected={row.has(choice)}>{ choice.text }{ note }</option> }
    };
    html! { <select class="input" aria-label={row.label.clone()} {onchange}>{ for row.choices().iter().map(option) }</select> }
}

/// A row with room: what a word of a sentence or a field of a descriptor opens.
pub fn editor(row: &Row, on: &On) -> Html {
    match row.choices() {
        [] => number_editor(row, on),
        choices if choices.iter().any(|choice| choice.picture.is_some()) => pictured(row, on),
        choices => in_turn((
            group("choices", row.label.clone(), choices.iter().map(|at| choice(row, at, on))),
            keep(row, on),
        )),
    }
}

fn number_editor(row: &Row, on: &On) -> Html {
    let Values::Number { presets, .. } = row.values else {
        return Html::default();
    };
    let preset = |number: &u32| {
        let value = Scalar::from(*number);
        let onclick = sends(on, Change::To(Some(value)));
        pressed("", value == row.value, row.text_of(value), onclick)
    };
    in_turn((
        div("row", (html! { <Number row={row.clone()} {on} /> }, span("q s", &row.beside))),
        (!presets.is_empty()).then(|| div("presets", presets.iter().map(preset))),
        keep(row, on),
    ))
}

/// Says where a value is from, and turns that around.
fn keep(row: &Row, on: &On) -> Html {
    if row.is_free {
        return Html::default();
    }
    let (words, to, label) = match (row.is_auto, row.is_kept) {
        (true, false) => return p("hint", "computed"),
        (true, true) => ("assumed · ", Some(row.value), format!("keep {}", row.text())),
        (false, _) => ("from your input · ", None, "reset to computed".into()),
    };
    p("hint", (words, plain("", label, sends(on, Change::To(to)))))
}

/// A line of a list: what cannot be chosen here is struck through and says where it can.
fn choice(row: &Row, choice: &Choice, on: &On) -> Html {
    let (is_here, class) = (row.has(choice), choice.is_off.then_some("is-off"));
    let mark = if is_here { icon(icon::GOOD) } else { span("", ()) };
    let content = in_turn((mark, span("", choice.text), span("", &choice.note)));
    pressed(class, is_here, content, sends(on, Row::to(choice)))
}

/// Choices that are pictures. Pointing at one tries it, leaving them returns.
fn pictured(row: &Row, on: &On) -> Html {
    let one = |choice: &Choice| {
        let class = choice.is_off.then_some("is-off");
        let (onclick, onpointerenter) = (sends(on, Row::to(choice)), sends(on, Row::attempt(choice)));
        html! {
            <button type="button" aria-pressed={row.has(choice).to_string()} {class} {onclick} {onpointerenter}>
                { choice.picture.as_ref().map(|(side, paths)| thumbnail(*side, paths)) }
                { span("name", choice.text) }{ span(classes!("cost", choice.is_off.then_some("is-words")), &choice.note) }
            </button>
        }
    };
    let onpointerleave = sends(on, Change::Try(None));
    html! {
        <>
            <div class="modes" role="group" aria-label={row.label.clone()} {onpointerleave}>{ for row.choices().iter().map(one) }</div>
            if !row.about.is_empty() { { p("hint", &row.about) } }
        </>
    }
}

/// A small picture of cells: a path for each colour, in a square of so many pixels.
pub fn thumbnail(side: u32, paths: &[String; 8]) -> Html {
    let path =
        |(at, d): (usize, &String)| html! { <path style={format!("fill:var(--cell-{at})")} d={d.clone()} /> };
    tag("svg", "mode", paths.iter().enumerate().map(path))
        .with("viewBox", format!("0 0 {side} {side}"))
        .with("aria-hidden", "true")
}

/// A word of a sentence that is a control: arrows step it, a press opens its editor below.
pub fn word(row: &Row, text: String, is_open: bool, on: &On) -> Html {
    let onclick = sends(on, Change::Open);
    let of = row.clone();
    let onkeydown = sends_some(on, move |event: KeyboardEvent| {
        of.step_by(arrow_of(&event)).inspect(|_| event.prevent_default())
    });
    let is_number = matches!(row.values, Values::Number { .. });
    let class = classes!("word", is_number.then_some("num"), is_open.then_some("is-open"));
    html! {
        <span class="word-place">
            <button type="button" {class} title={row.beside.clone()} aria-label={format!("{}: {text}", row.label)} aria-expanded={is_open.to_string()} {onclick} {onkeydown}>{ text }</button>
            if is_open { { pop("", row.beside.clone(), editor(row, on)) } }
        </span>
    }
}

/// Properties of [`OwnWord`].
#[derive(Properties, PartialEq)]
pub struct OwnWordProps {
    /// The row.
    pub row: Row,
    /// The word.
    pub text: String,
    /// Takes its changes.
    pub on: On,
}

/// A word of a sentence that is a control, and that keeps by itself whether its editor is open.
#[component]
pub fn OwnWord(props: &OwnWordProps) -> Html {
    let node = use_node_ref();
    let (is_open, on_open, onkeydown) = use_own_pop(&node);
    let on = sends_some(&props.on, move |change| match change {
        Change::Open => {
            on_open.emit(!is_open);
            None
        }
        change => Some(change),
    });
    html! { <span ref={node} {onkeydown}>{ word(&props.row, props.text.clone(), is_open, &on) }</span> }
}

/// A word of a sentence that is a text: a press opens its field below, with what may be written and what is wrong with it.
pub struct TextWord<'t> {
    /// Its name.
    pub label: &'static str,
    /// The text as it is written.
    pub text: &'t str,
    /// The same as the sentence has it.
    pub shown: &'t str,
    /// What may be written.
    pub hint: &'static str,
    /// Why it cannot be read.
    pub fault: Option<&'t str>,
    /// Whether its field is open.
    pub is_open: bool,
}

impl TextWord<'_> {
    /// The word; `open` is called to open or close it, `on` with another text.
    pub fn draw(&self, open: Callback<MouseEvent>, on: &Callback<String>) -> Html {
        let Self { label, text, shown, fault, is_open, .. } = *self;
        let oninput = on.reform(|event: InputEvent| browser::typed(&event));
        let class = classes!("word", is_open.then_some("is-open"), fault.map(|_| "is-wrong"));
        let field = || {
            html! {
                <>
                    <input class="input m" aria-label={label} aria-invalid={fault.map(|_| "true")} autocomplete="off" spellcheck="false" value={text.to_owned()} {oninput} />
                    { alert("hint is-wrong toned", fault.map(str::to_owned)) }
                    { p("hint", self.hint) }
                </>
            }
        };
        let opened = is_open.then(|| pop("is-text", label, field()));
        let label = Some(format!("{label}: {shown}"));
        opener("word-place", class, label, html! { shown }, opened, open)
    }
}

/// A switch: what it says, and whether it is on.
pub fn switch(label: String, content: Html, is_on: bool, onclick: Callback<MouseEvent>) -> Html {
    press("switch", (bare("i", ()), content), onclick)
        .with("role", "switch")
        .with("aria-checked", is_on)
        .with("aria-label", label)
}

/// A word that says more when it is pressed.
pub fn more(
    words: impl Into<AttrValue>,
    label: String,
    is_open: bool,
    onclick: Callback<MouseEvent>,
    content: impl FnOnce() -> Html,
) -> Html {
    let words: AttrValue = words.into();
    let opened = is_open.then(|| pop("", label.clone(), content()));
    opener("word-place", "plain", Some(label), words, opened, onclick)
}
