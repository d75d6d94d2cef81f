//! What was measured, as bars.

use super::facts::{Bar, numbers};
use super::*;

/// What something costs, as a large number: green where nothing is cheaper, with its unit and what is said of it.
pub fn score(number: Html, is_least: bool, unit: Html, about: Html) -> Html {
    let tone = if is_least { "is-good" } else { "is-doubtful" };
    html! {
        <div class="score">
            <p role="status" class={classes!("big", "toned", tone)}>{ number }</p>
            <p>{ unit }<br />{ span("q s", about) }</p>
        </div>
    }
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
        html! {
            <tr class={tone}>
                <th scope="row">{ &bar.name }</th>
                <td><i aria-hidden="true" style={format!("width:{share:.2}%")}></i></td>
                <td class="m">{ &bar.text }</td>
                if !bar.more.is_empty() { <td class="q s">{ &bar.more }</td> }
            </tr>
        }
    };
    html! {
        <table class={classes!("bars", if is_large { "is-large" } else { "is-small" })} aria-label={name}>
            <thead class="visually-hidden"><tr><th scope="col">{ "measured" }</th><td></td><th scope="col">{ "cycles" }</th></tr></thead>
            <tbody>{ for all.iter().map(row) }</tbody>
        </table>
    }
}

/// A scene of bars: its title, what it says, how that was measured, and the bars.
pub fn scene(id: String, title: &'static str, place: &Place, how: Html) -> Html {
    html! {
        <section class="scene beside" {id}>
            <div class="scene-text">
                <h2>{ title }</h2>
                { p("", &place.text) }
                <p class="q s">{ &place.of }{ " · " }{ how }</p>
            </div>
            { bars(title, &place.bars, true) }
        </section>
    }
}

/// How a place was measured, and what measures it again.
pub fn method(cost: &Cost) -> Html {
    in_turn([
        p("", cost.result),
        p("hint", format!("How: {}.", cost.method)),
        p("hint", format!("Probe: {}.", cost.probe)),
    ])
}

/// Everything that was measured.
pub fn all(id: String) -> Html {
    let place = |(cost, all): (&'static Cost, Vec<Bar>)| {
        html! {
            <div class="stack"><h3>{ cost.what }</h3>{ bars(cost.what, &all, false) }{ method(cost) }</div>
        }
    };
    html! {
        <section class="scene numbers" {id}>
            <h2>{ "All numbers" }</h2>
            <div class="grid gap-4">{ for numbers().map(place) }</div>
        </section>
    }
}
