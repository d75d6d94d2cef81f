//! Tensor memory: who allocates and frees it, and what is used of it.

use std::collections::HashSet;

use swizzle_core::Named as _;
use swizzle_core::hardware::{Arch, CtaForm, Operand, UNIT_BYTES};
use swizzle_ptx::address::address_bits;
use swizzle_ptx::event::{Action, Event, cta_form};
use swizzle_ptx::kernel::Kernel;
use swizzle_ptx::known::Known;
use swizzle_ptx::linear::Linear;
use swizzle_ptx::mma::{Held, Mma};
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::tensor_memory::{WARP_LANES, readings};

use crate::finding::Confidence;
use crate::kernel::letter::Letter;
use crate::kernel::part::row::{FactKind, Outcome, Row};
use crate::kernel::part::{About, Part, Tensor};

/// A part that says nothing yet.
fn silent(opcode: &str) -> Tensor {
    Tensor {
        opcode: short(opcode),
        forms: None,
        allocated: None,
        is_late: false,
        left: None,
        columns: None,
        unwritten: None,
        lanes: None,
        half_of_m: None,
        beyond: None,
    }
}

/// The first two words of an opcode.
fn short(opcode: &str) -> String {
    let mut words = opcode.split('.');
    let (first, second) = (words.next(), words.next());
    let exclusive = if words.any(|word| word == "exclusive") {
        ".exclusive"
    } else {
        ""
    };
    format!(
        "{}.{}{exclusive}",
        first.unwrap_or_default(),
        second.unwrap_or_default()
    )
}

fn part(line: u32, loc: u32, operand: Option<Letter>, tensor: Tensor) -> Part {
    Part {
        line,
        loc,
        operand,
        readers: Vec::new(),
        about: About::Tensor(tensor),
    }
}

pub(super) fn tensor(kernel: &Kernel<'_>) -> Vec<Part> {
    let mut parts = forms(kernel);
    parts.extend(allocations(kernel));
    parts.extend(copies(kernel));
    parts.extend(unwritten(kernel));
    parts.extend(lanes(kernel));
    parts.extend(loads_of_results(kernel));
    if let Some(allocated) = allocated(kernel) {
        parts.extend(columns(kernel, allocated));
    }
    parts
}

/// Returns the copies by `tcgen05.cp`.
fn copies(kernel: &Kernel<'_>) -> Vec<Part> {
    let mut seen = HashSet::new();
    let mut parts = Vec::new();
    for event in &kernel.events {
        let Action::TensorCopy { source, stop, .. } = &event.action else {
            continue;
        };
        let (chip, known) = match source {
            Held::Descriptor(held, _) => (held.chip, held.known),
            Held::Unknown => (Arch::Tcgen05.first_chip(), Known::NOTHING),
            Held::Registers | Held::TensorMemory(_) => continue,
        };
        // Copies that differ in the start only are one.
        let above = address_bits(chip) - UNIT_BYTES.ilog2();
        if seen.insert((known.mask >> above, known.bits >> above)) {
            parts.push(Part {
                line: event.line,
                loc: event.loc,
                operand: Some(Letter::S),
                readers: Vec::new(),
                about: About::TensorCopy {
                    chip,
                    known,
                    stop: stop.map(|link| (link.line, link.opcode.to_owned())),
                    has_block: event.opcode.contains("32x128b"),
                },
            });
        }
    }
    parts
}

/// The instructions that say another form than most.
fn forms(kernel: &Kernel<'_>) -> Vec<Part> {
    let of_events = kernel
        .events
        .iter()
        .filter(|event| event.opcode.starts_with("tcgen05."))
        .map(|event| (event.opcode, event.line, event.loc));
    let of_mmas = kernel
        .mmas
        .iter()
        .filter(|mma| mma.opcode.starts_with("tcgen05."))
        .map(|mma| (mma.opcode, mma.line, mma.loc));
    let all: Vec<_> = of_events
        .chain(of_mmas)
        .filter_map(|one| Some((cta_form(one.0)?, one)))
        .collect();
    let pairs = all.iter().filter(|(form, _)| *form == CtaForm::Two).count();
    let common = if 2 * pairs > all.len() {
        CtaForm::Two
    } else {
        CtaForm::One
    };
    let others = all.into_iter().filter(|(form, _)| *form != common);
    let part = |(form, (opcode, line, loc)): (CtaForm, (&str, u32, u32))| {
        let mut tensor = silent(opcode);
        tensor.forms = Some((form, common));
        part(line, loc, None, tensor)
    };
    others.map(part).collect()
}

/// The columns of the only allocation of a kernel.
fn allocated(kernel: &Kernel<'_>) -> Option<u64> {
    let mut all = kernel.events.iter().filter_map(|event| match event.action {
        Action::Allocate { columns, .. } => Some(columns),
        _ => None,
    });
    let only = all.next()?;
    only.filter(|_| all.next().is_none())
}

fn allocations(kernel: &Kernel<'_>) -> Vec<Part> {
    let (mut parts, mut held, mut is_given_up) = (Vec::new(), Some(0u64), false);
    let (mut all, mut freed, mut has_frees) = (Some(0u64), Some(0u64), false);
    let mut first: Option<&Event<'_>> = None;
    for event in &kernel.events {
        match event.action {
            Action::Allocate { columns, .. } => {
                first = first.or(Some(event));
                held = held.zip(columns).map(|(sum, columns)| sum + columns);
                all = all.zip(columns).map(|(sum, columns)| sum + columns);
                let mut tensor = silent(event.opcode);
                tensor.allocated = columns.map(|columns| (columns, held.unwrap_or(columns)));
                tensor.is_late = is_given_up;
                parts.push(part(event.line, event.loc, None, tensor));
            }
            Action::Free { columns, .. } => {
                has_frees = true;
                freed = freed.zip(columns).map(|(sum, columns)| sum + columns);
                held = held
                    .zip(columns)
                    .map(|(sum, columns)| sum.saturating_sub(columns));
            }
            Action::Relinquish => is_given_up = true,
            _ => {}
        }
    }
    // Columns that are freed in several places of the text may be freed only once.
    let left = match (all, freed, has_frees) {
        (Some(all), _, false) => Some(all),
        (Some(all), Some(freed), true) if freed < all => Some(all - freed),
        _ => None,
    };
    let is_open = kernel.has_unknown_calls || kernel.cut.is_some();
    if let (Some(event), Some(left), false) = (first, left, is_open) {
        let mut tensor = silent(event.opcode);
        tensor.left = Some(left);
        parts.push(part(event.line, event.loc, None, tensor));
    }
    parts
}

/// The lanes that loads and stores of a warp begin at; those that begin alike are one.
fn lanes(kernel: &Kernel<'_>) -> Vec<Part> {
    let mut seen = HashSet::new();
    let of_event = |event: &Event<'_>| {
        let Action::TensorMemory {
            place: Some(place), ..
        } = &event.action
        else {
            return None;
        };
        let mut words = event.opcode.split('.');
        let shape = words.find_map(|word| LoadShape::from_name(word).ok())?;
        let lane = kernel.lane(place)?.cut(5);
        let lanes = (lane.max() as u32, shape.lanes());
        let mut tensor = silent(event.opcode);
        tensor.lanes = Some(lanes);
        let is_new = seen.insert(lanes);
        is_new.then(|| part(event.line, event.loc, None, tensor))
    };
    kernel.events.iter().filter_map(of_event).collect()
}

/// The fewest columns that the accumulator takes. Source: PTX ISA, "Data path layouts" of `tcgen05.mma`.
pub(super) fn accumulator_columns(mma: &Mma<'_>) -> Option<u64> {
    let [m, n] = mma.idesc?.shape();
    let (m, n) = (m?, u64::from(n?));
    Some(match (mma.name.form?, m) {
        (CtaForm::One, _) | (CtaForm::Two, 256) | (CtaForm::WeightStationary, 128) => n,
        (CtaForm::Two, _) | (CtaForm::WeightStationary, 64) => n / 2,
        (CtaForm::WeightStationary, _) => n / 4,
    })
}

/// The columns that stores and copies write, if all of them are known.
fn written(kernel: &Kernel<'_>) -> Option<HashSet<u64>> {
    let mut all = HashSet::new();
    for event in &kernel.events {
        let (place, count) = match &event.action {
            Action::TensorMemory {
                is_store: true,
                place,
                columns,
            } => (place, u64::from((*columns)?)),
            // A row of 16 bytes is four columns, one of 32 bytes eight.
            Action::TensorCopy { place, .. } if event.opcode.contains("128b") => (place, 4),
            Action::TensorCopy { place, .. } if event.opcode.contains("256b") => (place, 8),
            Action::TensorCopy { .. } => return None,
            _ => continue,
        };
        let first = kernel.column(place.as_ref()?)?;
        all.extend(first..first + count);
    }
    Some(all)
}

/// A and scale factors in tensor memory that nothing writes.
fn unwritten(kernel: &Kernel<'_>) -> Vec<Part> {
    // Columns of two allocations are not counted from one place.
    let allocations = kernel.events.iter();
    let allocations = allocations.filter(|event| matches!(event.action, Action::Allocate { .. }));
    let Some(written) = written(kernel).filter(|_| allocations.count() == 1) else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    for mma in &kernel.mmas {
        let count = u64::from(mma.k_bytes(Operand::A) / 4);
        let a = (Letter::A, &mma.operands[0], count);
        let scales = mma.scales.iter().map(|held| (Letter::S, held, 1));
        for (letter, held, count) in scales.chain([a]) {
            let Held::TensorMemory(Some(place)) = held else {
                continue;
            };
            let Some(first) = kernel.column(place) else {
                continue;
            };
            if (first..first + count).any(|column| !written.contains(&column)) {
                let mut tensor = silent(mma.opcode);
                tensor.unwritten = Some((first, first + count - 1));
                parts.push(part(mma.line, mma.loc, Some(letter), tensor));
            }
        }
    }
    parts
}

/// Loads that begin in an accumulator, and what they read of other columns or of lanes that it does not fill. None where the
/// columns of one accumulator are not known.
fn loads_of_results(kernel: &Kernel<'_>) -> Vec<Part> {
    let results: Option<Vec<_>> = kernel
        .mmas
        .iter()
        .filter_map(|mma| match &mma.result {
            Held::TensorMemory(place) => Some((mma, place)),
            _ => None,
        })
        .map(|(mma, place)| {
            let first = kernel.column(place.as_ref()?)?;
            Some((mma, first, first + accumulator_columns(mma)?))
        })
        .collect();
    let results = results.unwrap_or_default();
    let mut parts: Vec<Part> = Vec::new();
    for event in &kernel.events {
        let Action::TensorMemory {
            is_store: false,
            place: Some(place),
            columns: Some(columns),
        } = &event.action
        else {
            continue;
        };
        let Some(first) = kernel.column(place) else {
            continue;
        };
        let is_of = |(_, low, high): &&(&Mma<'_>, u64, u64)| (*low..*high).contains(&first);
        let Some((mma, ..)) = results.iter().find(is_of) else {
            continue;
        };
        let mut tensor = silent(event.opcode);
        let last = first + u64::from(*columns);
        let is_free = |column: &u64| {
            let mut all = results.iter();
            all.all(|(_, low, high)| !(*low..*high).contains(column))
        };
        tensor.beyond = (first..last).find(is_free).map(|end| (end, last));
        tensor.half_of_m = half_of_m(mma, event.opcode);
        let about = About::Tensor(tensor);
        if parts.iter().all(|one| one.about != about) {
            parts.push(Part {
                line: event.line,
                loc: event.loc,
                operand: Some(Letter::D),
                readers: Vec::new(),
                about,
            });
        }
    }
    parts
}

pub(super) static TENSOR_UNREAD: Row = Row {
    id: "tensor-unread",
    source: "PTX ISA, `tcgen05.ld`: a shape has 32 lanes, or 16 of them, and columns as often as it is repeated",
    confidence: Confidence::Derived,
    fact: FactKind::TensorMemory,
};

/// Columns of an accumulator that no load reads, where all loads of the kernel are known.
pub(super) fn unread(kernel: &Kernel<'_>) -> Option<Part> {
    // The lanes 0 to 15 and 16 to 31 of a warp are read apart by the narrow shapes.
    let mut read: HashSet<(u64, u32)> = HashSet::new();
    let mut last = None;
    for event in &kernel.events {
        let Action::TensorMemory {
            is_store: false,
            place,
            columns,
        } = &event.action
        else {
            continue;
        };
        let place = place.as_ref()?;
        let shape = event
            .opcode
            .split('.')
            .find_map(|word| LoadShape::from_name(word).ok())?;
        let (first, lane) = (kernel.column(place)?, kernel.lane(place)?.cut(5));
        let halves = match (shape.lanes() == WARP_LANES, lane.number()?) {
            (true, 0) => 0..2,
            (false, 0) => 0..1,
            (false, 16) => 1..2,
            _ => return None,
        };
        let columns = first..first + u64::from((*columns)?);
        read.extend(columns.flat_map(|column| halves.clone().map(move |half| (column, half))));
        last = Some(event);
    }
    let last = last?;
    // What a CTA of a pair loads is half of what the pair has.
    let is_alone = kernel
        .mmas
        .iter()
        .all(|mma| mma.name.form == Some(CtaForm::One));
    for mma in kernel.mmas.iter().filter(|_| is_alone) {
        let Held::TensorMemory(place) = &mma.result else {
            continue;
        };
        let first = kernel.column(place.as_ref()?)?;
        let m = mma.idesc?.shape()[0]?;
        let paths = readings(mma.name.form?, mma.name.sparsity, m).ok()?;
        let halves = if paths.first()?.path.is_half_the_lanes() {
            1
        } else {
            2
        };
        let columns = first..first + accumulator_columns(mma)?;
        let is_read = |column: &u64| (0..halves).all(|half| read.contains(&(*column, half)));
        // An accumulator of which nothing is loaded is read by another instruction.
        if !columns.clone().any(|column| is_read(&column)) {
            continue;
        }
        if let Some(column) = columns.clone().find(|column| !is_read(column)) {
            let end = columns
                .clone()
                .skip_while(|one| *one < column)
                .find(is_read)
                .unwrap_or(columns.end);
            let outcome = Outcome::wrong(
                format_args!(
                    "D: columns {column} to {} are never loaded in all lanes",
                    end - 1
                ),
                format_args!(
                    "The accumulator has columns {} to {}. Loads of another shape or count leave some of it.",
                    columns.start,
                    columns.end - 1
                ),
            );
            return Some(TENSOR_UNREAD.part(
                (last.line, last.loc),
                Some(Letter::D),
                Vec::new(),
                outcome,
            ));
        }
    }
    let words = "D: all columns of the accumulators are loaded".to_owned();
    Some(TENSOR_UNREAD.part(
        (last.line, last.loc),
        Some(Letter::D),
        Vec::new(),
        Outcome::Checked(words),
    ))
}

/// M, where the accumulator is in 16 of 32 lanes, all of which a load reads.
fn half_of_m(mma: &Mma<'_>, load: &str) -> Option<u32> {
    let shape = load
        .split('.')
        .find_map(|word| LoadShape::from_name(word).ok())?;
    let m = mma.idesc?.shape()[0]?;
    let paths = readings(mma.name.form?, mma.name.sparsity, m).ok()?;
    let is_half = paths.first()?.path.is_half_the_lanes();
    (is_half && shape.lanes() == WARP_LANES).then_some(m)
}

fn columns(kernel: &Kernel<'_>, allocated: u64) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut add = |(line, loc, opcode): (u32, u32, &str), letter, place: Option<&Linear>, count| {
        let Some(first) = place.and_then(|place| kernel.column(place)) else {
            return;
        };
        let mut tensor = silent(opcode);
        tensor.columns = Some((first + count, allocated));
        parts.push(part(line, loc, letter, tensor));
    };
    for mma in &kernel.mmas {
        let at = (mma.line, mma.loc, mma.opcode);
        if let (Held::TensorMemory(place), Some(count)) = (&mma.result, accumulator_columns(mma)) {
            add(at, Some(Letter::D), place.as_ref(), count);
        }
        if let Held::TensorMemory(place) = &mma.operands[0] {
            // A word has four bytes of a row.
            let count = u64::from(mma.k_bytes(Operand::A) / 4);
            add(at, Some(Letter::A), place.as_ref(), count);
        }
        for (held, rows) in mma.scales.iter().zip([Operand::A, Operand::B]) {
            if let Held::TensorMemory(place) = held {
                // A column has a factor of 32 rows.
                let count = mma.mn(rows).map_or(1, |rows| u64::from(rows.div_ceil(32)));
                add(at, Some(Letter::S), place.as_ref(), count);
            }
        }
    }
    for event in &kernel.events {
        let at = (event.line, event.loc, event.opcode);
        match &event.action {
            Action::TensorMemory { place, columns, .. } => {
                let count = columns.map_or(1, u64::from);
                add(at, None, place.as_ref(), count);
            }
            Action::TensorCopy { place, .. } => add(at, None, place.as_ref(), 1),
            _ => {}
        }
    }
    parts
}
