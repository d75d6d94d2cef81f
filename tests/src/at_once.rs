//! Work on all cores.

use std::num::NonZero;
use std::thread::{available_parallelism, scope};

/// The results for all items, in their order, a share of them on each core.
///
/// ```
/// assert_eq!(swizzle_tests::at_once(&[1, 2, 3], |number| number * 2), [2, 4, 6]);
/// ```
///
/// # Panics
/// When one of them does.
pub fn at_once<T: Sync, R: Send>(all: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = available_parallelism().map_or(1, NonZero::get);
    let of = &of;
    scope(|scope| {
        let shares = all.chunks(all.len().div_ceil(cores).max(1));
        let shares: Vec<_> =
            shares.map(|share| scope.spawn(move || share.iter().map(of).collect::<Vec<R>>())).collect();
        shares.into_iter().flat_map(|share| share.join().expect("a share without a panic")).collect()
    })
}
