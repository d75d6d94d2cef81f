//! Triton's layout of an operand in shared memory, as its MLIR and Gluon write it:
//! `#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>`, `NVMMASharedLayout(128, 16, 2)`.

use super::*;

/// The names of the layout.
const NAMES: &str = "NVMMASharedLayout nvmma_shared NVMMASharedEncodingAttr";

/// Its parameters in Gluon's order, as both spellings are without case and `_`.
///
/// Source: triton-lang/triton, python/triton/experimental/gluon/language/_layouts.py, and
/// include/triton/Dialect/TritonGPU/IR/TritonGPUAttrDefs.td, `NVMMASharedEncodingAttr`.
const PARAMETERS: &str = "swizzlebytewidth:swizzle elementbitwidth:bits rank transposed:transposed fp4padded:padded \
    swizzlingbytewidth:swizzle";

/// The names of the layouts that exchange vectors.
const OF_VECTORS: &str = "SwizzledSharedLayout swizzled_shared SwizzledSharedEncodingAttr";

/// The names of the layouts of tensor memory.
const OF_MEMORY: &str = "TensorMemoryLayout tensor_memory_encoding TensorMemoryEncodingAttr";

/// The calls and attributes of some of these names.
fn found<'t>(text: &'t str, names: &str) -> impl Iterator<Item = Call<'t>> {
    let calls = calls(text, names).into_iter();
    calls.filter(|call| call.is_one_of(names))
}

/// What a parameter is given, without the type that MLIR writes behind it.
fn value(given: &[Given<'_>], means: &str) -> Option<Read<u64>> {
    let one = given.iter().find(|one| one.means == means)?;
    let text = one.text.split(" : ").next().unwrap_or_default();
    Some(argument::number(text.trim(), &[]))
}

/// Reads such a layout; none where there is none.
pub(crate) fn read(text: &str, _: &PasteChoice, context: &Shown) -> Option<Answer> {
    if let Some(other) = other_layout(text, context) {
        return Some(other);
    }
    let call = found(text, NAMES).next()?;
    let (given, left) = bound(PARAMETERS, call.given());
    let mut notices = Vec::new();
    let mut known = |means| match value(&given, means)? {
        Ok(value) => Some(value),
        Err(text) => {
            notices.push(notice(means, unknown_here(&text)));
            None
        }
    };
    let [swizzle, bits, transposed, padded] =
        ["swizzle", "bits", "transposed", "padded"].map(&mut known);
    notices.extend(left.into_iter().map(not_read));
    let mut shown = unseen(context);
    let tile = &mut shown.said.tile;
    if let Some(bytes) = swizzle {
        match argument::swizzle(&format!("{bytes}"), "width", None, &[]) {
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
    say_reader(&mut shown, operand_of(call.assigned), None);
    let spec = match shown.spec() {
        Ok(spec) => spec,
        Err(error) => return Some(refuse(0..text.len(), format!("{error}"))),
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
    Some(Ok(Pasted::inside(
        format!(
            "Triton's layout of an operand: swizzle {}, elements of {} bits, {}-major",
            tile.swizzle.name(),
            bits.unwrap_or_else(|| tile.element.slot_bits().into()),
            tile.major.name(),
        ),
        shown,
        notices,
    )))
}

/// The ranges of such layouts in a text.
pub(crate) fn taken(text: &str) -> Vec<Range<usize>> {
    let names = [NAMES, OF_VECTORS, OF_MEMORY].join(" ");
    found(text, &names).map(|call| call.whole).collect()
}

/// Triton's layouts other than that of an operand: an exchange of vectors, paddings, a basis of bits, tensor memory.
fn other_layout(text: &str, context: &Shown) -> Option<Answer> {
    let mut shown = unseen(context);
    let done = |what: String, shown: Shown, (part, why): (String, String)| {
        Some(Ok(Pasted::inside(what, shown, vec![notice(&part, why)])))
    };
    if let Some(call) = found(text, OF_VECTORS).next() {
        let (given, _) = bound("vec:vec per_phase:per max_phase:max", call.given());
        let of = |means| value(&given, means)?.ok();
        let (vec, per, max) = (of("vec")?, of("per")?, of("max")?);
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
                    format!(
                        "Vectors of {vec} elements ({unit} bytes of {}) exchanged by row / {per} mod {max}: no swizzle of the tensor core; 16 bytes by 1 and 8 are 128B, 2 and 4 are 64B, 4 and 2 are 32B",
                        element.name()
                    ),
                ));
            }
        };
        let order = text.split_once("order").map(|(_, order)| order);
        let is_k = order.is_none_or(|order| order.find('0') > order.find('1'));
        let major = if is_k { Major::K } else { Major::Mn };
        (shown.said.tile.swizzle, shown.said.tile.major) = (Some(mode), Some(major));
        let why = format!("of {} elements are {unit} bytes", element.name());
        let what = format!(
            "Triton's layout with an exchange of vectors: swizzle {}, {}-major",
            mode.name(),
            major.name()
        );
        return done(what, shown, (format!("vectors of {vec}"), why));
    }
    if let Some(call) = found(text, OF_MEMORY).next() {
        let (given, _) = bound("block:block blockM:m blockN:n", call.given());
        let block = given.iter().find(|one| one.means == "block");
        let block = block.map_or(Vec::new(), |block| parts(block.text));
        let of = |means, place: usize| match value(&given, means) {
            Some(value) => value.ok(),
            None => block.get(place)?.parse().ok(),
        };
        let (m, n) = (of("m", 0)?, of("n", 1)?);
        let rows = u32::try_from(m).ok();
        let rows = rows.filter(|rows| (1..=EXTENT_MAX).contains(rows))?;
        shown.said.tile.mn = Some(rows);
        say_reader(&mut shown, None, Some(Arch::Tcgen05));
        let why = "of an accumulator in tensor memory: each block has its rows in lanes, its columns in columns";
        let what = format!("Triton's layout in tensor memory: blocks of {m} × {n}");
        return done(what, shown, (format!("{m} × {n}"), why.into()));
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
        "Triton's padded and linear layouts have no descriptor: only NVMMASharedLayout is read by the tensor core",
    ))
}
