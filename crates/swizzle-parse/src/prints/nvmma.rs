//! Triton's layout of an operand in shared memory, as its MLIR and Gluon write it:
//! `#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>`, `NVMMASharedLayout(128, 16, 2)`.

use std::ops::Range;

use crate::calls::argument::{self, Modes, Read};
use crate::calls::call::{Argument, call_at, group, places};
use crate::numbers::operand::operand_of;
use crate::pasted::{PasteChoice, PasteError, Pasted, refuse, short};
use crate::say::{assigned, element_of_bits};
use crate::words::rest;
use swizzle_core::hardware::{Element, Major, Named as _};
use swizzle_core::tile::Tile;
use swizzle_view::link::Notice;
use swizzle_view::state::Shown;

/// The names of the layout.
const NAMES: [&str; 3] = [
    "NVMMASharedLayout",
    "nvmma_shared",
    "NVMMASharedEncodingAttr",
];

/// Its parameters in Gluon's order, in lower case without `_`, as both spellings then are.
///
/// Source: triton-lang/triton, python/triton/experimental/gluon/language/_layouts.py, and
/// include/triton/Dialect/TritonGPU/IR/TritonGPUAttrDefs.td, `NVMMASharedEncodingAttr`.
const PARAMETERS: [&str; 5] = [
    "swizzlebytewidth",
    "elementbitwidth",
    "rank",
    "transposed",
    "fp4padded",
];

/// Reads such a layout; none where there is none.
pub(crate) fn read(
    text: &str,
    _: &PasteChoice,
    context: &Shown,
) -> Option<Result<Pasted, PasteError>> {
    let (at, arguments) = places(text, &NAMES).into_iter().find_map(|(at, name)| {
        let call = call_at(text, at, name)?;
        let list = match &call.template[..] {
            [only] if only.text.starts_with('{') => attribute(only.text)?,
            [] => call.arguments,
            _ => return None,
        };
        Some((call.at.start, list))
    })?;
    let mut notices = Vec::new();
    let mut values = [None; 5];
    let mut next = 0;
    for argument in &arguments {
        let index = match argument.name {
            Some(name) => {
                let name = name.to_ascii_lowercase().replace('_', "");
                let name = if name == "swizzlingbytewidth" {
                    "swizzlebytewidth"
                } else {
                    &*name
                };
                PARAMETERS.iter().position(|known| *known == name)
            }
            None => {
                next += 1;
                (next <= PARAMETERS.len()).then(|| next - 1)
            }
        };
        let value = argument.text.split(" : ").next().unwrap_or("").trim();
        match (index, argument::number(value, &[])) {
            (Some(index), Read::Known(value)) => values[index] = Some(value),
            (Some(index), Read::Unknown(_)) => {
                let why = format!("“{}” is unknown here; unchanged", short(value));
                notices.push(notice(PARAMETERS[index], &why));
            }
            (None, _) => notices.push(notice(
                argument.name.unwrap_or(argument.text),
                "was not read",
            )),
        }
    }
    let mut shown = *context;
    let tile = &mut shown.said.tile;
    let [swizzle, bits, _, transposed, padded] = values;
    if let Some(bytes) = swizzle {
        match argument::swizzle(&format!("{bytes}"), Modes::Bytes, None, &[]) {
            Read::Known(Ok(mode)) => tile.swizzle = Some(mode),
            _ => notices.push(notice(
                "swizzle",
                "is not a swizzle width; the widths are 0, 32, 64 and 128 bytes",
            )),
        }
        (tile.lbo_bytes, tile.sbo_bytes, tile.row_bytes, tile.row_xor) = (None, None, None, None);
    }
    tile.major = transposed.map(|transposed| if transposed == 0 { Major::K } else { Major::Mn });
    let held = tile.element.unwrap_or(Tile::default().element);
    if let Some(bits) = bits.filter(|bits| u64::from(held.slot_bits()) != *bits) {
        tile.element = element_of_bits(bits);
    }
    if padded == Some(1) {
        tile.element = Some(Element::E2m1);
    }
    shown.said.reader.operand = operand_of(assigned(text, at)).or(shown.said.reader.operand);
    shown.at = None;
    shown.pinned = None;
    let spec = match shown.spec() {
        Ok(spec) => spec,
        Err(error) => return Some(refuse(0..text.len(), format_args!("{error}"))),
    };
    if let Some(transposed) = transposed {
        let (which, is) = if transposed == 0 {
            ("last", "K")
        } else {
            ("first", "M or N")
        };
        let why = format!(
            "the {which} dimension is contiguous; read as {is}, with the buffer as M × K or N × K"
        );
        notices.push(notice("transposed", &why));
    }
    let tile = spec.tile();
    Some(Ok(Pasted {
        what: format!(
            "Triton's layout of an operand: swizzle {}, elements of {} bits, {}-major",
            tile.swizzle.name(),
            bits.unwrap_or_else(|| tile.element.slot_bits().into()),
            tile.major.name(),
        ),
        shown,
        others: Vec::new(),
        notices,
        is_from_inside: true,
        is_answer: false,
        goes_to: None,
    }))
}

/// The ranges of such layouts in a text.
pub(crate) fn taken(text: &str) -> Vec<Range<usize>> {
    rest::calls(text, &NAMES)
}

/// The pairs of an attribute of MLIR: `{a = 1, b = false}`.
fn attribute(text: &str) -> Option<Vec<Argument<'_>>> {
    let (parts, _) = group(text, 0)?;
    Some(
        parts
            .into_iter()
            .map(crate::calls::call::argument)
            .collect(),
    )
}

fn notice(part: &str, why: &str) -> Notice {
    Notice {
        part: short(part),
        why: why.into(),
    }
}
