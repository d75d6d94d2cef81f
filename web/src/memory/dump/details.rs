//! Result for a dump: the layout and its descriptor, or its writer's error; and every other layout beside it.

use swizzle_core::reader::Said;
use swizzle_core::{Descriptor, FieldId, Named as _, Place, Spec};
use swizzle_dump::{Alternative, DumpRead, Fact, Form as FoundForm, Found, Readable};
use swizzle_infer::spec_from_said;
use swizzle_lints::{Finding, Repair, Severity, findings_from_spec};
use swizzle_text::grouped;
use swizzle_view::{Shown, link_from_shown};
use yew::prelude::*;

use super::Form;
use super::given::Recognized;
use crate::control::copy_button;
use crate::element::{Attr, Element, el, fragment};
use crate::memory::field::section;
use crate::view::tint;

/// The column.
pub(super) fn details(
    recognized: &Recognized,
    layout: usize,
    on_chosen: Callback<usize>,
    read: Option<&(Descriptor, DumpRead)>,
    against: (Option<Form>, Callback<Option<Form>>),
) -> Element {
    let chosen = recognized.chosen(layout);
    let Some(found) = recognized.found.get(chosen) else {
        return fragment()
            .child(
                section("No layout fits")
                    .attr(Attr::AriaLive, "polite")
                    .child(el("p").child("No canonical layout in any mode and phase matches most of the values; neither do rows of any pitch, padded or with units swapped."))
                    .child(el("p").class("hint").child("It helps to specify the size of the matrix and the right element width, and to fill each cell with its index.")),
            )
            .child(timing(recognized));
    };
    let is_readable = found.readable() != Readable::No;
    let read = read.map(|(typed, read)| typed_section(found, *typed, read));
    fragment()
        .child(verdict(found))
        .child(read)
        .child(writer(found))
        .child(xors(found))
        .child(descriptor(found, is_readable))
        .child(facts(found, recognized))
        .child(rivals(recognized, chosen, on_chosen))
        .child(alternatives(recognized, is_readable, against))
        .child(timing(recognized))
}

/// Layout that was found, or the cause of an error, with its fix.
fn verdict(found: &Found) -> Element {
    let class = match found.readable() {
        Readable::Yes => "is-good",
        Readable::WithBaseOffset(_) => "is-warning",
        Readable::No => "is-bad",
    };
    let name = match found.readable() {
        Readable::No => "Cause",
        Readable::Yes | Readable::WithBaseOffset(_) => "Layout found",
    };
    section(name)
        .class("memory-verdict")
        .class(class)
        .attr(Attr::AriaLive, "polite")
        .child(el("p").class("memory-found").child(found.text()))
        .child((found.readable() != Readable::No).then(|| {
            el("p")
                .class("memory-readable")
                .child(found.readable().text())
        }))
        .child(
            found
                .mend()
                .map(|mend| el("p").class("memory-mend").child(mend)),
        )
}

/// Read of a typed descriptor, its errors, and their repairs.
fn typed_section(found: &Found, typed: Descriptor, read: &DumpRead) -> Element {
    let (right, of) = read.right_of();
    let class = if right == of {
        "memory-good"
    } else {
        "memory-bad"
    };
    section("Typed descriptor")
        .child(el("p").class(class).child(format!(
            "{} of {} values are the expected ones, from (mn {}, k {}) on.",
            grouped(right),
            grouped(of),
            read.first.mn,
            read.first.k
        )))
        .child(findings(found, typed))
}

/// Errors and warnings on a descriptor.
fn findings(found: &Found, descriptor: Descriptor) -> Element {
    let said = found.said().map(|tile| Said {
        tile,
        ..Said::default()
    });
    // A layout that the atlas has no word for is shown by the picture alone.
    let spec = said.and_then(|said| spec_from_said(&said.with_given(descriptor)).ok());
    let all = spec.as_ref().map_or_else(Vec::new, findings_from_spec);
    let wrong = all
        .into_iter()
        .filter(|finding| finding.severity != Severity::Note);
    let repair = |repair: &Repair| {
        let descriptor = repair.descriptor.map(|mended| {
            let hex = format!("{:#018x}", mended.raw());
            fragment()
                .child(": ")
                .child(el("code").child(hex.clone()))
                .child(" ")
                .child(copy_button(hex, "descriptor"))
        });
        el("li").child(repair.label.clone()).child(descriptor)
    };
    let finding = |finding: Finding| {
        el("li").child(el("b").child(finding.title.clone())).child(
            el("ul")
                .class("memory-layouts")
                .children(finding.repairs.iter().map(repair)),
        )
    };
    el("ul")
        .class("memory-layouts")
        .children(wrong.map(finding))
}

/// The line of a writer that no descriptor reads, and how it is expected.
fn writer(found: &Found) -> Option<Element> {
    let [actual, expected] = found.writer_lines()?;
    let line = |name: &'static str, line: String| {
        fragment()
            .child(el("dt").child(name))
            .child(el("dd").child(el("code").child(line)))
    };
    Some(
        section("Writer: byte of each unit")
            .child(
                el("dl")
                    .class("dump-writer")
                    .child(line("Actual", actual))
                    .child(line("Expected", expected.clone())),
            )
            .child(copy_button(expected, "fixed line")),
    )
}

/// Value that each of eight rows is XORed with.
fn xors(found: &Found) -> Option<Element> {
    let xors = found.row_xors()?;
    let cell = |[actual, expected]: [u32; 2]| {
        let is_wrong = actual != expected;
        el("td")
            .class_if(is_wrong, "is-wrong")
            .child(actual.to_string())
            .child(is_wrong.then(|| el("small").child(expected.to_string())))
    };
    let head = |row: u32| el("th").attr(Attr::Scope, "col").child(row.to_string());
    let name = |name: &'static str| el("th").attr(Attr::Scope, "row").child(name);
    Some(
        section("XOR of each row").child(
            el("table")
                .class("dump-xors")
                .child(
                    el("thead").child(el("tr").child(name("row mod 8")).children((0..8).map(head))),
                )
                .child(
                    el("tbody").child(
                        el("tr")
                            .child(name("unit XOR"))
                            .children(xors.into_iter().map(cell)),
                    ),
                ),
        ),
    )
}

/// Returns the spec that reads it, or reads it once its writer is fixed, and the descriptor of its first step.
fn read_by(found: &Found) -> Option<(Spec, String)> {
    let said = Said {
        tile: found.readable_tile()?,
        ..Said::default()
    };
    let spec = spec_from_said(&said).ok()?;
    let hex = spec.descriptor(Place::default()).ok()?.to_string();
    Some((spec, hex))
}

/// The descriptor in one line, where its section is not at hand.
pub(super) fn brief(found: &Found) -> Option<Element> {
    let (_, hex) = read_by(found)?;
    let line = el("div").class("dump-brief");
    Some(
        line.child(el("small").child(descriptor_name(found)))
            .child(el("b").child(hex.clone()))
            .child(copy_button(hex, "descriptor")),
    )
}

/// Name of a layout's descriptor.
const fn descriptor_name(found: &Found) -> &'static str {
    match found.readable() {
        Readable::No => "Descriptor after the fix",
        Readable::Yes | Readable::WithBaseOffset(_) => "Descriptor",
    }
}

/// The descriptor that reads it, or that reads it once its writer is fixed.
fn descriptor(found: &Found, is_readable: bool) -> Option<Element> {
    let (spec, hex) = read_by(found)?;
    let shown = found.said().map(|tile| Shown {
        said: Said {
            tile,
            ..Said::default()
        },
        ..Shown::default()
    });
    let name = descriptor_name(found);
    let of = format!("{}, step 0 of {}", spec.reader().arch, spec.steps());
    let open = shown.map(|shown| {
        el("a")
            .class("button")
            .class_if(is_readable, "is-main")
            .attr(Attr::Href, link_from_shown(&shown))
            .child("Use as tile in the atlas")
    });
    let section = el("section")
        .class("memory-section")
        .child(el("h2").child(name).child(el("small").child(of)));
    Some(
        section
            .child(el("p").class("dump-hex").child(hex.clone()))
            .child(
                el("div")
                    .class("dump-buttons")
                    .child(copy_button(hex, "descriptor"))
                    .child(open),
            ),
    )
}

/// The colour of the field that a fact is of.
fn tint_of(fact: &Fact) -> &'static str {
    match fact.name {
        "Swizzle" => tint(FieldId::Swizzle),
        "LBO" => tint(FieldId::Lbo),
        "SBO" => tint(FieldId::Sbo),
        "Base offset" => tint(FieldId::BaseOffset),
        "Start" => tint(FieldId::Start),
        _ => "",
    }
}

/// The facts of the layout, and what the dump leaves open.
fn facts(found: &Found, recognized: &Recognized) -> Element {
    let fact = |fact: Fact| {
        fragment()
            .child(el("dt").class(tint_of(&fact)).child(fact.name))
            .child(
                el("dd")
                    .class_if(!fact.is_shown, "is-open")
                    .child(fact.value),
            )
    };
    let hint = |words: String| el("p").class("hint").child(words);
    let assumed = found.rests_on_its_extents(&recognized.asked).then(|| {
        format!(
            "{} × {} is assumed, because no size was specified: rows of a matrix of another width can contain the same bytes. Specify M, N or K.",
            found.shape.mn, found.shape.k
        )
    });
    let open = found
        .undetermined_text()
        .map(|names| format!("This dump does not show {names}; values of a packed tile are used."));
    section("Layout")
        .child(
            el("dl")
                .class("dump-facts")
                .children(found.facts().into_iter().map(fact)),
        )
        .child(found.open_start_text().map(|open| hint(format!("{open}."))))
        .child(open.map(hint))
        .child(assumed.map(hint))
}

/// The other layouts that fit as well, each to be looked at.
fn rivals(recognized: &Recognized, chosen: usize, on_chosen: Callback<usize>) -> Option<Element> {
    // A layout that a descriptor reads needs no second description as rows.
    let is_readable = recognized.found[0].readable() != Readable::No;
    let is_rival = |(at, found): &(usize, &Found)| {
        *at == chosen || !is_readable || found.readable() != Readable::No
    };
    let found = recognized.found.iter().enumerate().filter(is_rival);
    if found.clone().count() < 2 {
        return None;
    }
    let layouts = found.map(|(at, found)| {
        let on_chosen = on_chosen.reform(move |_: Event| at);
        let radio = el("input")
            .attr(Attr::Type, "radio")
            .attr(Attr::Name, "memory-layout")
            .checked(at == chosen)
            .on_change(on_chosen);
        el("li").child(
            el("label")
                .child(radio)
                .child(el("span").child(found.text())),
        )
    });
    Some(
        section("All matches").class("memory-rivals").child(
            el("div")
                .attr(Attr::Role, "radiogroup")
                .attr(Attr::AriaLabel, "All matches")
                .child(el("ul").class("memory-layouts").children(layouts)),
        ),
    )
}

/// How many cells each packed layout would place right; each can be looked at.
fn alternatives(
    recognized: &Recognized,
    is_readable: bool,
    (against, on_against): (Option<Form>, Callback<Option<Form>>),
) -> Element {
    let best = recognized.found.first();
    let row = |one: &Alternative| {
        let form = (one.swizzle, one.major);
        let is_it = best.is_some_and(|found| {
            found.form == FoundForm::Canonical(one.swizzle) && found.major == one.major
        });
        let is_shown = against == Some(form) || against.is_none() && is_it;
        let share = f64::from(one.right) / f64::from(one.of.max(1)) * 100.0;
        let next = (!is_shown).then_some(form).filter(|_| !is_it);
        let percent = match share {
            share if one.right == 0 || share >= 1.0 => format!("{share:.0} %"),
            share => format!("{share:.1} %"),
        };
        el("li").child(
            el("button")
                .attr(Attr::Type, "button")
                .attr(Attr::AriaPressed, if is_shown { "true" } else { "false" })
                .on_click(on_against.reform(move |_: MouseEvent| next))
                .child(el("span").child(format!(
                    "{}, {}-major",
                    one.swizzle.name(),
                    one.major.name()
                )))
                .child(
                    el("i")
                        .class_if(one.right == one.of, "is-whole")
                        .attr(Attr::Style, format!("--share:{share:.1}%")),
                )
                .child(el("b").child(grouped(one.right)))
                .child(el("small").child(percent)),
        )
    };
    let name = match is_readable {
        true => "Alternatives",
        false => "Closest layouts",
    };
    el("section")
        .class("memory-section")
        .child(
            el("h2")
                .child(name)
                .child(el("small").child("cells that match")),
        )
        .child(
            el("ul")
                .class("dump-alternatives")
                .children(recognized.alternatives.iter().map(row)),
        )
}

/// How much was looked at, and how long it took.
fn timing(recognized: &Recognized) -> Element {
    el("p")
        .class("hint memory-timing")
        .child(format!("Searched in {} ms.", recognized.took_ms))
}
