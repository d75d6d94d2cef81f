//! What can be asked of a text besides the box: its readers, each by itself, and the parts that they are made of.

use super::{Facts, facts, lines, of_error};
use crate::prelude::*;

/// Readers of a whole text; one that does not read it has no answer.
pub(super) const READERS: [(&str, Reader); 6] = [
    ("box", |text, choice, context| Some(crate::shown_from_paste(text, choice, context))),
    ("value", |text, choice, context| Some(pasted_number(&Words::of(text), choice, context))),
    ("fields", |text, choice, context| {
        let words = Words::of(text);
        Some(pasted_fields(&words, &vec![false; words.at.len()], &[], choice, context))
    }),
    ("operands", read_operands),
    ("walked", read_without_loop),
    ("place", |text, choice, context| read_place(&Words::of(text), choice, context)),
];

/// What is asked by its name.
type Door = (&'static str, fn(&str) -> Facts);

/// Parts of readers.
pub(super) const DOORS: [Door; 10] = [
    ("call of f", |text| {
        let mut all = calls(text, "f");
        all.retain(|call| call.is("f"));
        let texts = |all: &[Argument<'_>]| lines(all.iter().map(|one| one.text));
        let of_one = |call: &Call<'_>| {
            facts([
                ("path", call.path.into()),
                ("template", texts(&call.template)),
                ("arguments", texts(&call.arguments)),
                ("names", lines(call.arguments.iter().map(|one| one.name.unwrap_or_default()))),
                (
                    "methods",
                    lines(
                        call.methods
                            .iter()
                            .map(|one| format!("{}({})", one.name.unwrap_or_default(), one.text)),
                    ),
                ),
                ("assigned", call.assigned.into()),
                ("whole", text[call.whole.clone()].into()),
            ])
        };
        assert!(all.len() < 2, "{text}: several calls");
        all.first().map(of_one).unwrap_or_default()
    }),
    ("mode", |text| {
        let [modes, arch, text] = text.splitn(3, ' ').collect::<Vec<_>>()[..] else { panic!("{text}") };
        let mode = match swizzle(text, modes, Arch::from_name(arch).ok(), &[]) {
            Ok(Ok(mode)) => mode.name().into(),
            Ok(Err(code)) => format!("code {}", code.0),
            Err(name) => format!("? {name}"),
        };
        facts([("mode", mode)])
    }),
    ("overflow", |text| facts([("part", lines(overflow(text).map(|one| one.part)))])),
    ("built", |text| {
        let bits = |(built, _): (Variable, _)| [("bits", built.value.bits), ("open", !built.value.mask)];
        let bits = built(text).map(bits).into_iter().flatten();
        facts(bits.map(|(name, bits)| (name, format!("{bits:#x}"))))
    }),
    ("number", |text| {
        let (radix, text) = match text.split_once(' ') {
            Some((radix, text)) => (Radix::from_name(radix).ok(), text),
            None => (None, text),
        };
        match number(&Words::of(text), 0, radix) {
            Ok(number) => facts([("raw", format!("{:#x}", number.raw)), ("base", number.base.to_string())]),
            Err(error) => of_error(text, &error),
        }
    }),
    ("cute", |text| match read_cute(text) {
        Some(Ok(layout)) => {
            let (mn, k) = (&layout.strided.mn, &layout.strided.k);
            facts([
                ("swizzle", layout.strided.swizzle.map(|bits| bits.to_string()).join(",")),
                ("stages", lines(layout.stages.map(|(count, apart)| format!("{count},{apart}")))),
                ("offsets", format!("{},{}", mn.offset(9).0, k.offset(9).0)),
                ("extents", format!("{},{}", mn.size, k.size)),
                ("bits", lines(layout.around.bits)),
                ("address", lines(layout.around.address.map(|at| format!("{at:#x}")))),
            ])
        }
        Some(Err(error)) => of_error(text, &error),
        None => Facts::new(),
    }),
    ("operand of", |text| facts([("operand", operand_of(text).map_or("", Named::name).into())])),
    ("extents", |text| {
        let words = Words::of(text);
        let whole = extents_at(&words, 0).filter(|(_, end)| *end == words.at.len());
        facts([("tile", lines(whole.map(|((mn, k), _)| format!("{mn},{k}"))))])
    }),
    ("dimensions", |text| {
        let (operand, text) = match text.strip_prefix("B: ") {
            Some(text) => (Some(Operand::B), text),
            None => (None, text),
        };
        let found = Dimensions::of(&Words::of(text)).and_then(|found| found.tile(operand));
        facts([("tile", lines(found.map(|((mn, k), ..)| format!("{mn},{k}"))))])
    }),
    ("word", |text| facts([("word", Words::of(text).word(0).into())])),
];
