//! Changes of the parameters: as a link would have them, and those that stand for several keys.

use swizzle_core::Named as _;
use swizzle_params::Scalar;
use swizzle_tmem::plan::{Cell, What};
use swizzle_tmem::tensor_memory::{Alignment, COLUMNS, LANES, WARP_LANES};

use super::facts::Facts;
use super::shown::{Shown, Trip};
use super::table::{FORMS, FRAGMENTS, Field, HALVES, Key, PLACES_OF_A, SCALINGS, named, number};
use crate::link::{Form, FormKey, ScaleShown};

/// What is shown with another value, or with the computed one.
#[must_use]
pub fn set(shown: &Shown, key: Key, value: Option<Scalar>) -> Shown {
    let mut next = shown.clone();
    let number = match value {
        Some(Scalar::Number(number)) => Some(number),
        _ => None,
    };
    let text = match value {
        None => String::new(),
        Some(Scalar::Number(number)) => number.to_string(),
        Some(Scalar::Choice(name)) => name.to_owned(),
    };
    match (shown.trip, key) {
        (_, Key::Column(index)) => next.tensor = shown.tensor.with_column(index, number),
        (_, Key::Plan(key)) => {
            let planned = set(&shown.on_trip(Trip::Cell), Key::Of(key), value);
            next = planned.joined().on_trip(shown.trip);
        }
        (_, Key::Half(index)) => set_half(&mut next, index, text == HALVES[1]),
        (Trip::Scale, Key::Of("kind")) => {
            let at = SCALINGS.iter().position(|name| *name == text);
            let found = at.and_then(|at| ScaleShown::SCALINGS.get(at));
            next.scale = found.map_or(shown.scale, |(kind, vec)| {
                shown.scale.with_scaling(*kind, *vec)
            });
        }
        (Trip::Scale, Key::Of(key)) => {
            take(ScaleShown::KEYS, &mut next.scale, key, &text);
            next.scale = next.scale.within();
        }
        (Trip::Fragment, Key::Of(_)) => {
            if let Some(one) = FRAGMENTS.iter().find(|one| one.3 == text) {
                (next.lanes.fragment, next.lanes.fragment_bits) = (one.0, one.1);
            }
        }
        (Trip::Cell, Key::Of(key)) => set_of_cell(&mut next, key, &text),
    }
    next
}

/// Takes a value as a link would have it; one that the form refuses changes nothing.
fn take<T: Clone>(keys: &[FormKey<T>], shown: &mut T, key: &str, text: &str) {
    let Some(key) = keys.iter().find(|one| one.name == key) else {
        return;
    };
    let mut next = shown.clone();
    if (key.read)(&mut next, text).is_ok() {
        *shown = next;
    }
}

fn set_of_cell(next: &mut Shown, key: &'static str, text: &str) {
    let tensor = &mut next.tensor;
    let cell = tensor.cell;
    let at_lane = |lane: u32| Cell { lane, ..cell };
    match (key, text) {
        ("num", "") => tensor.num = None,
        ("allocated", "") => tensor.plan.allocated = None,
        ("reading", "") => tensor.plan.witness = None,
        ("cp", "none") => tensor.copy = None,
        ("form", name) => {
            let found = FORMS.iter().find(|(_, of)| *of == name);
            if let Some((form, _)) = found {
                *tensor = tensor.with_form(*form);
            }
        }
        ("a", name) => {
            let at = tensor
                .plan
                .places
                .iter()
                .position(|one| one.what == What::A);
            tensor.plan = match (name == PLACES_OF_A[0], at) {
                (true, None) => tensor.plan.with(What::A),
                (false, Some(at)) => tensor.plan.without(at),
                _ => return,
            };
        }
        ("add", name) => {
            if let Ok(what) = What::from_name(name) {
                tensor.plan = tensor.plan.with(what);
            }
        }
        ("warp", name) => {
            let warp = name.parse().unwrap_or(0);
            tensor.cell = at_lane(warp * WARP_LANES + cell.lane % WARP_LANES);
        }
        ("half", name) => {
            let first = if name == HALVES[1] { 16 } else { 0 };
            tensor.cell = at_lane(cell.lane / WARP_LANES * WARP_LANES + first + cell.lane % 16);
        }
        (key, text) => {
            take(Form::KEYS, tensor, key, text);
            let most = tensor.shape.most_repeats();
            tensor.num = tensor.num.filter(|num| *num <= most);
            let there = tensor.cell;
            if there != cell {
                tensor.cell = cell;
                *tensor = tensor.with_cell(there, tensor.selected);
            }
        }
    }
}

fn set_half(next: &mut Shown, index: usize, is_upper: bool) {
    let tensor = &mut next.tensor;
    if let Some(place) = tensor.plan.places.get_mut(index) {
        place.alignment = if is_upper {
            Alignment::Sixteen
        } else {
            Alignment::Zero
        };
        let lane = tensor.cell.lane / WARP_LANES * WARP_LANES + tensor.cell.lane % 16;
        tensor.cell.lane = lane + if is_upper { 16 } else { 0 };
    }
}

/// The parameters of a region: its first column, and the half of the lanes that it fills, where it fills half.
#[must_use]
pub fn region_fields(facts: &Facts, index: usize) -> Vec<Field> {
    let place = facts.shown.tensor.plan.places.get(index);
    let Some((region, place)) = facts.laid.region(index).zip(place) else {
        return Vec::new();
    };
    let columns = region.range();
    let (first, last, count) = (columns.start, columns.end - 1, region.columns);
    let mut all = vec![Field {
        key: Key::Column(index),
        label: format!("First column of {}", region.name),
        beside: "columns of the region",
        about: format!("{first}–{last}, {count} columns; {}", region.size),
        values: number(COLUMNS - 1, 4),
        value: region.column.into(),
        is_computed: true,
        is_auto: place.column.is_none(),
    }];
    if region.lanes.count() < LANES {
        let name = HALVES[usize::from(place.alignment == Alignment::Sixteen)];
        all.push(Field {
            key: Key::Half(index),
            label: format!("Lanes of {}", region.name),
            beside: "lanes of each warp that it fills",
            about: String::new(),
            values: named(&HALVES),
            value: Scalar::Choice(name),
            is_computed: false,
            is_auto: false,
        });
    }
    all
}
