//! The faults of an instruction descriptor: in itself and in its CTA form.

use crate::build::fault::{Faults, InstructionFault};
use crate::build::scale_ids::{misplaced_id_of_b, scale_ids};
use swizzle_core::descriptor::{
    FieldValues, InstructionDescriptor, InstructionField, InstructionFieldId as Id,
};
use swizzle_core::hardware::{
    Accumulator, Chip, CtaForm, Element, Kind, Major, Named as _, Operand, Sparsity,
};
use swizzle_lints::{Confidence, Severity};

const SHAPES: &str = "PTX ISA, tcgen05.mma, “Matrix shapes”";

/// All faults of an instruction descriptor, errors first. Without a form, only what no form supports is an error.
///
/// ```
/// use swizzle_code::build::instruction_faults;
/// use swizzle_core::descriptor::InstructionDescriptor;
/// use swizzle_core::hardware::Kind;
/// let idesc = InstructionDescriptor::new(Kind::F16, 0x0820_0010);
/// assert_eq!(instruction_faults(idesc, None), []);
/// let of_bf16 = InstructionDescriptor::new(Kind::F16, 0x0820_0480);
/// assert_eq!(instruction_faults(of_bf16, None)[0].title, "bf16 needs an f32 accumulator");
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
    let is_id_of_b_misplaced = misplaced_id_of_b(&mut faults);
    for field in InstructionDescriptor::fields(idesc.kind()) {
        if !(is_id_of_b_misplaced && field.low == 0) {
            codes(&mut faults, *field);
        }
    }
    types(&mut faults);
    shape(&mut faults, form);
    if idesc.get(Id::Selector) != 0 && idesc.sparsity() == Sparsity::Dense {
        faults
            .add(
                Severity::Note,
                &[Id::Selector],
                "The sparsity selector has no effect".into(),
                "It is used in the sparse form only.".into(),
            )
            .mended(idesc.with(Id::Selector, 0));
    }
    reuse_of_b(&mut faults, form);
    some_chips(&mut faults);
    if idesc.kind() == Kind::Mxf4 || idesc.kind() == Kind::Mxf4nvf4 {
        packed(&mut faults);
    }
    if idesc.kind().is_block_scaled() && !is_id_of_b_misplaced {
        scale_ids(&mut faults);
    }
    faults.found.sort_by_key(|fault| fault.severity);
    faults.found
}

/// Notes a kind that only some of the family's chips have.
fn some_chips(faults: &mut Faults) {
    let kind = faults.idesc.kind();
    let all = Chip::ALL.iter().copied();
    let with_kinds = all.filter(|chip| !chip.kinds().is_empty());
    let (having, lacking): (Vec<Chip>, Vec<Chip>) =
        with_kinds.partition(|chip| chip.has_kind(kind));
    if lacking.is_empty() {
        return;
    }
    let [having, lacking] = [having, lacking].map(|chips| {
        let names: Vec<&str> = chips.into_iter().map(Chip::name).collect();
        names.join(" and ")
    });
    faults
        .add(
            Severity::Note,
            &[],
            format!("Kind {kind} does not exist on {lacking}"),
            format!("{having} have it; CUDA's assembler rejects it for {lacking}."),
        )
        .by(Confidence::InCode, "ptxas 13.5; tests/data/chips_ptxas.csv");
}

fn codes(faults: &mut Faults, field: InstructionField) {
    let (idesc, raw) = (faults.idesc, faults.idesc.bits_of(field));
    if field.allows(raw) {
        return;
    }
    let (name, kind) = (field.id.name(), idesc.kind().name());
    let (bits, are) = if field.width == 1 {
        (format!("Bit {}", field.low), "is")
    } else {
        (format!("Bits {}–{}", field.low, field.high()), "are")
    };
    let (title, text) = match (field.values, field.id) {
        (FieldValues::Codes(codes), _) => {
            let known: Vec<String> = codes
                .iter()
                .map(|(code, name)| format!("{code} {name}"))
                .collect();
            (
                format!("{name}: code {raw} is not defined"),
                format!("{bits} of kind {kind}: {}.", known.join(", ")),
            )
        }
        (_, Id::Reserved) => (
            format!("{bits} must be 0"),
            format!(
                "Reserved in kind {kind}; {} {are} {raw}.",
                bits.to_lowercase()
            ),
        ),
        _ => (
            format!("{name} must be 0"),
            format!(
                "Kind {kind} allows only 0 here; {} {are} {raw}.",
                bits.to_lowercase()
            ),
        ),
    };
    let found = faults.add(Severity::Error, &[field.id], title, text);
    found.bits = field.mask();
    found.repair = match field.values {
        FieldValues::Fixed(fixed) => Some(idesc.with_bits(field, fixed)),
        FieldValues::Codes([(only, _)]) => Some(idesc.with_bits(field, *only)),
        FieldValues::Codes(_) | FieldValues::Extent(_) => None,
    };
}

fn types(faults: &mut Faults) {
    let idesc = faults.idesc;
    let elements = [Operand::A, Operand::B].map(|operand| idesc.element(operand));
    if idesc.accumulator() == Some(Accumulator::F16) && elements.contains(&Some(Element::Bf16)) {
        faults
            .add(
                Severity::Error,
                &[Id::D, Id::A, Id::B],
                "bf16 needs an f32 accumulator".into(),
                "Kind f16 accumulates in f16 only where A and B are f16.".into(),
            )
            .by(Confidence::Stated, SHAPES)
            .mended(idesc.with(Id::D, 1));
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
                        "Sources disagree on {} 4- and 6-bit types",
                        Major::Mn.operand_name(operand)
                    ),
                    "PTX ISA 9.1 and a comment in CUTLASS list no transposed form for them; the 9.4 transpose table and CUTLASS's own tests include it. Not run on hardware.".into(),
                )
                .by(
                    Confidence::Contested,
                    "PTX ISA 9.1 and 9.4, tcgen05 transpose tables; CUTLASS",
                );
        }
    }
}

/// Every form, or the specified one.
fn forms(form: Option<CtaForm>) -> Vec<CtaForm> {
    form.map_or_else(|| CtaForm::ALL.to_vec(), |form| std::vec![form])
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
                "The kinds with scale factors have no weight-stationary form.".into(),
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
                format!("M = {m} is not a shape of kind {}", kind.name()),
                format!("Legal M: {}.", legal.join("; ")),
            )
            .by(Confidence::Stated, SHAPES);
    }
    // A form that M excludes does not count for N.
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
                format!("N = {n} is not a shape of kind {}", kind.name()),
                format!("Legal N: {}.", legal.join("; ")),
            )
            .by(Confidence::Stated, SHAPES);
    }
}

fn reuse_of_b(faults: &mut Faults, form: Option<CtaForm>) {
    let is_other_form = form.is_some_and(|form| form != CtaForm::WeightStationary);
    if faults.idesc.get(Id::MaxShift) != 0 && is_other_form {
        let mended = faults.idesc.with(Id::MaxShift, 0);
        faults
            .add(
                Severity::Warning,
                &[Id::MaxShift],
                "Max shift is for the .ws form only".into(),
                "It is the maximum shift of B for its reuse, which the other forms do not support."
                    .into(),
            )
            .mended(mended);
    }
}

/// Faults of packed 4-bit elements: K = 96 and its scale factors.
fn packed(faults: &mut Faults) {
    let idesc = faults.idesc;
    let is_k_96 = idesc.get(Id::KSize) == 1;
    if is_k_96 && idesc.sparsity() == Sparsity::Sparse {
        faults.add(
            Severity::Error,
            &[Id::KSize, Id::Sparse],
            "K = 96 is dense only".into(),
            "The sparse form reads 128 elements of K.".into(),
        );
    }
    if is_k_96 {
        faults
            .add(
                Severity::Note,
                &[Id::KSize],
                "K = 96 exists on sm_103a only".into(),
                "Its operands are read in the absolute LBO mode, 48 bytes of K at once. Before 9.4 the ISA's table listed it for 256 × N with two CTAs only; CUTLASS issues it for one CTA too, with N a multiple of 16. Not run on hardware.".into(),
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
                    format!("N = {} is not a multiple of 16, with K = 96", idesc.n()),
                    "CUTLASS requires N to be a multiple of 16 here.".into(),
                )
                .by(Confidence::InCode, "CUTLASS, mma_sm100_umma.hpp");
        }
    }
}
