//! The cell at hand: what it holds, by which formula, who reads it; and what was found in the plan.

use swizzle_core::{Operand, Sparsity};
use swizzle_draw::scene::{LoadPicture, parts_text};
use swizzle_lints::Severity;
use swizzle_lints::tensor_memory::{
    ReadPlan, ReadPlanFinding, RequiredBy, required_by, store_text,
};
use swizzle_tmem::moves::Register;
use swizzle_tmem::plan::{Cell, Held, Plan, ReadBack, Region, What};
use swizzle_tmem::tensor_memory::{Address, Pair, ScaleAddress, WARP_LANES};
use swizzle_tmem::{Coordinate, Formula, Mark, Point};
use swizzle_view::link::link_of_pair;
use yew::prelude::*;

use crate::atlas::findings::sign;
use crate::control::icon::icon;
use crate::element::{Attr, Element, el, fragment};
use crate::page::table::{self, table};

/// Subject of the details.
pub(super) struct Details<'a> {
    /// The field for an element.
    pub(super) find: Html,
    /// Whether the plan lacks the element that is looked for.
    pub(super) is_missing: bool,
    pub(super) picture: &'a LoadPicture,
    pub(super) plan: &'a Plan,
    pub(super) at: Cell,
    /// The scale-factor id that came with its address.
    pub(super) id: Option<u32>,
    /// Contents of the cell, that of the selected region first.
    pub(super) held: &'a [Held],
    pub(super) found: &'a [ReadPlanFinding],
    pub(super) on_read: &'a Callback<ReadPlan>,
}

/// The column beside the map.
pub(super) fn details(all: &Details<'_>) -> Element {
    let (cell, ways) = match all.is_missing {
        true => (subject("No such element: nothing is marked".into()), None),
        false => (cell(all), Some(ways(all))),
    };
    let of = |is_note: bool| {
        let own = all.found.iter();
        let own = own.filter(move |one| (one.severity == Severity::Note) == is_note);
        fragment().children(own.map(|one| found(all, one)))
    };
    let has_notes = all.found.iter().any(|one| one.severity == Severity::Note);
    el("section")
        .class("tensor-details")
        .attr(Attr::AriaLabel, "Selected cell")
        .child(el("div").child(all.find.clone()))
        .child(el("div").child(cell))
        .child(el("div").child(of(false)))
        .child(
            el("div")
                .child(ways)
                .child(has_notes.then(|| fold("Notes", of(true)))),
        )
}

/// Section that opens under its name.
fn fold(name: &'static str, content: Element) -> Element {
    el("details")
        .class("tensor-fold")
        .child(el("summary").child(name))
        .child(content)
}

/// Formulas that place the cell, their sources, and the way from there to shared memory.
fn ways(all: &Details<'_>) -> Element {
    let region = region_of(all);
    let read = &all.picture.read;
    let register = read.register_from_cell(all.at);
    let formulas = fragment()
        .child(region.map(|region| of_region(region, all.at)))
        .child(register.map(|register| of_load(read, register)));
    let of_d = region.is_some_and(|region| region.what == What::D);
    fragment()
        .child(fold("Formulas and sources", formulas))
        .child((of_d && register.is_some()).then(|| {
            fold(
                "To shared memory",
                el("p")
                    .class("tensor-stored")
                    .child(store_text(read.load.shape)),
            )
        }))
}

/// The most characters of numbers and a formula that fit beside each other.
const SHORT: usize = 26;

/// A formula with its numbers, under the name of what it is of.
fn formula(name: &'static str, sum: String, text: String) -> Element {
    let is_long = sum.len() + text.len() > SHORT;
    el("div")
        .class("tensor-formula")
        .child(el("span").child(name))
        .child(el("code").child(sum))
        .child(el("small").class_if(is_long, "is-long").child(text))
}

fn cell(all: &Details<'_>) -> Element {
    let held = all.held;
    let address = Address::new(all.at.lane, all.at.column);
    let address = address.map(|one| one.to_string()).unwrap_or_default();
    let what: Vec<String> = held.iter().map(Held::text).collect();
    let what = match what.is_empty() {
        true => "No element".into(),
        false => what.join(" and "),
    };
    let cta = match all.plan.mma.ctas() {
        2 => format!("CTA {}, ", all.at.cta),
        _ => String::new(),
    };
    let words = format!(
        "{what}: {cta}lane {}, column {}",
        all.at.lane, all.at.column
    );
    let first = held.first();
    let parts = first.filter(|held| held.items.len() > 1).map(|held| {
        let part = |(place, words): (String, String)| {
            fragment()
                .child(el("dt").child(place))
                .child(el("dd").child(words))
        };
        let parts = parts_text(held);
        // Eight groups of metadata say as much as all: each has four bits.
        el("dl")
            .class("tensor-parts-of")
            .children(parts.into_iter().map(part))
    });
    let copies = copies_of(all.picture, held, all.at);
    let copies = (copies.len() > 1).then(|| {
        let lanes: Vec<String> = copies.iter().map(|cell| cell.lane.to_string()).collect();
        fact("Copies", format!("lanes {}", lanes.join(", ")))
    });
    let register = all.picture.read.register_from_cell(all.at).map(|one| {
        let words = format!(
            "warp {}, thread {}, register {}",
            one.warp, one.thread, one.register
        );
        fact("Register", words)
    });
    fragment()
        .child(subject(words))
        .child(
            el("dl")
                .class("tensor-facts")
                .child(register)
                .child(fact("Address", format!("taddr + {address}")))
                .child(copies),
        )
        .child(whole_load(all))
        .child(all.id.map(|id| of_id(all.at, id)))
        .child(parts)
}

fn subject(words: String) -> Element {
    el("p").class("tensor-subject").child(words)
}

fn fact(name: &'static str, words: String) -> Element {
    fragment()
        .child(el("dt").child(name))
        .child(el("dd").child(words))
}

/// The id of a scale factor, and the address with it.
fn of_id(at: Cell, id: u32) -> Element {
    let address = Address::new(at.lane, at.column).ok();
    let word = address.map(|address| ScaleAddress { address, id }.word());
    let word = word.map_or(String::new(), |word| format!("0x{word:08x}"));
    el("p")
        .class("tensor-mark")
        .child(format!("Scale-factor id {id}: byte {id} of the column. With the id in bits 30–31, as CuTe holds it, the address is "))
        .child(el("code").child(word))
}

/// Every cell of the CTA that holds the same as the one at hand.
pub(super) fn copies_of(picture: &LoadPicture, held: &[Held], at: Cell) -> Vec<Cell> {
    let laid = &picture.laid;
    let Some(held) = held.first() else {
        return Vec::new();
    };
    let element = held.items.iter().find_map(|item| item.content.pair());
    let region = laid.region(held.region);
    let cells = region
        .zip(element)
        .and_then(|(region, (row, index))| region.cells(row, index).ok());
    let own = cells.unwrap_or_default().into_iter();
    own.filter(|cell| cell.cta == at.cta).collect()
}

/// The lane and the column of a cell of a region, by its law.
fn of_region(region: &Region, at: Cell) -> Element {
    let law = region.law();
    let has_cta = law.span(Coordinate::Cta) > 1;
    let point = Point {
        cta: if has_cta { at.cta } else { 0 },
        lane: at.lane,
        column: at.column - region.column,
        ..Point::default()
    };
    let indices = law.indices(point).into_iter().next().unwrap_or_default();
    let lane = law.formula(Coordinate::Lane, &indices);
    let column = from(region.column, law.formula(Coordinate::Column, &indices));
    let (mark, source) = region.attested();
    fragment()
        .child(formula("lane", lane.sum(), lane.text))
        .child(formula("column", column.sum(), column.text))
        .child(attested(law.name, mark, source))
}

/// A formula that begins at a column.
fn from(first: u32, mut formula: Formula) -> Formula {
    if first > 0 {
        formula.text = match &*formula.text {
            "0" => "first".into(),
            text => format!("first + {text}"),
        };
        match &formula.parts[..] {
            [0] if formula.text == "first" => formula.parts = vec![first],
            _ => formula.parts.insert(0, first),
        }
    }
    formula
}

fn attested(what: &'static str, mark: Mark, source: &'static str) -> Element {
    el("p")
        .class("tensor-mark")
        .attr(Attr::Title, source)
        .child(format!("{what}: {}", mark.text_with(source)))
}

/// The lane and the column of a register, by the law of the load.
fn of_load(read: &ReadBack, register: Register) -> Element {
    let law = read.load.law();
    let indices = [register.warp, register.thread, register.register];
    let mut lane = law.formula(Coordinate::Lane, &indices);
    let upper = read.address.lane() % 32;
    if upper > 0 {
        lane.text = format!("{} + {upper}", lane.text);
        lane.parts.push(upper);
    }
    let column = law.formula(Coordinate::Column, &indices);
    let column = from(read.address.column(), column);
    let column_text = column.text.replacen("first", "taddr", 1);
    fragment()
        .child(formula("lane", lane.sum(), lane.text))
        .child(formula("column", column.sum(), column_text))
        .child(attested("tcgen05.ld", law.mark, law.source))
        .child(reach(register.warp))
}

/// The lanes that a warp reaches, which no address changes.
fn reach(warp: u32) -> Element {
    let first = warp * WARP_LANES;
    el("p").class("tensor-mark").child(format!(
        "Warp {warp} of a warpgroup reaches lanes {first}–{} only: {}",
        first + WARP_LANES - 1,
        RequiredBy::Hardware.text()
    ))
}

/// The region of what the cell holds first.
fn region_of<'a>(all: &Details<'a>) -> Option<&'a Region> {
    all.picture.laid.region(all.held.first()?.region)
}

/// The register of one load from the region's first column on, where the load that is looked at begins later.
fn whole_load(all: &Details<'_>) -> Option<Element> {
    let laid = &all.picture.laid;
    let region = region_of(all)?;
    if all.picture.read.address.column() == region.column {
        return None;
    }
    let shape = all.picture.read.load.shape;
    let nums = (0..=7).map(|power| 1 << power);
    let whole = nums
        .filter_map(|num| ReadBack::new(laid, all.at, shape, Some(num)).ok())
        .find(|read| read.address.column() == region.column)?;
    Some(el("p").class("tensor-mark").child(format!(
        "From column {} on, with .x{}: register {}",
        region.column, whole.load.num, whole.register.register
    )))
}

fn found(all: &Details<'_>, found: &ReadPlanFinding) -> Element {
    let class = match found.severity {
        Severity::Error => "is-error",
        Severity::Warning => "is-warning",
        Severity::Note => "is-note",
    };
    let title = (found.severity != Severity::Note).then(|| el("b").child(found.title.clone()));
    let required = required_by(found.lint);
    // The repair of the first finding is in the title's row.
    let has_buttons = all.found.first().map(|first| &first.title) != Some(&found.title);
    let repairs = found.repairs.iter().filter(|_| has_buttons).map(|mend| {
        let change = mend.change.clone();
        el("button")
            .attr(Attr::Type, "button")
            .class("button")
            .on_click(all.on_read.reform(move |_: MouseEvent| change.clone()))
            .child(mend.label.clone())
    });
    el("div")
        .class("tensor-found")
        .class(class)
        .attr(Attr::Title, found.source)
        .child(icon(sign(found.severity)))
        .child(
            el("div")
                .child(title)
                .child(el("p").child(found.text.clone()))
                .child(required.map(|by| el("small").child(by.text())))
                .children(repairs),
        )
}

/// Contents of each CTA of a pair.
pub(super) fn pair(plan: &Plan, picture: &LoadPicture) -> Option<Element> {
    let mma = plan.mma;
    if mma.ctas() != 2 {
        return None;
    }
    let pair = Pair::new(mma.m, mma.n).ok()?;
    let range = |range: std::ops::Range<u32>| format!("{}–{}", range.start, range.end - 1);
    let is_sparse = picture.laid.sparsity == Sparsity::Sparse;
    let row = |cta: u32| {
        let (rows, columns) = pair.d(cta);
        let cells = [
            rows,
            columns,
            pair.operand(Operand::A, cta),
            pair.operand(Operand::B, cta),
        ];
        table::row(format!("CTA {cta}"), cells.map(range))
    };
    let a = match is_sparse {
        true => "A rows, stored",
        false => "A rows",
    };
    let table = table(
        "What each CTA holds",
        ["", "D rows", "D columns", a, "B columns"],
        [0, 1].map(row),
    );
    let has_a = plan.places.iter().any(|place| place.what == What::A);
    let words = match has_a {
        true => "B in shared memory, A and D in tensor memory, A and B with all of K",
        false => "A and B in shared memory, with all of K; D in tensor memory",
    };
    Some(
        el("div")
            .class("tensor-each")
            .child(
                el("h2")
                    .child("Each CTA holds")
                    .child(el("small").child(words)),
            )
            .child(table)
            .child(link_of_pair(&mma).map(|link| {
                el("p").child(
                    el("a")
                        .attr(Attr::Href, link)
                        .child("Descriptors and instruction descriptor of each CTA, in Build"),
                )
            })),
    )
}
