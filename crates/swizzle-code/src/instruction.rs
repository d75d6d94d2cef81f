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
    let kind = match kind {
        Some(kind) => kind,
        None => kind_of(pairs)?,
    };
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
    let element = Element::from_name(a).map_err(|error| format!("{error}"))?;
    Kind::of_element(element)
        .next()
        .ok_or_else(|| format!("no kind of tcgen05.mma supports {}", element.name()))
}

fn field_of_key(kind: Kind, key: &str) -> Result<InstructionField, String> {
    let fields = InstructionDescriptor::fields(kind).iter().copied();
    let mut named =
        fields.filter(|field| field.id != Id::Reserved && !matches!(field.values, FieldValues::Fixed(_)));
    named.clone().find(|field| field.id.key().eq_ignore_ascii_case(other_key(key))).ok_or_else(|| {
        let mut known = String::new();
        for field in named.by_ref() {
            known.push(' ');
            known.push_str(field.id.key());
        }
        format!("kind {} has no field “{key}”; its fields are{known}", kind.name())
    })
}

/// The key of a field that CUTLASS and CuTe DSL name differently.
pub fn other_key(key: &str) -> &str {
    const OTHERS: &[(&str, &str)] = &[
        ("a_dtype", "a"),
        ("a_type", "a"),
        ("b_dtype", "b"),
        ("b_type", "b"),
        ("c_dtype", "d"),
        ("d_dtype", "d"),
        ("d_type", "d"),
        ("acc_dtype", "d"),
        ("a_major", "transpose_a"),
        ("b_major", "transpose_b"),
        ("sfa_id", "scale_a"),
        ("sfb_id", "scale_b"),
        ("a_sf_id", "scale_a"),
        ("b_sf_id", "scale_b"),
        ("m_dim", "m"),
        ("n_dim", "n"),
        ("a_negate", "negate_a"),
        ("b_negate", "negate_b"),
    ];
    let is = |(other, _): &&(&str, &str)| other.eq_ignore_ascii_case(key);
    OTHERS.iter().find(is).map_or(key, |(_, own)| own)
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
        || name == Element::E2m1Packed.name() && is_e2m1(value)
        || name
            .strip_suffix("-major")
            .is_some_and(|major| is(major) || major != "K" && (is("MN") || is("MN-major")))
}

fn is_e2m1(value: &str) -> bool {
    Element::E2m1.name().eq_ignore_ascii_case(value)
}

/// Legal M or N of one dense instruction of a kind for each form, which is less than the range of the field.
fn extents_text(kind: Kind, id: Id) -> String {
    let forms = CtaForm::ALL.iter().copied();
    let of_form = |form: CtaForm| {
        let extents = match id {
            Id::M => kind.m_extents(form, Sparsity::Dense),
            _ => kind.n_extents(form, Sparsity::Dense, false),
        };
        let has_form = !kind.m_extents(form, Sparsity::Dense).single.is_empty();
        has_form.then(|| format!("{} ({})", extents.text(), form.name()))
    };
    let texts: Vec<String> = forms.filter_map(of_form).collect();
    format!("legal {}: {}", id.name(), texts.join("; "))
}
