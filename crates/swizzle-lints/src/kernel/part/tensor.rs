//! Tensor memory: who allocates and frees it, and what is used of it.

use super::*;
use crate::kernel::walk::held_in;
use std::ops::Range;
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::moves::{Multicast, SharedCopy};
use swizzle_tmem::scale::BLOCK_SBO_BYTES;
use swizzle_tmem::tensor_memory::{WARP_LANES, readings};

/// Columns of tensor memory. Source: PTX ISA, "Tensor Memory".
const COLUMNS: u64 = 512;

pub(super) fn tensor(kernel: &Kernel<'_>) -> Vec<Part> {
    let mut parts = forms(kernel);
    parts.extend(allocations(kernel));
    parts.extend(strays(kernel));
    parts.extend(unwritten(kernel));
    parts.extend(lanes(kernel));
    parts.extend(moves(kernel).find_map(|one| registers(&one)));
    parts.extend(of_warps(kernel));
    parts.extend(halves(kernel));
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
    let all = of_events.chain(of_mmas).filter(|(opcode, _)| opcode.starts_with("tcgen05."));
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
    all.next()?.filter(|_| all.next().is_none())
}

fn allocations(kernel: &Kernel<'_>) -> Vec<Part> {
    let (mut parts, mut held, mut is_given_up) = (Vec::new(), Some(0u64), false);
    let mut first: Option<&Event<'_>> = None;
    for event in &kernel.events {
        match event.action {
            Action::Allocate { columns, .. } => {
                first = first.or(Some(event));
                held = held.zip(columns).map(|(sum, columns)| sum + columns);
                let late = is_given_up.then(|| late(&short(event.opcode)));
                let wrong = columns.and_then(|own| of_columns(event.opcode, own, held.unwrap_or(own)));
                parts.extend([wrong, late].into_iter().flatten().map(|one| one.at(event)));
            }
            Action::Free { columns, .. } => {
                held = held.zip(columns).map(|(sum, columns)| sum.saturating_sub(columns));
            }
            Action::Relinquish => is_given_up = true,
            _ => {}
        }
    }
    // Columns that are freed in several places of the text may be freed only once.
    let freed = kernel.events.iter().filter_map(|event| match event.action {
        Action::Free { columns, .. } => Some(columns),
        _ => None,
    });
    let sums = all_columns(kernel).sum::<Option<u64>>().zip(freed.sum());
    let left = sums.and_then(|(all, freed)| all.checked_sub(freed)).filter(|left| *left > 0);
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

/// The columns of the allocation that the accumulator takes.
pub(super) fn columns_of_result(kernel: &Kernel<'_>, mma: &Mma<'_>) -> Option<Range<u64>> {
    let first = kernel.column_of(&mma.result)?;
    Some(first..first + accumulator_columns(mma)?)
}

/// A load or store of tensor memory.
#[derive(Clone)]
struct Move<'k> {
    event: &'k Event<'k>,
    is_store: bool,
    place: Option<&'k Linear>,
    shape: Option<LoadShape>,
    /// The columns of the allocation that it takes.
    columns: Option<Range<u64>>,
    /// The lane of a warp's at which it begins.
    lane: Option<Known>,
    /// Registers that it names.
    registers: u32,
}

/// The loads and stores of tensor memory, as far as they are known.
fn moves<'k>(kernel: &'k Kernel<'k>) -> impl Iterator<Item = Move<'k>> + Clone {
    kernel.events.iter().filter_map(|event| {
        let Action::TensorMemory { is_store, place, columns, registers } = &event.action else {
            return None;
        };
        let place = place.as_ref();
        let first = place.and_then(|place| kernel.column(place));
        Some(Move {
            event,
            is_store: *is_store,
            place,
            shape: event.opcode.split('.').find_map(|word| LoadShape::from_name(word).ok()),
            columns: first.zip(*columns).map(|(first, count)| first..first + u64::from(count)),
            lane: place.and_then(|place| Some(kernel.lane(place)?.cut(5))),
            registers: *registers,
        })
    })
}

/// The loads of them.
fn loads<'k>(kernel: &'k Kernel<'k>) -> impl Iterator<Item = Move<'k>> {
    moves(kernel).filter(|one| !one.is_store)
}

/// The columns that stores and copies write, if all of them are known.
fn written(kernel: &Kernel<'_>) -> Option<HashSet<u64>> {
    let of_stores = moves(kernel).filter(|one| one.is_store).map(|one| one.columns);
    let of_copies = kernel.events.iter().filter_map(|event| match &event.action {
        Action::TensorCopy { place, .. } => Some((event.opcode, place)),
        _ => None,
    });
    let of_copies = of_copies.map(|(opcode, place)| {
        let first = kernel.column(place.as_ref()?)?;
        // A row of 16 bytes is four columns, one of 32 bytes eight.
        let (_, count) = [("128b", 4), ("256b", 8)].into_iter().find(|(rows, _)| opcode.contains(rows))?;
        Some(first..first + count)
    });
    let all: Option<Vec<Range<u64>>> = of_stores.chain(of_copies).collect();
    Some(all?.into_iter().flatten().collect())
}

/// Whether it is in tensor memory that the kernel allocates and stores nothing to, or nothing to its first column.
pub(super) fn is_unwritten(kernel: &Kernel<'_>, held: &Held) -> bool {
    let has = |is: fn(&Action<'_>) -> bool| kernel.events.iter().any(|event| is(&event.action));
    let is_stored = || has(|action| matches!(action, Action::TensorMemory { is_store: true, .. }));
    let is_other = || Some(!written(kernel)?.contains(&kernel.column_of(held)?));
    let is_own = has(|action| matches!(action, Action::Allocate { .. }));
    matches!(held, Held::TensorMemory(_)) && is_own && (!is_stored() || is_other() == Some(true))
}

/// A and scale factors in tensor memory that nothing writes.
fn unwritten(kernel: &Kernel<'_>) -> Vec<Part> {
    // Columns of two allocations are not counted from one place.
    let Some(written) = written(kernel).filter(|_| all_columns(kernel).count() == 1) else {
        return Vec::new();
    };
    let part = |mma: &Mma<'_>, letter: Letter, held: &Held, count: u64| {
        let first = kernel.column_of(held)?;
        let is_unwritten = (first..first + count).any(|column| !written.contains(&column));
        is_unwritten.then(|| of_source(letter, first, first + count - 1).at(mma))
    };
    let of_mma = |mma: &Mma<'_>| {
        let of_a = part(mma, Letter::A, &mma.operands[0], u64::from(mma.k_bytes(Operand::A) / 4));
        let of_scales = mma.scales.iter().filter_map(|held| part(mma, Letter::S, held, 1));
        of_scales.chain(of_a).collect::<Vec<_>>()
    };
    kernel.mmas.iter().flat_map(of_mma).collect()
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
    let in_memory = kernel.mmas.iter().filter(|mma| matches!(mma.result, Held::TensorMemory(_)));
    let results: Option<Vec<_>> = in_memory.map(|mma| Some((mma, columns_of_result(kernel, mma)?))).collect();
    let results = results.unwrap_or_default();
    let (mut parts, mut seen) = (Vec::new(), HashSet::new());
    for one in loads(kernel) {
        let Some(columns) = &one.columns else { continue };
        let result_of = |column: u64| results.iter().find(|(_, own)| own.contains(&column));
        let Some((mma, _)) = result_of(columns.start) else { continue };
        let beyond = columns.clone().find(|column| result_of(*column).is_none());
        let half = half_of_m(mma, one.shape);
        if seen.insert((short(one.event.opcode), beyond.map(|end| (end, columns.end)), half)) {
            let found = [beyond.map(|end| of_end(end, columns.end)), half.map(of_half)];
            parts.extend(found.into_iter().flatten().map(|part| part.at(one.event)));
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
    for one in loads(kernel) {
        let halves = match (one.shape?.lanes() == WARP_LANES, one.lane?.number()?) {
            (true, 0) => 0..2,
            (false, 0) => 0..1,
            (false, 16) => 1..2,
            _ => return None,
        };
        read.extend(one.columns?.flat_map(|column| halves.clone().map(move |half| (column, half))));
        last = Some(one.event);
    }
    let last = last?;
    // What a CTA of a pair loads is half of what the pair has.
    let is_alone = kernel.mmas.iter().all(|mma| mma.name.form == Some(CtaForm::One));
    for mma in kernel.mmas.iter().filter(|_| is_alone) {
        if !matches!(mma.result, Held::TensorMemory(_)) {
            continue;
        }
        let columns = columns_of_result(kernel, mma)?;
        let halves = if fills_half_the_lanes(mma)? { 1 } else { 2 };
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
fn half_of_m(mma: &Mma<'_>, load: Option<LoadShape>) -> Option<u32> {
    let is_half = fills_half_the_lanes(mma)? && load?.lanes() == WARP_LANES;
    mma.idesc?.shape()[0].filter(|_| is_half)
}

/// Whether D of an instruction is in half the lanes of each warp.
fn fills_half_the_lanes(mma: &Mma<'_>) -> Option<bool> {
    let m = mma.idesc?.shape()[0]?;
    Some(readings(mma.name.form?, mma.name.sparsity, m).ok()?.first()?.path.is_half_the_lanes())
}

fn columns(kernel: &Kernel<'_>, allocated: u64) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut add = |at: &dyn At, opcode: &str, letter: Option<Letter>, end| {
        let found = of_end_of_allocation(&short(opcode), end, allocated);
        parts.extend(found.map(|part| part.at(&at.at()).about(letter)));
    };
    for mma in &kernel.mmas {
        for part in tensor_parts(kernel, mma) {
            add(mma, mma.opcode, Some(part.letter), part.first + part.columns);
        }
    }
    for event in &kernel.events {
        let (place, count) = match &event.action {
            Action::TensorMemory { place, columns, .. } => (place, columns.map_or(1, u64::from)),
            Action::TensorCopy { place, .. } => (place, 1),
            _ => continue,
        };
        if let Some(first) = place.as_ref().and_then(|place| kernel.column(place)) {
            add(event, event.opcode, None, first + count);
        }
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

// Loads and stores of tensor memory: the registers that they name, and the lanes that they reach.

/// A load or store whose list of registers is not as long as its shape needs.
fn registers(Move { event, shape, registers, .. }: &Move<'_>) -> Option<Part> {
    let shape = (*shape)?;
    let repeats = event.opcode.split('.').find_map(|word| word.strip_prefix('x')?.parse::<u32>().ok())?;
    let wanted = shape.registers().saturating_mul(repeats);
    let part = TENSOR_REGISTERS.wrong(
        format!("{} of {wanted} registers names {registers}", short(event.opcode)),
        format!(
            "Each of {repeats} repetitions of .{} takes {} of each thread.",
            shape.name(),
            counted(shape.registers() as usize, "register")
        ),
    );
    (*registers != wanted).then(|| part.at(*event))
}

/// The first place that is not counted from an allocation, where others are.
pub(super) fn strays(kernel: &Kernel<'_>) -> Option<Part> {
    let of_events = kernel.events.iter().filter_map(|event| match &event.action {
        Action::TensorMemory { place, .. }
        | Action::TensorCopy { place, .. }
        | Action::Free { place, .. } => Some((event.at(), place.as_ref())),
        _ => None,
    });
    let of_mmas = kernel.mmas.iter().flat_map(|mma| {
        let held = mma.held();
        let held = held.filter(|held| matches!(held, Held::TensorMemory(_)));
        held.map(|held| (mma.at(), held.place()))
    });
    let all = of_events.chain(of_mmas);
    let is_counted = |place: Option<&Linear>| place.is_some_and(|place| kernel.is_allocated(place));
    let (counted, strays): (Vec<_>, Vec<_>) = all.partition(|(_, place)| is_counted(*place));
    let (at, _) = strays.into_iter().min_by_key(|(at, _)| *at).filter(|_| !counted.is_empty())?;
    let why = "the allocation that a place in tensor memory is counted from";
    Some(TENSOR_COLUMNS.not_followed(why).at(&at))
}

/// Warps that have all lanes of tensor memory.
const WARPS: usize = 4;

/// The first load or store of which it is not known that each warp reaches its own lanes.
fn of_warps(kernel: &Kernel<'_>) -> Option<Part> {
    let threads = kernel.threads? as usize;
    let of_lanes = |(_, by): &&(AtomId, u64)| by.is_multiple_of(1 << 16);
    let is_followed = |place: &Linear| {
        let mut lanes = vec![place.constant >> 16; threads];
        for (atom, by) in place.terms.iter().filter(of_lanes) {
            for (lane, value) in lanes.iter_mut().zip(kernel.of(*atom).each_thread.as_ref()?) {
                *lane = lane.wrapping_add(value.wrapping_mul(by >> 16));
            }
        }
        let lanes = lanes.chunks(WARP_LANES as usize).enumerate();
        let is_own = lanes.map(|(warp, lanes)| {
            let first = (warp % WARPS) as u64 * u64::from(WARP_LANES);
            lanes.iter().all(|lane| lane & 0x60 == first)
        });
        let is_own: Vec<bool> = is_own.collect();
        Some(is_own.chunks(WARPS).any(|own| own.iter().all(|own| *own)))
    };
    let moves = moves(kernel).filter_map(|one| Some((one.event, one.place?)));
    // Without lanes in any of them, one warp moves all.
    let is_told = |(_, place): (_, &Linear)| place.terms.iter().find(of_lanes).is_some();
    let mut strays = moves.clone().filter(|(_, place)| is_followed(place) != Some(true));
    let (event, _) = strays.next().filter(|_| moves.clone().any(is_told))?;
    let why = "the lanes of tensor memory that each warp reaches";
    Some(TENSOR_LANES.not_followed(why).at(event))
}

/// A store of half of a warp's lanes to columns of which the other half is not stored.
pub(super) fn halves(kernel: &Kernel<'_>) -> Option<Part> {
    let stores = moves(kernel)
        .filter(|one| one.is_store)
        .filter_map(|one| Some((one.event, one.shape?.lanes(), one.columns?, one.lane?.number()?)));
    let stores: Vec<_> = stores.collect();
    let (event, ..) = stores.iter().find(|(_, lanes, columns, lane)| {
        let mut others = stores.iter();
        let is_other =
            |(_, their, own, at): &(_, u32, _, u64)| (their, own) == (lanes, columns) && at != lane;
        *lanes < WARP_LANES && !others.any(is_other)
    })?;
    let part = TENSOR_SOURCE.wrong(
        format!("{} writes 16 of a warp’s lanes, and nothing the others", short(event.opcode)),
        "A row of an operand in tensor memory is a lane: a store of half of them has another for the other half.",
    );
    Some(part.at(*event))
}

/// The lanes that loads and stores of a warp begin at; those that begin alike are one.
pub(super) fn lanes(kernel: &Kernel<'_>) -> Vec<Part> {
    let mut seen = HashSet::new();
    let of_move = |one: Move<'_>| {
        let lanes = (one.lane?.max() as u32, one.shape?.lanes());
        let part = of_lanes(&short(one.event.opcode), lanes).filter(|_| seen.insert(lanes))?;
        Some(part.at(one.event))
    };
    moves(kernel).filter_map(of_move).collect()
}

/// A load or store that reaches into the lanes of the next warp: where it begins in a warp's, and how many it takes.
pub(super) fn of_lanes(opcode: &str, (first, lanes): (u32, u32)) -> Option<Part> {
    let wanted = match lanes {
        WARP_LANES => "32w",
        _ => "32w or 32w + 16",
    };
    (first + lanes > WARP_LANES).then(|| TENSOR_LANES.wrong(
        format!("{opcode} takes {lanes} lanes from lane {first} of a warp’s {WARP_LANES}"),
        format!("Warp w of a warpgroup reaches lanes 32w to 32w + 31 only. The lane of its address, bits 16 to 22, must be {wanted}."),
    ))
}

// Copies of scale factors from shared memory to tensor memory, by `tcgen05.cp`: their descriptors.

/// The findings on the descriptors of copies; those that differ in the start only are one.
pub(super) fn copies(kernel: &Kernel<'_>) -> Vec<Part> {
    let mut seen = HashSet::new();
    let of_event = |event: &Event<'_>| {
        let Action::TensorCopy { source, stop, .. } = &event.action else {
            return None;
        };
        let (chip, known) = match source {
            Held::Descriptor(held, _) => (held.chip, held.known),
            Held::Unknown => (Arch::Tcgen05.first_chip(), Known::NOTHING),
            Held::Registers | Held::TensorMemory(_) => return None,
        };
        let above = address_bits(chip) - UNIT_BYTES.ilog2();
        let is_new = seen.insert((known.mask >> above, known.bits >> above));
        let stop = stop.as_ref().map(|link| (link.line, link.opcode));
        let has_block = event.opcode.contains("32x128b");
        is_new.then(|| of_descriptor(chip, known, stop, has_block).at(event))
    };
    let of_events = kernel.events.iter().filter_map(of_event);
    of_events.chain(kernel.events.iter().filter_map(multicast)).collect()
}

/// A shape with lanes to which it is not copied.
fn multicast(event: &Event<'_>) -> Option<Part> {
    let mut words = event.opcode.strip_prefix("tcgen05.cp.")?.split('.');
    let shape = words.clone().find_map(|word| CopyShape::from_name(word).ok())?;
    let multicast = words.find_map(|word| Multicast::from_ptx(word).ok()).unwrap_or(Multicast::None);
    let refusal = SharedCopy::new(shape, multicast).err()?;
    Some(COPY_SHAPE.wrong("tcgen05.cp has no such form", refusal.to_string()).at(event))
}

/// The descriptor of a copy, with the instruction at which it is not followed further; of a block of 32 rows of 16 bytes, if it is one.
pub(super) fn of_descriptor(chip: Chip, known: Known, stop: Option<(u32, &str)>, has_block: bool) -> Part {
    let held = held_in(chip, known);
    let checks = [stray(&held), mode(&held, stop), block(&held).filter(|_| has_block)];
    Part::of(FactKind::Scales, checks, Holds::Nothing).about(Letter::S)
}

/// Fixed bits with another value than the chip's.
fn stray(held: &HeldDescriptor) -> Option<Part> {
    let known = held.known;
    let stray = held.lowest().decode().stray_bits & known.mask;
    let [is, required] = fixed_bits(held.chip, stray, known.bits);
    (stray != 0).then(|| COPY_BITS.wrong(format!("S: {is}"), required))
}

/// A mode that is not known, or that the chip does not have.
fn mode(held: &HeldDescriptor, stop: Option<(u32, &str)>) -> Option<Part> {
    if held.field(FieldId::Swizzle).is_none() {
        let stop = stop.map_or(String::new(), |(line, opcode)| format!(": {opcode} in line {line}"));
        return Some(COPY_BITS.says(
            Severity::Note,
            format!("S: the descriptor of tcgen05.cp is not known{stop}"),
            "The text does not say what is copied to tensor memory.",
        ));
    }
    let code = held.lowest().decode().swizzle.err()?;
    Some(COPY_BITS.wrong(format!("S: {code}"), "Codes 3, 5 and 7 are not modes of tcgen05."))
}

/// A block of scale factors that is not 512 bytes that follow one another.
fn block(held: &HeldDescriptor) -> Option<Part> {
    let says = |title: String| {
        COPY_BLOCK.says(
        Severity::Warning,
        title,
        "The copy reads 32 rows of 16 bytes. In the layout of scale factors they are 512 bytes without a gap.",
    )
    };
    if let Some(swizzle) = held.swizzle().filter(|mode| *mode != Swizzle::None) {
        let mode = swizzle.name();
        return Some(says(format!("S: swizzle mode {mode}, scale factors have none")));
    }
    let sbo = held.bytes(FieldId::Sbo).filter(|sbo| *sbo != BLOCK_SBO_BYTES)?;
    let part = says(format!("S: SBO is {sbo} bytes, {BLOCK_SBO_BYTES} belong there"));
    Some(part.fix(format!("Set SBO to {BLOCK_SBO_BYTES} bytes")))
}
