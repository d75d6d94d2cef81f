//! What is wrong with an instruction descriptor: in itself, in the form that it is issued in, and beside a tile.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::descriptor::{
    FieldValues, InstructionDescriptor, InstructionField, InstructionFieldId as Id,
};
use crate::hardware::{
    Accumulator, Arch, CtaForm, Element, Kind, LboMode, Major, Named as _, Operand, Sparsity,
};
use crate::reader::Spec;
use crate::rules::{Confidence, Severity};

const TABLE: &str = "PTX ISA, tcgen05, “Instruction descriptor”";
const SHAPES: &str = "PTX ISA, tcgen05.mma, “Matrix shapes”";

/// One thing that is wrong with an instruction descriptor, or worth knowing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstructionFault {
    /// How serious.
    pub severity: Severity,
    /// One line.
    pub title: String,
    /// What, and why.
    pub text: String,
    /// The bits concerned.
    pub bits: u32,
    /// Where it is known from.
    pub source: &'static str,
    /// How far it can be trusted.
    pub confidence: Confidence,
}

/// Collects them.
struct Faults {
    idesc: InstructionDescriptor,
    found: Vec<InstructionFault>,
}

impl Faults {
    fn add(
        &mut self,
        severity: Severity,
        ids: &[Id],
        title: String,
        text: String,
    ) -> &mut InstructionFault {
        let fields = InstructionDescriptor::fields(self.idesc.kind()).iter();
        let concerned = fields.filter(|field| ids.contains(&field.id));
        let at = self.found.len();
        self.found.push(InstructionFault {
            severity,
            title,
            text,
            bits: concerned.fold(0, |bits, field| bits | field.mask()),
            source: TABLE,
            confidence: Confidence::Stated,
        });
        &mut self.found[at]
    }
}

impl InstructionFault {
    fn by(&mut self, confidence: Confidence, source: &'static str) {
        self.confidence = confidence;
        self.source = source;
    }
}

/// Everything that is wrong with an instruction descriptor, errors first. Without a form every form counts, so that only
/// what none of them takes is an error.
///
/// ```
/// use swizzle_core::build::instruction_faults;
/// use swizzle_core::descriptor::InstructionDescriptor;
/// use swizzle_core::hardware::Kind;
/// let idesc = InstructionDescriptor::new(Kind::F16, 0x0820_0010);
/// assert_eq!(instruction_faults(idesc, None), []);
/// let of_bf16 = InstructionDescriptor::new(Kind::F16, 0x0820_0480);
/// assert_eq!(instruction_faults(of_bf16, None)[0].title, "bf16 is added up in f32 only");
/// ```
#[must_use]
pub fn instruction_faults(
    idesc: InstructionDescriptor,
    form: Option<CtaForm>,
) -> Vec<InstructionFault> {
    let mut faults = Faults {
        idesc,
        found: Vec::new(),
    };
    for field in InstructionDescriptor::fields(idesc.kind()) {
        codes(&mut faults, *field);
    }
    types(&mut faults);
    shape(&mut faults, form);
    if idesc.get(Id::Selector) != 0 && idesc.sparsity() == Sparsity::Dense {
        faults.add(
            Severity::Note,
            &[Id::Selector],
            "The sparsity selector has no effect".into(),
            "It counts in the sparse form only.".into(),
        );
    }
    reuse_of_b(&mut faults, form);
    if idesc.kind() == Kind::I8 {
        faults
            .add(
                Severity::Note,
                &[],
                "Kind i8 is not on sm_103a".into(),
                "sm_100a and sm_110a have it; CUDA's assembler refuses it for sm_103a.".into(),
            )
            .by(
                Confidence::InCode,
                "ptxas of CUDA 13.5; tests/data/tcgen05_assembled.csv",
            );
    }
    if idesc.kind() == Kind::Mxf4 || idesc.kind() == Kind::Mxf4nvf4 {
        packed(&mut faults);
    }
    faults.found.sort_by_key(|fault| fault.severity);
    faults.found
}

fn codes(faults: &mut Faults, field: InstructionField) {
    let (idesc, raw) = (faults.idesc, faults.idesc.bits_of(field));
    if field.allows(raw) {
        return;
    }
    let (name, kind) = (field.id.name(), idesc.kind().name());
    let (bits, hold) = if field.width == 1 {
        (format!("Bit {}", field.low), "holds")
    } else {
        (format!("Bits {}–{}", field.low, field.high()), "hold")
    };
    let (title, text) = match (field.values, field.id) {
        (FieldValues::Codes(codes), _) => {
            let known: Vec<String> = codes
                .iter()
                .map(|(code, name)| format!("{code} {name}"))
                .collect();
            (
                format!("{name}: code {raw} stands for nothing"),
                format!("{bits} of kind {kind}: {}.", known.join(", ")),
            )
        }
        (_, Id::Reserved) => (
            format!("{bits} must be 0"),
            format!(
                "Reserved in kind {kind}; {} {hold} {raw}.",
                bits.to_lowercase()
            ),
        ),
        _ => (
            format!("{name} must be 0"),
            format!(
                "Kind {kind} has no choice there; {} {hold} {raw}.",
                bits.to_lowercase()
            ),
        ),
    };
    let found = faults.add(Severity::Error, &[field.id], title, text);
    found.bits = field.mask();
}

fn types(faults: &mut Faults) {
    let idesc = faults.idesc;
    let elements = [Operand::A, Operand::B].map(|operand| idesc.element(operand));
    if idesc.accumulator() == Some(Accumulator::F16) && elements.contains(&Some(Element::Bf16)) {
        faults
            .add(
                Severity::Error,
                &[Id::D, Id::A, Id::B],
                "bf16 is added up in f32 only".into(),
                "Kind f16 adds up in f16 where A and B are f16.".into(),
            )
            .by(Confidence::Stated, SHAPES);
    }
    for (operand, element) in [Operand::A, Operand::B].into_iter().zip(elements) {
        let is_narrow = element.is_some_and(Element::is_padded);
        if is_narrow && idesc.major(operand) == Major::Mn {
            let id = match operand {
                Operand::A => Id::TransposeA,
                Operand::B => Id::TransposeB,
            };
            faults
                .add(
                    Severity::Note,
                    &[id],
                    format!(
                        "Sources differ on {} 4- and 6-bit types",
                        Major::Mn.operand_name(operand)
                    ),
                    "PTX ISA 9.1 and a comment in CUTLASS list no transposed form for them; the 9.4 transpose table and CUTLASS's own tests have it. Not run on hardware.".into(),
                )
                .by(
                    Confidence::Contested,
                    "PTX ISA 9.1 and 9.4, tcgen05 transpose tables; CUTLASS",
                );
        }
    }
}

/// Every form that a kind has, or the one that was asked for.
fn forms(form: Option<CtaForm>) -> Vec<CtaForm> {
    form.map_or_else(|| CtaForm::ALL.to_vec(), |form| alloc::vec![form])
}

fn shape(faults: &mut Faults, form: Option<CtaForm>) {
    let (idesc, kind) = (faults.idesc, faults.idesc.kind());
    let (sparsity, m, n) = (idesc.sparsity(), idesc.m(), idesc.n());
    let b_is_transposed_8_bit = idesc.major(Operand::B) == Major::Mn
        && idesc
            .element(Operand::B)
            .is_some_and(|b| b.slot_bits() == 8);
    let forms = forms(form);
    if form == Some(CtaForm::WeightStationary) && kind.is_block_scaled() {
        faults
            .add(
                Severity::Error,
                &[],
                format!("Kind {} has no .ws form", kind.name()),
                "The kinds with scale factors are not issued weight stationary.".into(),
            )
            .by(Confidence::Stated, SHAPES);
        return;
    }
    let of_m: Vec<CtaForm> = forms
        .iter()
        .copied()
        .filter(|form| kind.m_extents(*form, sparsity).contains(m))
        .collect();
    if of_m.is_empty() {
        let legal: Vec<String> = forms
            .iter()
            .filter(|form| !kind.m_extents(**form, sparsity).single.is_empty())
            .map(|form| format!("{} {}", form.name(), kind.m_extents(*form, sparsity).text()))
            .collect();
        faults
            .add(
                Severity::Error,
                &[Id::M],
                format!("M = {m} is no shape of kind {}", kind.name()),
                format!("M may be: {}.", legal.join("; ")),
            )
            .by(Confidence::Stated, SHAPES);
    }
    // A form that M has ruled out has no say in N.
    let forms = if of_m.is_empty() { forms } else { of_m };
    let legal_n = |form: &CtaForm| kind.n_extents(*form, sparsity, b_is_transposed_8_bit);
    if !forms.iter().any(|form| legal_n(form).contains(n)) {
        let legal: Vec<String> = forms
            .iter()
            .map(|form| format!("{} {}", form.name(), legal_n(form).text()))
            .collect();
        faults
            .add(
                Severity::Error,
                &[Id::N],
                format!("N = {n} is no shape of kind {}", kind.name()),
                format!("N may be: {}.", legal.join("; ")),
            )
            .by(Confidence::Stated, SHAPES);
    }
}

fn reuse_of_b(faults: &mut Faults, form: Option<CtaForm>) {
    let is_other_form = form.is_some_and(|form| form != CtaForm::WeightStationary);
    if faults.idesc.get(Id::MaxShift) != 0 && is_other_form {
        faults.add(
            Severity::Warning,
            &[Id::MaxShift],
            "Max shift belongs to the .ws form".into(),
            "It says how far B may be shifted for its reuse, which the other forms do not have."
                .into(),
        );
    }
}

/// Packed 4-bit elements: K of 96, and which scale factors there are.
fn packed(faults: &mut Faults) {
    let idesc = faults.idesc;
    let is_k_96 = idesc.get(Id::KSize) == 1;
    if is_k_96 && idesc.sparsity() == Sparsity::Sparse {
        faults.add(
            Severity::Error,
            &[Id::KSize, Id::Sparse],
            "K of 96 is dense".into(),
            "The sparse form reads 128 elements of K.".into(),
        );
    }
    if is_k_96 {
        faults
            .add(
                Severity::Note,
                &[Id::KSize],
                "K of 96 is sm_103a's".into(),
                "Its operands are read in the absolute LBO mode, 48 bytes of K at once. Before 9.4 the ISA's table had it as 256 × N of two CTAs only; CUTLASS issues it for one CTA too, with N in steps of 16. Not run on hardware.".into(),
            )
            .by(
                Confidence::Contested,
                "PTX ISA 9.1 and 9.4, tcgen05.mma, “Matrix shapes”; CUTLASS, SM103",
            );
        if !idesc.n().is_multiple_of(16) {
            faults
                .add(
                    Severity::Warning,
                    &[Id::N, Id::KSize],
                    format!("N = {} with K of 96", idesc.n()),
                    "CUTLASS asks for N in steps of 16 there.".into(),
                )
                .by(Confidence::InCode, "CUTLASS, mma_sm100_umma.hpp");
        }
        return;
    }
    for id in [Id::ScaleA, Id::ScaleB] {
        if idesc.get(id) % 2 == 1 {
            faults.add(
                Severity::Error,
                &[id],
                format!("{} = {} is not 0 or 2", id.name(), idesc.get(id)),
                "A word of tensor memory holds two pairs of their scale factors.".into(),
            );
        }
    }
}

/// The kinds in which 32 bits hold no error, the commonest first: what a value may be whose kind nobody said.
///
/// ```
/// use swizzle_core::build::kinds_of_instruction;
/// use swizzle_core::hardware::Kind;
/// // Types 1 and 1 with f32: bf16, or e5m2.
/// assert_eq!(kinds_of_instruction(0x0820_0490), [Kind::F16, Kind::F8f6f4]);
/// ```
#[must_use]
pub fn kinds_of_instruction(raw: u32) -> Vec<Kind> {
    let is_sound = |kind: &Kind| {
        let faults = instruction_faults(InstructionDescriptor::new(*kind, raw), None);
        faults.iter().all(|fault| fault.severity != Severity::Error)
    };
    Kind::ALL.iter().copied().filter(is_sound).collect()
}

/// What an instruction descriptor says otherwise than a tile and its reader, and what of its own is wrong.
///
/// ```
/// use swizzle_core::build::instruction_faults_beside_tile;
/// use swizzle_core::descriptor::InstructionDescriptor;
/// use swizzle_core::hardware::Kind;
/// use swizzle_core::{Arch, Major, Said, Spec};
/// let mut said = Said::default();
/// said.reader.arch = Some(Arch::Tcgen05);
/// said.tile.major = Some(Major::Mn);
/// let idesc = InstructionDescriptor::new(Kind::F16, 0x0820_0490);
/// let faults = instruction_faults_beside_tile(idesc, None, &Spec::new(&said)?);
/// assert_eq!(faults[0].title, "The tile is M-major, Transpose A says K-major");
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn instruction_faults_beside_tile(
    idesc: InstructionDescriptor,
    form: Option<CtaForm>,
    spec: &Spec,
) -> Vec<InstructionFault> {
    let mut faults = Faults {
        idesc,
        found: instruction_faults(idesc, form),
    };
    beside_reader(&mut faults, spec);
    beside_types(&mut faults, spec);
    beside_rows(&mut faults, form, spec);
    faults.found.sort_by_key(|fault| fault.severity);
    faults.found
}

fn beside_reader(faults: &mut Faults, spec: &Spec) {
    let (idesc, reader) = (faults.idesc, spec.reader());
    if reader.arch != Arch::Tcgen05 {
        faults.add(
            Severity::Error,
            &[],
            format!("{} takes no instruction descriptor", reader.arch.name()),
            "Types, shape and transposition are part of its instruction's name.".into(),
        );
    }
    if reader.sparsity != idesc.sparsity() {
        faults.add(
            Severity::Error,
            &[Id::Sparse],
            format!(
                "The tile's reader is {}, bit 2 says {}",
                reader.sparsity.name(),
                idesc.sparsity().name()
            ),
            "tcgen05.mma.sp wants the bit set, tcgen05.mma wants it clear.".into(),
        );
    }
    let is_absolute = reader.lbo_mode == LboMode::Absolute;
    if is_absolute != (idesc.get(Id::KSize) == 1) {
        faults.add(
            Severity::Error,
            &[Id::KSize],
            format!("One instruction takes {} elements of K", idesc.k()),
            format!(
                "The matrix descriptor's LBO mode is {}, which reads {}.",
                reader.lbo_mode.name(),
                spec.read_k()
            ),
        );
    }
}

fn beside_types(faults: &mut Faults, spec: &Spec) {
    let (idesc, tile, operand) = (faults.idesc, spec.tile(), spec.reader().operand);
    let (type_id, transpose_id) = match operand {
        Operand::A => (Id::A, Id::TransposeA),
        Operand::B => (Id::B, Id::TransposeB),
    };
    if !idesc.kind().elements().contains(&tile.element) {
        let kinds: Vec<&str> = Kind::of_element(tile.element).map(Kind::name).collect();
        let text = if kinds.is_empty() {
            format!("No kind of tcgen05 multiplies {}.", tile.element.name())
        } else {
            format!("{} is of kind {}.", tile.element.name(), kinds.join(", "))
        };
        faults.add(
            Severity::Error,
            &[type_id],
            format!(
                "Kind {} has no {}",
                idesc.kind().name(),
                tile.element.name()
            ),
            text,
        );
    } else if let Some(element) = idesc
        .element(operand)
        .filter(|element| *element != tile.element)
    {
        faults.add(
            Severity::Error,
            &[type_id],
            format!(
                "The tile is {}, {} says {}",
                tile.element.name(),
                type_id.name(),
                element.name()
            ),
            "The bits of each element would be taken for another number.".into(),
        );
    }
    let major = idesc.major(operand);
    if major != tile.major {
        faults.add(
            Severity::Error,
            &[transpose_id],
            format!(
                "The tile is {}, {} says {}",
                tile.major.operand_name(operand),
                transpose_id.name(),
                major.operand_name(operand)
            ),
            "The matrix descriptor does not hold which dimension is contiguous; this bit does."
                .into(),
        );
    }
}

/// Rows that one CTA holds of the operand: with `cta_group::2` half of what the descriptor says.
fn beside_rows(faults: &mut Faults, form: Option<CtaForm>, spec: &Spec) {
    let (idesc, tile, operand) = (faults.idesc, spec.tile(), spec.reader().operand);
    let (id, rows) = match operand {
        Operand::A => (Id::M, idesc.m()),
        Operand::B => (Id::N, idesc.n()),
    };
    let held = match form {
        Some(CtaForm::Two) => rows / 2,
        Some(CtaForm::One | CtaForm::WeightStationary) | None => rows,
    };
    // The rows of a pair's half fit as well, as long as nobody said that there is no pair.
    let may_be_half = form.is_none() && tile.mn.is_multiple_of((rows / 2).max(1));
    if held > 0 && !tile.mn.is_multiple_of(held) && !may_be_half {
        faults.add(
            Severity::Warning,
            &[id],
            format!(
                "{} = {} of the tile is no multiple of {held}",
                operand.mn_letter(),
                tile.mn
            ),
            format!(
                "One instruction reads {held} rows of {} here: the last one goes beyond the tile.",
                operand.name()
            ),
        );
    }
}
