//! The column beside the squares: the unit that is pointed at, or where the box is and why it is refused; and below the foot all
//! that is known of map, copy and read.

use swizzle_code::tma::{cuda_code, cute_code};
use swizzle_core::tma::{Demand, IM2COL, demands};
use swizzle_lints::tma::{
    Argument, BoxAt, CopyFinding, MapChange, MapRepair, MapVerdict, arguments_of_map,
    boxes_from_tile,
};
use swizzle_text::{grouped, tile_text};
use swizzle_view::{link_from_shown, shown_from_link};
use yew::prelude::*;

use super::facts::{Facts, Landed};
use super::scale;
use crate::check::Trace;
use crate::check::facts::Facts as TileFacts;
use crate::dump::rows_of;
use crate::frame::{Desk, copies, part, rows, to_below};
use crate::kit::{Shared, icon, in_groups, p, sends, table, text_button};

/// What the column is drawn from.
#[derive(Clone)]
pub struct Column {
    /// The map, its copy and its read.
    pub facts: Shared<Facts>,
    /// The tile that the box writes.
    pub tile: Option<Shared<TileFacts>>,
    /// How it is looked at.
    pub desk: Desk,
    /// Takes a repair.
    pub on_repair: Callback<MapChange>,
}

impl Column {
    /// The column for a unit, or for none.
    pub fn draw(&self, unit: Option<u32>, width: f64) -> Html {
        match (&self.facts.landed, unit) {
            (Some(landed), Some(unit)) => self.unit(landed, unit, width),
            (Some(landed), None) => self.rest(landed, width),
            (None, _) => self.refused(),
        }
    }

    fn unit(&self, landed: &Landed, unit: u32, width: f64) -> Html {
        let picture = &landed.picture;
        let Some(of) = picture.units.get(unit as usize) else {
            return p("", "Nothing is written here.");
        };
        let tone = if of.read.is_some_and(|read| read != of.written) {
            "bad"
        } else {
            ""
        };
        let trace = self
            .tile
            .as_ref()
            .filter(|tile| tile.bytes.len() == picture.units.len());
        let name = format!(
            "Row {}, unit {}",
            unit / picture.columns,
            unit % picture.columns
        );
        let byte = |byte: u32| format!("{byte:#x}");
        html! {
            <>
                { self.desk.pinned(name, unit) }{ p("q", picture.unit_text(unit).unwrap_or_default()) }
                if let Some(tile) = trace { <Trace facts={tile.clone()} unit={Some(unit)} {width} /> }
                { rows_of("written", byte(of.written), "read", of.read.map_or_else(|| "not read".into(), byte), tone) }
            </>
        }
    }

    fn rest(&self, landed: &Landed, width: f64) -> Html {
        let (facts, below) = (&self.facts, to_below("Arguments, rules and code"));
        let is_missed = landed
            .met
            .as_ref()
            .is_some_and(|(_, met)| met.first_missed.is_some());
        let Some(map) = facts.map.as_ref().filter(|_| !is_missed) else {
            return html! { <>{ self.meeting() }{ below }</> };
        };
        let aligned = |one: &Demand| {
            let (tone, met) = match (one.is_met, one.is_fatal) {
                (true, _) => ("", "yes"),
                (false, true) => ("bad", "no"),
                (false, false) => ("warn", "no"),
            };
            let met = html! { <span title={one.text.clone()}>{ format!("{met}, to {} bytes", grouped(one.multiple)) }</span> };
            ("Aligned", met, tone)
        };
        let end = (facts.destination + landed.landing.span_bytes()).saturating_sub(1);
        let sizes = [
            (
                "Barrier (expect_tx)",
                format!("{} bytes", grouped(map.transaction_bytes() as u32)).into(),
                "b",
            ),
            (
                "Shared memory",
                format!("{:#x}–{end:#x}", facts.destination).into(),
                "",
            ),
            (
                "Row pitch",
                format!("{} bytes", landed.landing.pitch_bytes).into(),
                "",
            ),
        ];
        let sizes = rows(
            "is-apart",
            sizes
                .into_iter()
                .chain(demands(map, facts.destination).iter().map(aligned)),
        );
        match map.data_type.is_padded() {
            true => {
                html! { <>{ p("l", "TMA unpacks the elements into padded units. The barrier counts what is copied, not what is covered.") }{ scale::bars(map) }{ sizes }{ p("q s", "From PTX, Triton and CUTLASS; not measured.") }{ below }</> }
            }
            false => {
                html! { <>{ part("Where the box is", scale::matrix(map, width)) }{ sizes }{ below }</> }
            }
        }
    }

    /// Why there is no copy, and the ways out.
    fn refused(&self) -> Html {
        let Some(verdict) = &self.facts.verdict else {
            return p("l", "The map cannot be read.");
        };
        let first = verdict
            .refusals()
            .next()
            .map_or(&verdict.sentence, |first| &first.text);
        let way = |repair: &MapRepair| html! { <button type="button" class="item" onclick={sends(&self.on_repair, repair.change.clone())}>{ in_groups(&repair.label) }</button> };
        let ways = (!verdict.repairs().is_empty())
            .then(|| part("Ways out", verdict.repairs().iter().map(way).collect()));
        html! { <>{ p("l", in_groups(first)) }{ p("q", "No tensor map, no copy. Nothing is written, and nothing is compared.") }{ for ways }{ to_below("All arguments") }</> }
    }

    /// How box and descriptor meet, and what would fix it on either side.
    fn meeting(&self) -> Html {
        let Some(read) = self.facts.read() else {
            return Html::default();
        };
        let meeting = read.meeting;
        let (meets, of) = meeting.units;
        let first = meeting.first_missed.map(|(cell, written, read)| {
            let written = written.map_or_else(
                || "no box writes it".into(),
                |written| format!("the box puts it at {written:#x}"),
            );
            format!(
                "First mismatch: (mn {}, k {}); {written}, but it is read at {read:#x}.",
                cell.mn, cell.k
            )
        });
        let found = match (meets == of, read.is_of_chip()) {
            (true, true) => "The descriptor reads what the box writes.",
            (true, false) => {
                "Its cells are those that the box writes, but no instruction of the chip reads them."
            }
            (false, _) => "The descriptor reads something else.",
        };
        let mends = meeting.reader.iter().chain(&meeting.writer).cloned();
        let tone = if read.is_of_chip() { "q" } else { "warn" };
        let content = html! {
            <>
                { p("", format!("{} of {} units of the read are where the box writes them.", grouped(meets), grouped(of))) }
                { for first.into_iter().chain(mends).map(|text| p("q", text)) }{ p(tone, meeting.read_text(read.descriptor, read.target)) }
            </>
        };
        part(found, content)
    }

    /// Below the foot: the driver's arguments and rules, the read, code, and the boxes of the tile of the link.
    pub fn below(&self) -> Html {
        let facts = &self.facts;
        let code = facts.landed.as_ref().map(|landed| {
            let code = landed.code.as_ref().map(|code| {
                copies(
                    "CUDA",
                    &format!(
                        "{}
{}",
                        code.host, code.device
                    ),
                )
            });
            part("Code", code.unwrap_or_else(|| p("hint", IM2COL)))
        });
        let tile = &facts.typed.tile;
        html! { <>{ for facts.verdict.as_ref().map(|verdict| self.driver(verdict)) }{ self.meeting() }{ for code }if facts.landed.is_some() && !tile.is_empty() { <TileBoxes link={tile.clone()} /> }</> }
    }

    /// The driver's verdict: every refusal, the other repairs, each argument of its function.
    fn driver(&self, verdict: &MapVerdict) -> Html {
        let is_refused = |argument: &Argument| {
            verdict
                .refusals()
                .any(|refusal| refusal.brief == argument.name)
        };
        let mut arguments = self
            .facts
            .map
            .as_ref()
            .map_or_else(Vec::new, arguments_of_map);
        // The rules that are broken come first.
        arguments.sort_by_key(|one| !is_refused(one));
        let argument = |one: Argument| {
            let (tone, drawing) = if is_refused(&one) {
                ("is-wrong", icon::ERROR)
            } else {
                ("is-good", icon::GOOD)
            };
            (
                one.name,
                html! { <>{ one.value }{ " " }<span class="toned">{ icon(drawing) }</span></> },
                tone,
            )
        };
        let refusal =
            |one: &CopyFinding| html! { <li><code>{ &one.brief }</code>{ ": " }{ &one.text }</li> };
        let said = match verdict.is_refused() {
            true => {
                html! { <ul class="refusals stack">{ for verdict.refusals().map(refusal) }</ul> }
            }
            false => p("", verdict.sentence.clone()),
        };
        let repair = |repair: &MapRepair| {
            text_button(
                "",
                &repair.label,
                sends(&self.on_repair, repair.change.clone()),
            )
        };
        let repairs = verdict.repairs().iter().skip(1).map(repair);
        part(
            "The driver",
            html! { <>{ said }<div class="cluster">{ for repairs }</div>{ rows("arguments", arguments.into_iter().map(argument)) }</> },
        )
    }
}

/// Boxes that are listed at the most.
const LISTED: usize = 32;

/// Properties of [`TileBoxes`].
#[derive(Properties, PartialEq)]
struct TileBoxesProps {
    /// The link of the tile.
    link: String,
}

/// The boxes of a tile that came along in the link; worked out anew for another tile only.
#[component]
fn TileBoxes(props: &TileBoxesProps) -> Html {
    let shown = shown_from_link(&props.link).shown;
    let section = |content: Html| part("Boxes for the tile", content);
    let Ok(spec) = shown.spec() else {
        return section(p("", "The link in “tile” shows no tile."));
    };
    let tile = spec.tile();
    let open = html! { <p>{ format!("{}: ", tile_text(&spec)) }<a href={link_from_shown(&shown)}>{ "open it" }</a></p> };
    let boxes = match boxes_from_tile(tile) {
        Ok(boxes) => boxes,
        Err(why) => return section(html! { <>{ open }{ p("bad", format!("{why}.")) }</> }),
    };
    let row = |(at, one): (usize, &BoxAt)| html! { <tr><th scope="row">{ at }</th><td>{ format!("(mn {}, k {})", one.origin.mn, one.origin.k) }</td><td>{ format!("{:#x}", one.destination_bytes) }</td></tr> };
    let more = boxes.boxes.len().saturating_sub(LISTED);
    let text = cuda_code(&boxes, tile.start_bytes);
    section(html! {
        <>
            { open }{ p("", boxes.order_text(tile.swizzle)) }
            { table("Boxes", ["box", "begins with", "destination"], boxes.boxes.iter().take(LISTED).enumerate().map(row)) }
            if more > 0 { { p("hint", format!("And {more} more.")) } }
            { p("b", "CUDA") }{ copies("CUDA of all boxes", &format!("{}\n{}", text.host, text.device)) }
            if let Some(text) = cute_code(tile) { { p("b", "CuTe") }{ copies("CuTe", &text) } }
        </>
    })
}
