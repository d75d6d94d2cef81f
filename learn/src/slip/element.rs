//! Slips on the way to an element's address, and to a step's.

use swizzle_core::words::quantity;
use swizzle_core::{Coord, Major, Spec};

use super::neighbour::{exchanged, neighbours};
use super::sentence::*;

pub(super) fn of_element(spec: &Spec, what: &str, at: Coord) -> Slips {
    let of = |what: &str, at: Coord| {
        Some(
            quantity(spec, &format!("{what} {} {}", at.mn, at.k))
                .ok()?
                .value,
        )
    };
    let tile = spec.tile();
    let start = u64::from(spec.layout().start_bytes());
    let across = match tile.major {
        Major::K => at.mn,
        Major::Mn => at.k,
    };
    let mut slips: Slips = match what {
        "byte" => {
            let t = tile.element.per_unit();
            let first = match tile.major {
                Major::K => Coord {
                    k: at.k / t * t,
                    ..at
                },
                Major::Mn => Coord {
                    mn: at.mn / t * t,
                    ..at
                },
            };
            let swapped = exchanged(spec.layout()).byte_from_element(at).byte;
            vec![
                (of("absolute", at), BEFORE_XOR),
                (
                    of("byte", at).map(|byte| byte.wrapping_sub(start)),
                    DISTANCE,
                ),
                (of("offset", at), DISTANCE),
                (of("byte", first), FIRST_OF_UNIT),
                (Some(swapped.into()), EXCHANGED),
            ]
        }
        "offset" => vec![(of("absolute", at), ADDRESS), (of("byte", at), ADDRESS)],
        "phase" => {
            let line = of("absolute", at).map(|absolute| absolute >> 7);
            let phases = quantity(spec, "phases").map_or(1, |phases| phases.value);
            let offset = u64::from(spec.layout().params().base_offset);
            vec![
                (line.map(|line| line % phases), OFFSET_LEFT),
                (line.map(|line| (line + offset) % phases), OFFSET_ADDED),
                (Some(across.into()), ROW_NUMBER),
                (line, NOT_MODULO),
            ]
        }
        "unit_in_line" => vec![
            (of("unit_before", at), UNIT_BEFORE),
            (of("phase", at), IS_PHASE),
            (
                of("unit_before", at)
                    .zip(of("phase", at))
                    .map(|(unit, phase)| unit + phase),
                IS_SUM,
            ),
        ],
        "bank" => vec![
            (of("unit_in_line", at), LINE_UNIT),
            (
                of("absolute", at).map(|absolute| absolute / 4 % 32),
                BEFORE_XOR,
            ),
        ],
        _ => Vec::new(),
    };
    let near = neighbours(spec, at)
        .map(|(near, sentence)| (near.and_then(|near| of(what, near)), sentence));
    slips.extend(near);
    slips
}

pub(super) fn of_start(spec: &Spec, step: u32) -> Slips {
    let start = |step: u32| Some(quantity(spec, &format!("start {step}")).ok()?.value);
    let number = |name: &str| Some(quantity(spec, name).ok()?.value);
    let first = start(0);
    let behind = |bytes: Option<u64>| Some(first? + bytes?);
    let straight = number("read_k_bytes").map(|bytes| bytes * u64::from(step));
    vec![
        (behind(straight), WALKED_ON),
        (start(step + 1), STEP_ON),
        (step.checked_sub(1).and_then(start), STEP_BACK),
        (behind(number("sbo_bytes")), ONE_STRIDE),
        (behind(number("lbo_bytes")), ONE_STRIDE),
        (
            start(step).zip(first).map(|(start, first)| start - first),
            DISTANCE,
        ),
    ]
}
