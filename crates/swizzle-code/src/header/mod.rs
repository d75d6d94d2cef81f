//! `swizzle_atlas.hpp`: the law, the descriptors and the sequence for C++, with the core's own tables.

use std::fmt::Debug;

use crate::template::{Facts, filled};
use swizzle_core::descriptor::{
    Descriptor, FieldId, FieldValues, InstructionDescriptor, InstructionField, InstructionFieldId as Id,
    code_from_swizzle,
};
use swizzle_core::hardware::{
    ADDRESS_BYTES, Accumulator, Arch, Element, Kind, LINE_UNITS, Major, Named, UNIT_BYTES,
};
use swizzle_core::law::Swizzle;
use swizzle_core::reader::LBO_UNUSED_BYTES;
use swizzle_lints::instruction::ScaleFactors;

/// The text of `swizzle_atlas.hpp`: C++17, `constexpr`, host and device, without dependencies. Its first lines list its
/// contents.
///
/// ```
/// let header = swizzle_code::header_text();
/// assert!(header.contains("namespace swizzle_atlas {"));
/// assert!(!header.contains('«'));
/// ```
pub fn header_text() -> String {
    let mut facts = Facts::default();
    facts.add(&[
        ("version", &env!("CARGO_PKG_VERSION")),
        ("arch_names", &names::<Arch>()),
        ("element_names", &names::<Element>()),
        ("swizzle_names", &names::<Swizzle>()),
        ("kind_names", &names::<Kind>()),
        ("unit_bytes", &UNIT_BYTES),
        ("line_units", &LINE_UNITS),
        ("address_bytes", &ADDRESS_BYTES),
        ("lbo_unused_bytes", &LBO_UNUSED_BYTES),
        ("element_traits", &cases("Element", element_traits)),
        ("swizzle_traits", &cases("Swizzle", swizzle_traits)),
        ("matrix_tables", &cases("Arch", matrix_table)),
        ("swizzle_codes", &cases("Arch", swizzle_codes)),
        ("instruction_tables", &cases("Kind", instruction_table)),
        ("element_codes", &cases("Kind", element_codes)),
        ("accumulator_codes", &cases("Kind", accumulator_codes)),
        ("scale_codes", &cases("Kind", scale_codes)),
        ("transposes", &cases("Kind", transposes)),
        ("scale_ids", &cases("Kind", scale_id)),
    ]);
    filled(include_str!("swizzle_atlas.hpp"), &facts)
}

/// The enumerators of a choice, which are called as in the core: `128B-32B-atom` is `B128Atom32`.
fn names<T: Named + Debug>() -> String {
    let names: Vec<String> = T::ALL.iter().map(|choice| format!("{choice:?}")).collect();
    names.join(", ")
}

/// A `case` line for each choice of an enumeration.
fn cases<T: Named + Debug>(enumeration: &str, returned: fn(T) -> String) -> String {
    let case = |choice: &T| format!("    case {enumeration}::{choice:?}: return {};", returned(*choice));
    let lines: Vec<String> = T::ALL.iter().map(case).collect();
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

/// The lowest bit and the width of a field; none has width 0.
fn field_text(low_and_width: Option<(u8, u8)>) -> String {
    let (low, width) = low_and_width.unwrap_or_default();
    format!("{{{low}, {width}}}")
}

fn matrix_table(arch: Arch) -> String {
    let fields =
        [FieldId::Start, FieldId::Lbo, FieldId::Sbo, FieldId::BaseOffset, FieldId::LboMode, FieldId::Swizzle];
    let fields = fields
        .map(|id| field_text(Descriptor::field(arch, id).map(|field| (field.low, field.width))))
        .join(", ");
    format!("{{{fields}, 0x{:x}}}", Descriptor::fixed_bits(arch))
}

/// `variable == Name::A ? 0 : … : kNoCode` for the existing codes.
fn chosen(codes: impl Iterator<Item = (String, u32)>) -> String {
    let choices: String =
        codes.map(|(condition, code)| format!("\n             {condition} ? {code}u :")).collect();
    choices + " kNoCode"
}

fn swizzle_codes(arch: Arch) -> String {
    let code = |swizzle: &Swizzle| {
        let code = code_from_swizzle(arch, *swizzle)?;
        Some((format!("swizzle == Swizzle::{swizzle:?}"), code.into()))
    };
    chosen(Swizzle::ALL.iter().filter_map(code))
}

fn instruction_table(kind: Kind) -> String {
    let of = |ids: [Id; 6]| {
        ids.map(|id| {
            let field = InstructionDescriptor::field(kind, id);
            field_text(field.map(|field| (field.low, field.width)))
        })
        .join(", ")
    };
    let unit = match InstructionDescriptor::field(kind, Id::M).map(|field| field.values) {
        Some(FieldValues::Extent(unit)) => unit,
        _ => 1,
    };
    let first = of([Id::Sparse, Id::D, Id::A, Id::B, Id::TransposeA, Id::TransposeB]);
    let second = of([Id::N, Id::M, Id::ScaleType, Id::KSize, Id::ScaleA, Id::ScaleB]);
    format!("{{{first},\n        {second}, {unit}}}")
}

fn codes_of(kind: Kind, id: Id) -> &'static [(u32, &'static str)] {
    match InstructionDescriptor::field(kind, id) {
        Some(InstructionField { values: FieldValues::Codes(codes), .. }) => codes,
        _ => &[],
    }
}

fn element_codes(kind: Kind) -> String {
    let code = |(code, name): &(u32, &str)| {
        let element = Element::from_name(name).ok()?;
        Some((format!("element == Element::{element:?}"), *code))
    };
    chosen(codes_of(kind, Id::A).iter().filter_map(code))
}

/// Kinds without an accumulator field accumulate in f32: their code is 0, with no bits.
fn accumulator_codes(kind: Kind) -> String {
    if InstructionDescriptor::field(kind, Id::D).is_none() {
        return format!("accumulator == Accumulator::{:?} ? 0u : kNoCode", Accumulator::F32);
    }
    let code = |(code, name): &(u32, &str)| {
        let d = Accumulator::from_name(name).ok()?;
        Some((format!("accumulator == Accumulator::{d:?}"), *code))
    };
    chosen(codes_of(kind, Id::D).iter().filter_map(code))
}

fn scale_codes(kind: Kind) -> String {
    let codes = codes_of(kind, Id::ScaleType);
    if codes.is_empty() {
        return "0".into();
    }
    let condition = |name: &str| if name == "ue8m0" { "ue8m0" } else { "!ue8m0" };
    chosen(codes.iter().map(|(code, name)| (condition(name).into(), *code)))
}

/// The id of a step as an expression, for both scale types where there are two.
fn scale_id(kind: Kind) -> String {
    let of = |ue8m0: u32| {
        let idesc = InstructionDescriptor::new(kind, 0).with(Id::ScaleType, ue8m0);
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
    (codes_of(kind, Id::TransposeA).len() == 2).to_string()
}
