//! `tcgen05.ld` and `tcgen05.st`: registers of a warpgroup and tensor memory.

use super::*;

/// Warps that together reach all lanes.
const WARPS: u32 = 4;

named! {
    /// The shape of a `tcgen05.ld` or `tcgen05.st`: lanes × bits of one repetition.
    pub enum LoadShape "load shape" {
        /// `.32x32b`: a lane a thread.
        S32x32b => "32x32b",
        /// `.16x64b`.
        S16x64b => "16x64b",
        /// `.16x128b`.
        S16x128b => "16x128b",
        /// `.16x256b`: the fragment of older accumulators.
        S16x256b => "16x256b",
        /// `.16x32bx2`: two halves of 16 lanes × 32 bits, a distance apart.
        S16x32bx2 => "16x32bx2",
    }
}

impl LoadShape {
    /// Registers of a thread for each repetition.
    pub const fn registers(self) -> u32 {
        match self {
            Self::S32x32b | Self::S16x64b | Self::S16x32bx2 => 1,
            Self::S16x128b => 2,
            Self::S16x256b => 4,
        }
    }

    /// The most repetitions, of 128 registers. Source: PTX ISA, `tcgen05.ld`.
    pub const fn most_repeats(self) -> u32 {
        128 / self.registers()
    }

    /// Lanes that a warp reads.
    pub const fn lanes(self) -> u32 {
        match self {
            Self::S32x32b => WARP_LANES,
            Self::S16x64b | Self::S16x128b | Self::S16x256b | Self::S16x32bx2 => 16,
        }
    }
}

/// A register of a warpgroup, or a half of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Register {
    /// Warp of the warpgroup, 0 to 3.
    pub warp: u32,
    /// Thread of the warp, 0 to 31.
    pub thread: u32,
    /// Register of the thread, in the order in which the instruction names them.
    pub register: u32,
    /// 1 for bits 16 to 31 of a packed move; 0 else.
    pub half: u32,
}

/// A `tcgen05.ld` or `tcgen05.st` of all warps of a warpgroup: register ↔ lane, column. A store has the same law.
///
/// The column counts from the address of the instruction. Each warp gives the address of its own lanes, 32 for each warp
/// further; the lane counts from that of warp 0. A packed move (`.pack::16b`, `.unpack::16b`) has the low half of a column in
/// each half of a register. Source: CuTe's traits of copies; Triton's `compute_tmem_reg_layout` for all shapes but `.16x32bx2`.
///
/// ```
/// use swizzle_tmem::moves::{Load, LoadShape, Register};
/// let load = Load::new(LoadShape::S16x256b, 4, false, None)?;
/// let register = Register { thread: 18, register: 6, ..Register::default() };
/// let cell = load.cell_from_register(register)?;
/// assert_eq!((cell.lane, cell.column), (12, 12));
/// assert_eq!(load.registers_from_cell(cell), [register]);
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Load {
    /// The shape.
    pub shape: LoadShape,
    /// Repetitions, `.x1` to `.x128`.
    pub num: u32,
    /// Whether each register holds two 16-bit halves.
    pub is_packed: bool,
    /// The law: warp, thread, register, and half, of which a move that is not packed has one ↔ lane, column.
    pub law: Law,
}

impl Load {
    /// A move of a shape, repeated `num` times. `split` is the distance of the halves of `.16x32bx2` in columns, its
    /// `immHalfSplitoff`; without it, the second half follows the first, as in CuTe.
    ///
    /// # Errors
    /// [`Refusal::Repeat`] for a repetition that the shape does not have, [`Refusal::Split`] for a split of another shape,
    /// [`Refusal::Columns`] for one that leaves tensor memory.
    pub fn new(shape: LoadShape, num: u32, is_packed: bool, split: Option<u32>) -> Result<Self, Refusal> {
        if !num.is_power_of_two() || num > shape.most_repeats() {
            return Err(Refusal::Repeat { shape, num });
        }
        if split.is_some() && shape != LoadShape::S16x32bx2 {
            return Err(Refusal::Split(shape));
        }
        // Columns of a register's word.
        let wide = 1 + u32::from(is_packed);
        let split = split.unwrap_or(num * wide);
        if split >= COLUMNS {
            return Err(Refusal::Columns(split));
        }
        let law = law(shape, num, wide, split);
        let columns = law.columns();
        if columns > COLUMNS {
            return Err(Refusal::Columns(columns));
        }
        Ok(Self { shape, num, is_packed, law })
    }

    /// The law of several such moves from a lane on, their number being the last index: `along` beside each other in columns, and
    /// likewise in each of so many parts of a warp's lanes.
    pub fn repeated(&self, (along, parts): (u32, u32), lane: u32) -> Law {
        let digits =
            [(along, Coordinate::Column, self.law.columns()), (parts, Coordinate::Lane, self.shape.lanes())];
        self.law.clone().at_lane(lane).over(Index::Load, digits)
    }

    /// The instruction as PTX writes it, without its operands.
    pub fn instruction(&self) -> String {
        let Self { shape, num, .. } = self;
        let pack = if self.is_packed { ".pack::16b" } else { "" };
        format!("tcgen05.ld.sync.aligned.{shape}.x{num}{pack}.b32")
    }

    /// Registers of each thread.
    pub const fn registers(&self) -> u32 {
        self.shape.registers() * self.num
    }

    /// The cell of a register.
    ///
    /// # Errors
    /// [`Refusal::Index`] for a register that the instruction does not have.
    pub fn cell_from_register(&self, at: Register) -> Result<Point, Refusal> {
        Ok(self.law.points(&[at.warp, at.thread, at.register, at.half])?[0])
    }

    /// The registers of a cell: none where the instruction leaves it out, two where the halves of `.16x32bx2` overlap.
    pub fn registers_from_cell(&self, cell: Point) -> Vec<Register> {
        let found = self.law.indices(cell).into_iter().filter_map(|found| <[u32; 4]>::try_from(found).ok());
        found.map(|[warp, thread, register, half]| Register { warp, thread, register, half }).collect()
    }

    /// Whether a warp of a CTA can move to or from an address: it reaches lanes 32 · (warp mod 4) to + 31.
    ///
    /// Source: PTX ISA, `tcgen05.ld`, access restrictions.
    ///
    /// # Errors
    /// [`Refusal::Warp`] where lanes are not the warp's, [`Refusal::Columns`] where columns are not in tensor memory.
    ///
    /// ```
    /// use swizzle_tmem::moves::{Load, LoadShape};
    /// use swizzle_tmem::tensor_memory::Address;
    /// let load = Load::new(LoadShape::S32x32b, 8, false, None)?;
    /// assert_eq!(
    ///     load.check_warp(6, Address::new(0, 0)?).unwrap_err().to_string(),
    ///     "warp 6 does not reach lane 0: it reaches lanes 64 to 95",
    /// );
    /// assert!(load.check_warp(6, Address::new(64, 0)?).is_ok());
    /// # Ok::<(), swizzle_tmem::Refusal>(())
    /// ```
    pub fn check_warp(&self, warp: u32, address: Address) -> Result<(), Refusal> {
        let own = warp % WARPS * WARP_LANES;
        let last = address.lane() + self.shape.lanes() - 1;
        if address.lane() < own {
            return Err(Refusal::Warp { warp, lane: address.lane() });
        }
        if last >= own + WARP_LANES {
            return Err(Refusal::Warp { warp, lane: last });
        }
        let end = address.column() + self.law.columns();
        if end > COLUMNS {
            return Err(Refusal::Columns(end));
        }
        Ok(())
    }
}

const BOTH: &str = "PTX ISA, tcgen05.ld; CuTe's traits of copies; Triton's compute_tmem_reg_layout";
const CUTE: &str = "CuTe's traits of copies";
const PACKED: &str = "CuTe's traits of copies; that the low half comes first is CuTe's as well";

fn law(shape: LoadShape, num: u32, wide: u32, split: u32) -> Law {
    use Coordinate::{Column, Lane};
    let (name, mark, source) = match (shape, wide) {
        (LoadShape::S16x32bx2, 1) => ("tcgen05.ld and st", Mark::Code, CUTE),
        (_, 1) => ("tcgen05.ld and st", Mark::TwoWitnesses, BOTH),
        (_, _) => ("tcgen05.ld and st, packed", Mark::Code, PACKED),
    };
    let (threads, registers) = match shape {
        LoadShape::S32x32b => (vec![(32, Lane, 1)], vec![(num, Column, wide)]),
        LoadShape::S16x64b => {
            (vec![(2, Lane, 8), (2, Column, wide), (8, Lane, 1)], vec![(num, Column, 2 * wide)])
        }
        LoadShape::S16x128b => {
            (vec![(4, Column, wide), (8, Lane, 1)], vec![(2, Lane, 8), (num, Column, 4 * wide)])
        }
        LoadShape::S16x256b => (
            vec![(4, Column, 2 * wide), (8, Lane, 1)],
            vec![(2, Column, wide), (2, Lane, 8), (num, Column, 8 * wide)],
        ),
        LoadShape::S16x32bx2 => (vec![(16, Lane, 1), (2, Column, split)], vec![(num, Column, wide)]),
    };
    Law::new(name, mark, source)
        .over(Index::Warp, [(WARPS, Lane, WARP_LANES)])
        .over(Index::Thread, threads)
        .over(Index::Register, registers)
        .over(Index::Half, [(wide, Column, 1)])
}
