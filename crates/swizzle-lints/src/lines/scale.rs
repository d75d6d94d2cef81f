//! The verdict line on the scale factors of a stage: whether the copies find what was written, and where sources disagree.

use super::*;
use swizzle_tmem::Refusal;
use swizzle_tmem::scale::{Followed, Order, Pair, ScaleStage};

/// An order of blocks in the words of the page.
pub const fn order_text(order: Order) -> &'static str {
    match order {
        Order::Tensor => "K blocks first",
        Order::Stage => "rows first",
        Order::Linear => "linear, row by row",
        Order::Rows8 => "in blocks of 8 × 4",
    }
}

/// The verdict on a stage. The change of a repair is the order in which to write it.
///
/// ```
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_lints::verdict_of_scale;
/// use swizzle_view::link::{ScaleShown, form_from_link};
/// let line = |link| verdict_of_scale(form_from_link::<ScaleShown>(link).shown.stage().as_ref());
/// let right = line("#/scale");
/// assert_eq!((right.kind, &*right.headline), (VerdictKind::Right, "All 1,024 scale factors arrive in their columns"));
/// let wrong = line("#/scale?rows=256&written=tensor");
/// assert_eq!((wrong.kind, &*wrong.headline), (VerdictKind::Wrong, "1,024 of 2,048 scale factors are wrong"));
/// assert_eq!(wrong.repairs[0].label, "Write rows first");
/// let contested = line("#/scale?operand=B&cta_group=2&m=128");
/// assert_eq!(contested.headline, "Sources disagree on SFB in tensor memory");
/// let unknown = line("#/scale?kind=mxf4&step=96");
/// assert_eq!((unknown.kind, &*unknown.headline), (VerdictKind::Incomplete, "Placement for K = 96 is not known"));
/// let refused = line("#/scale?column=508");
/// assert_eq!((refused.kind, &*refused.headline), (VerdictKind::Wrong, "516 columns are more than tensor memory has: 512"));
/// ```
pub fn verdict_of_scale(stage: Result<&ScaleStage, &Refusal>) -> VerdictLine<Order> {
    let stage = match stage {
        Ok(stage) => stage,
        Err(refusal) => return VerdictLine::new(VerdictKind::Wrong, refusal.to_string()),
    };
    let (wrong, all) = (stage.wrong_factors(), stage.shape.rows * stage.shape.factors);
    if wrong > 0 {
        let headline = format!("{} of {} scale factors are wrong", grouped(wrong), grouped(all));
        let order = stage.shape.read;
        let repair = Mend::new(format!("Write {}", order_text(order)), order);
        return VerdictLine::new(VerdictKind::Wrong, headline).with_repairs(vec![repair]);
    }
    if stage.steps.is_err() {
        return VerdictLine::new(VerdictKind::Incomplete, "Placement for K = 96 is not known");
    }
    if stage.is_contested() {
        return VerdictLine::new(VerdictKind::Warning, "Sources disagree on SFB in tensor memory");
    }
    if let Some(rows) = stage.rows_beyond() {
        let headline = match stage.mmas() {
            1 => format!("Rows {rows} to {} may not be read", stage.shape.rows - 1),
            _ => format!("Only {rows} of each {} rows may be read", stage.rows_of_mma()),
        };
        return VerdictLine::new(VerdictKind::Warning, headline);
    }
    let headline = format!("All {} scale factors arrive in their columns", grouped(all));
    VerdictLine::new(VerdictKind::Right, headline)
}

/// Describes the fault in the order of blocks, its cause and both fixes; `None` if the copies find every factor.
///
/// ```
/// use swizzle_lints::order_fault;
/// use swizzle_view::link::{ScaleShown, form_from_link};
/// let of = |link| order_fault(&form_from_link::<ScaleShown>(link).shown.stage().unwrap());
/// let [what, why] = of("#/scale?rows=256&written=tensor").unwrap();
/// assert_eq!(what, "The stage is written K blocks first, the copies read rows first");
/// assert!(why.starts_with("Blocks 1 and 2 trade places as soon as there are more than 128 rows and more than 4 K blocks."));
/// assert!(why.ends_with("or start the copies at 0x8000, 0x8400, 0x8200, 0x8600."), "{why}");
/// assert_eq!(of("#/scale?written=tensor"), None); // one block of rows
/// let [what, why] = of("#/scale?written=linear").unwrap();
/// assert_eq!(what, "The stage is written linear, row by row, the copies read rows first");
/// assert_eq!(why, "Written as linear, read as 128×4, rows first: 1016 of 1024 factors are wrong (99 %); the first right ones are \
///     (row 0, block 0), (row 0, block 1), (row 0, block 2); the first wrong one is (row 0, block 4), which gets (row 64, block 0). \
///     Convert the factors before the copies: swizzle scale code writes the index function.");
/// ```
pub fn order_fault(stage: &ScaleStage) -> Option<[String; 2]> {
    if stage.wrong_factors() == 0 {
        return None;
    }
    let shape = &stage.shape;
    let what = format!(
        "The stage is written {}, the copies read {}",
        order_text(shape.written),
        order_text(shape.read)
    );
    if !shape.written.is_copied() {
        let pair = Pair::new(shape.written, shape.read, shape.rows, shape.factors).ok()?;
        let text = pair.text().replacen("written", "Written", 1);
        let why = format!(
            "{text}. Convert the factors before the copies: swizzle scale code writes the index function."
        );
        return Some([what, why]);
    }
    let wrong = (0..).zip(stage.blocks());
    let wrong: Vec<u32> =
        wrong.filter(|(_, block)| block.actual != block.expected).map(|(number, _)| number).collect();
    let moved = match wrong[..] {
        [first, second] => format!("Blocks {first} and {second} trade places"),
        _ => format!("{} of {} blocks change places", wrong.len(), stage.copies.len()),
    };
    let (high, wide) = stage.block_counts();
    let of = |order| match order {
        Order::Stage => format!("(kb / 4) · {high} + r / 128"),
        Order::Tensor | Order::Linear | Order::Rows8 => format!("(r / 128) · {wide} + kb / 4"),
    };
    // The copies in the order of their columns, each from where its block is written.
    let starts = stage.copies.iter().map(|copy| {
        let at = stage.blocks().position(|block| block.actual == copy.block());
        format!("{:#x}", shape.first_byte + 512 * at.unwrap_or(0) as u32)
    });
    let why = format!(
        "{moved} as soon as there are more than 128 rows and more than 4 K blocks. Copy block by block: stage block {} from \
         block {} as written, or start the copies at {}.",
        of(shape.read),
        of(shape.written),
        joined(starts, ", ")
    );
    Some([what, why])
}

/// Describes what the instruction that uses a factor reads from tensor memory; `None` if that is not known.
///
/// ```
/// use swizzle_lints::mma_text;
/// use swizzle_view::link::{ScaleShown, form_from_link};
/// let of = |link| {
///     let shown = form_from_link::<ScaleShown>(link).shown;
///     let stage = shown.stage().unwrap();
///     mma_text(&stage, &stage.follow(shown.row, shown.block).unwrap())
/// };
/// assert_eq!(of("#/scale").unwrap(), "mma reads columns 4–7 in step 5: 128 rows, 32 in each column.");
/// // A stage of two instructions along M.
/// assert_eq!(
///     of("#/scale?rows=256&row=200").unwrap(),
///     "mma reads columns 12–15 in step 5: rows 128–255, 32 in each column.",
/// );
/// assert_eq!(
///     of("#/scale?cta_group=2").unwrap(),
///     "mma reads columns 4–7 of each CTA in step 5: 128 rows, 32 in each column.",
/// );
/// assert_eq!(of("#/scale?kind=mxf4&step=96"), None);
/// ```
pub fn mma_text(stage: &ScaleStage, at: &Followed) -> Option<String> {
    let (step, _) = at.step?;
    let (_, columns) = stage.given(at.row, step).ok()?;
    let rows = match stage.mmas() {
        1 => format!("{} rows", stage.rows_of_mma()),
        _ => {
            let rows = stage.rows_beside(at.row);
            format!("rows {}–{}", rows.start, rows.end - 1)
        }
    };
    let of_each = match stage.shape.form {
        CtaForm::Two => " of each CTA",
        CtaForm::One | CtaForm::WeightStationary => "",
    };
    Some(format!(
        "mma reads columns {}–{}{of_each} in step {step}: {rows}, {} in each column.",
        columns.start,
        columns.end - 1,
        stage.rows_of_mma() / columns.len() as u32
    ))
}

/// Describes the rows of SFA that a stage has, if they are not those of one instruction and one CTA.
///
/// ```
/// use swizzle_lints::rows_text;
/// use swizzle_view::link::{ScaleShown, form_from_link};
/// let of = |link| rows_text(&form_from_link::<ScaleShown>(link).shown.stage().unwrap());
/// assert_eq!(of("#/scale"), None);
/// assert_eq!(of("#/scale?rows=256").unwrap(), "An mma reads 128 rows; this stage is for 2 mma along M.");
/// assert_eq!(of("#/scale?cta_group=2").unwrap(), "Rows of one CTA: each CTA of the pair holds its own 128 of M = 256.");
/// assert_eq!(
///     of("#/scale?cta_group=2&rows=256").unwrap(),
///     "Rows of one CTA: each CTA of the pair holds its own 128 of M = 256. An mma reads 128 rows; this stage is for 2 mma along M.",
/// );
/// assert_eq!(of("#/scale?operand=B&rows=256&cta_group=2"), None); // each CTA holds all N
/// ```
pub fn rows_text(stage: &ScaleStage) -> Option<String> {
    let (rows, mmas) = (stage.rows_of_mma(), stage.mmas());
    let of_one = stage.readings[0].held.is_split().then(|| {
        let m = stage.shape.m;
        format!("Rows of one CTA: each CTA of the pair holds its own {rows} of M = {m}.")
    });
    let several =
        (mmas > 1).then(|| format!("An mma reads {rows} rows; this stage is for {mmas} mma along M."));
    let all = joined(of_one.into_iter().chain(several), " ");
    Some(all).filter(|all| !all.is_empty())
}

/// Describes the descriptor of each copy: mode and stride.
///
/// ```
/// use swizzle_lints::copy_text;
/// use swizzle_view::link::{ScaleShown, form_from_link};
/// let stage = form_from_link::<ScaleShown>("#/scale").shown.stage().unwrap();
/// assert_eq!(copy_text(&stage), "no swizzle, SBO 128 B");
/// ```
pub fn copy_text(stage: &ScaleStage) -> String {
    let sbo =
        stage.copies.first().map_or(0, |copy| copy.descriptor.get(FieldId::Sbo) * u64::from(UNIT_BYTES));
    format!("no swizzle, SBO {sbo} B")
}
