//! The canonical-layout table of the PTX ISA, as CuTe text: symbolic and with this layout's numbers.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::hardware::{LboMode, Major, Named as _, UNIT_BYTES};
use crate::law::layout::{Extent, Layout};
use crate::law::stride::Stride;
use crate::law::swizzle::Swizzle;

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CanonicalRow {
    /// Contiguous dimension.
    pub major: Major,
    /// Swizzle mode.
    pub swizzle: Swizzle,
    /// Shape and stride before the swizzle, in elements, as the ISA prints them.
    pub text: &'static str,
}

/// The table: eight rows of the PTX ISA, "Canonical Layouts", and the one that CuTe adds for 32B atoms.
#[rustfmt::skip]
pub const CANONICAL: &[CanonicalRow] = &[
    CanonicalRow { major: Major::Mn, swizzle: Swizzle::None,       text: "((T,1,m),(8,k)):((1,T,SBO),(1T,LBO))" },
    CanonicalRow { major: Major::Mn, swizzle: Swizzle::B32,        text: "((T,2,m),(8,k)):((1,T,LBO),(2T,SBO))" },
    CanonicalRow { major: Major::Mn, swizzle: Swizzle::B64,        text: "((T,4,m),(8,k)):((1,T,LBO),(4T,SBO))" },
    CanonicalRow { major: Major::Mn, swizzle: Swizzle::B128,       text: "((T,8,m),(8,k)):((1,T,LBO),(8T,SBO))" },
    CanonicalRow { major: Major::K,  swizzle: Swizzle::None,       text: "((8,m),(T,2k)):((1T,SBO),(1,LBO))" },
    CanonicalRow { major: Major::K,  swizzle: Swizzle::B32,        text: "((8,m),(T,2k)):((2T,SBO),(1,T))" },
    CanonicalRow { major: Major::K,  swizzle: Swizzle::B64,        text: "((8,m),(T,2k)):((4T,SBO),(1,T))" },
    CanonicalRow { major: Major::K,  swizzle: Swizzle::B128,       text: "((8,m),(T,2k)):((8T,SBO),(1,T))" },
    CanonicalRow { major: Major::Mn, swizzle: Swizzle::B128Atom32, text: "((T,8,m),(4,k)):((1,T,LBO),(8T,SBO))" },
];

/// The table's row of a mode; none for K-major with 32B atoms, which no source lists.
#[must_use]
pub fn canonical_row(major: Major, swizzle: Swizzle) -> Option<&'static CanonicalRow> {
    CANONICAL
        .iter()
        .find(|row| row.major == major && row.swizzle == swizzle)
}

/// `m` and `k` of the table: how often the pattern repeats along MN and along K, the last repeat counted whole.
///
/// K-major layouts count K in pairs of units (`2k` units), MN-major ones in groups of rows (`8k` elements, `4k` with
/// 32B atoms).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Repeats {
    /// Repeats along MN.
    pub m: u32,
    /// Repeats along K.
    pub k: u32,
}

/// Elements that one repeat spans along MN and along K.
#[must_use]
pub const fn repeat_extent(layout: &Layout) -> Extent {
    let t = layout.element().per_unit();
    let atom = layout.swizzle().atom(layout.major());
    match layout.major() {
        Major::K => Extent {
            mn: atom.rows,
            k: 2 * t,
        },
        Major::Mn => Extent {
            mn: atom.row_units * t,
            k: atom.rows,
        },
    }
}

/// The repeats that cover an extent.
#[must_use]
pub const fn repeats_from_extent(layout: &Layout, extent: Extent) -> Repeats {
    let one = repeat_extent(layout);
    Repeats {
        m: extent.mn.div_ceil(one.mn),
        k: extent.k.div_ceil(one.k),
    }
}

/// The letters of the table's row with their values: `T`, `m` and `k`; and `c`, where the row is of one of several columns of
/// K: a swizzled K-major row ends with its swizzle row, and `k` with it.
///
/// ```
/// use swizzle_core::law::letters_from_extent;
/// use swizzle_core::{Extent, Said, Spec};
/// let spec = Spec::new(&Said::default())?;
/// let letters = |k| letters_from_extent(spec.layout(), Extent { mn: 64, k });
/// assert_eq!(letters(64), [('T', 8), ('m', 8), ('k', 4)]);
/// assert_eq!(letters(256), [('T', 8), ('m', 8), ('k', 4), ('c', 4)]);
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn letters_from_extent(layout: &Layout, extent: Extent) -> Vec<(char, u32)> {
    let Repeats { m, k } = repeats_from_extent(layout, extent);
    let letters = |k| vec![('T', layout.element().per_unit()), ('m', m), ('k', k)];
    let (columns, _) = layout.columns_and_groups(extent);
    let is_of_column = layout.major() == Major::K && layout.swizzle() != Swizzle::None;
    if !is_of_column || columns == 1 {
        return letters(k);
    }
    let mut letters = letters(layout.swizzle().row_units() / 2);
    letters.push(('c', columns));
    letters
}

/// `Swizzle<B,M,S>` of a mode, as the ISA prints it: an XOR on byte addresses.
#[must_use]
pub fn swizzle_text(swizzle: Swizzle) -> String {
    let xor = swizzle.xor();
    format!("Swizzle<{},{},{}>", xor.bits, xor.base, xor.shift)
}

/// The canonical layout with symbols, swizzle in front.
///
/// ```
/// use swizzle_core::{Major, Swizzle};
/// use swizzle_core::law::symbolic_text;
/// assert_eq!(
///     symbolic_text(Major::Mn, Swizzle::B32),
///     "Swizzle<1,4,3> o ((T,2,m),(8,k)):((1,T,LBO),(2T,SBO))",
/// );
/// ```
#[must_use]
pub fn symbolic_text(major: Major, swizzle: Swizzle) -> String {
    let layout = canonical_row(major, swizzle).map_or(
        "((8,m),(T,2k)):((8T,SBO),(1,T))", // inferred: the 128B row, no source lists this mode
        |row| row.text,
    );
    format!("{} o {layout}", swizzle_text(swizzle))
}

/// The symbolic form that a swizzled K-major layout of more than one column needs, and that the table lacks: LBO as
/// measured. `None` where the table's own row says it all.
#[must_use]
pub fn measured_symbolic_text(major: Major, swizzle: Swizzle) -> Option<String> {
    (major == Major::K && swizzle != Swizzle::None).then(|| {
        let w = swizzle.row_units();
        format!(
            "{} o ((8,m),(T,{w},c)):(({w}T,SBO),(1,T,LBO))",
            swizzle_text(swizzle)
        )
    })
}

/// The exact layout of a matrix: shape and stride in elements (padded 4- and 6-bit elements count their 8-bit slots),
/// the last atom counted whole.
///
/// ```
/// use swizzle_core::{Element, Extent, Layout, LayoutParams, LboMode, Major, Swizzle};
/// use swizzle_core::law::exact_text;
/// // Figure 169 of the PTX ISA.
/// let layout = Layout::new(LayoutParams {
///     element: Element::Bf16, major: Major::Mn, swizzle: Swizzle::B32, start_bytes: 0,
///     lbo_bytes: 256, sbo_bytes: 512, base_offset: 0, lbo_mode: LboMode::Relative,
/// });
/// assert_eq!(
///     exact_text(&layout, Extent { mn: 32, k: 16 }),
///     "Swizzle<1,4,3> o ((8,2,2),(8,2)):((1,8,128),(16,256))",
/// );
/// ```
///
/// In [`LboMode::Absolute`] what lies in the second chunk is told apart, with its address.
#[must_use]
pub fn exact_text(layout: &Layout, extent: Extent) -> String {
    let swizzle = swizzle_text(layout.swizzle());
    if layout.params().lbo_mode == LboMode::Absolute {
        return chunks_text(layout, extent, &swizzle);
    }
    let t = layout.element().per_unit();
    let atom = layout.swizzle().atom(layout.major());
    let elements = |bytes: u32| bytes / UNIT_BYTES * t;
    let row = atom.row_units * t;
    let (columns, groups) = layout.columns_and_groups(extent);
    let (column, group) = (
        elements(layout.column_bytes()),
        elements(layout.group_bytes()),
    );
    let rows = atom.rows;
    match layout.major() {
        Major::Mn => format!(
            "{swizzle} o (({t},{w},{columns}),({rows},{groups})):((1,{t},{column}),({row},{group}))",
            w = atom.row_units,
        ),
        Major::K => {
            let (shape, stride) = k_mode(layout, extent, column, columns);
            format!("{swizzle} o (({rows},{groups}),({shape})):(({row},{group}),({stride}))")
        }
    }
}

/// The K mode of a K-major layout: units in one run where they lie evenly, as the ISA prints it, else by column.
fn k_mode(layout: &Layout, extent: Extent, column: u32, columns: u32) -> (String, String) {
    let t = layout.element().per_unit();
    let w = layout.swizzle().row_units();
    let units = extent.k.div_ceil(t);
    let is_even = w == 1 || columns == 1 || column == w * t;
    if is_even {
        let step = if w == 1 { column } else { t };
        (format!("{t},{units}"), format!("1,{step}"))
    } else {
        (format!("{t},{w},{columns}"), format!("1,{t},{column}"))
    }
}

/// The chunks of a read with an absolute address: rows and groups are the same in both.
fn chunks_text(layout: &Layout, extent: Extent, swizzle: &str) -> String {
    let t = layout.element().per_unit();
    let elements = |bytes: u32| bytes / UNIT_BYTES * t;
    let (along, _) = extent.along_and_across(layout.major());
    let (units, first) = (along.div_ceil(t), layout.first_chunk_units());
    let (_, groups) = layout.columns_and_groups(extent);
    let (row, group) = (
        elements(layout.pitch_bytes()),
        elements(layout.group_bytes()),
    );
    let rows = layout.swizzle().atom(layout.major()).rows;
    let chunk = |units: u32| {
        let (across, along) = (format!("({rows},{groups})"), format!("({t},{units})"));
        let (apart, next) = (format!("({row},{group})"), format!("(1,{t})"));
        match layout.major() {
            Major::K => format!("{swizzle} o ({across},{along}):({apart},{next})"),
            Major::Mn => format!("{swizzle} o ({along},{across}):({next},{apart})"),
        }
    };
    if units <= first {
        return chunk(units);
    }
    let (letter, cut) = (layout.major().name(), first * t);
    format!(
        "{letter} 0–{} {}, {letter} {cut}–{} from 0x{:x} {}",
        cut - 1,
        chunk(first),
        along - 1,
        layout.stride_bytes(Stride::Lbo),
        chunk(units - first)
    )
}
