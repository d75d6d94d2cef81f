//! Elements of an operand that belong elsewhere.

use std::borrow::Cow;

use super::*;

/// Elements that one access brings to a wrong place: how far they are from it in rows and columns, and in which lanes.
#[derive(Default)]
struct Stray {
    off: BTreeMap<Option<[i64; 2]>, BTreeSet<u32>>,
}

impl Stray {
    /// `A’s k is off by 8 in lanes 16–31`.
    fn title(&self, letter: Letter) -> String {
        let names = if letter == Letter::A { ["row", "k"] } else { ["k", "column"] };
        let name = letter.name();
        let Some((off, lanes)) = self.off.iter().max_by_key(|(_, lanes)| lanes.len()) else {
            return name.to_owned();
        };
        let lanes = lanes_text(lanes);
        let Some(off) = off else { return format!("{name}: elements of another matrix in {lanes}") };
        let parts = (0..2)
            .filter(|which| off[*which] != 0)
            .map(|which| format!("{} is off by {}", names[which], off[which]));
        let parts: Vec<String> = parts.collect();
        let more = match self.off.len() {
            1 => "",
            _ => ", and others by other distances",
        };
        format!("{name}’s {} in {lanes}{more}", parts.join(", its "))
    }
}

/// `lanes 0–7 and 16–23`.
fn lanes_text(lanes: &BTreeSet<u32>) -> String {
    let mut runs: Vec<[u32; 2]> = Vec::new();
    for lane in lanes {
        match runs.last_mut() {
            Some([_, last]) if *last + 1 == *lane => *last = *lane,
            _ => runs.push([*lane; 2]),
        }
    }
    let run = |[first, last]: &[u32; 2]| match first == last {
        true => first.to_string(),
        false => format!("{first}–{last}"),
    };
    let word = if lanes.len() == 1 { "lane" } else { "lanes" };
    match runs.len() {
        _ if lanes.len() == 32 => "all lanes".to_owned(),
        _ => format!("{word} {}", swizzle_text::listed(runs.iter().map(run))),
    }
}

impl Tile {
    /// The elements that are not in the row and the column of their lines, and how far they are from there.
    fn apart(&self, lines: &[Vec<Option<i64>>; 2]) -> impl Iterator<Item = (usize, Option<[i64; 2]>)> {
        self.placed.iter().enumerate().filter_map(move |(at, cell)| {
            let wanted = [lines[0][at / self.width], lines[1][at % self.width]];
            let off =
                cell.map(|found| [0, 1].map(|which| found[which] - wanted[which].unwrap_or(found[which])));
            (off != Some([0, 0])).then_some((at, off))
        })
    }

    /// The K of its lines along an axis: those of the other operand, where elements have them.
    fn ks_as(&self, axis: usize, others: &[Option<i64>]) -> Vec<Option<i64>> {
        let mut ks = self.common[axis].clone();
        for (line, (k, other)) in
            ks.iter_mut().zip(others).enumerate().filter(|(_, (k, other))| **k != **other)
        {
            let is_of = |cell: usize| line == [cell / self.width, cell % self.width][axis];
            let mut own =
                (0..self.placed.len()).filter(|cell| is_of(*cell)).filter_map(|cell| self.placed[cell]);
            *k = other.filter(|other| own.any(|cell| cell[axis] == *other)).or(*k);
        }
        ks
    }
}

impl Judge<'_, '_> {
    /// Elements that are not in the row and the column of the others beside them.
    pub(super) fn strays(&mut self, side: &Side, other: Option<&Side>) {
        let (letter, name, k_axis) = (side.letter, side.letter.name(), side.k_axis());
        let mut strays: BTreeMap<(u32, u32), Stray> = BTreeMap::new();
        let mut is_of_bits = false;
        let (mut bad, mut total, mut bad_rows) = (0, 0, 0);
        let own = usize::from(letter == Letter::B);
        for (index, tile) in side.each().enumerate() {
            let mut common = Cow::Borrowed(&tile.common);
            total += tile.all.len();
            let others = other.map(|other| &other.tile(index).common[other.k_axis()]);
            if let Some(others) = others.filter(|others| **others != tile.common[k_axis]) {
                common.to_mut()[k_axis] = tile.ks_as(k_axis, others);
            }
            if tile.is_whole && *common == tile.common {
                continue;
            }
            for (at, off) in tile.apart(&common) {
                bad += 1;
                is_of_bits |= matches!(tile.all[at], Place::At(from, _) if self.run.sources.is_of_bits(from));
                bad_rows += usize::from(off.is_none_or(|off| off[1 - k_axis] != 0));
                let (load, lanes) = self.load_and_lanes(side, index, at);
                let stray = strays.entry((load, side.lines[index])).or_default();
                stray.off.entry(off).or_default().extend(lanes);
            }
        }
        if bad == 0 {
            let words = format!("{name}: {total} elements, each in its row and column");
            self.add(FRAGMENT_ELEMENTS.checked(words), side.first, Some(letter));
            return;
        }
        // Elements that are in the right rows, and of which only the order along K is wrong, are those of a matrix, too.
        let is_whole = side.places().all(|cell| matches!(cell, Place::At(..)));
        self.is_sure_of_k &= !is_of_bits;
        let is_sure = self.is_sure_of_k && (is_few(bad, total) || is_whole && bad_rows == 0 && bad < total);
        let kind = if is_sure { VerdictKind::Wrong } else { VerdictKind::Incomplete };
        let mut told = BTreeSet::new();
        let text = format!(
            "The product takes another element of the matrix there. Compare the address that is read with {}.",
            self.writes_of(side)
        );
        // What other products take of one access as it should be is not wrong in the access.
        let mut fed: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for (at, line) in side.own.iter().zip(&side.lines) {
            for load in &self.run.products[*at].loads[own] {
                fed.entry(*load).or_default().insert(*line);
            }
        }
        let bad_lines = |load: u32| strays.keys().filter(move |(other, _)| *other == load).count();
        let is_wrong_all = |load: u32| fed.get(&load).is_some_and(|lines| lines.len() == bad_lines(load));
        let at_load: BTreeSet<u32> = fed.keys().copied().filter(|load| is_wrong_all(*load)).collect();
        for ((load, line), stray) in strays {
            self.blame(line, letter, kind);
            let access =
                self.run.accesses.iter().find(|access| access.line == load && at_load.contains(&load));
            let place = access.map_or(self.place_of(line), |access| (access.line, access.loc));
            if !told.insert(place) {
                continue;
            }
            let title = stray.title(letter);
            self.tell(&FRAGMENT_ELEMENTS, is_sure, (title, &*text), place, Some(letter));
        }
    }

    /// The writes to shared memory that bring the elements of an operand there, in words.
    fn writes_of(&self, side: &Side) -> String {
        let products = side.own.iter().map(|at| &self.run.products[*at]);
        let cells = products.flat_map(|one| if side.letter == Letter::A { &*one.a } else { &*one.b });
        let sources: BTreeSet<u32> = cells.map(|cell| cell.from).collect();
        let is_of = |access: &&AccessLine<'_>| access.of.iter().any(|one| sources.contains(one));
        let writes = self.run.accesses.iter().filter(|access| access.is_write).filter(is_of);
        let lines: Vec<u32> = writes.map(|access| access.line).collect();
        match lines.is_empty() {
            true => "the one that is written".to_owned(),
            false => format!("that of the write in {}", named_lines(lines, LINES_MAX)),
        }
    }

    /// The line of the access that brought a cell of a product, and the lanes that hold it.
    fn load_and_lanes(&self, side: &Side, index: usize, cell: usize) -> (u32, Vec<u32>) {
        let product = &self.run.products[side.own[index]];
        let (fragment, width) = (self.fragment(product, side.letter), side.tile(index).width);
        let slots = fragment.slots_from_cell((cell / width) as u32, (cell % width) as u32);
        let loads = &product.loads[usize::from(side.letter == Letter::B)];
        let load = slots.first().and_then(|slot| loads.get(slot.register as usize));
        (load.copied().unwrap_or(0), slots.iter().map(|slot| slot.thread).collect())
    }
}
