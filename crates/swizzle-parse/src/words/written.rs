//! Row-major and column-major: which is K-major depends on how the matrix is written, as M × K, N × K or K × N.

use super::*;

/// Words of one text that are kept: more say nothing new.
const WRITTEN_MAX: usize = 4;

impl Sentence<'_> {
    /// A word that says a layout.
    pub(crate) fn take_written(&mut self, i: usize, major: Major) {
        if self.written.len() >= WRITTEN_MAX {
            return;
        }
        let words = self.words;
        let mut first = i;
        while first > 0
            && is_in(":: .", words.gap(first - 1))
            && is_in("cutlass layout cute", self.lower(first - 1))
        {
            first -= 1;
        }
        let is_path = (first..i).any(|at| self.lower(at) == "cutlass");
        let name = first.checked_sub(1).filter(|name| is_layout(words, *name));
        if let Some(name) = name {
            self.used[name] = true;
        }
        let whose = name.and_then(|name| operand_of(words.word(name)));
        self.written.push(Written { at: i, major, whose, is_cutlass: is_path || whose.is_some() });
    }

    /// Says the majors, when it is known whose tile it is and how its extents are written.
    pub(crate) fn resolve_written(&mut self) {
        for one in std::mem::take(&mut self.written) {
            let operand = self.said_operand().or(one.whose);
            if let (Some(whose), Some(operand)) = (one.whose, operand)
                && whose != operand
            {
                let (letter, other) = (whose.name(), operand.name());
                let why = format!("is operand {letter}’s layout, and operand {other} is shown");
                self.note(one.at, &why);
                continue;
            }
            if let Some(whose) = one.whose {
                self.say_operand(one.at, whose);
            }
            let is_b = operand == Some(Operand::B);
            let major = match (one.is_cutlass, self.is_k_first) {
                (true, _) if is_b => one.major.other(),
                (false, Some(true)) => one.major.other(),
                _ => one.major,
            };
            self.note_written(one, operand, major);
            self.say_major(one.at, major);
        }
    }

    /// Tells how it was read, where that does not follow from the words.
    fn note_written(&mut self, one: Written, operand: Option<Operand>, major: Major) {
        let name = |major: Major| match operand {
            Some(operand) => major.operand_name(operand),
            None => match major {
                Major::K => "K-major",
                Major::Mn => "MN-major",
            },
        };
        let (read, other) = (name(major), name(major.other()));
        let why = match (one.is_cutlass, operand, self.is_k_first) {
            (true, Some(Operand::B), _) => {
                format!("is read as {read}: CUTLASS’s B is K × N")
            }
            (true, Some(Operand::A), _) | (false, _, Some(_)) => return,
            (true, None, _) => format!(
                "is read as {read}, of A, which is M × K; of B, which is K × N in CUTLASS, it is the other"
            ),
            (false, Some(Operand::B), None) => {
                self.open_major = Some(major);
                format!(
                    "is read as {read}, of B as N × K; of B as K × N, as in CUTLASS and BLAS, it is {other}"
                )
            }
            (false, Some(Operand::A), None) => format!("is read as {read}: A is M × K"),
            (false, None, None) => {
                format!("is read as {read}: of a matrix that is written M × K, or N × K")
            }
        };
        self.note(one.at, &why);
    }

    /// Takes the major that was chosen where the words leave it open; the reading that is left.
    pub(crate) fn choose_major(&mut self, choice: &PasteChoice) -> Option<OtherReading> {
        let open = self.open_major?;
        let taken = choice.major.unwrap_or(open);
        self.shown.said.tile.major = Some(taken);
        let order = if taken == open { "K × N" } else { "N × K" };
        let other = taken.other();
        let label = format!("B as {order}: {}", other.operand_name(Operand::B));
        Some(choice.reading(label, other))
    }
}

/// `LayoutB = `, `layout_b: `
fn is_layout(words: &Words, i: usize) -> bool {
    let name = words.word(i);
    let is_set = words.is_set(i);
    is_set && name.to_ascii_lowercase().contains("layout") && operand_of(name).is_some()
}
