//! Layouts as CuTe prints them.

use swizzle_core::Coord;
use swizzle_core::law::exact_text;
use swizzle_parse::PasteChoice;
use swizzle_view::Shown;
use swizzle_view::state::figures;

use super::paste;
use super::target::{Fault, Target, ensure};

pub(crate) const TARGET: Target =
    Target { corpus, tokens, check: |input| check(&String::from_utf8_lossy(input)) };

const TEXTS: [&str; 9] = [
    "Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_8),_64):((_64,_512),_1)",
    "Swizzle<3,4,3> o ((8,8),64):((64,640),1)",
    "Sw<2,4,3> o _0 o ((_32,_2),(_8,_4)):((_1,_256),(_32,_512))",
    "Sw<0,4,3> o ((8,8),(8,8)):((8,128),(1,64))",
    "((8,8),(8,2)):((8,64),(1,512))",
    "Sw<2,5,2> o ((32,4),(8,8)):((1,256),(32,1024))",
    "(64,64):(64,1)",
    "(128,(64,2)):(64,(1,8192))",
    "((8,m),(T,2k)):((8T,SBO),(1,T))",
];

const TOKENS: [&str; 24] = [
    "Sw<3,4,3>",
    "Swizzle<2,4,3>",
    "Sw<1,4,3>",
    "Sw<2,5,2>",
    "Sw<0,4,3>",
    " o ",
    " ∘ ",
    "smem_ptr[16b](unset)",
    "(",
    ")",
    "((",
    "))",
    ",",
    ":",
    "):(",
    "_",
    "8",
    "1",
    "0",
    "64",
    "65536",
    "-1",
    "(8,8)",
    "(64,512)",
];

fn corpus() -> Vec<Vec<u8>> {
    let figures = figures().filter_map(|figure| {
        let spec = figure.shown.spec().ok()?;
        Some(exact_text(spec.layout(), spec.extent()))
    });
    let texts = TEXTS.map(str::to_owned).into_iter();
    texts.chain(figures).map(String::into).collect()
}

fn tokens() -> Vec<Vec<u8>> {
    TOKENS.map(|token| token.as_bytes().to_vec()).into()
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
