//! Registers of a fragment: a tab of links of accesses, whose other contents are on the page Why.

use swizzle_core::reader::VerdictKind;
use swizzle_text::VerdictLine;
use swizzle_view::Route;
use swizzle_view::link::LanesShown;
use yew::prelude::*;

use super::field::section;
use super::head::{Shown, part};
use super::pair::palette;
use super::registers::{Registers, chosen_fragment, fragments};
use crate::element::fragment;
use crate::page::memory_parts::LANES;
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
    let typed = &opened.shown;
    let chosen = (typed.fragment, typed.fragment_bits);
    let on_chosen = part_of(typed, &on_typed, |typed, chosen| {
        (typed.fragment, typed.fragment_bits) = chosen;
    });
    let line: VerdictLine<()> =
        VerdictLine::new(VerdictKind::Right, chosen_fragment(chosen).text());
    let line = line.as_far_as_read(opened.unread());
    part(
        &LANES,
        Shown {
            title: Some("Registers to matrix"),
            line: &line,
            on_repair: &Callback::noop(),
            notices: &opened.notices,
            facts: Some("Which thread and register holds each element".into()),
            form: fragment().child(section("Fragment").child(fragments(chosen, on_chosen))),
            tools: Some(palette(props.look, "Colour: register mod 8.")),
            answer: fragment().child(html! { <Registers {chosen} look={props.look} /> }),
            details: None,
            sheet,
        },
    )
    .into()
}
