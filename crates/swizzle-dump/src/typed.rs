//! Reads of a dump through a typed descriptor: by itself, and moved over the whole tile.

use super::*;
use swizzle_core::{descriptor::Descriptor, reader::Said};
use swizzle_infer::spec_from_said;

/// Reads a dump, in which a layout was found, through a descriptor: up to 64 rows and 32 bytes of K, compared with the block
/// and step with the same start, otherwise with the step that matches best. The descriptor determines the address of a dump
/// without one.
pub fn read_of_dump(found: &Found, descriptor: Descriptor) -> Option<DumpRead> {
    let typed = Typed::new(found, descriptor);
    let (first, moved) = typed.place()?;
    Some(typed.read(first, moved))
}

/// Makes all reads of a tile from a dump through a descriptor: the one of [`read_of_dump`], and those of the other blocks and
/// steps, each moved by the distance between the expected tile's own descriptors.
///
/// ```
/// use swizzle_core::Descriptor;
/// use swizzle_dump::{Example, dump_from_bytes, recognize, whole_read_of_dump};
/// let (dumps, asked) = ([dump_from_bytes(Example::Right.text().as_bytes(), 16).unwrap()], Example::Right.asked());
/// let found = recognize(&dumps, &asked).unwrap();
/// let right_of = |raw| {
///     whole_read_of_dump(&found[0], Descriptor::guessed(raw)).unwrap().right_of()
/// };
/// assert_eq!(right_of(0x4000_0040_0001_0040), (4096, 4096));
/// // SBO 128 instead of 1024: seven of eight groups of rows are others.
/// assert_eq!(right_of(0x4000_0008_0001_0040), (512, 4096));
/// ```
pub fn whole_read_of_dump(found: &Found, descriptor: Descriptor) -> Option<DumpRead> {
    let typed = Typed::new(found, descriptor);
    let (at_hand, moved) = typed.place()?;
    let first_start = start(found, at_hand)?;
    let (params, extent) = (typed.layout.params(), typed.extent);
    let layouts = typed.firsts.iter().map(|first| {
        let distance = start(found, *first)?.wrapping_sub(first_start);
        Some(Layout::new(LayoutParams { start_bytes: params.start_bytes.wrapping_add(distance), ..params }))
    });
    let layouts: Vec<Layout> = layouts.collect::<Option<_>>()?;
    let steps = found.shape.k.div_ceil(extent.k);
    let place = |cell: Coord| {
        let read = cell.mn / extent.mn * steps + cell.k / extent.k;
        let own = Coord { mn: cell.mn % extent.mn, k: cell.k % extent.k };
        i64::from(layouts[read as usize].byte_from_element(own).byte) + moved
    };
    let read = found.held(typed.layout.swizzle(), (FIRST, found.shape), place);
    Some(read.in_parts(typed.firsts, extent))
}

/// The matrix that a descriptor reads of a dump in which no layout was found: the tile that fits the descriptor, in the extents
/// that were asked for. The descriptor determines the address of a dump without one. `None` where it fits no tile.
pub fn read_without_layout(
    dumps: &[Dump],
    asked: &Asked,
    major: Major,
    descriptor: Descriptor,
) -> Option<DumpRead> {
    let cells = Cells::new(dumps, asked);
    descriptor.decode().swizzle.ok()?;
    let tile = SaidTile {
        element: Some(element(cells.width)),
        major: Some(major),
        mn: asked.mn,
        k: asked.k,
        ..SaidTile::default()
    };
    let said = Said { tile, ..Said::default() };
    let spec = spec_from_said(&said.with_given(descriptor)).ok()?;
    let (layout, extent) = (spec.layout(), spec.extent());
    let moved = if cells.has_address { 0 } else { cells.origin() - i64::from(layout.start_bytes()) };
    let place = |cell| i64::from(layout.byte_from_element(cell).byte) + moved;
    let whole = (FIRST, extent);
    let read = DumpRead::new(&cells, (layout.swizzle(), major), whole, place, |_, _| true);
    Some(read.in_parts(spec.places().map(|place| spec.first_element(place)), spec.read_extent()))
}

/// A typed descriptor over a dump in which a layout was found.
struct Typed<'a> {
    found: &'a Found,
    layout: Layout,
    /// The most rows and K that one read covers.
    extent: Extent,
    /// The first cell of each read of the tile.
    firsts: Vec<Coord>,
}

impl<'a> Typed<'a> {
    fn new(found: &'a Found, descriptor: Descriptor) -> Self {
        let layout = descriptor.layout(found.element(), found.major);
        let layout = Layout::new(LayoutParams { lbo_mode: LboMode::Relative, ..layout.params() });
        let (whole, step) = (found.shape, 32 / found.cells.width);
        let steps = || (0..whole.k).step_by(step as usize);
        let firsts = (0..whole.mn).step_by(64).flat_map(|mn| steps().map(move |k| Coord { mn, k }));
        let extent = Extent { mn: whole.mn.min(64), k: whole.k.min(step) };
        Self { firsts: firsts.collect(), found, layout, extent }
    }

    /// The read that starts at a cell of the tile, in a dump so many bytes further.
    fn read(&self, first: Coord, moved: i64) -> DumpRead {
        let place = |cell| i64::from(self.layout.byte_from_element(cell).byte) + moved;
        self.found.held(self.layout.swizzle(), (first, self.extent), place)
    }

    /// The first cell that the descriptor reads, and how much further the dump is than it says: a dump without an address is
    /// where it fits.
    fn place(&self) -> Option<(Coord, i64)> {
        let start = i64::from(self.layout.start_bytes());
        let places = self.firsts.iter().copied();
        let moved = |first: Coord| Some((first, i64::from(self.found.absolute(first)?) - start));
        let best = |(first, moved): &(Coord, i64)| (self.read(*first, *moved).right_of().0, Reverse(*first));
        if !self.found.cells.has_address {
            return places.filter_map(moved).max_by_key(best);
        }
        let own = places.clone().filter_map(moved).find(|(_, moved)| *moved == 0);
        own.or_else(|| places.map(|first| (first, 0)).max_by_key(best))
    }
}

/// Returns the expected start of the descriptor of the read that starts at a cell. Rows that no descriptor reads are taken as
/// their writer is expected to write them.
fn start(found: &Found, cell: Coord) -> Option<u32> {
    if let Form::Canonical(_) = found.form {
        return found.absolute(cell);
    }
    let layout = found.packed((found.swizzle(), found.major), Order::Mn).layout();
    Some(layout.terms().absolute_bits(cell) / 8)
}
