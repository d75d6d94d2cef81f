//! Tensor memory: who allocates and frees it, and what is used of it.

use super::*;
use swizzle_tmem::tensor_memory::{WARP_LANES, readings};

/// Columns of tensor memory. Source: PTX ISA, "Tensor Memory".
const COLUMNS: u64 = 512;

pub(super) fn tensor(kernel: &Kernel<'_>) -> Vec<Part> {
    let mut parts = forms(kernel);
    parts.extend(allocations(kernel));
    parts.extend(tensor_loads::strays(kernel));
    parts.extend(unwritten(kernel));
    parts.extend(tensor_loads::lanes(kernel));
    parts.extend(kernel.events.iter().find_map(tensor_loads::registers));
    parts.extend(tensor_loads::of_warps(kernel));
    parts.extend(tensor_loads::halves(kernel));
    parts.extend(loads_of_results(kernel));
    if let Some(allocated) = allocated(kernel) {
        parts.extend(columns(kernel, allocated));
    }
    parts
}

/// The instructions that say another form than most.
fn forms(kernel: &Kernel<'_>) -> Vec<Part> {
    let of_events = kernel.events.iter().map(|one| (one.opcode, one.at()));
    let of_mmas = kernel.mmas.iter().map(|one| (one.opcode, one.at()));
    let all = of_events.chain(of_mmas);
    let all = all.filter(|(opcode, _)| opcode.starts_with("tcgen05."));
    let all: Vec<_> = all.filter_map(|one| Some((cta_form(one.0)?, one))).collect();
    let pairs = all.iter().filter(|(form, _)| *form == CtaForm::Two).count();
    let common = if 2 * pairs > all.len() { CtaForm::Two } else { CtaForm::One };
    let others = all.into_iter().filter(|(form, _)| *form != common);
    let part = |(form, (opcode, at)): (CtaForm, (&str, _))| of_form(&short(opcode), form, common).at(&at);
    others.map(part).collect()
}

/// An instruction that names another number of CTAs than the others.
pub(super) fn of_form(opcode: &str, own: CtaForm, common: CtaForm) -> Part {
    let name = |form| match form {
        CtaForm::Two => "cta_group::2",
        CtaForm::One | CtaForm::WeightStationary => "cta_group::1",
    };
    let (own, common) = (name(own), name(common));
    let part = TENSOR_GROUP.wrong(
        format!("{opcode} has {own}, the other tcgen05 instructions {common}"),
        "All tcgen05 instructions of a kernel must have the same cta_group, commit and allocation included.",
    );
    part.fix(format!("Write {common}"))
}

/// The columns of each allocation, where they are known.
fn all_columns(kernel: &Kernel<'_>) -> impl Iterator<Item = Option<u64>> {
    kernel.events.iter().filter_map(|event| match event.action {
        Action::Allocate { columns, .. } => Some(columns),
        _ => None,
    })
}

/// The columns of the only allocation of a kernel.
fn allocated(kernel: &Kernel<'_>) -> Option<u64> {
    let mut all = all_columns(kernel);
    let only = all.next()?;
    only.filter(|_| all.next().is_none())
}

fn allocations(kernel: &Kernel<'_>) -> Vec<Part> {
    let (mut parts, mut held, mut is_given_up) = (Vec::new(), Some(0u64), false);
    let (mut all, mut freed, mut has_frees) = (Some(0u64), Some(0u64), false);
    let plus = |sum: Option<u64>, columns: Option<u64>| Some(sum? + columns?);
    let mut first: Option<&Event<'_>> = None;
    for event in &kernel.events {
        match event.action {
            Action::Allocate { columns, .. } => {
                first = first.or(Some(event));
                (held, all) = (plus(held, columns), plus(all, columns));
                let late = is_given_up.then(|| late(&short(event.opcode)));
                let wrong = columns.and_then(|own| of_columns(event.opcode, own, held.unwrap_or(own)));
                parts.extend([wrong, late].into_iter().flatten().map(|one| one.at(event)));
            }
            Action::Free { columns, .. } => {
                has_frees = true;
                freed = plus(freed, columns);
                held = held.zip(columns).map(|(sum, columns)| sum.saturating_sub(columns));
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
        parts.push(not_freed(left).at(event));
    }
    parts.extend(parts.is_empty().then(|| other_columns(kernel)).flatten());
    parts
}

/// An allocation that the hardware does not make: so many columns by themselves, and with what is allocated already.
pub(super) fn of_columns(opcode: &str, own: u64, all: u64) -> Option<Part> {
    let wrong = |text: String| {
        let title = format!("{own} columns of tensor memory are allocated");
        Some(TENSOR_ALLOC.wrong(title, text))
    };
    // Source: ptxas 13.5 takes any multiple of 32 there, and 576 columns are those of sm_107.
    if opcode.split('.').any(|word| word == "exclusive") {
        let text = "The number of columns of an exclusive allocation is a multiple of 32.";
        return wrong(text.to_owned()).filter(|_| !own.is_multiple_of(32) || own == 0);
    }
    if !own.is_power_of_two() || !(32..=COLUMNS).contains(&own) {
        let next = own.clamp(32, COLUMNS).next_power_of_two();
        let part = wrong(format!("The number of columns is a power of two from 32 to {COLUMNS}."));
        return part.map(|part| part.fix(format!("Allocate {next} columns")));
    }
    (all > COLUMNS).then(|| TENSOR_ALLOC.wrong(
        format!("{all} columns of tensor memory are allocated in all, but only {COLUMNS} exist"),
        "An allocation that does not fit waits until another is freed: forever, if the same CTA holds that one.",
    ))
}

/// An allocation after the right to allocate was given up.
pub(super) fn late(opcode: &str) -> Part {
    TENSOR_ORDER.wrong(
        format!("{opcode} after tcgen05.relinquish_alloc_permit"),
        "A CTA that gave up the right to allocate cannot allocate again.",
    )
}

/// As many columns freed as no allocation has.
fn other_columns(kernel: &Kernel<'_>) -> Option<Part> {
    let all: Vec<Option<u64>> = all_columns(kernel).collect();
    kernel.events.iter().find_map(|event| {
        let Action::Free { columns, .. } = event.action else {
            return None;
        };
        let is_other = |own: &Option<u64>| own.zip(columns).is_some_and(|(own, freed)| own != freed);
        let part = TENSOR_ALLOC.wrong(
            format!("{} columns of tensor memory are freed", columns?),
            "What is freed is what was allocated: as many columns, from the first of them on.",
        );
        (!all.is_empty() && all.iter().all(is_other)).then(|| part.at(event))
    })
}

/// Columns that are allocated and not freed.
pub(super) fn not_freed(left: u64) -> Part {
    let part = TENSOR_FREED.wrong(
        format!("{left} columns of tensor memory are allocated and not freed"),
        "A kernel must free its tensor memory before it ends; the next CTA on the multiprocessor finds less of it, and its allocation waits forever.",
    );
    part.fix(format!("Free {left} columns by tcgen05.dealloc"))
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
            Action::TensorMemory { is_store: true, place, columns, .. } => (place, u64::from((*columns)?)),
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
            let Some(first) = kernel.column_of(held) else {
                continue;
            };
            if (first..first + count).any(|column| !written.contains(&column)) {
                parts.push(of_source(letter, first, first + count - 1).at(mma));
            }
        }
    }
    parts
}

/// A or scale factors in columns that nothing writes.
pub(super) fn of_source(letter: Letter, first: u64, last: u64) -> Part {
    let name = letter.name();
    let part = TENSOR_SOURCE.wrong(
        format!("{name}: no tcgen05.st or tcgen05.cp writes columns {first} to {last} of the allocation"),
        "The instruction reads whatever was there before.",
    );
    part.about(letter)
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
    let (mut parts, mut seen) = (Vec::new(), HashSet::new());
    for event in &kernel.events {
        let Action::TensorMemory { is_store: false, place: Some(place), columns: Some(columns), .. } =
            &event.action
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
        let last = first + u64::from(*columns);
        let is_free = |column: &u64| {
            let mut all = results.iter();
            all.all(|(_, low, high)| !(*low..*high).contains(column))
        };
        let beyond = (first..last).find(is_free);
        let half = half_of_m(mma, event.opcode);
        if seen.insert((short(event.opcode), beyond.map(|end| (end, last)), half)) {
            let found = [beyond.map(|end| of_end(end, last)), half.map(of_half)];
            parts.extend(found.into_iter().flatten().map(|one| one.at(event)));
        }
    }
    parts
}

/// A load that reads columns behind the accumulator in which it begins.
pub(super) fn of_end(end: u64, last: u64) -> Part {
    let last = last - 1;
    let part = TENSOR_BEYOND.says(
        Severity::Warning,
        format!("D: the load reads columns up to {last}, the accumulator ends before column {end}"),
        format!("Columns {end} to {last} hold nothing that an instruction added: N of the instruction descriptor is smaller than what is loaded."),
    );
    part.about(Letter::D)
}

/// A load of all lanes of an accumulator that is in half of them.
pub(super) fn of_half(m: u32) -> Part {
    let part = TENSOR_HALF.says(
        Severity::Warning,
        format!("D: the load reads 32 lanes of each warp, of which D of M = {m} fills 16"),
        "Half the threads get what is in the other lanes. Either M is larger, or a shape of 16 lanes belongs there.",
    );
    part.about(Letter::D)
}

/// Columns of an accumulator that no load reads, where all loads of the kernel are known.
pub(super) fn unread(kernel: &Kernel<'_>) -> Option<Part> {
    // The lanes 0 to 15 and 16 to 31 of a warp are read apart by the narrow shapes.
    let mut read: HashSet<(u64, u32)> = HashSet::new();
    let mut last = None;
    for event in &kernel.events {
        let Action::TensorMemory { is_store: false, place, columns, .. } = &event.action else {
            continue;
        };
        let place = place.as_ref()?;
        let shape = tensor_loads::shape_of(event.opcode)?;
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
    let is_alone = kernel.mmas.iter().all(|mma| mma.name.form == Some(CtaForm::One));
    for mma in kernel.mmas.iter().filter(|_| is_alone) {
        let Held::TensorMemory(place) = &mma.result else {
            continue;
        };
        let first = kernel.column(place.as_ref()?)?;
        let halves = if fills_half_the_lanes(mma)? { 1 } else { 2 };
        let columns = first..first + accumulator_columns(mma)?;
        let is_read = |column: &u64| (0..halves).all(|half| read.contains(&(*column, half)));
        // An accumulator of which nothing is loaded is read by another instruction.
        if !columns.clone().any(|column| is_read(&column)) {
            continue;
        }
        if let Some(column) = columns.clone().find(|column| !is_read(column)) {
            let end = columns.clone().skip_while(|one| *one < column).find(is_read).unwrap_or(columns.end);
            let (low, high) = (columns.start, columns.end - 1);
            let part = TENSOR_UNREAD.wrong(
                format!("D: columns {column} to {} are never loaded in all lanes", end - 1),
                format!("The accumulator has columns {low} to {high}. Loads of another shape or count leave some of it."),
            );
            return Some(part.at(last).about(Letter::D));
        }
    }
    let part = TENSOR_UNREAD.checked("D: all columns of the accumulators are loaded");
    Some(part.at(last).about(Letter::D))
}

/// M, where the accumulator is in 16 of 32 lanes, all of which a load reads.
fn half_of_m(mma: &Mma<'_>, load: &str) -> Option<u32> {
    let shape = tensor_loads::shape_of(load)?;
    let is_half = fills_half_the_lanes(mma)? && shape.lanes() == WARP_LANES;
    mma.idesc?.shape()[0].filter(|_| is_half)
}

/// Whether D of an instruction is in half the lanes of each warp.
fn fills_half_the_lanes(mma: &Mma<'_>) -> Option<bool> {
    let m = mma.idesc?.shape()[0]?;
    let paths = readings(mma.name.form?, mma.name.sparsity, m).ok()?;
    Some(paths.first()?.path.is_half_the_lanes())
}

fn columns(kernel: &Kernel<'_>, allocated: u64) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut add = |at: &dyn At, opcode: &str, letter: Option<Letter>, first: Option<u64>, count| {
        let found = first.and_then(|first| of_end_of_allocation(&short(opcode), first + count, allocated));
        parts.extend(found.map(|part| part.at(&at.at()).about(letter)));
    };
    for mma in &kernel.mmas {
        for part in tensor_parts(kernel, mma) {
            let (letter, first) = (Some(part.letter), Some(part.first));
            add(mma, mma.opcode, letter, first, part.columns);
        }
    }
    for event in &kernel.events {
        let (place, count) = match &event.action {
            Action::TensorMemory { place, columns, .. } => (place, columns.map_or(1, u64::from)),
            Action::TensorCopy { place, .. } => (place, 1),
            _ => continue,
        };
        let first = place.as_ref().and_then(|place| kernel.column(place));
        add(event, event.opcode, None, first, count);
    }
    parts
}

/// An operand of an instruction in tensor memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TensorPart {
    /// Its letter.
    pub letter: Letter,
    /// Its name: scale factors have that of their operand.
    pub name: &'static str,
    /// Columns from the beginning of the allocation.
    pub first: u64,
    /// The fewest columns that it takes.
    pub columns: u64,
}

/// The operands of an instruction in tensor memory, as far as their columns are known.
pub fn tensor_parts(kernel: &Kernel<'_>, mma: &Mma<'_>) -> Vec<TensorPart> {
    let part = |letter, name, held: &Held, columns: Option<u64>| {
        Some(TensorPart { letter, name, first: kernel.column_of(held)?, columns: columns? })
    };
    // A column has a word of A, which is four bytes of a row, or a factor of 32 rows.
    let words = u64::from(mma.k_bytes(Operand::A) / 4);
    let mut parts = vec![
        part(Letter::D, "D", &mma.result, accumulator_columns(mma)),
        part(Letter::A, "A", &mma.operands[0], Some(words)),
    ];
    let scales = [("SFA", Operand::A), ("SFB", Operand::B)];
    for (held, (name, side)) in mma.scales.iter().zip(scales) {
        let columns = mma.mn(side).map_or(1, |rows| u64::from(rows.div_ceil(32)));
        parts.push(part(Letter::S, name, held, Some(columns)));
    }
    parts.into_iter().flatten().collect()
}

/// Columns outside of the allocation: what is used ends so many behind its beginning.
pub(super) fn of_end_of_allocation(opcode: &str, end: u64, allocated: u64) -> Option<Part> {
    (end > allocated).then(|| TENSOR_COLUMNS.wrong(
        format!("{opcode} uses {end} columns from the beginning of the allocation, {allocated} are allocated"),
        "Scale factors, accumulators and A in tensor memory must be within the columns that the kernel allocated.",
    ))
}
