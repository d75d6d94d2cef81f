//! A value that can be changed, whatever it is of: what a control knows.

use swizzle_core::Named;

use crate::Scalar;

/// What a control asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// A value, or none: it is computed again.
    To(Option<Scalar>),
    /// A value that is looked at and not taken, or the end of that.
    Try(Option<Scalar>),
    /// The control was left: what follows is another step of Undo.
    Settle,
    /// What was typed is no value: the one before, or none, again, as if nothing had been typed.
    Cancel(Option<Scalar>),
    /// The editor of the row opens, or closes.
    Open,
}

impl Change {
    /// The change of a value of which a row shows so many times as much.
    pub fn divided(self, by: u32) -> Self {
        let of = |value: Option<Scalar>| match value {
            Some(Scalar::Number(number)) => Some((number / by).into()),
            value => value,
        };
        match self {
            Self::To(value) => Self::To(of(value)),
            Self::Try(value) => Self::Try(of(value)),
            Self::Cancel(value) => Self::Cancel(of(value)),
            Self::Settle | Self::Open => self,
        }
    }
}

/// A choice of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Its lasting name.
    pub name: &'static str,
    /// The page's word for it.
    pub text: &'static str,
    /// A remark: bits of a type, bank conflicts of a mode.
    pub note: String,
    /// Whether it cannot be chosen here.
    pub is_off: bool,
    /// A picture of it: a path for each colour of cells, in a square of this many pixels.
    pub picture: Option<(u32, [String; 8])>,
}

impl Choice {
    /// A choice that is called as it is named.
    pub const fn named(name: &'static str) -> Self {
        Self::called(name, name)
    }

    /// A choice with a word of its own.
    pub const fn called(name: &'static str, text: &'static str) -> Self {
        Self { name, text, note: String::new(), is_off: false, picture: None }
    }
}

/// The values that a row can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// A number.
    Number {
        /// The least and the largest.
        range: (u32, u32),
        /// One press of an arrow.
        step: u32,
        /// Whether it is an address.
        is_hex: bool,
        /// Its unit.
        unit: &'static str,
        /// Values that are often wanted.
        presets: &'static [u32],
    },
    /// One of some choices.
    Choice(Vec<Choice>),
    /// A text.
    Text {
        /// Names that it can be, each with what it is.
        names: Vec<(String, String)>,
        /// The name that it was read as.
        read: Option<&'static str>,
    },
}

impl Values {
    /// Choices that are called as they are named.
    pub fn names(names: &[&'static str]) -> Self {
        Self::Choice(names.iter().map(|name| Choice::named(name)).collect())
    }

    /// Some choices of a type, each with its word.
    pub fn of<T: Named>(all: &[T], text: impl Fn(T) -> &'static str) -> Self {
        let choice = |one: &T| Choice::called(one.name(), text(*one));
        Self::Choice(all.iter().map(choice).collect())
    }

    /// All choices of a type, each with its word and a remark.
    pub fn noted<T: Named>(words: impl Fn(T) -> (&'static str, String)) -> Self {
        let choice = |one: &T| {
            let (text, note) = words(*one);
            Choice { note, ..Choice::called(one.name(), text) }
        };
        Self::Choice(T::ALL.iter().map(choice).collect())
    }

    /// The same where they matter, otherwise no choice.
    pub fn when(self, matters: bool) -> Self {
        if matters { self } else { Self::Choice(Vec::new()) }
    }

    /// The same choices behind one that stands for none of them.
    pub fn or(self, text: &'static str) -> Self {
        let Self::Choice(choices) = self else {
            return self;
        };
        let none = std::iter::once(Choice::called("", text));
        Self::Choice(none.chain(choices).collect())
    }

    /// Numbers without a unit.
    pub const fn number(least: u32, most: u32, step: u32) -> Self {
        Self::Number { range: (least, most), step, is_hex: false, unit: "", presets: &[] }
    }

    /// Any text.
    pub const fn text() -> Self {
        Self::Text { names: Vec::new(), read: None }
    }
}

/// A value that can be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub label: String,
    /// What it is, in a few words beside it.
    pub beside: String,
    /// What it does, in a sentence above it; empty where the words say all.
    pub about: String,
    /// Its possible values.
    pub values: Values,
    /// Its value.
    pub value: Scalar,
    /// Whether it is computed or inferred.
    pub is_auto: bool,
    /// Whether a computed value can be kept as it is: one of a descriptor cannot.
    pub is_kept: bool,
    /// Whether nothing computes or infers it.
    pub is_free: bool,
}

impl Row {
    /// A row that nothing computes or infers.
    pub fn free(label: &str, values: Values, value: Scalar) -> Self {
        Self {
            label: label.into(),
            beside: label.into(),
            about: String::new(),
            values,
            value,
            is_auto: false,
            is_kept: false,
            is_free: true,
        }
    }

    /// The same with so many times its number; [`Change::divided`] leads back.
    pub fn times(mut self, by: u32) -> Self {
        if let (Values::Number { range, step, .. }, Scalar::Number(value)) =
            (&mut self.values, &mut self.value)
        {
            for number in [&mut range.0, &mut range.1, step, value] {
                *number = number.saturating_mul(by);
            }
        }
        self
    }

    /// The value that was given; none where it is computed.
    pub fn given(&self) -> Option<Scalar> {
        (!self.is_auto).then_some(self.value)
    }

    /// The change to a choice.
    pub fn to(choice: &Choice) -> Change {
        Change::To(Some(Scalar::Choice(choice.name)))
    }

    /// The change that tries a choice, if it can be chosen.
    pub fn attempt(choice: &Choice) -> Change {
        Change::Try((!choice.is_off).then_some(Scalar::Choice(choice.name)))
    }

    /// Whether a choice is the one in use.
    pub fn has(&self, choice: &Choice) -> bool {
        self.value == Scalar::Choice(choice.name)
    }

    /// The change of one press of an arrow; none at the end of the range, and none of choices.
    pub fn step_by(&self, presses: i32) -> Option<Change> {
        let (Values::Number { range, step, .. }, Scalar::Number(value)) = (&self.values, self.value) else {
            return None;
        };
        let next = i64::from(value) + i64::from(*step) * i64::from(presses);
        let next = next.clamp(range.0.into(), range.1.into()) as u32;
        (next != value).then(|| Change::To(Some(next.into())))
    }

    /// A number in the range.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn checked(&self, number: u32) -> Result<u32, String> {
        match &self.values {
            Values::Number { range, .. } if number < range.0 || number > range.1 => {
                let at = |number| self.text_of(Scalar::Number(number));
                Err(format!("{} is outside of {} to {}", at(number), at(range.0), at(range.1)))
            }
            _ => Ok(number),
        }
    }

    /// The value as it is written.
    pub fn text(&self) -> String {
        self.text_of(self.value)
    }

    /// Another value as it would be written.
    pub fn text_of(&self, value: Scalar) -> String {
        match (value, &self.values) {
            (Scalar::Number(value), Values::Number { is_hex: true, .. }) => format!("{value:#x}"),
            (Scalar::Number(value), _) => value.to_string(),
            (Scalar::Choice(name), _) => self.choice(name).map_or(name, |it| it.text).to_owned(),
            (Scalar::Xor(xor), _) => xor.to_string(),
        }
    }

    /// The choices; none of a number.
    pub fn choices(&self) -> &[Choice] {
        match &self.values {
            Values::Choice(choices) => choices,
            Values::Number { .. } | Values::Text { .. } => &[],
        }
    }

    /// A choice by its name.
    pub fn choice(&self, name: &str) -> Option<&Choice> {
        self.choices().iter().find(|choice| choice.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: u32) -> Row {
        Row {
            label: "M".into(),
            beside: String::new(),
            about: String::new(),
            values: Values::number(1, 64, 8),
            value: value.into(),
            is_auto: false,
            is_kept: true,
            is_free: false,
        }
    }

    #[test]
    fn a_press_stays_in_the_range() {
        let to = |value: u32| Some(Change::To(Some(value.into())));
        assert_eq!(number(16).step_by(1), to(24));
        assert_eq!(number(16).step_by(-9), to(1));
        assert_eq!(number(1).step_by(-1), None);
    }

    /// A press, a typed number and the end of the range of twice a value are those of the value.
    #[test]
    fn twice_a_value_is_changed_as_the_value_is() {
        let (one, two) = (number(16), number(16).times(2));
        assert_eq!((two.text(), two.checked(130).is_err()), ("32".into(), true));
        for by in [-9, -1, 1, 99] {
            let change = two.step_by(by).map(|change| change.divided(2));
            assert_eq!(change, one.step_by(by), "{by}");
        }
        assert_eq!(Change::Open.divided(2), Change::Open);
    }

    #[test]
    fn a_number_out_of_range_says_the_range() {
        assert_eq!(number(1).checked(64), Ok(64));
        assert_eq!(number(1).checked(65), Err("65 is outside of 1 to 64".to_owned()));
    }
}
