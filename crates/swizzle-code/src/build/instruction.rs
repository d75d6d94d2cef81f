//! The instruction of a tile: its shape, types, transpositions and name.

use swizzle_core::descriptor::{
    InstructionDescriptor, InstructionFieldId, InstructionFields, NoInstructionCode,
};
use swizzle_core::hardware::{
    Accumulator, Arch, CtaForm, Element, Kind, LboMode, Major, Operand, Sparsity, wgmma_n_extents,
};
use swizzle_core::named;
use swizzle_core::reader::{Said, Spec};
use swizzle_infer::spec_from_said;
use swizzle_lints::Finding;
use swizzle_lints::instruction::{
    InstructionValues, InstructionWord, ScaleFactors, findings_from_values, findings_from_word,
};
use swizzle_params::SpecError;
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::plan::Mma;
use swizzle_tmem::tensor_memory::{Alignment, readings};

named! {
    /// Source of A of a wgmma.
    pub enum SourceOfA "source of A" {
        /// Through a descriptor.
        Shared => "shared",
        /// The registers of its warpgroup; wgmma only, where the tile is B.
        Registers => "registers",
    }
}

named! {
    /// The number of elements of K that share a scale factor where A is dense.
    pub enum ScaleVec "elements for each scale factor" {
        /// 16, with UE4M3 factors.
        V16 => "16",
        /// 32, with UE8M0 factors.
        V32 => "32",
    }
}

impl ScaleVec {
    /// The elements.
    pub const fn elements(self) -> u32 {
        match self {
            Self::V16 => 16,
            Self::V32 => 32,
        }
    }
}

named! {
    /// Whether a `tcgen05.ld` packs two columns of 16-bit elements into a register.
    pub enum Pack "packing" {
        /// A column a register.
        None => "none",
        /// `.pack::16b`.
        Bits16 => "16b",
    }
}

/// Specified values of the instruction, besides those of the tile; `None` is inferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SaidInstruction {
    /// Kind of a `tcgen05.mma`.
    pub kind: Option<Kind>,
    /// Type of D.
    pub accumulator: Option<Accumulator>,
    /// Rows of the other operand in one instruction, of both CTAs of a pair: N if the tile is A, M if it is B.
    pub other_mn: Option<u32>,
    /// Type of the other operand.
    pub other_element: Option<Element>,
    /// Contiguous dimension of the other operand.
    pub other_major: Option<Major>,
    /// Source of A.
    pub source_of_a: Option<SourceOfA>,
    /// How a `tcgen05.mma` is issued.
    pub form: Option<CtaForm>,
    /// Number of elements of K that share a scale factor of `mxf4nvf4`.
    pub vec: Option<ScaleVec>,
    /// Shape of the `tcgen05.ld` with which D is read.
    pub load: Option<LoadShape>,
    /// Packing of that load.
    pub pack: Option<Pack>,
    /// First column of D, from the allocated ones on.
    pub d_column: Option<u32>,
    /// Lanes of D, where it fills 16 of each 32.
    pub d_lane: Option<Alignment>,
}

/// One instruction, with every value known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// Family.
    pub arch: Arch,
    /// Kind; `None` for wgmma.
    pub kind: Option<Kind>,
    /// Type of A.
    pub a: Element,
    /// Type of B.
    pub b: Element,
    /// Type of D.
    pub d: Accumulator,
    /// Rows of A and D: of the pair, for two CTAs.
    pub m: u32,
    /// Columns of B and D: of the pair, for two CTAs.
    pub n: u32,
    /// Elements of K, including those that the sparse form omits.
    pub k: u32,
    /// Contiguous dimension of A.
    pub a_major: Major,
    /// Contiguous dimension of B.
    pub b_major: Major,
    /// Dense or sparse form.
    pub sparsity: Sparsity,
    /// Source of A.
    pub source_of_a: SourceOfA,
    /// Whether a read covers 48 bytes of K.
    pub is_k_96: bool,
    /// How it is issued; of one CTA for wgmma.
    pub form: CtaForm,
    /// Number of elements of K that share a scale factor; without effect for a kind without scale factors.
    pub vec: ScaleVec,
    /// Shape of the `tcgen05.ld` with which D is read.
    pub load: LoadShape,
    /// Packing of that load.
    pub pack: Pack,
    /// First column of D, from the allocated ones on.
    pub d_column: u32,
    /// Lanes of D, where it fills 16 of each 32.
    pub d_lane: Alignment,
}

/// The spec of specified values, with unspecified rows of one instruction chosen as the most that divide the tile. A pair of CTAs
/// reads twice its rows, half in each: of B at most 128 in each CTA, as N is at most 256.
///
/// # Errors
/// [`SpecError`] as of [`spec_from_said`].
///
/// ```
/// use swizzle_code::build::spec_for_building;
/// use swizzle_core::{Operand, Said};
/// let mut said = Said::default();
/// said.reader.operand = Some(Operand::B);
/// said.tile.mn = Some(320);
/// let spec = spec_for_building(&said, None)?;
/// assert_eq!((spec.reader().rows, spec.blocks()), (160, 2));
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn spec_for_building(said: &Said, form: Option<CtaForm>) -> Result<Spec, SpecError> {
    let spec = spec_from_said(said)?;
    let (reader, mn) = (spec.reader(), spec.tile().mn);
    let form = form.unwrap_or(CtaForm::One);
    let is_taken = |rows: &u32| mn.is_multiple_of(*rows) && is_rows(&spec, form, *rows);
    let rows = (1..=reader.rows).rev().find(is_taken).filter(|rows| *rows != reader.rows);
    let mut said = *said;
    said.reader.rows = said.reader.rows.or(rows);
    spec_from_said(&said)
}

/// Whether an instruction of a form can read this number of rows of the tile's operand, in each CTA.
fn is_rows(spec: &Spec, form: CtaForm, rows: u32) -> bool {
    let (tile, reader) = (spec.tile(), spec.reader());
    let of_all = form.ctas() * rows;
    let wide = tile.major == Major::Mn && tile.element.slot_bits() == 8;
    let kind = Kind::of_element(tile.element).next();
    match (reader.operand, kind.filter(|_| reader.arch.has_instruction_descriptor())) {
        (Operand::A, Some(kind)) => kind.m_extents(form, reader.sparsity).contains(of_all),
        (Operand::B, Some(kind)) => kind.n_extents(form, reader.sparsity, wide).contains(of_all),
        (_, None) if reader.arch.has_instruction_descriptor() => false,
        (Operand::A, None) => rows == reader.arch.m_max(),
        (Operand::B, None) => wgmma_n_extents(tile.element).contains(rows),
    }
}

impl Instruction {
    /// The instruction for a tile. Unspecified values are the plain kind of the type, f32 (s32 for integers), and another operand of
    /// the same type, K-major, with N = 64 or the smallest M; one CTA, a scale factor of `mxf4nvf4` for 16 elements, and
    /// `.32x32b` without packing for D, which is in column 0 and lanes from 0 on. The tile of a pair is that of one CTA, so that the pair has twice its rows.
    pub fn of(spec: &Spec, said: &SaidInstruction) -> Self {
        let (tile, reader) = (spec.tile(), spec.reader());
        let kind = said.kind.or_else(|| Kind::of_element(tile.element).next());
        let kind = kind.filter(|_| reader.arch.has_instruction_descriptor());
        let form = said.form.filter(|_| reader.arch.has_instruction_descriptor()).unwrap_or(CtaForm::One);
        let own = (tile.element, tile.major);
        let other = (said.other_element.unwrap_or(tile.element), said.other_major.unwrap_or(Major::K));
        let (m, n, [a, b]) = match reader.operand {
            Operand::A => (form.ctas() * reader.rows, said.other_mn.unwrap_or(64), [own, other]),
            Operand::B => (
                said.other_mn.unwrap_or(least_m(kind, form)),
                form.ctas() * spec.read_extent().mn,
                [other, own],
            ),
        };
        let is_integer = matches!(tile.element, Element::S8 | Element::U8 | Element::B1);
        let usual = if is_integer { Accumulator::S32 } else { Accumulator::F32 };
        let is_stored = (reader.sparsity, reader.operand) == (Sparsity::Sparse, Operand::A);
        Self {
            arch: reader.arch,
            kind,
            a: a.0,
            b: b.0,
            d: said.accumulator.unwrap_or(usual),
            m,
            n,
            k: if is_stored { 2 * spec.read_k() } else { spec.read_k() },
            a_major: a.1,
            b_major: b.1,
            sparsity: reader.sparsity,
            source_of_a: said.source_of_a.unwrap_or(SourceOfA::Shared),
            is_k_96: reader.lbo_mode == LboMode::Absolute,
            form,
            vec: match kind {
                Some(Kind::Mxf4nvf4) => said.vec.unwrap_or(ScaleVec::V16),
                _ => ScaleVec::V32,
            },
            load: said.load.unwrap_or(LoadShape::S32x32b),
            pack: said.pack.unwrap_or(Pack::None),
            d_column: said.d_column.unwrap_or(0),
            d_lane: said.d_lane.unwrap_or_default(),
        }
    }

    /// Whether D fills 16 of each 32 lanes, which of them being a choice.
    pub fn has_half_the_lanes(&self) -> bool {
        let found = readings(self.form, self.sparsity, self.m);
        found.is_ok_and(|all| all[0].path.is_half_the_lanes())
    }

    /// Whether its factors scale A and B.
    pub fn is_scaled(&self) -> bool {
        self.kind.is_some_and(Kind::is_block_scaled)
    }

    /// Its multiplications along all of K of a tile, as plans of tensor memory have them; none for wgmma.
    pub(crate) fn mma(&self, spec: &Spec) -> Option<Mma> {
        Some(Mma {
            kind: self.kind?,
            form: self.form,
            m: self.m,
            n: self.n,
            k: spec.steps() * self.k,
            block: self.vec.elements(),
        })
    }

    /// Its name in PTX, without its operands.
    ///
    /// ```
    /// use swizzle_code::build::{Instruction, SaidInstruction};
    /// use swizzle_core::Said;
    /// use swizzle_infer::spec_from_said;
    /// let instruction = Instruction::of(&spec_from_said(&Said::default())?, &SaidInstruction::default());
    /// assert_eq!(instruction.name(), "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16");
    /// # Ok::<(), swizzle_params::SpecError>(())
    /// ```
    pub fn name(&self) -> String {
        let sparse = if self.sparsity == Sparsity::Sparse { ".sp" } else { "" };
        let Self { m, n, k, a, b, d, form, .. } = self;
        let Some(kind) = self.kind else {
            let and_popc = if *a == Element::B1 { ".and.popc" } else { "" };
            return format!("wgmma.mma_async{sparse}.sync.aligned.m{m}n{n}k{k}.{d}.{a}.{b}{and_popc}");
        };
        let stationary = if *form == CtaForm::WeightStationary { ".ws" } else { "" };
        let scaled = if kind.is_block_scaled() { ".block_scale" } else { "" };
        format!("tcgen05.mma{stationary}{sparse}.cta_group::{}.kind::{kind}{scaled}", form.ctas())
    }

    /// Its instruction descriptor, for `tcgen05.mma`.
    ///
    /// # Errors
    /// [`NoInstructionCode`] where the kind has no bits for a type, an extent or a transposition.
    pub fn idesc(&self) -> Option<Result<InstructionDescriptor, NoInstructionCode>> {
        let idesc = InstructionDescriptor::encode(self.kind?, self.fields());
        // mxf4nvf4 has UE4M3 factors for 16 elements each, UE8M0 ones for 32.
        let is_ue8m0 = self.kind == Some(Kind::Mxf4nvf4) && self.vec == ScaleVec::V32;
        let set = |idesc: InstructionDescriptor| idesc.with(InstructionFieldId::ScaleType, 1);
        Some(if is_ue8m0 { idesc.map(set) } else { idesc })
    }

    const fn fields(&self) -> InstructionFields {
        InstructionFields {
            a: self.a,
            b: self.b,
            d: self.d,
            m: self.m,
            n: self.n,
            a_major: self.a_major,
            b_major: self.b_major,
            sparsity: self.sparsity,
            is_k_96: self.is_k_96,
        }
    }

    /// Its instruction descriptor for a step along K, with the ids of the step's scale factors; the same in every step of a kind
    /// without scale factors. For K = 96 sources disagree on the ids: they stay 0.
    ///
    /// # Errors
    /// The errors of [`idesc`](Self::idesc).
    ///
    /// ```
    /// use swizzle_code::build::{Instruction, SaidInstruction};
    /// use swizzle_core::hardware::Kind;
    /// use swizzle_core::{Arch, Element, Said};
    /// use swizzle_infer::spec_from_said;
    /// let mut said = Said::default();
    /// (said.reader.arch, said.tile.element) = (Some(Arch::Tcgen05), Some(Element::E4m3));
    /// (said.tile.mn, said.reader.rows) = (Some(128), Some(128));
    /// let wanted = SaidInstruction { kind: Some(Kind::Mxf8f6f4), ..SaidInstruction::default() };
    /// let one = Instruction::of(&spec_from_said(&said)?, &wanted);
    /// let of_step = |step| one.idesc_of_step(step).unwrap().map(|idesc| idesc.to_string());
    /// assert_eq!((of_step(0)?, of_step(5)?), ("0x08900000".into(), "0x28900010".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn idesc_of_step(&self, step: u32) -> Option<Result<InstructionDescriptor, NoInstructionCode>> {
        let with_ids = |idesc: InstructionDescriptor| match ScaleFactors::of(idesc) {
            Some(factors) if !self.is_k_96 => factors.in_step_of(idesc, step),
            _ => idesc,
        };
        Some(self.idesc()?.map(with_ids))
    }

    /// Returns the findings on it, errors first, except for what the lints report on the tile.
    pub fn findings(&self, spec: &Spec) -> Vec<Finding<InstructionDescriptor>> {
        match self.idesc() {
            Some(Ok(idesc)) => findings_from_word(&InstructionWord {
                idesc,
                form: Some(self.form),
                spec: Some(spec.clone()),
                of_pair: None,
            }),
            Some(Err(_)) | None => findings_from_values(&InstructionValues {
                kind: self.kind,
                fields: self.fields(),
                tile: spec.reader().operand,
            }),
        }
    }
}

/// The smallest M of a form; of scale factors for two CTAs, the one on which sources agree.
fn least_m(kind: Option<Kind>, form: CtaForm) -> u32 {
    match (form, kind.is_some_and(Kind::is_block_scaled)) {
        (CtaForm::Two, true) => 256,
        (CtaForm::Two, false) | (CtaForm::One, true) => 128,
        (CtaForm::One, false) | (CtaForm::WeightStationary, _) => 64,
    }
}
