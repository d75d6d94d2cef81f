//! How often loops over K go round: as often as K has parts.

use super::*;
use swizzle_ptx::run::{Known, Turn, compared};

/// A loop over K, whose turns that were carried out multiply a K of so many elements.
struct Loop<'r> {
    /// The ends of its turns, the last of which leaves it.
    ends: Vec<&'r Turn>,
    /// Turns that were carried out.
    turns: i64,
    /// Elements of K that a turn multiplies; those of products that are not in the loop come once more.
    each: i64,
    /// Whether a turn ends with the condition; else it begins with it.
    is_asked_behind: bool,
}

/// What one of the things that a condition follows from can be.
type Choice = (u32, Vec<i64>);

/// How many times larger K is in which the turns are counted again.
const LARGER: i64 = 64;

/// Things that a condition follows from, of which all choices are tried.
const LEAVES_MAX: usize = 4;

/// Turns that are counted before a loop is said not to end.
const TURNS_MAX: usize = 1 << 12;

impl Loop<'_> {
    /// The turns that a K needs which is [`LARGER`].
    const fn turns_of_larger(&self, all_k: i64) -> i64 {
        self.turns + (LARGER - 1) * all_k / self.each
    }
}

impl<'r> Judge<'r, '_> {
    /// Whether the loops of some products go round as often as K has parts: where K is as long as what was multiplied in the turns that
    /// were carried out, they end after these turns, and not before.
    pub(super) fn turns(&mut self, own: &[usize]) {
        if self.is_k_wrong {
            return;
        }
        let all_k: BTreeSet<i64> = self.ks_of(own.iter().copied());
        let loops = self.loops(own, &all_k);
        if loops.is_empty() && self.is_of_constant(own, &all_k) {
            let words = format!(
                "whether {} of K are all: rows of A and B are as long as a parameter says",
                all_k.len()
            );
            self.add(PRODUCT_TURNS.not_followed(words), self.first_of(own), None);
        }
        let is_one = loops.iter().all(|one| one.ends[0].at == loops[0].ends[0].at);
        for one in loops {
            self.turns_of(own, &one, all_k.len() as i64, is_one);
        }
    }

    fn ks_of(&self, products: impl Iterator<Item = usize>) -> BTreeSet<i64> {
        products.flat_map(|at| self.placed[at].ks[0].iter().flatten().copied()).collect()
    }

    /// The loops of which each turn multiplies another part of K, each once for every way in which warps go through it.
    fn loops(&self, own: &[usize], all_k: &BTreeSet<i64>) -> Vec<Loop<'r>> {
        let run = self.run;
        let mut open: BTreeMap<(u32, u32), Vec<&Turn>> = BTreeMap::new();
        let line = |at: usize| run.lines[run.products[at].line as usize].at;
        let has_products = |turn: &&Turn| own.iter().any(|at| turn.loop_.contains(&line(*at)));
        for turn in run.turns.iter().filter(has_products) {
            open.entry((turn.at, turn.warp)).or_default().push(turn);
        }
        let mut all: Vec<Vec<&Turn>> = Vec::new();
        for turns in open.values() {
            let last = turns.last().map(|turn| turn.holds);
            for ends in turns.split_inclusive(|turn| Some(turn.holds) == last) {
                let is_same = |other: &Vec<&Turn>| {
                    let key = |turn: &&Turn| (turn.at, turn.condition, turn.holds);
                    other.iter().map(key).eq(ends.iter().map(key))
                };
                if !all.iter().any(is_same) {
                    all.push(ends.to_vec());
                }
            }
        }
        let ranges: BTreeSet<_> = all.iter().map(|ends| (ends[0].loop_.start, ends[0].loop_.end)).collect();
        let is_innermost = |own: &std::ops::Range<u32>| {
            let is_inside = |(start, end): &(u32, u32)| own.start <= *start && *end <= own.end;
            ranges.iter().filter(|other| is_inside(other)).count() == 1
        };
        all.retain(|ends| is_innermost(&ends[0].loop_));
        let of_k = all.into_iter().filter_map(|ends| {
            let (inside, outside): (Vec<usize>, Vec<usize>) =
                own.iter().copied().partition(|at| ends[0].loop_.contains(&line(*at)));
            let first = self.ks_of(inside.iter().copied().filter(|at| run.products[*at].turn == 0));
            let is_asked_behind = inside.iter().any(|at| line(*at) < ends[0].at);
            let turns = ends.len() as i64 - i64::from(!is_asked_behind);
            let of_turns = (all_k.len() - self.ks_of(outside.into_iter()).len()) as i64;
            // 0 where not every turn has as much.
            let each = of_turns.checked_div(turns).filter(|each| each * turns == of_turns).unwrap_or(0);
            (first.len() < all_k.len()).then_some(Loop { ends, turns, each, is_asked_behind })
        });
        of_k.collect()
    }

    fn turns_of(&mut self, own: &[usize], one: &Loop<'_>, all_k: i64, is_one: bool) {
        let (line, loc) = (one.ends[0].line, one.ends[0].loc);
        let open = format!("whether the loop whose condition is in line {line} goes through all of K");
        let conditions: BTreeSet<Value> = one.ends.iter().map(|end| end.condition).collect();
        if let (1, true) = (conditions.len(), one.ends.len() > 1) {
            let text = "Its condition is the same after each turn.";
            self.tell(&PRODUCT_TURNS, self.is_sure_of_k, (ENDLESS, text), (line, loc), None);
            return;
        }
        let Some(choices) = self.choices(own, one, all_k).filter(|_| one.each > 0) else {
            return self.add(PRODUCT_TURNS.not_followed(open), (line, loc), None);
        };
        let found = each_choice(&choices).into_iter().find(|known| self.is_followed(own, one, known, all_k));
        let other_size = found.as_ref().and_then(|known| self.other_size(own, &choices, known, all_k));
        let part = match (found, other_size) {
            (Some(_), Some(why)) => PRODUCT_TURNS.not_followed(format!("{open}: {why}")),
            (Some(_), None) => {
                let words =
                    format!("{} over {all_k} of K: all of it, once", counted(one.turns as usize, "turn"));
                PRODUCT_TURNS.checked(words)
            }
            (None, _) => {
                // What else is not followed can have other reasons.
                let is_checked = self.parts.iter().all(|part| matches!(part.holds, Holds::Checked(_)));
                let is_sure = is_one && self.is_sure_of_k && is_checked;
                let other = self.other_turns(own, &choices, one, all_k).filter(|_| is_sure);
                other.map_or_else(|| PRODUCT_TURNS.not_followed(open), |other| wrong(one, all_k, other))
            }
        };
        self.add(part, (line, loc), None);
    }

    /// Whether a loop ends after the turns that were carried out, and after as many times more of a larger K; where blocks have parts of
    /// one K, in the first two, of which the second begins where the first ends.
    fn is_followed(&self, own: &[usize], one: &Loop<'_>, known: &Known, all_k: i64) -> bool {
        let sources = &self.run.sources;
        let is_followed = |known: &Known| {
            let number = |end: &Turn| sources.number_where(end.condition, &mut known.clone());
            one.ends.iter().all(|end| number(end) == Some(end.holds.into()))
        };
        let larger = |known: &Known| {
            let turns = self.larger_turns(one, known);
            turns.is_none_or(|turns| turns as i64 == one.turns_of_larger(all_k))
        };
        let Some(begin) = self.begin_of_part(own) else { return is_followed(known) && larger(known) };
        let mut leaves = sources.leaves(begin.keys().chain(known.keys()).copied());
        leaves.retain(|atom| sources.special(*atom).is_some_and(|name| name.starts_with("%ctaid")));
        let in_block = |block: i64| {
            let mut known = known.clone();
            known.extend(leaves.iter().map(|atom| (*atom, Some(block))));
            known
        };
        let mut second = in_block(1);
        let first_of_second = begin
            .iter()
            .try_fold(0, |sum, (atom, by)| Some(sum + by * sources.atom_where(*atom, &mut second)?));
        first_of_second == Some(all_k)
            && [0, 1].into_iter().all(|block| is_followed(&in_block(block)))
            && larger(&in_block(0))
    }

    /// The turns where sizes are [`LARGER`].
    fn larger_turns(&self, one: &Loop<'_>, known: &Known) -> Option<usize> {
        let larger = |atom: u32, number: i64| match self.run.sources.special(atom) {
            None if number > 2 => LARGER * number,
            // The block whose part of a triangle is larger.
            Some(name) if name.starts_with("%ctaid") && number > 0 => LARGER * (number + 1) - 1,
            _ => number,
        };
        let mut known =
            known.iter().map(|(atom, number)| (*atom, number.map(|number| larger(*atom, number)))).collect();
        self.counted_turns(one, &mut known)
    }

    /// What a block's part of K begins with, where blocks have parts of one K.
    fn begin_of_part(&self, own: &[usize]) -> Option<&BTreeMap<u32, i64>> {
        let [Some(a), Some(b)] = &*self.placed[own[0]].begins else { return None };
        [&a.along[1], &b.along[0]].into_iter().find(|begin| !begin.is_empty())
    }

    fn is_split(&self, own: &[usize]) -> bool {
        self.begin_of_part(own).is_some()
    }

    /// A K and the turns that a loop has over it, if these are not those that multiply all of it; none where it is not sure.
    fn other_turns(
        &self,
        own: &[usize],
        choices: &[Choice],
        one: &Loop<'_>,
        all_k: i64,
    ) -> Option<(i64, usize)> {
        let [(leaf, numbers)] = choices else { return None };
        let with = |number: i64| Known::from_iter([(*leaf, Some(number))]);
        let turns = self.counted_turns(one, &mut with(numbers[0]))?;
        if turns as i64 == one.turns {
            let larger = self.larger_turns(one, &with(numbers[0]))?;
            return Some((LARGER, larger)).filter(|_| numbers.len() == 1);
        }
        let is_endless = |number: &i64| self.counted_turns(one, &mut with(*number)) == Some(TURNS_MAX);
        // The row pitch is K; another size can count it in other units.
        let mut units = (0..8).flat_map(|by| [all_k << by, all_k >> by]);
        let is_sure = match numbers.len() {
            1 => true,
            _ if turns == TURNS_MAX => numbers.iter().all(is_endless),
            _ => {
                turns.abs_diff(one.turns as usize) == 1
                    && !units.any(|number| self.is_followed(own, one, &with(number), all_k))
            }
        };
        is_sure.then_some((1, turns))
    }

    /// Why what was taken to be K may be another size: it is the length of lines that do not run along K, or not that of the lines that
    /// do in both matrices.
    fn other_size(
        &self,
        own: &[usize],
        choices: &[Choice],
        known: &Known,
        all_k: i64,
    ) -> Option<&'static str> {
        let [(leaf, _)] = choices else { return None };
        let [of_a, of_b] = self.pitches(own).map(|pitch| pitch.filter(|one| one.is_along_k));
        let is_own = |pitch: Option<Pitch>| pitch.is_some_and(|one| one.parameter == *leaf);
        if self.is_split(own) || is_own(of_a) || is_own(of_b) {
            return None;
        }
        if of_a.or(of_b).is_some() && self.pitches(own).into_iter().any(is_own) {
            return Some("its bound is the length of rows that are not along K");
        }
        let is_other = self.is_pitch_alike(own) && known.get(leaf) == Some(&Some(all_k));
        is_other.then_some("its bound is not the length of the rows of A and B")
    }

    /// The lengths of the lines of A and B.
    pub(super) fn pitches(&self, own: &[usize]) -> [Option<Pitch>; 2] {
        self.placed[own[0]].begins.each_ref().map(|begin| begin.as_ref()?.pitch)
    }

    /// Whether the lines of A and B run along K and have one length, which is a parameter.
    fn is_pitch_alike(&self, own: &[usize]) -> bool {
        match self.pitches(own) {
            [Some(a), Some(b)] => a.is_along_k && b.is_along_k && a.parameter == b.parameter,
            _ => false,
        }
    }

    /// Whether a loop ends after a number of turns, though the rows of A and B are as long as a parameter says.
    fn is_of_constant(&self, own: &[usize], all_k: &BTreeSet<i64>) -> bool {
        let is_stored = self.run.stored.iter().any(|one| own.contains(&(one.product as usize)));
        let first = own.iter().copied().filter(|at| self.run.products[*at].turn == 0);
        is_stored && self.is_pitch_alike(own) && !self.is_split(own) && self.ks_of(first).len() < all_k.len()
    }

    /// The turns of a loop whose condition compares two numbers that grow alike from turn to turn; [`TURNS_MAX`] where it does not end.
    fn counted_turns(&self, one: &Loop<'_>, known: &mut Known) -> Option<usize> {
        let sources = &self.run.sources;
        let mut sides = Vec::new();
        for end in &one.ends {
            let (_, [a, b]) = sources.comparison(end.condition)?;
            sides.push([sources.number_where(a, known)?, sources.number_where(b, known)?]);
        }
        let (opcode, _) = sources.comparison(one.ends[0].condition)?;
        let [first, next] = [sides.first()?, sides.get(1)?];
        let by = [next[0] - first[0], next[1] - first[1]];
        let last = one.ends.last()?;
        let is_last = |turn: &usize| {
            let [a, b] = [0, 1].map(|side| (first[side] + by[side] * *turn as i64) as u64);
            compared(opcode, a, b) == Some(last.holds)
        };
        let asked = (0..TURNS_MAX).find(is_last);
        Some(asked.map_or(TURNS_MAX, |asked| asked + usize::from(one.is_asked_behind)))
    }

    /// What each of the things can be that the conditions follow from, where K has so many elements.
    fn choices(&self, own: &[usize], one: &Loop<'_>, all_k: i64) -> Option<Vec<Choice>> {
        let sources = &self.run.sources;
        let each = one.each.max(1);
        let asked = one.ends.iter().flat_map(|end| sources.terms(end.condition.from));
        let leaves = sources.leaves(asked.map(|(atom, _)| *atom));
        if leaves.len() > LEAVES_MAX {
            return None;
        }
        let is_alone = leaves.len() == 1;
        let blocks = if self.is_split(own) { 2 } else { 1 };
        let of_leaf = |leaf: u32| {
            let mut pitches = self.pitches(own).into_iter().flatten();
            let pitch = pitches.find(|one| one.is_along_k && one.parameter == leaf);
            Some(match (sources.special(leaf), pitch) {
                (Some(name), _) if name.starts_with("%nctaid") => vec![blocks],
                (Some(name), _) if name.starts_with("%ctaid") => vec![0, one.turns - 1],
                (Some(_), _) => return None,
                (None, Some(pitch)) => vec![all_k / pitch.times],
                (None, None) if is_alone => vec![all_k, all_k / each],
                (None, None) => vec![all_k, 2 * all_k, all_k / each, 2 * all_k / each, blocks],
            })
        };
        leaves.into_iter().map(|leaf| Some((leaf, of_leaf(leaf)?))).collect()
    }
}

/// A fault of a loop: where K is so many times larger than what was multiplied, it has other turns.
fn wrong(one: &Loop<'_>, all_k: i64, (larger, turns): (i64, usize)) -> Part {
    if turns == TURNS_MAX {
        return PRODUCT_TURNS.wrong(ENDLESS, "Its condition holds after every turn.");
    }
    let expected = if larger == 1 { one.turns } else { one.turns_of_larger(all_k) };
    let [actual, expected] = [turns as i64, expected].map(|turns| counted(turns as usize, "turn"));
    let title = format!("the loop over K has {actual}; {expected} cover all of K");
    let (k, each) = (larger * all_k, one.each);
    let text = format!(
        "Where K is {k}, its condition ends it after {actual} of {each} elements: begin, step, comparison and bound belong together."
    );
    PRODUCT_TURNS.wrong(title, text)
}

const ENDLESS: &str = "the loop over K does not end";

/// All ways to choose.
fn each_choice(choices: &[Choice]) -> Vec<Known> {
    let mut all = vec![Known::default()];
    for (leaf, numbers) in choices {
        let with = |number: &i64| {
            let mut with = all.clone();
            with.iter_mut().for_each(|known| {
                known.insert(*leaf, Some(*number));
            });
            with
        };
        all = numbers.iter().flat_map(with).collect();
    }
    all
}
