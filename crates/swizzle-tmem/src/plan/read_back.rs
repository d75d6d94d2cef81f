//! The `tcgen05.ld` that reads a cell, and eight of its registers.

use super::*;
use crate::moves::Register;

/// Registers that are looked at together, if nothing else is asked for.
const PAGE: u32 = 8;

/// A `tcgen05.ld` of one warp that reads a cell, and the registers of each thread among which the cell's is.
///
/// ```
/// use swizzle_tmem::moves::LoadShape;
/// use swizzle_tmem::plan::{Cell, Plan, ReadBack};
/// let laid = Plan::default().laid();
/// let cell = Cell { cta: 0, lane: 70, column: 33 };
/// let read = ReadBack::new(&laid, cell, LoadShape::S32x32b, Some(64))?;
/// assert_eq!(read.line(), "tcgen05.ld.sync.aligned.32x32b.x64.b32 [taddr + 0x00400000]");
/// assert_eq!((read.register.warp, read.register.thread, read.register.register), (2, 6, 33));
/// let read = ReadBack::new(&laid, cell, LoadShape::S16x256b, None)?;
/// assert_eq!((read.address.to_string().as_str(), read.register.thread, read.register.register), ("0x00400020", 24, 1));
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadBack {
    /// The move, of all warps.
    pub load: Load,
    /// The address that the warp passes to the move.
    pub address: Address,
    /// The cell.
    pub cell: Cell,
    /// The register that gets it; its warp is the one whose lanes these are.
    pub register: Register,
    /// Number of registers of each thread that are looked at together.
    pub page: u32,
}

impl ReadBack {
    /// The repetition that gives each thread eight registers.
    pub const fn usual_num(shape: LoadShape) -> u32 {
        PAGE / shape.registers()
    }

    /// The load of a shape that reads a cell: the loads follow each other from the first column of the cell's region on, or
    /// from the first of all where it is in none.
    ///
    /// # Errors
    /// [`Refusal::Repeat`] for a repetition that the shape does not have, [`Refusal::Columns`] for one that leaves tensor
    /// memory, [`Refusal::Lane`] and [`Refusal::Column`] for a cell that there is not.
    pub fn new(laid: &Laid, cell: Cell, shape: LoadShape, num: Option<u32>) -> Result<Self, Refusal> {
        Address::new(cell.lane, cell.column)?;
        let load = Load::new(shape, num.unwrap_or_else(|| Self::usual_num(shape)), false, None)?;
        let region = laid.regions().find(|one| one.contains(cell));
        let first = region.map_or(0, |one| one.column);
        let wide = load.law.columns();
        let column = first + (cell.column - first) / wide * wide;
        let column = column.min(COLUMNS - wide);
        let warp = cell.lane / WARP_LANES;
        let upper = if cell.lane % WARP_LANES >= shape.lanes() { shape.lanes() } else { 0 };
        let address = Address::new(warp * WARP_LANES + upper, column)?;
        let mut read = Self { load, address, cell, register: Register::default(), page: PAGE };
        read.register = read.registers_from_cell(cell).into_iter().next().unwrap_or_default();
        Ok(read)
    }

    /// The same with another number of registers that are looked at together.
    ///
    /// ```
    /// use swizzle_tmem::moves::LoadShape;
    /// use swizzle_tmem::plan::{Cell, Plan, ReadBack};
    /// let cell = Cell { cta: 0, lane: 44, column: 12 };
    /// let read = ReadBack::new(&Plan::default().laid(), cell, LoadShape::S16x256b, None)?.with_page(4);
    /// assert_eq!(read.registers(), 4..8);
    /// assert_eq!(read.columns(), (8..16).collect::<Vec<_>>());
    /// # Ok::<(), swizzle_tmem::Refusal>(())
    /// ```
    pub fn with_page(self, page: u32) -> Self {
        Self { page, ..self }
    }

    /// Returns the move as PTX writes it, without its registers; `taddr` is the address that the allocation returned.
    pub fn line(&self) -> String {
        let address = match self.address.word() {
            0 => String::new(),
            _ => format!(" + {}", self.address),
        };
        format!("{} [taddr{address}]", self.load.instruction())
    }

    /// The registers of each thread that are looked at.
    pub fn registers(&self) -> Range<u32> {
        let first = self.register.register / self.page * self.page;
        first..(first + self.page).min(self.load.registers())
    }

    /// The cell of a register of a thread of the warp.
    ///
    /// # Errors
    /// [`Refusal::Index`] for one that the load does not have.
    pub fn cell_from_register(&self, thread: u32, register: u32) -> Result<Cell, Refusal> {
        let register = Register { thread, register, ..self.register };
        let point = self.load.cell_from_register(register)?;
        let (lane, column) = (point.lane + self.upper(), point.column + self.address.column());
        Ok(Cell { lane, column, ..self.cell })
    }

    /// Thread and register of a cell, where one of those that are looked at gets it.
    pub fn register_from_cell(&self, cell: Cell) -> Option<Register> {
        let mut found = self.registers_from_cell(cell).into_iter();
        found.find(|one| one.warp == self.register.warp && self.registers().contains(&one.register))
    }

    /// The registers of all warps that get a cell.
    fn registers_from_cell(&self, cell: Cell) -> Vec<Register> {
        let lane = cell.lane.checked_sub(self.upper());
        let column = cell.column.checked_sub(self.address.column());
        let point = lane.zip(column).map(|(lane, column)| Point { lane, column, ..Point::default() });
        point.map_or_else(Vec::new, |point| self.load.registers_from_cell(point))
    }

    /// The first lane of those that the warp reaches, from its own first one on.
    const fn upper(&self) -> u32 {
        self.address.lane() % WARP_LANES
    }

    /// The lanes that the warp reads.
    pub const fn lanes(&self) -> Range<u32> {
        let first = self.address.lane();
        first..first + self.load.shape.lanes()
    }

    /// The columns that the registers that are looked at reach, in ascending order.
    pub fn columns(&self) -> Vec<u32> {
        let registers = self.registers();
        let cells = (0..WARP_LANES).flat_map(|thread| {
            let all = registers.clone();
            all.filter_map(move |register| self.cell_from_register(thread, register).ok())
        });
        let mut columns: Vec<u32> = cells.map(|cell| cell.column).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }
}
