//! Measured numbers, and which of them are told.

use anyhow::{Result, ensure};

/// Some measurements of one thing, in order of size.
#[derive(Debug)]
pub(crate) struct Samples(Vec<f64>);

impl Samples {
    /// Sorts measurements, of which there has to be one at least.
    pub(crate) fn new(mut values: Vec<f64>) -> Result<Samples> {
        ensure!(!values.is_empty(), "nothing was measured");
        values.sort_by(f64::total_cmp);
        Ok(Samples(values))
    }

    /// The smallest value that this share of all values does not exceed.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let rank = (self.0.len() * percent).div_ceil(100);
        self.0[rank.saturating_sub(1)]
    }

    /// The value in the middle.
    pub(crate) fn median(&self) -> f64 {
        self.percentile(50)
    }

    /// The largest value.
    pub(crate) fn largest(&self) -> f64 {
        self.percentile(100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_measured_values() {
        let samples = Samples::new((1..=50).rev().map(f64::from).collect()).expect("some");
        assert_eq!(samples.median(), 25.0);
        assert_eq!(samples.percentile(95), 48.0);
        assert_eq!(samples.largest(), 50.0);
        let one = Samples::new(vec![7.0]).expect("one");
        assert_eq!((one.median(), one.percentile(95)), (7.0, 7.0));
        assert!(Samples::new(Vec::new()).is_err());
    }
}
