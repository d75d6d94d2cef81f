//! What there is to say about a tile and its descriptor: errors, warnings and notes, each by a named rule.

use alloc::fmt::{Arguments, format};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use crate::descriptor::{Descriptor, FieldId};
use crate::law::Coord;
use crate::reader::{Difference, ReadAgainstTile, Said, Spec, Tally};
use crate::rules::others::{Other, others, saying};
use crate::rules::worth::keep_what_mends;
use crate::solve::{Explanation, causes};
use crate::words::{assumption_text, read_text};

/// How serious a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The instruction or the read is wrong.
    Error,
    /// Likely a mistake.
    Warning,
    /// Worth knowing: a field without effect, a point on which sources differ.
    Note,
}

impl Severity {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// How far a rule can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Confidence {
    /// Read back from an H200; for tcgen05, measured on wgmma alone.
    Measured,
    /// The PTX ISA says so.
    Stated,
    /// Public source code does so.
    InCode,
    /// It follows by arithmetic from what is measured or stated.
    Derived,
    /// A guess at what was meant, from how people go wrong.
    Likely,
    /// The sources differ.
    Contested,
}

impl Confidence {
    /// The words for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Stated => "stated",
            Self::InCode => "from code",
            Self::Derived => "derived",
            Self::Likely => "likely",
            Self::Contested => "contested",
        }
    }
}

/// One thing that a rule found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule's lasting name.
    pub rule: &'static str,
    /// How serious.
    pub severity: Severity,
    /// One line.
    pub title: String,
    /// What, why, with the reader's own numbers.
    pub text: String,
    /// Where the rule comes from.
    pub source: &'static str,
    /// How far it can be trusted.
    pub confidence: Confidence,
    /// The descriptor's fields concerned.
    pub fields: &'static [FieldId],
    /// The descriptor's bits concerned: those of its fields, unless the rule knows better.
    pub bits: u64,
    /// Elements of the tile that show it.
    pub cells: Vec<Coord>,
    /// The values that it rests on and that nobody said, by their names: with others it may not hold.
    pub assumes: Vec<&'static str>,
    /// Changes that remove the finding, the likeliest first.
    pub repairs: Vec<Repair>,
    /// Where it rests on what nobody said: changes that say it.
    pub offers: Vec<Repair>,
}

/// A change of what was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// What it does, as a button says it.
    pub label: String,
    /// What is said afterwards.
    pub said: Said,
    /// The descriptor that results; none where it changes the tile and no bit.
    pub descriptor: Option<Descriptor>,
    /// What is read then: `M 0–63 × K 0–15 from 0x400, all 128 units right`.
    pub reads: String,
}

/// A rule: its lasting name, where it comes from, and what it looks at.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Lasting name.
    pub id: &'static str,
    /// The manual's section, or the measurement.
    pub source: &'static str,
    /// How far its findings can be trusted, unless one says otherwise.
    pub confidence: Confidence,
    /// What its findings rest on.
    pub(crate) rests_on: RestsOn,
    /// Adds what it finds.
    pub(crate) find: fn(&Spec, &mut Report),
}

/// What a rule's findings rest on.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RestsOn {
    /// Values of tile and reader, by their names.
    Values(&'static [&'static str]),
    /// That the tile is not read right: whatever could be said for it to be right.
    Read,
}

/// Collects the findings, and what every rule would have to work out again.
pub(crate) struct Report {
    rule: &'static Rule,
    findings: Vec<Finding>,
    /// What the place's read found of the tile.
    pub(crate) tally: Tally,
    /// The first element that is read elsewhere.
    pub(crate) first: Option<Difference>,
    /// The mistakes that explain it, the likeliest first.
    pub(crate) causes: Vec<Explanation>,
    /// What else could be said for the read to be right.
    pub(crate) others: Vec<Other>,
}

impl Report {
    /// Nothing found yet, of a read that compares so.
    pub(crate) fn of(rule: &'static Rule, spec: &Spec, found: &ReadAgainstTile) -> Self {
        Self {
            rule,
            findings: Vec::new(),
            tally: found.tally(),
            first: found.first(),
            causes: causes(spec),
            others: others(spec, found.tally()),
        }
    }

    /// The next rule looks.
    pub(crate) fn look(&mut self, rule: &'static Rule, spec: &Spec) {
        self.rule = rule;
        (rule.find)(spec, self);
    }

    /// What was found: bits of the fields concerned, a cell that shows what is read wrong, errors first.
    pub(crate) fn into_findings(self, spec: &Spec) -> Vec<Finding> {
        let first = self.first.map(|first| first.coord);
        let mut found = self.findings;
        for finding in &mut found {
            finding.assumes.retain(|name| is_assumed(spec, name));
            finding.rest_on_what_it_assumes(spec, &self.others);
            if finding.bits == 0 {
                finding.bits = bits(spec, finding.fields);
            }
            // What is read wrong shows most of what is wrong.
            if finding.cells.is_empty() && finding.is_about(READ) {
                finding.cells.extend(first);
            }
        }
        keep_what_mends(spec, &mut found);
        found.sort_by_key(|finding| finding.severity);
        found
    }

    /// Adds a finding.
    pub(crate) fn add(
        &mut self,
        severity: Severity,
        fields: &'static [FieldId],
        title: Arguments<'_>,
        text: Arguments<'_>,
    ) -> &mut Finding {
        let at = self.findings.len();
        self.findings.push(Finding {
            rule: self.rule.id,
            severity,
            title: format(title),
            text: format(text),
            source: self.rule.source,
            confidence: self.rule.confidence,
            fields,
            bits: 0,
            cells: Vec::new(),
            assumes: match self.rule.rests_on {
                RestsOn::Values(names) => names.to_vec(),
                RestsOn::Read => self.others.iter().map(|other| other.name).collect(),
            },
            repairs: Vec::new(),
            offers: Vec::new(),
        });
        &mut self.findings[at]
    }

    /// What was found last is an error: it is not what was said.
    pub(crate) fn make_last_an_error(&mut self) {
        if let Some(last) = self.findings.last_mut() {
            last.severity = Severity::Error;
        }
    }

    /// Whether one of the findings is such.
    pub(crate) fn any(&self, is_such: impl Fn(&Finding) -> bool) -> bool {
        self.findings.iter().any(is_such)
    }

    /// Whether an earlier rule has guessed what was meant.
    pub(crate) fn has_guess(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.confidence == Confidence::Likely)
    }

    /// Whether an earlier rule has something against one of these fields.
    pub(crate) fn blames(&self, fields: &[FieldId]) -> bool {
        self.findings.iter().any(|finding| finding.is_about(fields))
    }
}

/// Fields that make a read right or wrong.
const READ: &[FieldId] = &[
    FieldId::Start,
    FieldId::Lbo,
    FieldId::Sbo,
    FieldId::BaseOffset,
    FieldId::Swizzle,
];

impl Repair {
    pub(crate) fn new(label: Arguments<'_>, said: &Said) -> Self {
        Self {
            label: format(label),
            said: *said,
            descriptor: None,
            reads: String::new(),
        }
    }

    /// Looks at what results.
    pub(crate) fn with_result(mut self, before: &Spec) -> Option<Self> {
        let after = Spec::new(&self.said).ok()?;
        let [was, is] = [before, &after].map(|spec| spec.descriptor(spec.place()).ok());
        self.descriptor = is.filter(|_| is != was);
        self.reads = read_text(&after);
        Some(self)
    }
}

impl Finding {
    /// Whether it is something against one of these fields.
    fn is_about(&self, fields: &[FieldId]) -> bool {
        self.severity != Severity::Note && self.fields.iter().any(|field| fields.contains(field))
    }

    /// Whoever reads a mistake must see on what it rests, and can say it or something else. What nobody said is no error.
    fn rest_on_what_it_assumes(&mut self, spec: &Spec, others: &[Other]) {
        if self.severity == Severity::Note {
            return;
        }
        let Some(text) = assumption_text(spec, &self.assumes) else {
            return;
        };
        self.severity = Severity::Warning;
        self.text.push(' ');
        self.text.push_str(&text);
        let as_it_is = saying(spec, &self.assumes);
        let others = others
            .iter()
            .filter(|other| self.assumes.contains(&other.name));
        let offers = as_it_is
            .into_iter()
            .chain(others.map(|other| other.offer.clone()));
        self.offers.extend(offers);
    }

    /// Offers a change: of what was said, to be made on what is returned.
    pub(crate) fn repair(&mut self, label: Arguments<'_>, said: &Said) -> &mut Said {
        let at = self.repairs.len();
        self.repairs.push(Repair::new(label, said));
        &mut self.repairs[at].said
    }

    /// Goes on with its text.
    pub(crate) fn say(&mut self, text: Arguments<'_>) {
        // A string takes everything.
        let _ = self.text.write_fmt(text);
    }

    /// Shows where.
    pub(crate) fn at(&mut self, cells: &[Coord]) -> &mut Self {
        self.cells.extend_from_slice(cells);
        self
    }

    /// Comes from elsewhere than its rule's other findings.
    pub(crate) const fn by(&mut self, confidence: Confidence, source: &'static str) -> &mut Self {
        self.confidence = confidence;
        self.source = source;
        self
    }
}

fn is_assumed(spec: &Spec, name: &str) -> bool {
    let (tile, reader) = (spec.tile_values(), spec.reader_values());
    let mut values = tile.iter().chain(&reader);
    values.any(|value| value.name == name && !value.is_said)
}

fn bits(spec: &Spec, fields: &[FieldId]) -> u64 {
    let masks = fields
        .iter()
        .filter_map(|id| Descriptor::field(spec.reader().arch, *id))
        .map(|field| field.mask());
    masks.fold(0, |bits, mask| bits | mask)
}
