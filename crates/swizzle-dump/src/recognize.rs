//! Recognition: compares every canonical layout and every form of rows with the whole dump.

use core::future::Future as _;
use core::{
    pin::pin,
    task::{Context, Poll, Waker},
};

use super::*;

/// Maximum number of matrices tried with every form of rows if the extents are unknown.
const TILES_MAX: usize = 8;
/// Maximum number of layouts returned.
const FOUND_MAX: usize = 8;

/// The layouts that match a dump, the best first. Empty if none matches.
///
/// Values that occur once in the dump determine the addresses of their cells. For each mode, phase and major the XOR is undone; a
/// sample, then all cells show whether the rest is the canonical form. Rows are tried likewise: plain, padded, and with permuted
/// units.
///
/// Two dumps of 8-bit elements are the low and the high byte of the index; with [`Values::MnAndK`] they are MN and K.
///
/// # Errors
/// For an element of another width than 8, 16 or 32 bits, and for more or fewer than one or two dumps.
pub fn recognize(dumps: &[Dump], asked: &Asked) -> Result<Vec<Found>, DumpError> {
    let mut found = pin!(recognize_in_turns(dumps, asked, async || {}));
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(found) = found.as_mut().poll(&mut context) {
            return found;
        }
    }
}

/// [`recognize`], with a pause offered after each piece of the work: a page stays at hand while it looks.
///
/// A piece compares one matrix with the dump in one form, which takes some milliseconds for 64 KiB.
///
/// # Errors
/// The same as for [`recognize`].
///
/// ```
/// use std::cell::Cell;
/// use core::pin::pin;
/// use core::task::{Context, Poll, Waker};
/// use swizzle_core::Named as _;
/// use swizzle_dump::{Example, dumps_from_files, recognize, recognize_in_turns};
/// let example = Example::ALL[0];
/// let dumps = dumps_from_files(&[example.text().as_bytes()], 16).unwrap();
/// let pauses = Cell::new(0);
/// // A page would wait for its next turn here.
/// let pause = async || pauses.set(pauses.get() + 1);
/// let asked = example.asked();
/// let found = pin!(recognize_in_turns(&dumps, &asked, pause));
/// let found = found.poll(&mut Context::from_waker(Waker::noop()));
/// assert_eq!(found, Poll::Ready(recognize(&dumps, &asked)));
/// assert!(pauses.get() > 0);
/// ```
pub async fn recognize_in_turns(
    dumps: &[Dump],
    asked: &Asked,
    pause: impl AsyncFn(),
) -> Result<Vec<Found>, DumpError> {
    if !matches!(asked.element_bits, 8 | 16 | 32) {
        return Err(DumpError(format!(
            "elements of {} bits are not supported; the width must be 8, 16 or 32",
            asked.element_bits
        )));
    }
    let width = asked.element_bits / 8;
    let is_pair = asked.values == Some(Values::MnAndK) || dumps.len() == 2 && width > 1;
    match (dumps.len(), is_pair) {
        (1, false) | (2, _) => {}
        (1, true) => return Err(DumpError("mn,k needs two dumps: MN, then K".into())),
        (count, _) => return Err(DumpError(format!("expected one or two dumps, got {count}"))),
    }
    let cells = Cells::new(dumps, width, asked.address, is_pair);
    if let (Some(mn), None, false) = (asked.mn, asked.k, is_pair) {
        // The matrix is whole unless nothing says so.
        for written in written(asked, width, is_pair, dumps.len()) {
            let k = count_of(&cells, written).div_ceil(mn.max(1));
            let whole = Asked { k: Some(k), ..*asked };
            let found = search(&cells, &whole, is_pair, dumps.len(), &pause).await;
            if !found.is_empty() {
                return Ok(found);
            }
        }
    }
    Ok(search(&cells, asked, is_pair, dumps.len(), &pause).await)
}

async fn search(
    cells: &Cells,
    asked: &Asked,
    is_pair: bool,
    dumps: usize,
    pause: &impl AsyncFn(),
) -> Vec<Found> {
    let (mut found, mut certain) = (Vec::new(), Vec::new());
    for written in written(asked, cells.width, is_pair, dumps) {
        let matrices = matrices(asked, cells, written);
        let count = |one: &Extent| one.mn.saturating_mul(one.k);
        let largest = matrices.iter().map(count).max().unwrap_or(0);
        let pairs = matrices.first().copied().unwrap_or(Extent { mn: 0, k: 0 });
        let numbers = Certain::new(cells, written, largest, pairs);
        certain.push((written, matrices, numbers));
        pause().await;
    }
    let mut all = Vec::new();
    // The usual matrices first: most often it is one of them, and there are many others.
    for is_usual in [true, false] {
        let mut tiles = Vec::new();
        for (written, matrices, numbers) in &certain {
            let (usual, others) = matrices.split_at(USUAL.min(matrices.len()));
            for matrix in if is_usual { usual } else { others } {
                if let Some(tile) = Tile::new(*written, *matrix, numbers) {
                    let share = plausibility(&tile.completed(cells), cells);
                    tiles.push((share, tile, numbers));
                    pause().await;
                }
            }
        }
        // The more plausible ones first; of equal ones those that come first in the list.
        tiles.sort_by_key(|(share, ..)| Reverse(*share));
        for (share, tile, numbers) in &tiles {
            if *share > 0 {
                canonical(tile, cells, &mut found, pause).await;
            }
            let count = numbers.count_below(u32::MAX);
            // Stages may be the columns of a wider matrix.
            let is_whole = |one: &Found| {
                (one.stages.is_none() || asked.k.is_some())
                    && one.right == one.of
                    && one.right as usize >= count
            };
            if found.iter().any(is_whole) {
                // Rows that are the same thing, of this matrix; nothing else fits better.
                rows(std::slice::from_ref(tile), cells, false, &mut found, pause).await;
                return best(found, asked);
            }
        }
        all.extend(tiles);
    }
    all.sort_by_key(|(share, ..)| Reverse(*share));
    let mut tiles: Vec<Tile<'_>> = all.into_iter().map(|(_, tile, _)| tile).collect();
    rows(&tiles, cells, false, &mut found, pause).await;
    tiles.truncate(TILES_MAX);
    rows(&tiles, cells, true, &mut found, pause).await;
    best(found, asked)
}

/// The canonical layouts of a tile; of one that the dump cuts in front, from the matrix's first cell on.
async fn canonical(tile: &Tile<'_>, cells: &Cells, found: &mut Vec<Found>, pause: &impl AsyncFn()) {
    let (whole, count) = (tile.whole(), found.len());
    if whole.is_none() || !tile.is_cut_in_front(cells) {
        canonical_of(tile, cells, found, pause).await;
    }
    if let Some(whole) = whole.filter(|_| found.len() == count) {
        canonical_of(&whole, cells, found, pause).await;
    }
}

async fn canonical_of(tile: &Tile<'_>, cells: &Cells, found: &mut Vec<Found>, pause: &impl AsyncFn()) {
    for fit in fits_of_atoms(tile, cells, pause).await {
        if !fit.fits_well(tile) {
            continue;
        }
        let grown = tile.grown(cells, &|cell| fit.address(cell));
        let again = grown.and_then(|tile| Some((fit.again(&tile, cells)?, tile)));
        found.push(match again {
            Some((again, tile)) if again.right > fit.right => Found::new(again, &tile, cells),
            _ => Found::new(fit, tile, cells),
        });
        pause().await;
    }
}

/// The rows of tiles; of one that the dump cuts in front, from the matrix's first cell on.
async fn rows(
    tiles: &[Tile<'_>],
    cells: &Cells,
    with_rare: bool,
    found: &mut Vec<Found>,
    pause: &impl AsyncFn(),
) {
    let tiles: Vec<Cow<'_, Tile<'_>>> = tiles.iter().map(|tile| tile.completed(cells)).collect();
    let mut fits = fits_of_rows(&tiles, cells, with_rare, pause).await;
    fits.retain(|(at, fit)| fit.fits_well(&tiles[*at]));
    fits.sort_by_key(|(_, fit)| Reverse(fit.right));
    found.extend(fits.into_iter().take(FOUND_MAX).map(|(at, fit)| Found::new(fit, &tiles[at], cells)));
}

/// Sorts the layouts, the best first, and keeps those that match equally well.
fn best(mut found: Vec<Found>, asked: &Asked) -> Vec<Found> {
    found.sort_by_key(|one| {
        let (kind, complexity) = match one.form {
            Form::Canonical(_) => (0, u32::from(one.base_offset > 0)),
            Form::Rows { exchange, column, .. } => (1 + u32::from(column.is_some()), exchange_rank(exchange)),
        };
        (
            Reverse(one.right),
            one.stages.is_some() && asked.k.is_none(),
            kind,
            one.stages.is_some(),
            one.undetermined.len(),
            complexity,
        )
    });
    let most = found.first().map_or(0, |one| one.right);
    found.retain(|one| one.right == most);
    let mut kept: Vec<Found> = Vec::new();
    // Rows of another matrix place the same numbers alike.
    let is_rows = |one: &Found| matches!(one.form, Form::Rows { .. });
    let of_rows = found.iter().find(|one| is_rows(one)).map(|one| one.matrix);
    found.retain(|one| !is_rows(one) || Some(one.matrix) == of_rows);
    for one in found {
        // A matrix of another width that fits as well is not another layout.
        let without_columns = |one: &Found| match one.form {
            Form::Rows { exchange, pitch, .. } => (Form::Rows { exchange, pitch, column: None }, one.major),
            form @ Form::Canonical(_) => (form, one.major),
        };
        if !kept.iter().any(|kept| without_columns(kept) == without_columns(&one)) {
            kept.push(one);
        }
    }
    kept.truncate(FOUND_MAX);
    kept
}

const fn exchange_rank(exchange: Exchange) -> u32 {
    match exchange {
        Exchange::None => 0,
        Exchange::Xor { shift, .. } => 1 + shift,
        Exchange::Address(_) => 8,
        Exchange::Rotation { .. } => 9,
    }
}
