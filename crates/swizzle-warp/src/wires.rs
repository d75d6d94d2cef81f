//! The XOR of the swizzle as wires: each takes an address bit that counts lines into one that counts units.

use swizzle_core::Named as _;
use swizzle_core::law::{Swizzle, Xor};

/// The XOR with all wires closed.
const ALL: Xor = Swizzle::B128.xor();

/// A set of the three wires of the XOR, those that are closed. Wire 0 is 7 → 4, wire 1 is 8 → 5, wire 2 is 9 → 6.
///
/// ```
/// use swizzle_core::Swizzle;
/// use swizzle_warp::Wires;
/// let one = Wires::OPEN.flipped(0);
/// assert_eq!(one.physical_from_absolute(0x480), 0x490); // odd lines exchange neighbours
/// assert_eq!(one.mode(), Some(Swizzle::B32));
/// assert_eq!(Wires::OPEN.flipped(1).mode(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wires(u32);

impl Wires {
    /// Wires that there are.
    pub const COUNT: u32 = ALL.bits;
    /// No wire is closed.
    pub const OPEN: Self = Self(0);
    /// All are closed.
    pub const ALL: Self = Self((1 << Self::COUNT) - 1);

    /// The wires whose bits are set, wire 0 in the lowest; bits above the last wire are ignored.
    pub const fn from_mask(mask: u32) -> Self {
        Self(mask & Self::ALL.0)
    }

    /// A bit for each wire, set where it is closed.
    pub const fn mask(self) -> u32 {
        self.0
    }

    /// Returns the lowest `count` wires: the modes close the lowest first.
    pub fn lowest(count: u32) -> Self {
        Self((1 << count.min(Self::COUNT)) - 1)
    }

    /// Every set, by its mask.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..1 << Self::COUNT).map(Self)
    }

    /// How many wires are closed.
    pub const fn closed(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether a wire is closed.
    pub const fn is_closed(self, wire: u32) -> bool {
        self.0 >> wire & 1 == 1
    }

    /// The same with one wire opened or closed.
    pub const fn flipped(self, wire: u32) -> Self {
        Self::from_mask(self.0 ^ 1 << wire)
    }

    /// The address bit that a wire reads, and the one that it changes.
    pub const fn bits(wire: u32) -> (u32, u32) {
        (ALL.base + ALL.shift + wire, ALL.base + wire)
    }

    /// The mode whose XOR this is.
    pub fn mode(self) -> Option<Swizzle> {
        let is_it = |mode: &&Swizzle| {
            let xor = mode.xor();
            (xor.base, xor.shift) == (ALL.base, ALL.shift) && Self::lowest(xor.bits) == self
        };
        Swizzle::ALL.iter().find(is_it).copied()
    }

    /// The shared-memory address of the byte at an absolute address. Its own inverse.
    pub fn physical_from_absolute(self, absolute_bytes: u32) -> u32 {
        let wires = (0..Self::COUNT).filter(|wire| self.is_closed(*wire));
        wires.fold(absolute_bytes, |bytes, wire| {
            let base = ALL.base + wire;
            Xor { bits: 1, base, ..ALL }.apply(bytes, 0)
        })
    }

    /// The XOR of units in rows of a line each, as code has it.
    ///
    /// ```
    /// assert_eq!(swizzle_warp::Wires::from_mask(3).expression(), "unit ^ (row & 3)");
    /// ```
    pub fn expression(self) -> String {
        format!("unit ^ (row & {})", self.0)
    }

    /// A wire by its bits.
    ///
    /// ```
    /// assert_eq!(swizzle_warp::Wires::wire_text(2), "9 → 6");
    /// ```
    pub fn wire_text(wire: u32) -> String {
        let (from, to) = Self::bits(wire);
        format!("{from} → {to}")
    }

    /// Describes which wires are closed, and the mode that this is.
    ///
    /// ```
    /// use swizzle_warp::Wires;
    /// assert_eq!(Wires::OPEN.text(), "No wire is closed: no swizzle.");
    /// assert_eq!(Wires::from_mask(1).text(), "7 → 4 is closed: the XOR of 32B.");
    /// assert_eq!(
    ///     Wires::from_mask(5).text(),
    ///     "7 → 4 and 9 → 6 are closed. No mode has this XOR: hardware closes 7 → 4 first, then 8 → 5, then 9 → 6."
    /// );
    /// ```
    pub fn text(self) -> String {
        let wires = (0..Self::COUNT).filter(|wire| self.is_closed(*wire));
        let closed: Vec<String> = wires.map(Self::wire_text).collect();
        let are_closed = match &closed[..] {
            [] => return "No wire is closed: no swizzle.".into(),
            [one] => format!("{one} is closed"),
            [first, second] => format!("{first} and {second} are closed"),
            _ => "All three wires are closed".into(),
        };
        match self.mode() {
            Some(mode) => format!("{are_closed}: the XOR of {}.", mode.name()),
            None => {
                let [first, second, third] = [0, 1, 2].map(Self::wire_text);
                format!(
                    "{are_closed}. No mode has this XOR: hardware closes {first} first, then {second}, then {third}."
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sets that are modes place every byte as the mode's own law does.
    #[test]
    fn the_modes_close_the_lowest_wires() {
        let modes = [(0, Swizzle::None), (1, Swizzle::B32), (3, Swizzle::B64), (7, Swizzle::B128)];
        for (mask, mode) in modes {
            let wires = Wires::from_mask(mask);
            assert_eq!((wires.mode(), Wires::lowest(wires.closed())), (Some(mode), wires));
            for absolute in 0..4096 {
                let byte = mode.physical_from_absolute(absolute, 0);
                assert_eq!(wires.physical_from_absolute(absolute), byte, "{mode:?} {absolute}");
            }
        }
        for mask in [2, 4, 5, 6] {
            assert_eq!(Wires::from_mask(mask).mode(), None, "{mask}");
        }
    }
}
