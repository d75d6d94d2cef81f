//! Layouts as CuTe prints them.

use swizzle_core::Coord;
use swizzle_core::law::exact_text;
use swizzle_parse::PasteChoice;
use swizzle_view::Shown;
use swizzle_view::state::figures;

use super::paste;
use super::target::{Fault, Target, ensure};

pub(crate) const TARGET: Target = Target {
    name: "layout",
    corpus,
    tokens: Vec::new,
    check: |input| check(&String::from_utf8_lossy(input)),
};

fn corpus() -> Vec<Vec<u8>> {
    let figures = figures().filter_map(|figure| {
        let spec = figure.shown.spec().ok()?;
        Some(exact_text(spec.layout(), spec.extent()))
    });
    figures.map(String::into).collect()
}

fn check(text: &str) -> Result<(), Fault> {
    let guess = PasteChoice::default();
    let context = Shown::default();
    let Some(pasted) = paste::read(text, &guess, &context)? else {
        return Ok(());
    };
    // The box takes anything, of which a layout is one.
    if !pasted.what.starts_with("a CuTe layout") {
        return Ok(());
    }
    // A text that was understood says the same as the text of the tile that came of it.
    let spec = pasted.shown.spec().map_err(|why| why.to_string())?;
    let again = exact_text(spec.layout(), spec.extent());
    let Some(back) = paste::read(&again, &guess, &pasted.shown)? else {
        return Err(format!("the text of its own tile is refused: {again}"));
    };
    let back = back.shown.spec().map_err(|why| why.to_string())?;
    let extent = spec.extent();
    for (mn, k) in [(0, 0), (1, 0), (0, 1), (7, 9), (8, 8), (63, 31), (u32::MAX, u32::MAX)] {
        let coord = Coord { mn: mn.min(extent.mn - 1), k: k.min(extent.k - 1) };
        let [wanted, found] = [&spec, &back].map(|spec| spec.layout().byte_from_element(coord));
        ensure!(found == wanted, "{coord:?} lies at {wanted:?}, after {again} at {found:?}");
    }
    Ok(())
}
