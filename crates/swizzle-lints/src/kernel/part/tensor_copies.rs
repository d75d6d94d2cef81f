//! Copies of scale factors from shared memory to tensor memory, by `tcgen05.cp`: their descriptors.

use super::*;
use crate::kernel::walk::held_in;
use swizzle_tmem::moves::{Multicast, SharedCopy};
use swizzle_tmem::scale::BLOCK_SBO_BYTES;

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
