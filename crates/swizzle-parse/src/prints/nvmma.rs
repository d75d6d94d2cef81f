//! Triton's layouts other than that of an operand, which is a row of the builders: `SwizzledSharedLayout(8, 1, 8, [1, 0])`,
//! `#ttng.tensor_memory_encoding<blockM = 128, blockN = 128>`, and those without a descriptor.

use super::*;

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
    Some(number_or_name(text.trim(), &[]))
}

/// Reads such a layout; none where there is none.
pub(crate) fn read(text: &str, _: &PasteChoice, context: &Shown) -> Option<Answer> {
    let shown = unseen(context);
    of_vectors(text, shown)
        .or_else(|| of_memory(text, shown))
        .or_else(|| without_descriptor(text))
        .or_else(|| layout::composed(text, context))
}

/// The ranges of such layouts in a text.
pub(crate) fn taken(text: &str) -> Vec<Range<usize>> {
    let names = [OF_VECTORS, OF_MEMORY, "ComposeLayout"].join(" ");
    found(text, &names).map(|call| call.whole).collect()
}

/// A layout with an exchange of vectors.
fn of_vectors(text: &str, mut shown: Shown) -> Option<Answer> {
    let call = found(text, OF_VECTORS).next()?;
    let (given, _) = bound("vec:vec per_phase:per max_phase:max", call.given());
    let of = |means| value(&given, means)?.ok();
    let (vec, per, max) = (of("vec")?, of("per")?, of("max")?);
    let element = or_usual(shown.said.tile.element);
    let unit = vec.saturating_mul(element.slot_bits().into()) / 8;
    let mode = match (unit, per.saturating_mul(max), max) {
        (.., 1) => Some(&Swizzle::None),
        (16, 8, _) => TENSOR_MAP.get(max.trailing_zeros() as usize),
        _ => None,
    };
    let Some(mode) = mode else {
        return Some(refuse(
            0..text.len(),
            format!(
                "Vectors of {vec} elements ({unit} bytes of {}) exchanged by row / {per} mod {max}: no swizzle of the tensor core; 16 bytes by 1 and 8 are 128B, 2 and 4 are 64B, 4 and 2 are 32B",
                element.name()
            ),
        ));
    };
    let order = text.split_once("order").map(|(_, order)| order);
    let is_k = order.is_none_or(|order| order.find('0') > order.find('1'));
    let major = if is_k { Major::K } else { Major::Mn };
    (shown.said.tile.swizzle, shown.said.tile.major) = (Some(*mode), Some(major));
    let why = format!("of {} elements are {unit} bytes", element.name());
    let what = format!(
        "Triton's layout with an exchange of vectors: swizzle {}, {}-major",
        mode.name(),
        major.name()
    );
    let notices = vec![notice(&format!("vectors of {vec}"), why)];
    Some(Ok(Pasted::inside(what, shown, notices)))
}

/// A layout of tensor memory.
fn of_memory(text: &str, mut shown: Shown) -> Option<Answer> {
    let call = found(text, OF_MEMORY).next()?;
    let (given, _) = bound("block:block blockM:m blockN:n", call.given());
    let block = given.iter().find(|one| one.means == "block");
    let block = block.map_or(Vec::new(), |block| parts(block.text));
    let of = |means, place: usize| match value(&given, means) {
        Some(value) => value.ok(),
        None => block.get(place)?.parse().ok(),
    };
    let (m, n) = (of("m", 0)?, of("n", 1)?);
    shown.said.tile.mn = Some(u32::try_from(m).ok()?);
    say_reader(&mut shown, None, Some(Arch::Tcgen05));
    let why = "of an accumulator in tensor memory: each block has its rows in lanes, its columns in columns";
    let what = format!("Triton's layout in tensor memory: blocks of {m} × {n}");
    let notices = vec![notice(&format!("{m} × {n}"), why)];
    let pasted = checked(Pasted::inside(what, shown, notices));
    pasted.is_ok().then_some(pasted)
}

/// Padded layouts and bases of bits.
fn without_descriptor(text: &str) -> Option<Answer> {
    const OPEN: &str = "PaddedSharedLayout padded_shared SharedLinearLayout shared_linear";
    let at = OPEN.split(' ').find_map(|name| text.find(name))?;
    Some(refuse(
        at..text.len(),
        "Triton's padded and linear layouts have no descriptor: only NVMMASharedLayout is read by the tensor core",
    ))
}
