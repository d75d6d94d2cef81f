//! The instructions along K, with the column and the id of each.

use swizzle_tmem::scale::ScaleStage;

/// Steps that are shown at a time.
const SHOWN: u32 = 12;

/// An instruction along K.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepRow {
    /// Its number.
    pub step: u32,
    /// Elements of K, the first and the last.
    pub k: (u32, u32),
    /// Column of the operand of scale factors.
    pub column: u32,
    /// The id.
    pub id: u32,
}

/// Up to twelve instructions that use the factors of a row, with that among them which uses a factor; none where it is not
/// known which factors one uses.
///
/// ```
/// use swizzle_core::hardware::Kind;
/// use swizzle_draw::scene::step_rows;
/// use swizzle_view::link::ScaleShown;
/// // A loop of mxf4nvf4 over K = 256: 16 factors of each row.
/// let shown = ScaleShown { blocks: 16, ..ScaleShown::default().with_kind(Kind::Mxf4nvf4) };
/// let rows = step_rows(&shown.stage().unwrap(), (37, 5));
/// let all: Vec<_> = rows.iter().map(|row| (row.step, row.k, row.column, row.id)).collect();
/// assert_eq!(all, [(0, (0, 63), 0, 0), (1, (64, 127), 4, 0), (2, (128, 191), 8, 0), (3, (192, 255), 12, 0)]);
/// ```
pub fn step_rows(stage: &ScaleStage, (row, factor): (u32, u32)) -> Vec<StepRow> {
    let Ok(steps) = &stage.steps else {
        return Vec::new();
    };
    let scaling = stage.shape.scaling;
    let per_step = scaling.per_step();
    let at = factor / per_step;
    let first = if at < SHOWN { 0 } else { at.min(steps.steps - 1) + 1 - SHOWN };
    let one = |step: u32| {
        let (given, _) = stage.given(row, step).ok()?;
        let k = stage.k_of_step(step);
        Some(StepRow { step, k: (k.start, k.end - 1), column: given.column, id: given.id })
    };
    (first..steps.steps.min(first + SHOWN)).filter_map(one).collect()
}
