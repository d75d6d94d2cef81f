//! What a read does to the product: the image times a fixed other factor.

use swizzle_core::law::Coord;

use crate::image::Image;
use crate::palette::Rgb;

/// Columns on each side of one that count in it: a sixteenth of K, at least one.
fn reach(k: u32) -> u32 {
    (k / 16).max(1)
}

/// How much element `k` counts in column `n` of the product: less, the further it is away.
fn weight(reach: u32, k: u32, n: u32) -> u32 {
    (reach + 1).saturating_sub(k.abs_diff(n))
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
        let k_extent = self.extent.k;
        let reach = reach(k_extent);
        Self::of(self.extent, |Coord { mn, k: n }| {
            let (mut sum, mut all) = ([0_u32; 3], 0);
            for k in n.saturating_sub(reach)..(n + reach + 1).min(k_extent) {
                let weight = weight(reach, k, n);
                let pixel: Rgb = self.pixel(Coord { mn, k });
                for (sum, part) in sum.iter_mut().zip(pixel) {
                    *sum += weight * u32::from(part);
                }
                all += weight;
            }
            sum.map(|sum| (sum / all) as u8)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::law::Extent;

    /// The whole matrix, and each product of a row and a column.
    fn naive(image: &Image) -> Vec<Rgb> {
        let Extent { mn, k: count } = image.extent();
        let reach = i64::from(count / 16).max(1);
        let factor = |k: i64, n: i64| (reach + 1 - (k - n).abs()).max(0);
        let count = i64::from(count);
        let mut product = Vec::new();
        for row in 0..mn {
            for n in 0..count {
                let all: i64 = (0..count).map(|k| factor(k, n)).sum();
                product.push([0, 1, 2].map(|colour| {
                    let of = |k: i64| {
                        image.pixel(Coord {
                            mn: row,
                            k: k as u32,
                        })[colour]
                    };
                    let sum: i64 = (0..count).map(|k| factor(k, n) * i64::from(of(k))).sum();
                    (sum / all) as u8
                }));
            }
        }
        product
    }

    #[test]
    fn a_product_is_that_of_rows_and_columns() {
        for extent in [(8, 16), (64, 64), (3, 8), (1, 96)] {
            let image = Image::balloon(Extent {
                mn: extent.0,
                k: extent.1,
            });
            assert_eq!(image.product().pixels, naive(&image), "{extent:?}");
        }
    }
}
