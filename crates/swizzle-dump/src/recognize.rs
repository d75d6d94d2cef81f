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
    let cells = Rc::new(Cells::new(dumps, width, asked.address, is_pair));
    let written = written(asked, width, is_pair, dumps.len());
    if let (Some(mn), None, false) = (asked.mn, asked.k, is_pair) {
        // The matrix is whole unless nothing says so.
        for one in &written {
            let k = count_of(&cells, *one).div_ceil(mn.max(1));
            let found = search(&cells, &Asked { k: Some(k), ..*asked }, &written, &pause).await;
            if !found.is_empty() {
                return Ok(found);
            }
        }
    }
    Ok(search(&cells, asked, &written, &pause).await)
}

async fn search(cells: &Rc<Cells>, asked: &Asked, written: &[Written], pause: &impl AsyncFn()) -> Vec<Found> {
    let mut certain = Vec::new();
    for written in written {
        let matrices = matrices(asked, cells, *written);
        let count = |one: &Extent| one.mn.saturating_mul(one.k);
        let largest = matrices.iter().map(count).max().unwrap_or(0);
        let pairs = matrices.first().copied().unwrap_or(Extent { mn: 0, k: 0 });
        certain.push((matrices, Certain::new(cells, *written, largest, pairs)));
        pause().await;
    }
    let (mut found, mut all) = (Vec::new(), Vec::new());
    // The usual matrices first: most often it is one of them, and there are many others.
    for is_usual in [true, false] {
        let mut tiles = Vec::new();
        for (matrices, numbers) in &certain {
            let (usual, others) = matrices.split_at(USUAL.min(matrices.len()));
            for matrix in if is_usual { usual } else { others } {
                if let Some(tile) = Tile::new(*matrix, numbers) {
                    tiles.push((plausibility(&tile.completed()), tile));
                    pause().await;
                }
            }
        }
        // The more plausible ones first; of equal ones those that come first in the list.
        tiles.sort_by_key(|(share, _)| Reverse(*share));
        for (share, tile) in &tiles {
            if *share > 0 {
                found.extend(canonical(tile, pause).await);
            }
            let count = tile.certain.count_below(u32::MAX);
            // Stages may be the columns of a wider matrix.
            let is_whole = |one: &Found| {
                (one.stages.is_none() || asked.k.is_some())
                    && one.right == one.of
                    && one.right as usize >= count
            };
            if found.iter().any(is_whole) {
                // Rows that are the same thing, of this matrix; nothing else fits better.
                found.extend(rows_of(std::slice::from_ref(tile), false, pause).await);
                return best(found, asked);
            }
        }
        all.extend(tiles);
    }
    all.sort_by_key(|(share, _)| Reverse(*share));
    let mut tiles: Vec<Tile<'_>> = all.into_iter().map(|(_, tile)| tile).collect();
    found.extend(rows_of(&tiles, false, pause).await);
    tiles.truncate(TILES_MAX);
    found.extend(rows_of(&tiles, true, pause).await);
    best(found, asked)
}

/// How many of a thousand cells agree under the atom that fits best, by a sample.
fn plausibility(tile: &Tile<'_>) -> u32 {
    let all = atoms(tile).into_iter().flatten();
    all.map(|one| one.share(tile)).max().unwrap_or(0)
}

/// The canonical layouts of a tile; of one that the dump cuts in front, from the matrix's first cell on.
async fn canonical(tile: &Tile<'_>, pause: &impl AsyncFn()) -> Vec<Found> {
    let whole = tile.whole();
    let is_cut = whole.is_some() && tile.is_cut_in_front();
    let mut found = Vec::new();
    for tile in [Some(tile).filter(|_| !is_cut), whole.as_ref()].into_iter().flatten() {
        if found.is_empty() {
            found = canonical_of(tile, pause).await;
        }
    }
    found
}

/// All canonical layouts that fit a good part of the tile, one of each mode and major.
async fn canonical_of(tile: &Tile<'_>, pause: &impl AsyncFn()) -> Vec<Found> {
    let mut found = Vec::new();
    for all in atoms(tile) {
        let shares: Vec<(u32, Candidate)> = all.into_iter().map(|one| (one.share(tile), one)).collect();
        let most = shares.iter().map(|(share, _)| *share).max().unwrap_or(0);
        let mut best: Option<Fit> = None;
        pause().await;
        for (_, one) in shares.iter().filter(|(share, _)| *share > most / 2) {
            if let Some(fit) = one.fit(tile) {
                pause().await;
                best = Fit::better(best, fit);
            }
        }
        let Some(fit) = best.filter(|fit| fit.fits_well(tile)) else { continue };
        let grown = tile.grown(&|cell| fit.address(cell));
        let again = grown.and_then(|tile| Some((fit.again(&tile)?, tile)));
        found.push(match again {
            Some((again, tile)) if again.right > fit.right => Found::new(again, &tile),
            _ => Found::new(fit, tile),
        });
        pause().await;
    }
    found
}

/// Rows that are worked out at the most.
const ROWS_MAX: usize = 16;

/// The rows that fit some of these tiles; of one that the dump cuts in front, from the matrix's first cell on.
async fn rows_of(tiles: &[Tile<'_>], with_rare: bool, pause: &impl AsyncFn()) -> Vec<Found> {
    let tiles: Vec<Cow<'_, Tile<'_>>> = tiles.iter().map(Tile::completed).collect();
    let mut all = Vec::new();
    for tile in &tiles {
        for some in rows(tile, with_rare) {
            let shares = some.into_iter().map(|one| (one.share(tile), tile, one));
            all.extend(shares.filter(|(share, _, one)| *share > 0 && one.is_straight(tile)));
            pause().await;
        }
    }
    all.sort_by_key(|(share, ..)| Reverse(*share));
    let most = all.first().map_or(0, |(share, ..)| *share);
    let plausible = all.into_iter().take(ROWS_MAX).filter(|(share, ..)| *share > most / 2);
    let mut found = Vec::new();
    for (_, tile, one) in plausible {
        let fit = one.fit(tile).filter(|fit| fit.fits_well(tile));
        found.extend(fit.map(|fit| Found::new(fit, tile)));
        pause().await;
    }
    found.sort_by_key(|one| Reverse(one.right));
    found.truncate(FOUND_MAX);
    found
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
