//! Shared memory byte by byte, and what a thread keeps in memory of its own.

use std::collections::HashMap;

use super::value::{UNSET, Value};

/// When a warp did something: the barriers of the block that it had passed.
pub(super) type Epoch = u32;

/// Who wrote a word last, and who read it since.
#[derive(Debug, Clone, Copy, Default)]
struct Use {
    writer: Option<(u32, Epoch)>,
    /// The group of the copy that wrote it, where that was `cp.async`.
    group: Option<u32>,
    /// The warp that read it last, and whether others did in the same epoch.
    reader: Option<(u32, Epoch)>,
    has_readers: bool,
}

/// Why bytes that are read or written may not be those that are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Race {
    /// A copy that is not waited for may not have arrived.
    Copy,
    /// Another warp wrote it, with no barrier since.
    Written,
    /// Another warp may still have to read what is overwritten.
    Read,
}

/// Memory of a block.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) shared: Vec<Value>,
    /// By word of four bytes.
    uses: Vec<Use>,
    /// By warp, the epoch in which each group of its copies was waited for.
    waited: Vec<Vec<Option<Epoch>>>,
    /// By variable or address, and lane of a warp.
    own: HashMap<(u32, Value, usize), Value>,
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
    }

    fn words(&mut self, address: u32, bytes: u32) -> &mut [Use] {
        let (first, end) = ((address / 4) as usize, (address + bytes).div_ceil(4) as usize);
        if self.uses.len() < end {
            self.uses.resize(end, Use::default());
        }
        &mut self.uses[first..end]
    }

    /// Notes a read, and what it may come too early for.
    pub(super) fn note_read(
        &mut self,
        (warp, epoch): (u32, Epoch),
        address: u32,
        bytes: u32,
    ) -> Option<Race> {
        let waited = std::mem::take(&mut self.waited);
        let mut race = None;
        for word in self.words(address, bytes) {
            if let Some((writer, written)) = word.writer {
                let done = match word.group {
                    Some(group) => waited.get(writer as usize).and_then(|of| *of.get(group as usize)?),
                    None => Some(written),
                };
                let own = match done {
                    None => Some(Race::Copy),
                    Some(done) if writer != warp && done >= epoch => Some(Race::Written),
                    Some(_) => None,
                };
                race = race.or(own);
            }
            word.has_readers =
                word.reader.is_some_and(|(other, at)| at == epoch && (other != warp || word.has_readers));
            word.reader = Some((warp, epoch));
        }
        self.waited = waited;
        race
    }

    /// Notes a write, and what it may come too early for; `group` is that of a copy.
    pub(super) fn note_write(
        &mut self,
        (warp, epoch): (u32, Epoch),
        address: u32,
        bytes: u32,
        group: Option<u32>,
    ) -> Option<Race> {
        let mut race = None;
        for word in self.words(address, bytes) {
            let is_read =
                word.reader.is_some_and(|(other, at)| at == epoch && (other != warp || word.has_readers));
            race = race.or(is_read.then_some(Race::Read));
            *word = Use { writer: Some((warp, epoch)), group, ..Use::default() };
        }
        race
    }

    /// Ends the groups of copies of a warp of which no more than so many may be left.
    pub(super) fn wait(&mut self, (warp, epoch): (u32, Epoch), groups: u32, pending: u32) {
        if self.waited.len() <= warp as usize {
            self.waited.resize(warp as usize + 1, Vec::new());
        }
        let of = &mut self.waited[warp as usize];
        of.resize(of.len().max(groups as usize), None);
        for group in of.iter_mut().take(groups.saturating_sub(pending) as usize) {
            group.get_or_insert(epoch);
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
