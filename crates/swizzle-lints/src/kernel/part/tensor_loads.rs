//! Loads and stores of tensor memory: the registers that they name, and the lanes that they reach.

use super::*;
use swizzle_text::counted;
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
        format!(
            "{} of {wanted} registers names {registers}",
            short(event.opcode)
        ),
        format!(
            "Each of {repeats} repetitions of .{} takes {} of each thread.",
            shape.name(),
            counted(shape.registers() as usize, "register")
        ),
    );
    (registers != wanted).then(|| part.at(event))
}

/// A store of half of a warp's lanes to columns of which the other half is not stored.
pub(super) fn halves(kernel: &Kernel<'_>) -> Option<Part> {
    let stores = kernel
        .events
        .iter()
        .filter_map(|event| match &event.action {
            Action::TensorMemory {
                is_store: true,
                place,
                columns,
                ..
            } => {
                let shape = shape_of(event.opcode)?;
                let place = place.as_ref()?;
                let lane = kernel.lane(place)?.cut(5).number()?;
                Some((
                    event,
                    shape.lanes(),
                    lane,
                    kernel.column(place)?,
                    (*columns)?,
                ))
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
        let Action::TensorMemory {
            place: Some(place), ..
        } = &event.action
        else {
            return None;
        };
        let shape = shape_of(event.opcode)?;
        let all = kernel.lane(place)?;
        let lane = all.cut(5);
        let lanes = (lane.max() as u32, shape.lanes());
        let opcode = short(event.opcode);
        // Of the lanes of four warps, two bits tell the warp.
        let is_half = (all.mask >> 5 & 3).count_ones() == 1;
        let part = of_lanes(&opcode, lanes).or_else(|| {
            let why = format!("the lanes of each warp that {opcode} takes");
            is_half.then(|| TENSOR_LANES.not_followed(why))
        });
        let part = part.filter(|_| seen.insert((lanes, is_half)))?;
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
