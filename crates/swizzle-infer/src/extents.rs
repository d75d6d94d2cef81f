//! Inference of unspecified extents.

use super::*;
use swizzle_core::hardware::Operand;

/// The default window: the page's first tile, or what one copy reads.
fn first_window(said: &Said, reader: &Reader) -> Extent {
    let default = Tile::default();
    let element = said.tile.element.unwrap_or(default.element);
    match reader.used_for {
        Use::Copy => Extent { mn: reader.rows.min(EXTENT_MAX), k: reader.k(element) },
        Use::Mma => Extent { mn: default.mn, k: default.k },
    }
}

/// Extents of window and buffer.
#[derive(Clone, Copy)]
pub(super) struct Extents {
    pub(super) window: Extent,
    pub(super) buffer: Extent,
}

impl Extents {
    /// The specified extents; unspecified ones are large enough for the specified place.
    pub(super) fn of(said: &Said, reader: &Reader) -> Self {
        let default = first_window(said, reader);
        let element = said.tile.element.unwrap_or(Tile::default().element);
        let needed = |default: u32, place: Option<u32>, each: u32| {
            let is_within = |at: &u32| at.saturating_mul(each) < default;
            place.filter(|at| !is_within(at)).map_or(default, |at| (at + 1).saturating_mul(each))
        };
        Self::from_window(
            said,
            Extent {
                mn: needed(default.mn, said.place.block, reader.rows),
                k: needed(default.k, said.place.step, reader.k(element)),
            },
        )
    }

    /// The specified extents; unspecified ones are the page's defaults, independent of the place.
    pub(super) fn least(said: &Said, reader: &Reader) -> Self {
        Self::from_window(said, first_window(said, reader))
    }

    /// With these extents of the window where unspecified.
    fn from_window(said: &Said, assumed: Extent) -> Self {
        let tile = &said.tile;
        let along = |window: Option<u32>, buffer: Option<u32>, at: Option<u32>, assumed: u32| {
            let at = at.unwrap_or(0);
            let window = window.unwrap_or(match buffer {
                Some(buffer) => buffer - at,
                None => assumed.min(EXTENT_MAX - at.min(EXTENT_MAX - 1)),
            });
            (window, buffer.unwrap_or(at + window))
        };
        let (mn, buffer_mn) = along(tile.mn, tile.buffer_mn, tile.at_mn, assumed.mn);
        let (k, buffer_k) = along(tile.k, tile.buffer_k, tile.at_k, assumed.k);
        Self { window: Extent { mn, k }, buffer: Extent { mn: buffer_mn, k: buffer_k } }
    }

    /// These and smaller extents where unspecified, the largest first: whole instructions along K, and legal row counts of an
    /// instruction.
    pub(super) fn smaller(self, said: &Said, reader: &Reader) -> impl Iterator<Item = Self> {
        let element = said.tile.element.unwrap_or(Tile::default().element);
        let (mn, k) = (self.window.mn, self.window.k);
        let rows = match reader.operand {
            Operand::A if reader.arch.has_one_m() => mn,
            Operand::A => reader.arch.m_min(),
            Operand::B => 8,
        };
        // The specified place stays inside.
        let down = |extent: u32, each: u32, is_free: bool, least: u32| {
            let each = each.clamp(1, extent);
            let count = if is_free { (extent.saturating_sub(least)) / each + 1 } else { 1 };
            (0..count.min(extent.div_ceil(each))).map(move |fewer| extent - fewer * each)
        };
        let least = |place: Option<u32>, each: u32| (place.unwrap_or(0) + 1).saturating_mul(each);
        let mns = down(
            mn,
            rows,
            said.tile.mn.or(said.tile.buffer_mn).is_none(),
            least(said.place.block, reader.rows) - reader.rows.saturating_sub(rows),
        );
        let ks = down(
            k,
            reader.k(element),
            said.tile.k.or(said.tile.buffer_k).is_none(),
            least(said.place.step, reader.k(element)),
        );
        let said = *said;
        mns.flat_map(move |mn| ks.clone().map(move |k| Self::from_window(&said, Extent { mn, k })))
    }
}
