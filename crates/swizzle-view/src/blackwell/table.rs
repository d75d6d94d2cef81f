//! What can be changed on the page of Blackwell: the parameters of the links of its three trips. The page's sentence and its list
//! of all parameters are views of them.

use super::*;
use crate::link::{HALVES, Parameter, parameter, with_value};
use swizzle_lints::order_text;
use swizzle_params::{Row, Scalar, Values};
use swizzle_tmem::tensor_memory::Alignment;

/// What a control changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// A parameter of the link of the trip in view.
    Of(&'static str),
    /// The same of the plan, on another trip.
    Plan(&'static str),
    /// The first column of a region.
    Column(usize),
    /// The half of the lanes of each warp that a region fills.
    Half(usize),
}

/// The sentence of a trip, and the line on what is followed, with keys in braces; `element` is what is looked for. On the way of a
/// plan's factor, the sentence is the plan's.
pub const fn sentences(trip: Trip) -> [&'static str; 2] {
    match trip {
        Trip::Scale => [
            "{scaling}: {operand} of {rows} rows and {blocks} K blocks, written {written}, {cta_group}, from {start} to column {column}",
            "of row {row}, block {block}, from shared memory to the multiply",
        ],
        Trip::Cell => [
            "{kind} with M {m}, N {n}, K {k}, a factor for each {vec}, {form}, A in {a}, read by {shape}",
            "{element}, from tensor memory to a register",
        ],
        Trip::Fragment => [
            "Registers: {registers}, operand {operand}",
            "Point at a cell or at a register to see where it is in both",
        ],
    }
}

/// The sections of the parameters of a trip, each with its keys.
pub fn sections(trip: Trip) -> Vec<(&'static str, Vec<&'static str>)> {
    fn keys<T: Form>() -> Vec<(&'static str, Vec<&'static str>)> {
        let section = |(name, all): &(&'static str, &'static [_])| {
            let all = all.iter().filter(|one: &&Parameter<T>| !one.label.is_empty());
            (*name, all.map(|one| one.key).collect())
        };
        T::TABLE.iter().map(section).collect()
    }
    match trip {
        Trip::Scale => keys::<ScaleShown>(),
        Trip::Cell => keys::<TensorMemoryShown>(),
        Trip::Fragment => keys::<LanesShown>().split_off(1),
    }
}

/// A parameter of a trip, with what it changes; none where it does not matter.
pub fn row(facts: &Facts, trip: Trip, key: &'static str) -> Option<(Key, Row)> {
    fn of<T: Form>(shown: &T, key: &str) -> Option<Row> {
        parameter(T::TABLE, key)?.row(shown, shown)
    }
    let shown = &facts.shown;
    let row = match trip {
        Trip::Scale => of(&shown.scale, key),
        Trip::Cell => of(&shown.tensor, key),
        Trip::Fragment => of(&*shown.lanes, key),
    };
    let row = Row { about: about(facts, key), ..row? };
    let key = if trip == shown.trip { Key::Of(key) } else { Key::Plan(key) };
    Some((key, row))
}

/// What a value means, where its name does not say it.
fn about(facts: &Facts, key: &str) -> String {
    let (shown, scale) = (&facts.shown, &facts.shown.scale);
    match (shown.trip, key) {
        (Trip::Scale, "rows") => facts.rows_text(),
        (Trip::Scale, "blocks") => {
            let (k, vec) = (scale.blocks * scale.vec, scale.vec);
            format!("K = {k}: {vec} elements for each factor.")
        }
        (Trip::Scale, "written" | "read") if scale.written != scale.read => {
            format!("written {}, read {}", order_text(scale.written), order_text(scale.read))
        }
        _ => String::new(),
    }
}

/// What is shown with another value, or with the computed one.
pub fn set(shown: &Shown, key: Key, value: Option<Scalar>) -> Shown {
    let mut next = shown.clone();
    match (shown.trip, key) {
        (_, Key::Column(index)) => {
            let column = value.and_then(Scalar::number);
            next.tensor = shown.tensor.with_column(index, column);
        }
        (_, Key::Plan(key)) => {
            let planned = set(&shown.on_trip(Trip::Cell), Key::Of(key), value);
            next = planned.joined().on_trip(shown.trip);
        }
        (_, Key::Half(index)) => {
            let is_upper = value == Some(Scalar::Choice(HALVES[1]));
            set_half(&mut next, index, is_upper);
        }
        (Trip::Scale, Key::Of(key)) => next.scale = with_value(&shown.scale, key, value),
        (Trip::Cell, Key::Of(key)) => next.tensor = with_value(&shown.tensor, key, value),
        (Trip::Fragment, Key::Of(key)) => *next.lanes = with_value(&*shown.lanes, key, value),
    }
    next
}

fn set_half(next: &mut Shown, index: usize, is_upper: bool) {
    let tensor = &mut next.tensor;
    if let Some(place) = tensor.plan.places.get_mut(index) {
        place.alignment = if is_upper { Alignment::Sixteen } else { Alignment::Zero };
        let lane = tensor.cell.lane / WARP_LANES * WARP_LANES + tensor.cell.lane % 16;
        tensor.cell.lane = lane + if is_upper { 16 } else { 0 };
    }
}

/// The parameters of a region: its first column, and the half of the lanes that it fills, where it fills half.
pub fn region_rows(facts: &Facts, index: usize) -> Vec<(Key, Row)> {
    let place = facts.shown.tensor.plan.places.get(index);
    let Some((region, place)) = facts.laid.region(index).zip(place) else {
        return Vec::new();
    };
    let columns = region.range();
    let (first, last, count) = (columns.start, columns.end - 1, region.columns);
    let column = Row {
        label: format!("First column of {}", region.name),
        beside: "columns of the region".into(),
        about: format!("{first}–{last}, {count} columns; {}", region.size),
        values: Values::number(0, COLUMNS - 1, 4),
        value: region.column.into(),
        is_auto: place.column.is_none(),
        is_kept: true,
        is_free: false,
    };
    let mut all = vec![(Key::Column(index), column)];
    if region.lanes.count() < LANES {
        let name = HALVES[usize::from(place.alignment == Alignment::Sixteen)];
        let label = format!("Lanes of {}", region.name);
        let half = Row {
            beside: "lanes of each warp that it fills".into(),
            ..Row::free(&label, Values::names(&HALVES), Scalar::Choice(name))
        };
        all.push((Key::Half(index), half));
    }
    all
}
