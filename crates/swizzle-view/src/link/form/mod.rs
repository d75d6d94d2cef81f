//! Links of the pages that are forms: a key for each field, written where it is not what the fresh page has.

mod build;
mod dump;
mod journey;
mod kernel;
mod lanes;
mod scale;
mod support;
mod tensor_memory;
mod text;
mod tma;
mod why;

pub use build::{BuildShown, OTHER_MAX, build_from_link, link_from_build, link_of_pair};
pub use dump::{DumpShown, DumpShows, bytes_mark};
pub use journey::JourneyShown;
pub use kernel::KernelShown;
pub use lanes::{LanesShown, LanesTab};
pub use scale::{BLOCKS_MAX, ROWS_MAX, ScaleShown};
pub use support::SupportShown;
pub use tensor_memory::{TensorMemoryShown, copies, copy_name, held_first};
pub use tma::TmaShown;
pub use why::{WhyScene, WhyShown, link_from_why, why_from_link};

use std::ops::RangeInclusive;

use crate::link::read::Notice;
use swizzle_code::number_from_text;
use swizzle_core::hardware::Named;
use swizzle_core::reader::Unread;
use text::unescaped;

/// A page whose fields are in its link. Its default is what a link means by silence, and is frozen.
pub trait Form: Clone + PartialEq + Default + 'static {
    /// How its links begin, from `#` on.
    const PATH: &'static str;
    /// Its keys, in the order in which they are written and applied.
    const KEYS: &'static [FormKey<Self>];

    /// Returns the fresh page that these values are compared with, where one of them decides the others.
    #[must_use]
    fn base(&self) -> Self {
        Self::default()
    }
}

/// A key of such a link.
pub struct FormKey<T> {
    /// Its name.
    pub name: &'static str,
    /// Sets the value, escapes undone; the error says what was expected.
    pub read: fn(&mut T, &str) -> Result<(), String>,
    /// The value as written in the link, escaped.
    pub write: fn(&T) -> String,
}

/// A link of a form, as far as it could be opened.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OpenedForm<T> {
    /// Contents of the link, without the parts that could not be opened.
    pub shown: T,
    /// Parts that could not be opened.
    pub notices: Vec<Notice>,
}

impl<T> OpenedForm<T> {
    /// How much of the link could not be opened.
    ///
    /// ```
    /// use swizzle_view::link::{LanesShown, Unread, form_from_link};
    /// let unread = |link| form_from_link::<LanesShown>(link).unread();
    /// assert_eq!(unread("#/memory/lanes?rows=32"), Unread::Nothing);
    /// assert_eq!(unread("#/memory/lanes?rows=32&element=bf61"), Unread::Part);
    /// ```
    #[must_use]
    pub const fn unread(&self) -> Unread {
        match self.notices.is_empty() {
            true => Unread::Nothing,
            false => Unread::Part,
        }
    }
}

/// Opens a link of a form, as far as it goes. Never fails: what could not be opened is in the notices.
///
/// ```
/// use swizzle_view::link::{LanesShown, form_from_link};
/// let opened = form_from_link::<LanesShown>("#/memory/lanes?preset=transpose&rows=32&element=bf61");
/// assert_eq!(opened.shown.rows, "32");
/// assert_eq!(opened.notices[0].part, "element=bf61");
/// ```
#[must_use]
pub fn form_from_link<T: Form>(link: &str) -> OpenedForm<T> {
    let (path, query) = link.trim().split_once('?').unwrap_or((link.trim(), ""));
    let mut notices = Vec::new();
    let rest = path.strip_prefix(T::PATH).unwrap_or_default();
    for part in rest.split('/').filter(|part| !part.is_empty()) {
        notices.push(Notice {
            part: part.into(),
            why: "nothing is known by this part of the path".into(),
        });
    }
    let shown = read_pairs(T::default(), T::KEYS, pairs(query), &mut notices);
    OpenedForm { shown, notices }
}

/// The link of a form, from `#` on.
///
/// ```
/// use swizzle_view::link::{TmaShown, link_from_form};
/// let mut shown = TmaShown::default();
/// assert_eq!(link_from_form(&shown), "#/memory/tma");
/// shown.map.box_elements = "64, 300".into();
/// assert_eq!(link_from_form(&shown), "#/memory/tma?box=64,300");
/// ```
#[must_use]
pub fn link_from_form<T: Form>(shown: &T) -> String {
    match written(shown, &shown.base(), T::KEYS) {
        query if query.is_empty() => T::PATH.into(),
        query => format!("{}?{query}", T::PATH),
    }
}

/// The names of a form's keys, in the order in which they are written.
pub fn form_keys<T: Form>() -> impl Iterator<Item = &'static str> {
    T::KEYS.iter().map(|key| key.name)
}

/// The parts of a query.
fn pairs(query: &str) -> impl Iterator<Item = &str> {
    query.split('&').filter(|part| !part.is_empty())
}

/// Takes the values of a query in the order of the keys, each key once.
fn read_pairs<'a, T>(
    mut shown: T,
    keys: &[FormKey<T>],
    pairs: impl Iterator<Item = &'a str>,
    notices: &mut Vec<Notice>,
) -> T {
    let mut values: Vec<Option<(&str, &str)>> = keys.iter().map(|_| None).collect();
    for part in pairs {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let mut refuse = |why: &str| {
            notices.push(Notice {
                part: part.into(),
                why: why.into(),
            });
        };
        match keys.iter().position(|key| key.name == name) {
            None => refuse("this key is unknown"),
            Some(at) if values[at].is_some() => {
                refuse("this key was given before; the first counts");
            }
            Some(at) => values[at] = Some((value, part)),
        }
    }
    for (key, value) in keys.iter().zip(values) {
        let Some((value, part)) = value else {
            continue;
        };
        if let Err(why) = (key.read)(&mut shown, &unescaped(value)) {
            notices.push(Notice {
                part: part.to_owned(),
                why,
            });
        }
    }
    shown
}

/// The query of what differs from the fresh page.
fn written<T>(shown: &T, base: &T, keys: &[FormKey<T>]) -> String {
    let pair = |key: &FormKey<T>| {
        let value = (key.write)(shown);
        (value != (key.write)(base)).then(|| format!("{}={value}", key.name))
    };
    let pairs: Vec<String> = keys.iter().filter_map(pair).collect();
    pairs.join("&")
}

/// The choice of a name, or what there is.
fn named<T: Named>(value: &str) -> Result<T, String> {
    T::from_name(value).map_err(|unknown| unknown.to_string())
}

/// A key of a choice.
macro_rules! choice {
    ($name:literal, $($path:ident).+) => {
        $crate::link::form::FormKey {
            name: $name,
            read: |shown, value| {
                $crate::link::form::named(value).map(|choice| shown.$($path).+ = choice)
            },
            write: |shown| {
                let name = swizzle_core::hardware::Named::name(shown.$($path).+);
                $crate::link::form::text::escaped(name)
            },
        }
    };
}

/// A number of a range.
fn within(value: &str, range: RangeInclusive<u32>) -> Result<u32, String> {
    let number = number_from_text(value).ok();
    let number = number.filter(|number| range.contains(number));
    number.ok_or_else(|| format!("must be {} to {}", range.start(), range.end()))
}

/// A key of a choice that may be left out.
macro_rules! said {
    ($name:literal, $($path:ident).+) => {
        $crate::link::form::FormKey {
            name: $name,
            read: |shown, value| {
                $crate::link::form::named(value).map(|choice| shown.$($path).+ = Some(choice))
            },
            write: |shown| {
                let name = shown.$($path).+.map(swizzle_core::hardware::Named::name);
                $crate::link::form::text::escaped(name.unwrap_or_default())
            },
        }
    };
}

/// A key of the mark of a text or of files that stay in the browser.
macro_rules! mark {
    ($name:literal, $($path:ident).+) => {
        $crate::link::form::FormKey {
            name: $name,
            read: |shown, value| {
                swizzle_code::raw_from_hex(value).map(|mark| shown.$($path).+ = Some(mark))
            },
            write: |shown| {
                let mark = shown.$($path).+.map(|mark| format!("{mark:016x}"));
                mark.unwrap_or_default()
            },
        }
    };
}

/// A key of a place in a list, which links count from 1.
macro_rules! place {
    ($name:literal, $($path:ident).+, $most:expr) => {
        $crate::link::form::FormKey {
            name: $name,
            read: |shown, value| {
                let number = value.parse().ok();
                let number = number.filter(|number| (1..=$most).contains(number));
                let number: usize = number.ok_or_else(|| format!("must be 1 to {}", $most))?;
                shown.$($path).+ = number - 1;
                Ok(())
            },
            write: |shown| (shown.$($path).+ + 1).to_string(),
        }
    };
}

/// A key of a number of a range.
macro_rules! number {
    ($name:literal, $($path:ident).+, $range:expr) => {
        $crate::link::form::FormKey {
            name: $name,
            read: |shown, value| {
                shown.$($path).+ = $crate::link::form::within(value, $range)?;
                Ok(())
            },
            write: |shown| shown.$($path).+.to_string(),
        }
    };
}

/// A key of a text, as it was typed: an error in it is shown beside its field.
macro_rules! typed {
    ($name:literal, $($path:ident).+) => {
        $crate::link::form::FormKey {
            name: $name,
            read: |shown, value| {
                shown.$($path).+ = value.into();
                Ok(())
            },
            write: |shown| $crate::link::form::text::escaped(&shown.$($path).+),
        }
    };
}

pub(super) use {choice, mark, number, place, said, typed};
