//! Triton's layout of an operand in shared memory, as its MLIR and Gluon write it:
//! `#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>`, `NVMMASharedLayout(128, 16, 2)`.

use std::ops::Range;

use crate::calls::argument::element_of_bits;
use crate::calls::argument::{self, Modes};
use crate::calls::call::{Argument, bound, calls};
use crate::fields::names::operand_of;
use crate::pasted::{
    Answer, PasteChoice, Pasted, not_read, notice, refuse, short, unseen, without_strides,
};
use swizzle_core::hardware::{Arch, Element, Major, Named as _};
use swizzle_core::law::Swizzle;
use swizzle_core::tile::{EXTENT_MAX, Tile};
use swizzle_view::link::Notice;
use swizzle_view::state::Shown;

/// The names of the layout.
const NAMES: [&str; 3] = [
    "NVMMASharedLayout",
    "nvmma_shared",
    "NVMMASharedEncodingAttr",
];

/// Its parameters in Gluon's order, as both spellings are without case and `_`.
///
/// Source: triton-lang/triton, python/triton/experimental/gluon/language/_layouts.py, and
/// include/triton/Dialect/TritonGPU/IR/TritonGPUAttrDefs.td, `NVMMASharedEncodingAttr`.
const PARAMETERS: &str = "swizzlebytewidth elementbitwidth rank transposed fp4padded";

/// Reads such a layout; none where there is none.
pub(crate) fn read(text: &str, _: &PasteChoice, context: &Shown) -> Option<Answer> {
    if let Some(other) = other_layout(text, context) {
        return Some(other);
    }
    let calls = calls(text, &NAMES);
    let call = calls
        .iter()
        .find(|call| NAMES.iter().any(|name| call.is(name)))?;
    let mut arguments = call.given().to_vec();
    for argument in &mut arguments {
        let is_alias = |name: &&str| {
            name.replace('_', "")
                .eq_ignore_ascii_case("swizzlingbytewidth")
        };
        argument.name = argument.name.map(|name| {
            if is_alias(&name) {
                "swizzlebytewidth"
            } else {
                name
            }
        });
    }
    let (given, left) = bound(PARAMETERS, &arguments);
    let mut notices = Vec::new();
    let value = |wanted: &str, notices: &mut Vec<Notice>| {
        let one = given.iter().find(|one| one.name == wanted)?;
        let text = one.text.split(" : ").next().unwrap_or("").trim();
        match argument::number(text, &[]) {
            Ok(value) => Some(value),
            Err(_) => {
                let why = format!("“{}” is unknown here; unchanged", short(text));
                notices.push(notice(wanted, why));
                None
            }
        }
    };
    let [swizzle, bits, transposed, padded] = [
        "swizzlebytewidth",
        "elementbitwidth",
        "transposed",
        "fp4padded",
    ]
    .map(|name| value(name, &mut notices));
    notices.extend(left.into_iter().map(not_read));
    let mut shown = unseen(context);
    let tile = &mut shown.said.tile;
    if let Some(bytes) = swizzle {
        match argument::swizzle(&format!("{bytes}"), Modes::Bytes, None, &[]) {
            Ok(Ok(mode)) => tile.swizzle = Some(mode),
            _ => notices.push(notice(
                "swizzle",
                "is not a swizzle width; the widths are 0, 32, 64 and 128 bytes",
            )),
        }
        without_strides(tile);
    }
    tile.major = transposed.map(|transposed| if transposed == 0 { Major::K } else { Major::Mn });
    let held = tile.element.unwrap_or(Tile::default().element);
    if let Some(bits) = bits.filter(|bits| u64::from(held.slot_bits()) != *bits) {
        tile.element = element_of_bits(bits);
    }
    if padded == Some(1) {
        tile.element = Some(Element::E2m1);
    }
    shown.said.reader.operand = operand_of(call.assigned).or(shown.said.reader.operand);
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
        notices,
        is_from_inside: true,
        ..Pasted::of(
            format!(
                "Triton's layout of an operand: swizzle {}, elements of {} bits, {}-major",
                tile.swizzle.name(),
                bits.unwrap_or_else(|| tile.element.slot_bits().into()),
                tile.major.name(),
            ),
            shown,
        )
    }))
}

/// The ranges of such layouts in a text.
pub(crate) fn taken(text: &str) -> Vec<Range<usize>> {
    let others = [
        "SwizzledSharedLayout",
        "swizzled_shared",
        "TensorMemoryLayout",
        "tensor_memory_encoding",
    ];
    let names = [&NAMES[..], &others].concat();
    let calls = calls(text, &names).into_iter();
    calls
        .filter(|call| names.iter().any(|name| call.is(name)))
        .map(|call| call.whole)
        .collect()
}

/// The names and values of one of Triton's other layouts: `SwizzledSharedLayout(vec=8, …)`, `#ttg.swizzled_shared<{vec = 8, …}>`.
fn values<'t>(text: &'t str, names: &[&str]) -> Option<Vec<Argument<'t>>> {
    let calls = calls(text, names);
    let call = calls
        .iter()
        .find(|call| names.iter().any(|name| call.is(name)))?;
    Some(call.given().to_vec())
}

/// Triton's layouts other than that of an operand: an exchange of vectors, paddings, a basis of bits, tensor memory.
fn other_layout(text: &str, context: &Shown) -> Option<Answer> {
    let mut shown = unseen(context);
    let number = |all: &[Argument<'_>], names: &[&str], place: usize| {
        let is_one = |one: &&Argument<'_>| one.name.is_some_and(|name| names.contains(&name));
        let one = all
            .iter()
            .find(is_one)
            .or_else(|| all.get(place).filter(|one| one.name.is_none()))?;
        argument::number(one.text.split(" : ").next()?.trim(), &[]).ok()
    };
    let done = |what: String, shown: Shown, notices: Vec<Notice>| {
        Some(Ok(Pasted {
            notices,
            is_from_inside: true,
            ..Pasted::of(what, shown)
        }))
    };
    if let Some(all) = values(
        text,
        &[
            "SwizzledSharedLayout",
            "swizzled_shared",
            "SwizzledSharedEncodingAttr",
        ],
    ) {
        let of = |names: &[&str], place| number(&all, names, place);
        let (vec, per, max) = (
            of(&["vec"], 0)?,
            of(&["per_phase", "perPhase"], 1)?,
            of(&["max_phase", "maxPhase"], 2)?,
        );
        let element = shown.said.tile.element.unwrap_or(Tile::default().element);
        let unit = vec * u64::from(element.slot_bits()) / 8;
        let mode = match (unit, per, max) {
            (_, _, 1) => Swizzle::None,
            (16, 4, 2) => Swizzle::B32,
            (16, 2, 4) => Swizzle::B64,
            (16, 1, 8) => Swizzle::B128,
            _ => {
                return Some(refuse(
                    0..text.len(),
                    format_args!(
                        "Vectors of {vec} elements ({unit} bytes of {}) exchanged by row / {per} mod {max}: no swizzle of the tensor core; 16 bytes by 1 and 8 are 128B, 2 and 4 are 64B, 4 and 2 are 32B",
                        element.name()
                    ),
                ));
            }
        };
        let is_k = text
            .split("order")
            .nth(1)
            .is_none_or(|order| order.find('0') > order.find('1'));
        let major = if is_k { Major::K } else { Major::Mn };
        (shown.said.tile.swizzle, shown.said.tile.major) = (Some(mode), Some(major));
        let why = format!("of {} elements are {unit} bytes", element.name());
        let what = format!(
            "Triton's layout with an exchange of vectors: swizzle {}, {}-major",
            mode.name(),
            major.name()
        );
        return done(
            what,
            shown,
            Vec::from([notice(&format!("vectors of {vec}"), &why)]),
        );
    }
    if let Some(all) = values(
        text,
        &[
            "TensorMemoryLayout",
            "tensor_memory_encoding",
            "TensorMemoryEncodingAttr",
        ],
    ) {
        let block = all
            .iter()
            .find(|one| one.name == Some("block"))
            .or(all.first());
        let block = block.map(|one| one.text.trim_matches(['(', ')', '[', ']']));
        let of_block = |place| {
            let part = block?.split(',').nth(place)?.trim();
            part.parse::<u64>().ok()
        };
        let m = number(&all, &["blockM"], 9).or_else(|| of_block(0))?;
        let n = number(&all, &["blockN"], 9).or_else(|| of_block(1))?;
        let mn = u32::try_from(m)
            .ok()
            .filter(|m| (1..=EXTENT_MAX).contains(m))?;
        shown.said.tile.mn = Some(mn);
        if shown.said.given.is_none() {
            shown.said.reader.arch = Some(Arch::Tcgen05);
        }
        let why = "of an accumulator in tensor memory: each block has its rows in lanes, its columns in columns";
        return done(
            format!("Triton's layout in tensor memory: blocks of {m} × {n}"),
            shown,
            Vec::from([notice(&format!("{m} × {n}"), why)]),
        );
    }
    let open = [
        "PaddedSharedLayout",
        "padded_shared",
        "SharedLinearLayout",
        "shared_linear",
    ];
    let at = open.iter().find_map(|name| text.find(name))?;
    Some(refuse(
        at..text.len(),
        format_args!(
            "Triton's padded and linear layouts have no descriptor: only NVMMASharedLayout is read by the tensor core"
        ),
    ))
}
