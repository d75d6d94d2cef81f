//! The blocks that the regions of a plan of tensor memory fill, for a small picture. Only the keys that such a picture needs
//! are read here; `tests/learn` checks that they mean what the page's link means.

use swizzle_core::hardware::{CtaForm, Named as _};
use swizzle_tmem::plan::{Place, Plan, What};
use swizzle_tmem::tensor_memory::Alignment;

/// Colour, first lane, lanes, first column and columns of each part of a region, in one CTA.
pub(crate) fn blocks(link: &str) -> Result<Vec<[u32; 5]>, String> {
    let plan = plan(link).map_err(|why| format!("{link}: {why}"))?;
    let laid = plan.laid();
    let mut before: Vec<What> = Vec::new();
    let mut blocks = Vec::new();
    for region in laid.regions() {
        let same = before.iter().filter(|what| **what == region.what).count() as u32;
        before.push(region.what);
        let colour = match region.what {
            What::D => 0,
            What::Sfa => 1,
            What::Sfb => 2,
            What::A => 3,
            What::Metadata => 6,
        };
        let block = |lanes: std::ops::Range<u32>| {
            let (first, count) = (lanes.start, lanes.end - lanes.start);
            [(colour + 4 * same) % 8, first, count, region.column, region.columns]
        };
        blocks.extend(region.lanes.ranges().into_iter().map(block));
    }
    Ok(blocks)
}

fn plan(link: &str) -> Result<Plan, String> {
    let (_, query) = link.split_once('?').ok_or("no keys")?;
    let mut plan = Plan::default();
    for pair in query.split('&') {
        let (key, value) = pair.split_once('=').ok_or("a pair is KEY=VALUE")?;
        let number = || value.parse::<u32>().map_err(|why| format!("{pair}: {why}"));
        match key {
            "kind" => {
                let kind = swizzle_core::hardware::Kind::from_name(value);
                plan.mma.kind = kind.map_err(|why| why.to_string())?;
            }
            "m" => plan.mma.m = number()?,
            "n" => plan.mma.n = number()?,
            "k" => plan.mma.k = number()?,
            "cta_group" => {
                plan.mma.form = match value {
                    "2" => CtaForm::Two,
                    _ => CtaForm::One,
                }
            }
            "regions" => plan.places = value.split(',').map(place).collect::<Result<_, String>>()?,
            _ => return Err(format!("a small picture has no key {key}")),
        }
    }
    Ok(plan)
}

/// A region as links write it: `d`, `d16@0`.
fn place(text: &str) -> Result<Place, String> {
    let (name, column) = match text.split_once('@') {
        Some((name, column)) => (name, Some(column.parse().map_err(|why| format!("{text}: {why}"))?)),
        None => (text, None),
    };
    let (name, alignment) = match name.strip_suffix("16") {
        Some(name) => (name, Alignment::Sixteen),
        None => (name, Alignment::Zero),
    };
    let what = What::from_name(name).map_err(|why| why.to_string())?;
    Ok(Place { what, column, alignment })
}
