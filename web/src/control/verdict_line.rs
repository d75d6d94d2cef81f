//! The verdict in the title's row, the same on every page.

use swizzle_core::reader::VerdictKind;
use swizzle_text::VerdictLine;
use yew::prelude::*;

use super::icon::{ERROR, GOOD, NOTE, WARNING, icon};
use crate::element::{Attr, Element, el};

/// The line with a button for each repair; `on_repair` is called with what a press changes.
pub fn verdict_line<C: Clone + 'static>(line: &VerdictLine<C>, on_repair: &Callback<C>) -> Element {
    let repairs = line.repairs.iter().map(|repair| {
        let change = repair.change.clone();
        let on_click = on_repair.reform(move |_: MouseEvent| change.clone());
        (repair.label.as_str(), on_click)
    });
    let (sign, class) = match line.kind {
        VerdictKind::Wrong => (ERROR, "is-wrong"),
        VerdictKind::Warning => (WARNING, "is-doubtful"),
        VerdictKind::Right => (GOOD, "is-good"),
        VerdictKind::Incomplete if line.is_good() => (GOOD, "is-good"),
        VerdictKind::Incomplete => (NOTE, "is-unsaid"),
    };
    let words = Words {
        sign: line.sign(),
        headline: &line.headline,
        reservation: line.reservation.as_deref(),
        repairs: repairs.collect(),
    };
    el("div")
        .class("heading-verdict")
        .class(class)
        .attr(Attr::DataVerdict, line.kind.name())
        .child(icon(sign))
        .child(words.line())
        .children(words.buttons())
}

/// The contents of a line, for repairs of any kind.
struct Words<'a> {
    sign: Option<&'static str>,
    headline: &'a str,
    reservation: Option<&'a str>,
    repairs: Vec<(&'a str, Callback<MouseEvent>)>,
}

impl Words<'_> {
    fn line(&self) -> Element {
        let sign = self.sign.map(|sign| {
            el("span")
                .class("visually-hidden")
                .child(format!("{sign}: "))
        });
        let reservation = self
            .reservation
            .map(|words| el("small").child(words.to_owned()));
        let whole = match self.reservation {
            Some(words) => format!("{}, {words}", self.headline),
            None => self.headline.to_owned(),
        };
        el("p")
            .attr(Attr::Title, whole)
            .child(sign)
            .child(self.headline.to_owned())
            .child(reservation.is_some().then_some(" "))
            .child(reservation)
    }

    /// One is the repair; of two each may be right. Where there is room for a word alone, their names stay whole.
    fn buttons(&self) -> impl Iterator<Item = Element> {
        let is_choice = self.repairs.len() > 1;
        self.repairs.iter().map(move |(label, on_click)| {
            el("button")
                .attr(Attr::Type, "button")
                .class("finding-repair")
                .class_if(is_choice, "is-choice")
                .attr(Attr::AriaLabel, (*label).to_owned())
                .on_click(on_click.clone())
                .child(el("span").child((*label).to_owned()))
        })
    }
}
