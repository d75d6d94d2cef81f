//! Tensor memory: a map of its regions, and the cells and registers of one `tcgen05.ld`.

use std::ops::Range;

use swizzle_tmem::plan::{Cell as Place, Content, Held, Laid, Overlap, ReadBack, What};
use swizzle_tmem::tensor_memory::{COLUMNS, WARP_LANES};

use crate::cells::{Cell, Look};
use crate::scene::sheet::coloured;
use crate::scene::{COLOURS, Label, Sheet, id_of_place};

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

/// The cells that a load reads and the registers that get them, in pictures of 16 rows.
///
/// ```
/// use swizzle_draw::scene::{Label, LoadPicture, LoadSide};
/// use swizzle_tmem::moves::LoadShape;
/// use swizzle_tmem::plan::{Cell, Plan, ReadBack};
/// let laid = Plan::default().laid();
/// let cell = Cell { cta: 0, lane: 44, column: 12 };
/// let read = ReadBack::new(&laid, cell, LoadShape::S16x256b, None)?;
/// let picture = LoadPicture { laid, read };
/// let [cells, registers] = [LoadSide::Cells, LoadSide::Registers].map(|side| picture.sheets(side));
/// assert_eq!((cells[0].across.len(), registers.len(), registers[0].across.len()), (16, 2, 8));
/// assert_eq!(cells[0].cells[16 * 12 + 12].label, Label::Pair(44, 12)); // m, n
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LoadPicture {
    /// The plan.
    pub laid: Laid,
    /// The load.
    pub read: ReadBack,
}

impl LoadPicture {
    /// Returns the contents of a cell and its readers, in one sentence.
    ///
    /// ```
    /// use swizzle_draw::scene::LoadPicture;
    /// use swizzle_tmem::moves::LoadShape;
    /// use swizzle_tmem::plan::{Cell, Plan, ReadBack};
    /// let laid = Plan::default().laid();
    /// let cell = Cell { cta: 0, lane: 70, column: 33 };
    /// let read = ReadBack::new(&laid, cell, LoadShape::S32x32b, None)?;
    /// let picture = LoadPicture { laid, read };
    /// assert_eq!(picture.told(cell), "Lane 70, column 33: D(70, 33), warp 2, thread 6, register 1");
    /// # Ok::<(), swizzle_tmem::Refusal>(())
    /// ```
    pub fn told(&self, place: Place) -> String {
        let held = self.laid.at(place);
        let held: Vec<String> = held.iter().map(Held::text).collect();
        let held = if held.is_empty() { "nothing".into() } else { held.join(" and ") };
        let register = self
            .read
            .register_from_cell(place)
            .map(|one| format!(", warp {}, thread {}, register {}", one.warp, one.thread, one.register));
        format!("Lane {}, column {}: {held}{}", place.lane, place.column, register.unwrap_or_default())
    }

    /// The sheets of a side, each of 16 lanes or threads.
    pub fn sheets(&self, side: LoadSide) -> Vec<Sheet> {
        let read = &self.read;
        let (columns, registers) = (read.columns(), read.registers());
        let rows = match side {
            LoadSide::Cells => read.lanes(),
            LoadSide::Registers => 0..WARP_LANES,
        };
        let sheet = |first: u32| match side {
            LoadSide::Cells => Sheet::of(&columns, first..first + ROWS, |at| {
                let column = columns[at.column as usize];
                self.cell(Some(Place { cta: read.cell.cta, lane: first + at.row, column }))
            }),
            LoadSide::Registers => {
                let heads = registers.clone().map(|register| format!("r{register}"));
                Sheet::of(heads, first..first + ROWS, |at| {
                    self.cell(read.cell_from_register(first + at.row, registers.start + at.column).ok())
                })
            }
        };
        rows.step_by(ROWS as usize).map(sheet).collect()
    }

    fn cell(&self, place: Option<Place>) -> Cell {
        let Some(place) = place else { return Cell::EMPTY };
        let (id, held) = (id_of_place(place), self.laid.at(place));
        let register = self.read.register_from_cell(place).filter(|_| !held.is_empty());
        let Some(register) = register else { return Cell { id, ..Cell::EMPTY } };
        let pair = held[0].items.iter().find_map(|item| item.pair());
        let label = pair.map_or(Label::Blank, |(row, index)| Label::Pair(row, index));
        let cell = coloured(id, register.register, label);
        if held.len() == 1 { cell } else { Cell { look: Look::Wrong, ..cell } }
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
