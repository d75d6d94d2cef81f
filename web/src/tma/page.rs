//! The page of a box: what the driver makes of its map, where it lands, and whether a descriptor reads that.

use std::rc::Rc;

use swizzle_core::reader::VerdictKind;
use swizzle_core::tma::{DataType, MapSwizzle};
use swizzle_core::{Descriptor, Named as _};
use swizzle_lints::tma::DriverEnum as _;

use swizzle_text::data_type_text;
use swizzle_view::link::{TmaShown, pair_to_complete};
use swizzle_view::{Route, link_from_shown};
use yew::prelude::*;

use super::aside::Column;
use super::facts::{Facts, mend};
use super::scale;
use super::scenes::scenes;
use super::table::{DRAWER, fault_name, row};
use crate::browser;
use crate::check::facts::Facts as TileFacts;
use crate::frame::{
    Aside, Foot, Form, Frame, NARROW, PageProps, Steps, Work, cell_side, chip, fixes, number_words,
    rows, title, use_desk,
};
use crate::kit::{Shared, icon, in_groups, p};
use crate::page::{Format, part_of, use_linked};

/// How what was typed is kept in the address.
static FORMAT: Format<TmaShown> =
    Format::of_form(|route| matches!(route, Route::Memory(Some("tma"))));

/// Examples: name, whether the descriptor reads what the box writes, and what its link says.
const EXAMPLES: [(&str, bool, &str); 4] = [
    ("Correct", true, ""),
    ("No swizzle", false, "?swizzle=none"),
    ("Too large", false, "?box=80,300"),
    (
        "Padded fp4",
        true,
        "?arch=sm_100&data_type=16U4_ALIGN16B&box=128,128&element=e2m1&descriptor=",
    ),
];

/// The whole page.
#[component]
pub fn Tma(props: &PageProps) -> Html {
    let (opened, on_typed) = use_linked(&FORMAT);
    let desk = use_desk(props, (), |_| false);
    let drawn = use_memo(opened.shown.clone(), |typed| {
        let facts = Facts::of(typed);
        let landed = facts.landed.as_ref();
        let tile = landed.and_then(|landed| TileFacts::of(&landed.shown).ok());
        let scenes = landed.zip(facts.map.as_ref()).map(|(landed, map)| {
            let (all, got) = scenes(landed, map);
            (all.map(Shared::new).to_vec(), got)
        });
        (
            Shared::new(facts),
            tile.map(Shared::new),
            scenes.unwrap_or_default(),
        )
    });
    use_effect_with((), |()| browser::set_title("TMA box – Swizzle Atlas"));
    let Some(desk) = desk else {
        return Html::default();
    };
    let (facts, tile, (all, got)) = (*drawn).clone();
    let line = facts.line().as_far_as_read(opened.unread());
    let column = Column {
        facts: facts.clone(),
        tile,
        desk: desk.clone(),
        on_repair: part_of(&opened.shown, &on_typed, mend),
    };
    let on_descriptor = part_of(
        &opened.shown,
        &on_typed,
        |typed, descriptor: Option<Descriptor>| {
            typed.descriptor =
                descriptor.map_or_else(String::new, |descriptor| descriptor.to_string());
        },
    );
    let fault = |key: &str| facts.fault(&fault_name(key));
    let form = Form {
        shown: &opened.shown,
        on: &on_typed,
        fault: &fault,
        desk: &desk,
    };
    let landed = facts.landed.as_ref();
    let instead = landed.is_none().then(|| refused(&facts, desk.window));
    let draw = {
        let column = column.clone();
        move |unit: Option<u32>, width: f64| column.draw(unit, width)
    };
    let typed = landed
        .and_then(|landed| landed.met.as_ref())
        .map(|(descriptor, _)| *descriptor);
    let under = landed.map_or_else(Html::default, |landed| {
        html! { <Steps shown={landed.shown} {typed} on={on_descriptor.clone()} /> }
    });
    let frame = Frame {
        notices: opened.notices.clone(),
        title: title(&line),
        verdict: line.kind.name(),
        buttons: fixes(line.repairs.first(), &column.on_repair),
        compare: landed.map(|landed| pair_to_complete(&link_from_shown(&landed.shown))),
        sentence: sentence(&form, &facts),
        is_wrong: line.kind == VerdictKind::Wrong,
        work: html! { <Work scenes={all} {got} picture={(instead, None)} {under} aside={Rc::new(draw) as Aside} desk={desk.clone()} /> },
        asides: [
            column.draw(None, 320.0),
            column.draw(desk.look.pinned, 320.0),
        ],
        drawer: drawer(&form, &facts.typed),
        foot: foot(&facts, &on_descriptor),
        below: column.below(),
        ..Frame::default()
    };
    frame.draw(props, &desk)
}

/// The map as a sentence, behind the chip that has its arguments.
fn sentence(form: &Form<'_, TmaShown>, facts: &Facts) -> Html {
    let (shown, map) = (form.shown, &form.shown.map);
    let word = |key: &str, text: &str| form.word(row(key), text);
    let function = if map.is_im2col() {
        "cuTensorMapEncodeIm2col"
    } else {
        "cuTensorMapEncodeTiled"
    };
    let arguments = || {
        let all = facts.arguments().into_iter();
        rows("", all.map(|(one, _)| (one.name, one.value.into(), "")))
    };
    let chip = chip(
        form.desk,
        "Arguments",
        "dump-input",
        function.into(),
        arguments,
    );
    let of_box = match map.is_im2col() {
        true => {
            html! { <>{ word("channels", &map.channels) }{ " channels × " }{ word("pixels", &map.pixels) }{ " pixels of " }</> }
        }
        false => {
            html! { <>{ "A " }{ word("box", &number_words(&map.box_elements)) }{ " box of " }</> }
        }
    };
    let swizzle = match MapSwizzle::from_any(&map.swizzle) {
        Ok(MapSwizzle::None) => "no swizzle".into(),
        Ok(swizzle) => format!("{} swizzle", swizzle.name()),
        Err(_) => map.swizzle.clone(),
    };
    html! {
        <>
            { chip }{ of_box }{ word("data_type", DataType::from_any(&map.data_type).map_or(&*map.data_type, |one| data_type_text(one))) }{ " from a " }{ word("extents", &number_words(&map.extents)) }{ " matrix, " }{ word("swizzle", &swizzle) }
            { ", to " }{ word("destination", &shown.destination) }{ " on " }{ word("arch", shown.target.name()) }
        </>
    }
}

/// All values, in their sections; and the examples.
fn drawer(form: &Form<'_, TmaShown>, typed: &TmaShown) -> Html {
    let map = &typed.map;
    let rare = [
        &map.channels,
        &map.pixels,
        &map.lower_corner,
        &map.upper_corner,
        &map.l2_promotion,
        &map.oob_fill,
    ];
    let is_used = rare.iter().any(|value| !value.trim().is_empty());
    let section = |(at, (name, keys)): (usize, &(&'static str, &[&'static str]))| {
        let fields = keys.iter().map(|key| form.field(row(key)));
        match at + 1 == DRAWER.len() {
            true => {
                html! { <details open={is_used}><summary class="s">{ *name }</summary>{ for fields }</details> }
            }
            false => html! { <section><h3 class="title">{ *name }</h3>{ for fields }</section> },
        }
    };
    let example = |(name, is_right, query): (&'static str, bool, &'static str)| {
        let (tone, drawing) = if is_right {
            ("is-good", icon::GOOD)
        } else {
            ("is-wrong", icon::ERROR)
        };
        let href = format!("{}{query}", Route::Memory(Some("tma")).address());
        html! { <a class={classes!("item", tone)} {href}>{ icon(drawing) }{ name }</a> }
    };
    html! { <>{ for DRAWER.iter().enumerate().map(section) }<section aria-label="Examples"><h3 class="title">{ "Examples" }</h3>{ for EXAMPLES.map(example) }</section></> }
}

/// In place of the squares: the box that is refused, to scale, if that is what is wrong.
fn refused(facts: &Facts, window: (f64, f64)) -> Html {
    let side = if window.0 < NARROW {
        window.0 - 92.0
    } else {
        16.0 * cell_side(window)
    };
    match facts.map.as_ref().zip(facts.repaired()) {
        Some((map, legal)) => scale::refused(map, &legal, side),
        None => p(
            "q",
            "No box is drawn and nothing is compared: the copy does not take place.",
        ),
    }
}

/// The bits of the descriptor that was typed, or of the one that reads the box; of a map that is refused, the arguments at fault.
fn foot(facts: &Facts, on: &Callback<Option<Descriptor>>) -> Html {
    let Some(landed) = &facts.landed else {
        let mut refused = facts.arguments().into_iter().filter(|one| one.1).peekable();
        return match refused.peek() {
            Some(_) => rows(
                "m",
                refused.map(|(one, _)| (one.name, in_groups(&one.value).into(), "is-wrong")),
            ),
            None => p("l b", "No copy"),
        };
    };
    match landed.met.is_some() || landed.is_readable {
        true => html! { <Foot shown={landed.shown} on={on.clone()} /> },
        false => p("l b", "No descriptor reads this box"),
    }
}
