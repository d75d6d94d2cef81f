//! What was measured, as bars.

use super::facts::{Bar, numbers};
use super::*;

/// What something costs, as a large number: green where nothing is cheaper, with its unit and what is said of it.
pub fn score(number: Html, is_least: bool, unit: Html, about: Html) -> Html {
    let tone = if is_least { "is-good" } else { "is-doubtful" };
    div(
        "score",
        (
            p(classes!("big", "toned", tone), number).with("role", "status"),
            p("", (unit, html! { <br /> }, span("q s", about))),
        ),
    )
}

/// Bars under each other, in a table: what, the bar, and its number. Of large ones the best is marked.
pub fn bars(name: &'static str, all: &[Bar], is_large: bool) -> Html {
    let most = all.iter().map(|bar| bar.cycles).max().unwrap_or(1).max(1);
    let least = all.iter().map(|bar| bar.cycles).min().unwrap_or(0);
    let row = |bar: &Bar| {
        let share = f64::from(bar.cycles) / f64::from(most) * 100.0;
        let tone = match (bar.is_costly, is_large && bar.cycles == least && least < most) {
            (true, _) => Some("is-doubtful"),
            (_, true) => Some("is-best"),
            _ => None,
        };
        tag(
            "tr",
            tone,
            (
                bare("th", &bar.name).with("scope", "row"),
                html! { <td><i aria-hidden="true" style={format!("width:{share:.2}%")}></i></td> },
                tag("td", "m", &bar.text),
                (!bar.more.is_empty()).then(|| tag("td", "q s", &bar.more)),
            ),
        )
    };
    tag("table", classes!("bars", if is_large { "is-large" } else { "is-small" }), (tag("thead", "visually-hidden", html! { <tr><th scope="col">{ "measured" }</th><td></td><th scope="col">{ "cycles" }</th></tr> }), bare("tbody", all.iter().map(row)))).with("aria-label", name)
}

/// A scene of bars: its title, what it says, how that was measured, and the bars.
pub fn scene(id: String, title: &'static str, place: &Place, how: Html) -> Html {
    tag(
        "section",
        "scene beside",
        (
            div("scene-text", (bare("h2", title), p("", &place.text), p("q s", (&place.of, " · ", how)))),
            bars(title, &place.bars, true),
        ),
    )
    .with("id", id)
}

/// How a place was measured, and what measures it again.
pub fn method(cost: &Cost) -> Html {
    in_turn((
        p("", cost.result),
        p("hint", format!("How: {}.", cost.method)),
        p("hint", format!("Probe: {}.", cost.probe)),
    ))
}

/// Everything that was measured.
pub fn all(id: String) -> Html {
    let place = |(cost, all): (&'static Cost, Vec<Bar>)| {
        div("stack", (bare("h3", cost.what), bars(cost.what, &all, false), method(cost)))
    };
    tag("section", "scene numbers", (bare("h2", "All numbers"), div("grid gap-4", numbers().map(place))))
        .with("id", id)
}
