//! Effect of a read on the product: the image times a fixed other factor.

use std::array;

use crate::image::{Image, opaque};

/// Columns on each side of one that count in it: a sixteenth of K, at least one.
fn reach(k: usize) -> usize {
    (k / 16).max(1)
}

impl Image {
    /// The product with another factor of K rows and K columns, the same for every image, that smooths along K: each column
    /// is a mean of those around it, nearer ones counted more. A pixel is an element of D.
    ///
    /// ```
    /// use swizzle_core::law::Extent;
    /// use swizzle_draw::image::Image;
    /// let image = Image::balloon(Extent { mn: 64, k: 64 });
    /// assert_eq!(image.product().extent(), image.extent());
    /// ```
    #[must_use]
    pub fn product(&self) -> Self {
        let width = self.extent.k as usize;
        let reach = reach(width);
        let weights = smoothed(width, reach, |_| 1);
        let mut pixels = Vec::with_capacity(self.pixels.len());
        for row in self.pixels.chunks_exact(width) {
            let [red, green, blue]: [Vec<u32>; 3] =
                array::from_fn(|part| smoothed(width, reach, |k| row[k][part].into()));
            pixels.extend(
                (0..width).map(|n| {
                    opaque([red[n], green[n], blue[n]].map(|sum| (sum / weights[n]) as u8))
                }),
            );
        }
        Self {
            extent: self.extent,
            pixels,
        }
    }
}

/// The sum around each of so many values, in which one counts less the further it is away: `reach` + 1 where it is, 0 where
/// it is further than `reach`. From one sum to the next those ahead count one more, and the others one less.
fn smoothed(count: usize, reach: usize, value: impl Fn(usize) -> u32) -> Vec<u32> {
    // Sums of all values before each index.
    let mut before = vec![0];
    for at in 0..count {
        before.push(before[at] + value(at));
    }
    let sum_of = |from: usize, end: usize| before[end.min(count)] - before[from.min(count)];
    let first = (0..=reach.min(count - 1)).map(|at| (reach + 1 - at) as u32 * value(at));
    let mut sum: u32 = first.sum();
    (0..count)
        .map(|at| {
            let here = sum;
            let ahead = sum_of(at + 1, at + 2 + reach);
            sum = sum + ahead - sum_of(at.saturating_sub(reach), at + 1);
            here
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::law::{Coord, Extent};

    /// The whole matrix, and each product of a row and a column.
    fn naive(image: &Image) -> Vec<[u8; 4]> {
        let Extent { mn, k: count } = image.extent();
        let reach = i64::from(count / 16).max(1);
        let factor = |k: i64, n: i64| (reach + 1 - (k - n).abs()).max(0);
        let count = i64::from(count);
        let mut product = Vec::new();
        for row in 0..mn {
            for n in 0..count {
                let all: i64 = (0..count).map(|k| factor(k, n)).sum();
                product.push(opaque([0, 1, 2].map(|colour| {
                    let of = |k: i64| {
                        image.pixel(Coord {
                            mn: row,
                            k: k as u32,
                        })[colour]
                    };
                    let sum: i64 = (0..count).map(|k| factor(k, n) * i64::from(of(k))).sum();
                    (sum / all) as u8
                })));
            }
        }
        product
    }

    #[test]
    fn a_product_is_that_of_rows_and_columns() {
        for extent in [
            (8, 16),
            (64, 64),
            (3, 8),
            (1, 96),
            (2, 1),
            (2, 40),
            (4, 256),
        ] {
            let image = Image::balloon(Extent {
                mn: extent.0,
                k: extent.1,
            });
            assert_eq!(image.product().pixels, naive(&image), "{extent:?}");
        }
    }
}
