//! A coordinate of a law as a formula, and the same with numbers.

use super::*;

/// How one coordinate of a point comes about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// With the names of the indices: `32 warp + t / 4 + 8 (r / 2 mod 2)`. Whole divisions.
    pub text: String,
    /// The value that each of its terms adds, in the order of the text.
    pub parts: Vec<u32>,
}

impl Formula {
    /// The coordinate.
    pub fn value(&self) -> u32 {
        self.parts.iter().sum()
    }

    /// The sum: `32 + 4 + 8 = 44`, or the number alone.
    pub fn sum(&self) -> String {
        match &self.parts[..] {
            [] => "0".into(),
            [one] => one.to_string(),
            parts => {
                let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                format!("{} = {}", parts.join(" + "), self.value())
            }
        }
    }
}

impl Law {
    /// The formula of a coordinate, with the numbers of indices; terms that are always 0 are left out.
    ///
    /// ```
    /// use swizzle_tmem::Coordinate;
    /// use swizzle_tmem::moves::{Load, LoadShape};
    /// let load = Load::new(LoadShape::S16x256b, 2, false, None)?;
    /// let lane = load.law.formula(Coordinate::Lane, &[1, 18, 6]);
    /// assert_eq!((&*lane.text, &*lane.sum()), ("32 warp + t / 4 + 8 (r / 2 mod 2)", "32 + 4 + 8 = 44"));
    /// let column = load.law.formula(Coordinate::Column, &[1, 18, 6]);
    /// assert_eq!((&*column.text, &*column.sum()), ("2 (t mod 4) + r mod 2 + 8 (r / 4)", "4 + 0 + 8 = 12"));
    /// # Ok::<(), swizzle_tmem::Refusal>(())
    /// ```
    pub fn formula(&self, coordinate: Coordinate, indices: &[u32]) -> Formula {
        let (mut texts, mut parts) = (Vec::new(), Vec::new());
        for (term, size) in self.written(coordinate) {
            texts.push(text(term, size));
            parts.push(indices.get(term.axis).map_or(0, |index| term.digit(*index) * term.stride));
        }
        let offset = self.offset().on(coordinate);
        if offset > 0 {
            texts.push(offset.to_string());
            parts.push(offset);
        }
        if texts.is_empty() {
            (texts, parts) = (vec!["0".into()], vec![0]);
        }
        Formula { text: texts.join(" + "), parts }
    }
}

/// A term, whose digits begin again after so many.
fn text(term: &Term, size: Option<u32>) -> String {
    let [name, _] = term.index.words();
    // A pair is of two k.
    let per = if term.index == Index::Pair { 2 * term.per } else { term.per };
    let divided = if per == 1 { name.to_owned() } else { format!("{name} / {per}") };
    let digit = match size {
        None => divided,
        Some(size) => format!("{divided} mod {size}"),
    };
    match (term.stride, digit.contains(' ')) {
        (1, _) => digit,
        (stride, true) => format!("{stride} ({digit})"),
        (stride, false) => format!("{stride} {digit}"),
    }
}
