//! The boxes of a tile, their code, and how boxes and a read meet.

use swizzle_code::tma::{cuda_code, cute_code};
use swizzle_lints::ReadOfBox;
use swizzle_lints::tma::boxes_from_tile;
use swizzle_text::{grouped, tile_text};
use swizzle_view::{link_from_shown, shown_from_link};
use yew::prelude::*;

use super::field::section;
use crate::control::icon::{ERROR, GOOD, icon};
use crate::element::{Attr, Element, el, fragment};
use crate::page::listing::listing;
use crate::page::memory_parts::TMA;
use crate::page::table::{self, table};

/// How boxes and a read meet, and what would mend it on either side.
pub(super) fn meeting(read: ReadOfBox<'_>) -> Element {
    let meeting = read.meeting;
    let (meets, of) = meeting.units;
    let first = meeting.first_missed.map(|(cell, written, read)| {
        let written = match written {
            Some(written) => format!("the box puts it at {written:#x}"),
            None => "no box writes it".into(),
        };
        el("p").child(format!(
            "First mismatch: (mn {}, k {}); {written}, but it is read at {read:#x}.",
            cell.mn, cell.k
        ))
    });
    let mend = |text: &Option<String>| {
        text.as_ref()
            .map(|text| el("p").class("memory-mend").child(text))
    };
    let is_met = meets == of;
    section("Against a descriptor")
        .class("memory-verdict")
        .class_if(read.is_right(), "is-good")
        .class_if(is_met && !read.is_of_chip(), "is-warning")
        .class_if(!is_met, "is-bad")
        .child(el("p").class("memory-found").child(
            match (is_met, read.is_of_chip()) {
                (true, true) => "The descriptor reads what the box writes.",
                (true, false) => "Its cells are those that the box writes, but no instruction of the chip reads them.",
                (false, _) => "The descriptor reads something else.",
            },
        ))
        .child(el("p").child(format!(
            "{} of {} units of the read are where the box writes them.",
            grouped(meets),
            grouped(of)
        )))
        .child(first)
        .child(mend(&meeting.reader))
        .child(mend(&meeting.writer))
}

/// Examples: name, whether the descriptor reads what the box writes, and what its link says.
const EXAMPLES: [(&str, bool, &str); 3] = [
    ("Correct", true, ""),
    ("No swizzle", false, "?swizzle=none"),
    ("Too large", false, "?box=80,300"),
];

/// The examples, one press away.
pub(super) fn examples() -> Element {
    let example = |(name, is_right, query): (&'static str, bool, &'static str)| {
        let (class, drawing) = match is_right {
            true => ("memory-good", GOOD),
            false => ("memory-bad", ERROR),
        };
        el("a")
            .class("button")
            .attr(Attr::Href, format!("{}{query}", TMA.route.address()))
            .child(el("span").class(class).child(icon(drawing)))
            .child(name)
    };
    el("div")
        .class("memory-examples tma-examples")
        .child("Examples")
        .children(EXAMPLES.map(example).into_iter())
}

/// Boxes that are listed at the most.
const LISTED: usize = 32;

/// The boxes of the tile behind a link.
fn boxes_of_tile(link: &str) -> Element {
    let section = section("Boxes for the tile");
    let shown = shown_from_link(link).shown;
    let Ok(spec) = shown.spec() else {
        return section.child(el("p").child("The link in “tile” shows no tile."));
    };
    let tile = spec.tile();
    let open = el("p").child(format!("{}: ", tile_text(&spec))).child(
        el("a")
            .attr(Attr::Href, link_from_shown(&shown))
            .child("open it"),
    );
    let boxes = match boxes_from_tile(tile) {
        Ok(boxes) => boxes,
        Err(why) => {
            return section
                .child(open)
                .child(el("p").class("memory-bad").child(format!("{why}.")));
        }
    };
    let rows = boxes
        .boxes
        .iter()
        .take(LISTED)
        .enumerate()
        .map(|(at, one)| {
            let begins_with = format!("(mn {}, k {})", one.origin.mn, one.origin.k);
            let destination = format!("{:#x}", one.destination_bytes);
            table::row(at.to_string(), [begins_with, destination])
        });
    let more = boxes.boxes.len().saturating_sub(LISTED);
    let text = cuda_code(&boxes, tile.start_bytes);
    let both = format!("{}\n{}", text.host, text.device);
    section
        .child(open)
        .child(el("p").child(boxes.order_text(tile.swizzle)))
        .child(table("Boxes", ["box", "begins with", "destination"], rows))
        .child((more > 0).then(|| el("p").class("hint").child(format!("And {more} more."))))
        .child(el("h3").child("CUDA"))
        .child(listing("CUDA of all boxes", both))
        .child(cute_code(tile).map(|text| {
            fragment()
                .child(el("h3").child("CuTe"))
                .child(listing("CuTe", text))
        }))
}

/// Properties of [`TileBoxes`].
#[derive(Properties, PartialEq)]
pub(super) struct TileBoxesProps {
    /// The link of the tile.
    pub(super) link: String,
}

/// The boxes of a tile that came along in the link; worked out anew for another tile only.
#[component]
pub(super) fn TileBoxes(props: &TileBoxesProps) -> Html {
    boxes_of_tile(&props.link).into()
}
