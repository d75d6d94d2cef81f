//! The specified values of a tile.

use crate::hardware::{Element, Major};
use crate::law::{RowXor, Stride, Swizzle};
use crate::tile::order::Order;
use crate::tile::pattern::PatternOf;

/// The specified values of a [`Tile`](crate::tile::Tile); `None` is inferred from them and from an explicit descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SaidTile {
    /// Element type.
    pub element: Option<Element>,
    /// Contiguous dimension.
    pub major: Option<Major>,
    /// Swizzle mode that it was written with.
    pub swizzle: Option<Swizzle>,
    /// Extent of the window along M or N, in elements.
    pub mn: Option<u32>,
    /// Extent of the window along K, in elements.
    pub k: Option<u32>,
    /// Extent of the buffer along M or N.
    pub buffer_mn: Option<u32>,
    /// Extent of the buffer along K.
    pub buffer_k: Option<u32>,
    /// Index in the buffer of the window's first element, along M or N.
    pub at_mn: Option<u32>,
    /// Index in the buffer of the window's first element, along K.
    pub at_k: Option<u32>,
    /// Order of the atoms.
    pub order: Option<Order>,
    /// Its LBO; in swizzled K-major layouts the distance between the columns of K.
    pub lbo_bytes: Option<u32>,
    /// Its SBO.
    pub sbo_bytes: Option<u32>,
    /// Bytes from one plain row to the next.
    pub row_bytes: Option<u32>,
    /// The XOR that exchanges the units of plain rows; the rows are packed if their pitch was not specified.
    pub row_xor: Option<RowXor>,
    /// Bytes of the plain rows' elements between two pads.
    pub pad_every_bytes: Option<u32>,
    /// Bytes of a pad.
    pub pad_bytes: Option<u32>,
    /// Address of the buffer's first element, before the XOR.
    pub start_bytes: Option<u32>,
    /// Address at which the repeating pattern of the swizzle starts.
    pub pattern_bytes: Option<u32>,
    /// Whether it continues through all stages, or restarts with each.
    pub pattern_of: Option<PatternOf>,
    /// Copies of the buffer.
    pub stages: Option<u32>,
    /// Bytes from one copy to the next.
    pub stage_bytes: Option<u32>,
}

impl SaidTile {
    /// Whether anything was specified that a descriptor can be checked against: start, extents, strides, or how it was written.
    #[must_use]
    pub const fn is_placed(&self) -> bool {
        self.start_bytes.is_some() || self.has_extents() || self.has_form()
    }

    /// Whether its extents, or those of its buffer, were specified.
    #[must_use]
    pub const fn has_extents(&self) -> bool {
        self.mn.is_some() || self.k.is_some() || self.buffer_mn.is_some() || self.buffer_k.is_some()
    }

    /// Bytes of a stride, if they were specified.
    #[must_use]
    pub const fn stride_bytes(&self, stride: Stride) -> Option<u32> {
        match stride {
            Stride::Lbo => self.lbo_bytes,
            Stride::Sbo => self.sbo_bytes,
        }
    }

    /// The same, to be specified.
    pub const fn stride_bytes_mut(&mut self, stride: Stride) -> &mut Option<u32> {
        match stride {
            Stride::Lbo => &mut self.lbo_bytes,
            Stride::Sbo => &mut self.sbo_bytes,
        }
    }

    /// Whether its strides or its rows were specified.
    #[must_use]
    pub const fn has_form(&self) -> bool {
        self.lbo_bytes.is_some() || self.sbo_bytes.is_some() || self.has_rows()
    }

    /// Whether it was specified as plain rows.
    #[must_use]
    pub const fn has_rows(&self) -> bool {
        self.row_bytes.is_some() || self.row_xor.is_some() || self.has_pads()
    }

    /// The same in none of the forms of plain rows.
    #[must_use]
    pub const fn without_rows(self) -> Self {
        Self { row_bytes: None, row_xor: None, pad_every_bytes: None, pad_bytes: None, ..self }
    }

    /// Whether pads were specified: their bytes, and those between two of them.
    #[must_use]
    pub const fn has_pads(&self) -> bool {
        matches!((self.pad_every_bytes, self.pad_bytes), (Some(1..), Some(1..)))
    }
}
