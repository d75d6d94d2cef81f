//! The line in the title's row of every page, in every file and on paper: whether it is right, in how many units, and what
//! mends it.

use swizzle_core::reader::{Said, Unread, VerdictKind};

/// A verdict in one line. `C` is what a press of one of its repairs changes: what was said, unless the page is about something
/// else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerdictLine<C = Said> {
    /// Which of the four it is.
    pub kind: VerdictKind,
    /// What is right or wrong, without a full stop: `SBO is too small: 112 of 128 units are wrong`.
    pub headline: String,
    /// What it rests on, for a quiet place behind it: `for an assumed 64 × 64 bf16 tile`.
    pub reservation: Option<String>,
    /// What mends it, the likeliest first; two at the most.
    pub repairs: Vec<Mend<C>>,
}

/// A change, and how a button says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mend<C = Said> {
    /// A verb and its object.
    pub label: String,
    /// What is there afterwards.
    pub change: C,
}

impl<C> VerdictLine<C> {
    /// A line without repairs and reservation.
    pub fn new(kind: VerdictKind, headline: impl Into<String>) -> Self {
        Self {
            kind,
            headline: headline.into(),
            reservation: None,
            repairs: Vec::new(),
        }
    }

    /// The same with a reservation.
    #[must_use]
    pub fn with_reservation(self, reservation: Option<String>) -> Self {
        Self {
            reservation,
            ..self
        }
    }

    /// The same with repairs.
    #[must_use]
    pub fn with_repairs(self, repairs: Vec<Mend<C>>) -> Self {
        Self { repairs, ..self }
    }

    /// The same beside what could not be read of a link or a text: nothing is right then but as far as it was read. A fault
    /// stays one.
    ///
    /// ```
    /// use swizzle_view::link::Unread;
    /// use swizzle_core::reader::VerdictKind;
    /// use swizzle_text::VerdictLine;
    /// let line = VerdictLine::<()>::new(VerdictKind::Right, "All 128 units are read from the right place");
    /// let part = line.clone().as_far_as_read(Unread::Part);
    /// assert_eq!(part.text(), "All 128 units are read from the right place, as far as it was read.");
    /// assert!(part.kind == VerdictKind::Incomplete && !part.is_good());
    /// assert_eq!(line.as_far_as_read(Unread::All).text(), "Nothing of it could be read: this is an assumed tile.");
    /// let wrong = VerdictLine::<()>::new(VerdictKind::Wrong, "SBO is too small");
    /// assert_eq!(wrong.clone().as_far_as_read(Unread::Part), wrong);
    /// ```
    #[must_use]
    pub fn as_far_as_read(self, unread: Unread) -> Self {
        let headline = match (self.kind, unread) {
            (VerdictKind::Wrong | VerdictKind::Warning, _) | (_, Unread::Nothing) => return self,
            (VerdictKind::Right | VerdictKind::Incomplete, Unread::All) => {
                "Nothing of it could be read: this is an assumed tile".into()
            }
            (VerdictKind::Right | VerdictKind::Incomplete, Unread::Part) => {
                let parts = [Some(self.headline), self.reservation];
                let parts: Vec<String> = parts.into_iter().flatten().collect();
                format!("{}, as far as it was read", parts.join(", "))
            }
        };
        Self::new(VerdictKind::Incomplete, headline)
    }

    /// Whether it says that something is right: of a line that is incomplete, as far as its reservation goes.
    #[must_use]
    pub const fn is_good(&self) -> bool {
        match self.kind {
            VerdictKind::Right => true,
            VerdictKind::Incomplete => self.reservation.is_some(),
            VerdictKind::Wrong | VerdictKind::Warning => false,
        }
    }

    /// The word that goes before a fault where no colour and no icon does.
    #[must_use]
    pub const fn sign(&self) -> Option<&'static str> {
        match self.kind {
            VerdictKind::Wrong => Some("Error"),
            VerdictKind::Warning => Some("Warning"),
            VerdictKind::Right | VerdictKind::Incomplete => None,
        }
    }

    /// All of it where nothing can be pressed: in a file, on paper.
    ///
    /// ```
    /// use swizzle_core::reader::VerdictKind;
    /// use swizzle_text::{Mend, VerdictLine};
    /// let line = VerdictLine::new(VerdictKind::Wrong, "SBO is too small: 112 of 128 units are wrong");
    /// let line = line.with_repairs(vec![Mend { label: "Set SBO to 1024 B".into(), change: () }]);
    /// assert_eq!(line.text(), "Error: SBO is too small: 112 of 128 units are wrong. Set SBO to 1024 B.");
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = match self.sign() {
            Some(sign) => format!("{sign}: {}", self.headline),
            None => self.headline.clone(),
        };
        if let Some(reservation) = &self.reservation {
            text.push_str(", ");
            text.push_str(reservation);
        }
        text.push('.');
        for (at, repair) in self.repairs.iter().enumerate() {
            text.push_str(if at == 0 { " " } else { " Or: " });
            text.push_str(&repair.label);
            text.push('.');
        }
        text
    }
}
