//! Slips on the way to an element's address, and to a step's.

use swizzle_core::hardware::UNIT_BYTES;
use swizzle_core::words::quantity;
use swizzle_core::{Coord, Major, Spec, Swizzle};

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
    let first = first_of_unit(spec, at);
    // Elements before it in its unit, each counted as one byte.
    let inside = u64::from((at.mn - first.mn) + (at.k - first.k));
    let one_byte_each = |what: &str| Some(of(what, first)? + inside).filter(|_| inside > 0);
    let mut slips: Slips = match what {
        "byte" => {
            let swapped = exchanged(spec.layout()).byte_from_element(at).byte;
            vec![
                (of("absolute", at), BEFORE_XOR),
                (
                    of("byte", at).map(|byte| byte.wrapping_sub(start)),
                    DISTANCE,
                ),
                (of("offset", at), DISTANCE),
                (of("byte", first), FIRST_OF_UNIT),
                (one_byte_each("byte"), ONE_BYTE_EACH),
                (Some(swapped.into()), EXCHANGED),
                straight_on(spec, at),
                (
                    of("absolute", at)
                        .zip(of("phase", at))
                        .map(|(absolute, phase)| absolute + phase),
                    PHASE_BYTES,
                ),
            ]
        }
        "absolute" => vec![
            (of("byte", at), AFTER_XOR),
            (of("offset", at), DISTANCE),
            (of("absolute", first), FIRST_OF_UNIT),
            (one_byte_each("absolute"), ONE_BYTE_EACH),
        ],
        "offset" => vec![(of("absolute", at), ADDRESS), (of("byte", at), ADDRESS)],
        "phase" => {
            let line = of("absolute", at).map(|absolute| absolute >> 7);
            let phases = quantity(spec, "phases").map_or(1, |phases| phases.value);
            let offset = u64::from(spec.layout().params().base_offset);
            vec![
                (line.map(|line| line % phases), OFFSET_LEFT),
                (line.map(|line| (line + offset) % phases), OFFSET_ADDED),
                (Some(across.into()), ROW_NUMBER),
                (Some(u64::from(across) % phases), ROW_MODULO),
                (line, NOT_MODULO),
                (of("phase", at).map(|phase| phase + phases), NOT_MODULO),
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
            (of("byte", at).map(|byte| byte / 4), NOT_A_BANK),
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

fn first_of_unit(spec: &Spec, at: Coord) -> Coord {
    let t = spec.tile().element.per_unit();
    match spec.tile().major {
        Major::K => Coord {
            k: at.k / t * t,
            ..at
        },
        Major::Mn => Coord {
            mn: at.mn / t * t,
            ..at
        },
    }
}

/// From the first element of its row as many bytes on as lie between them in the matrix.
fn straight_on(spec: &Spec, at: Coord) -> (Option<u64>, &'static str) {
    let (first, between) = match spec.tile().major {
        Major::K => (Coord { k: 0, ..at }, at.k),
        Major::Mn => (Coord { mn: 0, ..at }, at.mn),
    };
    let begins = spec.layout().byte_from_element(first).byte;
    let there = begins + between * spec.tile().element.slot_bits() / 8;
    let is_in_row = between < spec.tile().element.per_unit() * spec.tile().swizzle.row_units();
    let sentence = if is_in_row { XOR_THEN_SUM } else { STRAIGHT_ON };
    (Some(there.into()), sentence)
}

/// What is wrong with adding the bytes of K that one read takes.
pub(super) fn walked_on(spec: &Spec) -> &'static str {
    match (spec.tile().major, spec.tile().swizzle) {
        (Major::Mn, _) => ALONG_MN,
        (Major::K, Swizzle::None) => ROWS_ON,
        (Major::K, Swizzle::B32 | Swizzle::B64 | Swizzle::B128 | Swizzle::B128Atom32) => {
            PAST_THE_ROW
        }
    }
}

pub(super) fn of_start(spec: &Spec, step: u32) -> Slips {
    let start = |step: u32| Some(quantity(spec, &format!("start {step}")).ok()?.value);
    let number = |name: &str| Some(quantity(spec, name).ok()?.value);
    let first = start(0);
    let behind = |bytes: Option<u64>| Some(first? + bytes?);
    let times = |name: &str, divisor: u64| Some(number(name)? * u64::from(step) / divisor);
    vec![
        (behind(times("read_k_bytes", 1)), walked_on(spec)),
        (behind(times("read_k", 1)), ELEMENTS_ADDED),
        (behind(times("step_bytes", UNIT_BYTES.into())), FIELDS_ADDED),
        (start(step + 1), STEP_ON),
        (
            start(step)
                .zip(number("step_bytes"))
                .map(|(start, step)| start + step),
            STEP_ON,
        ),
        (step.checked_sub(1).and_then(start), STEP_BACK),
        (behind(number("sbo_bytes")), ONE_STRIDE),
        (behind(number("lbo_bytes")), ONE_STRIDE),
        (
            start(step).zip(first).map(|(start, first)| start - first),
            DISTANCE,
        ),
    ]
}
