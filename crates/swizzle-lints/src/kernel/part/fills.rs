//! Writers that fill the buffers of operands, compared with the reads of a walk: the stage distance and the extent written.

use super::*;
use crate::kernel::{cover::reach, part::loads::box_bytes};

/// Bytes from one place to another.
type Range = (i64, i64);

/// Whether two ranges share bytes.
const fn meet(one: Range, other: Range) -> bool {
    one.0 < other.1 && other.0 < one.1
}

/// The bytes that one instruction writes, over all threads.
struct Fill<'k> {
    writer: Writer,
    reach: Reach,
    /// The tensor map of a copy.
    map: Option<&'k Linear>,
    at: (u32, u32),
    /// The range that it writes in the first stage, where that is known.
    range: Option<Range>,
}

impl Fill<'_> {
    /// Returns the range that it writes in each stage, where that is known.
    fn all_stages(&self) -> Option<impl Iterator<Item = Range>> {
        let (low, high) = self.range?;
        let (count, by) = match self.reach.stages[..] {
            [] => (1, 0),
            [stage] => (i64::from(stage.count?), stage.by as i64),
            _ => return None,
        };
        Some((0..count).map(move |at| (low + at * by, high + at * by)))
    }

    /// Whether another fills the same stages: it counts them with the same counter, or copies with the same tensor map.
    fn goes_with(&self, other: &Self) -> bool {
        let ([own], [their]) = (&self.reach.stages[..], &other.reach.stages[..]) else {
            return false;
        };
        let is_one = match self.writer {
            Writer::Copies => self.map.is_some() && self.map == other.map,
            Writer::Threads | Writer::Unknown => own.counter == their.counter,
        };
        is_one && self.writer == other.writer && own.count == their.count
    }
}

/// More instructions that write are not compared.
const FILLS_MAX: usize = 4096;

/// More walks are not compared with one another.
const WALKS_MAX: usize = 512;

/// Writes to shared memory.
struct Fills<'k> {
    all: Vec<Fill<'k>>,
    /// Offsets at which they begin, in ascending order.
    offsets: Vec<i64>,
    /// Whether something may write anywhere.
    is_open: bool,
}

impl<'k> Fills<'k> {
    fn of(kernel: &'k Kernel<'_>) -> Self {
        let mut fills = Self { all: Vec::new(), offsets: Vec::new(), is_open: kernel.has_unknown_calls };
        for event in &kernel.events {
            let (writer, address, bytes, map) = match &event.action {
                Action::Store { address, bytes, moves } => {
                    let bytes = u64::from(*bytes);
                    (Writer::Threads, address, (!moves).then_some(bytes), None)
                }
                // Each thread has a row of 16 bytes.
                Action::Matrices { is_store: true, address } => (Writer::Threads, address, Some(16), None),
                Action::Copy(copy) if copy.is_load => {
                    let map = copy.map.as_ref();
                    let made = map.and_then(|map| kernel.map_at(map));
                    // Rows that are longer than the swizzle allows are a fault of their own.
                    let of_box = made.and_then(|map| box_bytes(map).max(map.shared_bytes()));
                    let bytes = of_box.or(copy.bytes);
                    (Writer::Copies, &copy.shared, bytes, map)
                }
                _ => continue,
            };
            let Some(address) = address.as_ref().filter(|_| fills.all.len() < FILLS_MAX) else {
                fills.is_open = true;
                continue;
            };
            let reach = Reach::of(kernel, address);
            let range = reach.spread.zip(bytes).map(|([before, behind], bytes)| {
                let first = reach.offset - before;
                (first, reach.offset + behind + bytes as i64)
            });
            fills.all.push(Fill { writer, reach, map, at: event.at(), range });
        }
        fills.offsets = fills.all.iter().map(|fill| fill.reach.offset).collect();
        fills.offsets.sort_unstable();
        fills
    }

    /// Returns the range that an instruction writes in the first stage: if not known, up to where another begins.
    fn range(&self, fill: &Fill<'_>) -> Range {
        fill.range.unwrap_or_else(|| {
            let first = fill.reach.offset;
            let next = self.offsets.partition_point(|offset| *offset <= first);
            (first, self.offsets.get(next).copied().unwrap_or(i64::MAX))
        })
    }
}

/// Reads that go through the same stages.
struct Reads<'w> {
    letter: Letter,
    /// The walk that they are, if they are of an operand.
    walk: Option<&'w KernelWalk>,
    reach: Reach,
    /// The range that they read in the first stage.
    range: Range,
    /// Bytes of a row: of the last one, not all need be read.
    row: i64,
}

impl<'w> Reads<'w> {
    /// Those of a walk whose reads go through the same stages.
    fn of(kernel: &Kernel<'_>, walk: &'w KernelWalk) -> Option<Self> {
        let side = walk.walk.side;
        // The distance that a single read moves from turn to turn is its step along K.
        let turn = walk.walk.turn.map(|(turn, _)| turn as u64 % (1 << kernel.address_bits));
        let mut reaches = walk.mmas.iter().map(|at| {
            let mut start = kernel.start(*at, side)?.clone();
            start.terms.retain(|(_, by)| Some(*by) != turn);
            Some(Reach::of(kernel, &start))
        });
        let mut first: Reach = reaches.next()??;
        let (mut low, mut high) = (first.offset, first.offset);
        for other in reaches {
            let other = other?;
            if (&other.base, &other.stages) != (&first.base, &first.stages) {
                return None;
            }
            (low, high) = (low.min(other.offset), high.max(other.offset));
        }
        let row: i64 = walk.walk.common()?.swizzle?.row_bytes().into();
        let bytes = reach(&walk.walk)? as i64;
        let [before, behind] = first.spread.unwrap_or_default();
        first.offset = low;
        Some(Self {
            letter: Letter::of(side),
            walk: Some(walk),
            reach: first,
            range: (low - before, high - high % row + bytes + behind),
            row,
        })
    }

    /// Returns the bytes that a `tcgen05.cp` copies to tensor memory, as reads.
    fn of_copy(kernel: &Kernel<'_>, action: &Action<'_>) -> Option<Self> {
        let Action::TensorCopy { source: Held::Descriptor(held, _), .. } = action else {
            return None;
        };
        let reach = Reach::of(kernel, &held.start);
        let [before, behind] = reach.spread.unwrap_or_default();
        let bytes = SCALES_BYTES as i64;
        Some(Self {
            letter: Letter::S,
            walk: None,
            range: (reach.offset - before, reach.offset + bytes + behind),
            reach,
            row: bytes,
        })
    }

    /// Returns the name of the data that they read.
    fn name(&self) -> &'static str {
        match self.letter {
            Letter::S => "the scale factors",
            letter => letter.name(),
        }
    }

    /// Bytes from one stage to the next, where one counter alone tells the stage.
    fn stride(&self) -> Option<u64> {
        match self.reach.stages[..] {
            [stage] => Some(stage.by),
            _ => None,
        }
    }

    /// The first byte that is read, and those of the last row.
    const fn ends(&self) -> [Range; 2] {
        let (low, high) = self.range;
        [(low, low + 1), (high - self.row, high)]
    }

    /// Returns what is known about how the stages are filled, and the line of an instruction that fills them unlike the rest.
    fn filled(
        &self,
        kernel: &Kernel<'_>,
        fills: &Fills<'_>,
        walks: &[KernelWalk],
    ) -> (Filled, Option<(u32, u32)>) {
        let mut filled =
            Filled { name: self.name(), read: self.stride(), written: None, writer: None, foreign: None };
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for fill in &fills.all {
            let is_alike = fill.reach.has_stages_of(&self.reach);
            let meets = || meet(fills.range(fill), self.range);
            match fill.reach.is_beside(kernel, &self.reach) {
                Some(true) if is_alike => own.push(fill),
                Some(true) => others.push(fill),
                // For two addresses of which no more is known, compare the offsets.
                None if is_alike && meets() => filled.writer = Some(fill.writer),
                Some(false) | None => {}
            }
        }
        let confirms = |fill: &&&Fill<'_>| meet(fills.range(fill), self.range);
        if let Some(fill) = own.iter().find(confirms) {
            filled.writer = Some(fill.writer);
        }
        let apart = others.iter().find(|fill| {
            let (first, _) = fills.range(fill);
            let begins_here = (self.range.0..self.range.1).contains(&first);
            begins_here && own.iter().filter(confirms).any(|own| own.goes_with(fill))
        });
        if let Some(fill) = apart {
            filled.written = Some((fill.writer, fill.reach.stages[0].by));
            return (filled, Some(fill.at));
        }
        let is_threads = own.iter().all(|fill| fill.writer == Writer::Threads);
        if is_threads && !fills.is_open && !own.is_empty() {
            filled.foreign = self.foreign(&own, &others);
        }
        if filled.writer.is_none() && filled.foreign.is_none() {
            filled.written = self.other_distance(&others).map(|by| (Writer::Threads, by));
            if filled.written.is_none() && self.is_read_by_numbers(kernel, walks) {
                filled.writer = Some(Writer::Unknown);
            }
        }
        (filled, None)
    }

    /// The distance at which threads write the whole first stage, where it is another one.
    fn other_distance(&self, others: &[&Fill<'_>]) -> Option<u64> {
        let read = self.reach.stages.first()?;
        let rings = others.iter().filter_map(|fill| match fill.reach.stages[..] {
            [stage] if fill.writer == Writer::Threads => Some((stage, fill.range?)),
            _ => None,
        });
        let rings: Vec<_> = rings
            .filter(|(stage, range)| {
                let counts = stage.count.zip(read.count);
                meet(*range, self.range) && counts.is_none_or(|(written, read)| written == read)
            })
            .collect();
        let (only, _) = rings.first().filter(|(stage, _)| Some(stage.by) != self.stride())?;
        let is_one = rings.iter().all(|(stage, _)| stage.by == only.by);
        let is_filled = self.ends().into_iter().all(|end| rings.iter().any(|(_, range)| meet(*range, end)));
        (is_one && is_filled && self.stride().is_some()).then_some(only.by)
    }

    /// Whether the same reads at numbers, into the same accumulator, are as far apart: turns of a loop that were put before it.
    fn is_read_by_numbers(&self, kernel: &Kernel<'_>, walks: &[KernelWalk]) -> bool {
        let by = self.stride().and_then(|by| i64::try_from(by).ok());
        let (Some(by), Some(walk)) = (by, self.walk.filter(|_| walks.len() < WALKS_MAX)) else {
            return false;
        };
        let side = walk.walk.side;
        let own = self.offsets(kernel, side, &walk.mmas, &self.reach.stages);
        let accumulator = kernel.mmas[walk.mmas[0]].accumulator;
        let others = walks.iter().filter(|other| {
            let mma = &kernel.mmas[other.mmas[0]];
            other.walk.side == side && mma.accumulator == accumulator
        });
        let mut found: HashSet<i64> = HashSet::new();
        for turn in others.flat_map(|other| other.mmas.chunks(own.len())) {
            let turn = self.offsets(kernel, side, turn, &[]);
            let ahead = turn.first().zip(own.first()).map(|(turn, own)| turn - own);
            let is_alike = |ahead: i64| turn.iter().zip(&own).all(|(turn, own)| turn - own == ahead);
            found.extend(ahead.filter(|ahead| turn.len() == own.len() && is_alike(*ahead)));
        }
        let is_between = |at: &i64| *at != 0 && at.abs() < by;
        found.contains(&0) && found.contains(&by) && !found.iter().any(is_between)
    }

    /// Returns the offsets of the reads that have the same base and go through these stages.
    fn offsets(&self, kernel: &Kernel<'_>, side: Operand, mmas: &[usize], stages: &[Stage]) -> Vec<i64> {
        let starts = mmas.iter().filter_map(|at| {
            let reach = Reach::of(kernel, kernel.start(*at, side)?);
            (reach.base == self.reach.base && reach.stages == stages).then_some(reach.offset)
        });
        starts.collect()
    }

    /// Returns bytes at the beginning or end of a stage's reads that no thread writes for that stage.
    fn foreign(&self, own: &[&Fill<'_>], others: &[&Fill<'_>]) -> Option<Foreign> {
        let ranges: Vec<Range> = own.iter().map(|fill| fill.range).collect::<Option<_>>()?;
        let is_written = |end: Range| ranges.iter().any(|range| meet(*range, end));
        let [first, last] = self.ends().map(is_written);
        if first && last {
            return None;
        }
        // Data that is written at numeric addresses before the loop is one of the stages; other data here may be intended.
        let stage = self.reach.stages.first()?;
        let is_stage = |(low, high): Range| {
            (0..i64::from(stage.count.unwrap_or(1))).any(|at| {
                let by = at * stage.by as i64;
                is_written((low - by, low - by + 1)) && is_written((high - by - 1, high - by))
            })
        };
        let is_meant = others.iter().any(|fill| match fill.all_stages() {
            Some(mut ranges) => ranges.any(|range| meet(range, self.range) && !is_stage(range)),
            None => true,
        });
        if is_meant {
            return None;
        }
        let inside = ranges.iter().filter(|range| meet(**range, self.range));
        let written = inside.copied().reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        Some(match written {
            None => Foreign::Whole,
            Some((low, _)) if !first => Foreign::Before(low.abs_diff(self.range.0)),
            Some((_, high)) => Foreign::Behind(high.abs_diff(self.range.1)),
        })
    }
}

/// Reads of which nothing tells how far apart their stages are.
#[derive(Debug, Default)]
pub(crate) struct Unfilled {
    /// The walks.
    pub(crate) walks: HashSet<usize>,
    /// Whether scale factors are among them.
    pub(crate) has_scales: bool,
    /// Whether no read can be called right: a copy uses a map of the text, and it is not known which, or the text is cut.
    pub(crate) leaves_open: bool,
}

/// The parts that are about stages and what fills them.
pub(super) fn fills(kernel: &Kernel<'_>, walks: &[KernelWalk]) -> (Vec<Part>, Unfilled) {
    let (mut all, mut unfilled): (Vec<(Filled, Part)>, _) = (Vec::new(), Unfilled::default());
    let mut fills = None;
    let mut add = |reads: &Reads<'_>, at: (u32, u32)| {
        if reads.reach.stages.is_empty() {
            return false;
        }
        let fills = fills.get_or_insert_with(|| Fills::of(kernel));
        let (filled, elsewhere) = reads.filled(kernel, fills, walks);
        let is_unknown = filled.is_unknown();
        let readers = reads.walk.map(|one| one.readers()).unwrap_or_default();
        match all.iter_mut().find(|(other, _)| *other == filled) {
            Some((_, known)) => known.readers.extend(readers),
            None => {
                let part = filled.part().at(&elsewhere.unwrap_or(at));
                all.push((filled, part.about(reads.letter).read_by(readers)));
            }
        }
        is_unknown
    };
    for (number, walk) in walks.iter().enumerate() {
        let mma = &kernel.mmas[walk.mmas[0]];
        if Reads::of(kernel, walk).is_some_and(|reads| add(&reads, mma.at())) {
            unfilled.walks.insert(number);
        }
    }
    for event in &kernel.events {
        let reads = Reads::of_copy(kernel, &event.action);
        unfilled.has_scales |= reads.is_some_and(|reads| add(&reads, event.at()));
    }
    (all.into_iter().map(|(_, part)| part).collect(), unfilled)
}

// The stages that reads go through, compared with what fills them.

/// Stages that reads go through, and what fills them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Filled {
    /// The name of the data in them.
    pub(super) name: &'static str,
    /// Bytes from stage to stage of the reads, where one counter alone tells the stage.
    pub(super) read: Option<u64>,
    /// The writer that goes through the stages at the same distance, if there is one.
    pub(super) writer: Option<Writer>,
    /// The writer that fills them at another distance, and that distance in bytes.
    pub(super) written: Option<(Writer, u64)>,
    /// Reads that begin or end where no thread writes for their stage.
    pub(super) foreign: Option<Foreign>,
}

/// A kind of writer to shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writer {
    /// Copies by TMA.
    Copies,
    /// Threads, with `st.shared`, `cp.async` and the like.
    Threads,
    /// Something that is not followed: reads at numbers tell the distance.
    Unknown,
}

/// Bytes that are read and not written for the same stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Foreign {
    /// This many bytes before the ones that are written.
    Before(u64),
    /// This many bytes after the ones that are written.
    Behind(u64),
    /// All of them.
    Whole,
}

impl Filled {
    /// Whether nothing tells that the distance is right, and nothing that it is wrong.
    const fn is_unknown(&self) -> bool {
        self.writer.is_none() && self.written.is_none() && self.foreign.is_none()
    }

    /// What is wrong with it, or that it fits.
    fn part(&self) -> Part {
        let writer = match self.writer {
            Some(Writer::Copies) => Some("copies"),
            Some(Writer::Threads) => Some("stores"),
            Some(Writer::Unknown) | None => None,
        };
        let holds = writer.zip(self.read).map_or(Holds::Nothing, |(writer, read)| {
            let (name, read) = (self.name, grouped_bytes(read));
            Holds::Stages(format!("{name}: stages are {read} bytes apart in {writer} and reads"))
        });
        let checks = [self.distance(), self.cover(), self.unknown()];
        let mut part = Part::of(FactKind::Fills, checks, holds);
        part.feed.filled_apart = self.written.map(|(_, written)| written);
        part
    }

    /// Stages that are filled at another distance than they are read at.
    fn distance(&self) -> Option<Part> {
        let (name, (writer, written), read) = (self.name, self.written?, self.read?);
        let who = match writer {
            Writer::Copies => "the copies go to stages",
            Writer::Threads | Writer::Unknown => "the threads write stages",
        };
        let part = FILL_STAGE.wrong(
            format!("{name}: {who} {written} bytes apart, the reads are {read} bytes apart"),
            "From stage 1 on, other bytes are read than were written for it.",
        );
        Some(part.fix(format!("Use {written} bytes from stage to stage")))
    }

    /// Reads of a stage that begin or end where no thread writes for it.
    fn cover(&self) -> Option<Part> {
        let (where_to, fix) = match self.foreign? {
            Foreign::Before(bytes) => (
                format!("begin {bytes} bytes before what the threads write for it"),
                Some(format!("Begin the reads {bytes} bytes later")),
            ),
            Foreign::Behind(bytes) => (
                format!("end {bytes} bytes behind what the threads write for it"),
                Some(format!("Begin the reads {bytes} bytes earlier")),
            ),
            Foreign::Whole => ("are where the threads write nothing for it".to_owned(), None),
        };
        let part = FILL_COVER.wrong(
            format!("{}: the reads of a stage {where_to}", self.name),
            "Those bytes belong to another stage or buffer, or were never written.",
        );
        Some(part.fix(fix))
    }

    /// Stages at a distance that nothing in the text confirms.
    fn unknown(&self) -> Option<Part> {
        let distance = match self.read {
            Some(read) => format!("a distance of {read} bytes between stages"),
            None => "the distance between stages".to_owned(),
        };
        self.is_unknown().then(|| STAGE_UNKNOWN.says(
            Severity::Note,
            format!("{}: no copy or store confirms {distance}", self.name),
            "What fills the buffer is not in the text, or its addresses cannot be followed. No read of these stages is called right.",
        ))
    }
}

#[cfg(test)]
pub(super) mod filled_tests {
    use super::*;

    /// Stages of A that threads fill as they are read, with a change.
    pub(in crate::kernel::part) fn filled(change: impl FnOnce(&mut Filled)) -> Part {
        let mut filled = Filled {
            name: "A",
            read: Some(16384),
            writer: Some(Writer::Threads),
            written: None,
            foreign: None,
        };
        change(&mut filled);
        filled.part()
    }
}
