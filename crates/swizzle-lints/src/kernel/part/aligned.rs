//! Alignment of what instructions address in shared memory, as far as the text tells it.

use super::*;

/// An address, what it is of, and the number that it must be a multiple of.
type Asked<'e> = (&'e Event<'e>, &'e Linear, &'static str, u64);

/// The addresses of an event in shared memory.
fn asked<'e>(event: &'e Event<'e>) -> impl Iterator<Item = Asked<'e>> {
    let barrier = event.barrier.as_ref().map(|barrier| (barrier, "a barrier", BARRIER_BYTES));
    let own = || {
        Some(match &event.action {
            Action::Copy(copy) => {
                let (what, multiple) = match copy.dimensions {
                    0 => ("a bulk copy", 16),
                    _ => ("a copy by TMA", 128),
                };
                (copy.shared.as_ref()?, what, multiple)
            }
            Action::Store { address, bytes, .. } if bytes.is_power_of_two() && *bytes <= 16 => {
                (address.as_ref()?, "a store", u64::from(*bytes))
            }
            Action::Matrices { address, .. } => (address.as_ref()?, "a row of a matrix", 16),
            _ => return None,
        })
    };
    let all = barrier.into_iter().chain(own());
    all.map(move |(address, what, multiple)| (event, address, what, multiple))
}

/// The first address that cannot be aligned, wherever the variables begin.
pub(super) fn aligned(kernel: &Kernel<'_>) -> Option<Part> {
    let mut all = kernel.events.iter().flat_map(asked);
    all.find_map(|(event, address, what, multiple)| {
        let rest = kernel.rest(address, multiple)?;
        let own = short(event.opcode);
        (rest != 0).then(|| {
            ADDRESS_ALIGNMENT
                .wrong(
                    format!("The address of {what} is {rest} bytes behind a multiple of {multiple}"),
                    format!("{own} requires a multiple of {multiple}."),
                )
                .at(event)
        })
    })
}

/// The first address that is counted from no variable in shared memory, where those of most of its kind are.
pub(super) fn counted_from(kernel: &Kernel<'_>) -> Option<Part> {
    // What is stored without a space may go elsewhere.
    let is_shared =
        |event: &&Event<'_>| !matches!(event.action, Action::Store { .. }) || event.opcode.contains("shared");
    let all = kernel.events.iter().filter(is_shared).flat_map(asked);
    let all = all.filter_map(|(event, address, what, _)| {
        let address = address.modulo(kernel.address_bits);
        Some((event, what, kernel.variables_in(&address)?))
    });
    let all: Vec<(&Event<'_>, &str, u64)> = all.collect();
    let (event, what, _) = all.iter().find(|(_, what, count)| {
        let mut alike = all.iter().filter(|(_, other, _)| other == what);
        *count != 1 && alike.any(|(.., count)| *count == 1)
    })?;
    let why = format!("the variable in shared memory that the address of {what} is counted from");
    Some(ADDRESS_ALIGNMENT.not_followed(why).at(*event))
}

/// An allocation that writes its address into bytes of an operand which nothing writes afterwards.
pub(super) fn allocation(kernel: &Kernel<'_>, shared: &SharedMap) -> Option<Part> {
    for event in &kernel.events {
        let Action::Allocate { destination: Some(address), .. } = &event.action else {
            continue;
        };
        let place = place(kernel, address)?;
        let fills = |other: &Event<'_>| {
            let is_store =
                matches!(&other.action, Action::Store { .. } | Action::Matrices { is_store: true, .. });
            (is_store || other.load().is_some()) && other.line > event.line
        };
        let regions = shared.regions.iter().filter(|region| match (region.origin, &place.base) {
            (Origin::Symbol(at), Base::Symbol(own)) => at == *own,
            _ => false,
        });
        let mut buffers = regions.flat_map(|region| &region.buffers);
        let hit =
            buffers.find(|buffer| matches!(buffer.role, Role::Operand(_)) && buffer.contains(place.offset));
        if let Some(buffer) = hit.filter(|_| !kernel.events.iter().any(fills)) {
            let letter = buffer.role.letter().map_or("", Letter::name);
            let part = ALLOCATION_ADDRESS.wrong(
                format!("{letter}: tcgen05.alloc writes its address into the tile"),
                format!("Four bytes from offset {} on are the address of the allocation, and nothing writes the tile afterwards.", place.offset),
            );
            return Some(part.at(event).of_buffer(buffer));
        }
    }
    None
}

/// Words of opcodes that only sm_107a and sm_107f have. Source: ptxas 13.5.
const OF_SM_107: [&str; 3] = ["kind::ti16", "decompress::lut::b", "collector::b"];

/// Instructions that the target does not have.
pub(super) fn target(kernel: &Kernel<'_>) -> Option<Part> {
    let name = kernel.target?.trim();
    let digits: String = name.strip_prefix("sm_")?.chars().take_while(char::is_ascii_digit).collect();
    let (number, suffix) = (digits.parse::<u32>().ok()?, name.strip_prefix("sm_")?.strip_prefix(&*digits)?);
    let has = |mma: &Mma<'_>| match mma.name.arch {
        Arch::Wgmma => number == 90 && suffix == "a",
        Arch::Tcgen05 => (100..120).contains(&number) && matches!(suffix, "a" | "f"),
    };
    let later = |mma: &Mma<'_>| OF_SM_107.into_iter().find(|word| number != 107 && mma.opcode.contains(word));
    let mma = kernel.mmas.iter().find(|mma| !has(mma) || later(mma).is_some())?;
    let own = short(mma.opcode);
    if let Some(word) = later(mma).filter(|_| has(mma)) {
        let part = TARGET.wrong(
            format!("{name} does not have {own} with {word}"),
            "sm_107a has it. The instruction does not assemble for this target.",
        );
        return Some(part.at(mma));
    }
    let instead = match number {
        90 if suffix == "a" => "sm_90a has wgmma.mma_async".to_owned(),
        90 => "sm_90a has wgmma.mma_async; sm_90 has mma.sync".to_owned(),
        100..120 if matches!(suffix, "a" | "f") => format!("{name} has tcgen05.mma"),
        100..120 => format!("sm_{number}a has tcgen05.mma; {name} has mma.sync"),
        _ => format!("{name} has mma.sync"),
    };
    let part = TARGET.wrong(
        format!("{name} does not have {own}"),
        format!("{instead}. The instruction does not assemble for this target."),
    );
    Some(part.at(mma))
}
