//! Products of `mma.sync`: whether each register holds the elements that belong there, what is added up, and where results go.
//!
//! Each element is known by its place in global memory. A product is right if its rows, its columns and its K agree: each row of A
//! is one row of a matrix, both operands count K alike, and what is added and stored belongs to the same row and column.

mod banks;
mod lattice;
mod results;
mod strays;
mod turns;

use super::facts::facts_of_parts;
use super::part::row::*;
use super::part::{Holds, Part, of_text};
use super::*;
use lattice::{Begin, Distances, Lattice, Pitch, Place, Scale, place, places};
use rustc_hash::FxHashMap as HashMap;
use swizzle_ptx::run::value::Value;
use swizzle_ptx::run::{AccessLine, Left, Product, ProductLine, Race};
use swizzle_text::vocabulary::meaning;
use swizzle_warp::mma::{self, Form};

pub use banks::{AccessReport, access_reports};

/// The verdicts on the operands of an instruction that multiplies registers: A, B and D.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProductReport {
    /// Those of A, B and D.
    pub operands: [VerdictKind; 3],
}

/// A matrix as shared memory holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldMatrix {
    /// The operand that it is.
    pub side: Operand,
    /// The products that multiply it, by their lines' places in the run, each with where its first element is: along M or N, and K.
    pub reads: Vec<(usize, [i64; 2])>,
    /// The address of each element: along M or N, and K.
    pub elements: Vec<(u32, [i64; 2])>,
}

/// A product's cells as rows and columns of the matrices that they are of.
#[derive(Default)]
struct Placed {
    /// Rows of A's matrix by A's row, K of A's and of B's by K, columns of B's matrix by B's column.
    rows: Vec<Option<i64>>,
    ks: [Vec<Option<i64>>; 2],
    columns: Vec<Option<i64>>,
    /// What A and B begin with in this block.
    begins: Rc<[Option<Begin>; 2]>,
}

impl Placed {
    /// Row and column of a result, by the number of its cell.
    fn cell(&self, at: usize) -> Option<[i64; 2]> {
        let width = self.columns.len().max(1);
        Some([(*self.rows.get(at / width)?)?, (*self.columns.get(at % width)?)?])
    }
}

impl Side {
    /// The axis along which K is counted.
    const fn k_axis(&self) -> usize {
        match self.letter {
            Letter::A => 1,
            _ => 0,
        }
    }

    /// What the product of a number reads.
    fn tile(&self, index: usize) -> &Tile {
        &self.tiles[self.tile_of[index]]
    }

    /// What each product reads.
    fn each(&self) -> impl Iterator<Item = &Tile> {
        self.tile_of.iter().map(|at| &self.tiles[*at])
    }

    /// Where all elements came from.
    fn places(&self) -> impl Iterator<Item = &Place> {
        self.tiles.iter().flat_map(|tile| &tile.all)
    }
}

/// An operand of some products.
struct Side {
    letter: Letter,
    /// The products.
    own: Vec<usize>,
    /// The instruction of each product.
    lines: Vec<u32>,
    /// What products read, each once, and which of them each product reads.
    tiles: Vec<Tile>,
    tile_of: Vec<usize>,
    /// What the matrix begins with in this block.
    begin: Option<Begin>,
    /// The place of the first instruction.
    first: (u32, u32),
}

/// Cells that products read.
struct Tile {
    /// Where each element came from.
    all: Vec<Place>,
    /// Columns of the fragment.
    width: usize,
    /// Rows and columns of the cells in the matrix.
    placed: Vec<Option<[i64; 2]>>,
    /// The row of each line of cells and the column of each column of cells that most of them have, and whether all have.
    common: [Vec<Option<i64>>; 2],
    is_whole: bool,
}

/// What is judged.
struct Judge<'r, 'a> {
    run: &'r Run<'a>,
    name: &'r str,
    distances: Distances<'r, 'a>,
    parts: Vec<Part>,
    /// By product.
    placed: Vec<Placed>,
    /// Verdicts by instruction.
    reports: Vec<ProductReport>,
    /// The matrices in shared memory, where they are asked for.
    matrices: Option<Vec<HeldMatrix>>,
    /// Whether A and B count most of K alike, in a text that is whole and says how many threads a block has and in which shape.
    is_sure_of_k: bool,
    /// Whether elements of A and B are multiplied that differ in K.
    is_k_wrong: bool,
}

/// The first chip with `cp.async`. Source: PTX ISA, `cp.async`, target notes.
const COPIES_SINCE: u32 = 80;

/// Lines that are named together.
const LINES_MAX: usize = 3;

/// At least this share of a matrix's elements, in hundredths, is together before one of them is called wrong.
const SURE: usize = 60;

/// Judges a kernel that multiplies registers.
pub(super) fn judge(kernel: &Kernel<'_>, run: &Run<'_>) -> KernelReport {
    let mut judge = Judge::of(kernel, run);
    judge.matrices = Some(Vec::new());
    judge.target(kernel);
    judge.types();
    judge.products(true);
    judge.report(kernel)
}

/// Judges the products of warpgroups whose operands are right: what copies bring, what is added up, and where it goes. Rows as long
/// as a parameter says are those of matrices; of others, which can be packed in any way, only what is followed wholly counts.
pub(super) fn of_block(kernel: &Kernel<'_>, run: &Run<'_>) -> Vec<Part> {
    // Of what is not carried out to its end nothing is said.
    if run.left.iter().any(|(_, why)| *why == Left::Length) {
        return Vec::new();
    }
    let mut judge = Judge::of(kernel, run);
    let problems = judge.products(false);
    let has_pitches = |own: &Vec<usize>| judge.pitches(own).iter().all(Option::is_some);
    let is_of_matrices = !problems.is_empty() && problems.iter().all(has_pitches);
    let is_followed = judge.parts.iter().all(|part| matches!(part.holds, Holds::Checked(_)));
    if is_of_matrices || is_followed { judge.parts } else { Vec::new() }
}

impl<'r, 'a> Judge<'r, 'a> {
    fn of(kernel: &'r Kernel<'_>, run: &'r Run<'a>) -> Self {
        let is_shape_open = run.left.iter().any(|(_, why)| *why == Left::Threads);
        Self {
            run,
            name: kernel.name,
            distances: Distances::of(run),
            parts: Vec::new(),
            placed: run.products.iter().map(|_| Placed::default()).collect(),
            reports: vec![ProductReport { operands: [VerdictKind::Right; 3] }; run.lines.len()],
            matrices: None,
            is_sure_of_k: run.threads.1 && kernel.cut.is_none() && !is_shape_open,
            is_k_wrong: false,
        }
    }
}

impl Judge<'_, '_> {
    /// Judges all products, and returns those of each pair of matrices.
    fn products(&mut self, has_turns: bool) -> Vec<Vec<usize>> {
        self.faults();
        self.order();
        self.left();
        let problems = self.problems();
        for own in &problems {
            self.elements(own);
        }
        let ks = self.added_up();
        self.sums(&ks);
        for own in &problems {
            self.results(own, &ks);
            if has_turns {
                self.turns(own);
            }
        }
        problems
    }

    fn form(&self, product: &Product) -> &Form {
        match &self.run.lines[product.line as usize].form {
            Ok(form) => form,
            Err(_) => unreachable!("a product has a form"),
        }
    }

    fn line_of(&self, product: &Product) -> &ProductLine<'_> {
        &self.run.lines[product.line as usize]
    }

    fn add(&mut self, mut part: Part, place: (u32, u32), operand: Option<Letter>) {
        ((part.line, part.loc), part.operand) = (place, operand);
        self.parts.push(part);
    }

    /// Adds a fault, or where that is not sure, something that is not followed; returns the verdict.
    fn tell(
        &mut self,
        row: &'static Row,
        is_sure: bool,
        (title, text): (impl Into<String>, impl Into<String>),
        place: (u32, u32),
        operand: Option<Letter>,
    ) -> VerdictKind {
        let part = if is_sure { row.wrong(title, text) } else { row.not_followed(title) };
        self.add(part, place, operand);
        if is_sure { VerdictKind::Wrong } else { VerdictKind::Incomplete }
    }

    /// Makes the verdict on A, B or D of an instruction worse.
    fn blame(&mut self, line: u32, letter: Letter, kind: VerdictKind) {
        let own = &mut self.reports[line as usize].operands[letter as usize];
        if kind.rank() < own.rank() {
            *own = kind;
        }
    }

    /// Accesses that the hardware refuses.
    fn faults(&mut self) {
        for fault in &self.run.faults {
            let (address, bytes) = (fault.address, fault.bytes);
            let title = match fault.is_misaligned {
                true => format!("an address is not a multiple of {bytes} bytes"),
                false => "an access leaves the kernel’s shared memory".to_owned(),
            };
            let text = format!(
                "Thread {} accesses {} at {address:#x}.",
                fault.thread,
                counted(bytes as usize, "byte")
            );
            self.tell(&SHARED_ACCESS, self.is_sure_of_k, (title, text), (fault.line, fault.loc), None);
        }
        if self.run.faults.is_empty() && !self.run.accesses.is_empty() {
            let count = counted(self.run.accesses.len(), "access");
            let words = format!("{count} to shared memory: addresses aligned and inside of it");
            self.add(SHARED_ACCESS.checked(words), (self.run.accesses[0].line, 0), None);
        }
    }

    /// Whether the chip that the text is for has the instructions.
    fn target(&mut self, kernel: &Kernel<'_>) {
        let digits =
            |name: &str| name.chars().filter(char::is_ascii_digit).collect::<String>().parse::<u32>().ok();
        let Some((target, own)) = kernel.target.and_then(|name| Some((name, digits(name)?))) else { return };
        let run = self.run;
        let of_products = run
            .lines
            .iter()
            .filter_map(|line| Some((line.line, line.loc, line.opcode, line.form.as_ref().ok()?.sm)));
        let of_copies = run.accesses.iter().filter(|one| one.opcode.starts_with("cp.async"));
        let of_copies = of_copies.map(|one| (one.line, one.loc, one.opcode, COPIES_SINCE));
        let newer: Vec<_> = of_products.chain(of_copies).filter(|(.., since)| *since > own).collect();
        for (line, loc, opcode, since) in newer {
            let title = format!("{target} has no {opcode}");
            let text = format!("The instruction is there from sm_{since} on.");
            self.add(TARGET.wrong(title, text), (line, loc), None);
        }
    }

    /// Accesses that may come before the writes that they need, or before the reads of what they overwrite.
    fn order(&mut self) {
        for (line, loc, race) in &self.run.races {
            let (title, text) = match race {
                Race::Copy => (
                    "bytes of cp.async are read before it is waited for",
                    "cp.async.wait_group makes the copies of a thread’s own groups visible to it; a barrier, to others.",
                ),
                Race::Written => (
                    "bytes that another warp wrote are read without a barrier between",
                    "Until bar.sync the other warp’s write may not have happened.",
                ),
                Race::Lane => (
                    "bytes that another lane wrote are read without bar.warp.sync between",
                    "Lanes of a warp are ordered by no more than a barrier.",
                ),
                Race::Read => (
                    "bytes are written that another warp reads, without a barrier between",
                    "bar.sync belongs between the two: after the write where its bytes are read, before it where they are those of before.",
                ),
                Race::Reading => (
                    "bytes are written that wgmma may still read",
                    "wgmma.wait_group waits for the instructions that read them, and then a barrier for those of other warps.",
                ),
                Race::Both => (
                    "two warps write different bytes to one place without a barrier between",
                    "Either may come last.",
                ),
                Race::Landing => (
                    "bytes are written where a copy of cp.async may still arrive",
                    "A copy without bytes writes zeros. cp.async.wait_group and a barrier belong before the write.",
                ),
            };
            let is_sure = self.is_sure_of_k && !self.run.has_other_order && *race != Race::Lane;
            self.tell(&SHARED_ORDER, is_sure, (title, text), (*line, *loc), None);
        }
        if let (true, Some(first)) = (self.run.has_other_order, self.run.accesses.first()) {
            let words = "the order of accesses: barriers of some of the threads, or in memory";
            self.add(SHARED_ORDER.not_followed(words), (first.line, 0), None);
        } else if let (true, Some(first)) = (self.run.races.is_empty(), self.run.accesses.first()) {
            let words = "every read comes after its write, every write after the reads before it";
            self.add(SHARED_ORDER.checked(words), (first.line, 0), None);
        }
    }

    /// What is not followed.
    fn left(&mut self) {
        for (line, why) in &self.run.left {
            let words = match why {
                Left::Address => format!("the address in line {line}"),
                Left::Bytes => format!("what line {line} writes to shared memory"),
                Left::Product(why) => format!("line {line}: {why}"),
                Left::Length => "the kernel to its end: it is longer than what is carried out".to_owned(),
                Left::Threads => "how many threads a block has along y and z".to_owned(),
                Left::Jump => format!("the jump in line {line}"),
                Left::Turns => {
                    format!("all turns of the loop that ends in line {line}: its addresses do not come back")
                }
                Left::Call => "a function that is not in the text".to_owned(),
            };
            self.add(FRAGMENT_ELEMENTS.not_followed(words), (*line, 0), None);
        }
        let run = self.run;
        let never: Vec<&ProductLine<'_>> =
            run.lines.iter().filter(|line| line.executions == 0 && line.form.is_ok()).collect();
        if let Some(first) = never.first() {
            let words = match never.len() == run.lines.len() {
                true => "any product: none is reached".to_owned(),
                false => format!("{} that are not reached", counted(never.len(), "product")),
            };
            self.add(FRAGMENT_ELEMENTS.not_followed(words), (first.line, first.loc), None);
        }
        for (at, line) in self.run.lines.iter().enumerate() {
            if line.form.is_err() || line.executions == 0 {
                self.reports[at].operands = [VerdictKind::Incomplete; 3];
            }
        }
    }

    /// Types of the instructions: those that multiply one matrix agree.
    fn types(&mut self) {
        let types = |line: &ProductLine<'_>| line.form.as_ref().ok().map(types_text);
        let all = self.run.lines.iter().filter(|line| line.executions > 0);
        let Some((common, count)) = most(all.clone().filter_map(types)) else { return };
        let others: Vec<(u32, String)> = self
            .run
            .lines
            .iter()
            .enumerate()
            .filter_map(|(at, line)| {
                let own = types(line).filter(|own| *own != common && line.executions > 0)?;
                Some((at as u32, own))
            })
            .collect();
        for (at, own) in &others {
            // Two products of different matrices can be of different types.
            let operands =
                self.run.products.iter().filter(|one| one.line == *at).flat_map(|one| one.a.iter());
            let mine: BTreeSet<_> = operands.map(|cell| cell.from).collect();
            let of_common =
                self.run.products.iter().filter(|one| types(self.line_of(one)).as_ref() == Some(&common));
            let is_same = of_common.flat_map(|one| one.a.iter()).any(|cell| mine.contains(&cell.from));
            if is_same {
                let title = format!("{own} are multiplied in this instruction, {common} in {count} others");
                let text = "They read elements of one matrix in shared memory, which have one type.";
                self.add(PRODUCT_TYPE.wrong(title, text), self.place_of(*at), None);
                self.blame(*at, Letter::A, VerdictKind::Wrong);
                self.blame(*at, Letter::B, VerdictKind::Wrong);
            }
        }
        if others.is_empty() {
            let (line, words) =
                (self.run.lines[0].line, format!("{}: {common}", counted(count, "instruction")));
            // Bytes do not tell a type: one instruction alone is confirmed by a name at most.
            let part = match count > 1 || self.is_named(&common) {
                true => PRODUCT_TYPE.checked(words),
                false => PRODUCT_TYPE.not_followed(format!(
                    "whether the elements are {common}: one instruction alone says so"
                )),
            };
            self.add(part, (line, 0), None);
        }
    }

    /// Whether the kernel's name has the type that both operands have.
    fn is_named(&self, types: &str) -> bool {
        let Some(own) = types.split(' ').next().and_then(meaning) else { return false };
        let words = self.name.split(|letter: char| !letter.is_ascii_alphanumeric());
        words.map(str::to_ascii_lowercase).any(|word| meaning(&word).as_ref() == Some(&own))
    }

    /// The products of each pair of matrices, in the order in which the first of each was carried out.
    fn problems(&self) -> Vec<Vec<usize>> {
        let mut found: Vec<(_, Vec<usize>)> = Vec::new();
        let mut known: HashMap<*const Value, Option<Option<(u32, u64)>>> = HashMap::default();
        let mut of = |cells: &Rc<[Value]>| {
            *known.entry(cells.as_ptr()).or_insert_with(|| {
                let each = counts(cells.iter().map(|cell| (cell.from, 1))).into_iter();
                let pointers = each.filter_map(|(from, count)| {
                    let pointer = match place(self.run, Value { from, number: 0 }) {
                        Place::At(from, _) => Some(self.run.sources.pointer(from)?),
                        Place::Product(..) => None,
                        _ => return None,
                    };
                    Some((pointer, count))
                });
                most_of(pointers).map(|(pointer, _)| pointer)
            })
        };
        for (at, product) in self.run.products.iter().enumerate() {
            let key = (of(&product.a), of(&product.b));
            match found.iter_mut().find(|(other, _)| *other == key) {
                Some((_, all)) => all.push(at),
                None => found.push((key, vec![at])),
            }
        }
        found.into_iter().map(|(_, all)| all).collect()
    }

    /// The line of the first product of some.
    fn first_of(&self, own: &[usize]) -> (u32, u32) {
        let line = self.line_of(&self.run.products[own[0]]);
        (line.line, line.loc)
    }

    /// Rows, columns and K of the products of two matrices.
    fn elements(&mut self, own: &[usize]) {
        let sides = [Letter::A, Letter::B].map(|letter| self.side(letter, own));
        // Where half of an operand says one K and half another, the other operand has the word.
        for (which, side) in sides.iter().enumerate() {
            if let Some(side) = side {
                self.strays(side, sides[1 - which].as_ref());
            }
        }
        let begins = Rc::new(sides.each_ref().map(|one| one.as_ref().and_then(|side| side.begin.clone())));
        let mut shift = Vec::new();
        for (index, at) in own.iter().enumerate() {
            let [[rows, ka], [kb, columns]] = sides
                .each_ref()
                .map(|one| one.as_ref().map(|side| side.tile(index).common.clone()).unwrap_or_default());
            shift.extend(ka.iter().zip(&kb).filter_map(|(a, b)| Some((*a)? - (*b)?)));
            self.placed[*at] = Placed { rows, ks: [ka, kb], columns, begins: Rc::clone(&begins) };
        }
        let Some((shift, _)) = most(shift.into_iter()) else { return };
        let first = self.first_of(own);
        if shift != 0 {
            let apart = counted(shift.unsigned_abs() as usize, "element");
            let words = format!("whether A and B begin at the same K: they are {apart} apart");
            self.add(FRAGMENT_ELEMENTS.not_followed(words), first, None);
        }
        let mut wrong: BTreeMap<u32, (i64, usize, usize)> = BTreeMap::new();
        for at in own {
            let (product, placed) = (&self.run.products[*at], &self.placed[*at]);
            for (a, b) in placed.ks[0].iter().zip(&placed.ks[1]) {
                let (Some(a), Some(b)) = (a, b) else { continue };
                let entry = wrong.entry(product.line).or_insert((0, 0, 0));
                entry.2 += 1;
                if a - b != shift {
                    (entry.0, entry.1) = (a - b - shift, entry.1 + 1);
                }
            }
        }
        let (bad, all) = wrong.values().fold((0, 0), |sum, one| (sum.0 + one.1, sum.1 + one.2));
        let is_sure = self.is_sure_of_k && is_few(bad, all);
        self.is_sure_of_k &= is_sure;
        for (line, (by, count, of)) in wrong {
            if count == 0 {
                continue;
            }
            let place = self.place_of(line);
            let title = "elements of A and B are multiplied that differ in K";
            let apart = if by < 0 { format!("{} behind", -by) } else { format!("{by} ahead of") };
            let text = format!(
                "{count} of {of} pairs of its K: A’s is {apart} B’s. Both registers must hold the elements of one K."
            );
            let kind = self.tell(&PRODUCT_K, is_sure, (title, text), place, None);
            self.is_k_wrong |= kind == VerdictKind::Wrong;
            self.blame(line, Letter::A, kind);
            self.blame(line, Letter::B, kind);
        }
    }

    /// Rows and columns of the cells of an operand in its matrix, product by product; none where they are not followed.
    fn side(&mut self, letter: Letter, own: &[usize]) -> Option<Side> {
        let (run, name) = (self.run, letter.name());
        let (mut tiles, mut tile_of, mut known) = (Vec::new(), Vec::new(), HashMap::default());
        for at in own {
            let product = &run.products[*at];
            let cells = if letter == Letter::A { &product.a } else { &product.b };
            let tile = *known.entry(cells.as_ptr()).or_insert(tiles.len());
            if tile == tiles.len() {
                let all = places(run, cells);
                let width = self.fragment(product, letter).columns as usize;
                tiles.push(Tile {
                    all,
                    width,
                    placed: Vec::new(),
                    common: Default::default(),
                    is_whole: false,
                });
            }
            tile_of.push(tile);
        }
        let mut side = Side {
            letter,
            own: own.to_vec(),
            lines: own.iter().map(|at| run.products[*at].line).collect(),
            tiles,
            tile_of,
            begin: None,
            first: self.first_of(own),
        };
        self.unset(&side);
        let mut is_open = false;
        for (line, tile) in side.lines.iter().zip(side.each()) {
            if tile.all.iter().any(|cell| matches!(cell, Place::Open | Place::Number(_))) {
                is_open = true;
                self.blame(*line, letter, VerdictKind::Incomplete);
            }
        }
        if is_open {
            let words = format!("where all elements of {name} come from");
            self.add(FRAGMENT_ELEMENTS.not_followed(words), side.first, Some(letter));
        }
        let is_loaded = side.places().any(|cell| matches!(cell, Place::At(..)));
        let lattice = if is_loaded { self.lattice(&side) } else { None };
        let is_computed = side.places().any(|cell| matches!(cell, Place::Product(..)));
        if lattice.is_none() && !is_computed || is_computed && is_loaded {
            let words = format!("{name}’s rows in global memory");
            self.add(FRAGMENT_ELEMENTS.not_followed(words), side.first, Some(letter));
            for line in &side.lines {
                self.blame(*line, letter, VerdictKind::Incomplete);
            }
            return None;
        }
        let mut scale = lattice.as_ref().map(Scale::of);
        for tile in &mut side.tiles {
            let each = tile.all.iter().map(|cell| match (cell, &mut scale) {
                (Place::At(from, bits), Some(scale)) => scale.at(&mut self.distances, (*from, *bits)),
                (Place::Product(of, byte), _) => self.result_of(*of, *byte),
                _ => None,
            });
            tile.placed = each.collect();
            (tile.common, tile.is_whole) = lines_of(&tile.placed, tile.width);
        }
        let first = side.places().next().copied();
        side.begin = match first {
            Some(Place::Product(of, _)) => match &*self.placed[of as usize].begins {
                [Some(a), Some(b)] => {
                    let along = [a.along[0].clone(), b.along[1].clone()];
                    Some(Begin { along, batch: a.batch.clone(), ..Begin::default() })
                }
                _ => None,
            },
            _ => lattice.as_ref().and_then(|lattice| lattice.begin(&run.sources, Some(side.k_axis()))),
        };
        if let Some(lattice) = lattice {
            self.extents(&side, &lattice);
            self.held(&side, &lattice);
        }
        Some(side)
    }

    /// Notes where shared memory holds the matrix.
    fn held(&mut self, side: &Side, lattice: &Lattice) {
        let run = self.run;
        let (Some(of), Some(matrices)) = (side.letter.operand(), &mut self.matrices) else { return };
        let along = |[row, column]: [i64; 2]| if of == Operand::A { [row, column] } else { [column, row] };
        let (mut elements, mut scale) = (Vec::new(), Scale::of(lattice));
        for (address, byte) in (0u32..).zip(&run.shared) {
            let cell = Value { number: byte.number.wrapping_mul(8), ..*byte };
            let Place::At(from, bits) = place(run, cell) else { continue };
            if run.sources.pointer(from) == run.sources.pointer(lattice.origin.0) {
                let at = scale.at(&mut self.distances, (from, bits));
                elements.extend(at.map(|at| (address, along(at))));
            }
        }
        let reads = side.lines.iter().zip(side.each()).filter_map(|(line, tile)| {
            let first = tile.placed.first().copied().flatten()?;
            Some((*line as usize, along(first)))
        });
        matrices.push(HeldMatrix { side: of, reads: reads.collect(), elements });
    }

    /// Row and column of a result of a product, in the matrix of all results.
    fn result_of(&self, product: u32, byte: u64) -> Option<[i64; 2]> {
        let bits = self.form(&self.run.products[product as usize]).fragment(mma::Operand::D).bits;
        self.placed[product as usize].cell((byte * 8 / u64::from(bits)) as usize)
    }

    fn fragment(&self, product: &Product, letter: Letter) -> swizzle_warp::Fragment {
        self.form(product).fragment(if letter == Letter::A { mma::Operand::A } else { mma::Operand::B })
    }

    fn place_of(&self, line: u32) -> (u32, u32) {
        (self.run.lines[line as usize].line, self.run.lines[line as usize].loc)
    }

    /// Elements that nothing wrote.
    fn unset(&mut self, side: &Side) {
        let letter = side.letter;
        // With another number of threads, others may write them.
        let is_open = !self.is_sure_of_k || self.run.left.iter().any(|(_, why)| *why != Left::Length);
        let mut lines: BTreeMap<u32, usize> = BTreeMap::new();
        for (line, tile) in side.lines.iter().zip(side.each()) {
            let count = tile.all.iter().filter(|cell| **cell == Place::Unset).count();
            if count > 0 {
                let most = lines.entry(*line).or_default();
                *most = count.max(*most);
            }
        }
        for (line, count) in lines {
            let place = self.place_of(line);
            let title = format!("{}: {} that nothing has written", letter.name(), counted(count, "element"));
            let text = "The bytes of shared memory that they are read from hold what was there before.";
            let kind = self.tell(&FRAGMENT_UNSET, !is_open, (title, text), place, Some(letter));
            self.blame(line, letter, kind);
        }
    }

    /// The distances of rows and columns that most neighbouring cells have.
    fn lattice(&mut self, side: &Side) -> Option<Lattice> {
        // Neighbours: the sums that both are counted from, and the bits between.
        let neighbours = |axis: usize| {
            side.tiles.iter().flat_map(move |Tile { all, width, .. }| {
                let next = [*width, 1][axis];
                let is_one = move |at: &usize| axis == 0 || !(at + 1).is_multiple_of(*width);
                let pairs = (0..all.len().saturating_sub(next)).filter(is_one);
                pairs.filter_map(move |at| match (all[at], all[at + next]) {
                    (Place::At(from, bits), Place::At(other, to)) => {
                        Some((from, other, to.wrapping_sub(bits)))
                    }
                    _ => None,
                })
            })
        };
        let steps = [self.distances.step(neighbours(0))?, self.distances.step(neighbours(1))?];
        let sources = side.places().filter_map(|cell| match cell {
            Place::At(from, _) => Some((*from, 1)),
            _ => None,
        });
        let sources = counts(sources);
        let mut lattice = Lattice { origin: (most_of(sources.iter().copied())?.0, 0), steps };
        // The first row: of the sums that addresses are counted from, that of the least.
        let each: BTreeSet<u32> = sources.into_iter().map(|(from, _)| from).collect();
        let least = each.into_iter().filter_map(|from| {
            let [row, column] = lattice.coordinates(&mut self.distances, (from, 0))?;
            Some((row.min(column), row + column, from))
        });
        if let Some((.., from)) = least.min() {
            lattice.origin = (from, 0);
        }
        Some(lattice)
    }

    /// Whether the matrix begins at its pointer, and its rows in global memory are as long as what is read of them.
    fn extents(&mut self, side: &Side, lattice: &Lattice) {
        let (letter, line) = (side.letter, side.first);
        let mut sets: [BTreeSet<i64>; 2] = Default::default();
        for tile in &side.tiles {
            let cells = tile.placed.iter().flatten().filter(|_| !tile.is_whole);
            for (axis, set) in sets.iter_mut().enumerate() {
                set.extend(tile.common[axis].iter().flatten().filter(|_| tile.is_whole));
                set.extend(cells.clone().map(|cell| cell[axis]));
            }
        }
        let name = letter.name();
        for (which, set) in sets.iter().enumerate() {
            let (Some(first), Some(last)) = (set.first(), set.last()) else { return };
            let is_dense = (last - first + 1) as usize == set.len();
            if *first != 0 || !is_dense {
                let of = if (which == 0) == (letter == Letter::A) { "rows or columns" } else { "K" };
                let words = format!("{name}’s {of}: {first} to {last}, {} of them", set.len());
                self.add(FRAGMENT_ELEMENTS.not_followed(words), line, Some(letter));
            }
        }
        let Some(pitch) = lattice.pitch() else { return };
        let narrow_axis = 1 - lattice.wide_axis();
        let (narrow, extent) = (lattice.steps[narrow_axis].bits.abs(), sets[narrow_axis].len());
        let in_row = pitch / narrow.max(1);
        let is_of_several = self.run.sources.is_of_several(lattice.origin.0);
        let is_multiple = extent > 0 && (in_row as usize).is_multiple_of(extent);
        if in_row as usize != extent && !(is_of_several && is_multiple) {
            let words = format!(
                "{name}’s rows: {in_row} elements apart in global memory, of which {extent} are read"
            );
            self.add(FRAGMENT_ELEMENTS.not_followed(words), line, Some(letter));
        }
    }
}

/// Whether so few of some are apart that the others are sure to be as they are meant.
const fn is_few(apart: usize, of: usize) -> bool {
    apart * 100 <= of * (100 - SURE)
}

/// The row of each line of cells, and the column of each column of cells, that most of them have, and whether all have.
fn lines_of(cells: &[Option<[i64; 2]>], width: usize) -> ([Vec<Option<i64>>; 2], bool) {
    let of = |cell: &Option<[i64; 2]>, axis: usize| cell.map(|at| at[axis]);
    let first = [
        cells.iter().step_by(width).map(|cell| of(cell, 0)).collect::<Vec<_>>(),
        cells.iter().take(width).map(|cell| of(cell, 1)).collect(),
    ];
    let is_row = |(row, cells): (&Option<i64>, &[Option<[i64; 2]>])| {
        let mut each = cells.iter().zip(&first[1]);
        each.all(|(cell, column)| cell.is_some_and(|at| (Some(at[0]), Some(at[1])) == (*row, *column)))
    };
    if first[0].iter().zip(cells.chunks(width)).all(is_row) {
        return (first, true);
    }
    let rows = cells.chunks(width).map(|row| most(row.iter().flatten().map(|at| at[0])).map(|(at, _)| at));
    let columns = (0..width).map(|column| {
        let each = cells.iter().skip(column).step_by(width).flatten();
        most(each.map(|at| at[1])).map(|(at, _)| at)
    });
    ([rows.collect(), columns.collect()], false)
}

/// The types that an instruction multiplies: `f16 × f16`.
fn types_text(form: &Form) -> String {
    format!("{} × {}", form.types[0].name, form.types[1].name)
}
