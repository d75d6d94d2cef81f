//! A figure of rows below each other, and of the wires of the XOR: the threads of the page Why, in a state that is a link of it.

use super::*;
use crate::page::figure_part::knob_in_link;
use crate::why::{Threads, ThreadsPicture, modes};
use swizzle_warp::Wires;

/// The key of the wires, whose controls are switches in the picture.
pub const SWITCHES: &str = "wires";

/// The part that draws the figures, and the questions about them.
pub const PART: FigurePart = FigurePart {
    draw: |props| html! { <WiresFigure ..props /> },
    subject: &WIRES,
    begins: |figure| figure.link.into(),
    facts: |link| (WIRES.facts)(link),
    knob: knob_in_link,
    told: |stop, _, _| Some(stop.asked_link().to_owned()),
    // A question names the wires that it is about.
    is_changed: |_, _| false,
    door: |_| "Open in Why",
};

#[component]
fn WiresFigure(props: &PartFigureProps) -> Html {
    late_style::add(crate::why::STYLE);
    let shown = form_from_link::<LanesShown>(&props.link).shown;
    let on_shown = props.on_link.reform(|shown: LanesShown| Ok(link_from_form(&shown)));
    let on_wires = part_of(&shown, &on_shown, |shown, wires: Wires| shown.wires = wires);
    let ink = use_ink(props.look);
    let wires = shown.wires;
    let on_wire = on_wires.reform(move |wire: u32| wires.flipped(wire));
    let has_switches = props.figure.knobs.contains(&SWITCHES);
    use_page_keys(wires, {
        let (on_wire, on_wires) = (on_wire.clone(), on_wires.clone());
        move |event| match event.key().parse() {
            _ if !has_switches => false,
            Ok(0_u32) => {
                on_wires.emit(Wires::OPEN);
                true
            }
            Ok(wire) if wire <= Wires::COUNT => {
                on_wire.emit(wire - 1);
                true
            }
            _ => false,
        }
    });
    let (unit, on_unit) = use_value(|| 0_u32);
    let was_closed = use_mut_ref(|| false);
    *was_closed.borrow_mut() |= wires != Wires::OPEN;
    let rows = shown.rows_down().unwrap_or(Rows::of_lines(wires));
    let unit = unit.min(rows.data_bytes / UNIT_BYTES - 1);
    let threads = Threads::of(rows, unit);
    let on_wire = has_switches.then_some(on_wire);
    let is_asking = props.is_asking && !*was_closed.borrow();
    let tone = if threads.turns == 1 { "is-good" } else { "is-doubtful" };
    in_turn((
        html! { <ThreadsPicture {rows} {unit} width={props.width} {ink} {on_wire} has_modes={!props.figure.no_mode} {on_unit} /> },
        p(
            "",
            (
                tag("b", classes!("toned", "l", tone, "wires-turns"), threads.turns),
                " ",
                a(
                    "term learn-term",
                    term_address("wavefront"),
                    if threads.turns == 1 { "wavefront" } else { "wavefronts" },
                )
                .with("data-term", "wavefront")
                .with("aria-haspopup", "dialog"),
                " for these 8 rows. ",
                threads.about(),
            ),
        )
        .with("role", "status"),
        (!props.figure.no_mode).then(|| div("scroller", modes(is_asking))),
        props.caption(),
    ))
}
