//! A kind that only some of the family's chips have.

use super::*;

use swizzle_core::hardware::Chip;

lint!(InstructionWord, "idesc-chip", InCode, "ptxas 13.5; tests/data/chips_ptxas.csv");

fn find(word: &InstructionWord, report: &mut Report) {
    let kind = word.idesc.kind();
    let all = Chip::ALL.iter().copied();
    let with_kinds = all.filter(|chip| !chip.kinds().is_empty());
    let (having, lacking): (Vec<Chip>, Vec<Chip>) = with_kinds.partition(|chip| chip.has_kind(kind));
    if lacking.is_empty() {
        return;
    }
    let [having, lacking] = [having, lacking].map(|chips| joined(chips, " and "));
    report.note(
        &[],
        format!("Kind {kind} does not exist on {lacking}"),
        format!("{having} support it; CUDA's assembler rejects it for {lacking}."),
    );
}
