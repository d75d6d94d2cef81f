//! Where the lanes of an access are in the matrix, and every address.

use swizzle_warp::{Beside, LANE_HEADS, Spots, conflict_text, lane_rows};
use yew::prelude::*;

use super::field::{section, table};
use super::spots::spots_picture;
use crate::element::{el, fragment};
use crate::hooks::use_value;

/// Properties of [`Served`].
#[derive(Properties, PartialEq)]
pub(super) struct ServedProps {
    pub(super) one: Beside,
    pub(super) matrix: Option<Spots>,
}

#[component]
pub(super) fn Served(props: &ServedProps) -> Html {
    let (at, on_at) = use_value(|| None::<u32>);
    let ServedProps { one, matrix } = props;
    let groups = one.served.groups.len() as u32;
    let rows = lane_rows(&one.lanes, &one.served);
    let told = at.and_then(|lane| {
        let row = rows.iter().find(|row| row[0] == lane.to_string())?;
        let told = LANE_HEADS
            .iter()
            .zip(row)
            .map(|(head, cell)| format!("{head} {cell}"));
        Some(told.collect::<Vec<String>>().join(", "))
    });
    let picture = |title: &'static str, spots: &Spots| {
        el("figure")
            .class("memory-figure")
            .child(el("figcaption").child(title))
            .child(spots_picture(
                format!(
                    "{title}, {}; the list of lanes says the same",
                    one.form.text()
                ),
                spots,
                groups,
                at,
                &on_at,
            ))
    };
    fragment()
        .child(
            section("Where the lanes go")
                .child(el("p").child(format!(
                    "On {}: {}. Number: lane. Colour: lanes served together.",
                    one.form.text(),
                    conflict_sentence(one)
                )))
                .child(
                    el("div")
                        .class("memory-pictures")
                        .child(matrix.as_ref().map(|spots| picture("In the matrix", spots))),
                )
                .child(
                    el("p")
                        .class("memory-told")
                        .child(told.unwrap_or_else(|| "Point at a lane.".into())),
                ),
        )
        .child(
            el("details")
                .class("memory-more")
                .child(el("summary").child("Every lane's address"))
                .child(table("Lanes", &LANE_HEADS, rows.into_iter().map(Vec::from))),
        )
        .into()
}

fn conflict_sentence(one: &Beside) -> String {
    let plural = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let served = format!(
        "{} for {}",
        plural(one.served.count() as usize, "wavefront"),
        plural(one.served.groups.len(), "group")
    );
    match one.served.ways() {
        0 | 1 => format!("no conflict, {served}"),
        _ => format!("{} conflict, {served}", conflict_text(&one.served)),
    }
}
