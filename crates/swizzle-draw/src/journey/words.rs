//! Words of each scene. Every number comes from the laws.

use super::read::{
    BOX, ELEMENT, JourneyRead, K, ROW, START_BYTES, STEP, SUMS, UNIT, WIDTH, landing, matrix_byte,
    slot_of_sum,
};
use swizzle_core::hardware::LINE_BYTES;
use swizzle_core::{Element, Stride};
use swizzle_infer::trace::trace_from_element;
use swizzle_text::{grouped, listed, stride_meaning_of};
use swizzle_warp::Slot;

/// Scenes of the journey.
pub const SCENES: usize = 7;

/// Names of the scenes.
pub const NAMES: [&str; SCENES] =
    ["Matrix", "TMA", "Shared memory", "Descriptor", "Read", "Break it", "Register"];

/// The heading of a scene.
pub fn title(scene: usize) -> String {
    let fixed = [
        "",
        "TMA copies the box",
        "Three wires move it by one slot",
        "One descriptor points to it",
        "Four steps read the tile",
        "Now break it",
        "The sum ends in a register",
    ];
    match scene {
        0 => format!("Element ({ROW}, {K})"),
        scene => fixed[scene].into(),
    }
}

/// The two sentences of a scene; those of the sixth follow its sliders: [`broken_words`].
pub fn sentences(scene: usize, right: &JourneyRead) -> String {
    // A letter and its number stay on one line.
    let kept = format!("K\u{a0}{K}");
    of_scene(scene, right).replace(&format!("K {K}"), &kept)
}

fn of_scene(scene: usize, right: &JourneyRead) -> String {
    let trace = trace_from_element(right.spec.layout(), ELEMENT);
    let [before, after] = [trace.absolute_bytes, trace.address.byte];
    let bytes = Element::Bf16.pitch_bits() / 8;
    match scene {
        0 => format!(
            "A {WIDTH} × {WIDTH} bf16 matrix is {} MiB, and a tile of it is a box of {BOX} × {BOX} elements. The orange square is element ({ROW}, {K}): two bytes, {} bytes from the start of the matrix.",
            (WIDTH * WIDTH * bytes) >> 20,
            grouped(matrix_byte()),
        ),
        1 => format!(
            "TMA copies the box to shared memory at {START_BYTES:#x}, as {BOX} rows of {LINE_BYTES} bytes. Row {ROW} begins {row} bytes further and K {K} is {k} bytes into the row: {START_BYTES} + {row} + {k} = {before}, or {before:#x}.",
            row = ROW * LINE_BYTES,
            k = K * bytes,
        ),
        2 => {
            let bit = |bit: u32| before >> bit & 1;
            let [phase, changed] = [trace.phase_bits.0, trace.changed_bits.0];
            format!(
                "On the way into memory, address bits {}, {} and {phase} are XORed into bits {}, {} and {changed}. In line {ROW} they are {}, {} and {}, so unit {UNIT} is written to slot {}: {before:#x} becomes {after:#x}.",
                phase + 2,
                phase + 1,
                changed + 2,
                changed + 1,
                bit(phase + 2),
                bit(phase + 1),
                bit(phase),
                trace.unit_in_line,
            )
        }
        3 => format!(
            "The tensor core gets the layout as one 64-bit number, {}: where the tile starts, and how its rows follow one another. By that, row {ROW}, K {K} is at {START_BYTES:#x} + {:#x} + {:#x} = {before:#x}, which the swizzle turns into {after:#x}.",
            right.descriptor(0),
            ROW * LINE_BYTES,
            K * bytes,
        ),
        4 => {
            let k = right.k_of(STEP);
            let step_bytes = (k.end - k.start) * bytes;
            format!(
                "One wgmma reads {step_bytes} bytes of K, so four steps cover {BOX} columns, and each step starts {step_bytes} bytes further. K {K} is read in step {STEP}, which covers K {}–{}.",
                k.start,
                k.end - 1,
            )
        }
        5 => "SBO leads from one group of 8 rows to the next. Row 3 is in the first group, so no SBO changes what it reads.".into(),
        _ => {
            let slot = slot_of_sum();
            let cell = |register| SUMS.cell_from_slot(Slot { register, ..slot });
            format!(
                "The sum over K is D[{ROW}][0], and the hardware keeps row {ROW}, column 0 in thread {}, register {}. Lane {} of warp {} also holds column {} of row {ROW} and columns {} and {} of row {}, in registers 1, 2 and 3.",
                slot.thread,
                slot.register,
                slot.thread % 32,
                slot.thread / 32,
                cell(1).1,
                cell(2).1,
                cell(3).1,
                cell(2).0,
            )
        }
    }
}

/// Why LBO has no effect on a step, and what it does in this mode.
pub fn lbo_notes(right: &JourneyRead) -> [String; 2] {
    let k = right.k_of(0);
    let step_bytes = (k.end - k.start) * Element::Bf16.pitch_bits() / 8;
    let meaning = stride_meaning_of(&right.spec, Stride::Lbo);
    [
        format!("LBO has no effect here: {step_bytes} bytes of K stay inside one {LINE_BYTES}-byte row."),
        format!("It is the {}.", meaning.measured),
    ]
}

/// Row and column of a slot of the accumulator: the formula of each, and the same with the slot's numbers.
pub fn cell_formulas(slot: Slot) -> [String; 4] {
    let (row, column) = SUMS.cell_from_slot(slot);
    let (warp, lane, register) = (slot.thread / 32, slot.thread % 32, slot.register);
    [
        "row = 16 × warp + lane / 4 + 8 × register bit 1".into(),
        "column = 8 × (register / 4) + 2 × (lane mod 4) + register bit 0".into(),
        format!("row {row} = 16 × {warp} + {lane} / 4 + 8 × {}", register >> 1 & 1),
        format!("column {column} = 8 × ({register} / 4) + 2 × ({lane} mod 4) + {}", register & 1),
    ]
}

/// Returns the effects of the two sliders of the sixth scene: after “With SBO at 128 B”, and after “With base offset at 1”.
pub fn broken_words(read: &JourneyRead, right: &JourneyRead) -> [String; 2] {
    [of_sbo(read, right), of_base_offset(read, right)]
}

fn of_sbo(read: &JourneyRead, right: &JourneyRead) -> String {
    let fields = |read: &JourneyRead| read.spec.read(0).params().sbo_bytes;
    if fields(read) == fields(right) {
        return "every group of 8 rows is read from its own 8 lines.".into();
    }
    let others: Vec<u32> = read.readers().into_iter().filter(|row| *row != ROW).collect();
    let Some(first) = others.first() else {
        let wrong = (0..BOX).filter(|row| read.product(*row) != right.product(*row));
        let wrong = wrong.count();
        return format!("no other row reads the square, but {wrong} of {BOX} sums are wrong or unknown.");
    };
    let [verb, rows] = match others.len() {
        1 => ["reads", "row"],
        _ => ["read", "rows"],
    };
    let sum = sum_words(*first, read, right);
    format!("{rows} {} {verb} the square as well: {sum}.", listed(&others))
}

fn of_base_offset(read: &JourneyRead, right: &JourneyRead) -> String {
    let sum = sum_words(ROW, read, right);
    match read.element_for(ROW, K) {
        Some(ELEMENT) => format!("row {ROW} reads the square: {sum}."),
        Some(other) => {
            format!("row {ROW} reads element ({}, {}) in place of the square: {sum}.", other.mn, other.k)
        }
        None => format!("row {ROW} reads outside the tile: {sum}."),
    }
}

/// D of a row, actual and expected.
fn sum_words(row: u32, read: &JourneyRead, right: &JourneyRead) -> String {
    let [actual, expected] = [read, right].map(|read| read.product(row));
    let words = format!("D[{row}][0] is {}", signed(actual));
    if actual == expected { words } else { format!("{words}, not {}", signed(expected)) }
}

/// A number with a true minus sign; a question mark for one that is not known.
pub fn signed(number: Option<i32>) -> String {
    match number {
        None => "?".into(),
        Some(number) if number < 0 => format!("−{}", -number),
        Some(number) => number.to_string(),
    }
}

/// Returns the place of the element in a scene; in the sixth, how much is read from the expected address.
pub fn where_now(scene: usize, read: &JourneyRead) -> String {
    let trace = trace_from_element(read.spec.layout(), ELEMENT);
    let [before, after] = [trace.absolute_bytes, trace.address.byte];
    match scene {
        0 => format!("byte {:#x} of the matrix", matrix_byte()),
        1 => format!("address {before:#x}, before the swizzle"),
        2 => format!("byte {after:#x}, banks {}–{}", trace.banks.0, trace.banks.1),
        3 => format!("byte {after:#x}, from 64 bits"),
        4 => format!("read in step {STEP}"),
        5 => match (read.wrong_units(), read.units().count()) {
            (0, all) => format!("{all} of {all} units are read from the expected address"),
            (wrong, all) => format!("{wrong} of {all} units are read from a wrong address"),
        },
        _ => {
            let Slot { thread, register, .. } = slot_of_sum();
            format!("thread {thread}, register {register}")
        }
    }
}

/// A station of the element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trail {
    /// Name of the station.
    pub name: String,
    /// The element's address there.
    pub place: String,
    /// Its scene, from 0.
    pub scene: usize,
}

/// The stations, in their order.
pub fn trail(right: &JourneyRead) -> [Trail; 6] {
    let trace = trace_from_element(right.spec.layout(), ELEMENT);
    let written = landing().address(ROW, K * Element::Bf16.pitch_bits() / 8);
    let station = |scene, name: &str, place: String| Trail { name: name.into(), place, scene };
    let step = right.spec.start_bytes(STEP);
    let Slot { thread, register, .. } = slot_of_sum();
    [
        station(0, "matrix", format!("{:#x}", matrix_byte())),
        station(1, "address", format!("{:#x}", trace.absolute_bytes)),
        station(2, "shared memory", format!("{:#x}", written.unwrap_or_default())),
        station(3, "descriptor", right.descriptor(0).to_string()),
        station(
            4,
            &format!("step {STEP}"),
            format!(
                "({step:#x} + {:#x}) ⊕ {:#x}",
                trace.absolute_bytes - step,
                trace.absolute_bytes ^ trace.address.byte
            ),
        ),
        station(6, "register", format!("thread {thread}, r{register}")),
    ]
}
