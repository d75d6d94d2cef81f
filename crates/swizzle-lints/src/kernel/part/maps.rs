//! Tensor maps of copies into buffers of operands, as far as the text tells them.

use super::*;

/// The operands of all walks, if the text makes tensor maps and a copy uses one of which it does not tell which; a map that the
/// caller hands over is none of them.
pub(super) fn of_unknown_map(kernel: &Kernel<'_>, walks: &[KernelWalk]) -> Vec<Part> {
    let is_told =
        |map: &Linear| kernel.map_at(map).is_some() || matches!(kernel.named(map), Some((_, Some(_))));
    let unknown = kernel.events.iter().find_map(|event| {
        let copy = event.load().filter(|copy| copy.dimensions > 0)?;
        let is_unknown = !copy.map.as_ref().is_some_and(is_told);
        is_unknown.then_some((event.line, copy.map_stop))
    });
    let Some((copy, stop)) = unknown.filter(|_| !kernel.maps.is_empty()) else {
        return Vec::new();
    };
    let part = |one: &KernelWalk| {
        let part = unknown_map(one.walk.side, copy, stop);
        part.at(&kernel.mmas[one.mmas[0]]).read_by(one.readers())
    };
    walks.iter().map(part).collect()
}

/// A copy by a tensor map of which the text does not tell which it is, beside an operand.
pub(super) fn unknown_map(side: Operand, copy: u32, stop: Option<u32>) -> Part {
    let stop = stop.map_or(String::new(), |line| format!(": its address is not followed beyond line {line}"));
    let letter = Letter::of(side);
    let name = letter.name();
    let part = MAP_UNKNOWN.says(
        Severity::Note,
        format!("{name}: the tensor map of the copy in line {copy} is not known{stop}"),
        "The text makes tensor maps, but does not tell which of them the copy uses. Its box, swizzle mode and bytes cannot be compared with the reads, so no read is called right.",
    );
    Part { holds: Holds::NotFollowed("the tensor map of a copy".to_owned()), ..part.about(letter) }
}

/// Maps that the text makes and whose fields are not all known, or that have another rank than the copies that use them.
pub(super) fn fields_of_maps(kernel: &Kernel<'_>, buffer: &Buffer, side: Operand) -> Option<Part> {
    buffer.loads(kernel).find_map(|(event, copy)| {
        let address = copy.map.as_ref().filter(|_| copy.dimensions > 0)?;
        let letter = side.name();
        if let Some(number) = address.as_number() {
            let title =
                format!("{letter}: the copy takes the number {number:#x} for the address of its tensor map");
            let part = MAP_FIELDS.wrong(title, "A tensor map is in constant, parameter or global memory.");
            return Some(part.at(event).of_buffer(buffer));
        }
        let Some(map) = kernel.map_at(address) else {
            let maps = buffer.loads(kernel).filter_map(|(_, copy)| copy.map.as_ref());
            let why = format!("{letter}: the tensor map of a copy, where the text makes that of others");
            let is_mixed = maps.into_iter().any(|map| kernel.map_at(map).is_some());
            return is_mixed.then(|| MAP_FIELDS.not_followed(why).at(event).of_buffer(buffer));
        };
        let is_known = map.data_type.is_some() && map.swizzle.is_some() && map.copied().is_some();
        let part = match map.rank {
            Some(rank) if rank != copy.dimensions => MAP_FIELDS.wrong(
                format!("{letter}: the copy has {} dimensions, its tensor map {rank}", copy.dimensions),
                "`tensormap.replace.rank` takes the rank less one.",
            ),
            Some(_) if is_known => return None,
            _ => MAP_FIELDS.not_followed(format!("{letter}: not all fields of the tensor map are known")),
        };
        Some(part.at(event).of_buffer(buffer))
    })
}
