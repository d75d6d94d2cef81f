//! Scale factors that are written in one layout and read in another, and the layout that a buffer has.

use super::*;

/// Factors that a message lists.
const LISTED: usize = 3;

/// Most factors that are compared one by one.
const COMPARED_MAX: u64 = 1 << 26;

/// Refuses more factors than are compared.
fn compared(rows: u32, factors: u32) -> Result<(), Refusal> {
    let is_few = u64::from(rows) * u64::from(factors) <= COMPARED_MAX;
    is_few.then_some(()).ok_or(Refusal::Compared { rows, blocks: factors })
}

/// A buffer of scale factors that is written in one layout and read in another.
///
/// ```
/// use swizzle_tmem::scale::{Order, Pair};
/// let pair = Pair::new(Order::Tensor, Order::Linear, 256, 16)?;
/// assert_eq!((pair.wrong, pair.all()), (3072, 4096));
/// assert_eq!(pair.right, [(0, 0), (0, 1), (0, 2)]);
/// assert_eq!(
///     pair.text(),
///     "written as 128×4, read as linear: 3072 of 4096 factors are wrong (75 %); the first right ones are \
///      (row 0, block 0), (row 0, block 1), (row 0, block 2); the first wrong one is (row 0, block 4), \
///      which gets (row 32, block 0)",
/// );
/// let same = Pair::new(Order::Tensor, Order::Stage, 128, 16)?;
/// assert_eq!(same.text(), "written as 128×4, read as 128×4, rows first: all 2048 factors are right");
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The buffer as it is written.
    pub written: ScaleBlocks,
    /// The buffer as it is read.
    pub read: ScaleBlocks,
    /// Number of factors, without padding, that the reader does not find.
    pub wrong: u32,
    /// Row and factor of the first that it finds, at most three.
    pub right: Vec<(u32, u32)>,
    /// The first that it does not find.
    pub first_wrong: Option<(u32, u32)>,
}

impl Pair {
    /// Compares two layouts of so many rows, so many factors of each.
    ///
    /// # Errors
    /// [`Refusal::ScaleSize`] where one of them is 0, [`Refusal::Compared`] for more than 2^26 factors.
    pub fn new(written: Order, read: Order, rows: u32, factors: u32) -> Result<Self, Refusal> {
        compared(rows, factors)?;
        let [written, read] = [written, read].map(|order| ScaleBlocks::new(order, rows, factors));
        let mut pair =
            Self { written: written?, read: read?, wrong: 0, right: Vec::new(), first_wrong: None };
        for (row, factor) in pair.read.places() {
            let [there, here] = [&pair.written, &pair.read].map(|one| one.byte(row, factor));
            if there != here {
                pair.wrong += 1;
                pair.first_wrong = pair.first_wrong.or(Some((row, factor)));
            } else if pair.right.len() < LISTED {
                pair.right.push((row, factor));
            }
        }
        Ok(pair)
    }

    /// Number of factors without padding.
    pub const fn all(&self) -> u32 {
        self.read.rows * self.read.factors
    }

    /// The factor that a row and a factor get; none for padding, or a byte outside of the buffer.
    pub fn got(&self, (row, factor): (u32, u32)) -> Option<(u32, u32)> {
        self.written.held_at(self.read.byte(row, factor))
    }

    /// Describes in a sentence how many factors are wrong, which are right, and what the first wrong one gets.
    pub fn text(&self) -> String {
        let [written, read] = [&self.written, &self.read].map(|one| one.order.title());
        let (wrong, all) = (self.wrong, self.all());
        let head = format!("written as {written}, read as {read}: ");
        let Some(at) = self.first_wrong else {
            return format!("{head}all {all} factors are right");
        };
        let place = |(row, factor): (u32, u32)| format!("(row {row}, block {factor})");
        let right: Vec<String> = self.right.iter().copied().map(place).collect();
        let right = if right.is_empty() {
            "none is right".into()
        } else {
            format!("the first right ones are {}", right.join(", "))
        };
        let gets = self.got(at).map_or_else(|| "padding, or a byte outside of the buffer".into(), place);
        let percent = u64::from(wrong) * 100 / u64::from(all);
        format!(
            "{head}{wrong} of {all} factors are wrong ({percent} %); {right}; the first wrong one is {}, which gets {gets}",
            place(at)
        )
    }
}

/// A layout that a buffer may have, and how many of its factors are where that puts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recognized {
    /// The layout.
    pub order: Order,
    /// Factors that match.
    pub right: u32,
    /// Bytes that it needs.
    pub bytes: u32,
}

/// How well each layout explains a buffer, the best first: `value` says the factor of a row and a block. A layout that needs
/// more bytes than the buffer has is not listed.
///
/// # Errors
/// [`Refusal::ScaleSize`] where a number is 0, [`Refusal::Compared`] for more than 2^26 factors.
///
/// ```
/// use swizzle_tmem::scale::{Order, ScaleBlocks, recognized};
/// let (rows, factors) = (16, 6);
/// let value = |row: u32, factor: u32| (row * factors + factor) as u8;
/// let blocks = ScaleBlocks::new(Order::Rows8, rows, factors)?;
/// let mut buffer = vec![0; blocks.bytes() as usize];
/// for (row, factor) in blocks.places() {
///     buffer[blocks.byte(row, factor) as usize] = value(row, factor);
/// }
/// let found = recognized(&buffer, rows, factors, value)?;
/// assert_eq!((found[0].order, found[0].right), (Order::Rows8, 96));
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
pub fn recognized(
    buffer: &[u8],
    rows: u32,
    factors: u32,
    value: impl Fn(u32, u32) -> u8,
) -> Result<Vec<Recognized>, Refusal> {
    compared(rows, factors)?;
    let mut all = Vec::new();
    for order in Order::ALL.iter().copied() {
        let blocks = ScaleBlocks::new(order, rows, factors)?;
        let is_it = |(row, factor): &(u32, u32)| {
            buffer.get(blocks.byte(*row, *factor) as usize) == Some(&value(*row, *factor))
        };
        let right = blocks.places().filter(is_it).count() as u32;
        if blocks.bytes() as usize <= buffer.len() {
            all.push(Recognized { order, right, bytes: blocks.bytes() });
        }
    }
    all.sort_by_key(|one| std::cmp::Reverse(one.right));
    Ok(all)
}
