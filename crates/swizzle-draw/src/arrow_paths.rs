//! The arrow of a stride as path data, for any renderer.

/// Length of the head, from the tip back. It is 9 wide.
const HEAD: i64 = 8;

/// An arrow along one axis: its parts in pixels.
///
/// ```
/// use swizzle_draw::ArrowPaths;
/// let arrow = ArrowPaths::across(18, 4, 100);
/// assert_eq!(arrow.line, "M4 18H92");
/// assert_eq!(arrow.head, "M100 18l-8 -4.5v9z");
/// assert_eq!(ArrowPaths::down(18, 100, 4).line, "M18 100V12"); // upwards
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrowPaths {
    /// The line, from its start to the head.
    pub line: String,
    /// The head, to be filled.
    pub head: String,
    /// Start of the line: the middle of a dot.
    pub dot: (u32, u32),
}

impl ArrowPaths {
    /// Along a row of pixels.
    pub fn across(y: u32, from: u32, to: u32) -> Self {
        let back = back(from, to);
        Self {
            line: format!("M{from} {y}H{}", i64::from(to) + back),
            head: format!("M{to} {y}l{back} -4.5v9z"),
            dot: (from, y),
        }
    }

    /// Along a column of pixels.
    pub fn down(x: u32, from: u32, to: u32) -> Self {
        let back = back(from, to);
        Self {
            line: format!("M{x} {from}V{}", i64::from(to) + back),
            head: format!("M{x} {to}l-4.5 {back}h9z"),
            dot: (x, from),
        }
    }
}

/// Returns the signed distance from the tip to the back of the head.
const fn back(from: u32, to: u32) -> i64 {
    if to > from { -HEAD } else { HEAD }
}
