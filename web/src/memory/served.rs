//! How an access is served: its lanes in the matrix and in shared memory, the banks of each group, every address.

use swizzle_warp::{Beside, Group, LANE_HEADS, Spots, banks_path, conflict_text, lane_rows};
use yew::prelude::*;

use super::field::{section, table};
use super::spots::spots_picture;
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;

/// Properties of [`Served`].
#[derive(Properties, PartialEq)]
pub(super) struct ServedProps {
    pub(super) one: Beside,
    pub(super) matrix: Option<Spots>,
    pub(super) memory: Spots,
}

#[component]
pub(super) fn Served(props: &ServedProps) -> Html {
    let (at, on_at) = use_value(|| None::<u32>);
    let ServedProps {
        one,
        matrix,
        memory,
    } = props;
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
                        .child(matrix.as_ref().map(|spots| picture("In the matrix", spots)))
                        .child(picture(
                            "In shared memory: 32 banks across, a line of 128 bytes down",
                            memory,
                        )),
                )
                .child(
                    el("p")
                        .class("memory-told")
                        .child(told.unwrap_or_else(|| "Point at a lane.".into())),
                ),
        )
        .child(banks(one))
        .child(
            el("details")
                .class("memory-more")
                .child(el("summary").child("Every lane's address"))
                .child(table("Lanes", &LANE_HEADS, rows.into_iter().map(Vec::from))),
        )
        .into()
}

fn conflict_sentence(one: &Beside) -> String {
    let (groups, count) = (one.served.groups.len(), one.served.count());
    match one.served.ways() {
        0 | 1 => format!("no conflict, {count} wavefronts for {groups} groups"),
        _ => format!(
            "{} conflicts, {count} wavefronts for {groups} groups",
            conflict_text(&one.served)
        ),
    }
}

/// How many words each group wants of each bank.
fn banks(one: &Beside) -> Element {
    let most = one.served.ways().max(1);
    let group = |(at, group): (usize, &Group)| {
        let label = format!(
            "Group {at}, lanes {} to {}: wavefronts {}",
            group.lanes.start,
            group.lanes.end - 1,
            group.wavefronts()
        );
        el("figure")
            .class("memory-banks")
            .child(el("figcaption").child(label.clone()))
            .child(
                el("svg")
                    .attr(Attr::ViewBox, format!("0 0 32 {most}"))
                    .attr(Attr::PreserveAspectRatio, "none")
                    .attr(Attr::Role, "img")
                    .attr(Attr::AriaLabel, label)
                    .child(
                        el("path")
                            .class("memory-ground")
                            .attr(Attr::D, format!("M0 0h32v{most}h-32z")),
                    )
                    .child(
                        el("path")
                            .class(if group.wavefronts() > 1 {
                                "memory-bank is-conflict"
                            } else {
                                "memory-bank"
                            })
                            .attr(Attr::D, banks_path(group)),
                    ),
            )
    };
    section("Words requested from each bank")
        .child(
            el("p").class("hint").child(
                "32 banks across, a word down: the highest column is the number of wavefronts.",
            ),
        )
        .child(
            el("div")
                .class("memory-groups")
                .children(one.served.groups.iter().enumerate().map(group)),
        )
}
