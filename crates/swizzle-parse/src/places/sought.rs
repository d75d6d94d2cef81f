//! A byte or an element that is looked for in what is shown.

use crate::prelude::*;
use swizzle_draw::scene::Drawing;

/// The target of a search.
#[derive(Clone, Copy)]
pub(crate) enum Sought {
    Byte(u32),
    /// An address before the XOR.
    Absolute(u32),
    Element(Coord),
}

/// Searches for it in what is shown.
pub(crate) fn pasted(
    (place, at): (Sought, Range<usize>),
    others: Vec<OtherReading>,
    context: &Shown,
) -> Answer {
    let spec = context.looked_at(&context.spec()?);
    let drawn = Drawing::of(&spec, context.view).drawn;
    let extent = drawn.extent();
    let found = match place {
        Sought::Absolute(address) => drawn.layout().first_element_from_absolute(address, extent),
        Sought::Byte(byte) => drawn.layout().first_element_from_byte(byte, extent),
        Sought::Element(at) => Some(at).filter(|at| extent.contains(*at)),
    };
    if let (None, Sought::Byte(ADDRESS_BYTES..) | Sought::Absolute(ADDRESS_BYTES..)) = (found, place) {
        return ask(
            at,
            format!("Shared memory has no such byte: the largest address is 0x{:x}", ADDRESS_BYTES - 1),
            others,
        );
    }
    Ok(Pasted {
        others,
        is_answer: true,
        ..Pasted::of(what(place, found, &drawn), Shown { pinned: found.or(context.pinned), ..*context })
    })
}

fn what(place: Sought, found: Option<Coord>, drawn: &Spec) -> String {
    let asked = match place {
        Sought::Byte(byte) => format!("byte 0x{byte:x}"),
        Sought::Absolute(address) => format!("absolute address 0x{address:x}"),
        Sought::Element(at) => format!("element ({}, {})", at.mn, at.k),
    };
    let byte = |at| drawn.layout().byte_from_element(at).byte;
    match (place, found) {
        (_, None) => format!("{asked}: nothing of what is shown"),
        (Sought::Byte(_), Some(at)) => format!("{asked}: element ({}, {})", at.mn, at.k),
        (Sought::Absolute(_), Some(at)) => {
            format!("{asked}: byte 0x{:x}, element ({}, {})", byte(at), at.mn, at.k)
        }
        (Sought::Element(_), Some(at)) => format!("{asked}: byte 0x{:x}", byte(at)),
    }
}
