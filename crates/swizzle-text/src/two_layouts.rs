//! Text on two layouts side by side.

use super::*;
use swizzle_core::law::BitAddress;
use swizzle_infer::{TwoLayouts, offset_in};

/// The counts of units that differ.
///
/// ```
/// use swizzle_infer::TwoLayouts;
/// use swizzle_text::two_layouts_text;
/// let found = TwoLayouts { units: 64, elsewhere: 56, absent: 0 };
/// assert_eq!(two_layouts_text(found), "56 of 64 units are at a different offset in the other layout");
/// let found = TwoLayouts { units: 64, elsewhere: 32, absent: 32 };
/// assert_eq!(two_layouts_text(found), "32 of 64 units are at a different offset in the other layout; 32 of them are not in it");
/// ```
pub fn two_layouts_text(found: TwoLayouts) -> String {
    let TwoLayouts { units, elsewhere, absent } = found;
    if elsewhere == 0 {
        return format!("all {units} units are at the same offset in the other layout");
    }
    let absent = if absent == 0 { String::new() } else { format!("; {absent} of them are not in it") };
    format!("{elsewhere} of {units} units are at a different offset in the other layout{absent}")
}

/// The address of an element in one of two layouts, and its offset; `None` if the element is not in it.
///
/// ```
/// use swizzle_core::{Coord, Said};
/// use swizzle_text::two_layouts_place;
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// let place = two_layouts_place(&spec, Coord { mn: 3, k: 40 });
/// assert_eq!(place, Some(["0x5e0".into(), "offset 480".into()]));
/// assert_eq!(two_layouts_place(&spec, Coord { mn: 3, k: 64 }), None);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn two_layouts_place(spec: &Spec, at: Coord) -> Option<[String; 2]> {
    spec.extent().contains(at).then(|| {
        let byte = spec.layout().byte_from_element(at).byte;
        let BitAddress { byte: from_start, bit } = offset_in(spec, at);
        let is_whole = spec.layout().element().pitch_bits().is_multiple_of(8);
        let bit = if is_whole { String::new() } else { format!(" bit {bit}") };
        [format!("0x{byte:x}{bit}"), format!("offset {from_start}")]
    })
}

/// One property of both layouts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TwoLayoutsRow {
    /// Name of the property.
    pub name: &'static str,
    /// The descriptor field that holds it; `None` if none does.
    pub field: Option<FieldId>,
    /// Its value in the first.
    pub first: String,
    /// Its value in the second.
    pub second: String,
}

/// The properties that differ between two layouts, in the order of the controls.
///
/// ```
/// use swizzle_core::{Said, SaidTile, Swizzle};
/// use swizzle_text::two_layouts_rows;
/// use swizzle_infer::spec_from_said;
/// let first = spec_from_said(&Said::default())?;
/// let second = spec_from_said(&Said { tile: SaidTile { swizzle: Some(Swizzle::B64), ..SaidTile::default() }, ..Said::default() })?;
/// let rows = two_layouts_rows(&first, &second);
/// let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
/// assert_eq!(names, ["Swizzle", "Column stride", "SBO"]);
/// assert_eq!((rows[1].first.as_str(), rows[1].second.as_str()), ("one column", "4096 B"));
/// assert_eq!((rows[2].first.as_str(), rows[2].second.as_str()), ("1024 B", "512 B"));
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn two_layouts_rows(first: &Spec, second: &Spec) -> Vec<TwoLayoutsRow> {
    let rows = facts(first).into_iter().zip(facts(second));
    rows.filter(|((.., first), (.., second))| first != second)
        .map(|((name, field, first), (.., second))| TwoLayoutsRow { name, field, first, second })
        .collect()
}

/// How many properties differ: fields, where each is held in one.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, Said};
/// use swizzle_text::{two_layouts_rows, two_layouts_rows_text};
/// use swizzle_infer::spec_from_said;
/// let spec = |bits| spec_from_said(&Said::default().with_given(Descriptor::new(Arch::Wgmma, bits)));
/// let (first, second) = (spec(0x4000_0040_0001_0040)?, spec(0x4000_0008_0001_0040)?);
/// assert_eq!(two_layouts_rows_text(&two_layouts_rows(&first, &second)), "1 field differs");
/// assert_eq!(two_layouts_rows_text(&[]), "No field differs");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn two_layouts_rows_text(rows: &[TwoLayoutsRow]) -> String {
    let noun = if rows.iter().all(|row| row.field.is_some()) { "field" } else { "value" };
    capital(&differing(rows.len(), noun))
}

/// All properties of a layout.
fn facts(spec: &Spec) -> [(&'static str, Option<FieldId>, String); 17] {
    let (tile, reader, place) = (spec.tile(), spec.reader(), spec.place());
    let read = spec.read(place);
    let bytes = |bytes: u32| format!("{bytes} B");
    let column_stride = match (spec.has_column_stride(), spec.is_read_by_tile(Stride::Lbo)) {
        (false, _) => "LBO".into(),
        (true, false) => "one column".into(),
        (true, true) => bytes(spec.layout().column_bytes()),
    };
    [
        ("Instruction", None, reader.arch.name().into()),
        ("Operand", None, reader.operand.name().into()),
        ("Sparsity", None, reader.sparsity.name().into()),
        ("Element", None, tile.element.name().into()),
        ("Major", None, tile.major.name().into()),
        ("Swizzle", Some(FieldId::Swizzle), tile.swizzle.name().into()),
        ("MN", None, tile.mn.to_string()),
        ("K", None, tile.k.to_string()),
        ("Atom order", None, tile.order.name().into()),
        ("Start address", Some(FieldId::Start), format!("0x{:x}", tile.start_bytes)),
        ("Column stride", None, column_stride),
        ("LBO", Some(FieldId::Lbo), bytes(read.stride_bytes(Stride::Lbo))),
        ("SBO", Some(FieldId::Sbo), bytes(read.stride_bytes(Stride::Sbo))),
        ("LBO mode", Some(FieldId::LboMode), reader.lbo_mode.name().into()),
        ("Base offset", Some(FieldId::BaseOffset), read.params().base_offset.to_string()),
        ("Tile size", None, format!("{} B", spec.span_bytes())),
        ("Step", None, format!("{} of {}", place.step, spec.steps())),
    ]
}
