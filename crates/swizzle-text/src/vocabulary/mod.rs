//! Words that say something of a tile, as the projects write them that people paste from: one table, with its sources.

use std::sync::LazyLock;

use super::*;

/// The meaning of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A type.
    Element(Element),
    /// A type that is stored in memory in place of the one that is multiplied.
    ElementAs(Element),
    /// A type that no descriptor's operand has.
    NoElement,
    /// A swizzle mode.
    Swizzle(Swizzle),
    /// A mode of tensor maps that no descriptor has.
    NoSwizzle,
    /// A layout: mode and major in one name.
    Layout(Swizzle, Major),
    /// An instruction family, by its name or that of its first chip.
    Arch(Arch),
    /// Another chip of a family, which may lack what the first one has.
    Chip(Chip),
    /// A chip with neither instruction family.
    NoArch,
    /// The contiguous dimension.
    Major(Major),
    /// Major by the operand: `M-major` is that of A.
    MajorOf(Operand),
    /// Major of a matrix that is written M × K, or N × K.
    AsWritten(Major),
    /// The operand of a tile.
    Operand(Operand),
}

/// A meaning, its names in the form of [`compared`], and who uses them.
type Row = (Meaning, Vec<&'static str>, &'static str);

/// The table: the lines of `words.tsv`, and the names of the chips.
static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let of_each_width = |line: &str| {
        let widths: &[&str] = if line.contains('#') { &["32", "64", "128"] } else { &[""] };
        widths.iter().map(|width| &*line.replace('#', width).leak()).collect::<Vec<_>>()
    };
    let lines = include_str!("words.tsv").lines().filter(|line| !line.starts_with("//"));
    let listed = lines.flat_map(of_each_width).map(|line| of_line(line).expect("a line has its form"));
    let chips = Chip::ALL.iter().map(|chip| {
        let says = match chip.arch() {
            None => Meaning::NoArch,
            Some(arch) if *chip == arch.first_chip() || !chip.has_instructions() => Meaning::Arch(arch),
            Some(_) => Meaning::Chip(*chip),
        };
        (says, chip.words().to_vec(), "NVIDIA's names of chips and targets")
    });
    listed.chain(chips).collect()
});

/// A meaning, names and a source, with a tab between each two.
fn of_line(line: &'static str) -> Option<Row> {
    let (says, rest) = line.split_once('\t')?;
    let (names, source) = rest.split_once('\t')?;
    let (what, value) = says.split_once(' ')?;
    let meaning = match (what, value) {
        ("no", "element") => Meaning::NoElement,
        ("no", "swizzle") => Meaning::NoSwizzle,
        ("no", "arch") => Meaning::NoArch,
        ("element", one) => Meaning::Element(one.parse().ok()?),
        ("element-as", one) => Meaning::ElementAs(one.parse().ok()?),
        ("swizzle", mode) => Meaning::Swizzle(mode.parse().ok()?),
        ("layout", both) => {
            let (mode, major) = both.split_once(' ')?;
            Meaning::Layout(mode.parse().ok()?, major.parse().ok()?)
        }
        ("arch", one) => Meaning::Arch(one.parse().ok()?),
        ("major", one) => Meaning::Major(one.parse().ok()?),
        ("major-of", operand) => Meaning::MajorOf(operand.parse().ok()?),
        ("as-written", major) => Meaning::AsWritten(major.parse().ok()?),
        ("operand", one) => Meaning::Operand(one.parse().ok()?),
        _ => return None,
    };
    Some((meaning, names.split(' ').collect(), source))
}

/// The row of a word in the form of [`compared`].
fn row(compared: &str) -> Option<&'static Row> {
    ROWS.iter().find(|(_, names, _)| names.contains(&compared))
}

/// Every word of the table: the word, what it says, and who writes it.
///
/// ```
/// use swizzle_core::Element;
/// use swizzle_text::vocabulary::{Meaning, vocabulary};
/// let (_, meaning, _) = vocabulary().find(|(word, ..)| *word == "float8_e4m3fn").unwrap();
/// assert_eq!(meaning, Meaning::Element(Element::E4m3));
/// ```
pub fn vocabulary() -> impl Iterator<Item = (&'static str, Meaning, &'static str)> {
    ROWS.iter().flat_map(|(meaning, names, source)| names.iter().map(|name| (*name, *meaning, *source)))
}

/// Longer words are none of these.
const NAME_LENGTH_MAX: usize = 48;

/// A word as it is compared: lower case, `_` for `-`, without the marks and prefixes of C's types.
pub fn compared(word: &str) -> String {
    if word.len() > NAME_LENGTH_MAX {
        return String::new();
    }
    let lower = word.to_ascii_lowercase().replace('-', "_");
    let bare = lower.trim_matches('_');
    let bare = bare.strip_suffix("_t").unwrap_or(bare);
    bare.strip_prefix("nv_").unwrap_or(bare).into()
}

/// Returns the meaning of a word by itself.
pub fn meaning(compared: &str) -> Option<Meaning> {
    row(compared).map(|(meaning, ..)| *meaning)
}

/// The chip that a word names: by the compiler's name, the product's, the family's or the instructions'.
///
/// ```
/// use swizzle_core::hardware::Chip;
/// use swizzle_text::vocabulary::chip_from_word;
/// for (word, chip) in [("sm_100a", Chip::Sm100a), ("B200", Chip::Sm100a), ("GB300", Chip::Sm103a),
///     ("H100", Chip::Sm90a), ("sm90", Chip::Sm90), ("sm_120a", Chip::Sm120), ("umma", Chip::Sm100a)] {
///     assert_eq!(chip_from_word(word), Some(chip), "{word}");
/// }
/// assert_eq!(chip_from_word("A100"), Some(Chip::Sm80));
/// assert_eq!(chip_from_word("V100"), None);
/// ```
pub fn chip_from_word(word: &str) -> Option<Chip> {
    let bare = compared(word);
    let mut all = Chip::ALL.iter().copied();
    let named = all.find(|chip| chip.words().contains(&bare.as_str()));
    named.or_else(|| match meaning(&bare)? {
        Meaning::Arch(arch) => Some(arch.first_chip()),
        _ => None,
    })
}

/// The one of some names that a word means: that name itself, or another project's for the same thing, also behind a module's;
/// otherwise the word.
///
/// ```
/// use swizzle_core::{Arch, Element, Named};
/// use swizzle_core::hardware::{Accumulator, Chip};
/// use swizzle_text::vocabulary::name_among;
/// assert_eq!(name_among(Element::NAMES, "torch.bfloat16"), "bf16");
/// assert_eq!(name_among(Accumulator::NAMES, "fp32"), "f32");
/// assert_eq!(name_among(Chip::NAMES, "Hopper"), "sm_90a");
/// assert_eq!(name_among(Arch::NAMES, "sm90"), "wgmma");
/// assert_eq!(name_among(Element::NAMES, "complex64"), "complex64");
/// ```
pub fn name_among<'w>(names: &[&'static str], word: &'w str) -> &'w str {
    let named = |word: &str| {
        let is_it = |name: &&&str| name.eq_ignore_ascii_case(word);
        names.iter().find(is_it).copied()
    };
    let of_meaning = || {
        let (meaning, all, _) = row(&compared(word.rsplit('.').next()?))?;
        all.iter().find_map(|name| named(name)).or_else(|| match meaning {
            Meaning::Element(one) | Meaning::ElementAs(one) => named(one.name()),
            Meaning::Arch(one) => named(one.name()).or_else(|| named(one.first_chip().name())),
            Meaning::Chip(one) => named(one.arch()?.name()),
            _ => None,
        })
    };
    named(word).or_else(of_meaning).unwrap_or(word)
}

/// The element type that a word names, in quotes or not.
///
/// ```
/// use swizzle_core::Element;
/// use swizzle_text::vocabulary::element_from_word;
/// assert_eq!(element_from_word("bfloat16_t"), Some(Element::Bf16));
/// assert_eq!(element_from_word("float64"), None);
/// ```
pub fn element_from_word(word: &str) -> Option<Element> {
    match meaning(&compared(word.trim_matches('"')))? {
        Meaning::Element(element) | Meaning::ElementAs(element) => Some(element),
        _ => None,
    }
}

/// Returns the swizzle mode that a number of bytes names: `64B`, `64-byte`, `64`.
pub fn mode_of_bytes(word: &str) -> Option<Swizzle> {
    let lower = word.to_ascii_lowercase();
    let bare = ["-bytes", "-byte", "_bytes", "_byte", "bytes", "byte", "b"]
        .iter()
        .find_map(|unit| lower.strip_suffix(unit))
        .unwrap_or(&lower);
    Some(match bare {
        "128" => Swizzle::B128,
        "64" => Swizzle::B64,
        "32" => Swizzle::B32,
        // DeepGEMM's interleaved form.
        "16" | "0" | "none" | "off" | "no" | "inter" | "interleave" => Swizzle::None,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_stands_once_in_its_form_with_its_source() {
        let all: std::vec::Vec<&str> = vocabulary().map(|(name, ..)| name).collect();
        for (i, name) in all.iter().enumerate() {
            assert!(!all[..i].contains(name), "{name} stands twice");
        }
        for (name, meaning_of, source) in vocabulary() {
            assert!(!source.is_empty());
            assert_eq!(meaning(&compared(name)), Some(meaning_of), "{name}");
        }
    }
}
