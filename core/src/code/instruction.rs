//! An instruction descriptor as people write one: `a=bf16 d=f32 m=128 n=256`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::code::number::number_from_text;
use crate::descriptor::{
    FieldValues, InstructionDescriptor, InstructionField, InstructionFieldId as Id,
};
use crate::hardware::{Element, Kind, Named as _};

/// An instruction descriptor that was written as fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenInstruction {
    /// What was written.
    pub idesc: InstructionDescriptor,
    /// The fields that nobody wrote and that hold something.
    pub assumed: Vec<Id>,
}

/// The instruction descriptor of fields written as `name=value`, each value a name of the field or a number. M, N and the
/// type of A must be there; B is taken to be of A's type, D of the kind's first, everything else 0. The kind follows from
/// the type of A where nobody said it: the plain one before the block-scaled.
///
/// # Errors
/// Names the field, and what it may hold.
///
/// ```
/// use swizzle_core::code::instruction_from_pairs;
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
        idesc = idesc.with(field.id, raw_of(field, value)?);
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
            raw_of(field, name).unwrap_or(0)
        }
        (_, FieldValues::Codes(codes)) => codes[0].0,
        (_, FieldValues::Fixed(_) | FieldValues::Extent(_)) => 0,
    }
}

fn kind_of(pairs: &[(&str, &str)]) -> Result<Kind, String> {
    let Some((_, a)) = pairs.iter().find(|(key, _)| key.eq_ignore_ascii_case("a")) else {
        return Err("“a=…” is missing: type of A, from which the kind follows".into());
    };
    let element = Element::from_name(a).map_err(|error| format!("{error}"))?;
    Kind::of_element(element)
        .next()
        .ok_or_else(|| format!("no kind of tcgen05.mma multiplies {}", element.name()))
}

fn field_of_key(kind: Kind, key: &str) -> Result<InstructionField, String> {
    let fields = InstructionDescriptor::fields(kind).iter().copied();
    let mut named = fields
        .filter(|field| field.id != Id::Reserved && !matches!(field.values, FieldValues::Fixed(_)));
    named
        .clone()
        .find(|field| field.id.key().eq_ignore_ascii_case(key))
        .ok_or_else(|| {
            let mut known = String::new();
            for field in named.by_ref() {
                known.push(' ');
                known.push_str(field.id.key());
            }
            format!("kind {} has no field “{key}”: it has{known}", kind.name())
        })
}

/// A field's bits from the name of a code, an extent in elements, or the bits themselves.
fn raw_of(field: InstructionField, value: &str) -> Result<u32, String> {
    let number = number_from_text(value).ok();
    let (key, most) = (field.id.key(), field.mask() >> field.low);
    match field.values {
        FieldValues::Extent(unit) => number
            .filter(|number| number.is_multiple_of(unit) && number / unit <= most)
            .map(|number| number / unit)
            .ok_or_else(|| {
                format!(
                    "{key}={value}: must be a multiple of {unit}, at most {}",
                    most * unit
                )
            }),
        FieldValues::Codes(codes) => codes
            .iter()
            .find(|(_, name)| name.eq_ignore_ascii_case(value))
            .map(|(code, _)| *code)
            .or_else(|| number.filter(|number| *number <= most))
            .ok_or_else(|| {
                let names: Vec<&str> = codes.iter().map(|(_, name)| *name).collect();
                format!("{key}={value}: must be one of {}", names.join(", "))
            }),
        FieldValues::Fixed(fixed) => Err(format!("{key}={value}: must be {fixed}")),
    }
}
