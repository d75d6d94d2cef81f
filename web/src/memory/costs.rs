//! Costs of a layout, as measured.

use swizzle_core::{Named as _, Swizzle};
use swizzle_text::grouped;
use swizzle_warp::{ACCESSES, COSTS, Cost, FILLS, READS};

use super::field::section;
use crate::element::{Attr, Element, el, fragment};
use crate::page::table::{row_head, table};

/// A figure: what was measured, cycles in hundredths, what else there is to say, and whether banks conflict.
type Figure = (String, u32, String, bool);

pub(super) fn costs() -> Element {
    let reads = READS.iter().map(|read| {
        let what = format!("wgmma m64n{}k16, any layout", read.n);
        (what, read.cycles_tenths * 10, String::new(), false)
    });
    let fills = FILLS.iter().map(|fill| {
        let [along, across, columns] = fill.box_elements;
        let boxes = if fill.boxes == 1 { "box" } else { "boxes" };
        let rank = if columns > 1 {
            format!(" × {columns}")
        } else {
            String::new()
        };
        let what = format!(
            "{}: {} {boxes} of {along} × {across}{rank}",
            match fill.swizzle {
                Swizzle::None => "no swizzle",
                mode => mode.name(),
            },
            fill.boxes
        );
        let tenths = fill.bytes_a_clock_tenths.0;
        let rate = format!("{}.{} bytes per clock", tenths / 10, tenths % 10);
        (what, fill.cycles.0 * 100, rate, false)
    });
    let accesses = ACCESSES.iter().map(|cost| {
        let access = cost.access.ptx().replace(".sync.aligned.m8n8", "");
        let what = match cost.ways {
            1 => format!("{access}, no conflict"),
            ways => format!("{access}, {ways}-way"),
        };
        (what, cost.cycles_hundredths, String::new(), cost.ways > 1)
    });
    let figures: [Vec<Figure>; 3] = [reads.collect(), fills.collect(), accesses.collect()];
    el("div").class("memory-costs").children(
        COSTS
            .iter()
            .zip(figures)
            .map(|(cost, figures)| part(cost, &figures)),
    )
}

/// One of the three places: what follows, its figures as bars, and how they were measured.
fn part(cost: &Cost, figures: &[Figure]) -> Element {
    let most = figures.iter().map(|(_, cycles, ..)| *cycles).max();
    let most = f64::from(most.unwrap_or(1));
    let has_parts = figures.iter().any(|(_, cycles, ..)| cycles % 100 > 0);
    let row = |(what, cycles, more, is_conflict): &Figure| {
        let share = f64::from(*cycles) / most * 100.0;
        let number = match has_parts {
            true => format!("{}.{:02}", cycles / 100, cycles % 100),
            false => grouped(cycles / 100),
        };
        el("tr")
            .child(row_head(what.clone()))
            .child(el("td").child(number))
            .child(
                el("td")
                    .child(
                        el("div")
                            .class("memory-bar")
                            .class_if(*is_conflict, "is-conflict")
                            .attr(Attr::Style, format!("width:{share:.1}%"))
                            .attr(Attr::AriaHidden, "true"),
                    )
                    .child(more.clone()),
            )
    };
    el("div")
        .class("memory-cost")
        .child(el("h2").child(cost.what))
        .child(el("p").child(cost.result))
        .child(table(
            cost.what,
            ["measured", "cycles", ""],
            figures.iter().map(row),
        ))
}

/// How each figure was measured, and what measures it again.
pub(super) fn measured() -> Element {
    let how = |cost: &Cost| {
        section(cost.what).child(
            el("p")
                .class("hint")
                .child(format!("How: {}. Probe: {}.", cost.method, cost.probe)),
        )
    };
    fragment().children(COSTS.iter().map(how))
}
