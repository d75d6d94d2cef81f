//! The column beside the squares: the unit that is pointed at, or where the box is and why it is refused; and below the foot all
//! that is known of map, copy and read.

use super::*;
use crate::check::facts::Facts as TileFacts;
use crate::check::traced;
use crate::dump::rows_of;

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
        let tone = if of.read.is_some_and(|read| read != of.written) { "bad" } else { "" };
        let trace = self.tile.as_ref().filter(|tile| tile.bytes.len() == picture.units.len());
        let name = format!("Row {}, unit {}", unit / picture.columns, unit % picture.columns);
        let byte = |byte: u32| format!("{byte:#x}");
        in_turn((
            self.desk.pinned(name, unit),
            p("q", picture.unit_text(unit).unwrap_or_default()),
            trace.map(|tile| traced(tile, Some(unit), width, 0)),
            rows_of(
                "written",
                byte(of.written),
                "read",
                of.read.map_or_else(|| "not read".into(), byte),
                tone,
            ),
        ))
    }

    fn rest(&self, landed: &Landed, width: f64) -> Html {
        let (facts, below) = (&self.facts, to_below("Arguments, rules and code"));
        let is_missed = landed.met.as_ref().is_some_and(|(_, met)| met.first_missed.is_some());
        let Some(map) = facts.map.as_ref().filter(|_| !is_missed) else {
            return in_turn((self.meeting(), below));
        };
        // The last one includes those before; a copy that faults is not drawn.
        let aligned = |one: &Demand| {
            let (tone, met) = if one.is_met { ("", "✓") } else { ("warn", "no") };
            let met = span("", met).with("title", one.text.clone());
            (format!("{}-byte aligned", grouped(one.multiple)), met, tone)
        };
        let end = (facts.destination + landed.landing.span_bytes()).saturating_sub(1);
        let sizes = [
            (
                "Barrier (expect_tx)".to_owned(),
                format!("{} bytes", grouped(map.transaction_bytes() as u32)).into(),
                "b",
            ),
            ("Shared memory".to_owned(), format!("{:#x}–{end:#x}", facts.destination).into(), ""),
        ];
        let demands = demands(map, facts.destination);
        let sizes = rows("is-apart", sizes.into_iter().chain(demands.last().map(aligned)));
        if map.data_type.is_padded() {
            in_turn((
                p(
                    "l",
                    "TMA unpacks the elements into padded units. The barrier counts what is copied, not what is covered.",
                ),
                scale::bars(map),
                sizes,
                p("q s", "From PTX, Triton and CUTLASS; not measured."),
                below,
            ))
        } else {
            in_turn((part("Where the box is", scale::matrix(map, width)), sizes, below))
        }
    }

    /// Why there is no copy, and the ways out.
    fn refused(&self) -> Html {
        let Some(verdict) = &self.facts.verdict else {
            return p("l", "The map cannot be read.");
        };
        let why = match verdict.refusals().next() {
            // What is in front of the colon is the title.
            Some(first) => {
                let why = first.text.split_once(": ").map_or("", |(_, why)| why);
                format!("{} The driver encodes no map, so nothing is copied.", capital(why))
            }
            None => verdict.sentence.clone(),
        };
        let ways = (!verdict.repairs().is_empty()).then(|| {
            let ways = verdict.repairs().iter().map(|repair| self.way(repair));
            part("Ways out", ways.collect())
        });
        in_turn((p("l", in_groups(why.trim_start())), ways, to_below("All arguments")))
    }

    /// A repair, and what becomes of the copy.
    fn way(&self, repair: &MapRepair) -> Html {
        let (next, copies) = self.facts.repaired_by(&repair.change);
        let landed = next.landed.as_ref();
        let said = match landed {
            Some(landed) if copies > 1 => {
                let often = if copies == 2 { "twice".into() } else { format!("{copies} times") };
                let second = next.destination + landed.landing.span_bytes();
                format!("copied {often}, the second to {second:#x}")
            }
            Some(landed) if !landed.is_readable => "accepted, but no descriptor reads it".into(),
            Some(_) => "accepted".into(),
            None => "refused for another reason".into(),
        };
        press(
            "item row",
            (
                next.map.as_ref().map(|map| scale::copies(map, copies)),
                span("stack gap-1", (bare("b", in_groups(&repair.label)), tag("small", "q", said))),
            ),
            sends(&self.on_repair, repair.change.clone()),
        )
        .with("aria-label", in_groups(&repair.label))
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
            format!("First mismatch: (mn {}, k {}); {written}, but it is read at {read:#x}.", cell.mn, cell.k)
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
        let content = in_turn((
            p(
                "",
                format!(
                    "{} of {} units of the read are where the box writes them.",
                    grouped(meets),
                    grouped(of)
                ),
            ),
            first.into_iter().chain(mends).map(|text| p("q", text)),
            p(tone, meeting.read_text(read.descriptor, read.target)),
        ));
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
            div("is-wide", part("Code", code.unwrap_or_else(|| p("hint", IM2COL))))
        });
        let tile = &facts.typed.tile;
        html! { <>{ for facts.verdict.as_ref().map(|verdict| self.driver(verdict)) }{ self.meeting() }{ for code }if facts.landed.is_some() && !tile.is_empty() { <TileBoxes link={tile.clone()} /> }</> }
    }

    /// The driver's verdict: every refusal, the other repairs, each argument of its function.
    fn driver(&self, verdict: &MapVerdict) -> Html {
        let mut arguments = self.facts.arguments();
        // The rules that are broken come first.
        arguments.sort_by_key(|(_, is_refused)| !is_refused);
        let argument = |(one, is_refused): (Argument, bool)| {
            let (tone, drawing) = right_sign(!is_refused);
            (one.name, span("row", (in_groups(&one.value), span("toned", icon(drawing)))), tone)
        };
        let refusal = |one: &Finding<MapChange>| bare("li", (bare("code", &one.brief), ": ", &one.text));
        let said = if verdict.is_refused() {
            tag("ul", "refusals stack", verdict.refusals().map(refusal))
        } else {
            p("", in_groups(&verdict.sentence))
        };
        let repair = |repair: &MapRepair| {
            text_button("", &repair.label, sends(&self.on_repair, repair.change.clone()))
        };
        let repairs = verdict.repairs().iter().skip(1).map(repair);
        part(
            "The driver",
            in_turn((said, div("cluster", repairs), rows("arguments", arguments.into_iter().map(argument)))),
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
    let open = p("", (format!("{}: ", tile_text(&spec)), a("", link_from_shown(&shown), "open it")));
    let boxes = match boxes_from_tile(tile) {
        Ok(boxes) => boxes,
        Err(why) => return section(in_turn((open, p("bad", format!("{why}."))))),
    };
    let row = |(at, one): (usize, &BoxAt)| {
        let Coord { mn, k } = one.origin;
        tr(at, [format!("(mn {mn}, k {k})"), format!("{:#x}", one.destination_bytes)])
    };
    let more = boxes.boxes.len().saturating_sub(LISTED);
    let text = cuda_code(&boxes, tile.start_bytes);
    section(in_turn((
        open,
        p("", boxes.order_text(tile.swizzle)),
        table(
            "Boxes",
            ["box", "begins with", "destination"],
            boxes.boxes.iter().take(LISTED).enumerate().map(row),
        ),
        (more > 0).then(|| p("hint", format!("And {more} more."))),
        p("b", "CUDA"),
        copies("CUDA of all boxes", &format!("{}\n{}", text.host, text.device)),
        cute_code(tile).map(|text| in_turn((p("b", "CuTe"), copies("CuTe", &text)))),
    )))
}
