//! XORs of writers, apart from the swizzle modes: units of any size exchanged within rows of any pitch.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::hardware::named::UnknownName;
use crate::hardware::{Element, LINE_UNITS, UNIT_BYTES};
use crate::law::xor::Xor;

/// What the bits of an XOR are bits of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum XorOf {
    /// The number of the unit in its row, by the number of the row in the buffer: `unit ^ (row >> shift & mask)`.
    Rows,
    /// The element's index in the buffer, row pitch included: CuTe's `Swizzle<B,M,S>` in front of a layout.
    Elements,
    /// The address in shared memory: TMA's modes, and CuTe's swizzle of a pointer.
    Address,
}

/// An XOR that exchanges units of rows, as a writer's code has it.
///
/// ```
/// use swizzle_core::law::{RowXor, Xor};
/// let xor: RowXor = "row/2-and-3".parse()?;
/// assert_eq!((xor, xor.text().as_str()), (RowXor::rows(1, 2), "unit ^ (row / 2 & 3)"));
/// let words: RowXor = "row-and-31-4B".parse()?;
/// assert_eq!(words.text(), "4-byte unit ^ (row & 31)");
/// let cute: RowXor = "swizzle-3-3-3".parse()?;
/// assert_eq!(cute.xor(), Xor { bits: 3, base: 3, shift: 3 });
/// assert_eq!(RowXor::lines(3).text(), "unit ^ (address / 128 & 7)");
/// # Ok::<(), swizzle_core::hardware::UnknownName>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RowXor {
    of: XorOf,
    xor: Xor,
}

impl RowXor {
    /// Those with a name of their own since the first links: 16-byte units, by rows or by 128-byte lines.
    pub const ALL: &'static [Self] = &[
        Self::rows(0, 1),
        Self::rows(0, 2),
        Self::rows(0, 3),
        Self::rows(1, 1),
        Self::rows(1, 2),
        Self::rows(2, 1),
        Self::lines(1),
        Self::lines(2),
        Self::lines(3),
    ];

    /// The lasting names of these.
    pub const NAMES: &'static [&'static str] = &[
        "row-and-1",
        "row-and-3",
        "row-and-7",
        "row/2-and-1",
        "row/2-and-3",
        "row/4-and-1",
        "line-and-1",
        "line-and-3",
        "line-and-7",
    ];

    const UNIT_BASE: u32 = UNIT_BYTES.trailing_zeros();
    /// Most bits of the mask, and most of the three numbers together: what is changed and read is within shared memory.
    const MOST: [u32; 2] = [8, 16];

    /// An XOR of these bits: of [`XorOf::Rows`] the base is that of the unit in bytes and the shift that of the rows which
    /// share a phase; otherwise they are those of CuTe's `Swizzle<B,M,S>`.
    ///
    /// `None` if it exchanges nothing, is not its own inverse, or has more bits than any row of shared memory.
    #[must_use]
    pub const fn new(of: XorOf, xor: Xor) -> Option<Self> {
        let [bits, all] = Self::MOST;
        let is_held = xor.bits > 0 && xor.bits <= bits && xor.base <= all && xor.shift <= all - xor.base;
        let is_held = is_held && xor.bits + xor.base + xor.shift <= all;
        // Bits that are read and changed would not be found again.
        let is_inverse = matches!(of, XorOf::Rows) || xor.shift >= xor.bits;
        if is_held && is_inverse { Some(Self { of, xor }) } else { None }
    }

    /// `unit ^ (row >> shift & 2^bits − 1)` in 16-byte units.
    #[must_use]
    pub const fn rows(shift: u32, bits: u32) -> Self {
        Self { of: XorOf::Rows, xor: Xor { bits, base: Self::UNIT_BASE, shift } }
    }

    /// `unit ^ (address / 128 & 2^bits − 1)` in 16-byte units: what TMA writes with a swizzle of 32, 64 or 128 bytes.
    #[must_use]
    pub const fn lines(bits: u32) -> Self {
        Self { of: XorOf::Address, xor: Self::rows(LINE_UNITS.trailing_zeros(), bits).xor }
    }

    /// What its bits are of.
    #[must_use]
    pub const fn of(self) -> XorOf {
        self.of
    }

    /// Its bits.
    #[must_use]
    pub const fn xor(self) -> Xor {
        self.xor
    }

    /// Bytes of the units that it exchanges, for elements of a type; `None` if it would exchange parts of an element.
    #[must_use]
    pub const fn unit_bytes(self, element: Element) -> Option<u32> {
        let bits = match self.of {
            XorOf::Rows | XorOf::Address => 8 << self.xor.base,
            XorOf::Elements => element.pitch_bits() << self.xor.base,
        };
        let is_whole = bits >= 8 && bits.is_power_of_two() && bits >= element.pitch_bits();
        // The units of padded elements end in padding.
        let is_whole = is_whole && (!element.is_padded() || bits >= UNIT_BYTES * 8);
        if is_whole { Some(bits / 8) } else { None }
    }

    /// The equivalent XOR on byte addresses for rows of this pitch, in a buffer that starts at a multiple of the repeating
    /// pattern; `None` if the pitch is not a power of two, is less than the units that are exchanged, or these are not whole
    /// elements.
    ///
    /// ```
    /// use swizzle_core::Element;
    /// use swizzle_core::law::{RowXor, Xor};
    /// assert_eq!(RowXor::rows(0, 2).on_bytes(Element::Bf16, 128), Some(Xor { bits: 2, base: 4, shift: 3 }));
    /// assert_eq!(RowXor::rows(0, 3).on_bytes(Element::Bf16, 64), None);
    /// ```
    #[must_use]
    pub const fn on_bytes(self, element: Element, row_bytes: u32) -> Option<Xor> {
        let Some(unit_bytes) = self.unit_bytes(element) else {
            return None;
        };
        let shift = match self.of {
            XorOf::Elements | XorOf::Address => self.xor.shift,
            XorOf::Rows if !row_bytes.is_power_of_two() || row_bytes < unit_bytes << self.xor.bits => {
                return None;
            }
            XorOf::Rows => (row_bytes / unit_bytes).trailing_zeros() + self.xor.shift,
        };
        Some(Xor { bits: self.xor.bits, base: unit_bytes.trailing_zeros(), shift })
    }

    /// CuTe's functor on the element's index in the buffer, for rows of this pitch in a buffer that starts at these bytes; `None`
    /// where there is none.
    ///
    /// ```
    /// use swizzle_core::Element;
    /// use swizzle_core::law::RowXor;
    /// let functor = |pitch| Some(RowXor::rows(0, 3).on_elements(Element::Bf16, pitch, 0x400)?.text());
    /// assert_eq!(functor(128).as_deref(), Some("Swizzle<3,3,3>"));
    /// assert_eq!(functor(144), None);
    /// ```
    #[must_use]
    pub const fn on_elements(self, element: Element, row_bytes: u32, start_bytes: u32) -> Option<Xor> {
        let Some(xor) = self.on_bytes(element, row_bytes) else {
            return None;
        };
        let is_moved = matches!(self.of, XorOf::Address) && start_bytes & (xor.pattern_bytes() - 1) != 0;
        // A byte is 2^3 bits.
        let base = (xor.base + 3).checked_sub(element.slot_bits().trailing_zeros());
        match base {
            Some(base) if !is_moved => Some(Xor { base, ..xor }),
            _ => None,
        }
    }

    /// The expression, as it is in a writer's code.
    #[must_use]
    pub fn text(self) -> String {
        let Xor { bits, base, shift } = self.xor;
        let mask = (1_u32 << bits) - 1;
        let unit = match base {
            Self::UNIT_BASE => "unit".into(),
            base => format!("{}-byte unit", 1_u32 << base),
        };
        match self.of {
            XorOf::Rows if shift == 0 => format!("{unit} ^ (row & {mask})"),
            XorOf::Rows => format!("{unit} ^ (row / {} & {mask})", 1_u32 << shift),
            XorOf::Address => format!("{unit} ^ (address / {} & {mask})", 1_u32 << (base + shift)),
            XorOf::Elements => format!("{} of the element's index", self.xor.text()),
        }
    }
}

/// The lasting name, in links and options.
impl fmt::Display for RowXor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Xor { bits, base, shift } = self.xor;
        let mask = (1_u32 << bits) - 1;
        let name = match self.of {
            XorOf::Rows => {
                let rows = if shift == 0 { String::new() } else { format!("/{}", 1_u32 << shift) };
                let unit =
                    if base == Self::UNIT_BASE { String::new() } else { format!("-{}B", 1_u32 << base) };
                format!("row{rows}-and-{mask}{unit}")
            }
            XorOf::Address if *self == Self::lines(bits) => format!("line-and-{mask}"),
            XorOf::Address => format!("swizzle-{bits}-{base}-{shift}-address"),
            XorOf::Elements => format!("swizzle-{bits}-{base}-{shift}"),
        };
        f.pad(&name)
    }
}

impl FromStr for RowXor {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        const KNOWN: [&str; 5] =
            ["row-and-7", "row/2-and-3", "row-and-31-4B", "swizzle-3-3-3", "swizzle-3-4-3-address"];
        let lower = name.to_ascii_lowercase();
        named(&lower).ok_or_else(|| UnknownName::new("row XOR", name, KNOWN.into_iter()))
    }
}

/// The XOR of a name in lower case.
fn named(name: &str) -> Option<RowXor> {
    let number = |text: &str| text.parse::<u32>().ok();
    if let Some(numbers) = name.strip_prefix("swizzle-") {
        let (numbers, of) = match numbers.strip_suffix("-address") {
            Some(numbers) => (numbers, XorOf::Address),
            None => (numbers, XorOf::Elements),
        };
        let mut numbers = numbers.split('-').map(number);
        let [bits, base, shift] = [numbers.next()??, numbers.next()??, numbers.next()??];
        return RowXor::new(of, Xor { bits, base, shift }).filter(|_| numbers.next().is_none());
    }
    let (counted, rest) = name.split_once("-and-")?;
    let (mask, unit) = rest.split_once('-').map_or((rest, None), |(mask, unit)| (mask, Some(unit)));
    let mask = number(mask)?.checked_add(1)?;
    let base = match unit {
        Some(unit) => number(unit.strip_suffix('b')?)?,
        None => UNIT_BYTES,
    };
    let (of, per) = match counted.split_once('/') {
        Some(("row", per)) => (XorOf::Rows, number(per)?),
        None if counted == "row" => (XorOf::Rows, 1),
        None if counted == "line" && base == UNIT_BYTES => (XorOf::Address, LINE_UNITS),
        _ => return None,
    };
    let are_powers = mask.is_power_of_two() && base.is_power_of_two() && per.is_power_of_two();
    let [bits, base, shift] = [mask, base, per].map(u32::trailing_zeros);
    RowXor::new(of, Xor { bits, base, shift }).filter(|_| are_powers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString as _;

    /// Every XOR that there can be has one name, by which it is found again.
    #[test]
    fn names_are_read_back() {
        let mut names = alloc::collections::BTreeSet::new();
        for of in [XorOf::Rows, XorOf::Elements, XorOf::Address] {
            for (bits, base) in (0..20).flat_map(|bits| (0..20).map(move |base| (bits, base))) {
                for shift in (0..20).chain([u32::MAX]) {
                    let Some(xor) = RowXor::new(of, Xor { bits, base, shift }) else {
                        continue;
                    };
                    let name = xor.to_string();
                    assert_eq!(name.parse(), Ok(xor), "{name}");
                    assert_eq!(name.to_ascii_uppercase().parse(), Ok(xor), "{name}");
                    assert!(!xor.text().is_empty() && names.insert(name));
                }
            }
        }
        let first: alloc::vec::Vec<_> = RowXor::ALL.iter().map(RowXor::to_string).collect();
        assert_eq!(first, RowXor::NAMES);
        assert!(names.len() > 1000 && names.contains("line-and-7") && names.contains("swizzle-2-2-3"));
    }

    #[test]
    fn what_is_not_a_name_is_said() {
        for name in [
            "",
            "row",
            "row-and-5",
            "row-and-0",
            "row/3-and-3",
            "row-and-7-3B",
            "line-and-7-8B",
            "line/2-and-1",
            "swizzle-3-3",
            "swizzle-3-3-2",
            "swizzle-3-3-3-3",
            "row-and-4294967295",
            "row-and-7-b",
            "column-and-7",
        ] {
            let error = name.parse::<RowXor>().unwrap_err().to_string();
            assert!(error.contains("is unknown: one of row-and-7, row/2-and-3"), "{name}: {error}");
        }
    }
}
