//! Instruction descriptors beside those of the same walk, and beside the opcode.

use super::*;
use crate::kernel::part::tensor::is_unwritten;
use swizzle_ptx::kernel::Whole;
use swizzle_ptx::module::chip;

/// An instruction descriptor beside what must fit it.
#[derive(Debug, Clone)]
pub(super) struct Word {
    /// Its fields of shapes, types and majors.
    pub(super) own: u32,
    /// The same of most instructions that add to the same accumulator.
    pub(super) common: Option<u32>,
    /// The names of fields that differ.
    pub(super) differs: Vec<&'static str>,
    /// Whether the opcode says that A is sparse.
    pub(super) is_sparse: bool,
    /// Whether the descriptor does, where the bit is known.
    pub(super) sparse_bit: Option<bool>,
    /// Whether it transposes A, which is in tensor memory.
    pub(super) transposes_tensor_memory: bool,
}

impl Word {
    fn part(&self) -> Part {
        let checks = [self.others(), self.sparsity(), self.transpose()];
        Part::of(FactKind::Instruction, checks, Holds::Nothing)
    }

    /// Another one than that of the other instructions of its walk.
    fn others(&self) -> Option<Part> {
        let (own, common) = (self.own, self.common.filter(|common| *common != self.own)?);
        let fields = self.differs.join(", ");
        let part = WALK_IDESC.wrong(
            format!("The instruction descriptor differs in {fields} from the other instructions that add to this accumulator"),
            format!("It has 0x{own:08x} in these fields, the others 0x{common:08x}. Instructions that add to one accumulator have one shape and one pair of types."),
        );
        Some(part.fix("Use the same instruction descriptor for all steps".to_owned()))
    }

    /// A sparsity bit that contradicts the opcode.
    fn sparsity(&self) -> Option<Part> {
        let is_set = self.sparse_bit.filter(|bit| *bit != self.is_sparse)?;
        let (has, bit, verb) = if is_set { ("no .sp", "set", "Clear") } else { (".sp", "0", "Set") };
        let part = IDESC_SPARSITY.wrong(
            format!("The opcode has {has}, the sparsity bit of the instruction descriptor is {bit}"),
            "Bit 2 is set if and only if A is sparse.",
        );
        Some(part.fix(format!("{verb} bit 2 of the instruction descriptor")))
    }

    /// A in tensor memory that it transposes.
    fn transpose(&self) -> Option<Part> {
        let part = || {
            TENSOR_TRANSPOSE.says(
                Severity::Warning,
                "A is in tensor memory, and the instruction descriptor transposes it",
                "A row of A is a lane of tensor memory: there is no other order to read it in.",
            )
        };
        let fix = "Clear bit 15 of the instruction descriptor".to_owned();
        self.transposes_tensor_memory.then(|| part().fix(fix))
    }
}

/// Fields that instructions of one walk share, by their names.
const SHARED: [(Id, &str); 11] = [
    (Id::A, "the type of A"),
    (Id::B, "the type of B"),
    (Id::D, "the type of D"),
    (Id::M, "M"),
    (Id::N, "N"),
    (Id::TransposeA, "the transpose of A"),
    (Id::TransposeB, "the transpose of B"),
    (Id::Sparse, "sparsity"),
    (Id::Saturate, "saturation"),
    (Id::ScaleType, "the type of the scale factors"),
    (Id::KSize, "K"),
];

/// The shared fields of an instruction descriptor, if all of them are known.
pub(in crate::kernel) fn shared(mma: &Mma<'_>) -> Option<(u32, u32)> {
    let idesc = mma.idesc?;
    let mask = idesc.mask(&SHARED.map(|(id, _)| id));
    idesc.has(mask).then_some((mask, idesc.known.bits as u32 & mask))
}

fn word(mma: &Mma<'_>, common: Option<u32>) -> Option<Word> {
    let idesc = mma.idesc?;
    let own = shared(mma).map_or(0, |(_, own)| own);
    let differs =
        SHARED.iter().filter(|(id, _)| common.is_some_and(|common| (own ^ common) & idesc.mask(&[*id]) != 0));
    let sparse_bit = idesc.knows(Id::Sparse).then(|| idesc.lowest.get(Id::Sparse) != 0);
    Some(Word {
        own,
        common,
        differs: differs.map(|(_, name)| *name).collect(),
        is_sparse: mma.name.sparsity == Sparsity::Sparse,
        sparse_bit,
        transposes_tensor_memory: matches!(mma.operands[0], Held::TensorMemory(_))
            && mma.majors[Operand::A as usize] == Some(Major::Mn),
    })
}

/// The accumulator that an instruction adds to, or that the ones around it do if it alone has its own.
pub(crate) fn accumulator(kernel: &Kernel<'_>, at: usize) -> u32 {
    let mma = &kernel.mmas[at];
    let beside = |other: Option<usize>| kernel.mmas.get(other?).filter(|one| one.opcode == mma.opcode);
    let (before, behind) = (beside(at.checked_sub(1)), beside(at.checked_add(1)));
    let (Some(before), Some(behind)) = (before, behind) else {
        return mma.accumulator;
    };
    let count = |own: u32| kernel.mmas.iter().filter(|one| one.accumulator == own).count();
    let is_stray = before.accumulator == behind.accumulator && before.accumulator != mma.accumulator;
    if is_stray
        && matches!(mma.result, Held::TensorMemory(Some(_)))
        && count(mma.accumulator) == 1
        && count(before.accumulator) > 2
    {
        before.accumulator
    } else {
        mma.accumulator
    }
}

/// An instruction that adds to another accumulator than those before and behind it.
pub(super) fn results(kernel: &Kernel<'_>) -> Option<Part> {
    let at = (0..kernel.mmas.len()).find(|at| accumulator(kernel, *at) != kernel.mmas[*at].accumulator)?;
    let mma = &kernel.mmas[at];
    let [before, behind] = [at - 1, at + 1].map(|at| kernel.mmas[at].line);
    let part = WALK_RESULT.wrong(
        "D: the instruction adds to another accumulator than those around it",
        format!("The instructions before and behind it, in lines {before} and {behind}, go on with the same steps along K."),
    );
    Some(part.at(mma).about(Letter::D))
}

/// A step along K whose product is added where the others are subtracted, or the other way round.
pub(super) fn signs(kernel: &Kernel<'_>, walks: &[KernelWalk]) -> Option<Part> {
    let mma = walks.iter().find_map(|one| {
        let all = || one.mmas.iter().map(|at| &kernel.mmas[*at]);
        let count = all().filter(|mma| mma.is_negative).count();
        let is_odd = 2 * count <= one.mmas.len();
        all().find(|mma| mma.is_negative == is_odd).filter(|_| (1..one.mmas.len()).contains(&count))
    })?;
    let part = PRODUCT_SUM.wrong(
        "The sign of the product is not that of the other steps along K",
        "imm-scale-a and imm-scale-b are 1 or -1: they negate A and B. All steps of a walk are added to one sum.",
    );
    Some(part.at(mma).about(Letter::D))
}

/// A step along K behind others, which begins the sum anew, or does not say whether it does where the others add; and sums that none
/// begins.
pub(super) fn sums(kernel: &Kernel<'_>, walks: &[KernelWalk]) -> Option<Part> {
    let of = |at: &usize| &kernel.mmas[*at];
    let is_next = |pair: &&[usize]| {
        let [before, step] = [&pair[0], &pair[1]].map(of);
        (before.accumulator, before.section) == (step.accumulator, step.section)
    };
    let steps = walks.iter().flat_map(|one| one.mmas.windows(2).filter(is_next).map(|pair| of(&pair[1])));
    let steps: Vec<_> = steps.collect();
    let adds = |mma: &Mma<'_>| mma.adds == Some(true);
    let (mma, part) = if let Some(anew) = steps.iter().find(|step| step.adds == Some(false)) {
        let title = "D: this step along K begins the sum anew";
        let text = "Where scale-d, or enable-input-d, is false, D is the product alone: what the steps before it added is lost.";
        (*anew, PRODUCT_ADDS.wrong(title, text))
    } else if kernel.mmas.iter().all(adds)
        && let Some(first) = kernel.mmas.iter().find(|mma| is_unwritten(kernel, &mma.result))
    {
        let title = "D: nothing clears it: the first product is added to what tensor memory has";
        let text = "What tensor memory has before is what another kernel left. The first step along K has enable-input-d false.";
        (first, PRODUCT_ADDS.wrong(title, text))
    } else if let Some(leaves) = kernel.mmas.iter().find(|mma| mma.leaves_lanes) {
        (
            leaves,
            PRODUCT_ADDS.not_followed(
                "what lanes of D hold that the instruction leaves as they are, by a mask that is not zero",
            ),
        )
    } else {
        let open = steps.iter().find(|step| step.adds.is_none());
        let open = open.filter(|_| steps.iter().any(|step| adds(step)))?;
        (*open, PRODUCT_ADDS.not_followed("whether this step along K adds to D, as others do"))
    };
    Some(part.at(mma).about(Letter::D))
}

/// Bits of a word that have a meaning on the kernel's chip alone.
pub(crate) fn chip_bits(kernel: &Kernel<'_>, mma: &Mma<'_>) -> u32 {
    let own = |idesc: InstructionDescriptor| {
        let chip = chip(kernel.target, mma.name.arch);
        idesc.raw() & InstructionDescriptor::bits_without_table(idesc.kind(), chip)
    };
    mma.idesc.map_or(0, |idesc| own(idesc.lowest))
}

/// An instruction descriptor with such bits.
pub(super) fn of_chip(kernel: &Kernel<'_>) -> Vec<Part> {
    let part = |(at, mma): (usize, &Mma<'_>)| {
        let bits = chip_bits(kernel, mma);
        let readers = [Operand::A, Operand::B].map(|side| (at, side)).to_vec();
        let target = kernel.target.unwrap_or_default();
        let why =
            format!("the bits 0x{bits:08x} of the instruction descriptor have a meaning on {target} alone");
        (bits != 0).then(|| TARGET.not_followed(why).at(mma).read_by(readers))
    };
    kernel.mmas.iter().enumerate().filter_map(part).collect()
}

pub(super) fn instructions(kernel: &Kernel<'_>) -> Vec<Part> {
    let mut groups: HashMap<(u32, &str), Vec<u32>> = HashMap::new();
    for mma in &kernel.mmas {
        if let Some((_, own)) = shared(mma) {
            let key = (mma.accumulator, mma.opcode);
            groups.entry(key).or_default().push(own);
        }
    }
    let common = groups.into_iter().filter_map(|(key, all)| Some((key, most(all.into_iter())?.0)));
    let common: HashMap<_, u32> = common.collect();
    let part = |mma: &Mma<'_>| {
        let key = (mma.accumulator, mma.opcode);
        let common = shared(mma).and_then(|_| common.get(&key).copied());
        Some(word(mma, common)?.part().at(mma))
    };
    kernel.mmas.iter().filter_map(part).collect()
}

/// A step along K that reads A at other columns of tensor memory than those of its place among the steps.
pub(super) fn steps(kernel: &Kernel<'_>, walks: &[KernelWalk]) -> Option<Part> {
    let columns = |at: &usize| {
        let mma = &kernel.mmas[*at];
        let step = i64::from(mma.k_bytes(Operand::A) / 4);
        Some((mma, kernel.column_of(&mma.operands[0])? as i64, step))
    };
    let mut of_b = walks.iter().filter(|walk| walk.walk.side == Operand::B);
    of_b.find_map(|walk| {
        let all: Vec<_> = walk.mmas.iter().map_while(columns).collect();
        let is_next = |pair: &&[(&Mma<'_>, i64, i64)]| pair[1].1 - pair[0].1 == pair[1].2;
        let pairs = || all.windows(2);
        let (.., step) = all.get(1)?;
        let wrong = pairs().find(|pair| !is_next(pair))?;
        // What most steps do not do is another order.
        let is_order = 2 * pairs().filter(is_next).count() >= pairs().len();
        let part = WALK_COLUMNS.wrong(
            format!("A: {} columns from the step before, not {step}", wrong[1].1 - wrong[0].1),
            "A step reads as many columns of A in tensor memory as it has words of K, and the next step the next of them.",
        );
        is_order.then(|| part.about(Letter::A).at(wrong[1].0))
    })
}

/// How often loops go round: as often as K has parts, and as copies bring them.
pub(super) fn turns(kernel: &Kernel<'_>) -> Option<Part> {
    let turns = kernel.turns.as_ref()?;
    let open = format!("whether the loop that ends in line {} goes through all of K", turns.line);
    let part = match turns.whole {
        Whole::All(true) => PRODUCT_TURNS.checked("all of K, as long as a size says, is multiplied once, part by part"),
        Whole::All(false) => PRODUCT_TURNS.checked("copies bring as many parts of K as are multiplied, one beside the other"),
        Whole::Multiplied(parts, others, true) => PRODUCT_TURNS.wrong(
            format!("the loop over K multiplies {others} of {parts} parts of K"),
            format!("Where K has {parts} parts, {parts} are copied and {others} are multiplied: begin, step, comparison and bound belong together."),
        ),
        Whole::Multiplied(parts, others, false) => {
            PRODUCT_TURNS.not_followed(format!("{open}: of {parts} parts it multiplies {others}"))
        }
        Whole::Copied(parts, others) if others < parts => PRODUCT_TURNS.wrong(
            format!("copies bring {others} of {parts} parts of K"),
            format!("Where K has {parts} parts, {parts} are multiplied and {others} are copied: the loop waits for the others and never ends."),
        ),
        Whole::Copied(parts, others) => {
            PRODUCT_TURNS.not_followed(format!("{open}: of {parts} parts {others} are copied"))
        }
        Whole::Beside => PRODUCT_TURNS.wrong(
            "copies bring parts of K that are not one beside the other",
            "From turn to turn the coordinate along K grows by what a part has of it, from 0 on: some are left out, or come twice.",
        ),
        Whole::Open => PRODUCT_TURNS.not_followed(open),
    };
    Some(part.at(&(turns.line, turns.loc)))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// An instruction descriptor that is right, with a change.
    pub(in crate::kernel::part) fn instruction(change: impl FnOnce(&mut Word)) -> Part {
        let mut word = Word {
            own: 0x0010_0000,
            common: Some(0x0010_0000),
            differs: Vec::new(),
            is_sparse: false,
            sparse_bit: Some(false),
            transposes_tensor_memory: false,
        };
        change(&mut word);
        word.part()
    }
}
