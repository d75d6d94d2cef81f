//! Measured numbers, and the lines in which they are told beside their aims.

use anyhow::{Result, ensure};

/// The most that a percentile may be.
pub(crate) type Aim = Option<(usize, f64)>;

/// Measurements of one thing, in order of size.
#[derive(Debug)]
pub(crate) struct Samples(Vec<f64>);

impl Samples {
    /// Sorts measurements, of which there has to be one at least.
    pub(crate) fn new(values: impl IntoIterator<Item = Result<f64>>) -> Result<Samples> {
        let mut values = values.into_iter().collect::<Result<Vec<_>>>()?;
        ensure!(!values.is_empty(), "nothing was measured");
        values.sort_by(f64::total_cmp);
        Ok(Samples(values))
    }

    /// The smallest value that this share of all values does not exceed.
    fn percentile(&self, percent: usize) -> f64 {
        let rank = (self.0.len() * percent).div_ceil(100);
        self.0[rank.saturating_sub(1)]
    }

    /// Prints the line of these and its aim.
    pub(crate) fn print(&self, name: &str, aim: Aim) {
        let [p50, p95, max] = [50, 95, 100].map(|percent| short(self.percentile(percent)));
        let aim =
            aim.map(|(percent, most)| format!("p{percent} {}", verdict(self.percentile(percent), most)));
        line(name, [&p50, &p95, &max], &aim.unwrap_or_default());
    }

    /// Prints how many times as long these are as others, by the medians.
    pub(crate) fn print_ratio(&self, name: &str, other: &Samples, most: f64) {
        let ratio = self.percentile(50) / other.percentile(50);
        print_one(name, &format!("{ratio:.2}"), ratio, most);
    }
}

/// Prints how far things moved by themselves.
pub(crate) fn print_shift(name: &str, moved: f64, most: f64) {
    print_one(name, &format!("{moved:.3}"), moved, most);
}

/// Prints the head of the table.
pub(crate) fn print_head() {
    line("", ["p50", "p95", "max"], "aim");
}

fn print_one(name: &str, text: &str, value: f64, most: f64) {
    line(name, [text, "", ""], &verdict(value, most));
}

fn line(name: &str, [p50, p95, max]: [&str; 3], aim: &str) {
    let line = format!("{name:<40}{p50:>9}{p95:>9}{max:>9}   {aim}");
    println!("{}", line.trim_end());
}

fn short(value: f64) -> String {
    let is_long = value.fract() == 0.0 || value >= 100.0;
    format!("{value:.*}", usize::from(!is_long))
}

fn verdict(value: f64, most: f64) -> String {
    let verdict = if value <= most { "met" } else { "NOT met" };
    format!("≤ {most}: {verdict}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_measured_values() {
        let samples = Samples::new((1..=50).rev().map(f64::from).map(Ok)).expect("some");
        for (percent, value) in [(50, 25.0), (95, 48.0), (100, 50.0)] {
            assert_eq!(samples.percentile(percent), value);
        }
        let one = Samples::new([Ok(7.0)]).expect("one");
        assert_eq!((one.percentile(50), one.percentile(95)), (7.0, 7.0));
        assert!(Samples::new([]).is_err());
    }

    #[test]
    fn a_value_over_its_aim_is_told() {
        assert_eq!(verdict(16.7, 16.7), "≤ 16.7: met");
        assert_eq!(verdict(16.8, 16.7), "≤ 16.7: NOT met");
        assert_eq!([7.0, 7.25, 123.4].map(short), ["7", "7.2", "123"]);
    }
}
