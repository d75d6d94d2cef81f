//! The way of a unit from its address to its byte.

use super::wires::{Wires, sums_of};
use super::*;

/// Properties of [`Trace`].
#[derive(Properties, PartialEq)]
pub struct TraceProps {
    /// The tile and its read.
    pub facts: Shared<Facts>,
    /// The unit that is followed.
    pub unit: Option<u32>,
    /// Width in pixels.
    pub width: f64,
    /// Which of the rings a writer left out: a bit each, from the lowest.
    #[prop_or_default]
    pub missing: u32,
}

/// The way of a unit from its address to its byte: wires, and the same in lines of sum.
#[component]
pub fn Trace(props: &TraceProps) -> Html {
    let TraceProps { facts, unit, width, missing } = props;
    let unit = unit.filter(|unit| facts.has(*unit));
    let (layout, at) = facts.law(unit.unwrap_or(0));
    let at = unit.map(|_| at);
    html! { <><div class="trace"><Wires {layout} {at} width={*width} missing={*missing} /></div>{ for unit.map(|unit| sums_of(facts, unit)) }</> }
}
