//! Tensor memory: a map of its regions, and the cells and registers of one `tcgen05.ld`.

use std::ops::Range;

use swizzle_core::named;
use swizzle_tmem::plan::{Cell as Place, Content, Held, Laid, Overlap, ReadBack, What};
use swizzle_tmem::tensor_memory::COLUMNS;

use crate::scene::{COLOURS, Cell, CellAt, Label, Mark, Sheet};

/// Rows of each picture of cells: the lanes of a load of 16, or half of the threads.
const ROWS: u32 = 16;

/// A rectangle of the map, in lanes and columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The region, by its place in the plan.
    pub region: usize,
    /// Its colour.
    pub class: u8,
    /// The lanes.
    pub lanes: Range<u32>,
    /// The columns, as far as tensor memory has them.
    pub columns: Range<u32>,
}

/// The regions of a plan over lanes and columns, alike in each CTA.
///
/// ```
/// use swizzle_draw::scene::tensor_map;
/// use swizzle_tmem::plan::Plan;
/// let map = tensor_map(&Plan::default().with_column(2, 264).laid());
/// assert_eq!(map.blocks.len(), 4);
/// assert_eq!((map.clashes[0].lanes.clone(), map.clashes[0].columns.clone()), (0..128, 264..272));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorMap {
    /// Blocks that the regions fill.
    pub blocks: Vec<Block>,
    /// Blocks that two regions share; the region is the later one.
    pub clashes: Vec<Block>,
}

/// Returns the colour of a region: that of its kind, and another for a second one of that kind.
pub fn region_class(laid: &Laid, index: usize) -> u8 {
    let what = |index: usize| match laid.all.get(index) {
        Some(Ok(region)) => Some(region.what),
        Some(Err(unplaced)) => Some(unplaced.what),
        None => None,
    };
    let own = what(index);
    let before = (0..index).filter(|at| what(*at) == own).count() as u32;
    let first = match own {
        Some(What::D) | None => 0,
        Some(What::Sfa) => 1,
        Some(What::Sfb) => 2,
        Some(What::A) => 3,
        Some(What::Metadata) => 6,
    };
    ((first + 4 * before) % COLOURS) as u8
}

/// The map of a plan.
pub fn tensor_map(laid: &Laid) -> TensorMap {
    let cut = |columns: Range<u32>| columns.start.min(COLUMNS)..columns.end.min(COLUMNS);
    let blocks = laid.regions().flat_map(|region| {
        let (class, columns) = (region_class(laid, region.index), cut(region.range()));
        let block = move |lanes| Block { region: region.index, class, lanes, columns: columns.clone() };
        region.lanes.ranges().into_iter().map(block)
    });
    let clash = |one: Overlap| {
        let columns = cut(one.columns);
        let block = move |lanes| Block { region: one.regions[1], class: 0, lanes, columns: columns.clone() };
        one.lanes.ranges().into_iter().map(block)
    };
    let is_seen = |block: &Block| !block.columns.is_empty();
    TensorMap {
        blocks: blocks.filter(is_seen).collect(),
        clashes: laid.overlaps().into_iter().flat_map(clash).filter(is_seen).collect(),
    }
}

/// Side of a load that a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoadSide {
    /// Lanes × columns.
    Cells,
    /// Threads × registers.
    Registers,
}

named!(LoadSide, "side", Cells => "cells", Registers => "registers");

/// The cells that a load reads and the registers that get them, in pictures of 16 rows.
///
/// ```
/// use swizzle_draw::scene::{Label, LoadPicture};
/// use swizzle_tmem::moves::LoadShape;
/// use swizzle_tmem::plan::{Cell, Plan, ReadBack};
/// let laid = Plan::default().laid();
/// let cell = Cell { cta: 0, lane: 44, column: 12 };
/// let read = ReadBack::new(&laid, cell, LoadShape::S16x256b, None)?;
/// let picture = LoadPicture::new(laid, read);
/// let scenes = picture.scenes();
/// assert_eq!(scenes.iter().map(|scene| scene.across.len()).collect::<Vec<_>>(), [16, 8, 8]);
/// assert_eq!(scenes[0].cells[16 * 12 + 12].label, Label::Pair(44, 12)); // m, n
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LoadPicture {
    /// The plan.
    pub laid: Laid,
    /// The load.
    pub read: ReadBack,
    columns: Vec<u32>,
}

/// A picture's number, and a cell of it.
pub type LoadCell = (usize, CellAt);

impl LoadPicture {
    /// The pictures of a load.
    pub fn new(laid: Laid, read: ReadBack) -> Self {
        let columns = read.columns();
        Self { laid, read, columns }
    }

    /// How many of them are of lanes: two, where a warp reads 32.
    pub fn of_lanes(&self) -> usize {
        (self.read.load.shape.lanes() / ROWS) as usize
    }

    /// Returns the side that a picture shows.
    pub fn side(&self, number: usize) -> LoadSide {
        match number < self.of_lanes() {
            true => LoadSide::Cells,
            false => LoadSide::Registers,
        }
    }

    /// The cell of tensor memory behind a cell of a picture; none past its end.
    pub fn place(&self, (number, at): LoadCell) -> Option<Place> {
        match self.side(number) {
            LoadSide::Cells => Some(Place {
                cta: self.read.cell.cta,
                lane: self.read.lanes().start + number as u32 * ROWS + at.row,
                column: *self.columns.get(at.column as usize)?,
            }),
            LoadSide::Registers => {
                let block = (number - self.of_lanes()) as u32;
                let register = self.read.registers().start + at.column;
                let cell = self.read.cell_from_register(block * ROWS + at.row, register);
                cell.ok()
            }
        }
    }

    /// Returns the positions of a cell of tensor memory, among the lanes and among the registers.
    pub fn cells_of(&self, place: Place) -> Vec<LoadCell> {
        let mut found = Vec::new();
        let column = self.columns.iter().position(|one| *one == place.column);
        let lane = place.lane.checked_sub(self.read.lanes().start);
        if let (Some(column), Some(lane)) = (column, lane)
            && self.read.lanes().contains(&place.lane)
        {
            let at = CellAt { column: column as u32, row: lane % ROWS };
            found.push(((lane / ROWS) as usize, at));
        }
        if let Some(register) = self.read.register_from_cell(place) {
            let at = CellAt {
                column: register.register - self.read.registers().start,
                row: register.thread % ROWS,
            };
            let number = self.of_lanes() + (register.thread / ROWS) as usize;
            found.push((number, at));
        }
        found
    }

    /// Returns the contents of a cell and its readers, in one sentence.
    ///
    /// ```
    /// use swizzle_draw::scene::LoadPicture;
    /// use swizzle_tmem::moves::LoadShape;
    /// use swizzle_tmem::plan::{Cell, Plan, ReadBack};
    /// let laid = Plan::default().laid();
    /// let cell = Cell { cta: 0, lane: 70, column: 33 };
    /// let picture = LoadPicture::new(laid.clone(), ReadBack::new(&laid, cell, LoadShape::S32x32b, None)?);
    /// assert_eq!(picture.told(cell), "Lane 70, column 33: D(70, 33), warp 2, thread 6, register 1");
    /// # Ok::<(), swizzle_tmem::Refusal>(())
    /// ```
    pub fn told(&self, place: Place) -> String {
        let held = self.laid.at(place);
        let held: Vec<String> = held.iter().map(Held::text).collect();
        let held = match held.is_empty() {
            true => "nothing".into(),
            false => held.join(" and "),
        };
        let register = self
            .read
            .register_from_cell(place)
            .map(|one| format!(", warp {}, thread {}, register {}", one.warp, one.thread, one.register));
        format!("Lane {}, column {}: {held}{}", place.lane, place.column, register.unwrap_or_default())
    }

    /// All pictures: of lanes, then of threads 0 to 15 and 16 to 31.
    pub fn scenes(&self) -> Vec<Sheet> {
        let of_lanes = self.of_lanes();
        (0..of_lanes + 2).map(|number| self.scene(number)).collect()
    }

    fn scene(&self, number: usize) -> Sheet {
        let cell = |at| self.cell((number, at));
        match self.side(number) {
            LoadSide::Cells => {
                let first = self.read.lanes().start + number as u32 * ROWS;
                Sheet::of(&self.columns, first..first + ROWS, cell)
            }
            LoadSide::Registers => {
                let first = (number - self.of_lanes()) as u32 * ROWS;
                let registers = self.read.registers().map(|register| format!("r{register}"));
                Sheet::of(registers, first..first + ROWS, cell)
            }
        }
    }

    fn cell(&self, at: LoadCell) -> Cell {
        let cell = |place: Place| {
            let held = self.laid.at(place);
            let register = self.read.register_from_cell(place)?;
            let pair = held.first()?.items.iter().find_map(|item| item.pair());
            Some(Cell {
                class: Some((register.register % COLOURS) as u8),
                label: pair.map_or(Label::Blank, |(row, index)| Label::Pair(row, index)),
                mark: if held.len() == 1 { Mark::Plain } else { Mark::Wrong },
            })
        };
        self.place(at).and_then(cell).unwrap_or_default()
    }
}

/// Returns the contents of the parts of a cell, from bit 0 on, in words; one entry where the parts are one.
pub fn parts_text(held: &Held) -> Vec<(String, String)> {
    let bits = |first: u32, count: u32| match (count, first.is_multiple_of(8)) {
        (32, _) => "bits 0–31".to_owned(),
        (8, true) => format!("byte {}", first / 8),
        _ => format!("bits {first}–{}", first + count - 1),
    };
    let part = |item: &swizzle_tmem::plan::Item| {
        let words = item.content.as_ref().map_or_else(|| "padding".into(), Content::text);
        (bits(item.bit, item.bits), words)
    };
    held.items.iter().map(part).collect()
}
