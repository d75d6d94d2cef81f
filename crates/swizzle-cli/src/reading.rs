//! Options that choose between several readings of a text, and the error without such a choice.

use super::*;
use clap::Args;
use swizzle_parse::{Halves, NumberAs, PasteChoice, PasteError, Radix, StrideUnit};

/// Options that choose between several readings of one text.
#[derive(Args, Default)]
#[command(next_help_heading = "Reading")]
pub(crate) struct ReadingArgs {
    /// Meaning of a number with several readings
    #[arg(long, value_parser = choice::<NumberAs>())]
    read_as: Option<NumberAs>,
    /// Base of a number without prefix
    #[arg(long, value_parser = choice::<Radix>())]
    base: Option<Radix>,
    /// Order of two 32-bit halves
    #[arg(long, value_parser = choice::<Halves>())]
    halves: Option<Halves>,
    /// Unit of strides whose name does not specify it
    #[arg(long, value_parser = choice::<StrideUnit>())]
    stride_unit: Option<StrideUnit>,
    /// Kind of an instruction descriptor
    #[arg(long, value_parser = choice::<Kind>())]
    kind: Option<Kind>,
}

impl ReadingArgs {
    fn choice(&self, arch: Option<Arch>, operand: Option<Operand>) -> PasteChoice {
        PasteChoice {
            arch,
            radix: self.base,
            halves: self.halves,
            number: self.read_as,
            kind: self.kind,
            unit: self.stride_unit,
            operand,
            ..PasteChoice::default()
        }
    }

    /// Reads a text and all its descriptors.
    pub(crate) fn read(
        &self,
        text: &str,
        arch: Option<Arch>,
        context: &Shown,
    ) -> Result<(Vec<Descriptor>, Pasted), Failure> {
        let choice = self.choice(arch, context.said.reader.operand);
        let (given, pasted) = given_from_text(text, &choice, context)
            .map_err(|error| Failure::Input(question_text(text, &error, &choice)))?;
        // A short number is looked up as an address unless its meaning is specified.
        let is_number = |(_, other): &&(String, PasteChoice)| other.number.is_some();
        if given.is_empty() && self.read_as.is_none() && pasted.others.iter().any(|one| is_number(&one)) {
            let byte = PasteChoice { number: Some(NumberAs::Byte), ..choice };
            let readings = [("a byte address".into(), byte)].into_iter();
            let error = PasteError {
                message: format!("“{}” has several readings. Which one?", line(text)),
                at: 0..text.len(),
                extra: Vec::new(),
                readings: readings.chain(pasted.others).collect(),
            };
            return Err(Failure::Input(question_text(text, &error, &choice)));
        }
        Ok((given, pasted))
    }
}

/// The error, the text with the fault marked, and the readings with the option that chooses each.
fn question_text(text: &str, error: &PasteError, choice: &PasteChoice) -> String {
    let mut lines = fault_text(text, error);
    for (label, other) in &error.readings {
        lines.push_str(&format!("\n  {:<24}  {}", options_text(choice, other), line(label)));
    }
    lines
}

/// The options by which a choice differs from another.
fn options_text(from: &PasteChoice, to: &PasteChoice) -> String {
    fn option<T: Named>(name: &str, from: Option<T>, to: Option<T>) -> Option<String> {
        let to = to.filter(|to| from != Some(*to))?;
        Some(format!("--{name} {}", to.name()))
    }
    let options = [
        option("arch", from.arch, to.arch),
        option("base", from.radix, to.radix),
        option("read-as", from.number, to.number),
        option("kind", from.kind, to.kind),
        option("halves", from.halves, to.halves),
        option("stride-unit", from.unit, to.unit),
        option("operand", from.operand, to.operand),
        option("major", from.major, to.major),
    ];
    joined(options.into_iter().flatten(), " ")
}

/// A text as one line of a terminal.
fn line(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// Characters shown around a fault in a long text.
const AROUND: usize = 60;

/// Three lines: the error, the text, and a mark under the fault; only the part around the fault of a long text.
pub(crate) fn fault_text(text: &str, error: &PasteError) -> String {
    let before = text[..error.at.start].chars().count();
    let from = before.saturating_sub(AROUND);
    let (head, tail) = (if from > 0 { "…" } else { "" }, text.chars().count());
    let shown: String = text.chars().skip(from).take(2 * AROUND).map(visible).collect();
    let behind = if from + 2 * AROUND < tail { "…" } else { "" };
    let marked = text[error.at.clone()].chars().count();
    let marks = "^".repeat(marked.clamp(1, AROUND));
    let space = before - from + head.chars().count();
    let message = line(&error.message);
    format!("{message}\n  {head}{shown}{behind}\n  {:space$}{marks}", "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_parse::shown_from_paste;

    #[test]
    fn marks_stand_under_the_fault() {
        let fault = |text: &str| {
            let error = shown_from_paste(text, &PasteChoice::default(), &Shown::default());
            fault_text(text, &error.unwrap_err())
        };
        for (text, marks) in [
            ("0x4000g0", "        ^"),
            ("é", "  ^"),
            ("0x123456789abcdef012", "                    ^^"),
            ("0x", "  ^^"),
            ("", "  ^"),
        ] {
            let lines = fault(text);
            assert_eq!(lines.lines().last(), Some(marks), "{text}");
        }
    }

    #[test]
    fn long_and_hidden_texts_are_one_short_line() {
        let text = format!("lbo=1 {}\u{1b}[31m sbx=2 {}", "a ".repeat(500), "b ".repeat(500));
        let error = shown_from_paste(&text, &PasteChoice::default(), &Shown::default());
        let lines = fault_text(&text, &error.unwrap_err());
        assert_eq!(lines.lines().count(), 3);
        assert!(lines.lines().all(|line| line.chars().count() < 400), "{lines}");
        assert!(!lines.contains('\u{1b}'));
        let mut last = lines.lines().rev();
        let (marks, shown) = (last.next().unwrap(), last.next().unwrap());
        let at = marks.chars().position(|c| c == '^').unwrap();
        assert_eq!(shown.chars().skip(at).take(3).collect::<String>(), "sbx");
    }
}
