//! The reader and the operand that an instruction descriptor of tcgen05 specifies.

use super::*;

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
) -> Answer {
    let mut said = context.said;
    let operand = choice.operand.unwrap_or(context.spec()?.reader().operand);
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
    swizzle_params::check(&said)?;
    Ok(Pasted {
        goes_to: Some(Destination::Instruction(idesc)),
        ..Pasted::of(
            format!(
                "{what}, {}; it specifies rows, type and major of operand {}",
                text(idesc),
                operand.name()
            ),
            Shown { said, ..*context },
        )
    })
}

/// The answer of a text that names `.cta_group::2` beside an instruction descriptor: each CTA reads half of M and of N.
pub(crate) fn as_of_pair(mut pasted: Pasted, text: &str) -> Pasted {
    let is_pair = text.to_ascii_lowercase().contains("cta_group::2");
    let (Some(Destination::Instruction(idesc)), true) = (&pasted.goes_to, is_pair) else {
        return pasted;
    };
    let rows = &mut pasted.shown.said.reader.rows;
    if rows.is_some_and(|rows| rows == idesc.m() || rows == idesc.n()) {
        *rows = rows.map(|rows| rows / 2);
    }
    pasted.what += &format!(
        "; with cta_group::2, M and N are read as those of the pair: {} rows of A and {} columns of B in each CTA",
        idesc.m() / 2,
        idesc.n() / 2
    );
    pasted.notices.retain(|notice| !notice.part.contains("cta_group"));
    pasted
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
