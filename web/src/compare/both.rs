//! What follows from two layouts beside each other: facts of each, the verdict on both, how many units differ and which.

use super::*;
use crate::check::{Facts, matrix, memory};
use swizzle_infer::{Elsewhere, TwoLayouts, unit_elsewhere};

/// Both layouts, worked out.
#[derive(Debug)]
pub struct Both {
    /// What follows from each.
    pub facts: [Shared<Facts>; 2],
    /// Whether either reads wrong, else in how much they differ.
    pub line: VerdictLine<SideSaid>,
    /// What differs, but for units.
    pub rows: Vec<TwoLayoutsRow>,
    /// Counts of units that differ: of the tiles, and of one read of each.
    pub counts: [(&'static str, String); 2],
    /// Units of each that are marked, and whether those are the ones that are the same in both.
    marked: [Vec<u32>; 2],
    marks_same: bool,
    /// The fields that errors and warnings on each are about.
    blamed: [Vec<FieldId>; 2],
}

impl Both {
    /// None where one of them has no picture.
    pub fn of(shown: [&Shown; 2], unread: [Unread; 2], is_read: bool) -> Option<Self> {
        let facts = [Facts::of(shown[0]).ok()?, Facts::of(shown[1]).ok()?];
        let [first, second] = facts.each_ref();
        let both_ways = |pair: [&swizzle_core::Spec; 2]| {
            [TwoLayouts::of(pair[0], pair[1]), TwoLayouts::of(pair[1], pair[0])]
        };
        let read = |facts: &Facts| facts.looked_at.spec_from_read(facts.place());
        let wholes = both_ways([&first.spec, &second.spec]);
        let reads = both_ways([&read(first), &read(second)]);
        let blamed = facts.each_ref().map(|facts| {
            let faults = facts.findings.iter();
            let faults = faults.filter(|at| at.severity != Severity::Note);
            faults.flat_map(|fault| fault.fields.of_matrix().to_vec()).collect()
        });
        let line = verdict_of_pair(
            [&first.spec, &second.spec],
            [&first.findings, &second.findings],
            unread,
            is_read,
        );
        let marks_same = wholes.iter().flatten().any(|found| found.is_mostly_elsewhere());
        let has_wrong = first.has_wrong() || second.has_wrong();
        // What is wrong has marks of its own; of more units than are counted none is marked.
        let marked = [[first, second], [second, first]].map(|[here, there]| {
            let is_marked = |unit: &u32| {
                let at = unit_elsewhere(&here.spec, &there.spec, *unit);
                (at == Elsewhere::Same) == marks_same
            };
            let all = 0..if has_wrong || wholes[0].is_none() { 0 } else { here.bytes.len() as u32 };
            all.filter(is_marked).collect()
        });
        Some(Self {
            rows: two_layouts_rows(&first.looked_at, &second.looked_at),
            counts: [("Whole tile", count(&wholes)), ("One read", count(&reads))],
            facts: facts.map(Shared::new),
            line,
            marked,
            marks_same,
            blamed,
        })
    }

    /// A side as cells: what it reads of the matrix, or its memory.
    pub fn scene(&self, side: usize, is_memory: bool, dress: &Dress) -> Scene {
        let facts = &self.facts[side];
        let mut scene = if is_memory { memory(facts, dress, None) } else { matrix(facts, dress) };
        let cells = which(&scene.cells, |cell| self.marked[side].binary_search(&cell.id).is_ok());
        if !cells.is_empty() {
            let class = if self.marks_same { "same" } else { "dash is-here" };
            scene.outlines.push(Outline { class, cells });
        }
        (scene.name, scene.note, scene.arrows) = ("", "", Vec::new());
        scene
    }

    /// What the marks of cells mean.
    pub fn legend(&self) -> &'static str {
        match (self.facts.iter().any(|facts| facts.has_wrong()), self.marks_same) {
            (true, _) => "red: read from another address than the tile has it at",
            (false, true) => "green: same offset in both",
            (false, false) if self.marked.iter().all(Vec::is_empty) => "",
            (false, false) => "dashed: other offset in the other layout",
        }
    }

    /// The unit of a side that holds an element, if it has it.
    pub fn unit(&self, side: usize, at: Coord) -> Option<u32> {
        let facts = &self.facts[side];
        let has = facts.spec.extent().contains(at);
        Some(facts.unit(at)).filter(|unit| has && facts.has(*unit))
    }

    /// Address of an element in a side, and its offset; where another byte is read, that one, and the expected one.
    pub fn place(&self, side: usize, at: Coord) -> Option<(String, String, bool)> {
        let facts = &self.facts[side];
        let [byte, offset] = two_layouts_place(&facts.spec, at)?;
        let unit = self.unit(side, at)? as usize;
        match (facts.bytes.get(unit), facts.read.get(unit)) {
            (Some(own), Some(read)) if own != read => {
                Some((format!("{read:#x}"), format!("expected {own:#x}"), true))
            }
            _ => Some((byte, offset, false)),
        }
    }

    /// Whether a field is at fault in a side.
    pub fn blames(&self, side: usize, field: Option<FieldId>) -> bool {
        field.is_some_and(|id| self.blamed[side].contains(&id))
    }

    /// What a side alone is, and what is counted of it: its tile and its read.
    pub fn said(&self, side: usize) -> [String; 3] {
        let [own, other] = [side, 1 - side].map(|side| words(&self.facts[side]));
        let own = own.into_iter().zip(other).filter(|(own, other)| own != other);
        let own: Vec<String> = own.filter_map(|(own, _)| own).collect();
        let [tile, read] = tile_and_read_counts(&self.facts[side].looked_at);
        [own.join(", "), tile, read]
    }
}

/// Figure, and what a sentence says of the tile.
fn words(facts: &Facts) -> [Option<String>; 7] {
    let spec = &facts.spec;
    let figure = figure_of_said(spec.said()).map(|figure| format!("Figure {}", figure.number));
    let [size, element, major, swizzle] = tile_words(spec).map(Some);
    let reader = spec.reader();
    let operand = Some(format!("operand {}", reader.operand.name()));
    [figure, size, element, major, swizzle, operand, Some(reader.arch.name().into())]
}

fn count(both: &[Option<TwoLayouts>; 2]) -> String {
    let words = both.map(|found| found.map_or("too many units to count".into(), two_layouts_text));
    if words[0] == words[1] { words[0].clone() } else { format!("of A, {}; of B, {}", words[0], words[1]) }
}
