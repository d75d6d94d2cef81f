//! Formulas from a lane to its place, and what the accesses cost that they make.

use swizzle_core::{Element, Major, Named};
use swizzle_warp::{Access, Formula, Preset, address_code, side_by_side};

use super::target::{Fault, Target, ensure};

pub(crate) const TARGET: Target = Target {
    name: "access",
    corpus,
    tokens: Vec::new,
    check: |input| check(&String::from_utf8_lossy(input)),
};

fn corpus() -> Vec<Vec<u8>> {
    let presets = Preset::ALL.iter().map(|preset| preset.formula_text());
    presets.map(|text| text.to_owned().into()).collect()
}

fn check(text: &str) -> Result<(), Fault> {
    let formula = match Formula::parse(text) {
        Ok(formula) => formula,
        Err(why) => {
            ensure!(!why.to_string().is_empty(), "no word of what is wrong");
            return Ok(());
        }
    };
    for access in [Access::Load4, Access::Store16, Access::LoadMatrix4, Access::StoreMatrix1] {
        for (element, major) in [(Element::Bf16, Major::K), (Element::U8, Major::Mn)] {
            let sides = (64, 64);
            let Ok(all) = side_by_side(access, &formula, element, major, sides) else {
                continue;
            };
            for one in all {
                let (count, ways) = (one.served.count(), one.served.ways());
                ensure!(count >= ways && ways <= 32, "{count} wavefronts, {ways}-way");
                let layout = one.form.layout(element, major, sides.0, sides.1);
                let _ = address_code(access, text, &layout, sides);
            }
        }
    }
    Ok(())
}
