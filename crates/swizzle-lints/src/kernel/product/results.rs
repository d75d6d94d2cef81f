//! What products add up, and where their results go.

use super::*;
use crate::kernel::alike::said_once;
use crate::kernel::report;
use swizzle_ptx::run::value::{NUMBER, Sources};

/// How often each K was added up.
type Ks = BTreeMap<i64, u32>;

/// The K that results have added up: the different ones, and which of them each product has.
pub(super) struct AddedUp {
    each: Vec<Ks>,
    of: Vec<usize>,
}

/// What accumulators go on with where they do not belong together.
const OTHER_CELL: &str = "another row or column";
const OTHER_K: &str = "which some lack a K that the others have";

/// A result in global memory: its row and column, its place, the place of the store in the text, and its product.
type Cell = ([i64; 2], (u32, i64), (u32, u32), u32);

const LACKING: &str = "a result has not all of K that the others have";

impl Judge<'_, '_> {
    /// Follows accumulators from product to product: each goes on with a result of the same row and column.
    pub(super) fn sums(&mut self, ks: &AddedUp) {
        let (mut wrong, mut open): (BTreeMap<(u32, &str), usize>, BTreeSet<u32>) = Default::default();
        let mut total = 0;
        for (product, placed) in self.run.products.iter().zip(&self.placed) {
            total += product.c.len();
            if self.goes_on_whole(product, placed) {
                continue;
            }
            let cells = places(self.run, &product.c);
            let added = |cell: &Place| match cell {
                Place::Product(of, _) => ks.of[*of as usize],
                _ => 0,
            };
            let common = most(cells.iter().map(added));
            for (at, cell) in cells.iter().enumerate() {
                if common.is_some_and(|(common, _)| added(cell) != common) {
                    *wrong.entry((product.line, OTHER_K)).or_default() += 1;
                    continue;
                }
                let before = match *cell {
                    Place::Number(0) => continue,
                    Place::Product(of, byte) => self.result_of(of, byte),
                    _ => None,
                };
                match placed.cell(at).zip(before) {
                    Some((own, before)) if own == before => {}
                    Some(_) => *wrong.entry((product.line, OTHER_CELL)).or_default() += 1,
                    None => {
                        open.insert(product.line);
                    }
                }
            }
        }
        let bad: usize = wrong.values().sum();
        let is_sure = is_few(bad, total);
        for (line, of) in wrong.keys() {
            let title = format!("accumulators go on with results of {of}");
            let text = "What an instruction adds to its product belongs to the same row of A and column of B, and has added up the same K in each element.";
            self.of_line(*line, is_sure, &title, text);
        }
        for line in open.iter().take(1) {
            let place = self.place_of(*line);
            self.add_of_d(PRODUCT_SUM.not_followed("what is added to the product"), place);
        }
        for line in &open {
            self.blame(*line, Letter::D, VerdictKind::Incomplete);
        }
        if wrong.is_empty() && open.is_empty() && total > 0 {
            let words =
                format!("{}: each of one row and column", counted(self.run.products.len(), "accumulation"));
            self.add_of_d(PRODUCT_SUM.checked(words), self.place_of(0));
        }
    }

    /// Whether a product adds to all results of one with the same rows and columns, each where it was.
    fn goes_on_whole(&self, product: &Product, placed: &Placed) -> bool {
        let Some(first) = product.c.first() else { return true };
        let Some((of, 0)) = self.run.sources.product(*first) else { return false };
        let (bits, before) = (self.form(product).fragment(mma::Operand::D).bits, &self.placed[of as usize]);
        let results = (0u64..).map(|cell| Value { number: cell * u64::from(bits), ..*first });
        [(&placed.rows, &before.rows), (&placed.columns, &before.columns)]
            .into_iter()
            .all(|(own, other)| own == other && own.iter().all(Option::is_some))
            && product.c.len() == placed.rows.len() * placed.columns.len()
            && self.form(&self.run.products[of as usize]).fragment(mma::Operand::D).bits == bits
            && product.c.iter().copied().eq(results.take(product.c.len()))
    }

    fn add_of_d(&mut self, part: Part, place: (u32, u32)) {
        self.add(part, place, Some(Letter::D));
    }

    /// A fault of what one instruction adds up, or where that is not sure, something that is not followed.
    fn of_line(&mut self, line: u32, is_sure: bool, title: &str, text: &str) {
        // Where A and B do not count one K, as in a convolution, rows and columns are not those of a product of two matrices.
        let is_sure = is_sure && self.is_sure_of_k;
        let kind = self.tell(&PRODUCT_SUM, is_sure, (title, text), self.place_of(line), Some(Letter::D));
        self.blame(line, Letter::D, kind);
    }

    /// The K that each product's results have added up, its own among them.
    pub(super) fn added_up(&self) -> AddedUp {
        let (mut each, mut of_each) = (vec![Ks::new()], Vec::with_capacity(self.run.products.len()));
        for (product, placed) in self.run.products.iter().zip(&self.placed) {
            let before = match product.c.first().map(|cell| place(self.run, *cell)) {
                Some(Place::Product(of, _)) => of_each.get(of as usize).copied().unwrap_or(0),
                _ => 0,
            };
            let mut own = each[before].clone();
            for k in placed.ks[0].iter().flatten() {
                *own.entry(*k).or_default() += 1;
            }
            let known = each.iter().position(|one| *one == own);
            of_each.push(known.unwrap_or(each.len()));
            if known.is_none() {
                each.push(own);
            }
        }
        AddedUp { each, of: of_each }
    }

    /// Where results are stored in global memory: each row and column at its place, and each with all of K.
    pub(super) fn results(&mut self, own: &[usize], ks: &AddedUp) {
        let first = self.first_of(own);
        // Which K are added up means nothing where those of A and B differ.
        if self.is_k_wrong {
            return;
        }
        let inside: BTreeSet<u32> = own.iter().map(|at| *at as u32).collect();
        if self.are_multiplied(&inside, ks, first) {
            return;
        }
        let mut cells: Vec<Cell> = Vec::new();
        for stored in self.run.stored.iter().filter(|stored| inside.contains(&stored.product)) {
            let Some(cell) = self.placed[stored.product as usize].cell(stored.cell as usize) else {
                continue;
            };
            let place = (stored.at.from, (stored.at.number as i64).wrapping_mul(8));
            cells.push((cell, place, (stored.line, stored.loc), stored.product));
        }
        let Some((all_k, _)) = most(cells.iter().map(|(.., product)| ks.of[*product as usize])) else {
            self.add_of_d(PRODUCT_RESULT.not_followed("where results are stored"), first);
            return;
        };
        self.collisions(&cells);
        // The last that is stored of each.
        let mut at: Vec<([i64; 2], (u32, i64))> =
            cells.iter().map(|(cell, place, ..)| (*cell, *place)).collect();
        at.sort_by_key(|(cell, _)| *cell);
        at.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                *kept = *next;
            }
            is_same
        });
        let mut step = |by: [i64; 2]| {
            let mut rest = &at[..];
            let pairs = at.iter().filter_map(|(cell, (from, bits))| {
                let next = [cell[0] + by[0], cell[1] + by[1]];
                rest = &rest[rest.iter().take_while(|(other, _)| *other < next).count()..];
                let (_, (to, other)) = rest.first().filter(|(other, _)| *other == next)?;
                Some((*from, *to, other.wrapping_sub(*bits)))
            });
            self.distances.step(pairs)
        };
        let (Some(down), Some(along)) = (step([1, 0]), step([0, 1])) else {
            self.add_of_d(PRODUCT_RESULT.not_followed("how far apart results are stored"), first);
            return;
        };
        // The place of (0, 0) that most results agree on, where rows are counted as A and B count them.
        let lattice = Lattice { origin: (NUMBER, 0), steps: [down, along] };
        let Some(origin) =
            cells.iter().map(|(_, place, ..)| *place).min_by_key(|(from, bits)| (*bits, *from))
        else {
            return;
        };
        let origin = self.origin_of(&lattice, &cells, origin);
        let lattice = Lattice { origin, ..lattice };
        let mut scale = Scale::of(&lattice);
        let away = cells.iter().map(|(cell, place, ..)| {
            let found = scale.at(&mut self.distances, *place);
            found.map(|found| [found[0] - cell[0], found[1] - cell[1]])
        });
        let off: Vec<Option<[i64; 2]>> = away.collect();
        self.blocks(own, Some(lattice.begin(&self.run.sources, None)));
        let product = &self.run.products[own[0]];
        for (letter, cells) in [(Letter::A, &product.a), (Letter::B, &product.b)] {
            let pointer = |from| self.run.sources.pointer(from);
            if let Place::At(from, _) = place(self.run, cells[0])
                && pointer(from).is_some_and(|read| pointer(origin.0) == Some(read))
            {
                let words = format!("why results are stored in the matrix that {} is of", letter.name());
                self.add_of_d(PRODUCT_RESULT.not_followed(words), first);
            }
        }
        let Some((common, count)) = most(off.iter().copied()) else { return };
        if let Some(bytes) = lattice.pitch().map(|_| origin.1 / 8).filter(|bytes| *bytes != 0) {
            let side = if bytes < 0 { "before" } else { "behind" };
            let words = format!("whether results begin {} bytes {side} their pointer", bytes.abs());
            self.add_of_d(PRODUCT_RESULT.not_followed(words), first);
        }
        let bad: Vec<Cell> =
            cells.iter().zip(&off).filter(|(_, away)| **away != common).map(|(cell, _)| *cell).collect();
        let is_of_bits = bad.iter().any(|(_, (from, _), ..)| self.run.sources.is_of_bits(*from));
        let is_sure = is_few(off.len() - count, off.len()) && common.is_some() && !is_of_bits;
        self.misplaced(&bad, is_sure, "results are stored as those of another row or column");
        if common.is_none() {
            self.add_of_d(PRODUCT_RESULT.not_followed("where results are stored"), first);
        }
        self.whole(own, (&cells, at.len()), (ks, all_k), bad.is_empty() && common.is_some());
    }

    /// Results of several rows or columns that are stored at one address.
    fn collisions(&mut self, cells: &[Cell]) {
        let mut at_place: HashMap<(u32, i64), [i64; 2]> = HashMap::default();
        let is_other = |cell: &&Cell| *at_place.entry(cell.1).or_insert(cell.0) != cell.0;
        let bad: Vec<Cell> = cells.iter().filter(is_other).copied().collect();
        // What a guard of the text lets through is not known.
        let is_sure = !self.run.sources.is_taken_inside;
        self.misplaced(&bad, is_sure, "results of several rows or columns are stored at one address");
    }

    /// Tells of results that are stored where they do not belong, by the store.
    fn misplaced(&mut self, cells: &[Cell], is_sure: bool, title: &str) {
        let mut stores: BTreeMap<(u32, u32), (BTreeSet<u32>, usize)> = BTreeMap::new();
        for (_, _, place, product) in cells {
            let (products, count) = stores.entry(*place).or_default();
            products.insert(self.run.products[*product as usize].line);
            *count += 1;
        }
        for (place, (products, count)) in stores {
            let lines = named_lines(products.iter().map(|product| self.place_of(*product).0), LINES_MAX);
            let text = format!(
                "{} of the product in {lines}. A result belongs to its row of A and its column of B.",
                counted(count, "element")
            );
            let is_sure = is_sure && self.is_sure_of_k;
            let kind = self.tell(&PRODUCT_RESULT, is_sure, (title, text), place, Some(Letter::D));
            products.into_iter().for_each(|product| self.blame(product, Letter::D, kind));
        }
    }

    /// Whether results are an operand of other products; then each that is has all of K.
    fn are_multiplied(&mut self, own: &BTreeSet<u32>, ks: &AddedUp, first: (u32, u32)) -> bool {
        let run = self.run;
        let others = (0u32..).zip(&run.products).filter(|(at, _)| !own.contains(at));
        let cells = others.flat_map(|(_, other)| other.a.iter().chain(&*other.b));
        let of = cells.filter_map(|cell| match place(run, *cell) {
            Place::Product(of, _) if own.contains(&of) => Some(of),
            _ => None,
        });
        let used: BTreeSet<u32> = of.collect();
        let Some((all_k, _)) = most(used.iter().map(|at| ks.of[*at as usize])) else { return false };
        let mut is_whole = true;
        self.blocks(&own.iter().map(|at| *at as usize).collect::<Vec<_>>(), None);
        for at in &used {
            if ks.of[*at as usize] != all_k {
                is_whole = false;
                self.of_line(
                    run.products[*at as usize].line,
                    true,
                    LACKING,
                    "Every result adds up the same K.",
                );
            }
        }
        if is_whole {
            let words = format!("results that are multiplied again, each with {} of K", ks.each[all_k].len());
            self.add_of_d(PRODUCT_RESULT.checked(words), first);
        }
        true
    }

    /// The rows and the columns of some products.
    fn extents_of(&self, own: &[usize]) -> [BTreeSet<i64>; 2] {
        let of_products = |of: fn(&Placed) -> &[Option<i64>]| {
            own.iter().flat_map(|at| of(&self.placed[*at]).iter().flatten().copied()).collect()
        };
        [of_products(|one| &one.rows), of_products(|one| &one.columns)]
    }

    /// Whether a block multiplies rows and columns of one K, and stores results as those of the same rows and columns.
    fn blocks(&mut self, own: &[usize], results: Option<Option<Begin>>) {
        let begins = Rc::clone(&self.placed[own[0]].begins);
        let of_results = results.as_ref().map(Option::as_ref);
        let (Some(a), Some(b), None | Some(Some(_))) = (&begins[0], &begins[1], of_results) else {
            let words = "which part of A, B and the results a block takes";
            return self.add_of_d(PRODUCT_RESULT.not_followed(words), self.first_of(own));
        };
        let d = of_results.flatten();
        let all: Vec<&Begin> = [Some(a), Some(b), d].into_iter().flatten().collect();
        // What moves all of them chooses one of several problems.
        let is_alike = |one: &BTreeMap<u32, i64>, other: &BTreeMap<u32, i64>| {
            let mut atoms = one.keys().chain(other.keys());
            atoms.all(|atom| one.get(atom) == other.get(atom) || all.iter().all(|begin| begin.has(*atom)))
        };
        let [k_of_a, k_of_b] = [a.along_as(1, &b.along[0]), b.along_as(0, &a.along[1])];
        let pairs = [
            ("A’s K and B’s", &k_of_a, Some(&k_of_b)),
            ("A’s rows and the results’", &a.along[0], d.map(|d| &d.along[0])),
            ("B’s columns and the results’", &b.along[1], d.map(|d| &d.along[1])),
        ];
        let mut apart: Vec<&str> = pairs
            .into_iter()
            .filter(|(_, one, other)| other.is_some_and(|other| !is_alike(one, other)))
            .map(|(words, ..)| words)
            .collect();
        // Blocks that have parts of one K store results of their own, or add to the same.
        let is_added = self.run.stored.iter().all(|one| one.is_added);
        let is_of_batch = |d: &Begin| {
            let sources = &self.run.sources;
            let numbers =
                |atom: &u32| sources.beside_factor(*atom, Sources::is_of_launch).unwrap_or(vec![*atom]);
            let mut parts = k_of_a.keys().flat_map(numbers).filter(|atom| !sources.has_one_value(*atom));
            is_added && d.batch.is_subset(&a.batch) || d.batch == a.batch && parts.all(|atom| d.has(atom))
        };
        if !d.is_none_or(is_of_batch) || !b.batch.is_subset(&a.batch) {
            apart.push("the matrices");
        }
        let mut left: Vec<String> = Vec::new();
        if !apart.is_empty() {
            left.push(format!("whether {} begin alike in each block", apart.join(", ")));
        }
        if let Some(d) = d {
            let extents = self.extents_of(own).map(|all| all.len() as i64);
            for ((along, extent), name) in d.along.iter().zip(extents).zip(["row", "column"]) {
                let least = along.values().map(|by| by.abs()).min().unwrap_or(extent);
                if least != extent || along.values().any(|by| by % extent != 0) {
                    let of_block = counted(extent as usize, name);
                    left.push(format!("blocks that begin {least} {name}s apart and have {of_block}"));
                }
            }
            let [rows, columns] = &d.along;
            if rows.keys().any(|atom| columns.contains_key(atom)) {
                left.push("which rows and which columns a block has: one number chooses both".to_owned());
            }
            if a.batch.iter().any(|atom| rows.contains_key(atom) || columns.contains_key(atom)) {
                left.push("which part of K a block has: its number chooses rows or columns, too".to_owned());
            }
        }
        if left.is_empty() && all.iter().any(|one| !one.is_empty()) {
            let words = "each block has its own rows and columns, of A and B as of the results";
            self.add_of_d(PRODUCT_RESULT.checked(words), self.first_of(own));
        }
        for words in left {
            self.add_of_d(PRODUCT_RESULT.not_followed(words), self.first_of(own));
        }
    }

    /// The place that most results have as that of row 0 and column 0.
    fn origin_of(&mut self, lattice: &Lattice, cells: &[Cell], first: (u32, i64)) -> (u32, i64) {
        let steps = &lattice.steps;
        let is_number = lattice.pitch().is_some();
        let votes = cells
            .iter()
            .filter(|_| is_number)
            .map(|(cell, place, ..)| (place.0, place.1 - cell[0] * steps[0].bits - cell[1] * steps[1].bits));
        most(votes).map_or(first, |(origin, _)| origin)
    }

    /// Whether every result of every row and column has all of K, once; so many have different ones.
    fn whole(
        &mut self,
        own: &[usize],
        (cells, count): (&[Cell], usize),
        (ks, all_k): (&AddedUp, usize),
        is_in_place: bool,
    ) {
        let (mut lacking, mut lacking_cells) = (BTreeSet::new(), 0);
        for (.., product) in cells {
            if ks.of[*product as usize] != all_k {
                lacking_cells += 1;
                lacking.insert(self.run.products[*product as usize].line);
            }
        }
        let all_k = &ks.each[all_k];
        let [all_rows, all_columns] = self.extents_of(own);
        let [rows, columns] = [all_rows, all_columns].map(|all| all.len());
        let is_whole = count == rows * columns && count == cells.len();
        let each_k = own.iter().flat_map(|at| self.placed[*at].ks[0].iter().flatten().copied());
        let each_k: BTreeSet<i64> = each_k.collect();
        let first = self.first_of(own);
        let is_sure = is_few(lacking_cells, cells.len());
        let counts_of_k: BTreeSet<u32> = all_k.values().copied().collect();
        if counts_of_k.len() > 1 {
            let title = "some K are added up more often than others";
            let line = self.run.products[own[0]].line;
            self.of_line(line, true, title, "Every result adds up each K once.");
        } else if counts_of_k.first().is_some_and(|count| *count > 1) {
            let words = format!("why each K is added up {} times", counts_of_k.first().unwrap_or(&0));
            self.add_of_d(PRODUCT_SUM.not_followed(words), first);
        }
        for line in &lacking {
            self.of_line(*line, is_sure, LACKING, "Every result adds up the same K.");
        }
        if !is_whole || each_k.len() != all_k.len() {
            let title = format!("all results: {count} of {rows} rows × {columns} columns");
            self.add_of_d(PRODUCT_RESULT.not_followed(title), first);
        } else if is_in_place && lacking.is_empty() {
            let ks = all_k.len();
            let inside =
                if self.run.sources.is_taken_inside { ", in blocks without an edge of a matrix" } else { "" };
            let words = format!("{rows} × {columns} results, each with {ks} of K at its place{inside}");
            self.add_of_d(PRODUCT_RESULT.checked(words), first);
        }
    }

    /// The report: findings of what is wrong, and the facts.
    pub(super) fn report(mut self, kernel: &Kernel<'_>) -> KernelReport {
        self.parts.extend(banks::conflicts(self.run));
        self.parts.extend(of_text(kernel));
        if !self.run.threads.1 {
            let words = format!("how many threads a block has: {} are taken", self.run.threads.0);
            self.add(FRAGMENT_ELEMENTS.not_followed(words), self.place_of(0), None);
        }
        let mut findings = unsilenced(self.parts.iter().flat_map(Part::found).collect());
        findings.sort_by_key(|finding| (finding.severity, finding.line, finding.operand));
        let mut findings = said_once(findings);
        let facts = facts_of_parts(&self.parts, |part| {
            part.findings.first().filter(|one| one.severity != Severity::Note)
        });
        let worst = findings.iter().map(|finding| finding.severity).min();
        let is_followed = facts.iter().all(|fact| fact.state == FactState::Checked);
        findings.extend(report::not_followed(kernel, &facts));
        // What costs time is no answer where something was not followed.
        let worst = worst.filter(|one| is_followed || *one == Severity::Error);
        KernelReport {
            findings,
            operands: Vec::new(),
            walks: Vec::new(),
            verdict: report::verdict(worst, is_followed),
            shared: Default::default(),
            checked: Vec::new(),
            facts,
            products: self.reports,
            matrices: self.matrices.unwrap_or_default(),
        }
    }
}
