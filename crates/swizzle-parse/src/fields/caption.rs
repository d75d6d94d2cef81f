//! Fields in words with their units, as the page itself says them: `start 0x400, LBO 16 bytes, SBO 1024 bytes`.

use super::*;

/// Names as written in words, each with the name of the field in bytes.
const NAMES: [(&str, &str); 5] = [
    ("start", "start_bytes"),
    ("lbo", "lbo_bytes"),
    ("sbo", "sbo_bytes"),
    ("offset", "base_offset"),
    ("swizzle", "swizzle"),
];

/// A caption without a whole descriptor in it.
pub(crate) fn read_short(words: &Words, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    long_numbers(words)
        .is_empty()
        .then(|| read(words, choice, context))?
}

/// Reads a text in which a stride has its unit behind it; none where there is none.
fn read(words: &Words, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let fields = fields_from_words(words)?;
    let fields = Words::of(&fields);
    let read = read::pasted(&fields, &vec![false; fields.at.len()], choice, context);
    // An error's place is in `fields`, not in the text that was given.
    Some(read.map_err(|error| PasteError {
        at: words.all(),
        ..error
    }))
}

pub(crate) fn fields_from_words(words: &Words) -> Option<String> {
    let (mut fields, mut has_unit) = (String::new(), false);
    for i in words.each() {
        let (name, value) = (words.lower(i), words.lower(i + 1));
        let Some((_, field)) = NAMES.iter().find(|(known, _)| *known == name) else {
            continue;
        };
        if !(has_digit_first(value) || name == "swizzle" && !value.is_empty()) {
            continue;
        }
        let is_stride = is_in("lbo sbo", name);
        let bare = match amount(words, i + 1) {
            Some((number, Some(unit), _)) => {
                has_unit |= is_stride;
                let is_counted = unit == StrideUnit::Units && (is_stride || name == "start");
                let scale = if is_counted { UNIT_BYTES } else { 1 };
                number.saturating_mul(scale).to_string()
            }
            Some(_) => value.into(),
            // `1024.5 bytes` is a fault in the number.
            None => {
                has_unit |= is_stride && unit_of(words.word(i + 2)).is_some();
                value.into()
            }
        };
        fields.push_str(&format!("{field}={bare} "));
    }
    has_unit.then_some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::descriptor::Descriptor;
    use swizzle_core::hardware::Arch;
    use swizzle_core::reader::Said;
    use swizzle_infer::spec_from_said;
    use swizzle_text::fields_caption;

    fn said(text: &str) -> Option<Said> {
        let choice = PasteChoice::default();
        let read = read(&Words::of(text), &choice, &Shown::default())?;
        Some(read.unwrap().shown.said)
    }

    #[test]
    fn what_the_page_says_is_read_back() {
        let given = Descriptor::new(Arch::Wgmma, 0x4006_0080_0100_0148);
        for context in [Said::default(), Said::default().with_given(given)] {
            let spec = spec_from_said(&context).unwrap();
            let text = fields_caption(&spec);
            let read = said(&text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(read.given, spec.descriptor(0).ok(), "{text}");
        }
    }

    #[test]
    fn units_make_bytes() {
        for text in [
            "lbo=32B sbo=2048B",
            "LBO 32 B, SBO: 2048 bytes",
            "sbo 2048 B lbo 32",
            "sbo 2 KiB lbo 32",
            "sbo 128 units lbo 2 units",
        ] {
            let given = said(text).and_then(|said| said.given);
            let fields = given.unwrap_or_else(|| panic!("{text}")).decode();
            assert_eq!((fields.lbo_field, fields.sbo_field), (2, 128), "{text}");
        }
        for text in ["lbo=1 sbo=64", "sbo=0x4b", "start 0x400", "lbo_bytes=16"] {
            assert_eq!(said(text), None, "{text}");
        }
    }
}
