//! M or N of one CTA in the instruction descriptor of a pair.

use super::*;
use crate::finding::Severity;
use swizzle_core::hardware::Extents;

lint!(InstructionWord, "idesc-of-pair", Stated, PAIR);

pub(crate) const PAIR: &str = "PTX ISA, tcgen05.mma with .cta_group::2, “Matrix shapes”; CuTe's 2SM traits";

/// A finding on M or N of a pair's instruction descriptor.
pub(crate) struct OfPair {
    pub(crate) id: Id,
    pub(crate) severity: Severity,
    pub(crate) title: String,
    pub(crate) text: String,
    /// The instruction descriptor with twice the extent, where that is certain.
    pub(crate) mended: Option<InstructionDescriptor>,
}

/// An extent of an instruction descriptor with those of pairs, its letter, and what each CTA gives of it.
type Extent = ((Id, u32, Extents), &'static str, &'static str);

/// Compares M and N of an instruction descriptor with those of the pair. A value that is not specified, and could be that of
/// one CTA, is interpreted as that of the pair, and this is reported.
pub(crate) fn of_pair(idesc: InstructionDescriptor, said: [Option<u32>; 2]) -> Vec<OfPair> {
    let (kind, sparsity) = (idesc.kind(), idesc.sparsity());
    let form = CtaForm::Two;
    let of_m = (Id::M, idesc.m(), kind.m_extents(form, sparsity));
    let of_n = (Id::N, idesc.n(), kind.n_extents(form, sparsity, false));
    let extents = [(of_m, "M", "rows of A"), (of_n, "N", "columns of B")].into_iter();
    let judge = |(((id, own, legal), letter, what), said): (Extent, Option<u32>)| {
        // The field counts in the unit in which it has one CTA's extent: twice that is twice the field.
        let twice = idesc.with(id, 2 * idesc.get(id));
        match said {
            Some(said) if said == 2 * own && legal.contains(said) => Some(OfPair {
                id,
                severity: Severity::Error,
                title: format!("{letter} = {own} of the instruction descriptor is that of one CTA"),
                text: format!(
                    "With .cta_group::2 it is {letter} of the pair, {said}: each CTA gives half of it from its own shared memory."
                ),
                mended: Some(twice),
            }),
            None if legal.contains(own) && legal.contains(2 * own) => Some(OfPair {
                id,
                severity: Severity::Note,
                title: format!("{letter} = {own} is read as that of the pair"),
                text: format!(
                    "With .cta_group::2 each CTA gives half of {letter}, {} {what}. If each has {own}, {letter} is {}: {twice}.",
                    own / 2,
                    2 * own
                ),
                mended: None,
            }),
            Some(_) | None => None,
        }
    };
    extents.zip(said).filter_map(judge).collect()
}

fn find(word: &InstructionWord, report: &mut Report) {
    let Some(said) = word.of_pair.filter(|_| word.form == Some(CtaForm::Two)) else {
        return;
    };
    for one in of_pair(word.idesc, said) {
        let fields = only(word.idesc, one.id);
        let finding = report.add(one.severity, fields, one.title, one.text);
        if let Some(mended) = one.mended {
            finding.mended(mended);
        }
    }
}
