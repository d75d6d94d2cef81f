//! The column that explains each scene, and the ways to the pages that it is about.

use super::*;
use crate::check::facts::Facts;
use crate::check::traced;
use swizzle_draw::journey::{BOX, Cell, JourneyRead, Table, Tone, WIDTH, tables};
use swizzle_view::link::JourneyShown;

/// The column of a scene.
pub fn of(scene: usize, facts: &Shared<Facts>, [read, right]: [&JourneyRead; 2], width: f64) -> Html {
    let trace = (scene == 2 || scene == 3).then(|| traced(facts, Some(facts.unit(ELEMENT)), width, 0));
    let door = |(words, to): (&'static str, String)| a("plain s", to, words);
    html! {
        <>
            if scene == 0 { { to_scale(width) } }
            { for tables(scene, read, right).iter().map(table) }
            { maybe(trace) }
            <p class="cluster gap-3 journey-doors">{ for JourneyShown::doors(scene, read, right).into_iter().map(door) }</p>
        </>
    }
}

/// The matrix to scale, with the box of the tile in its corner.
fn to_scale(width: f64) -> Html {
    let side = width * f64::from(BOX) / f64::from(WIDTH);
    html! { <svg class="journey-matrix" width={width.to_string()} height={width.to_string()} aria-hidden="true"><path d={format!("M0 0H{width}V{width}H0z")} /><path class="is-box" d={format!("M0 0H{side}V{side}H0z")} /></svg> }
}

fn table(table: &Table) -> Html {
    let cell = |(words, tone): &Cell| {
        let class = match tone {
            Tone::Plain => "",
            Tone::Followed => "is-followed",
            Tone::Wrong => "bad",
        };
        html! { <td {class}>{ words }</td> }
    };
    let row = |row: &Vec<Cell>| html! { <tr>{ for row.iter().map(cell) }</tr> };
    let is_dense = table.rows.iter().any(|row| row.len() > 3);
    html! { <><h2>{ &table.title }</h2><p class="q s">{ &table.about }</p><table class={classes!("sums", "m", is_dense.then_some("is-dense"))}><tbody>{ for table.rows.iter().map(row) }</tbody></table></> }
}
