//! Shared memory byte by byte, and what a thread keeps in memory of its own.

use super::value::{UNSET, Value};
use rustc_hash::FxHashMap as HashMap;

/// Who does something, and when: how many barriers of the block, and how many of its lanes, the warp had passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct When {
    pub(super) warp: u32,
    pub(super) lane: usize,
    pub(super) blocks: u32,
    pub(super) lanes: u32,
}

impl When {
    /// What another does not see yet.
    fn hides_from(self, other: Self) -> Option<Race> {
        match (self.warp == other.warp, self.lane == other.lane) {
            (false, _) => (self.blocks >= other.blocks).then_some(Race::Written),
            (true, false) => (self.lanes >= other.lanes).then_some(Race::Lane),
            (true, true) => None,
        }
    }
}

/// Who wrote a word last, and who read it since.
#[derive(Debug, Clone, Copy, Default)]
struct Use {
    writer: Option<When>,
    /// The group of the copy that wrote it, where that was `cp.async`.
    group: Option<u32>,
    /// Who read it last, and whether other warps did after the same barrier.
    reader: Option<When>,
    has_readers: bool,
}

/// Why bytes that are read or written may not be those that are meant; what is surely so comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Race {
    /// A copy that is not waited for may not have arrived.
    Copy,
    /// Another warp wrote it, with no barrier since.
    Written,
    /// A copy that is not waited for may arrive after what is written.
    Landing,
    /// A product that is not waited for may still have to read what is overwritten.
    Reading,
    /// Another warp writes others, with no barrier between.
    Both,
    /// Another warp may still have to read what is overwritten.
    Read,
    /// Another lane of the warp wrote it, with no barrier of the warp since.
    Lane,
}

/// Bytes whose last write is known.
pub(super) const UNIT: u32 = 16;

/// Memory of a block.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) shared: Vec<Value>,
    /// Writes so far, and which of them was the last of each unit of 16 bytes.
    pub(super) writes: u32,
    written: Vec<u32>,
    /// By word of four bytes.
    uses: Vec<Use>,
    /// By warp, when each group of its copies was waited for.
    waited: Vec<Vec<Option<When>>>,
    /// By variable or address, and lane of a warp.
    own: HashMap<(u32, Value, usize), Value>,
}

/// When a word was written.
enum Written {
    Never,
    /// By a copy that is not waited for.
    Pending,
    /// By this, or by a copy that was waited for then.
    At(When),
}

impl Use {
    /// When it was written, by when groups of copies were waited for.
    fn written(&self, waited: &[Vec<Option<When>>]) -> Written {
        let Some(writer) = self.writer else { return Written::Never };
        let Some(group) = self.group else { return Written::At(writer) };
        let done = waited.get(writer.warp as usize).and_then(|of| of.get(group as usize).copied()?);
        done.map_or(Written::Pending, |done| Written::At(When { lane: writer.lane, ..done }))
    }

    /// Whether another warp has read it since the last barrier of the block.
    fn is_read_beside(&self, when: When) -> bool {
        let of =
            |reader: When| reader.blocks == when.blocks && (reader.warp != when.warp || self.has_readers);
        self.reader.is_some_and(of)
    }
}

const NOTHING: Value = Value { from: UNSET, number: 0 };

impl Memory {
    pub(super) fn read(&self, address: u32, bytes: u32) -> Vec<Value> {
        let each = address as usize..(address + bytes) as usize;
        each.map(|at| self.shared.get(at).copied().unwrap_or(NOTHING)).collect()
    }

    pub(super) fn write(&mut self, address: u32, bytes: &[Value]) {
        let (first, end) = (address as usize, address as usize + bytes.len());
        if self.shared.len() < end {
            self.shared.resize(end, NOTHING);
        }
        self.shared[first..end].copy_from_slice(bytes);
        self.writes += 1;
        let units = first / UNIT as usize..end.div_ceil(UNIT as usize);
        if self.written.len() < units.end {
            self.written.resize(units.end, 0);
        }
        self.written[units].fill(self.writes);
    }

    /// Whether none of some units was written since there were so many writes.
    pub(super) fn is_as_after(&self, writes: u32, units: &[u32]) -> bool {
        let last = |unit: &u32| self.written.get((unit / UNIT) as usize).copied().unwrap_or(0);
        units.iter().all(|unit| last(unit) <= writes)
    }

    fn words(&mut self, address: u32, bytes: u32) -> &mut [Use] {
        let (first, end) = ((address / 4) as usize, (address + bytes).div_ceil(4) as usize);
        if self.uses.len() < end {
            self.uses.resize(end, Use::default());
        }
        &mut self.uses[first..end]
    }

    /// Notes a read, and what it may come too early for.
    pub(super) fn note_read(&mut self, when: When, address: u32, bytes: u32) -> Option<Race> {
        let waited = std::mem::take(&mut self.waited);
        let mut races = Vec::new();
        for word in self.words(address, bytes) {
            races.extend(match word.written(&waited) {
                Written::Never => None,
                Written::Pending => Some(Race::Copy),
                Written::At(done) => done.hides_from(when),
            });
            word.has_readers = word.is_read_beside(when);
            word.reader = Some(when);
        }
        self.waited = waited;
        races.into_iter().min()
    }

    /// Notes a write, and what it may come too early for; `group` is that of a copy.
    pub(super) fn note_write(
        &mut self,
        when: When,
        address: u32,
        bytes: &[Value],
        group: Option<u32>,
    ) -> Option<Race> {
        let first = address as usize;
        let is_same = self.shared.get(first..first + bytes.len()) == Some(bytes);
        let waited = std::mem::take(&mut self.waited);
        let mut races = Vec::new();
        for word in self.words(address, bytes.len() as u32) {
            races.extend(match word.written(&waited) {
                Written::Pending if !is_same => Some(Race::Landing),
                Written::At(done) if !is_same && done.hides_from(when) == Some(Race::Written) => {
                    Some(Race::Both)
                }
                _ => word.is_read_beside(when).then_some(Race::Read),
            });
            // Who has read it since the barrier has read it still.
            let reader = word.reader.filter(|reader| reader.blocks == when.blocks);
            let has_readers = word.has_readers && reader.is_some();
            *word = Use { writer: Some(when), group, reader, has_readers };
        }
        self.waited = waited;
        races.into_iter().min()
    }

    /// Ends the groups of copies of a warp of which no more than so many may be left.
    pub(super) fn wait(&mut self, when: When, groups: u32, pending: u32) {
        let warp = when.warp as usize;
        if self.waited.len() <= warp {
            self.waited.resize(warp + 1, Vec::new());
        }
        let of = &mut self.waited[warp];
        of.resize(of.len().max(groups as usize), None);
        for group in of.iter_mut().take(groups.saturating_sub(pending) as usize) {
            group.get_or_insert(when);
        }
    }

    /// What a lane of a warp keeps at an address of its own.
    pub(super) fn own(&self, warp: u32, address: Value, lane: usize) -> Option<Value> {
        self.own.get(&(warp, address, lane)).copied()
    }

    pub(super) fn keep(&mut self, warp: u32, address: Value, lane: usize, value: Value) {
        self.own.insert((warp, address, lane), value);
    }
}
