//! Parts that each CTA of a pair holds and passes to the instruction, for the tile of a builder.

use std::ops::Range;

use swizzle_core::descriptor::{Descriptor, InstructionDescriptor};
use swizzle_core::hardware::{Arch, CtaForm};
use swizzle_core::reader::{Said, SaidReader, Spec};
use swizzle_core::tile::SaidTile;
use swizzle_core::{Named as _, Operand, Sparsity};
use swizzle_infer::spec_from_said;
use swizzle_tmem::Mark;
use swizzle_tmem::plan::{Place, Plan, Region, What};
use swizzle_tmem::tensor_memory::{Accumulator, DataPath, Pair, Shape, readings};

use crate::build::buffer::{alignment_bytes, buffer_bytes};
use crate::build::instruction::Instruction;

/// Largest N of an instruction, of a pair as well.
const N_MAX: u32 = Arch::Tcgen05.n_max();

/// The part of A or B that a CTA of a pair holds in its shared memory.
#[derive(Debug, Clone, PartialEq)]
pub struct PairOperand {
    /// Rows of A, or columns of B.
    pub rows: Range<u32>,
    /// Bytes of it, of all of K.
    pub bytes: u64,
    /// The tile of it in the CTA's shared memory, whose first row is row 0.
    pub tile: Spec,
    /// Its descriptor for each step along K, an address of the CTA's own shared memory.
    pub descriptors: Vec<Descriptor>,
}

/// The parts that one CTA of a pair holds.
#[derive(Debug, Clone, PartialEq)]
pub struct CtaOfPair {
    /// A, in shared memory.
    pub a: PairOperand,
    /// B, in shared memory, behind A.
    pub b: PairOperand,
    /// Rows and columns of D, in tensor memory.
    pub d: (Range<u32>, Range<u32>),
}

/// The scale factors of an operand in the tensor memory of each CTA of a pair.
#[derive(Debug, Clone, PartialEq)]
pub struct PairScales {
    /// The operand of the factors.
    pub operand: Operand,
    /// Rows of A or columns of B that each CTA has factors of.
    pub rows: [Range<u32>; 2],
    /// Columns of tensor memory, behind D.
    pub columns: Range<u32>,
    /// How well that is attested.
    pub mark: Mark,
    /// Whether sources disagree.
    pub is_contested: bool,
}

/// A pair of CTAs with one instruction, `.cta_group::2`, which the CTA of even rank issues for both.
#[derive(Debug, Clone, PartialEq)]
pub struct PairOfCtas {
    /// M of the instruction: that of both.
    pub m: u32,
    /// N of the instruction: that of both.
    pub n: u32,
    /// K of the tile.
    pub k: u32,
    /// The instruction's name in PTX.
    pub name: String,
    /// Its descriptor, with M and N of the pair; none where there is no code for it.
    pub idesc: Option<InstructionDescriptor>,
    /// The data path of D.
    pub path: DataPath,
    /// How well that is attested.
    pub mark: Mark,
    /// Columns of tensor memory that D takes in each CTA.
    pub columns: u32,
    /// Both CTAs.
    pub ctas: [CtaOfPair; 2],
    /// SFA and SFB, for a kind with scale factors.
    pub scales: Vec<PairScales>,
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
    let (letter, of_pair) = match spec.reader().operand {
        Operand::A => ("M", instruction.m),
        Operand::B => ("N", instruction.n),
    };
    let more = match spec.blocks() {
        1 => String::new(),
        blocks => format!(", of {} in {blocks} blocks", spec.tile().mn),
    };
    Some(format!(
        "{letter} = {of_pair} is that of the pair: an instruction reads {} rows of {} in each CTA{more}.",
        spec.read_extent().mn,
        spec.reader().operand.name(),
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
/// use swizzle_core::{Arch, Element, Said};
/// let mut said = Said::default();
/// said.reader.arch = Some(Arch::Tcgen05);
/// (said.tile.mn, said.tile.k) = (Some(128), Some(64));
/// let spec = spec_for_building(&said, None)?;
/// let wanted = SaidInstruction { other_mn: Some(256), ..SaidInstruction::default() };
/// let pair = pair_of_ctas(&spec, &Instruction::of(&spec, &wanted)).unwrap();
/// assert_eq!((pair.m, pair.n, pair.k), (256, 256, 64));
/// let [first, second] = &pair.ctas;
/// assert_eq!((first.a.rows.clone(), second.a.rows.clone()), (0..128, 128..256));
/// assert_eq!((second.b.rows.clone(), second.d.clone()), (128..256, (128..256, 0..256)));
/// assert_eq!((first.a.bytes, first.b.bytes), (16_384, 16_384));
/// // Each gives addresses of its own shared memory: the same numbers.
/// assert_eq!(first.a.descriptors, second.a.descriptors);
/// assert_eq!(pair.idesc.unwrap().to_string(), "0x10400490");
/// assert!(pair.scales.is_empty());
/// // B is behind all of A, of which the pair multiplies the first block.
/// let starts = |pair: &swizzle_code::build::PairOfCtas| pair.ctas[0].b.descriptors[0].raw() & 0x3fff;
/// assert_eq!(starts(&pair), 0x440);
/// said.tile.mn = Some(256);
/// let spec = spec_for_building(&said, None)?;
/// let of_two = pair_of_ctas(&spec, &Instruction::of(&spec, &wanted)).unwrap();
/// assert_eq!((of_two.m, starts(&of_two)), (256, 0x840));
/// said.tile.mn = Some(128);
/// // With scale factors: SFA of the CTA's own rows and SFB of all N, behind D.
/// (said.tile.element, said.tile.k) = (Some(Element::E4m3), Some(128));
/// let wanted = SaidInstruction { kind: Some(Kind::Mxf8f6f4), ..wanted };
/// let spec = spec_for_building(&said, None)?;
/// let pair = pair_of_ctas(&spec, &Instruction::of(&spec, &wanted)).unwrap();
/// let columns: Vec<_> = pair.scales.iter().map(|one| one.columns.clone()).collect();
/// assert_eq!(columns, [256..260, 260..268]);
/// assert_eq!(pair.scales.iter().map(|one| one.rows[1].clone()).collect::<Vec<_>>(), [128..256, 0..256]);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn pair_of_ctas(spec: &Spec, instruction: &Instruction) -> Option<PairOfCtas> {
    // For sparse A, sources disagree on D, and the K of both tiles differ.
    if instruction.sparsity == Sparsity::Sparse {
        return None;
    }
    let (m, n) = match (instruction.form, spec.reader().operand) {
        (CtaForm::Two, _) => (instruction.m, instruction.n),
        (CtaForm::One, Operand::A) => (2 * instruction.m, instruction.n),
        (CtaForm::One, Operand::B) => (2 * instruction.m, (2 * instruction.n).min(N_MAX)),
        (CtaForm::WeightStationary, _) => return None,
    };
    let pair = Pair::new(m, n).ok()?;
    let reading = readings(CtaForm::Two, instruction.sparsity, m).ok()?[0];
    let shape = Shape { form: CtaForm::Two, sparsity: instruction.sparsity, m, n };
    let columns = Accumulator::new(shape).ok()?.law.columns();
    let of = |operand: Operand, start: u32| {
        let rows = pair.operand(operand, 0).end;
        let tile = operand_spec(spec, instruction, operand, rows, start)?;
        let of_block = tile.reads().take(tile.steps() as usize);
        let descriptors: Vec<_> = of_block.filter_map(|read| read.descriptor.ok()).collect();
        Some((tile, descriptors))
    };
    let first = spec.start_bytes(swizzle_core::Place::default());
    let a = of(Operand::A, first)?;
    // A tile of several blocks is whole before B begins.
    let of_a = match spec.reader().operand {
        Operand::A => buffer_bytes(spec),
        Operand::B => buffer_bytes(&a.0),
    };
    let behind = u32::try_from(of_a).ok()?.checked_add(first)?;
    let b = of(Operand::B, behind.checked_next_multiple_of(alignment_bytes(&a.0))?)?;
    let held = |operand: Operand, (tile, descriptors): &(Spec, Vec<Descriptor>), rank: u32| PairOperand {
        rows: pair.operand(operand, rank),
        bytes: buffer_bytes(tile),
        tile: tile.clone(),
        descriptors: descriptors.clone(),
    };
    let cta = |rank: u32| CtaOfPair {
        a: held(Operand::A, &a, rank),
        b: held(Operand::B, &b, rank),
        d: pair.d(rank),
    };
    let both = Instruction { form: CtaForm::Two, m, n, ..*instruction };
    Some(PairOfCtas {
        m,
        n,
        k: spec.tile().k,
        name: both.name(),
        idesc: both.idesc()?.ok(),
        path: reading.path,
        mark: reading.mark,
        columns,
        ctas: [cta(0), cta(1)],
        scales: scales(&both, spec, &pair),
    })
}

/// The scale factors of all of K, behind D; none where the kind has none.
fn scales(both: &Instruction, spec: &Spec, pair: &Pair) -> Vec<PairScales> {
    let (Some(mma), true) = (both.mma(spec), both.is_scaled()) else { return Vec::new() };
    let plan =
        Plan { mma, places: [What::D, What::Sfa, What::Sfb].map(Place::packed).into(), ..Plan::default() };
    let of = |region: &Region| {
        let (operand, rows) = match region.what {
            What::Sfa => (Operand::A, [0, 1].map(|cta| pair.operand(Operand::A, cta))),
            What::Sfb => (Operand::B, [0..both.n, 0..both.n]),
            What::D | What::A | What::Metadata => return None,
        };
        Some(PairScales {
            operand,
            rows,
            columns: region.range(),
            mark: region.attested.0,
            is_contested: region.is_contested,
        })
    };
    plan.laid().regions().filter_map(of).collect()
}

/// The tile of an operand in the shared memory of one CTA, in the layout of the builder's tile.
fn operand_spec(
    spec: &Spec,
    instruction: &Instruction,
    operand: Operand,
    rows: u32,
    start: u32,
) -> Option<Spec> {
    let tile = spec.tile();
    let (element, major) = match operand {
        Operand::A => (instruction.a, instruction.a_major),
        Operand::B => (instruction.b, instruction.b_major),
    };
    let tile = SaidTile {
        element: Some(element),
        major: Some(major),
        swizzle: Some(tile.swizzle),
        mn: Some(rows),
        k: Some(tile.k),
        start_bytes: Some(start),
        ..SaidTile::default()
    };
    let reader = SaidReader {
        arch: Some(spec.reader().arch),
        operand: Some(operand),
        sparsity: Some(instruction.sparsity),
        rows: Some(rows),
        ..SaidReader::default()
    };
    let said = Said { tile, reader, ..Said::default() };
    spec_from_said(&said).ok()
}
