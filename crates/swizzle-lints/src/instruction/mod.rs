//! Lints on the instruction: a `tcgen05.mma`'s 32-bit descriptor, alone and beside a tile, and the name of a wgmma.

use crate::prelude::*;
pub(crate) mod idesc;
pub(crate) mod values;

pub use idesc::{IDESC_LINTS, ScaleFactors};
pub(crate) use idesc::{PAIR, has_shape, larger_n_step, of_pair};
pub use values::INSTRUCTION_LINTS;

const TABLE: &str = "PTX ISA, tcgen05, “Instruction descriptor”";
pub(crate) const SHAPES: &str = "PTX ISA, tcgen05.mma, “Matrix shapes”";
pub(crate) const TRANSPOSED: &str = "PTX ISA 9.1 and 9.4, tcgen05 transpose tables; CUTLASS";
const WGMMA: &str = "PTX ISA, wgmma.mma_async, “Matrix shapes” and types";

/// An instruction descriptor, and what it is used for where that is known.
#[derive(Debug, Clone, PartialEq)]
pub struct InstructionWord {
    /// Its bits.
    pub idesc: InstructionDescriptor,
    /// The CTA form; without one, only what no form supports is an error.
    pub form: Option<CtaForm>,
    /// The tile that it multiplies, with its reader.
    pub spec: Option<Spec>,
    /// M and N of the pair, as far as specified, for two CTAs; without them no finding tells what they are taken for.
    pub of_pair: Option<[Option<u32>; 2]>,
}

/// An instruction by its values.
#[derive(Debug, Clone, PartialEq)]
pub struct InstructionValues {
    /// Its kind; `None` for a wgmma, whose types and shape are part of its name.
    pub kind: Option<Kind>,
    /// Its types, shape and forms.
    pub fields: InstructionFields,
    /// The tile's operand, whose form other lints judge.
    pub tile: Operand,
}

/// What lints on an instruction report.
type Report<S = InstructionWord> = lint::Report<S>;

impl InstructionValues {
    /// The values of a wgmma; `None` for an instruction with a kind.
    fn of_wgmma(&self) -> Option<InstructionFields> {
        self.kind.is_none().then_some(self.fields)
    }
}

impl InstructionWord {
    /// The forms that it can have.
    fn forms(&self) -> Vec<CtaForm> {
        CtaForm::ALL.iter().copied().filter(|form| self.form.is_none_or(|own| own == *form)).collect()
    }
}

impl Subject for InstructionWord {
    type Field = InstructionFieldId;
    type Change = InstructionDescriptor;
    type Facts = ();
    const WHOSE: Whose = Whose::Around(Around::Word);
}

impl Subject for InstructionValues {
    type Field = InstructionFieldId;
    type Change = InstructionDescriptor;
    type Facts = ();
    const WHOSE: Whose = Whose::Around(Around::Instruction);
}

/// All that is wrong with an instruction descriptor, errors first.
///
/// ```
/// use swizzle_core::descriptor::InstructionDescriptor;
/// use swizzle_core::hardware::Kind;
/// use swizzle_core::{Arch, Major, Said};
/// use swizzle_infer::spec_from_said;
/// use swizzle_lints::instruction::{InstructionWord, findings_from_word};
/// let word = |raw| InstructionWord { idesc: InstructionDescriptor::new(Kind::F16, raw), form: None, spec: None, of_pair: None };
/// assert_eq!(findings_from_word(&word(0x0820_0010)), []);
/// assert_eq!(findings_from_word(&word(0x0820_0480))[0].title, "bf16 needs an f32 accumulator");
/// let mut said = Said::default();
/// said.reader.arch = Some(Arch::Tcgen05);
/// said.tile.major = Some(Major::Mn);
/// let beside = InstructionWord { spec: Some(spec_from_said(&said)?), ..word(0x0820_0490) };
/// assert_eq!(findings_from_word(&beside)[0].title, "The tile is M-major, but Transpose A is set to K-major");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn findings_from_word(word: &InstructionWord) -> Vec<Finding<InstructionDescriptor>> {
    let (mut found, ()) = findings_of(IDESC_LINTS, word, ());
    for finding in found.iter_mut().filter(|finding| finding.bits == 0) {
        let fields = finding.fields.of_instruction().iter();
        let fields = fields.filter_map(|id| InstructionDescriptor::field(word.idesc.kind(), *id));
        finding.bits = fields.fold(0, |bits, field| bits | u64::from(field.mask()));
    }
    found
}

/// All that is wrong with an instruction that has no descriptor.
pub fn findings_from_values(values: &InstructionValues) -> Vec<Finding<InstructionDescriptor>> {
    findings_of(INSTRUCTION_LINTS, values, ()).0
}

impl Finding<InstructionDescriptor> {
    /// The descriptor with this fixed, where only one value is correct.
    pub fn corrected(&self) -> Option<InstructionDescriptor> {
        self.repairs.first().map(|repair| repair.change)
    }

    /// Adds the corrected descriptor.
    fn mended(&mut self, idesc: InstructionDescriptor) -> &mut Self {
        self.mend(set_text(idesc), idesc);
        self
    }
}

/// What sets an instruction descriptor, in words.
fn set_text(idesc: InstructionDescriptor) -> String {
    format!("Set the instruction descriptor to {idesc}")
}

/// The field that says whether an operand is transposed.
const fn transpose(operand: Operand) -> Id {
    [Id::TransposeA, Id::TransposeB][operand as usize]
}

/// One field, as findings name them.
fn only(idesc: InstructionDescriptor, id: Id) -> &'static [Id] {
    let mut fields = InstructionDescriptor::fields(idesc.kind()).iter().map(|field| &field.id);
    fields.find(|own| **own == id).map_or(&[], std::slice::from_ref)
}

/// A descriptor for the cases of lints.
#[cfg(test)]
pub(crate) fn word(kind: Kind, raw: u32, form: Option<CtaForm>) -> InstructionWord {
    InstructionWord { idesc: InstructionDescriptor::new(kind, raw), form, spec: None, of_pair: None }
}
