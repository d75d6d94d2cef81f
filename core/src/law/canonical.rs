//! The canonical-layout table of the PTX ISA, as CuTe text: symbolic and with this layout's numbers.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use crate::hardware::{Major, Named as _, UNIT_BITS};
use crate::law::coord::Axis;
use crate::law::coord::Extent;
use crate::law::layout::Layout;
use crate::law::stride::Stride;
use crate::law::swizzle::Swizzle;
use crate::law::terms::{Count, Part};
use crate::law::xor::Xor;

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
    CANONICAL.iter().find(|row| row.major == major && row.swizzle == swizzle)
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
        Major::K => Extent { mn: atom.rows, k: 2 * t },
        Major::Mn => Extent { mn: atom.row_units * t, k: atom.rows },
    }
}

/// The repeats that cover an extent.
#[must_use]
pub const fn repeats_from_extent(layout: &Layout, extent: Extent) -> Repeats {
    let one = repeat_extent(layout);
    Repeats { m: extent.mn.div_ceil(one.mn), k: extent.k.div_ceil(one.k) }
}

/// `Swizzle<B,M,S>` of a mode, as the ISA prints it: an XOR on byte addresses.
#[must_use]
pub fn swizzle_text(swizzle: Swizzle) -> String {
    swizzle.xor().text()
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
/// measured. `None` if the table's own row is complete.
#[must_use]
pub fn measured_symbolic_text(major: Major, swizzle: Swizzle) -> Option<String> {
    (major == Major::K && swizzle != Swizzle::None).then(|| {
        let w = swizzle.row_units();
        format!("{} o ((8,m),(T,{w},c)):(({w}T,SBO),(1,T,LBO))", swizzle_text(swizzle))
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
///     space: Default::default(),
/// });
/// assert_eq!(
///     exact_text(&layout, Extent { mn: 32, k: 16 }),
///     "Swizzle<1,4,3> o ((8,2,2),(8,2)):((1,8,128),(16,256))",
/// );
/// ```
///
/// In [`LboMode::Absolute`](crate::hardware::LboMode::Absolute) the second chunk is printed separately, with its address.
#[must_use]
pub fn exact_text(layout: &Layout, extent: Extent) -> String {
    if let Some(rows) = layout.rows().filter(|_| !layout.is_canonical()) {
        let (functor, text) = rows_text(layout, extent);
        return match (functor, rows.xor) {
            (Some(functor), _) => format!("{} o 0 o {text}", functor.text()),
            (None, Some(xor)) => format!("{} in {text}", xor.text()),
            (None, None) => text,
        };
    }
    let swizzle = swizzle_text(layout.swizzle());
    let (mn, k) = (leaves(layout, Axis::Mn, extent.mn), leaves(layout, Axis::K, extent.k));
    let Some(chunk) = layout.terms().term(Part::Chunk) else {
        return format!("{swizzle} o {}", cute_text(&mn, &k));
    };
    let whole = extent.on(chunk.axis);
    let piece = |length: u32| {
        let piece = leaves(layout, chunk.axis, length);
        let (mn, k) = match chunk.axis {
            Axis::Mn => (&piece, &k),
            Axis::K => (&mn, &piece),
        };
        format!("{swizzle} o {}", cute_text(mn, k))
    };
    if whole <= chunk.per {
        return piece(whole);
    }
    let (letter, cut) = (layout.major().name(), chunk.per);
    format!(
        "{letter} 0–{} {}, {letter} {cut}–{} from 0x{:x} {}",
        cut - 1,
        piece(cut),
        whole - 1,
        layout.stride_bytes(Stride::Lbo),
        piece(whole - cut)
    )
}

/// Rows of a pitch of their own as CuTe has them: the functor of the element's index, if one exchanges as they do, and shape and
/// stride in elements.
///
/// ```
/// use swizzle_core::law::{RowXor, rows_text};
/// use swizzle_core::{Element, Extent, Layout, Major};
/// let text = |pitch, xor| {
///     let rows = Layout::plain_rows(Element::Bf16, Major::K, 0x400, pitch, xor);
///     let (functor, text) = rows_text(&rows, Extent { mn: 32, k: 64 });
///     (functor.map(|xor| xor.text()).unwrap_or_default(), text)
/// };
/// assert_eq!(text(144, None), ("".into(), "(32,64):(72,1)".into()));
/// assert_eq!(text(128, Some(RowXor::rows(0, 3))), ("Swizzle<3,3,3>".into(), "(32,64):(64,1)".into()));
/// ```
#[must_use]
pub fn rows_text(layout: &Layout, extent: Extent) -> (Option<Xor>, String) {
    let (element, start) = (layout.element(), layout.start_bytes());
    let functor = layout.row_xor().and_then(|xor| xor.on_elements(element, layout.pitch_bytes(), start));
    let mode = |axis: Axis| {
        let mut leaves: Vec<Leaf> = Vec::new();
        for term in layout.terms().on(axis) {
            let size = match term.count {
                Count::Of(size) => size,
                Count::Open | Count::Step => term.reach(extent.on(axis)),
            };
            let stride = if term.part == Part::Slot { 1 } else { term.stride_bits / element.slot_bits() };
            match leaves.last_mut() {
                _ if size == 1 => {}
                Some((count, apart)) if count.saturating_mul(*apart) == stride => {
                    *count = count.saturating_mul(size);
                }
                _ => leaves.push((size, stride)),
            }
        }
        if let [(size, _)] = &mut leaves[..] {
            *size = extent.on(axis);
        }
        let list = |number: fn(&Leaf) -> u32| {
            let numbers: Vec<String> = leaves.iter().map(|leaf| number(leaf).to_string()).collect();
            match &numbers[..] {
                [] => "1".into(),
                [one] => one.clone(),
                all => format!("({})", all.join(",")),
            }
        };
        [list(|leaf| leaf.0), list(|leaf| leaf.1)]
    };
    let ([mn, mn_stride], [k, k_stride]) = (mode(Axis::Mn), mode(Axis::K));
    (functor, format!("({mn},{k}):({mn_stride},{k_stride})"))
}

/// A leaf of a CuTe mode: size and stride, in elements.
type Leaf = (u32, u32);

/// The leaves of one mode, from the innermost outwards. In K-major layouts the units of K are one run where they are evenly
/// apart, as the ISA prints them.
fn leaves(layout: &Layout, axis: Axis, extent: u32) -> Vec<Leaf> {
    let t = layout.element().per_unit();
    let is_run = axis == Axis::K && layout.major() == Major::K;
    let mut leaves: Vec<Leaf> = Vec::new();
    for term in layout.terms().on(axis) {
        let size = match term.count {
            Count::Of(size) => size,
            Count::Open => term.reach(extent),
            Count::Step => continue,
        };
        let stride = match term.part {
            Part::Slot => 1,
            _ => term.stride_bits / UNIT_BITS * t,
        };
        match leaves.last_mut() {
            Some(units) if is_run && term.part == Part::Column => {
                let all = extent.div_ceil(t);
                match *units {
                    (1, _) => *units = (all, stride),
                    (inner, apart) if size == 1 || stride == inner * apart => *units = (all, apart),
                    _ => leaves.push((size, stride)),
                }
            }
            _ => leaves.push((size, stride)),
        }
    }
    leaves
}

/// Two modes as CuTe prints them.
fn cute_text(mn: &[Leaf], k: &[Leaf]) -> String {
    let list = |leaves: &[Leaf], number: fn(&Leaf) -> u32| {
        let numbers: Vec<String> = leaves.iter().map(|leaf| number(leaf).to_string()).collect();
        format!("({})", numbers.join(","))
    };
    let [shape, stride]: [fn(&Leaf) -> u32; 2] = [|leaf| leaf.0, |leaf| leaf.1];
    format!("({},{}):({},{})", list(mn, shape), list(k, shape), list(mn, stride), list(k, stride))
}
