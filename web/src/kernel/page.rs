//! The page of a kernel: what it says, and where its parts are.

use super::state::{act_of_key, notices, shown_after};
use super::*;

/// How what is looked at is kept in the address.
static FORMAT: Format<KernelShown> = Format::of_form(|route| matches!(route, Route::Kernel));

/// The text, and what takes another.
pub struct AtHand {
    held: Option<Held>,
    reading: Option<Shared<Reading>>,
    /// Why what was given last cannot be read.
    pub fault: Option<String>,
    /// Takes another.
    pub on_given: Callback<Given>,
    /// Forgets it.
    pub away: Callback<MouseEvent>,
}

/// What is read of a text, in pieces: the page stays alive.
#[hook]
fn use_reading(held: Option<Held>) -> Option<Shared<Reading>> {
    use_later(WAIT_MS, held, |held, turns| async move {
        let Held { name, text, .. } = held?;
        Some(Shared::new(Reading::in_pieces(name, text, || turns.pause()).await))
    })
}

/// The text of a link, or the one that was given here.
#[hook]
fn use_text(shown: &KernelShown, on_shown: &Callback<KernelShown>) -> AtHand {
    let (at_hand, on_held) = use_value(|| None::<Held>);
    let (fault, on_fault) = use_value(|| None::<String>);
    let key = (shown.example.clone(), shown.bytes, at_hand);
    let held = use_derived(key, |(.., at_hand)| Held::of_link(shown, at_hand.as_ref()));
    let reading = use_reading(held.clone());
    let away = {
        let (on_held, on_shown) = (on_held.clone(), on_shown.clone());
        Callback::from(move |_: MouseEvent| {
            forget();
            on_held.emit(None);
            on_shown.emit(KernelShown::default());
        })
    };
    let on_shown = on_shown.clone();
    let on_given = Callback::from(move |given: Given| match given {
        Ok(held) => {
            held.keep();
            on_fault.emit(None);
            on_shown.emit(held.shown());
            on_held.emit(Some(held));
        }
        Err(why) => on_fault.emit(Some(why)),
    });
    // A field has what is pasted into it.
    let on_text = on_given.reform(|text: String| Ok(Held::of_text(text)));
    use_window_events(on_text.clone(), &["paste"], move |event| {
        let is_field = browser::target(event).is_some_and(|at| browser::is_field(&at));
        let text = browser::pasted_text(event).filter(|text| !is_field && !text.trim().is_empty());
        text.into_iter().for_each(|text| on_text.emit(text));
    });
    AtHand { held, reading, fault, on_given, away }
}

/// All of the page under the bar.
#[component]
pub fn Kernel(props: &PageProps) -> Html {
    let (opened, on_shown) = use_linked(&FORMAT);
    let (look, on_look) = use_store(Look::default, Look::after);
    let (window, ink) = (use_window(), use_ink(props.look));
    let text = use_text(&opened.shown, &on_shown);
    let reading = text.reading.as_ref();
    let shown = match reading {
        Some(reading) => reading.first_shown(&opened.shown),
        None => opened.shown.clone(),
    };
    let view = reading.and_then(|reading| reading.kernels.get(shown.kernel)).cloned();
    let place = view.as_ref().map(|view| Place::of(view, &shown));
    let part = view.as_ref().zip(place);
    let part = part.and_then(|(view, at)| view.part(at.row, at.side, at.stage));
    let facts = use_facts(part.as_ref().map(|part| part.shown));
    let told = use_told(reading, shown.kernel, place);
    let link = part.as_ref().map(|part| link_from_shown(&part.shown));
    let on = {
        let (reading, shown, on_shown) = (reading.cloned(), shown.clone(), on_shown.clone());
        let link = link.clone();
        Callback::from(move |act: Act| {
            on_look.emit(act.clone());
            let next = reading.as_ref().and_then(|reading| shown_after(&act, reading, &shown));
            next.into_iter().for_each(|next| on_shown.emit(next));
            if act == Act::Check {
                link.iter().for_each(|link| browser::go_to(link));
            }
        })
    };
    {
        let view = view.clone();
        let with = (shown.clone(), look, link.clone(), view.is_some());
        use_key_acts(with, &on, move |event| {
            let (view, place) = (view.as_ref()?, place?);
            let is_pressed = browser::is_on_control(event);
            act_of_key(&event.key(), is_pressed, view, place, look)
        });
    }
    use_outside(
        look.squares.open.is_some(),
        ".word-place, .pop",
        on.reform(move |()| Act::Look(look.squares.closed())),
    );
    use_effect_with(place, |_| browser::reveal(".score", "[aria-current]"));
    use_effect_with(look.line, |_| browser::scroll_to(".excerpt"));
    let title = view.as_ref().map_or_else(String::new, |view| format!("{} – ", view.name));
    use_title(format!("{title}Kernel"));

    let desk = Desk { look: look.squares, on: on.reform(Act::Look), window, ink };
    let content = match (&text.held, reading, &view, place) {
        (None, ..) => {
            let start = start(&shown, text.fault.as_deref(), &text.on_given, &on_shown);
            in_turn((plain_head("Check every tensor-core operand of a kernel"), start))
        }
        (Some(held), None, ..) => in_turn((
            plain_head(&format!("Reading {}…", held.name)),
            p("q", "Reading…").with("role", "status"),
        )),
        (Some(held), Some(reading), Some(view), Some(place)) => At {
            text: &text,
            held,
            reading,
            view,
            kernel: shown.kernel,
            place,
            part: part.as_ref(),
            facts: facts.as_ref(),
            told: told.as_ref(),
            link: link.as_deref(),
            look,
            desk: &desk,
            on: &on,
        }
        .page(),
        (Some(held), Some(reading), ..) => without(held, reading, &shown, &text, &on_shown),
    };
    let ondrop = file::dropped(&reads_files(&text.on_given));
    let class = classes!("kernel-page", (window.0 < NARROW).then_some("is-narrow"));
    html! { <main {class} ondragover={file::over()} {ondrop}>{ noticed(&notices(&opened), None) }{ content }</main> }
}

/// The page of a text that has nothing to judge.
fn without(
    held: &Held,
    reading: &Reading,
    shown: &KernelShown,
    text: &AtHand,
    on_shown: &Callback<KernelShown>,
) -> Html {
    let line = VerdictLine::<()>::new(VerdictKind::Incomplete, "No tensor-core instruction found");
    let lines = in_groups(&counted(reading.line_count() as usize, "line"));
    let why = format!(
        "{} has {lines} and no whole wgmma.mma_async or tcgen05.mma instruction. This page reads PTX.",
        held.name
    );
    let start = start(shown, Some(&why), &text.on_given, on_shown);
    in_turn((verdict_row(&line, Html::default(), Html::default()), start))
}

/// The title of a page without a verdict.
fn plain_head(title: &str) -> Html {
    div("verdict-row", bare("h1", title.to_owned()))
}
