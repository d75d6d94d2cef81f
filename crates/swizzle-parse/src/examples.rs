//! Examples that the box offers while it is empty.

/// A text that the box reads, and its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The text.
    pub text: &'static str,
    /// The answer on a fresh page.
    pub gives: &'static str,
}

/// One text of each kind that the box takes.
pub const EXAMPLES: [Example; 6] = [
    Example { text: "0x4000004000010040", gives: "a working 64 × 64 bf16 tile" },
    Example { text: "0x4000000800010040", gives: "broken: 112 of 128 units wrong" },
    Example { text: "lbo=16 B sbo=1024 B 128B", gives: "fields: gives the 64 bits" },
    Example { text: "byte 0x5e0", gives: "finds row 3, unit 5: K 40–47" },
    Example { text: "((8,2),(8,2)):((8,64),(1,1024))", gives: "gives LBO 2048, SBO 128" },
    Example { text: "SFA 128x8 row 37 block 5", gives: "follows a scale factor (Blackwell)" },
];

#[cfg(test)]
mod tests {
    use swizzle_core::{Coord, Spec};

    use swizzle_lints::{findings_from_spec, verdict_of_spec};
    use swizzle_view::Shown;
    use swizzle_view::link::{ScaleShown, form_from_link};

    use super::EXAMPLES;
    use crate::{PasteChoice, shown_from_paste};

    fn pasted(text: &str) -> (Shown, Spec) {
        let read = shown_from_paste(text, &PasteChoice::default(), &Shown::default());
        let shown = read.unwrap_or_else(|error| panic!("{text}: {error:?}")).shown;
        let spec = shown.spec().unwrap();
        (shown, spec)
    }

    #[test]
    fn each_example_gives_what_it_says() {
        let [working, broken, fields, byte, layout, _] = EXAMPLES.map(|example| pasted(example.text));
        let tile = working.1.tile();
        assert_eq!((tile.mn, tile.k, tile.element.to_string()), (64, 64, "bf16".into()));
        let verdict = |spec: &Spec| verdict_of_spec(spec, &findings_from_spec(spec));
        assert!(verdict(&working.1).is_good());
        assert!(verdict(&broken.1).headline.contains("112 of 128 units"));
        let descriptor = fields.1.descriptor(fields.1.place()).unwrap();
        assert_eq!(descriptor.raw() >> 16, 0x4000_0040_0001);
        assert_eq!(byte.0.pinned, Some(Coord { mn: 3, k: 40 }));
        let tile = layout.1.tile();
        assert_eq!((tile.lbo_bytes, tile.sbo_bytes), (2048, 128));
        let (choice, fresh) = (PasteChoice::default(), Shown::default());
        let factor = shown_from_paste(EXAMPLES[5].text, &choice, &fresh).unwrap();
        let link = factor.goes_to.and_then(|page| page.link()).unwrap();
        let scale = form_from_link::<ScaleShown>(&link).shown;
        assert_eq!((scale.row, scale.block), (37, 5));
    }
}
