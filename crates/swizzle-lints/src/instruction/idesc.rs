//! Lints on the 32-bit instruction descriptor of a `tcgen05.mma`, alone and beside a tile.

use super::*;

lints! {
    /// The lints on an instruction descriptor, in the order in which findings of one severity are shown.
    IDESC_LINTS: InstructionWord;

    idesc_scale_place "idesc-scale-place" Stated: TABLE;
    idesc_code "idesc-code" Stated: TABLE;
    idesc_types "idesc-types" Stated: SHAPES;
    idesc_shape "idesc-shape" Stated: SHAPES, silenced_by: &[Silencer::by(&["idesc-of-pair"]).on_same_field()];
    idesc_no_effect "idesc-no-effect" Stated: TABLE;
    idesc_chip "idesc-chip" InCode: "ptxas 13.5; tests/data/chips_ptxas.csv";
    idesc_k_96 "idesc-k-96" Stated: TABLE;
    idesc_of_pair "idesc-of-pair" Stated: PAIR;
    idesc_n_step "idesc-n-step" Contested: SHAPES;
    idesc_scale "idesc-scale" Stated by ["idesc-scale-place"]: FACTORS;
    idesc_tile "idesc-tile" Stated: TABLE;
}

/// The scale factor id of B in the bits where the plain kinds have the sparsity selector.
fn idesc_scale_place(word: &InstructionWord, report: &mut Report) {
    let (idesc, kind, low) = (word.idesc, word.idesc.kind(), word.idesc.raw() & 3);
    let ids = (idesc.get(Id::ScaleA), idesc.get(Id::ScaleB));
    if kind.is_block_scaled() && low != 0 && ids == (low, 0) {
        let finding = report.error(
            &[Id::ScaleB],
            "The scale factor id of B is in bits 0–1 instead of bits 4–5",
            format!("Bits 0–1 are reserved but contain {low}, the id of A; the id of B, bits 4–5, is 0."),
        );
        finding.bits = 0b11_0011;
        finding.mended(InstructionDescriptor::new(kind, idesc.raw() & !3).with(Id::ScaleB, low));
    }
}

/// The id of B in these bits has a finding of its own.
const OF_BITS_0_AND_1: &[Silencer] = &[Silencer::by(&["idesc-scale-place"])];

/// Codes that are not defined, and bits that must have one value.
fn idesc_code(word: &InstructionWord, report: &mut Report) {
    for field in InstructionDescriptor::fields(word.idesc.kind()) {
        if !field.allows(word.idesc.bits_of(*field)) {
            not_allowed(word.idesc, report, *field);
        }
    }
}

fn not_allowed(idesc: InstructionDescriptor, report: &mut Report, field: InstructionField) {
    let (name, kind, raw) = (field.id.name(), idesc.kind(), idesc.bits_of(field));
    let (bits, are) = match field.width {
        1 => (format!("Bit {}", field.low), "is"),
        _ => (format!("Bits {}–{}", field.low, field.high()), "are"),
    };
    let held = format!("{} {are} {raw}", bits.to_lowercase());
    let (title, text) = match (field.values, field.id) {
        (FieldValues::Codes(codes), _) => {
            let known = joined(codes.iter().map(|(code, name)| format!("{code} {name}")), ", ");
            (format!("{name}: code {raw} is not defined"), format!("{bits} of kind {kind}: {known}."))
        }
        (_, Id::Reserved) => (format!("{bits} must be 0"), format!("Reserved in kind {kind}; {held}.")),
        _ => (format!("{name} must be 0"), format!("Kind {kind} allows only 0 here; {held}.")),
    };
    let found = report.error(&[], title, text);
    found.bits = field.mask().into();
    if field.low == 0 {
        found.silenced_by = OF_BITS_0_AND_1;
    }
    if let FieldValues::Fixed(only) | FieldValues::Codes(&[(only, _)]) = field.values {
        found.mended(idesc.with_bits(field, only));
    }
}

/// Types of A, B and D that do not go together, and transposed types on which sources disagree.
fn idesc_types(word: &InstructionWord, report: &mut Report) {
    let idesc = word.idesc;
    let elements = [Operand::A, Operand::B].map(|operand| idesc.element(operand));
    if idesc.accumulator() == Some(Accumulator::F16) && elements.contains(&Some(Element::Bf16)) {
        report
            .error(
                &[Id::D, Id::A, Id::B],
                "bf16 needs an f32 accumulator",
                "Kind f16 accumulates in f16 only where A and B are f16.",
            )
            .mended(idesc.with(Id::D, 1));
    }
    for (operand, element) in [Operand::A, Operand::B].into_iter().zip(elements) {
        if element.is_some_and(Element::is_padded) && idesc.major(operand) == Major::Mn {
            let finding = report.note(
                only(idesc, transpose(operand)),
                format!("Sources disagree on {} 4- and 6-bit types", Major::Mn.operand_name(operand)),
                "PTX ISA 9.1 and a comment in CUTLASS list no transposed form for them; the 9.4 transpose table and CUTLASS's own tests include it. Not run on hardware.",
            );
            finding.by(Confidence::Contested, TRANSPOSED);
        }
    }
}

/// M and N that no form of the kind has.
fn idesc_shape(word: &InstructionWord, report: &mut Report) {
    let (idesc, kind) = (word.idesc, word.idesc.kind());
    let (sparsity, m, n) = (idesc.sparsity(), idesc.m(), idesc.n());
    let is_8_bit = |element: Element| element.slot_bits() == 8;
    let b_is_transposed_8_bit =
        idesc.major(Operand::B) == Major::Mn && idesc.element(Operand::B).is_some_and(is_8_bit);
    if word.form == Some(CtaForm::WeightStationary) && kind.is_block_scaled() {
        report.error(
            &[],
            format!("Kind {kind} has no .ws form"),
            "The kinds with scale factors have no weight-stationary form.",
        );
        return;
    }
    let forms = word.forms();
    let legal_m = |form: &CtaForm| kind.m_extents(*form, sparsity);
    let legal_n = |form: &CtaForm| kind.n_extents(*form, sparsity, b_is_transposed_8_bit);
    let wrong = |name: &str, own: u32, forms: &[CtaForm], legal: &dyn Fn(&CtaForm) -> Extents| {
        let having = forms.iter().map(|form| (form, legal(form))).filter(|(_, legal)| *legal != NONE);
        let legal = joined(having.map(|(form, legal)| format!("{form} {}", legal.text())), "; ");
        (format!("{name} = {own} is not a shape of kind {kind}"), format!("Legal {name}: {legal}."))
    };
    let of_m: Vec<CtaForm> = forms.iter().copied().filter(|form| legal_m(form).contains(m)).collect();
    if of_m.is_empty() {
        let (title, text) = wrong("M", m, &forms, &legal_m);
        let finding = report.error(&[Id::M], title, text);
        if word.form == Some(CtaForm::Two) && legal_m(&CtaForm::Two).contains(2 * m) {
            finding.say(" With .cta_group::2 M is that of the pair, half of it in each CTA.");
            finding.mended(idesc.with(Id::M, 2 * idesc.get(Id::M)));
        }
    }
    // A form that M excludes does not count for N.
    let forms = if of_m.is_empty() { forms } else { of_m };
    if !forms.iter().any(|form| legal_n(form).contains(n)) {
        let (title, text) = wrong("N", n, &forms, &legal_n);
        report.error(&[Id::N], title, text);
    }
}

/// What legal extents of a form are that a kind does not have.
const NONE: Extents = Extents { single: &[], from: 0, step: 0 };

/// Fields that the form of the instruction does not use.
fn idesc_no_effect(word: &InstructionWord, report: &mut Report) {
    let idesc = word.idesc;
    if idesc.get(Id::Selector) != 0 && idesc.sparsity() == Sparsity::Dense {
        let title = "The sparsity selector has no effect";
        let finding = report.note(&[Id::Selector], title, "It is used in the sparse form only.");
        finding.mended(idesc.with(Id::Selector, 0));
    }
    let is_other_form = word.form.is_some_and(|form| form != CtaForm::WeightStationary);
    if idesc.get(Id::MaxShift) != 0 && is_other_form {
        let text = "It is the maximum shift of B for its reuse, which the other forms do not support.";
        let finding = report.warning(&[Id::MaxShift], "Max shift is for the .ws form only", text);
        finding.mended(idesc.with(Id::MaxShift, 0));
    }
}

/// A kind that only some of the family's chips have.
fn idesc_chip(word: &InstructionWord, report: &mut Report) {
    let kind = word.idesc.kind();
    let [having, lacking] = [true, false].map(|has| {
        let with_kinds = Chip::ALL.iter().filter(|chip| !chip.kinds().is_empty());
        joined(with_kinds.filter(|chip| chip.has_kind(kind) == has), " and ")
    });
    if !lacking.is_empty() {
        report.note(
            &[],
            format!("Kind {kind} does not exist on {lacking}"),
            format!("{having} support it; CUDA's assembler rejects it for {lacking}."),
        );
    }
}

/// K = 96 of packed 4-bit elements.
fn idesc_k_96(word: &InstructionWord, report: &mut Report) {
    let (idesc, n) = (word.idesc, word.idesc.n());
    // Only the kinds of packed elements have the field.
    if idesc.get(Id::KSize) != 1 {
        return;
    }
    if idesc.sparsity() == Sparsity::Sparse {
        report.error(
            &[Id::KSize, Id::Sparse],
            "K = 96 is dense only",
            "The sparse form reads 128 elements of K.",
        );
    }
    let finding = report.note(
        &[Id::KSize],
        "K = 96 exists on sm_103a only",
        "Its operands are read in the absolute LBO mode, 48 bytes of K at once. Before 9.4 the ISA's table listed it for 256 × N with two CTAs only; CUTLASS issues it for one CTA too, with N a multiple of 16. Not run on hardware.",
    );
    let source = "PTX ISA 9.1 and 9.4, tcgen05.mma, “Matrix shapes”; CUTLASS, SM103";
    finding.by(Confidence::Contested, source);
    if !n.is_multiple_of(16) {
        let finding = report.warning(
            &[Id::N, Id::KSize],
            format!("N = {n} is not a multiple of 16, with K = 96"),
            "CUTLASS requires N to be a multiple of 16 here.",
        );
        finding.by(Confidence::InCode, "CUTLASS, mma_sm100_umma.hpp");
    }
}

pub(crate) const PAIR: &str = "PTX ISA, tcgen05.mma with .cta_group::2, “Matrix shapes”; CuTe's 2SM traits";

/// Compares M and N of an instruction descriptor with those of the pair. A value that is not specified, and could be that of
/// one CTA, is interpreted as that of the pair, and this is reported. Both have their fields; a change sets the descriptor.
pub(crate) fn of_pair<S: Subject>(
    idesc: InstructionDescriptor,
    said: [Option<u32>; 2],
    report: &mut lint::Report<S>,
    fields: [&'static [S::Field]; 2],
    change: impl Fn(InstructionDescriptor) -> S::Change,
) {
    let (kind, sparsity, form) = (idesc.kind(), idesc.sparsity(), CtaForm::Two);
    let of_m = (Id::M, idesc.m(), kind.m_extents(form, sparsity), "rows of A");
    let of_n = (Id::N, idesc.n(), kind.n_extents(form, sparsity, false), "columns of B");
    for (((id, own, legal, what), said), fields) in [of_m, of_n].into_iter().zip(said).zip(fields) {
        let letter = id.name();
        // The field counts in the unit in which it has one CTA's extent: twice that is twice the field.
        let (half, twice, mended) = (own / 2, 2 * own, idesc.with(id, 2 * idesc.get(id)));
        let is_legal = legal.contains(twice);
        if said == Some(twice) && is_legal {
            report
                .error(
                    fields,
                    format!("{letter} = {own} of the instruction descriptor is that of one CTA"),
                    format!("With .cta_group::2 it is {letter} of the pair, {twice}: each CTA gives half of it from its own shared memory."),
                )
                .mend(set_text(mended), change(mended));
        } else if said.is_none() && is_legal && legal.contains(own) {
            report.note(
                fields,
                format!("{letter} = {own} is read as that of the pair"),
                format!("With .cta_group::2 each CTA gives half of {letter}, {half} {what}. If each has {own}, {letter} is {twice}: {mended}."),
            );
        }
    }
}

/// M or N of one CTA in the instruction descriptor of a pair.
fn idesc_of_pair(word: &InstructionWord, report: &mut Report) {
    if let (Some(said), Some(CtaForm::Two)) = (word.of_pair, word.form) {
        of_pair(word.idesc, said, report, [&[Id::M], &[Id::N]], |mended| mended);
    }
}

/// Whether a kind has this M and N in a form.
pub(crate) fn has_shape(kind: Kind, form: CtaForm, sparsity: Sparsity, m: u32, n: u32) -> bool {
    kind.m_extents(form, sparsity).contains(m) && kind.n_extents(form, sparsity, false).contains(n)
}

/// The larger step of N of a kind and form, where sources disagree about it and N is not a multiple of it.
pub(crate) fn larger_n_step(kind: Kind, form: CtaForm, m: u32, n: u32) -> Option<u32> {
    let step = match (kind, form, m) {
        (Kind::F16 | Kind::Tf32 | Kind::F8f6f4, CtaForm::One, 128) => 16,
        (Kind::F16 | Kind::Tf32 | Kind::F8f6f4, CtaForm::Two, _) => 32,
        _ => return None,
    };
    Some(step).filter(|step| !n.is_multiple_of(*step))
}

/// N that some sources refuse: a multiple of 8 where others want 16, of 16 where others want 32.
fn idesc_n_step(word: &InstructionWord, report: &mut Report) {
    let (kind, n, m) = (word.idesc.kind(), word.idesc.n(), word.idesc.m());
    let sparsity = word.idesc.sparsity();
    let mut having = word.forms().into_iter().filter(|form| has_shape(kind, *form, sparsity, m, n));
    // One form that no source refuses is enough.
    if let Some(form) = having.next()
        && having.next().is_none()
        && let Some(step) = larger_n_step(kind, form, m, n)
    {
        report.note(
            &[Id::N],
            format!("Sources disagree on N = {n} with M = {m}"),
            format!(
                "The ISA’s tables (9.1 and 9.3) and CUTLASS’ forms with both operands in shared memory take every multiple of {} here. TVM, which quotes 9.4, and CUTLASS’ forms with A in tensor memory want multiples of {step}. {} is safe according to all of them. Public kernels of one CTA have N = 8 with M = 128. Not run on hardware.",
                step / 2,
                n.next_multiple_of(step)
            ),
        );
    }
}

const FACTORS: &str =
    "PTX ISA, tcgen05.mma, “Block scaling” and scale factor layouts; CUTLASS, mma_traits_sm100.hpp";

/// The scale factors of one operand in one instruction, and their arrangement in tensor memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScaleFactors {
    /// Factors of a row, or column, in one step: 1, 2 or 4.
    pub in_step: u32,
    /// Elements of K that share one.
    pub elements: u32,
}

impl ScaleFactors {
    /// The scale factors of a kind with the 32 or 64 bytes of K of its plain forms; `None` for a kind without scale factors.
    /// `mxf4nvf4` has UE4M3 factors for 16 elements each, unless its scale type is UE8M0.
    ///
    /// ```
    /// use swizzle_lints::instruction::ScaleFactors;
    /// use swizzle_core::descriptor::InstructionDescriptor;
    /// use swizzle_core::hardware::Kind;
    /// let of_mxf4 = ScaleFactors::of(InstructionDescriptor::new(Kind::Mxf4, 0x08a0_0480)).unwrap();
    /// let ids: Vec<u32> = (0..4).map(|step| of_mxf4.id(step)).collect();
    /// assert_eq!((of_mxf4.elements, &ids[..]), (32, &[0, 2, 0, 2][..]));
    /// ```
    pub const fn of(idesc: InstructionDescriptor) -> Option<Self> {
        let is_ue4m3 = idesc.get(Id::ScaleType) == 0;
        let in_step = match idesc.kind() {
            Kind::F16 | Kind::Tf32 | Kind::F8f6f4 | Kind::I8 => return None,
            Kind::Mxf8f6f4 => 1,
            Kind::Mxf4nvf4 if is_ue4m3 => 4,
            Kind::Mxf4 | Kind::Mxf4nvf4 => 2,
        };
        let k = idesc.kind().k(idesc.sparsity());
        Some(Self { in_step, elements: k / in_step })
    }

    /// The id of a step along K, for A and B: the byte of the word at which its factors start.
    pub const fn id(self, step: u32) -> u32 {
        self.in_step * (step % self.steps_of_word())
    }

    /// An instruction descriptor with both ids of a step.
    pub const fn in_step_of(self, idesc: InstructionDescriptor, step: u32) -> InstructionDescriptor {
        with_both(idesc, self.id(step))
    }

    /// The steps whose factors are in one word.
    pub const fn steps_of_word(self) -> u32 {
        4 / self.in_step
    }
}

/// The ids of the scale factors: which of the factors in their 32-bit words of tensor memory a step uses.
///
/// A and B have equally many factors per step and start at the same K, so both ids are equal. Source: PTX ISA, tcgen05,
/// "Scale factor layouts" (1X: the byte; 2X: the low or the high half; 4X: the whole word); CUTLASS's block-scaled traits.
fn idesc_scale(word: &InstructionWord, report: &mut Report) {
    let idesc = word.idesc;
    if !idesc.kind().is_block_scaled() {
        return;
    }
    let ids @ [a, b] = [Id::ScaleA, Id::ScaleB].map(|id| idesc.get(id));
    // The ids for K = 96 are bytes, and sources disagree on the possible ones.
    let factors = ScaleFactors::of(idesc).filter(|_| idesc.get(Id::KSize) != 1);
    let is_of_step = |one: ScaleFactors| ids.iter().all(|id| id.is_multiple_of(one.in_step));
    if let Some(factors) = factors.filter(|one| !is_of_step(*one)) {
        of_no_step(idesc, report, factors, (Id::ScaleA, a), b);
        of_no_step(idesc, report, factors, (Id::ScaleB, b), a);
    } else if a != b {
        let (low, high) = (a.min(b), a.max(b));
        let [first, second] = [low, high].map(|id| match factors {
            Some(one) => format!("K step {} needs {id} and {id}", id / one.in_step),
            None => format!("{id} and {id}"),
        });
        let finding = report.warning(
            &[Id::ScaleA, Id::ScaleB],
            format!("The scale factor ids differ: the id of A is {a}, the id of B is {b}"),
            format!(
                "A step uses the factors of A and B at the same position in their words: {first}, {second}."
            ),
        );
        finding.by(Confidence::InCode, FACTORS);
        // An id that was not set is 0.
        if low == 0 {
            finding.mended(with_both(idesc, high));
        }
    }
}

/// Reports an id that no step has, given the other operand's.
fn of_no_step(
    idesc: InstructionDescriptor,
    report: &mut Report,
    factors: ScaleFactors,
    (id, value): (Id, u32),
    other: u32,
) {
    let of_step = |id: u32| id.is_multiple_of(factors.in_step);
    let (severity, known, why) = match (factors.in_step, value) {
        _ if of_step(value) => return,
        (2, _) => (
            Severity::Error,
            "0 or 2",
            "A word of tensor memory contains the factors of two steps, two each: id 0 is the low half, 2 the high half.",
        ),
        (_, 2) => (
            Severity::Warning,
            "0",
            "With UE4M3 a step has four factors, the whole word; the ISA's table allows 2, but no step uses it.",
        ),
        _ => (Severity::Error, "0", "With UE4M3 a step has four factors, the whole word."),
    };
    let title = format!("{} = {value} is not {known}", id.name());
    // The other id decides if it is the id of a step; otherwise this id is taken as a step number.
    let both = if other > 0 && of_step(other) { other } else { factors.id(value) };
    report.add(severity, only(idesc, id), title, why).mended(with_both(idesc, both));
}

const fn with_both(idesc: InstructionDescriptor, id: u32) -> InstructionDescriptor {
    idesc.with(Id::ScaleA, id).with(Id::ScaleB, id)
}

/// Contradictions between an instruction descriptor and a tile with its reader.
fn idesc_tile(word: &InstructionWord, report: &mut Report) {
    let Some(spec) = &word.spec else {
        return;
    };
    reader(word.idesc, report, spec);
    operand(word.idesc, report, spec);
    rows(word, report, spec);
}

fn reader(idesc: InstructionDescriptor, report: &mut Report, spec: &Spec) {
    let (arch, sparsity, mode) = (spec.reader().arch, spec.reader().sparsity, spec.reader().lbo_mode);
    if !arch.has_instruction_descriptor() {
        report.error(
            &[],
            format!("{arch} has no instruction descriptor"),
            "Types, shape and transposition are part of the instruction's name.",
        );
    }
    if sparsity != idesc.sparsity() {
        let title = format!("The instruction is {sparsity}, but bit 2 is set to {}", idesc.sparsity());
        let text = "tcgen05.mma.sp needs the bit set, tcgen05.mma needs it clear.";
        report.error(&[Id::Sparse], title, text).mended(idesc.with(Id::Sparse, sparsity as u32));
    }
    let is_absolute = mode == LboMode::Absolute;
    if u32::from(is_absolute) != idesc.get(Id::KSize) {
        let finding = report.error(
            &[Id::KSize],
            format!("The instruction descriptor has K = {}", idesc.k()),
            format!("The matrix descriptor's LBO mode is {mode}, which reads K = {}.", spec.read_k()),
        );
        if InstructionDescriptor::field(idesc.kind(), Id::KSize).is_some() {
            finding.mended(idesc.with(Id::KSize, is_absolute.into()));
        }
    }
}

/// Compares type and major-ness of the operand.
fn operand(idesc: InstructionDescriptor, report: &mut Report, spec: &Spec) {
    let (&Tile { element, major, .. }, operand, kind) = (spec.tile(), spec.reader().operand, idesc.kind());
    let id = [Id::A, Id::B][operand as usize];
    let fields = only(idesc, id);
    if !kind.elements().contains(&element) {
        let text = match &*joined(Kind::of_element(element), ", ") {
            "" => format!("No kind of tcgen05 supports {element}."),
            kinds => format!("{element} is supported by kind {kinds}."),
        };
        let title = format!("Kind {kind} does not support {element}");
        report.error(fields, title, text);
    } else if let Some(other) = idesc.element(operand).filter(|other| *other != element) {
        let finding = report.error(
            fields,
            format!("The tile is {element}, but {} is set to {other}", id.name()),
            "The bits of each element would be read as a different number.",
        );
        if let Ok(mended) = idesc.coded(id, element.name()) {
            finding.mended(mended);
        }
    }
    let (held, id, bit) = (idesc.major(operand), transpose(operand), major.transpose_bit().into());
    if held != major {
        let [wanted, held] = [major, held].map(|one| one.operand_name(operand));
        let finding = report.error(
            only(idesc, id),
            format!("The tile is {wanted}, but {} is set to {held}", id.name()),
            "The matrix descriptor does not contain the contiguous dimension; this bit does.",
        );
        let field = InstructionDescriptor::field(kind, id);
        if let Some(field) = field.filter(|field| field.allows(bit)) {
            finding.mended(idesc.with_bits(field, bit));
        }
    }
}

/// Compares the rows of the operand in one CTA: with `cta_group::2` half of the descriptor's value.
fn rows(word: &InstructionWord, report: &mut Report, spec: &Spec) {
    let (mn, operand) = (spec.tile().mn, spec.reader().operand);
    let (id, rows) = [(Id::M, word.idesc.m()), (Id::N, word.idesc.n())][operand as usize];
    let held = rows / word.form.map_or(1, CtaForm::ctas);
    // Half the rows match too, unless the form excludes a CTA pair.
    let may_be_half = word.form.is_none() && mn.is_multiple_of((rows / 2).max(1));
    if held > 0 && !mn.is_multiple_of(held) && !may_be_half {
        let title = format!("{} = {mn} of the tile is not a multiple of {held}", operand.mn_letter());
        let text = format!(
            "One instruction reads {held} rows of {operand} here: the last one extends past the tile."
        );
        report.warning(only(word.idesc, id), title, text);
    }
}
