//! Every control of the panel as plain public values, legal or not.

use core::fmt;

use crate::descriptor::SwizzleCode;
use crate::hardware::{Arch, Element, LboMode, Major, Named, Operand, Sparsity};
use crate::law::Swizzle;
use crate::tile::meant::Meant;

/// The largest extent of a tile along MN or K, in elements.
pub const EXTENT_MAX: u32 = 1 << 16;

/// In which direction the atoms of a tile follow each other in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// Atoms adjacent along MN come first.
    Mn,
    /// Atoms adjacent along K come first.
    K,
}

impl Named for Order {
    const WHAT: &'static str = "order";
    const ALL: &'static [Self] = &[Self::Mn, Self::K];

    fn name(self) -> &'static str {
        match self {
            Self::Mn => "mn",
            Self::K => "k",
        }
    }
}

/// A tile in shared memory and the descriptor that reads it. `None` in an optional value means automatic.
///
/// This is what a link holds. Any combination is allowed: what the hardware makes of it is in [`Spec`](crate::reader::Spec),
/// what is wrong with it in [`findings_from_spec`](crate::rules::findings_from_spec).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Params {
    /// Instruction family.
    pub arch: Arch,
    /// Operand.
    pub operand: Operand,
    /// Dense or sparse form of the instruction.
    pub sparsity: Sparsity,
    /// Element type.
    pub element: Element,
    /// Contiguous dimension.
    pub major: Major,
    /// Swizzle mode.
    pub swizzle: Swizzle,
    /// A swizzle code that stands for no mode and came with a descriptor; the mode then counts as none.
    pub invalid_swizzle: Option<SwizzleCode>,
    /// Extent along M or N in elements.
    pub mn: u32,
    /// Extent along K in elements.
    pub k: u32,
    /// Order of the atoms.
    pub order: Order,
    /// Address of the tile's first element, before the XOR.
    pub start_bytes: u32,
    /// Leading dimension byte offset of the descriptor; automatic: packed, or 16 (field 1) where it has no effect.
    pub lbo_bytes: Option<u32>,
    /// Stride dimension byte offset; automatic: packed.
    pub sbo_bytes: Option<u32>,
    /// Distance between the columns of K of the tile, in swizzled K-major layouts only, where a read may never need
    /// the descriptor's LBO; automatic: packed.
    pub column_bytes: Option<u32>,
    /// Where the repeating pattern of the swizzle starts; automatic: on an aligned boundary, as TMA writes.
    pub pattern_bytes: Option<u32>,
    /// Matrix base offset; automatic: from where the pattern starts.
    pub base_offset: Option<u8>,
    /// How the LBO field is read; absolute reads 48 bytes of K.
    pub lbo_mode: LboMode,
    /// Which read of the sequence along K the descriptor is for.
    pub step: u32,
    /// Bits of the descriptor outside of its values that differ from what the architecture fixes.
    pub stray_bits: u64,
    /// The tile that was meant to be there, which a read is compared with.
    pub meant: Meant,
}

impl Default for Params {
    /// A 64 × 64 bf16 tile, K-major with 128-byte swizzle, at 0x400: what a link means by a value left out.
    fn default() -> Self {
        Self {
            arch: Arch::Wgmma,
            operand: Operand::A,
            sparsity: Sparsity::Dense,
            element: Element::Bf16,
            major: Major::K,
            swizzle: Swizzle::B128,
            invalid_swizzle: None,
            mn: 64,
            k: 64,
            order: Order::Mn,
            start_bytes: 0x400,
            lbo_bytes: None,
            sbo_bytes: None,
            column_bytes: None,
            pattern_bytes: None,
            base_offset: None,
            lbo_mode: LboMode::Relative,
            step: 0,
            stray_bits: 0,
            meant: Meant::default(),
        }
    }
}

/// A value of [`Params`] for which there is no picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParamsError {
    /// The parameter.
    pub parameter: &'static str,
    /// Its value.
    pub value: u32,
    /// What it must be.
    pub rule: &'static str,
}

impl fmt::Display for ParamsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}: {}", self.parameter, self.value, self.rule)
    }
}

impl core::error::Error for ParamsError {}

impl Params {
    /// The first value for which there is no picture, if any.
    ///
    /// # Errors
    /// [`ParamsError`] for an extent of 0 or above [`EXTENT_MAX`], a base offset above 7, or a step that starts beyond
    /// the largest extent.
    ///
    /// ```
    /// use swizzle_core::Params;
    /// let params = Params { mn: 0, ..Params::default() };
    /// assert_eq!(params.check().unwrap_err().to_string(), "mn = 0: must be 1 to 65536 elements");
    /// ```
    pub fn check(&self) -> Result<(), ParamsError> {
        let refuse = |parameter, value, rule| {
            Err(ParamsError {
                parameter,
                value,
                rule,
            })
        };
        for (parameter, value) in [("mn", self.mn), ("k", self.k)] {
            if value == 0 || value > EXTENT_MAX {
                return refuse(parameter, value, "must be 1 to 65536 elements");
            }
        }
        match self.base_offset {
            Some(base_offset) if base_offset > 7 => {
                refuse("base_offset", u32::from(base_offset), "must be 0 to 7")
            }
            _ if self.step > EXTENT_MAX => refuse("step", self.step, "must be at most 65536"),
            _ => Ok(()),
        }
    }
}
