//! Parts that each CTA of a pair holds and passes to the instruction, for the tile of a builder.

use std::ops::Range;

use swizzle_core::descriptor::Descriptor;
use swizzle_core::hardware::{Arch, CtaForm};
use swizzle_core::reader::{Said, SaidReader, Spec};
use swizzle_core::tile::SaidTile;
use swizzle_core::{Operand, Sparsity};
use swizzle_infer::spec_from_said;
use swizzle_tmem::plan::{Place, Plan, Region, What};
use swizzle_tmem::tensor_memory::{Accumulator, Pair, Reading, Shape};

use crate::build::instruction::Instruction;
use crate::build::sequence::alignment_bytes;

/// Largest N of an instruction, of a pair as well.
const N_MAX: u32 = Arch::Tcgen05.n_max();

/// The part of A or B that a CTA of a pair holds in its shared memory: both hold theirs in the same way.
#[derive(Debug, Clone, PartialEq)]
pub struct PairOperand {
    /// The tile of it in the CTA's shared memory, whose first row is row 0.
    pub tile: Spec,
    /// Its descriptor for each step along K, an address of the CTA's own shared memory.
    pub descriptors: Vec<Descriptor>,
}

/// A pair of CTAs with one instruction, `.cta_group::2`, which the CTA of even rank issues for both.
#[derive(Debug, Clone, PartialEq)]
pub struct PairOfCtas {
    /// The instruction: M and N are those of both.
    pub both: Instruction,
    /// K of the tile.
    pub k: u32,
    /// The data path of D, and how well that is attested.
    pub reading: Reading,
    /// Columns of tensor memory that D takes in each CTA.
    pub columns: u32,
    /// Which rows of A, columns of B and part of D each CTA has.
    pub halves: Pair,
    /// A, in the shared memory of each.
    pub a: PairOperand,
    /// B, in shared memory, behind A.
    pub b: PairOperand,
    /// SFA and SFB in the tensor memory of each, behind D, for a kind with scale factors.
    pub scales: Vec<Region>,
}

impl PairOfCtas {
    /// Rows of A or columns of B that a CTA has scale factors of.
    pub const fn rows_of_scales(&self, operand: Operand, cta: u32) -> Range<u32> {
        match operand {
            Operand::A => self.halves.operand(operand, cta),
            Operand::B => 0..self.both.n,
        }
    }
}

/// M or N of a pair of CTAs, and how many rows of the tile an instruction reads in each; none without a pair.
///
/// ```
/// use swizzle_code::build::{Instruction, SaidInstruction, pair_text, spec_for_building};
/// use swizzle_core::hardware::CtaForm;
/// use swizzle_core::{Arch, Operand, Said};
/// let mut said = Said::default();
/// (said.reader.arch, said.reader.operand) = (Some(Arch::Tcgen05), Some(Operand::B));
/// (said.tile.mn, said.tile.k) = (Some(256), Some(64));
/// let form = Some(CtaForm::Two);
/// let spec = spec_for_building(&said, form)?;
/// let one = Instruction::of(&spec, &SaidInstruction { form, ..SaidInstruction::default() });
/// assert_eq!(
///     pair_text(&spec, &one).unwrap(),
///     "N = 256 is that of the pair: an instruction reads 128 rows of B in each CTA, of 256 in 2 blocks."
/// );
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn pair_text(spec: &Spec, instruction: &Instruction) -> Option<String> {
    if instruction.form != CtaForm::Two {
        return None;
    }
    let operand = spec.reader().operand;
    let of_pair = if operand == Operand::A { instruction.m } else { instruction.n };
    let more = match spec.blocks() {
        1 => String::new(),
        blocks => format!(", of {} in {blocks} blocks", spec.tile().mn),
    };
    Some(format!(
        "{} = {of_pair} is that of the pair: an instruction reads {} rows of {operand} in each CTA{more}.",
        operand.mn_letter(),
        spec.read_extent().mn,
    ))
}

/// The pair in which each CTA has the tile of a builder, as A or B, and the other operand in the same layout; the tile's rows
/// are those of one block, of B at most half of the largest N. None for an architecture or an M without pairs, for `.ws`, and for sparse A.
///
/// Source: PTX ISA, `tcgen05.mma`, `.cta_group::2`; CuTe's layouts of A, B and D; Triton's maps for two CTAs, of D.
///
/// ```
/// use swizzle_code::build::{Instruction, SaidInstruction, pair_of_ctas, spec_for_building};
/// use swizzle_core::hardware::Kind;
/// use swizzle_core::{Arch, Element, Operand, Said};
/// let mut said = Said::default();
/// said.reader.arch = Some(Arch::Tcgen05);
/// (said.tile.mn, said.tile.k) = (Some(128), Some(64));
/// let spec = spec_for_building(&said, None)?;
/// let wanted = SaidInstruction { other_mn: Some(256), ..SaidInstruction::default() };
/// let pair = pair_of_ctas(&spec, &Instruction::of(&spec, &wanted)).unwrap();
/// assert_eq!((pair.both.m, pair.both.n, pair.k), (256, 256, 64));
/// let rows = |operand| [0, 1].map(|cta| pair.halves.operand(operand, cta));
/// assert_eq!(rows(Operand::A), [0..128, 128..256]);
/// assert_eq!((rows(Operand::B)[1].clone(), pair.halves.d(1)), (128..256, (128..256, 0..256)));
/// assert_eq!([&pair.a, &pair.b].map(|one| one.tile.tile().buffer_bytes()), [16_384, 16_384]);
/// assert_eq!(pair.both.idesc().unwrap()?.to_string(), "0x10400490");
/// assert!(pair.scales.is_empty());
/// // B is behind all of A, of which the pair multiplies the first block.
/// let starts = |pair: &swizzle_code::build::PairOfCtas| pair.b.descriptors[0].raw() & 0x3fff;
/// assert_eq!(starts(&pair), 0x440);
/// said.tile.mn = Some(256);
/// let spec = spec_for_building(&said, None)?;
/// let of_two = pair_of_ctas(&spec, &Instruction::of(&spec, &wanted)).unwrap();
/// assert_eq!((of_two.both.m, starts(&of_two)), (256, 0x840));
/// said.tile.mn = Some(128);
/// // With scale factors: SFA of the CTA's own rows and SFB of all N, behind D.
/// (said.tile.element, said.tile.k) = (Some(Element::E4m3), Some(128));
/// let wanted = SaidInstruction { kind: Some(Kind::Mxf8f6f4), ..wanted };
/// let spec = spec_for_building(&said, None)?;
/// let pair = pair_of_ctas(&spec, &Instruction::of(&spec, &wanted)).unwrap();
/// let columns: Vec<_> = pair.scales.iter().map(|one| one.range()).collect();
/// assert_eq!(columns, [256..260, 260..268]);
/// assert_eq!([Operand::A, Operand::B].map(|one| pair.rows_of_scales(one, 1)), [128..256, 0..256]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pair_of_ctas(spec: &Spec, instruction: &Instruction) -> Option<PairOfCtas> {
    // For sparse A, sources disagree on D, and the K of both tiles differ.
    if instruction.sparsity == Sparsity::Sparse || instruction.kind.is_none() {
        return None;
    }
    let (m, n) = match (instruction.form, spec.reader().operand) {
        (CtaForm::Two, _) => (instruction.m, instruction.n),
        (CtaForm::One, Operand::A) => (2 * instruction.m, instruction.n),
        (CtaForm::One, Operand::B) => (2 * instruction.m, (2 * instruction.n).min(N_MAX)),
        (CtaForm::WeightStationary, _) => return None,
    };
    let both = Instruction { form: CtaForm::Two, m, n, ..*instruction };
    let halves = Pair::new(m, n).ok()?;
    let d = Accumulator::new(Shape { form: both.form, sparsity: both.sparsity, m, n }).ok()?;
    // The tile of an operand, in the layout of the builder's tile.
    let of = |operand: Operand, start: u32| {
        let rows = Some(halves.operand(operand, 0).end);
        let (element, major) = match operand {
            Operand::A => (both.a, both.a_major),
            Operand::B => (both.b, both.b_major),
        };
        let tile = SaidTile {
            element: Some(element),
            major: Some(major),
            swizzle: Some(spec.tile().swizzle),
            mn: rows,
            k: Some(spec.tile().k),
            start_bytes: Some(start),
            ..SaidTile::default()
        };
        let reader = SaidReader {
            arch: Some(both.arch),
            operand: Some(operand),
            sparsity: Some(both.sparsity),
            rows,
            ..SaidReader::default()
        };
        let tile = spec_from_said(&Said { tile, reader, ..Said::default() }).ok()?;
        let of_block = tile.reads().take(tile.steps() as usize);
        Some(PairOperand { descriptors: of_block.filter_map(|read| read.descriptor.ok()).collect(), tile })
    };
    let first = spec.start_bytes(swizzle_core::Place::default());
    let a = of(Operand::A, first)?;
    // A tile of several blocks is whole before B begins.
    let of_a = if spec.reader().operand == Operand::A { spec } else { &a.tile };
    let behind = u32::try_from(of_a.tile().buffer_bytes()).ok()?.checked_add(first)?;
    let b = of(Operand::B, behind.checked_next_multiple_of(alignment_bytes(&a.tile))?)?;
    Some(PairOfCtas {
        k: spec.tile().k,
        reading: d.reading,
        columns: d.law.columns(),
        scales: scales(&both, spec),
        both,
        halves,
        a,
        b,
    })
}

/// The scale factors of all of K, behind D; none where the kind has none.
fn scales(both: &Instruction, spec: &Spec) -> Vec<Region> {
    let (Some(mma), true) = (both.mma(spec), both.is_scaled()) else { return Vec::new() };
    let places = [What::D, What::Sfa, What::Sfb].map(Place::packed).into();
    let laid = Plan { mma, places, ..Plan::default() }.laid();
    laid.regions().filter(|region| region.what != What::D).cloned().collect()
}
