//! A question: the controls for answering it, and the response to the answer.

use super::text::spans;
use super::*;

/// Message where a control holds a value that was rejected: the figure keeps the previous value.
const NOT_TAKEN: &str = "A number was rejected, so the previous one still applies. The reason is beside it.";

/// Data that the question needs from the page.
pub struct Ask<'a> {
    /// The question.
    pub stop: &'static Stop,
    /// Subject that judges the answer.
    pub subject: &'static Subject,
    /// State that its words are about: the figure as it is in the lesson, regardless of what the reader changed.
    pub at: At<'a>,
    /// The link of the figure as it is now.
    pub link: &'a dyn Fn() -> String,
    /// Whether the figure differs from its state in the lesson.
    pub is_changed: bool,
    /// How far the reader is.
    pub asked: &'a Asked,
    /// Called when that changes.
    pub on_asked: &'a Callback<Asked>,
    /// Called when the figure is to be reset to its state in the lesson.
    pub on_begin: &'a Callback<()>,
    /// Called when the answer is told, which a cell of the figure may show.
    pub on_told: &'a Callback<()>,
    /// The way on: its words and address.
    pub next: Option<(String, String)>,
}

impl Ask<'_> {
    /// The question with its controls.
    pub fn draw(&self) -> Html {
        let Self { stop, asked, at, .. } = self;
        // The answer that the figure would be, as it is now.
        let made = matches!(stop.ask.kind, Kind::Make(_)).then(|| {
            let link = (self.link)();
            Asked::after(stop, self.subject, &Answer::State(link.clone()), link)
        });
        // A verdict on a figure that has changed since says nothing about the present one.
        let is_stale = made.as_ref().is_some_and(|made| made.typed != asked.typed);
        let is_unmade = made.as_ref().is_some_and(|made| made.judged != Some(true));
        let is_open = asked.is_open();
        let note = match (is_open, made.is_some()) {
            (true, true) if is_unmade => Some("The answer describes the figure with the right settings."),
            (true, false) if self.is_changed => {
                Some("Question and answer refer to the original figure: Reset restores it.")
            }
            (false, false) if self.is_changed => {
                Some("The question refers to the original figure: Reset restores it.")
            }
            _ => None,
        };
        let judged = asked.judged.filter(|is_right| *is_right || !is_stale);
        let next = self.next.clone().filter(|_| is_open);
        let onward = next.map(|(words, to)| a("button is-main", to, words));
        let act = (!self.has_field()).then(|| self.act());
        let has_acts = onward.is_some() || act.is_some();
        section(
            "learn-ask",
            format!("Question: {}", stop.title),
            (
                tag("h2", "learn-question", spans(stop.ask.question, *at)),
                self.controls(made),
                note.map(|note| p("hint", note)),
                div("", self.said(judged)).with("aria-live", "polite"),
                has_acts.then(|| div("row gap-3 learn-acts", (onward, act))),
            ),
        )
    }

    /// What is said of the last answer.
    fn said(&self, judged: Option<bool>) -> Html {
        let Self { stop, asked, at, .. } = self;
        let has_hint = !stop.ask.hint.is_empty();
        match (judged, asked.is_told) {
            (Some(true), _) => {
                p("learn-right", (tag("strong", "ok", "Right."), " ", spans(stop.ask.answer, *at)))
            }
            (_, true) => p("learn-told", spans(stop.ask.answer, *at)),
            (Some(false), _) => {
                let why = match &asked.hint {
                    Some(hint) => html! { hint },
                    None if has_hint => spans(stop.ask.hint, *at),
                    None => html! { "Look again, or show the answer." },
                };
                p("learn-wrong", (tag("strong", "bad", "Not yet."), " ", why))
            }
            (None, _) if asked.is_hinted => p("q learn-hinted", spans(stop.ask.hint, *at)),
            (None, _) => Html::default(),
        }
    }

    /// The one plain button: a hint, then the answer, then the question again.
    fn act(&self) -> Html {
        let Self { stop, asked, on_asked, .. } = *self;
        let is_fresh = !asked.is_hinted && asked.judged.is_none();
        let (words, next, then) = if asked.is_open() {
            ("Try again", Asked::default(), Some(self.on_begin.clone()))
        } else if is_fresh && !stop.ask.hint.is_empty() {
            let is_hinted = true;
            ("Hint", Asked { is_hinted, ..asked.clone() }, None)
        } else {
            let is_told = true;
            let next = Asked { is_told, ..asked.clone() };
            ("Show answer", next, Some(self.on_told.clone()))
        };
        let on_asked = on_asked.clone();
        let on = Callback::from(move |_: MouseEvent| {
            on_asked.emit(next.clone());
            then.iter().for_each(|then| then.emit(()));
        });
        plain(if words == "Hint" { "learn-hint" } else { "" }, words, on)
    }

    /// Whether it is answered by Check: what helps is beside that.
    const fn has_field(&self) -> bool {
        matches!(self.stop.ask.kind, Kind::Number(_) | Kind::Make(_))
    }

    fn controls(&self, made: Option<Asked>) -> Html {
        let walk = |cell: &str, picture: &str| {
            p(
                "hint",
                format!("Click the {cell} in {picture}, or walk there with the arrow keys and press Enter."),
            )
        };
        match &self.stop.ask.kind {
            Kind::Click { in_memory, .. } => {
                walk("cell", if *in_memory { "the memory view" } else { "the matrix view" })
            }
            Kind::Cell { part, .. } => match part {
                Part::Map | Part::Columns => walk("place", "the map"),
                Part::Factors | Part::Blocks | Part::Words | Part::Steps => {
                    walk("factor", "the picture of factors")
                }
                Part::Lanes => walk("cell", "the picture of lanes"),
                Part::Matrix => walk("cell", "the matrix"),
                Part::Registers => walk("register", "the picture of threads"),
            },
            Kind::Number(_) => self.number(),
            Kind::Choose(options) => {
                let option = |(place, (words, _)): (usize, &(&'static str, &str))| {
                    let answer = Answer::Choice(place);
                    let next = Asked::after(self.stop, self.subject, &answer, place.to_string());
                    let is_last = self.asked.typed == next.typed && self.asked.judged.is_some();
                    pressed("button", is_last, *words, sends(self.on_asked, next))
                };
                div("stack learn-options", options.iter().enumerate().map(option))
            }
            Kind::Make(_) => made.map(|made| self.check(made)).unwrap_or_default(),
        }
    }

    /// The button that judges what was made of the figure.
    fn check(&self, made: Asked) -> Html {
        let on_check = self.on_asked.reform(move |_: MouseEvent| {
            if browser::is_there(".lesson .is-wrong[role=alert]") {
                return Asked::refused(made.typed.clone(), NOT_TAKEN.into());
            }
            Asked { judged: made.judged.or(Some(false)), ..made.clone() }
        });
        let class = if self.asked.is_open() { "" } else { "is-main" };
        div("row gap-3 learn-number learn-acts", (text_button(class, "Check", on_check), self.act()))
    }

    fn number(&self) -> Html {
        let Self { asked, stop, subject, on_asked, .. } = *self;
        let is_right = asked.judged == Some(true);
        let oninput =
            on_asked.reform(|event: InputEvent| Asked { typed: browser::typed(&event), ..Asked::default() });
        let onsubmit = {
            let (on_asked, typed) = (on_asked.clone(), asked.typed.clone());
            // Enter checks, then goes on.
            let next = self.next.clone().filter(|_| is_right);
            move |event: SubmitEvent| {
                event.prevent_default();
                if let Some((_, to)) = &next {
                    return browser::go_to(to);
                }
                let typed = typed.clone();
                on_asked.emit(match number_from_text(&typed) {
                    Ok(number) => Asked::after(stop, subject, &Answer::Number(number.into()), typed),
                    Err(why) => Asked::refused(typed, format!("{why}.")),
                });
            }
        };
        let tone = asked.judged.map(|is_right| if is_right { "is-good" } else { "is-wrong" });
        html! {
            <form class={classes!("row", "gap-3", "learn-number", "learn-acts", tone)} {onsubmit}>
                <input class="input" aria-label="Your answer: decimal, or hex with 0x" autocomplete="off" value={asked.typed.clone()} readonly={is_right} {oninput} />
                if !asked.is_open() { <button type="submit" class="button is-main">{ "Check" }</button> }{ self.act() }
            </form>
        }
    }
}
