//! Lanes, banks and wavefronts of an access.

use swizzle_code::number_from_text;
use swizzle_core::reader::VerdictKind;
use swizzle_core::{Element, Major, Named as _};
use swizzle_text::{VerdictLine, verdict_of_access};
use swizzle_view::Route;
use swizzle_view::link::LanesShown;
use swizzle_warp::{
    Access, Beside, Form, Formula, Preset, address_code, conflict_text, matrix_spots, side_by_side,
};
use yew::prelude::*;

use super::conflicts::Conflicts;
use super::costs::costs;
use super::field::{choose, list, listing, names, section, setter, text};
use super::head::{LANES, Shown, part};
use super::registers::Registers;
use super::served::Served;
use crate::element::{Attr, Element as El, el, fragment};
use crate::page::sheets::use_sheet;
use crate::page::{Format, Look, part_of, use_linked};

/// How it is kept in the address.
static FORMAT: Format<LanesShown> =
    Format::of_form(|route| matches!(route, Route::Memory(Some("lanes"))));

/// Properties of [`LanesPart`].
#[derive(Properties, PartialEq)]
pub(super) struct LanesProps {
    /// Theme and colours.
    pub(super) look: Look,
}

#[component]
pub(super) fn LanesPart(props: &LanesProps) -> Html {
    let (opened, on_typed) = use_linked(&FORMAT);
    let sheet = use_sheet();
    let unopened = opened.unread();
    let typed = opened.shown;
    let set = setter(&typed, &on_typed);
    let on_preset = part_of(&typed, &on_typed, |typed, text: String| {
        if let Ok(preset) = Preset::from_name(&text) {
            *typed = typed.with_preset(preset);
        }
    });
    let (access, element, major) = (typed.access, typed.element, typed.major);
    let (rows, columns) = (
        number_from_text(&typed.rows),
        number_from_text(&typed.columns),
    );
    let wrong = [&rows, &columns].map(|number| number.as_ref().err().map(ToString::to_string));
    let formula = Formula::parse(&typed.formula);
    let sides = rows.ok().zip(columns.ok());
    let all = match (&formula, sides) {
        (Ok(formula), Some(sides)) => Some(side_by_side(access, formula, element, major, sides)),
        _ => None,
    };
    let fault = match (&formula, &all) {
        (Err(why), _) | (_, Some(Err(why))) => Some(why.to_string()),
        _ => None,
    };
    let form = el("div")
        .class("memory-fields")
        .child(
            list(
                "Access",
                names(|one: Preset| one.text()),
                typed.preset.name(),
                on_preset,
            )
            .class("is-wide"),
        )
        .child(
            list(
                "Instruction",
                names(|one: Access| one.ptx().into()),
                access.name(),
                set(|typed, text| choose(&mut typed.access, &text)),
            )
            .class("is-wide"),
        )
        .child(
            text(
                "lane → (row, column)",
                &typed.formula,
                "(lane, 0)",
                fault.as_deref(),
                set(|typed, text| typed.formula = text),
            )
            .class("is-wide"),
        )
        .child(list(
            "Element",
            names(|one: Element| one.name().into()),
            element.name(),
            set(|typed, text| choose(&mut typed.element, &text)),
        ))
        .child(list(
            "Rows along",
            names(|one: Major| one.name().into()),
            major.name(),
            set(|typed, text| choose(&mut typed.major, &text)),
        ))
        .child(text(
            "Rows",
            &typed.rows,
            "64",
            wrong[0].as_deref(),
            set(|typed, text| typed.rows = text),
        ))
        .child(text(
            "Columns, elements",
            &typed.columns,
            "64",
            wrong[1].as_deref(),
            set(|typed, text| typed.columns = text),
        ));
    let line = match &all {
        Some(Ok(all)) => verdict_of_access(all, typed.layout),
        _ => VerdictLine::new(VerdictKind::Incomplete, "No access to judge"),
    };
    let line = line.as_far_as_read(unopened);
    let on_form = part_of(&typed, &on_typed, |typed, form| typed.layout = form);
    let answer = match (&all, sides) {
        (Some(Ok(all)), Some(sides)) => {
            let chosen = all.iter().find(|one| one.form == typed.layout);
            let one = chosen.unwrap_or(&all[0]);
            let layout = one.form.layout(element, major, sides.0, sides.1);
            let producer = address_code(access, &typed.formula, &layout, sides)
                .ok()
                .map(|code| code.text);
            let matrix = formula.as_ref().ok().and_then(|formula| {
                matrix_spots(access, formula, element, sides, &one.served).ok()
            });
            fragment()
                .child(html! {
                    <Conflicts {access} all={all.clone()} form={one.form} on_form={on_form.clone()} look={props.look} />
                })
                .child(beside(all, one.form, on_form.clone()))
                .child(html! { <Served one={one.clone()} {matrix} /> })
                .child(producer.map(producer_code))
        }
        _ => fragment(),
    };
    let answer = fragment()
        .child(answer)
        .child(html! {
            <Registers
                chosen={(typed.fragment, typed.fragment_bits)}
                on_chosen={part_of(&typed, &on_typed, |typed, chosen| {
                    (typed.fragment, typed.fragment_bits) = chosen;
                })}
            />
        })
        .child(costs());
    let hint = el("p").class("hint").child(
        "A formula can use lane, width (elements of a lane), rows, columns and the operators of C.",
    );
    part(
        &LANES,
        Shown {
            line: &line,
            on_repair: &on_form,
            notices: &opened.notices,
            facts: None,
            form: fragment().child(form).child(hint),
            tools: None,
            answer,
            details: None,
            sheet,
        },
    )
    .into()
}

/// The same access on every form of the rows.
fn beside(all: &[Beside], chosen: Form, on_form: Callback<Form>) -> El {
    let row = |one: &Beside| {
        let form = one.form;
        let on_change = on_form.reform(move |_: Event| form);
        let radio = el("input")
            .attr(Attr::Type, "radio")
            .attr(Attr::Name, "memory-form")
            .checked(form == chosen)
            .on_change(on_change);
        let label = el("label").child(radio).child(" ").child(one.form.text());
        let cell = |text: String| el("td").child(text);
        el("tr")
            .child(el("th").attr(Attr::Scope, "row").child(label))
            .child(cell(conflict_text(&one.served)))
            .child(cell(one.served.count().to_string()))
            .child(cell(one.served.conflicts().to_string()))
    };
    let heads = ["layout", "conflict", "wavefronts", "conflicts"];
    let head = |head: &'static str| el("th").attr(Attr::Scope, "col").child(head);
    section("Side by side").child(
        el("table")
            .class("memory-table memory-beside")
            .child(el("thead").child(el("tr").children(heads.map(head))))
            .child(el("tbody").children(all.iter().map(row))),
    )
}

/// The producer's address computation.
fn producer_code(text: String) -> El {
    section("Code of the producer").child(listing("address computation", text))
}
