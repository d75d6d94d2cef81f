//! An instruction descriptor from fields: `a=bf16 d=f32 m=128 n=256`.

use crate::number::number_from_text;
use swizzle_core::descriptor::{
    FieldValues, InstructionDescriptor, InstructionField, InstructionFieldId as Id,
};
use swizzle_core::hardware::{CtaForm, Element, Kind, Named as _, Sparsity};

/// An instruction descriptor read from fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenInstruction {
    /// The instruction descriptor.
    pub idesc: InstructionDescriptor,
    /// The fields that are inferred and not 0.
    pub assumed: Vec<Id>,
}

/// The instruction descriptor of fields written as `name=value`, each value a name of the field or a number. M, N and the
/// type of A are required; by default B has A's type, D the kind's first accumulator, and everything else is 0. An unspecified
/// kind follows from the type of A: the plain kind before the block-scaled.
///
/// # Errors
/// Returns the field and its legal values.
///
/// ```
/// use swizzle_code::instruction_from_pairs;
/// let written = instruction_from_pairs(None, &[("a", "bf16"), ("m", "128"), ("n", "256")])?;
/// assert_eq!(written.idesc.raw(), 0x0840_0490);
/// assert!(instruction_from_pairs(None, &[("a", "bf17")]).is_err());
/// # Ok::<(), String>(())
/// ```
pub fn instruction_from_pairs(
    kind: Option<Kind>,
    pairs: &[(&str, &str)],
) -> Result<WrittenInstruction, String> {
    let kind = kind.map_or_else(|| kind_of(pairs), Ok)?;
    let mut idesc = InstructionDescriptor::new(kind, 0);
    let mut written: Vec<Id> = Vec::new();
    for (key, value) in pairs {
        let field = field_of_key(kind, key)?;
        if written.contains(&field.id) {
            return Err(format!("“{key}” is there twice"));
        }
        written.push(field.id);
        idesc = idesc.with(field.id, raw_of(kind, field, value)?);
    }
    for id in [Id::A, Id::M, Id::N] {
        if !written.contains(&id) {
            let key = id.key();
            return Err(format!("“{key}=…” is missing: {}", id.meaning()));
        }
    }
    let mut assumed = Vec::new();
    for id in [Id::B, Id::D, Id::ScaleType] {
        let Some(field) = InstructionDescriptor::field(kind, id) else {
            continue;
        };
        if !written.contains(&id) {
            idesc = idesc.with(id, assumed_code(idesc, field));
            assumed.push(id);
        }
    }
    Ok(WrittenInstruction { idesc, assumed })
}

/// B as A, D as the kind's first accumulator, the first scale type.
fn assumed_code(idesc: InstructionDescriptor, field: InstructionField) -> u32 {
    match (field.id, field.values) {
        (Id::B, _) => idesc.get(Id::A),
        (Id::D, _) => {
            let name = idesc.kind().accumulators()[0].name();
            raw_of(idesc.kind(), field, name).unwrap_or(0)
        }
        (_, FieldValues::Codes(codes)) => codes[0].0,
        (_, FieldValues::Fixed(_) | FieldValues::Extent(_)) => 0,
    }
}

fn kind_of(pairs: &[(&str, &str)]) -> Result<Kind, String> {
    let Some((_, a)) = pairs.iter().find(|(key, _)| other_key(key).eq_ignore_ascii_case("a")) else {
        return Err("“a=…” is missing: the type of A, which determines the kind".into());
    };
    let element = Element::from_name(a).map_err(|error| error.to_string())?;
    Kind::of_element(element).next().ok_or_else(|| format!("no kind of tcgen05.mma supports {element}"))
}

fn field_of_key(kind: Kind, key: &str) -> Result<InstructionField, String> {
    let fields = InstructionDescriptor::fields(kind).iter().copied();
    let named =
        fields.filter(|field| field.id != Id::Reserved && !matches!(field.values, FieldValues::Fixed(_)));
    let is_it = |field: &InstructionField| field.id.key().eq_ignore_ascii_case(other_key(key));
    named.clone().find(is_it).ok_or_else(|| {
        let known: String = named.map(|field| format!(" {}", field.id.key())).collect();
        format!("kind {kind} has no field “{key}”; its fields are{known}")
    })
}

/// Keys of fields, and what CUTLASS and CuTe DSL call each.
const OTHER_KEYS: &str = "\
a a_dtype a_type
b b_dtype b_type
d c_dtype d_dtype d_type acc_dtype
transpose_a a_major
transpose_b b_major
scale_a sfa_id a_sf_id
scale_b sfb_id b_sf_id
m m_dim
n n_dim
negate_a a_negate
negate_b b_negate";

/// The key of a field that CUTLASS and CuTe DSL name differently.
pub fn other_key(key: &str) -> &str {
    let own = |line: &'static str| {
        let (own, others) = line.split_once(' ')?;
        others.split(' ').any(|other| other.eq_ignore_ascii_case(key)).then_some(own)
    };
    OTHER_KEYS.lines().find_map(own).unwrap_or(key)
}

/// A field's bits from the name of a code, an extent in elements, or the bits themselves.
fn raw_of(kind: Kind, field: InstructionField, value: &str) -> Result<u32, String> {
    let number = number_from_text(value).ok();
    let (key, most) = (field.id.key(), field.mask() >> field.low);
    match field.values {
        FieldValues::Extent(unit) => number
            .filter(|number| number.is_multiple_of(unit) && number / unit <= most)
            .map(|number| number / unit)
            .ok_or_else(|| format!("{key}={value}: {}", extents_text(kind, field.id))),
        FieldValues::Codes(codes) => codes
            .iter()
            .find(|(_, name)| is_code_name(name, value))
            .map(|(code, _)| *code)
            .or_else(|| number.filter(|number| *number <= most))
            .ok_or_else(|| {
                let names: Vec<&str> = codes.iter().map(|(_, name)| *name).collect();
                format!("{key}={value}: must be one of {}", names.join(", "))
            }),
        FieldValues::Fixed(fixed) => Err(format!("{key}={value}: must be {fixed}")),
    }
}

/// Whether a value names a code: `K-major` is also `K`, `M-major` and `N-major` also `MN`, as in CUTLASS; the only 4-bit
/// type of a packed kind is also `e2m1`.
fn is_code_name(name: &str, value: &str) -> bool {
    let is = |known: &str| known.eq_ignore_ascii_case(value);
    is(name)
        || name == Element::E2m1Packed.name() && is(Element::E2m1.name())
        || name
            .strip_suffix("-major")
            .is_some_and(|major| is(major) || major != "K" && (is("MN") || is("MN-major")))
}

/// Legal M or N of one dense instruction of a kind for each form, which is less than the range of the field.
fn extents_text(kind: Kind, id: Id) -> String {
    let of_form = |form: &CtaForm| {
        let m = kind.m_extents(*form, Sparsity::Dense);
        let has_form = !m.single.is_empty();
        let extents = if id == Id::M { m } else { kind.n_extents(*form, Sparsity::Dense, false) };
        has_form.then(|| format!("{} ({form})", extents.text()))
    };
    let texts: Vec<String> = CtaForm::ALL.iter().filter_map(of_form).collect();
    format!("legal {}: {}", id.name(), texts.join("; "))
}
