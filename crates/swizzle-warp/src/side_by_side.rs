//! The same access to plain rows, to padded rows, and to rows under each swizzle.

use crate::banks::{Lanes, WARP_LANES, Wavefronts, wavefronts_from_lanes};
use crate::formula::{Formula, FormulaError, Known};
use crate::instruction::Access;
use swizzle_core::hardware::{Element, Major, Named as _, SHARED_BYTES, UNIT_BYTES};
use swizzle_core::law::{Coord, Extent, Layout, Swizzle};
use swizzle_core::tile::Tile;

/// The arrangement of a matrix's rows in shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// One directly after the other.
    Plain,
    /// With 16 bytes of padding after each.
    Padded,
    /// In the canonical layout of a swizzle mode, packed.
    Canonical(Swizzle),
}

impl Form {
    /// All that are compared.
    pub const ALL: [Self; 6] = [
        Self::Plain,
        Self::Padded,
        Self::Canonical(Swizzle::None),
        Self::Canonical(Swizzle::B32),
        Self::Canonical(Swizzle::B64),
        Self::Canonical(Swizzle::B128),
    ];

    /// The form that is shown beside plain rows: itself, or where it is those, the widest swizzle.
    pub const fn beside_plain(self) -> Self {
        match self {
            Self::Plain => Self::Canonical(Swizzle::B128),
            Self::Padded | Self::Canonical(_) => self,
        }
    }

    /// Returns the name of the form.
    pub fn text(self) -> String {
        match self {
            Self::Plain => "plain rows".into(),
            Self::Padded => "rows padded by 16 bytes".into(),
            Self::Canonical(Swizzle::None) => "no swizzle".into(),
            Self::Canonical(swizzle) => format!("{} swizzle", swizzle.name()),
        }
    }

    /// The same at the beginning of a line.
    pub fn title(self) -> String {
        let text = self.text();
        let mut letters = text.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect()
    }

    /// The matrix in this form, of this many rows of `columns` elements each: a tile, packed.
    pub fn tile(self, element: Element, major: Major, rows: u32, columns: u32) -> Tile {
        let row_bytes = (columns.saturating_mul(element.slot_bits()) / 8).next_multiple_of(UNIT_BYTES);
        let (swizzle, row_bytes) = match self {
            Self::Plain => (Swizzle::None, Some(row_bytes)),
            Self::Padded => (Swizzle::None, Some(row_bytes.saturating_add(UNIT_BYTES))),
            Self::Canonical(swizzle) => (swizzle, None),
        };
        let Coord { mn, k } = Coord::at(major, columns, rows);
        let tile = Tile {
            element,
            major,
            swizzle,
            mn,
            k,
            buffer: Extent { mn, k },
            start_bytes: 1024,
            row_bytes,
            ..Tile::default()
        };
        tile.packed()
    }

    /// The address law of that tile.
    pub fn layout(self, element: Element, major: Major, rows: u32, columns: u32) -> Layout {
        self.tile(element, major, rows, columns).layout()
    }
}

impl Beside {
    /// Whether the shared memory of a block can hold the matrix.
    pub fn fits(&self) -> bool {
        self.bytes <= SHARED_BYTES.into()
    }
}

/// One of the layouts beside each other, and what the access costs there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beside {
    /// The arrangement of the rows.
    pub form: Form,
    /// Bytes of the matrix there.
    pub bytes: u64,
    /// The address of each lane; none where no shared memory holds the matrix.
    pub lanes: Lanes,
    /// The cost of the access.
    pub served: Wavefronts,
}

/// The address of each lane: a row is one of the contiguous dimension. Lanes that give none stay out.
///
/// # Errors
/// If the formula has no answer, or if a lane's bytes begin or end inside a unit where the access does not allow it.
pub fn lanes_from_layout(
    access: Access,
    formula: &Formula,
    layout: &Layout,
    (rows, columns): (u32, u32),
) -> Result<Lanes, FormulaError> {
    let mut lanes = [None; WARP_LANES];
    let inside = formula.inside();
    for (lane, address) in lanes.iter_mut().enumerate().take(access.lanes()) {
        let known = Known::of(access, layout.element(), rows, columns, lane as u32);
        let (row, column) = inside(known)?;
        let at = layout.byte_from_element(Coord::at(layout.major(), column, row));
        if at.bit != 0 || !at.byte.is_multiple_of(access.bytes()) {
            return Err(FormulaError::misaligned(lane as u32, (row, column), access.bytes()));
        }
        *address = Some(at.byte);
    }
    Ok(lanes)
}

/// The same access to every form of the rows.
///
/// ```
/// use swizzle_warp::{Form, Preset, side_by_side};
/// use swizzle_core::{Element, Major, Swizzle};
/// let preset = Preset::ColumnByColumn;
/// let all = side_by_side(preset.access(), &preset.formula(), Element::Bf16, Major::K, (64, 64)).unwrap();
/// let ways: Vec<u32> = all.iter().map(|one| one.served.ways()).collect();
/// assert_eq!(ways, [8, 1, 1, 1, 1, 1]); // plain rows of 128 bytes: 8-way
/// assert_eq!(all[5].form, Form::Canonical(Swizzle::B128));
/// // No block has 256 KiB: there are no addresses.
/// let large = side_by_side(preset.access(), &preset.formula(), Element::Bf16, Major::K, (64, 2048)).unwrap();
/// assert!(large.iter().all(|one| !one.fits() && one.served.count() == 0));
/// ```
///
/// # Errors
/// The same as for [`lanes_from_layout`].
pub fn side_by_side(
    access: Access,
    formula: &Formula,
    element: Element,
    major: Major,
    (rows, columns): (u32, u32),
) -> Result<Vec<Beside>, FormulaError> {
    let beside = |form: Form| {
        let tile = form.tile(element, major, rows, columns);
        let mut one = Beside {
            form,
            bytes: tile.span_bytes(),
            lanes: [None; WARP_LANES],
            served: wavefronts_from_lanes(access, &[None; WARP_LANES]),
        };
        if one.fits() {
            one.lanes = lanes_from_layout(access, formula, &tile.layout(), (rows, columns))?;
            one.served = wavefronts_from_lanes(access, &one.lanes);
        }
        Ok(one)
    };
    Form::ALL.into_iter().map(beside).collect()
}
