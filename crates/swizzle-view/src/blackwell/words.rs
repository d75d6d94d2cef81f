//! What is said of what is looked at: sums, formulas with their evidence, the parts of a cell.

use super::*;
use swizzle_draw::scene::parts_text;
use swizzle_lints::tensor_memory::{constraints_of_scales, copy_text, store_text};
use swizzle_lints::{order_fault, order_text, rows_text};
use swizzle_text::{capital, joined, listed};
use swizzle_tmem::plan::Region;
use swizzle_tmem::scale::{Followed, ScaleBlocks, padded_rows};
use swizzle_tmem::tensor_memory::{Address, Pair, ScaleAddress};
use swizzle_tmem::{Coordinate, Formula as Sum, Mark};

/// A name, a sum with its numbers, and what it comes to.
pub type Line = (&'static str, String, String);

/// A formula, or what else is to be said, and how well it is attested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// What it is of.
    pub title: String,
    /// Its lines.
    pub lines: Vec<String>,
    /// The evidence.
    pub evidence: String,
}

impl Facts {
    /// The lines of sum under the picture.
    pub fn sums(&self, at: &Shown) -> Vec<Line> {
        match at.trip {
            Trip::Scale => self.sums_of_factor(at).unwrap_or_default(),
            Trip::Cell => self.sums_of_cell(at).unwrap_or_default(),
            Trip::Fragment => Vec::new(),
        }
    }

    fn sums_of_factor(&self, at: &Shown) -> Option<Vec<Line>> {
        let (stage, at) = (self.stage()?, self.followed(at)?);
        let [_, column, _] = word_of(stage, &at, 0);
        let k = format!("row {}, K {}–{}", at.row, at.k.start, at.k.end - 1);
        let step = step_text(&at).unwrap_or_else(|| "not known".into());
        let mut all = vec![
            summed("byte", &byte_of(&stage.read, &at)),
            ("lanes", String::new(), lanes(at.cells.first()?)),
            summed("column", &column),
            ("scales", k, step),
        ];
        if !at.is_right() {
            let there = stage.written.held_at(at.read_byte);
            let there = there.map_or_else(|| "padding".into(), |(row, block)| format!("({row}, {block})"));
            all.push(("is there", String::new(), there));
        }
        Some(all)
    }

    fn sums_of_cell(&self, at: &Shown) -> Option<Vec<Line>> {
        let cell = at.tensor.cell;
        let address = Address::new(cell.lane, cell.column).ok()?.to_string();
        let region = self.held(at).into_iter().next();
        let region = region.and_then(|held| self.laid.region(held.region));
        let own = || [cell.lane, cell.column].map(|one| Sum { text: String::new(), parts: vec![one] });
        let [lane, column] = region.map_or_else(own, |region| self.formulas(region, cell));
        let mut all = vec![summed("lane", &lane), summed("column", &column)];
        if let Some(register) = self.load(at)?.read.register_from_cell(cell) {
            let thread = format!("{} of warp {}", register.thread, register.warp);
            all.push(("thread", String::new(), thread));
            all.push(("register", String::new(), format!("r{}", register.register)));
        }
        all.push(("address", String::new(), format!("taddr + {address}")));
        Some(all)
    }

    /// The lane and the column of a cell of a region, by its law.
    fn formulas(&self, region: &Region, cell: Cell) -> [Sum; 2] {
        let law = region.law();
        let has_cta = law.span(Coordinate::Cta) > 1;
        let point = Point {
            cta: if has_cta { cell.cta } else { 0 },
            lane: cell.lane,
            column: cell.column - region.column,
            ..Point::default()
        };
        let indices = law.indices(point).into_iter().next().unwrap_or_default();
        let [lane, column] = LANE_AND_COLUMN.map(|one| law.formula(one, &indices));
        [lane, from(region.column, "first", column)]
    }

    /// Every formula of what is looked at, with its evidence, and what sources say where they disagree.
    pub fn sources(&self, at: &Shown) -> Vec<Source> {
        match at.trip {
            Trip::Scale => self.sources_of_factor(at).unwrap_or_default(),
            Trip::Cell => self.sources_of_cell(at).unwrap_or_default(),
            Trip::Fragment => vec![Source {
                title: self.asked.fragment.text(),
                lines: self.asked.fragment.formulas(),
                evidence: self.asked.since_text(),
            }],
        }
    }

    fn sources_of_factor(&self, shown: &Shown) -> Option<Vec<Source>> {
        let (stage, at) = (self.stage()?, self.followed(shown)?);
        let of_blocks = |blocks: &ScaleBlocks, title: String| {
            source(title, vec![line("byte", &byte_of(blocks, &at))], blocks.law.attested())
        };
        let (first, elements) = (at.k.start, at.k.len());
        let of_matrix = source(
            format!("Row {}, block {}: K {first}–{}", at.row, at.factor, at.k.end - 1),
            vec![format!("block = K / {elements} = {first} / {elements} = {}", at.factor)],
            stage.read.law.attested(),
        );
        let mut all = vec![of_matrix];
        if at.is_right() {
            let address = stage.shape.first_byte + at.read_byte;
            all.push(of_blocks(&stage.read, format!("Byte {}, at {address:#x}", at.read_byte)));
        } else {
            let both = [(&stage.written, at.written_byte), (&stage.read, at.read_byte)];
            all.extend(both.map(|(blocks, byte)| {
                let order = capital(order_text(blocks.order));
                of_blocks(blocks, format!("{order}: byte {byte}"))
            }));
        }
        for (number, reading) in stage.readings.iter().enumerate() {
            let [lane, column, bit] = word_of(stage, &at, number);
            let lanes = lanes(&at.cells[number]);
            all.push(source(
                format!("Lanes {lanes}; column {}, byte {}", column.value(), at.byte_of_word()),
                vec![format!("lane = {} = {lanes}", lane.text), line("column", &column), line("bit", &bit)],
                (reading.held.mark, reading.held.source),
            ));
        }
        let (title, mut lines) = of_step(stage, &at).unwrap_or_else(|| {
            let why = "K = 96: no source says where an instruction finds its factors";
            ("Not known".into(), vec![why.into()])
        });
        let operand = stage.shape.operand;
        let bits = match operand {
            Operand::A => "29–30",
            Operand::B => "4–5",
        };
        lines.push(format!("{} id: idesc bits {bits}", region_of(operand).text()));
        all.push(source(title, lines, stage.steps_attested().unwrap_or((Mark::Inferred, "no source"))));
        all.extend(self.readings(stage));
        all.extend(order_fault(stage).map(|[title, why]| said(title, why, String::new())));
        Some(all)
    }

    /// What each source says of scale factors in tensor memory, where they disagree or leave something open.
    fn readings(&self, stage: &ScaleStage) -> Vec<Source> {
        let says = |title: &str, text: String, number: usize| {
            let held = stage.readings.get(number).map(|one| &one.held);
            let of = held.map_or("", |held| held.source);
            said(title.into(), text, of.into())
        };
        if stage.is_contested() {
            let half = stage.padded_rows() / 2;
            return vec![
                says("PTX ISA: four copies", "Each row is in all four quarters of the lanes.".into(), 0),
                says(
                    "CUTLASS: two copies of each half",
                    format!("Rows below {half} are in lanes 0 to 63, the others in lanes 64 to 127: those that read the same half of N, as in layout B of D."),
                    1,
                ),
                says("Copies", "These copies write four copies of each row, the PTX ISA’s reading, which is drawn here; CUTLASS issues them for this M, too. The lanes of CuTe’s two copies are those of 64x128b.01_23; 64x128b.02_13 writes row r to lanes r and r + 64, where A of such a pair is in tensor memory (both inferred from equal maps). swizzle tmem and the plan start with CuTe’s reading, because it puts the factors of each half of N in the lanes of that half of D, and because a fork of Triton saw column n scaled by the factor of n mod 64 where its factors did not follow that layout (facebookexperimental/triton 3653).".into(), 1),
            ];
        }
        let Some(rows) = stage.rows_beyond() else {
            return Vec::new();
        };
        let end = stage.rows_of_mma() - 1;
        vec![
            says(
                "CUTLASS: 128 rows in each CTA",
                format!(
                    "The fragment of each CTA has rows 0 to {end}, although the CTA has {rows} rows of A. Drawn here; rows {rows} to {end} have no color."
                ),
                0,
            ),
            said(
                "By the rows of A: 64 in each CTA".into(),
                format!(
                    "CTA 0 has rows 0 to {} of A, CTA 1 the others. Whether an instruction reads rows {rows} to {end} of a fragment is not known.",
                    rows - 1
                ),
                "PTX ISA, .cta_group::2: each CTA has half of M. No source states it for scale factors."
                    .into(),
            ),
        ]
    }

    fn sources_of_cell(&self, at: &Shown) -> Option<Vec<Source>> {
        let cell = at.tensor.cell;
        let mut all = Vec::new();
        for held in self.held(at) {
            let region = self.laid.region(held.region)?;
            let [lane, column] = self.formulas(region, cell);
            let title = format!("{}: {}", held.text(), region.law().name);
            all.push(source(title, vec![line("lane", &lane), line("column", &column)], region.attested));
        }
        let read = self.load(at)?.read;
        if let Some(register) = read.register_from_cell(cell) {
            let law = &read.load.law;
            let indices = [register.warp, register.thread, register.register];
            let upper = read.address.lane() % WARP_LANES;
            let [lane, column] = LANE_AND_COLUMN.map(|one| law.formula(one, &indices));
            let (lane, column) = (from(upper, "16", lane), from(read.address.column(), "taddr", column));
            let first = register.warp * WARP_LANES;
            let reach = format!(
                "Warp {} of a warpgroup reaches lanes {first}–{} only: required by the hardware",
                register.warp,
                first + WARP_LANES - 1
            );
            let lines = vec![line("lane", &lane), line("column", &column), reach];
            all.push(source(read.line(), lines, law.attested()));
        }
        if let Some(picture) = &self.copy {
            let copy = &picture.copy;
            let (text, mark) = copy_text(copy.shape, copy.multicast);
            let evidence = format!("map: {}; use: {}", copy.law.mark.text(), mark.text());
            all.push(said(format!("tcgen05.cp {}", copy.shape), text.into(), evidence));
        }
        Some(all)
    }

    /// What the pictures rest on, in a line.
    pub fn rests_on(&self, at: &Shown) -> String {
        let sources = match at.trip {
            Trip::Fragment => self.asked.evidence,
            Trip::Scale | Trip::Cell => "PTX ISA, CUTLASS and Triton; not measured",
        };
        format!("From the {sources}")
    }

    /// What is looked at, in a sentence.
    pub fn told(&self, at: &Shown) -> String {
        if at.trip == Trip::Cell {
            let load = self.load(at);
            return load.map_or_else(String::new, |load| load.told(at.tensor.cell));
        }
        let Some((stage, at)) = self.stage().zip(self.followed(at)) else {
            return String::new();
        };
        let cells = at.cells.first().map_or(&[][..], Vec::as_slice);
        let step = step_text(&at).unwrap_or_else(|| "step not known".into());
        format!(
            "{}: row {}, K block {}: byte {}, lanes {}, column {}, byte {}, {step}",
            region_of(stage.shape.operand).text(),
            at.row,
            at.factor,
            at.read_byte,
            listed(cells.iter().map(|cell| cell.lane)),
            cells.first().map_or(0, |cell| cell.column),
            at.byte_of_word()
        )
    }

    /// Where the copy that is looked at writes the cell.
    pub fn copied(&self, at: &Shown) -> String {
        let cell = at.tensor.cell;
        self.copy.as_ref().map_or_else(String::new, |picture| picture.told(cell.lane, cell.column))
    }

    /// What the load is, and what follows it.
    pub fn loaded(&self, at: &Shown) -> Vec<String> {
        let Some(picture) = self.load(at) else {
            return Vec::new();
        };
        let cell = at.tensor.cell;
        let mut all = vec![picture.told(cell)];
        all.extend(self.whole_load(at, &picture.read));
        let held = self.held(at);
        let region = held.first().and_then(|held| self.laid.region(held.region));
        if region.is_some_and(|region| region.what == What::D)
            && picture.read.register_from_cell(cell).is_some()
        {
            all.push(store_text(picture.read.load.shape).into());
        }
        all
    }

    /// The register of one load from the region's first column on, where the load that is looked at begins later.
    fn whole_load(&self, at: &Shown, read: &ReadBack) -> Option<String> {
        let region = self.laid.region(self.held(at).first()?.region)?;
        if read.address.column() == region.column {
            return None;
        }
        let nums = (0..=7).map(|power| 1 << power);
        let whole = nums
            .filter_map(|num| ReadBack::new(&self.laid, at.tensor.cell, read.load.shape, Some(num)).ok())
            .find(|read| read.address.column() == region.column)?;
        Some(format!(
            "From column {} on, with .x{}: register {}",
            region.column, whole.load.num, whole.register.register
        ))
    }

    /// The parts of the cell, and its address with the id that came with it.
    pub fn parts(&self, at: &Shown) -> Vec<(String, String)> {
        let mut all: Vec<_> = self.held(at).iter().flat_map(parts_text).collect();
        let cell = at.tensor.cell;
        let lanes: Vec<u32> = self.cells(at).iter().map(|cell| cell.lane).collect();
        if lanes.len() > 1 {
            all.push(("copies".into(), format!("lanes {}", listed(lanes))));
        }
        let id = self.shown.tensor.id.filter(|_| cell == self.shown.tensor.cell);
        let address = Address::new(cell.lane, cell.column).ok();
        if let Some((address, id)) = address.zip(id) {
            let word = ScaleAddress { address, id }.word();
            all.push((
                format!("Scale-factor id {id}"),
                format!("byte {id} of the column; with the id in bits 30–31, as CuTe holds it, the address is 0x{word:08x}"),
            ));
        }
        all
    }

    /// What each CTA of a pair holds: rows and columns of D, rows of A, columns of B.
    pub fn pair(&self) -> Option<[[String; 5]; 2]> {
        let mma = self.shown.tensor.plan.mma;
        let is_pair = self.shown.trip == Trip::Cell && mma.ctas() == 2;
        let pair = Pair::new(mma.m, mma.n).ok().filter(|_| is_pair)?;
        let range = |range: std::ops::Range<u32>| format!("{}–{}", range.start, range.end - 1);
        Some([0, 1].map(|cta| {
            let (rows, columns) = pair.d(cta);
            let [a, b] = [Operand::A, Operand::B].map(|of| range(pair.operand(of, cta)));
            [format!("CTA {cta}"), range(rows), range(columns), a, b]
        }))
    }

    /// What the hardware requires of scale factors, and what a library chose.
    pub fn constraints(&self) -> Vec<Source> {
        let Some(stage) = self.stage().filter(|_| self.shown.trip == Trip::Scale) else {
            return Vec::new();
        };
        let all = constraints_of_scales(stage).into_iter();
        all.map(|one| said(format!("{}: {}", one.by, one.what), one.why, one.source.into())).collect()
    }

    /// What is to be said of the number of rows.
    pub fn rows_text(&self) -> String {
        let scale = &self.shown.scale;
        let padded = padded_rows(scale.rows);
        let is_shifted = scale.operand == Operand::B && matches!(scale.rows, 64 | 192);
        let shifted = "CUTLASS shifts the column of every second N tile of 64 rows by 2.";
        let padding = (padded != scale.rows).then(|| format!("Rows are padded to {padded}."));
        let all = [padding, is_shifted.then(|| shifted.into()), self.stage().and_then(rows_text)];
        all.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

fn source(title: String, lines: Vec<String>, (mark, of): (Mark, &str)) -> Source {
    Source { title, lines, evidence: mark.text_with(of) }
}

/// The coordinates of a cell.
const LANE_AND_COLUMN: [Coordinate; 2] = [Coordinate::Lane, Coordinate::Column];

/// A formula and the same with numbers.
fn line(name: &str, sum: &Sum) -> String {
    format!("{name} = {} = {}", sum.text, sum.sum())
}

/// A sum and its value.
fn summed(name: &'static str, sum: &Sum) -> Line {
    let text = sum.sum();
    let (sum, value) = text.split_once(" = ").unwrap_or(("", &text));
    (name, sum.into(), value.into())
}

fn lanes(cells: &[Point]) -> String {
    joined(cells.iter().map(|cell| cell.lane), ", ")
}

/// The byte of a factor in the blocks of a stage.
fn byte_of(blocks: &ScaleBlocks, at: &Followed) -> Sum {
    blocks.law.formula(Coordinate::MemoryByte, &[at.row, at.factor])
}

/// Lane, column and bit of a factor in tensor memory, by one of the readings.
fn word_of(stage: &ScaleStage, at: &Followed, reading: usize) -> [Sum; 3] {
    let law = &stage.readings[reading].columns.law;
    let [lane, column, bit] = [Coordinate::Lane, Coordinate::Column, Coordinate::Bit]
        .map(|coordinate| law.formula(coordinate, &[at.row, at.factor]));
    [lane, from(stage.shape.first_column, "first", column), bit]
}

/// The step that a factor is in, and the id that it is given there.
fn step_text(at: &Followed) -> Option<String> {
    at.step.map(|(step, given)| format!("step {step}, id {}", given.id))
}

/// The id and the column that an instruction gets for a factor; none where it is not known.
fn of_step(stage: &ScaleStage, at: &Followed) -> Option<(String, Vec<String>)> {
    let (step, given) = at.step?;
    let law = &stage.steps.as_ref().ok()?.law;
    let [column, bit] =
        [Coordinate::Column, Coordinate::Bit].map(|coordinate| law.formula(coordinate, &[step]));
    let column = from(given.column - column.value(), "first", column);
    Some((
        format!("Step {step}, id {}, column {}", given.id, given.column),
        vec![line("bit", &bit), line("column", &column)],
    ))
}

fn said(title: String, text: String, evidence: String) -> Source {
    Source { title, lines: vec![text], evidence }
}

/// A formula that begins at something.
fn from(first: u32, name: &str, mut formula: Sum) -> Sum {
    if first > 0 {
        if formula.text == "0" {
            return Sum { text: name.into(), parts: vec![first] };
        }
        formula.text = format!("{name} + {}", formula.text);
        formula.parts.insert(0, first);
    }
    formula
}
