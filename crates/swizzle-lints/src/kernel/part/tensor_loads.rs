//! Loads and stores of tensor memory: the registers that they name, and the lanes that they reach.

use super::*;
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::tensor_memory::WARP_LANES;

/// The shape of a load or store of tensor memory.
pub(super) fn shape_of(opcode: &str) -> Option<LoadShape> {
    let mut words = opcode.split('.');
    words.find_map(|word| LoadShape::from_name(word).ok())
}

/// A load or store whose list of registers is not as long as its shape needs.
pub(super) fn registers(event: &Event<'_>) -> Option<Part> {
    let Action::TensorMemory { registers, .. } = event.action else {
        return None;
    };
    let shape = shape_of(event.opcode)?;
    let mut words = event.opcode.split('.');
    let repeats = words.find_map(|word| word.strip_prefix('x')?.parse::<u32>().ok())?;
    let wanted = shape.registers().saturating_mul(repeats);
    let part = TENSOR_REGISTERS.wrong(
        format!("{} of {wanted} registers names {registers}", short(event.opcode)),
        format!(
            "Each of {repeats} repetitions of .{} takes {} of each thread.",
            shape.name(),
            counted(shape.registers() as usize, "register")
        ),
    );
    (registers != wanted).then(|| part.at(event))
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
pub(super) fn of_warps(kernel: &Kernel<'_>) -> Option<Part> {
    let threads = kernel.threads? as usize;
    let of_lanes = |(_, by): &&(AtomId, u64)| by.is_multiple_of(1 << 16);
    let is_followed = |place: &Linear| {
        let mut lanes = vec![place.constant >> 16; threads];
        for (atom, by) in place.terms.iter().filter(of_lanes) {
            for (lane, value) in lanes.iter_mut().zip(kernel.each_thread(*atom)?) {
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
    let moves = kernel.events.iter().filter_map(|event| match &event.action {
        Action::TensorMemory { place, .. } => Some((event, place.as_ref()?)),
        _ => None,
    });
    // Without lanes in any of them, one warp moves all.
    let is_told = |(_, place): (_, &Linear)| place.terms.iter().find(of_lanes).is_some();
    let mut strays = moves.clone().filter(|(_, place)| is_followed(place) != Some(true));
    let (event, _) = strays.next().filter(|_| moves.clone().any(is_told))?;
    let why = "the lanes of tensor memory that each warp reaches";
    Some(TENSOR_LANES.not_followed(why).at(event))
}

/// A store of half of a warp's lanes to columns of which the other half is not stored.
pub(super) fn halves(kernel: &Kernel<'_>) -> Option<Part> {
    let stores = kernel.events.iter().filter_map(|event| match &event.action {
        Action::TensorMemory { is_store: true, place, columns, .. } => {
            let shape = shape_of(event.opcode)?;
            let place = place.as_ref()?;
            let lane = kernel.lane(place)?.cut(5).number()?;
            Some((event, shape.lanes(), lane, kernel.column(place)?, (*columns)?))
        }
        _ => None,
    });
    let stores: Vec<_> = stores.collect();
    let (event, ..) = stores.iter().find(|(_, lanes, lane, first, columns)| {
        let is_other = |(_, their, at, column, count): &&(_, u32, u64, u64, u32)| {
            (their, column, count) == (lanes, first, columns) && at != lane
        };
        *lanes < WARP_LANES && !stores.iter().any(|one| is_other(&one))
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
    let of_event = |event: &Event<'_>| {
        let Action::TensorMemory { place: Some(place), .. } = &event.action else {
            return None;
        };
        let shape = shape_of(event.opcode)?;
        let lane = kernel.lane(place)?.cut(5);
        let lanes = (lane.max() as u32, shape.lanes());
        let opcode = short(event.opcode);
        let part = of_lanes(&opcode, lanes).filter(|_| seen.insert(lanes))?;
        Some(part.at(event))
    };
    kernel.events.iter().filter_map(of_event).collect()
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
