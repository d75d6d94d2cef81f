//! A coordinate of a law as a formula, and the same with numbers.

use crate::{Coordinate, Index, Law, Term};

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
        let terms = self.terms().iter();
        for term in terms.filter(|term| term.coordinate == coordinate) {
            let at = self.axes().iter().position(|axis| axis.index == term.index);
            let Some(at) = at else { continue };
            if term.count == 1 || term.stride == 0 {
                continue;
            }
            let index = indices.get(at).copied().unwrap_or(0);
            texts.push(text(term, self.axes()[at].extent));
            parts.push(term.digit(index) * term.stride);
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

/// A term, of an index of so many values.
fn text(term: &Term, extent: u32) -> String {
    let [name, _] = term.index.words();
    // A pair is of two k.
    let per = match term.index {
        Index::Pair => 2 * term.per,
        _ => term.per,
    };
    let divided = match per {
        1 => name.to_owned(),
        per => format!("{name} / {per}"),
    };
    // The last digit does not begin again.
    let digit = match term.per.saturating_mul(term.count) >= extent {
        true => divided,
        false => format!("{divided} mod {}", term.count),
    };
    match (term.stride, digit.contains(' ')) {
        (1, _) => digit,
        (stride, true) => format!("{stride} ({digit})"),
        (stride, false) => format!("{stride} {digit}"),
    }
}
