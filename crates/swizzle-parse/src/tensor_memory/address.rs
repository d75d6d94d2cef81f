//! An address of tensor memory, and the descriptor of a copy into it.

use super::*;
use swizzle_tmem::plan::What;

/// How a question calls 32 bits that are an address: `a tensor-memory address: lane 64, column 16`.
pub(crate) fn label(word: u32) -> Option<String> {
    let address = Address::from_word(word).ok()?;
    Some(format!("a tensor-memory address: lane {}, column {}", address.lane(), address.column()))
}

/// Reads 32 bits that are specified to be an address.
pub(crate) fn pasted(word: u32, context: &Shown) -> Answer {
    let address = match Address::from_word(word) {
        Ok(address) => address,
        Err(refusal) => {
            let as_scale = match ScaleAddress::from_word(word) {
                Ok(scale) => format!(
                    "; as the address of a scale factor it is lane {}, column {}, id {} (bits 30–31): write “scale factor” before it",
                    scale.address.lane(),
                    scale.address.column(),
                    scale.id
                ),
                Err(_) => String::new(),
            };
            return refuse(0..0, format!("{refusal}{as_scale}"));
        }
    };
    Ok(answer(address, None, context))
}

fn of_scale(word: u32, operand: Option<Operand>, context: &Shown) -> Answer {
    match ScaleAddress::from_word(word) {
        Ok(scale) => Ok(answer(scale.address, Some((scale, operand)), context)),
        Err(refusal) => refuse(0..0, refusal.to_string()),
    }
}

/// The page with the scale factors of an operand, of A where none is named, from the address on, and the id beside the cell.
/// Only kind `mxf8f6f4` has all four ids.
fn scale_page(scale: ScaleAddress, operand: Option<Operand>) -> impl FnOnce(&mut TensorMemoryShown) {
    move |shown| {
        let what = match operand {
            Some(Operand::B) => What::Sfb,
            Some(Operand::A) | None => What::Sfa,
        };
        *shown = shown.with_kind(Kind::Mxf8f6f4);
        shown.plan.mma.k = 4 * Kind::Mxf8f6f4.k(Sparsity::Dense);
        shown.plan.places = vec![Place { column: Some(scale.address.column()), ..Place::packed(what) }];
        cell_page(Some(scale.address))(shown);
        shown.id = Some(scale.id);
    }
}

fn answer(address: Address, scale: Option<(ScaleAddress, Option<Operand>)>, context: &Shown) -> Pasted {
    let id = scale.map(|(scale, _)| scale.id);
    let (lane, column) = (address.lane(), address.column());
    let first = lane / WARP_LANES * WARP_LANES;
    let warp = lane / WARP_LANES;
    let mut what = match id {
        None => format!("tensor-memory address {address}: lane {lane}, column {column}"),
        Some(id) => format!(
            "tensor-memory address of a scale factor: lane {lane}, column {column}, id {id} (bits 30–31, as CuTe holds it): byte {id} of the column"
        ),
    };
    what += &format!("; warp {warp} of a warpgroup reaches its lanes, {first} to {}", first + WARP_LANES - 1);
    let mut answer = Told::new(what);
    answer.text("address", address.to_string()).at(address);
    if let Some(id) = id {
        answer.number("id", id);
    }
    answer.number("warp", warp);
    let (mark, page) = match scale {
        None => (Mark::Docs, memory_page(cell_page(Some(address)))),
        Some((scale, operand)) => (Mark::Code, memory_page(scale_page(scale, operand))),
    };
    answer.text("mark", mark.name());
    answer.pasted(MEMORY, page, context)
}

/// A phrase of words and the bits of an address or of a descriptor.
pub(super) fn of_phrase(phrase: &Phrase, context: &Shown) -> Option<Answer> {
    let (raw, digits) = phrase.word.filter(|_| phrase.is_alone())?;
    let word = u32::try_from(raw).ok().filter(|_| digits <= 8);
    match (&*phrase.topic, word) {
        ("memory" | "d", Some(word)) => Some(pasted(word, context)),
        ("sfa" | "sfb" | "scale", Some(word)) => Some(of_scale(word, phrase.operand(), context)),
        ("sfa" | "sfb" | "scale" | "copy", None) if digits <= 16 => Some(of_scales(raw, context)),
        _ => None,
    }
}

/// The descriptor of a copy of scale factors.
pub(crate) fn of_scales(raw: u64, context: &Shown) -> Answer {
    let what = "the descriptor of a copy of scale factors, .32x128b";
    of_copy(raw, CopyShape::R32x128b, what, context)
}

/// A descriptor of a copy, as the atlas shows it: its source is rows of bytes.
pub(super) fn of_copy(raw: u64, shape: CopyShape, what: &str, context: &Shown) -> Answer {
    let mut shown = with_given(Descriptor::new(Arch::Tcgen05, raw), context);
    let said = &mut shown.said;
    (said.reader.used_for, said.reader.shape) = (Some(Use::Copy), Some(shape));
    let (tile, own) = (&mut said.tile, context.said.tile);
    tile.element = own.element.or(Some(Element::U8));
    tile.mn = own.mn.or(Some(shape.rows()));
    tile.k = own.k.or(Some(shape.row_bytes()));
    swizzle_params::check(&shown.said)?;
    Ok(Pasted { others: Vec::new(), ..Pasted::of(what, shown) })
}
