//! Contradictions between an instruction descriptor and a tile with its reader.

use crate::build::fault::{Faults, InstructionFault};
use crate::build::instruction_faults::instruction_faults;
use swizzle_core::descriptor::{InstructionDescriptor, InstructionFieldId as Id};
use swizzle_core::hardware::{CtaForm, Kind, LboMode, Named as _, Operand};
use swizzle_core::reader::Spec;
use swizzle_lints::Severity;

/// Contradictions between an instruction descriptor and a tile with its reader, and the descriptor's own faults.
///
/// ```
/// use swizzle_code::build::instruction_faults_beside_tile;
/// use swizzle_core::descriptor::InstructionDescriptor;
/// use swizzle_core::hardware::Kind;
/// use swizzle_core::{Arch, Major, Said};
/// use swizzle_infer::spec_from_said;
/// let mut said = Said::default();
/// said.reader.arch = Some(Arch::Tcgen05);
/// said.tile.major = Some(Major::Mn);
/// let idesc = InstructionDescriptor::new(Kind::F16, 0x0820_0490);
/// let faults = instruction_faults_beside_tile(idesc, None, &spec_from_said(&said)?);
/// assert_eq!(faults[0].title, "The tile is M-major, but Transpose A is set to K-major");
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
    if !reader.arch.has_instruction_descriptor() {
        faults.add(
            Severity::Error,
            &[],
            format!("{} has no instruction descriptor", reader.arch.name()),
            "Types, shape and transposition are part of the instruction's name.".into(),
        );
    }
    if reader.sparsity != idesc.sparsity() {
        faults
            .add(
                Severity::Error,
                &[Id::Sparse],
                format!(
                    "The instruction is {}, but bit 2 is set to {}",
                    reader.sparsity.name(),
                    idesc.sparsity().name()
                ),
                "tcgen05.mma.sp needs the bit set, tcgen05.mma needs it clear.".into(),
            )
            .mended(idesc.with(Id::Sparse, reader.sparsity as u32));
    }
    let is_absolute = reader.lbo_mode == LboMode::Absolute;
    if is_absolute != (idesc.get(Id::KSize) == 1) {
        faults
            .add(
                Severity::Error,
                &[Id::KSize],
                format!("The instruction descriptor has K = {}", idesc.k()),
                format!(
                    "The matrix descriptor's LBO mode is {}, which reads K = {}.",
                    reader.lbo_mode.name(),
                    spec.read_k()
                ),
            )
            .repair = InstructionDescriptor::field(idesc.kind(), Id::KSize)
            .map(|_| idesc.with(Id::KSize, u32::from(is_absolute)));
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
            format!("No kind of tcgen05 supports {}.", tile.element.name())
        } else {
            format!(
                "{} is supported by kind {}.",
                tile.element.name(),
                kinds.join(", ")
            )
        };
        faults.add(
            Severity::Error,
            &[type_id],
            format!(
                "Kind {} does not support {}",
                idesc.kind().name(),
                tile.element.name()
            ),
            text,
        );
    } else if let Some(element) = idesc
        .element(operand)
        .filter(|element| *element != tile.element)
    {
        faults
            .add(
                Severity::Error,
                &[type_id],
                format!(
                    "The tile is {}, but {} is set to {}",
                    tile.element.name(),
                    type_id.name(),
                    element.name()
                ),
                "The bits of each element would be read as a different number.".into(),
            )
            .repair = idesc.coded(type_id, tile.element.name()).ok();
    }
    let major = idesc.major(operand);
    if major != tile.major {
        faults
            .add(
                Severity::Error,
                &[transpose_id],
                format!(
                    "The tile is {}, but {} is set to {}",
                    tile.major.operand_name(operand),
                    transpose_id.name(),
                    major.operand_name(operand)
                ),
                "The matrix descriptor does not contain the contiguous dimension; this bit does."
                    .into(),
            )
            .repair = InstructionDescriptor::field(idesc.kind(), transpose_id)
            .filter(|field| field.allows(u32::from(tile.major.transpose_bit())))
            .map(|field| idesc.with_bits(field, tile.major.transpose_bit().into()));
    }
}

/// Compares the rows of the operand in one CTA: with `cta_group::2` half of the descriptor's value.
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
    // Half the rows match too, unless the form excludes a CTA pair.
    let may_be_half = form.is_none() && tile.mn.is_multiple_of((rows / 2).max(1));
    if held > 0 && !tile.mn.is_multiple_of(held) && !may_be_half {
        faults.add(
            Severity::Warning,
            &[id],
            format!(
                "{} = {} of the tile is not a multiple of {held}",
                operand.mn_letter(),
                tile.mn
            ),
            format!(
                "One instruction reads {held} rows of {} here: the last one extends past the tile.",
                operand.name()
            ),
        );
    }
}
