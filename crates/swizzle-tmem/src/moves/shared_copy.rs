//! `tcgen05.cp`: from shared to tensor memory.

use super::*;
use swizzle_core::hardware::UnknownName;

named! {
    /// To which warps' lanes a copy goes.
    pub enum Multicast "multicast" {
        /// Each row to one lane.
        None => "none",
        /// `.warpx2::02_13`: to the lanes of warps 0 and 2, 1 and 3.
        W02x13 => "02_13",
        /// `.warpx2::01_23`: to the lanes of warps 0 and 1, 2 and 3.
        W01x23 => "01_23",
        /// `.warpx4`: to the lanes of all warps.
        Warpx4 => "warpx4",
    }
}

impl Multicast {
    /// Finds one by its name, or by its spelling in a PTX opcode.
    ///
    /// # Errors
    /// [`UnknownName`] for another word.
    ///
    /// ```
    /// use swizzle_tmem::moves::Multicast;
    /// assert_eq!(Multicast::from_ptx("warpx2::02_13"), Ok(Multicast::W02x13));
    /// ```
    pub fn from_ptx(text: &str) -> Result<Self, UnknownName> {
        Self::from_name(text.strip_prefix("warpx2::").unwrap_or(text))
    }

    /// Its spelling in a PTX opcode, with the leading point; empty for [`Multicast::None`].
    ///
    /// ```
    /// use swizzle_tmem::moves::Multicast;
    /// assert_eq!(Multicast::W02x13.ptx(), ".warpx2::02_13");
    /// ```
    pub const fn ptx(self) -> &'static str {
        match self {
            Self::None => "",
            Self::W02x13 => ".warpx2::02_13",
            Self::W01x23 => ".warpx2::01_23",
            Self::Warpx4 => ".warpx4",
        }
    }

    /// Lanes that each row goes to.
    pub const fn copies(self) -> u32 {
        match self {
            Self::None => 1,
            Self::W02x13 | Self::W01x23 => 2,
            Self::Warpx4 => 4,
        }
    }
}

/// A `tcgen05.cp` without decompression: row, byte of the row, copy ↔ lane, column, bit of the column's word.
///
/// Lane and column count from the address of the instruction. With `.cta_group::2` each CTA's tensor memory gets the same;
/// from whose shared memory, sources disagree. Where decompressed elements are is not known. Source: CuTe's traits of copies.
///
/// ```
/// use swizzle_core::hardware::CopyShape;
/// use swizzle_tmem::moves::{Multicast, SharedCopy};
/// let copy = SharedCopy::new(CopyShape::R64x128b, Multicast::W01x23)?;
/// let cells = copy.law.points(&[33, 5])?;
/// assert_eq!(cells.iter().map(|c| (c.lane, c.column, c.bit)).collect::<Vec<_>>(), [(65, 1, 8), (97, 1, 8)]);
/// assert_eq!(copy.law.element(cells[1]), Some([33, 5, 1]));
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedCopy {
    /// The shape.
    pub shape: CopyShape,
    /// To which warps' lanes.
    pub multicast: Multicast,
    /// The law: row, byte, copy ↔ lane, column, bit.
    pub law: Law,
}

impl SharedCopy {
    /// A copy of a shape.
    ///
    /// # Errors
    /// [`Refusal::Copy`] where the shape does not have that multicast.
    pub fn new(shape: CopyShape, multicast: Multicast) -> Result<Self, Refusal> {
        let law = law(shape, multicast).ok_or(Refusal::Copy { shape, multicast })?;
        Ok(Self { shape, multicast, law })
    }
}

/// The law of a shape and a multicast that go together.
fn law(shape: CopyShape, multicast: Multicast) -> Option<Law> {
    use Coordinate::{Bit, Column, Lane};
    let (rows, copy_lanes) = match (shape, multicast) {
        (CopyShape::R128x256b | CopyShape::R128x128b, Multicast::None) => (vec![(128, Lane, 1)], 0),
        (CopyShape::R4x256b, Multicast::None) => (vec![(4, Lane, 32)], 0),
        (CopyShape::R64x128b, Multicast::W02x13) => (vec![(64, Lane, 1)], 64),
        (CopyShape::R64x128b, Multicast::W01x23) => (vec![(32, Lane, 1), (2, Lane, 64)], 32),
        (CopyShape::R32x128b, Multicast::Warpx4) => (vec![(32, Lane, 1)], 32),
        _ => return None,
    };
    let source = "CuTe's traits of copies; PTX ISA, tcgen05.cp, for shapes and pairs of warps";
    let law = Law::new("tcgen05.cp", Mark::Code, source)
        .over(Index::Row, rows)
        .over(Index::Byte, [(4, Bit, 8), (shape.row_bytes() / 4, Column, 1)])
        .over(Index::Copy, [(multicast.copies(), Lane, copy_lanes)]);
    Some(law)
}
