//! The verdict in one line, for the title row of every page, for files and for print: what is right or wrong, in how many units,
//! and the fix.

use super::*;
use swizzle_core::reader::{Said, Unread};

/// A verdict in one line. `C` is the change that a repair makes: the specified values, unless the page is about something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerdictLine<C = Said> {
    /// Its kind, one of four.
    pub kind: VerdictKind,
    /// The correct or wrong fact, without a full stop: `SBO is too small: 112 of 128 units are wrong`.
    pub headline: String,
    /// The condition that it depends on, shown less prominently after the headline: `if the tile is 64 × 64 bf16`.
    pub reservation: Option<String>,
    /// The fixes, the most likely first; at most two.
    pub repairs: Vec<Mend<C>>,
}

/// A change and its button label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mend<C = Said> {
    /// A verb and its object.
    pub label: String,
    /// The value afterwards.
    pub change: C,
}

impl<C> Mend<C> {
    /// A change by its label.
    pub fn new(label: impl Into<String>, change: impl Into<C>) -> Self {
        Self { label: label.into(), change: change.into() }
    }

    /// The same change of something larger, or of a part.
    pub fn map<D>(self, change: impl FnOnce(C) -> D) -> Mend<D> {
        Mend { label: self.label, change: change(self.change) }
    }
}

impl<C> VerdictLine<C> {
    /// Creates a line without repairs and reservation.
    pub fn new(kind: VerdictKind, headline: impl Into<String>) -> Self {
        Self { kind, headline: headline.into(), reservation: None, repairs: Vec::new() }
    }

    /// Returns the line with a reservation.
    pub fn with_reservation(self, reservation: Option<String>) -> Self {
        Self { reservation, ..self }
    }

    /// Returns the line with repairs.
    pub fn with_repairs(self, repairs: Vec<Mend<C>>) -> Self {
        Self { repairs, ..self }
    }

    /// The same line with repairs of something larger.
    pub fn map<D>(self, change: impl Fn(C) -> D) -> VerdictLine<D> {
        let repairs = self.repairs.into_iter();
        VerdictLine {
            kind: self.kind,
            headline: self.headline,
            reservation: self.reservation,
            repairs: repairs.map(|repair| repair.map(&change)).collect(),
        }
    }

    /// Limits the line to the part of a link or text that was read: nothing is correct beyond that. A fault stays a fault.
    ///
    /// ```
    /// use swizzle_core::reader::Unread;
    /// use swizzle_core::reader::VerdictKind;
    /// use swizzle_text::VerdictLine;
    /// let line = VerdictLine::<()>::new(VerdictKind::Right, "All 128 units are read from the right address");
    /// let part = line.clone().as_far_as_read(Unread::Part);
    /// assert_eq!(part.text(), "All 128 units are read from the right address, based on the part that was read.");
    /// assert!(part.kind == VerdictKind::Incomplete && !part.is_good());
    /// assert_eq!(line.as_far_as_read(Unread::All).text(), "Nothing could be read; this is an inferred tile.");
    /// let wrong = VerdictLine::<()>::new(VerdictKind::Wrong, "SBO is too small");
    /// assert_eq!(wrong.clone().as_far_as_read(Unread::Part), wrong);
    /// ```
    pub fn as_far_as_read(self, unread: Unread) -> Self {
        let headline = match (self.kind, unread) {
            (VerdictKind::Wrong | VerdictKind::Warning, _) | (_, Unread::Nothing) => return self,
            (VerdictKind::Right | VerdictKind::Incomplete, Unread::All) => {
                "Nothing could be read; this is an inferred tile".into()
            }
            (VerdictKind::Right | VerdictKind::Incomplete, Unread::Part) => {
                let parts = [Some(self.headline), self.reservation];
                joined(parts.into_iter().flatten(), ", ") + ", based on the part that was read"
            }
        };
        Self::new(VerdictKind::Incomplete, headline)
    }

    /// Whether it states that something is correct; for an incomplete line, under its reservation.
    pub const fn is_good(&self) -> bool {
        match self.kind {
            VerdictKind::Right => true,
            VerdictKind::Incomplete => self.reservation.is_some(),
            VerdictKind::Wrong | VerdictKind::Warning => false,
        }
    }

    /// The word before a fault where there is no colour or icon.
    pub const fn sign(&self) -> Option<&'static str> {
        match self.kind {
            VerdictKind::Wrong => Some("Error"),
            VerdictKind::Warning => Some("Warning"),
            VerdictKind::Right | VerdictKind::Incomplete => None,
        }
    }

    /// The full text where there are no buttons: in a file, in print.
    ///
    /// ```
    /// use swizzle_core::reader::VerdictKind;
    /// use swizzle_text::{Mend, VerdictLine};
    /// let line = VerdictLine::new(VerdictKind::Wrong, "SBO is too small: 112 of 128 units are wrong");
    /// let line = line.with_repairs(vec![Mend { label: "Set SBO to 1024 B".into(), change: () }]);
    /// assert_eq!(line.text(), "Error: SBO is too small: 112 of 128 units are wrong. Set SBO to 1024 B.");
    /// ```
    pub fn text(&self) -> String {
        let sign = self.sign().map_or(String::new(), |sign| format!("{sign}: "));
        let reservation = self.reservation.as_ref().map_or(String::new(), |text| format!(", {text}"));
        let repairs = joined(self.repairs.iter().map(|repair| format!("{}.", repair.label)), " Or: ");
        let before = if repairs.is_empty() { "" } else { " " };
        format!("{sign}{}{reservation}.{before}{repairs}", self.headline)
    }
}
