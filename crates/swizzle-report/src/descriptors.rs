//! The JSON report on one or several descriptors.

use super::*;
use crate::held::Line;
use swizzle_core::{LboMode, Said, Tally, hardware::bytes_from_field, law::exact_text};
use swizzle_lints::verdict_word;
use swizzle_params::Scalar;
use swizzle_text::readings_from_descriptor;
use swizzle_view::{Notice, Shown, link_from_shown};

/// The fields of the report, and their names there.
pub const FIELDS: [(FieldId, &str); 7] = [
    (FieldId::Start, "start"),
    (FieldId::Lbo, "lbo"),
    (FieldId::Sbo, "sbo"),
    (FieldId::BaseOffset, "base_offset"),
    (FieldId::Swizzle, "swizzle"),
    (FieldId::LboMode, "lbo_mode"),
    (FieldId::LutHalf, "table_half"),
];

/// The answer of `decode --json` and `check --json` on descriptors, each beside its tile, and on the input text; tile and reader are
/// those of the first. Addresses and strides are in bytes; `hex` is `0x` and 16 lower-case digits, null in a repair that changes the tile
/// and no bit.
pub fn report_json<'l>(lines: impl IntoIterator<Item = &'l Line>, said: &Said, notices: &[Notice]) -> Value {
    let lines: Vec<&Line> = lines.into_iter().collect();
    let first = lines.first().map(|line| &line.spec);
    let notice = |notice: &Notice| json!({ "part": notice.part, "why": notice.why });
    json!({
        "descriptors": lines.iter().copied().map(descriptor_json).collect::<Vec<_>>(),
        "tile": first.map(|spec| values_json(swizzle_params::tile_values(spec))).unwrap_or_default(),
        "reader": first.map(|spec| values_json(swizzle_params::reader_values(spec))).unwrap_or_default(),
        "findings": findings(&lines),
        "notices": notices.iter().map(notice).collect::<Vec<_>>(),
        "link": link_from_shown(&Shown::of(said)),
    })
}

/// Values by their names, each with whether it was specified.
pub fn values_json(values: impl Iterator<Item = swizzle_params::Value>) -> BTreeMap<&'static str, Value> {
    let json = |value: swizzle_params::Value| {
        let held = match value.held {
            Some(Scalar::Number(number)) => Value::from(number),
            Some(value) => value.to_string().into(),
            None => Value::Null,
        };
        (value.name, json!({ "value": held, "said": value.is_said }))
    };
    values.map(json).collect()
}

fn descriptor_json(line: &Line) -> Value {
    let spec = &line.spec;
    let descriptor = spec.descriptor(spec.place()).ok();
    let (verdict, place) = (spec.verdict(), spec.place());
    let is_said = verdict != Verdict::Unsaid;
    let tally = Tally::of_read(spec, place);
    // A unit that is read outside the tile is not correct.
    let (outside, all) = spec.units_outside();
    let (read, extent) = (spec.read(place), spec.read_extent());
    json!({
        "hex": descriptor.map(|descriptor| descriptor.to_string()),
        "arch": spec.reader().arch.name(),
        "chip": spec.said().chip().map(Named::name),
        "operand": spec.reader().operand.name(),
        "fields": descriptor.map(|one| fields(spec, one)).unwrap_or_default(),
        "place": is_said.then_some(json!({
            "block": place.block,
            "step": place.step,
            "stage": place.stage,
        })),
        "verdict": verdict_word(spec, &line.findings),
        "units": is_said.then_some(json!({
            "right": tally.right.min(all - outside),
            "wrong": tally.wrong,
            "missing": tally.missing,
        })),
        "reads": spec.unknown_swizzle().is_none().then(|| json!({
            "from": read.start_bytes(),
            "mn": extent.mn,
            "k": extent.k,
            "layout": exact_text(&read, extent),
        })),
    })
}

fn fields(spec: &Spec, descriptor: Descriptor) -> BTreeMap<&'static str, Value> {
    let readings = readings_from_descriptor(spec, descriptor);
    let json = |(id, name)| {
        let reading = readings.iter().find(|reading| reading.field.id == id)?;
        let is_bytes = matches!(id, FieldId::Start | FieldId::Lbo | FieldId::Sbo);
        let field = json!({
            "field": reading.raw,
            "bytes": is_bytes.then(|| bytes_from_field(reading.raw as u16)),
            "meaning": match id {
                FieldId::Swizzle | FieldId::LboMode => reading.value.clone(),
                _ => reading.meaning.clone(),
            },
        });
        Some((name, field))
    };
    let mut fields: BTreeMap<_, _> = FIELDS.into_iter().filter_map(json).collect();
    // wgmma has no bit for it, and only one mode.
    fields.entry("lbo_mode").or_insert_with(|| {
        json!({
            "field": 0,
            "bytes": null,
            "meaning": LboMode::Relative.name(),
        })
    });
    fields
}

/// The findings on all descriptors, each with the number of its own.
fn findings(lines: &[&Line]) -> Value {
    let of_line = |(index, line): (usize, &&Line)| {
        let json = move |finding: &Finding| {
            let names = FIELDS.iter().filter(|(id, _)| finding.fields.of_matrix().contains(id));
            let mut json = finding_json(finding);
            json["fields"] = names.map(|(_, name)| *name).collect();
            json["descriptor"] = index.into();
            json
        };
        line.findings.iter().map(json).collect::<Vec<_>>()
    };
    lines.iter().enumerate().flat_map(of_line).collect()
}
