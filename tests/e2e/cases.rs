//! Cases as text, which the component tests of the page read with the same code: a name in a line, and its steps below it, each
//! two spaces further. A step is a verb, what it is about, and behind ` = ` what it says of that. `with` has values, for each of which the
//! case is asked once: `{1}` is the first. A line that begins with `# ` says why.

use std::fmt;

/// The body of a function: the steps that a script can take.
pub(crate) const STEPS: &str = include_str!("steps.js");

/// Something that a visitor does, and what is so then.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) steps: Vec<Step>,
}

/// One line of it.
#[derive(Clone)]
pub(crate) struct Step {
    line: usize,
    pub(crate) verb: String,
    pub(crate) what: String,
    pub(crate) text: String,
}

impl Step {
    pub(crate) fn of(line: usize, text: &str) -> Self {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let (what, text) = rest
            .strip_suffix(" =")
            .map_or(rest.split_once(" = "), |what| Some((what, "")))
            .unwrap_or((rest, ""));
        Self { line, verb: verb.into(), what: what.into(), text: text.into() }
    }

    /// The same step about something else.
    #[allow(dead_code, reason = "component tests alone need it")]
    pub(crate) fn about(&self, what: String) -> Self {
        Self { what, ..self.clone() }
    }

    fn with(&self, values: &[&str]) -> Self {
        let filled = |text: &String| {
            let all = (1..).zip(values);
            all.fold(text.clone(), |text, (at, value)| text.replace(&format!("{{{at}}}"), value))
        };
        Self { line: self.line, verb: self.verb.clone(), what: filled(&self.what), text: filled(&self.text) }
    }
}

/// The line as it is written.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, verb, what, text } = self;
        write!(f, "line {line}: {verb} {what} {text}")
    }
}

/// The cases of a file.
pub(crate) fn cases(file: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let lines = (1..).zip(file.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with("# "));
    for (line, text) in lines {
        match (text.strip_prefix("  "), cases.last_mut()) {
            (Some(step), Some(case)) => case.steps.push(Step::of(line, step)),
            (Some(_), None) => panic!("line {line} is a step of no case"),
            (None, _) => cases.push(Case { name: text.into(), steps: Vec::new() }),
        }
    }
    assert!(!cases.is_empty(), "a file without a case");
    cases.iter().flat_map(Case::each).collect()
}

impl Case {
    /// The case with each of its values.
    fn each(&self) -> Vec<Self> {
        let (values, steps): (Vec<_>, Vec<_>) = self.steps.iter().partition(|step| step.verb == "with");
        assert!(!steps.is_empty(), "{} has no step", self.name);
        let of = |name: String, values: &[&str]| Self {
            name,
            steps: steps.iter().map(|step| step.with(values)).collect(),
        };
        if values.is_empty() {
            return vec![of(self.name.clone(), &[])];
        }
        let of_row = |row: &&Step| {
            let whole = format!("{} = {}", row.what, row.text);
            let whole = if row.text.is_empty() { &row.what } else { &whole };
            of(format!("{}, {whole}", self.name), &whole.split(" | ").collect::<Vec<_>>())
        };
        values.iter().map(of_row).collect()
    }
}
