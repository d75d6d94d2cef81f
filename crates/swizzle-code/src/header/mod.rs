//! `swizzle_atlas.hpp`: the law, the descriptors and the sequence for C++, with the core's own tables.

use swizzle_core::descriptor::{
    Descriptor, FieldId, FieldValues, InstructionDescriptor, InstructionField, InstructionFieldId,
    code_from_swizzle,
};
use swizzle_core::hardware::{
    ADDRESS_BYTES, Accumulator, Arch, Element, Kind, LINE_UNITS, Major, Named, UNIT_BYTES,
};
use swizzle_core::law::Swizzle;
use swizzle_core::reader::LBO_UNUSED_BYTES;
use swizzle_lints::instruction::ScaleFactors;

/// The template: code and comments, with parts from the tables marked by `@`.
const TEMPLATE: &str = include_str!("swizzle_atlas.hpp");

/// The text of `swizzle_atlas.hpp`: C++17, `constexpr`, host and device, without dependencies. Its first lines list its
/// contents.
///
/// ```
/// let header = swizzle_code::header_text();
/// assert!(header.contains("namespace swizzle_atlas {"));
/// assert!(!header.contains('@'));
/// ```
pub fn header_text() -> String {
    let mut text = String::from(TEMPLATE);
    for (name, filling) in [
        ("version", env!("CARGO_PKG_VERSION").to_string()),
        ("arch_names", names::<Arch>()),
        ("element_names", names::<Element>()),
        ("swizzle_names", names::<Swizzle>()),
        ("kind_names", names::<Kind>()),
        ("unit_bytes", UNIT_BYTES.to_string()),
        ("line_units", LINE_UNITS.to_string()),
        ("address_bytes", ADDRESS_BYTES.to_string()),
        ("lbo_unused_bytes", LBO_UNUSED_BYTES.to_string()),
        ("element_traits", cases(element_traits)),
        ("swizzle_traits", cases(swizzle_traits)),
        ("matrix_tables", cases(matrix_table)),
        ("swizzle_codes", cases(swizzle_codes)),
        ("instruction_tables", cases(instruction_table)),
        ("element_codes", cases(element_codes)),
        ("accumulator_codes", cases(accumulator_codes)),
        ("scale_codes", cases(scale_codes)),
        ("transposes", cases(transposes)),
        ("scale_ids", cases(scale_id)),
    ] {
        text = text.replace(&format!("@{name}@"), &filling);
    }
    text
}

/// The enumerator of a choice: `128B-32B-atom` is `B128Atom32` here as in the core.
pub(crate) fn enumerator<T: Named + std::fmt::Debug>(choice: T) -> String {
    format!("{choice:?}")
}

fn names<T: Named + std::fmt::Debug>() -> String {
    let names: Vec<String> = T::ALL.iter().map(|choice| enumerator(*choice)).collect();
    names.join(", ")
}

/// The name of the enumeration of a choice.
trait Enumeration: Named + std::fmt::Debug {
    const NAME: &'static str;
}

impl Enumeration for Arch {
    const NAME: &'static str = "Arch";
}
impl Enumeration for Element {
    const NAME: &'static str = "Element";
}
impl Enumeration for Swizzle {
    const NAME: &'static str = "Swizzle";
}
impl Enumeration for Kind {
    const NAME: &'static str = "Kind";
}

/// A `case` line for each choice.
fn cases<T: Enumeration>(returned: fn(T) -> String) -> String {
    let lines: Vec<String> = T::ALL
        .iter()
        .map(|choice| {
            let name = enumerator(*choice);
            format!("    case {}::{name}: return {};", T::NAME, returned(*choice))
        })
        .collect();
    lines.join("\n")
}

fn element_traits(element: Element) -> String {
    format!("{{{}, {}}}", element.pitch_bits(), element.per_unit())
}

fn swizzle_traits(swizzle: Swizzle) -> String {
    let xor = swizzle.xor();
    format!(
        "{{{}, {}, {}, {}, {}, {}}}",
        swizzle.row_units(),
        swizzle.atom(Major::K).rows,
        swizzle.atom(Major::Mn).rows,
        xor.bits,
        xor.base,
        xor.shift
    )
}

fn matrix_table(arch: Arch) -> String {
    let field = |id| match Descriptor::field(arch, id) {
        Some(field) => format!("{{{}, {}}}", field.low, field.width),
        None => "{0, 0}".into(),
    };
    let fields =
        [FieldId::Start, FieldId::Lbo, FieldId::Sbo, FieldId::BaseOffset, FieldId::LboMode, FieldId::Swizzle];
    format!("{{{}, 0x{:x}}}", fields.map(field).join(", "), Descriptor::fixed_bits(arch))
}

/// `variable == Name::A ? 0 : … : kNoCode` for the existing codes.
fn chosen(codes: impl Iterator<Item = (String, u32)>, or: &str) -> String {
    let choices: Vec<String> =
        codes.map(|(condition, code)| format!("\n             {condition} ? {code}u :")).collect();
    format!("{} {or}", choices.concat())
}

fn swizzle_codes(arch: Arch) -> String {
    let codes = Swizzle::ALL.iter().filter_map(|swizzle| {
        let code = code_from_swizzle(arch, *swizzle)?;
        let name = enumerator(*swizzle);
        Some((format!("swizzle == Swizzle::{name}"), u32::from(code)))
    });
    chosen(codes, "kNoCode")
}

fn instruction_table(kind: Kind) -> String {
    use InstructionFieldId as Id;
    let field = |id| match InstructionDescriptor::field(kind, id) {
        Some(field) => format!("{{{}, {}}}", field.low, field.width),
        None => "{0, 0}".into(),
    };
    let fields = [
        Id::Sparse,
        Id::D,
        Id::A,
        Id::B,
        Id::TransposeA,
        Id::TransposeB,
        Id::N,
        Id::M,
        Id::ScaleType,
        Id::KSize,
        Id::ScaleA,
        Id::ScaleB,
    ];
    let unit = match InstructionDescriptor::field(kind, Id::M).map(|field| field.values) {
        Some(FieldValues::Extent(unit)) => unit,
        _ => 1,
    };
    let (first, second) = fields.split_at(fields.len() / 2);
    let list = |ids: &[Id]| ids.iter().map(|id| field(*id)).collect::<Vec<_>>().join(", ");
    format!("{{{},\n        {}, {unit}}}", list(first), list(second))
}

fn codes_of(kind: Kind, id: InstructionFieldId) -> &'static [(u32, &'static str)] {
    match InstructionDescriptor::field(kind, id) {
        Some(InstructionField { values: FieldValues::Codes(codes), .. }) => codes,
        _ => &[],
    }
}

fn named_codes<T: Named + std::fmt::Debug>(
    kind: Kind,
    id: InstructionFieldId,
    variable: &'static str,
    of: &'static str,
) -> impl Iterator<Item = (String, u32)> {
    codes_of(kind, id).iter().filter_map(move |(code, name)| {
        let choice = T::from_name(name).ok()?;
        Some((format!("{variable} == {of}::{}", enumerator(choice)), *code))
    })
}

fn element_codes(kind: Kind) -> String {
    let codes = named_codes::<Element>(kind, InstructionFieldId::A, "element", "Element");
    chosen(codes, "kNoCode")
}

/// Kinds without an accumulator field accumulate in f32: their code is 0, with no bits.
fn accumulator_codes(kind: Kind) -> String {
    let id = InstructionFieldId::D;
    if InstructionDescriptor::field(kind, id).is_none() {
        let f32 = enumerator(Accumulator::F32);
        return format!("accumulator == Accumulator::{f32} ? 0u : kNoCode");
    }
    let codes = named_codes::<Accumulator>(kind, id, "accumulator", "Accumulator");
    chosen(codes, "kNoCode")
}

fn scale_codes(kind: Kind) -> String {
    let codes = codes_of(kind, InstructionFieldId::ScaleType);
    if codes.is_empty() {
        return "0".into();
    }
    let named = codes.iter().map(|(code, name)| {
        let condition = if *name == "ue8m0" { "ue8m0" } else { "!ue8m0" };
        (String::from(condition), *code)
    });
    chosen(named, "kNoCode")
}

/// The id of a step as an expression, for both scale types where there are two.
fn scale_id(kind: Kind) -> String {
    let of = |ue8m0: u32| {
        let idesc = InstructionDescriptor::new(kind, 0).with(InstructionFieldId::ScaleType, ue8m0);
        ScaleFactors::of(idesc)
            .map(|factors| format!("step % {} * {}", factors.steps_of_word(), factors.in_step))
    };
    match (of(0), of(1)) {
        (Some(ue4m3), Some(ue8m0)) if ue4m3 != ue8m0 => format!("ue8m0 ? {ue8m0} : {ue4m3}"),
        (_, Some(one)) => one,
        (_, None) => "0".into(),
    }
}

fn transposes(kind: Kind) -> String {
    let can = codes_of(kind, InstructionFieldId::TransposeA).len() == 2;
    can.to_string()
}
