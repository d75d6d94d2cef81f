//! A parameter of a page whose link is a form: its key there, and what a control of the page knows of it.

use super::*;
use swizzle_core::hardware::Named;
use swizzle_params::Row;

/// The numbers that a link may have.
type Range = RangeInclusive<u32>;

/// A parameter of the contents `S` of a page. What it can be, and what it is while nothing is specified, follows from `C`: the
/// contents, or what was computed of them.
pub struct Parameter<S: 'static, C: 'static = S> {
    /// Its key in links.
    pub key: &'static str,
    /// The page's name for it; empty if no control changes it.
    pub label: &'static str,
    /// What it is, in a few words.
    pub beside: &'static str,
    /// Sets its value, or by an empty text none; the error says what was expected.
    pub read: fn(&mut S, &str) -> Result<(), String>,
    /// Its value as text, which is empty if it is not specified.
    pub write: fn(&S) -> String,
    /// Its possible values; no choice where it does not matter.
    pub values: fn(&S, &C) -> Values,
    /// Its computed value; none if nothing computes it.
    pub auto: Option<fn(&C) -> String>,
    /// Whether it has a key in links; otherwise it stands for several keys.
    pub is_linked: bool,
}

/// Sections of a page's parameters, in the order of the drawer and of links.
pub type Table<S, C = S> = &'static [(&'static str, &'static [Parameter<S, C>])];

impl<S: Clone, C> Parameter<S, C> {
    /// A parameter without a name and without an effect.
    pub(in crate::link) const BARE: Self = Self {
        key: "",
        label: "",
        beside: "",
        read: |_, _| Ok(()),
        write: |_| String::new(),
        values: |_, _| Values::text(),
        auto: None,
        is_linked: true,
    };

    /// What a control shows; none of a text, and where there is nothing to choose.
    pub fn row(&self, shown: &S, context: &C) -> Option<Row> {
        let specified = (self.write)(shown);
        let computed = self.auto.filter(|_| specified.is_empty());
        let text = computed.map_or(specified, |auto| auto(context));
        let values = (self.values)(shown, context);
        let value = match &values {
            Values::Choice(all) => {
                let found = all.iter().find(|choice| unspaced(choice.name) == unspaced(&text));
                Scalar::Choice(found.or(all.first())?.name)
            }
            Values::Number { .. } => Scalar::Number(number_from_text(&text).unwrap_or(0)),
            Values::Text { .. } => return None,
        };
        Some(Row {
            label: self.label.into(),
            beside: self.beside.into(),
            about: String::new(),
            values,
            value,
            is_auto: computed.is_some(),
            is_kept: true,
            is_free: self.auto.is_none(),
        })
    }

    /// The contents with another value, or with the computed one; a value that is refused changes nothing.
    pub fn with(&self, shown: &S, value: Option<Scalar>) -> S {
        self.with_text(shown, &text_of(value))
    }

    /// The same with a value as text.
    pub fn with_text(&self, shown: &S, text: &str) -> S {
        let mut next = shown.clone();
        match (self.read)(&mut next, text) {
            Ok(()) => next,
            Err(_) => shown.clone(),
        }
    }
}

/// The text of a value, or of its being left to be computed.
pub(super) fn text_of(value: Option<Scalar>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Names have no spaces, which a link leaves out behind commas.
fn unspaced(text: &str) -> String {
    text.replace(", ", ",")
}

/// The same of a text with spaces behind commas.
pub(super) fn named<T: Named>(text: &str) -> Result<T, String> {
    crate::link::named(&unspaced(text))
}

/// A value as a link has it, given how it is held.
pub(in crate::link) trait Held<How>: Sized {
    fn parse(text: &str, how: How) -> Result<Self, String>;
    fn write(&self, how: How) -> String;
    /// Every value of the type.
    fn values(&self, _how: How) -> Values {
        Values::text()
    }
}

/// One of the choices of a type.
#[derive(Default)]
pub(in crate::link) struct Chosen;
/// A choice that may be left out.
#[derive(Default)]
pub(in crate::link) struct Said;
/// A text, as it was typed: an error in it is shown beside its field.
#[derive(Default)]
pub(in crate::link) struct Typed;
/// The mark of a text or of files that stay in the browser.
#[derive(Default)]
pub(in crate::link) struct Mark;

impl<T: Named> Held<Chosen> for T {
    fn parse(text: &str, _: Chosen) -> Result<Self, String> {
        named(text)
    }

    fn write(&self, _: Chosen) -> String {
        self.name().replace(',', ", ")
    }

    fn values(&self, _: Chosen) -> Values {
        Values::names(T::NAMES)
    }
}

/// An empty text leaves it out.
impl<T: Named> Held<Said> for Option<T> {
    fn parse(text: &str, _: Said) -> Result<Self, String> {
        said(text, named)
    }

    fn write(&self, _: Said) -> String {
        self.map_or_else(String::new, |choice| choice.write(Chosen))
    }

    fn values(&self, _: Said) -> Values {
        Values::names(T::NAMES)
    }
}

/// A value that an empty text leaves out.
fn said<T>(text: &str, parse: impl FnOnce(&str) -> Result<T, String>) -> Result<Option<T>, String> {
    (!text.is_empty()).then(|| parse(text)).transpose()
}

impl Held<Typed> for String {
    fn parse(text: &str, _: Typed) -> Result<Self, String> {
        Ok(text.into())
    }

    fn write(&self, _: Typed) -> String {
        self.clone()
    }
}

impl Held<Mark> for Option<u64> {
    fn parse(text: &str, _: Mark) -> Result<Self, String> {
        raw_from_hex(text).map(Some)
    }

    fn write(&self, _: Mark) -> String {
        self.map_or_else(String::new, |mark| format!("{mark:016x}"))
    }
}

/// A number of a range.
impl Held<Range> for u32 {
    fn parse(text: &str, range: Range) -> Result<Self, String> {
        within(text, range)
    }

    fn write(&self, _: Range) -> String {
        self.to_string()
    }

    fn values(&self, range: Range) -> Values {
        Values::number(*range.start(), *range.end(), 1)
    }
}

/// One of some powers of two.
impl<const N: usize> Held<[Self; N]> for u32 {
    fn parse(text: &str, all: [Self; N]) -> Result<Self, String> {
        one_of(text, &all)
    }

    fn write(&self, _: [Self; N]) -> String {
        self.to_string()
    }

    fn values(&self, all: [Self; N]) -> Values {
        powers(|size| all.contains(&size))
    }
}

/// The powers of two that are among some sizes.
pub(super) fn powers(is_one: impl Fn(u32) -> bool) -> Values {
    const ALL: [&str; 10] = ["1", "2", "4", "8", "16", "32", "64", "128", "256", "512"];
    let all = (0_u32..).zip(ALL).filter(|(power, _)| is_one(1 << power));
    Values::Choice(all.map(|(_, name)| Choice::named(name)).collect())
}

/// A number of a range that an empty text leaves out.
impl Held<Range> for Option<u32> {
    fn parse(text: &str, range: Range) -> Result<Self, String> {
        said(text, |text| within(text, range))
    }

    fn write(&self, _: Range) -> String {
        self.map_or_else(String::new, |number| number.to_string())
    }
}

/// A place in a list of at most so many, which links count from 1.
impl Held<usize> for usize {
    fn parse(text: &str, most: usize) -> Result<Self, String> {
        let number = text.parse().ok().filter(|number| (1..=most).contains(number));
        Ok(number.ok_or_else(|| format!("must be 1 to {most}"))? - 1)
    }

    fn write(&self, _: usize) -> String {
        (self + 1).to_string()
    }
}

/// What a text becomes by a function of its own.
pub(in crate::link) fn by<T>(text: &str, parse: impl FnOnce(&str) -> Result<T, String>) -> Result<T, String> {
    parse(text)
}

/// Whether a test holds of the contents of a page and of what was computed of them.
pub(in crate::link) fn holds<S, C>(shown: &S, of: &C, test: fn(&S, &C) -> bool) -> bool {
    test(shown, of)
}

/// Parameters, each with its key, with label and words beside it where a control changes it, and with the field that holds it.
/// How it is held follows from the field's type, and of a number from what is in brackets; `by` is how a text becomes one
/// otherwise, `or` what is computed while none is specified, `when` where it matters. What else is set of it follows by name.
macro_rules! rows {
    (@how) => { Default::default() };
    (@how $how:expr) => { $how };
    (@parse $text:ident [$($how:expr)?]) => { Held::parse($text, rows!(@how $($how)?)) };
    (@parse $text:ident [$($how:expr)?] $parse:tt) => { by($text, $parse) };
    ($($key:literal $($label:literal $beside:literal)?
        $(= $($path:ident).+ $([$how:expr])? $(or $($auto:ident).+)? $(by $parse:tt)? $(when $test:expr)?)?
        $(, $field:ident: $value:expr)*;
    )+) => {{
        #[allow(unused_imports)]
        use $crate::link::form::parameter::{Held, Parameter, by, holds};
        &[$(Parameter {
            key: $key,
            $(label: $label, beside: $beside,)?
            $($field: $value,)*
            ..Parameter {
                $(read: |shown, text| rows!(@parse text [$($how)?] $($parse)?).map(|value| shown.$($path).+ = value),
                write: |shown| Held::write(&shown.$($path).+, rows!(@how $($how)?)),
                values: |shown, _of| Held::values(&shown.$($path).+, rows!(@how $($how)?)).when(true $(&& holds(shown, _of, $test))?),
                $(auto: Some(|of| Held::write(&of.$($auto).+, Default::default())),)?)?
                ..Parameter::BARE
            }
        }),+]
    }};
}

/// The contents of a page, each with what a link means by silence, which is frozen: where none is said, that of its type.
macro_rules! contents {
    ($(#[$meta:meta])* $name:ident { $($(#[$of:meta])* $field:ident: $type:ty $(= $silent:expr)?,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name {
            $($(#[$of])* pub $field: $type),+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: rows!(@how $($silent)?)),+ }
            }
        }
    };
}

pub(super) use contents;
pub(in crate::link) use rows;
