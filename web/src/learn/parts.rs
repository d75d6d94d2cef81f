//! A stop, and an entry of the glossary, with their figure, whose state is a link of the page that draws it.

use super::ask::Ask;
use super::glossary::EntryProps;
use super::lesson::{Shown, StopProps, page};
use super::{figure, wires, *};
use crate::blackwell::load_figure;

/// The part that draws a figure, once it is there, or what is to be seen until then.
#[hook]
fn use_part(figure: &Figure) -> Result<FigurePart, Html> {
    let kind = figure.kind();
    let (loaded, again): (Arrival<FigurePart>, _) = use_loaded(match kind {
        FigureKind::TensorMemory => load_figure,
        // They are here.
        FigureKind::Tile | FigureKind::Wires => || -> Loading<_> { Box::pin(std::future::pending()) },
    });
    match (kind, loaded) {
        (FigureKind::Tile, _) => Ok(figure::PART),
        (FigureKind::Wires, _) => Ok(wires::PART),
        (_, Some(Ok(part))) => Ok(part),
        (_, Some(Err(why))) => Err(missing(why, "The figure", &again)),
        (_, None) => Err(html! { "Loading the figure…" }),
    }
}

/// A figure as it is now.
struct Live {
    part: FigurePart,
    figure: &'static Figure,
    /// Its state, a link.
    link: AttrValue,
    /// Why the last value was rejected.
    fault: Option<String>,
    on_link: OnLink,
}

/// The state of a figure: its link, and why the last value was rejected.
#[hook]
fn use_live(part: FigurePart, figure: &'static Figure) -> Live {
    let state = use_state_eq(|| ((part.begins)(figure), None));
    let (link, fault) = (*state).clone();
    let on_link = {
        let link = link.clone();
        Callback::from(move |next: Result<String, String>| {
            state.set(match next {
                Ok(next) => (next.into(), None),
                Err(fault) => (link.clone(), Some(fault)),
            });
        })
    };
    Live { part, figure, link, fault, on_link }
}

impl Live {
    fn begins(&self) -> AttrValue {
        (self.part.begins)(self.figure)
    }

    /// A control as a word of a sentence or as a field; its key where nothing changes it.
    fn control(&self, key: &'static str, is_word: bool) -> Html {
        match (self.part.knob)(key, self.figure, &self.link, &self.on_link) {
            Some((row, on)) if is_word => html! { <OwnWord text={row.text()} {row} {on} /> },
            Some((row, on)) => field(row, &on),
            None => bare("code", key),
        }
    }

    /// The figure with its controls; `stop` is that of its question.
    fn draw(
        &self,
        stop: Option<&Stop>,
        is_asking: bool,
        (look, width): (Look, f64),
        on_pressed: Callback<Answer>,
    ) -> Html {
        let Self { part, figure, link, fault, on_link } = self;
        let begins = self.begins();
        let reset = (*link != begins).then(|| {
            let onclick = on_link.reform(move |_: MouseEvent| Ok(begins.to_string()));
            plain("", "Reset", onclick)
        });
        let controls = in_turn((
            alert("hint is-wrong toned", fault.clone()),
            div(
                "cluster gap-3 learn-controls",
                (
                    figure
                        .knobs
                        .iter()
                        .filter(|key| **key != wires::SWITCHES)
                        .map(|key| self.control(key, false)),
                    reset,
                    a("plain", link.clone(), (part.door)(figure.link)),
                ),
            ),
        ));
        let drawn = (part.draw)(PartFigureProps {
            link: link.clone(),
            figure,
            parts: figure.parts_when(!is_asking),
            is_blank: figure.no_contents && is_asking,
            is_asking,
            is_low: stop.is_none(),
            is_made: stop.is_some_and(|stop| matches!(stop.ask.kind, Kind::Make(_))),
            lit: stop.and_then(lit),
            asked: stop.filter(|stop| matches!(stop.ask.kind, Kind::Number(_))).and_then(lit),
            look,
            width,
            controls,
            on_link: on_link.clone(),
            on_pressed,
        });
        tag("figure", "learn-figure", drawn)
    }
}

/// The stop.
#[component]
pub fn PartStop(props: &StopProps) -> Html {
    match use_part(&props.of().figure) {
        Ok(part) => {
            // The title that had the focus while the part was on its way is replaced with the page around it.
            let was_at_title = !props.is_part && browser::is_there("main h1:focus");
            html! { <Loaded {part} place={*props} {was_at_title} /> }
        }
        Err(instead) => page(props, Err(instead)),
    }
}

#[derive(Properties, PartialEq)]
struct LoadedProps {
    part: FigurePart,
    place: StopProps,
    was_at_title: bool,
}

#[component]
fn Loaded(props: &LoadedProps) -> Html {
    let (place, part) = (props.place, props.part);
    let (stop, address, was_done) = (place.of(), place.address(), place.was_done());
    let was_at_title = props.was_at_title;
    use_effect_with((), move |()| {
        if was_at_title {
            browser::focus("main h1");
        }
    });
    let subject = part.subject;
    let live = use_live(part, &stop.figure);
    let asked = use_state_eq(|| if was_done { Asked::former(stop, subject) } else { Asked::default() });
    let facts = use_memo(live.link.clone(), |link| (part.facts)(link));
    let asked_about = use_memo((), |()| (subject.facts)(stop.asked_link()));
    let (Some(facts), Some(asked_about)) = (&*facts, &*asked_about) else {
        return page(&place, Err(html! { "This figure has no picture." }));
    };
    // Once told, the cell that was asked for, or about, is at hand.
    let on_told = {
        let told = (part.told)(stop, &live.link, &**asked_about);
        let on_link = live.on_link.clone();
        Callback::from(move |()| {
            let told = told.iter().cloned();
            told.for_each(|told| on_link.emit(Ok(told)));
        })
    };
    let on_asked = {
        let (on_told, set) = (on_told.clone(), asked.setter());
        Callback::from(move |asked: Asked| {
            // Before the page is drawn again, whose dots show it.
            if asked.judged == Some(true) {
                set_done(&address);
                on_told.emit(());
            }
            set.set(asked);
        })
    };
    let on_pressed = {
        let (asked, on_asked) = (asked.clone(), on_asked.clone());
        Callback::from(move |answer: Answer| {
            let is_asked = match (&stop.ask.kind, &answer) {
                (Kind::Cell { part: of, .. }, Answer::Cell { part, .. }) => of == part,
                (Kind::Click { in_memory: of, .. }, Answer::Click { in_memory, .. }) => of == in_memory,
                _ => false,
            };
            if is_asked && !asked.is_open() {
                on_asked.emit(Asked::after(stop, subject, &answer, asked.typed.clone()));
            }
        })
    };
    let knob = |key| live.control(key, true);
    let at = |facts| At { facts: Some(facts), knob: &knob };
    let begins = live.begins();
    let question = Ask {
        stop,
        subject,
        at: at(&**asked_about as &dyn Facts),
        link: &|| live.link.to_string(),
        is_changed: (part.is_changed)(&live.link, &begins),
        asked: &asked,
        on_asked: &on_asked,
        on_begin: &live.on_link.reform(move |()| Ok(begins.to_string())),
        on_told: &on_told,
        next: place.next(),
    };
    let sized = (place.look, place.width);
    page(
        &place,
        Ok(Shown {
            asked: &asked,
            question: question.draw(),
            at: at(&**facts),
            figure: live.draw(Some(stop), !asked.is_open(), sized, on_pressed),
        }),
    )
}

/// Words and figure of an entry.
#[component]
pub fn Entry(props: &EntryProps) -> Html {
    let term = props.term;
    match use_part(&term.figure) {
        Ok(part) => html! { <LoadedEntry {part} entry={*props} /> },
        Err(instead) => in_turn((props.head(), p("", term.sentence()), instead)),
    }
}

#[derive(Properties, PartialEq)]
struct LoadedEntryProps {
    part: FigurePart,
    entry: EntryProps,
}

#[component]
fn LoadedEntry(props: &LoadedEntryProps) -> Html {
    let (part, EntryProps { term, look, width }) = (props.part, props.entry);
    let live = use_live(part, &term.figure);
    let Some(facts) = (part.facts)(&live.link) else {
        return Html::default();
    };
    let knob = |key| live.control(key, true);
    let figure = live.draw(None, false, (look, width), Callback::noop());
    in_turn((figure, props.entry.head(), blocks(term.blocks, At { facts: Some(&*facts), knob: &knob })))
}
