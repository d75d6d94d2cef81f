//! What an instruction descriptor of tcgen05 says of the reader and of its operand.

use crate::pasted::{Destination, PasteChoice, PasteError, Pasted, refuse};
use swizzle_code::build::likely_kinds;
use swizzle_core::descriptor::{InstructionDescriptor, InstructionFieldId as Id};
use swizzle_core::hardware::{Arch, Kind, Major, Named as _, Operand, Sparsity};
use swizzle_view::state::Shown;

/// The kind in which the least is wrong with 32 bits, or the one that was chosen.
pub(crate) fn of_bits(raw: u32, choice: &PasteChoice) -> InstructionDescriptor {
    let likely = || likely_kinds(raw).0.first().copied();
    let kind = choice.kind.or_else(likely).unwrap_or(Kind::F16);
    InstructionDescriptor::new(kind, raw)
}

/// The answer; `what` says where it comes from.
pub(crate) fn pasted(
    idesc: InstructionDescriptor,
    what: &str,
    choice: &PasteChoice,
    context: &Shown,
) -> Result<Pasted, PasteError> {
    let mut said = context.said;
    let operand = match context.spec() {
        Ok(spec) => choice.operand.unwrap_or(spec.reader().operand),
        Err(error) => return refuse(0..0, format_args!("{error}")),
    };
    if said.given.is_none() {
        said.reader.arch = Some(Arch::Tcgen05);
    }
    said.reader.operand = Some(operand);
    said.reader.sparsity = Some(idesc.sparsity());
    let rows = match operand {
        Operand::A => idesc.m(),
        Operand::B => idesc.n(),
    };
    said.reader.rows = Some(rows).filter(|rows| *rows > 0);
    said.tile.major = Some(idesc.major(operand));
    said.tile.element = idesc.element(operand).or(said.tile.element);
    if let Err(error) = said.check() {
        return refuse(0..0, format_args!("{error}"));
    }
    Ok(Pasted {
        what: format!(
            "{what}, {}; it specifies rows, type and major of operand {}",
            text(idesc),
            operand.name()
        ),
        shown: Shown { said, ..*context },
        others: Vec::new(),
        notices: Vec::new(),
        is_from_inside: false,
        is_answer: false,
        goes_to: Some(Destination::Instruction(idesc)),
    })
}

/// An instruction descriptor in one line: `0x08200490, kind f16: M 128, N 128, bf16 × bf16 → f32`.
pub(crate) fn text(idesc: InstructionDescriptor) -> String {
    let name = |operand| idesc.element(operand).map_or("?", |element| element.name());
    let mut text = format!(
        "{idesc}, kind {}: M {}, N {}, {} × {}",
        idesc.kind().name(),
        idesc.m(),
        idesc.n(),
        name(Operand::A),
        name(Operand::B),
    );
    if let Some(accumulator) = idesc.accumulator() {
        text.push_str(&format!(" → {}", accumulator.name()));
    }
    for operand in [Operand::A, Operand::B] {
        if idesc.major(operand) == Major::Mn {
            let major = Major::Mn.operand_name(operand);
            text.push_str(&format!(", {} {major}", operand.name()));
        }
    }
    if idesc.sparsity() == Sparsity::Sparse {
        text.push_str(", sparse");
    }
    if idesc.kind().is_block_scaled() {
        let ids = (idesc.get(Id::ScaleA), idesc.get(Id::ScaleB));
        text.push_str(&format!(", scale factor ids {} and {}", ids.0, ids.1));
    }
    text
}
