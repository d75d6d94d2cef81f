//! Triton's layouts other than that of an operand, which is a row of the builders: `SwizzledSharedLayout(8, 1, 8, [1, 0])`,
//! `#ttng.tensor_memory_encoding<blockM = 128, blockN = 128>`, and those without a descriptor.

use super::*;
use swizzle_core::law::{RowXor, Xor, XorOf};

/// The names of the layouts that exchange vectors.
const OF_VECTORS: &str = "SwizzledSharedLayout swizzled_shared SwizzledSharedEncodingAttr";

/// The names of the layouts with pads, the last a call of the first.
const OF_PADS: &str = "PaddedSharedLayout padded_shared PaddedSharedEncodingAttr with_identity_for";

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
pub(crate) fn read_triton(
    text: &str,
    _: &PasteChoice,
    context: &Shown,
    taken: &mut Vec<Span>,
) -> Option<Answer> {
    let names = [OF_VECTORS, OF_MEMORY, OF_PADS, "ComposeLayout make_composed_layout composition"].join(" ");
    taken.extend(found(text, &names).map(|call| call.whole));
    let shown = unseen(context);
    of_vectors(text, shown)
        .or_else(|| of_memory(text, shown))
        .or_else(|| padded(text, shown))
        .or_else(|| without_descriptor(text))
        .or_else(|| composed(text, context))
}

/// A layout with an exchange of vectors.
fn of_vectors(text: &str, mut shown: Shown) -> Option<Answer> {
    let call = found(text, OF_VECTORS).next()?;
    let (given, _) = bound("vec:vec per_phase:per max_phase:max", call.given());
    let of = |means| value(&given, means)?.ok();
    let (vec, per, max) = (of("vec")?, of("per")?, of("max")?);
    let element = or_usual(shown.said.tile.element);
    let unit = vec.saturating_mul(element.slot_bits().into()) / 8;
    let order = text.split_once("order").map_or(text, |(_, order)| order);
    let major = major_of(bracketed(order).into_iter().next());
    let tile = &mut shown.said.tile;
    *tile = SaidTile { major: Some(major), ..tile.without_rows() };
    // The phases of a row with fewer vectors are clipped.
    let along = if major == Major::K { tile.k } else { tile.mn };
    let max = along.map_or(max, |along| max.min(u64::from(along) / vec.max(1)).max(1));
    let log = |number: u64| number.is_power_of_two().then(|| number.trailing_zeros());
    let xor = log(unit).zip(log(per)).zip(log(max));
    let xor = xor.map(|((base, shift), bits)| (Xor { bits, base, shift }, max));
    let form = match xor {
        Some((_, 1)) => {
            rows::say_pads(tile, &[])?;
            "plain rows".into()
        }
        Some((xor, _)) if let Some(xor) = RowXor::new(XorOf::Rows, xor) => {
            rows::say_exchange(tile, xor);
            match tile.swizzle {
                Some(mode) if mode != Swizzle::None => format!("swizzle {}", mode.name()),
                _ => xor.text(),
            }
        }
        _ => {
            let why = "the three are powers of two, and exchange something within shared memory";
            return Some(refuse(
                0..text.len(),
                format!(
                    "Vectors of {vec} elements exchanged by row / {per} mod {max} are no layout of Triton: {why}"
                ),
            ));
        }
    };
    let why = format!("of {} elements are {unit} bytes", element.name());
    let what = format!("Triton's layout with an exchange of vectors: {form}, {}-major", major.name());
    let notices = vec![notice(&format!("vectors of {vec}"), why)];
    Some(Ok(Pasted::inside(what, shown, notices)))
}

/// The dimension that is contiguous, as Triton's order says: the last without one.
fn major_of(order: Option<&str>) -> Major {
    match order {
        Some(order) if order.find('0') <= order.find('1') => Major::Mn,
        _ => Major::K,
    }
}

/// A layout with pads: `padded_shared<[128:+8] {order = [1, 0], shape = [64, 64]}>`, or the call of Gluon with the same in lists.
fn padded(text: &str, mut shown: Shown) -> Option<Answer> {
    let from = OF_PADS.split(' ').find_map(|name| text.find(name))?;
    let lists = bracketed(&text[from..]);
    let list = |at: usize| lists.get(at).map(|list| digits_of(list)).unwrap_or_default();
    let pairs = list(0);
    let is_named =
        |name: &str| text[from..].split_once(name).and_then(|(_, after)| bracketed(after).into_iter().next());
    let order = is_named("order");
    let shape = match is_named("shape") {
        Some(shape) => digits_of(shape),
        None if order.is_none() => list(1),
        None => Vec::new(),
    };
    let tile = &mut shown.said.tile;
    *tile = tile.without_rows();
    if let [mn, k] = shape[..] {
        (tile.mn, tile.k) = (Some(mn), Some(k));
    }
    tile.major = Some(major_of(order.or(lists.get(2).copied())));
    let element = or_usual(tile.element);
    let bytes = |elements: u32| elements.checked_mul(element.slot_bits()).map(|bits| bits / 8);
    let pads: Option<Vec<_>> = pairs
        .chunks(2)
        .map(|pair| match pair {
            [every, pad] if *every > 0 && *pad > 0 => Some((bytes(*every)?, bytes(*pad)?)),
            _ => None,
        })
        .collect();
    let said = pads.filter(|pads| !pads.is_empty()).and_then(|pads| rows::say_pads(tile, &pads));
    if said.is_none() {
        let why = "pairs of an interval and a padding in elements are expected, one of a row and one other";
        return Some(refuse(from..text.len(), format!("Triton's padded layout: {why}")));
    }
    let what = "Triton's padded layout: rows with bytes that are left free";
    let why = format!("counts {} elements of {} bits", element.name(), element.slot_bits());
    Some(checked(Pasted::inside(what, shown, vec![notice("padding", why)])))
}

/// The contents of each outermost pair of square brackets.
fn bracketed(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut lists) = (0_u32, 0, Vec::new());
    for (at, sign) in text.match_indices(['[', ']']) {
        match (sign, depth) {
            ("[", 0) => from = at + 1,
            ("]", 1) => lists.push(&text[from..at]),
            _ => {}
        }
        depth = if sign == "[" { depth + 1 } else { depth.saturating_sub(1) };
    }
    lists
}

/// The whole numbers of a text, in order.
fn digits_of(text: &str) -> Vec<u32> {
    text.split(|one: char| !one.is_ascii_digit()).filter_map(|one| one.parse().ok()).collect()
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

/// Bases of bits.
fn without_descriptor(text: &str) -> Option<Answer> {
    const OPEN: &str = "SharedLinearLayout shared_linear";
    let at = OPEN.split(' ').find_map(|name| text.find(name))?;
    Some(refuse(
        at..text.len(),
        "Triton's linear layouts have no descriptor: only NVMMASharedLayout is read by the tensor core",
    ))
}
