//! CuTe's text of a layout, `shape:stride`, read as the function that it stands for.
//!
//! Two texts of one function may nest their modes differently, so layouts are compared by what they compute.

use serde_json::Value;

use crate::Functor;

/// A layout of two modes, MN and K: nested shapes and strides, flattened inside each mode.
///
/// ```
/// use swizzle_tests::CuteText;
/// let layout = CuteText::parse("((8,2),(4,4)):((4,32),(1,64))");
/// assert_eq!((layout.size(0), layout.size(1)), (16, 16));
/// assert_eq!(layout.offset(9, 5), 4 + 32 + 1 + 64);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CuteText {
    /// Shape and stride of the modes of MN and of K, innermost first.
    modes: [Vec<(u32, u32)>; 2],
}

/// A layout with the swizzle in front of it: `Swizzle<B,M,S> o shape:stride`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swizzled {
    /// The swizzle, on byte addresses.
    pub functor: Functor,
    /// The layout, in elements.
    pub layout: CuteText,
}

impl CuteText {
    /// Reads a text of numbers.
    ///
    /// # Panics
    /// When it is not a layout of two modes.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        Self::parse_symbols(text, |symbol| panic!("{text}: unknown symbol {symbol}"))
    }

    /// Reads a text with symbols, `2k` being twice the value of `k`.
    ///
    /// # Panics
    /// When it is not a layout of two modes.
    #[must_use]
    pub fn parse_symbols(text: &str, value: impl Fn(&str) -> u32) -> Self {
        let (shape, stride) = text.split_once(':').unwrap_or_else(|| panic!("{text}: no colon"));
        let [shape, stride] = [shape, stride].map(|side| modes(side, &value));
        let modes = [0, 1].map(|mode| {
            assert_eq!(shape[mode].len(), stride[mode].len(), "{text}: shape and stride nest differently");
            shape[mode].iter().copied().zip(stride[mode].iter().copied()).collect()
        });
        Self { modes }
    }

    /// Elements along MN (mode 0) or K (mode 1).
    #[must_use]
    pub fn size(&self, mode: usize) -> u32 {
        self.modes[mode].iter().map(|(shape, _)| shape).product()
    }

    /// The offset of an element, first modes varying fastest; the last one takes the rest, as in CuTe.
    #[must_use]
    pub fn offset(&self, mn: u32, k: u32) -> u32 {
        along(&self.modes[0], mn) + along(&self.modes[1], k)
    }
}

impl Swizzled {
    /// Reads `Swizzle<B,M,S> o shape:stride`.
    ///
    /// # Panics
    /// When the text is anything else.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let (swizzle, layout) = text.split_once(" o ").unwrap_or_else(|| panic!("{text}: no swizzle"));
        let numbers: Vec<u32> = swizzle
            .trim_start_matches("Swizzle<")
            .trim_end_matches('>')
            .split(',')
            .map(|digits| digits.parse())
            .collect::<Result<_, _>>()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let &[bits, base, shift] = numbers.as_slice() else { panic!("{text}: a swizzle has three numbers") };
        Self { functor: Functor { bits, base, shift }, layout: CuteText::parse(layout) }
    }
}

fn along(modes: &[(u32, u32)], index: u32) -> u32 {
    let mut rest = index;
    let mut offset = 0;
    for (i, &(shape, stride)) in modes.iter().enumerate() {
        let here = if i + 1 == modes.len() { rest } else { rest % shape };
        rest /= shape;
        offset += here * stride;
    }
    offset
}

/// The two modes of a shape or a stride, each flattened: `((8,2),(4,4))` is `[[8, 2], [4, 4]]`.
fn modes(text: &str, value: &impl Fn(&str) -> u32) -> [Vec<u32>; 2] {
    let mut list = String::new();
    for part in text.split_inclusive(['(', ')', ',']) {
        let (token, end) = part.split_at(part.trim_end_matches(['(', ')', ',']).len());
        let number = if token.is_empty() { String::new() } else { number(token, value).to_string() };
        list += &(number + &end.replace('(', "[").replace(')', "]"));
    }
    let modes: [Value; 2] = serde_json::from_str(&list).unwrap_or_else(|error| panic!("{text}: {error}"));
    modes.map(|mode| flat(&mode))
}

fn flat(value: &Value) -> Vec<u32> {
    match value.as_array() {
        Some(all) => all.iter().flat_map(flat).collect(),
        None => vec![value.as_u64().expect("a number") as u32],
    }
}

/// `8`, `T`, `2k`: a factor, a symbol, or both.
fn number(token: &str, value: &impl Fn(&str) -> u32) -> u32 {
    let (factor, symbol) =
        token.split_at(token.len() - token.trim_start_matches(|c: char| c.is_ascii_digit()).len());
    let factor = if factor.is_empty() { 1 } else { factor.parse().expect("a factor") };
    factor * if symbol.is_empty() { 1 } else { value(symbol) }
}
