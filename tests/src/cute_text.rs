//! CuTe's text of a layout, `shape:stride`, read as the function that it stands for.
//!
//! Two texts of one function may nest their modes differently, so layouts are compared by what they compute.

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
    let inner = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or_else(|| panic!("{text}: not a tuple"));
    let mut found: Vec<Vec<u32>> = vec![Vec::new()];
    let mut depth = 0;
    let mut token = String::new();
    for symbol in inner.chars().chain([',']) {
        match symbol {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' => {
                if let Some(mode) = found.last_mut() {
                    mode.push(number(&std::mem::take(&mut token), value));
                }
                if depth == 0 {
                    found.push(Vec::new());
                }
            }
            other => token.push(other),
        }
    }
    found.pop();
    found.try_into().unwrap_or_else(|modes: Vec<_>| panic!("{text}: {} modes, not 2", modes.len()))
}

/// `8`, `T`, `2k`: a factor, a symbol, or both.
fn number(token: &str, value: &impl Fn(&str) -> u32) -> u32 {
    let digits = token.len() - token.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (factor, symbol) = token.split_at(digits);
    let factor = match factor {
        "" => 1,
        digits => digits.parse().unwrap_or_else(|_| panic!("{token}: not a number")),
    };
    match symbol {
        "" if digits > 0 => factor,
        "" => panic!("an empty place in a layout"),
        symbol => factor * value(symbol),
    }
}
