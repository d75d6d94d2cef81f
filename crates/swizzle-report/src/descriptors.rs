//! The JSON report on one or several descriptors.

use std::collections::BTreeMap;

use serde::Serialize;
use swizzle_core::hardware::bytes_from_field;
use swizzle_core::law::exact_text;
use swizzle_core::reader::Verdict;
use swizzle_core::{Descriptor, FieldId, LboMode, Named, Said, Spec, Tally};
use swizzle_lints::verdict_word;
use swizzle_lints::{Finding, Repair, findings_from_spec};
use swizzle_params::{Scalar, Value};
use swizzle_text::readings_from_descriptor;
use swizzle_view::{Notice, Shown, link_from_shown};

use crate::held::Line;
use crate::{FindingJson, FixJson};

/// The answer of `decode --json` and `check --json`. Addresses and strides are in bytes; `hex` is `0x` and 16 lower-case
/// digits, null in a repair that changes the tile and no bit.
#[derive(Serialize)]
pub struct Report {
    descriptors: Vec<DescriptorJson>,
    tile: BTreeMap<&'static str, ValueJson>,
    reader: BTreeMap<&'static str, ValueJson>,
    findings: Vec<FindingJson>,
    notices: Vec<NoticeJson>,
    link: String,
}

/// A part of the text that was ignored, or read with an inferred meaning.
#[derive(Serialize)]
struct NoticeJson {
    part: String,
    why: String,
}

#[derive(Serialize)]
struct DescriptorJson {
    hex: Option<String>,
    arch: &'static str,
    /// The chip, if it was specified.
    #[serde(skip_serializing_if = "Option::is_none")]
    chip: Option<&'static str>,
    fields: BTreeMap<&'static str, FieldJson>,
    place: Option<PlaceJson>,
    verdict: &'static str,
    units: Option<UnitsJson>,
    reads: Option<ReadsJson>,
}

#[derive(Serialize)]
struct FieldJson {
    field: u64,
    bytes: Option<u32>,
    meaning: String,
}

#[derive(Serialize)]
struct PlaceJson {
    block: u32,
    step: u32,
    stage: u32,
}

#[derive(Serialize)]
struct UnitsJson {
    right: u32,
    wrong: u32,
    missing: u32,
}

#[derive(Serialize)]
struct ReadsJson {
    from: u32,
    mn: u32,
    k: u32,
    layout: String,
}

/// A value, and whether it was specified.
#[derive(Serialize)]
pub struct ValueJson {
    value: serde_json::Value,
    said: bool,
}

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

impl Report {
    /// Creates the report on specs that share specified values; tile and reader are those of the first.
    #[must_use]
    pub fn of(specs: &[Spec], said: &Said) -> Self {
        let line = |spec: &Spec| Line {
            spec: spec.clone(),
            findings: findings_from_spec(spec),
        };
        Self::of_lines(&specs.iter().map(line).collect::<Vec<_>>(), said)
    }

    /// Creates the report on descriptors that were compared with a tile.
    #[must_use]
    pub fn of_lines(lines: &[Line], said: &Said) -> Self {
        let first = lines.first().map(|line| &line.spec);
        Self {
            descriptors: lines.iter().map(descriptor_json).collect(),
            tile: first.map_or_else(Default::default, |spec| {
                values_json(swizzle_params::tile_values(spec))
            }),
            reader: first.map_or_else(Default::default, |spec| {
                values_json(swizzle_params::reader_values(spec))
            }),
            findings: findings(lines),
            notices: Vec::new(),
            link: link(said),
        }
    }

    /// Returns the report with notices on the input text.
    #[must_use]
    pub fn with_notices(self, notices: &[Notice]) -> Self {
        let json = |notice: &Notice| NoticeJson {
            part: notice.part.clone(),
            why: notice.why.clone(),
        };
        Self {
            notices: notices.iter().map(json).collect(),
            ..self
        }
    }
}

fn link(said: &Said) -> String {
    link_from_shown(&Shown::of(said))
}

/// Values by their names.
#[must_use]
pub fn values_json(values: impl Iterator<Item = Value>) -> BTreeMap<&'static str, ValueJson> {
    values
        .map(|value| (value.name, value_json(value)))
        .collect()
}

fn value_json(value: Value) -> ValueJson {
    ValueJson {
        value: match value.held {
            Some(Scalar::Number(number)) => number.into(),
            Some(Scalar::Choice(name)) => name.into(),
            None => serde_json::Value::Null,
        },
        said: value.is_said,
    }
}

fn descriptor_json(line: &Line) -> DescriptorJson {
    let spec = &line.spec;
    let descriptor = spec.descriptor(spec.place()).ok();
    let (verdict, place) = (spec.verdict(), spec.place());
    let is_said = verdict != Verdict::Unsaid;
    let tally = Tally::of_read(spec, place);
    // A unit that is read outside the tile is not correct.
    let (outside, all) = spec.units_outside();
    let (read, extent) = (spec.read(place), spec.read_extent());
    DescriptorJson {
        hex: descriptor.map(|descriptor| descriptor.to_string()),
        arch: spec.reader().arch.name(),
        chip: spec.said().chip().map(Named::name),
        fields: descriptor.map(|one| fields(spec, one)).unwrap_or_default(),
        place: is_said.then_some(PlaceJson {
            block: place.block,
            step: place.step,
            stage: place.stage,
        }),
        verdict: verdict_word(spec, &line.findings),
        units: is_said.then_some(UnitsJson {
            right: tally.right.min(all - outside),
            wrong: tally.wrong,
            missing: tally.missing,
        }),
        reads: spec.unknown_swizzle().is_none().then(|| ReadsJson {
            from: read.start_bytes(),
            mn: extent.mn,
            k: extent.k,
            layout: exact_text(&read, extent),
        }),
    }
}

fn fields(spec: &Spec, descriptor: Descriptor) -> BTreeMap<&'static str, FieldJson> {
    let readings = readings_from_descriptor(spec, descriptor);
    let json = |(id, name)| {
        let reading = readings.iter().find(|reading| reading.field.id == id)?;
        let is_bytes = matches!(id, FieldId::Start | FieldId::Lbo | FieldId::Sbo);
        let field = FieldJson {
            field: reading.raw,
            bytes: is_bytes.then(|| bytes_from_field(reading.raw as u16)),
            meaning: match id {
                FieldId::Swizzle | FieldId::LboMode => reading.value.clone(),
                _ => reading.meaning.clone(),
            },
        };
        Some((name, field))
    };
    let mut fields: BTreeMap<_, _> = FIELDS.into_iter().filter_map(json).collect();
    // wgmma has no bit for it, and only one mode.
    fields.entry("lbo_mode").or_insert_with(|| FieldJson {
        field: 0,
        bytes: None,
        meaning: LboMode::Relative.name().into(),
    });
    fields
}

/// All findings, each with the index of its descriptor.
fn findings(lines: &[Line]) -> Vec<FindingJson> {
    let mut told: Vec<FindingJson> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        for finding in &line.findings {
            told.push(finding_json(finding, index));
        }
    }
    told
}

fn finding_json(finding: &Finding, descriptor: usize) -> FindingJson {
    let names = FIELDS.iter().filter(|(id, _)| finding.fields.contains(id));
    FindingJson {
        fields: names.map(|(_, name)| *name).collect(),
        descriptor: Some(descriptor),
        ..FindingJson::of(finding, fix_json)
    }
}

/// A fix of a descriptor or its tile.
#[must_use]
pub fn fix_json(repair: &Repair) -> FixJson {
    FixJson {
        text: repair.label.clone(),
        hex: repair.descriptor.map(|descriptor| descriptor.to_string()),
    }
}
