//! Lanes, banks and wavefronts of an access; registers of a fragment; and what was measured.

use swizzle_code::number_from_text;
use swizzle_core::reader::VerdictKind;
use swizzle_core::{Element, Major, Named as _};
use swizzle_text::{VerdictLine, verdict_of_access, verdict_of_wires};
use swizzle_view::Route;
use swizzle_view::link::{LanesShown, LanesTab};
use swizzle_warp::{
    Access, Beside, Formula, LANE_HEADS, Preset, Spots, Wires, address_code, lane_rows,
    matrix_spots, side_by_side,
};
use yew::prelude::*;

use super::conflicts::Conflicts;
use super::costs::{costs, measured};
use super::field::{choose, list, names, section, setter, text};
use super::head::{Shown, part};
use super::lanes_matrix::lanes_matrix;
use super::lanes_tabs::tabs;
use super::pair::palette;
use super::registers::{Registers, chosen_fragment, fragments};
use super::three_wires::ThreeWires;
use crate::element::{Element as El, el, fragment};
use crate::hooks::use_value;
use crate::page::embedded::is_embedded;
use crate::page::listing::listing;
use crate::page::memory_parts::LANES;
use crate::page::sheets::use_sheet;
use crate::page::table::{self, table};
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

/// Results for an access that could be read.
#[derive(Clone, PartialEq)]
struct Read {
    access: Access,
    /// The access on every layout.
    all: Vec<Beside>,
    /// Places of the lanes in the matrix.
    matrix: Option<Spots>,
    typed: LanesShown,
    sides: (u32, u32),
}

/// A field at fault, and why.
type Fault = (&'static str, String);

/// Reads what was typed.
fn read(typed: &LanesShown) -> Result<Read, Vec<Fault>> {
    let sides = [("rows", &typed.rows), ("columns", &typed.columns)];
    let sides = sides.map(|(field, text)| number_from_text(text).map_err(|why| (field, why)));
    let mut faults: Vec<Fault> = sides
        .iter()
        .filter_map(|side| side.as_ref().err().cloned())
        .map(|(field, why)| (field, why.to_string()))
        .collect();
    let formula = Formula::parse(&typed.formula);
    let (formula, sides) = match (formula, sides) {
        (Ok(formula), [Ok(rows), Ok(columns)]) => (formula, (rows, columns)),
        (Err(why), _) => {
            faults.push(("formula", why.to_string()));
            return Err(faults);
        }
        (Ok(_), _) => return Err(faults),
    };
    let (access, element) = (typed.access, typed.element);
    let all = side_by_side(access, &formula, element, typed.major, sides);
    let all = all.map_err(|why| vec![("formula", why.to_string())])?;
    let matrix = matrix_spots(access, &formula, element, sides, &all[0].served).ok();
    Ok(Read {
        access,
        all,
        matrix,
        typed: typed.clone(),
        sides,
    })
}

#[component]
pub(super) fn LanesPart(props: &LanesProps) -> Html {
    let (opened, on_typed) = use_linked(&FORMAT);
    let sheet = use_sheet();
    let (lane, on_lane) = use_value(|| None::<u32>);
    let unopened = opened.unread();
    let typed = opened.shown;
    let result = read(&typed);
    // While something cannot be read, the picture of what could be stays.
    let known = use_mut_ref(|| None::<Read>);
    if let Ok(read) = &result {
        known.replace(Some(read.clone()));
    }
    let shown = known.borrow().clone();
    let form = typed.layout.beside_plain();
    let on_form = part_of(&typed, &on_typed, |typed, form| typed.layout = form);
    let on_tab = part_of(&typed, &on_typed, |typed, tab| typed.tab = tab);
    let tab = typed.tab;
    let (is_of_wires, is_open, on_fold) = use_wires(&typed);
    let line = match (tab, &result) {
        (LanesTab::Conflicts, Ok(_)) if is_of_wires && is_open && is_access_default(&typed) => {
            verdict_of_wires(typed.wires)
        }
        (LanesTab::Conflicts, Ok(read)) => verdict_of_access(&read.all, form),
        (LanesTab::Conflicts, Err(faults)) => {
            let (_, why) = &faults[0];
            VerdictLine::new(VerdictKind::Incomplete, why.clone())
        }
        (LanesTab::Registers, _) => {
            let grid = chosen_fragment((typed.fragment, typed.fragment_bits));
            VerdictLine::new(VerdictKind::Right, grid.text())
        }
        (LanesTab::Costs, _) => VerdictLine::new(
            VerdictKind::Right,
            "The swizzle changes what threads and TMA pay, not what the tensor core pays",
        ),
    };
    let line = line.as_far_as_read(unopened);
    let faults: &[Fault] = result.as_ref().err().map_or(&[], Vec::as_slice);
    let in_matrix = shown.as_ref().and_then(|read| read.matrix.as_ref());
    let in_matrix = in_matrix.map(|spots| lanes_matrix(spots, props.look, lane, &on_lane));
    let (title, facts, panel, answer) = match tab {
        LanesTab::Conflicts => (
            "Bank conflicts",
            format!("{}, lane → {}", typed.access.ptx(), typed.formula),
            access_form(&typed, &on_typed, faults).child(in_matrix),
            {
                let wires =
                    || three_wires(&typed, &on_typed, props.look, (is_open, on_fold.clone()));
                // The pictures come first, but where the page is about the wires.
                fragment()
                    .child(is_of_wires.then(wires))
                    .child(shown.as_ref().map(|read| {
                        html! {
                            <Conflicts
                                access={read.access} all={read.all.clone()} {form} {on_form} look={props.look}
                                at={lane} on_at={on_lane.clone()}
                            />
                        }
                    }))
                    .child((!is_of_wires).then(wires))
                    .child(shown.as_ref().map(more))
            },
        ),
        LanesTab::Registers => {
            let on_chosen = part_of(&typed, &on_typed, |typed, chosen| {
                (typed.fragment, typed.fragment_bits) = chosen;
            });
            let chosen = (typed.fragment, typed.fragment_bits);
            (
                "Registers to matrix",
                "Which thread and register holds each element".into(),
                fragment().child(section("Fragment").child(fragments(chosen, on_chosen))),
                fragment().child(html! { <Registers {chosen} look={props.look} /> }),
            )
        }
        LanesTab::Costs => (
            "What a layout costs",
            "Measured on H200".into(),
            measured(),
            costs(),
        ),
    };
    let legend = match tab {
        LanesTab::Registers => Some(palette(props.look, "Colour: register mod 8.")),
        LanesTab::Conflicts => Some(palette(props.look, "Number: lane. Colour: wavefront.")),
        LanesTab::Costs => None,
    };
    part(
        &LANES,
        Shown {
            title: Some(title),
            line: &line,
            on_repair: &part_of(&typed, &on_typed, |typed, form| typed.layout = form),
            notices: &opened.notices,
            facts: Some(facts),
            form: panel,
            tools: Some(fragment().child(tabs(tab, on_tab)).child(legend)),
            answer,
            details: None,
            sheet,
        },
    )
    .into()
}

/// Whether nothing but wires was chosen.
fn is_access_default(typed: &LanesShown) -> bool {
    let wires = typed.wires;
    *typed
        == LanesShown {
            wires,
            ..LanesShown::default()
        }
}

/// Whether the page is about the wires, since the link that opened it closes some, or no more than they are embedded; whether they
/// are unfolded, and what folds them.
#[hook]
fn use_wires(typed: &LanesShown) -> (bool, bool, Callback<bool>) {
    let is_closed = typed.wires != Wires::OPEN;
    let is_of_wires = *use_memo((), |()| is_closed || is_embedded());
    let (said, on_said) = use_value(|| None::<bool>);
    let is_open = said.unwrap_or(is_of_wires || is_closed);
    (is_of_wires, is_open, on_said.reform(Some))
}

/// A swizzle as three wires.
fn three_wires(
    typed: &LanesShown,
    on_typed: &Callback<LanesShown>,
    look: Look,
    (is_open, on_fold): (bool, Callback<bool>),
) -> Html {
    let wires = typed.wires;
    let on_wires = part_of(typed, on_typed, |typed, wires| typed.wires = wires);
    html! { <ThreeWires {wires} {on_wires} {look} {is_open} {on_fold} /> }
}

/// Form with the settings of an access.
fn access_form(typed: &LanesShown, on_typed: &Callback<LanesShown>, faults: &[Fault]) -> El {
    let set = setter(typed, on_typed);
    let on_preset = part_of(typed, on_typed, |typed, text: String| {
        if let Ok(preset) = Preset::from_name(&text) {
            *typed = typed.with_preset(preset);
        }
    });
    let fault = |of: &str| {
        let fault = faults.iter().find(|(field, _)| *field == of);
        fault.map(|(_, why)| why.as_str())
    };
    let access = section("Access")
        .child(
            list(
                "Access",
                names(|one: Preset| one.text().into()),
                typed.preset.name(),
                on_preset,
            )
            .class("is-tall"),
        )
        .child(
            list(
                "Instruction",
                names(|one: Access| one.ptx().into()),
                typed.access.name(),
                set(|typed, text| choose(&mut typed.access, &text)),
            )
            .class("is-tall"),
        )
        .child(
            text(
                "lane → (row, column)",
                &typed.formula,
                "(lane, 0)",
                fault("formula"),
                set(|typed, text| typed.formula = text),
            )
            .class("is-tall"),
        )
        .child(el("p").class("hint").child(
            "A formula can use lane, width (elements of a lane), rows, columns and the operators of C.",
        ));
    let matrix = section("Matrix")
        .child(list(
            "Element",
            names(|one: Element| one.name().into()),
            typed.element.name(),
            set(|typed, text| choose(&mut typed.element, &text)),
        ))
        .child(list(
            "Rows along",
            names(|one: Major| one.name().into()),
            typed.major.name(),
            set(|typed, text| choose(&mut typed.major, &text)),
        ))
        .child(text(
            "Rows",
            &typed.rows,
            "64",
            fault("rows"),
            set(|typed, text| typed.rows = text),
        ))
        .child(text(
            "Columns",
            &typed.columns,
            "64",
            fault("columns"),
            set(|typed, text| typed.columns = text),
        ));
    fragment().child(access).child(matrix)
}

/// Every lane's address on the layout beside plain rows, and the code that computes it.
fn more(read: &Read) -> Option<El> {
    let form = read.typed.layout.beside_plain();
    let one = read.all.iter().find(|one| one.form == form)?;
    let layout = form.layout(
        read.typed.element,
        read.typed.major,
        read.sides.0,
        read.sides.1,
    );
    let code = address_code(read.access, &read.typed.formula, &layout, read.sides).ok();
    let rows = lane_rows(&one.lanes, &one.served)
        .into_iter()
        .map(|[lane, cells @ ..]| table::row(lane, cells));
    Some(
        el("details")
            .class("memory-more")
            .child(el("summary").child(format!("Addresses and code of {}", form.text())))
            .child(
                el("div")
                    .class("lanes-more")
                    .child(table("Lanes", LANE_HEADS, rows))
                    .child(code.map(|code| listing("address computation", code.text))),
            ),
    )
}
