//! Recognition: compares every canonical layout and every form of rows with the whole dump.

use core::future::Future as _;
use core::{
    pin::pin,
    task::{Context, Poll, Waker},
};

use super::*;

/// Maximum number of matrices tried with every form of rows if the extents are unknown.
const TILES_MAX: usize = 8;
/// Maximum number of laws whose layouts are worked out.
const LAWS_MAX: usize = 16;
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
    let is_pair = asked.is_pair(dumps);
    match (dumps.len(), is_pair) {
        (1, false) | (2, _) => {}
        (1, true) => return Err(DumpError("mn,k needs two dumps: MN, then K".into())),
        (count, _) => return Err(DumpError(format!("expected one or two dumps, got {count}"))),
    }
    let cells = Rc::new(Cells::new(dumps, asked));
    let written = written(asked, dumps);
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
        let numbers = Certain::new(cells, *written, &matrices);
        certain.push((matrices, numbers));
        pause().await;
    }
    let (mut found, mut all) = (Vec::new(), Vec::new());
    // The usual matrices first: most often it is one of them, and there are many others.
    for (before, count) in [(0, USUAL), (USUAL, usize::MAX)] {
        let mut tiles = Vec::new();
        for (matrices, numbers) in &certain {
            for matrix in matrices.iter().skip(before).take(count) {
                if let Some(tile) = Tile::new(*matrix, numbers).map(Rc::new) {
                    let laws = plausible(&tile, atoms(&tile));
                    tiles.push((laws.iter().map(|law| law.share).max(), tile, laws));
                    pause().await;
                }
            }
        }
        // The more plausible ones first; of equal ones those that come first in the list.
        tiles.sort_by_key(|(share, ..)| Reverse(*share));
        for (share, tile, laws) in tiles {
            let before = found.len();
            found.extend(found_of(laws, pause).await);
            if found.len() == before
                && share.is_some()
                && let Some(whole) = tile.whole().map(Rc::new)
            {
                found.extend(found_of(plausible(&whole, atoms(&whole)), pause).await);
            }
            // Stages may be the columns of a wider matrix.
            let is_whole = |one: &Found| {
                (one.stages.is_none() || asked.k.is_some())
                    && one.right == one.of
                    && one.right as usize >= tile.certain.count_below(u32::MAX)
            };
            if found.iter().any(is_whole) {
                // Rows that are the same thing, of this matrix; nothing else fits better.
                found.extend(found_of(plausible(&tile, rows(&tile, false)), pause).await);
                return best(found, asked);
            }
            all.push((share, tile));
        }
    }
    all.sort_by_key(|(share, _)| Reverse(*share));
    for (count, with_rare) in [(all.len(), false), (TILES_MAX, true)] {
        let mut laws = Vec::new();
        for (_, tile) in all.iter().take(count) {
            laws.extend(plausible(tile, rows(tile, with_rare)));
            pause().await;
        }
        found.extend(found_of(laws, pause).await);
    }
    best(found, asked)
}

/// A law on a tile, in the phases that a sample of it does not exclude.
struct Law<'a> {
    /// How many of a thousand cells agree in the best phase.
    share: u32,
    tile: Rc<Tile<'a>>,
    phases: Vec<Candidate>,
}

/// The laws with which a sample of a tile agrees.
fn plausible<'a>(tile: &Rc<Tile<'a>>, laws: Vec<Vec<Candidate>>) -> Vec<Law<'a>> {
    let law = |phases: Vec<Candidate>| {
        let shares: Vec<u32> = phases.iter().map(|one| one.share(tile)).collect();
        let share = shares.iter().copied().max().filter(|share| *share > 0)?;
        let phases = phases.into_iter().zip(shares).filter(|(_, of_phase)| *of_phase > share / 2);
        Some(Law { share, tile: tile.clone(), phases: phases.map(|(one, _)| one).collect() })
    };
    laws.into_iter().filter_map(law).collect()
}

/// The layouts that fit a good part of their tiles, by the most plausible laws.
async fn found_of(mut laws: Vec<Law<'_>>, pause: &impl AsyncFn()) -> Vec<Found> {
    laws.sort_by_key(|law| Reverse(law.share));
    let most = laws.first().map_or(0, |law| law.share);
    laws.truncate(LAWS_MAX);
    let mut found = Vec::new();
    for Law { tile, phases, .. } in laws.iter().filter(|law| law.share > most / 2) {
        let fit = best_fit(phases, tile, pause).await;
        let Some(fit) = fit.filter(|fit| fit.fits_well(tile)) else { continue };
        if let Some(grown) = tile.grown(&fit)
            && let Some(again) = best_fit(&fit.again(), &grown, pause).await
            && again.right > fit.right
        {
            found.push(Found::new(again, &grown));
        } else {
            found.push(Found::new(fit, tile));
        }
    }
    found.sort_by_key(|one| Reverse(one.right));
    found.truncate(FOUND_MAX);
    found
}

/// The phase of a law in which most of a tile's cells are right.
async fn best_fit(phases: &[Candidate], tile: &Tile<'_>, pause: &impl AsyncFn()) -> Option<Fit> {
    let mut best = None;
    for fit in phases.iter().filter_map(|one| one.fit(tile)) {
        best = Some(Fit::better(best, fit));
        pause().await;
    }
    best
}

/// Sorts the layouts, the best first, and keeps those that match equally well.
fn best(mut found: Vec<Found>, asked: &Asked) -> Vec<Found> {
    found.sort_by_key(|one| {
        let (kind, complexity) = match one.form {
            Form::Canonical(_) => (0, u32::from(one.base_offset > 0)),
            Form::Rows { exchange, column, .. } => (1 + u32::from(column.is_some()), exchange.complexity()),
        };
        let has_stages = one.stages.is_some();
        let is_guess = has_stages && asked.k.is_none();
        (Reverse(one.right), is_guess, kind, has_stages, one.undetermined.len(), complexity)
    });
    let most = found.first().map_or(0, |one| one.right);
    let mut kept: Vec<Found> = Vec::new();
    for one in found.into_iter().take_while(|one| one.right == most) {
        let is_same = |kept: &Found| match (kept.form, one.form) {
            // Rows of another matrix place the same numbers alike; those in columns are not another layout.
            (Form::Rows { exchange, pitch, .. }, Form::Rows { exchange: other, pitch: of_other, .. }) => {
                kept.matrix != one.matrix || (exchange, pitch, kept.major) == (other, of_other, one.major)
            }
            // A matrix of another width that fits as well is not another layout.
            (form, other) => (form, kept.major) == (other, one.major),
        };
        if !kept.iter().any(is_same) {
            kept.push(one);
        }
    }
    kept.truncate(FOUND_MAX);
    kept
}
