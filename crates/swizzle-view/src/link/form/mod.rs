//! Links of the pages that are forms: a key for each field, written where it is not what the fresh page has.

mod build;
mod dump;
mod journey;
mod kernel;
mod lanes;
pub(super) mod parameter;
mod scale;
mod support;
mod tensor_memory;
mod text;
mod tma;
mod why;

use swizzle_code::raw_from_hex;
use swizzle_core::hardware::{Chip, Kind, Major, Named as _};
use swizzle_core::law::Swizzle;
use swizzle_core::{Element, Operand, Sparsity, Spec};
use swizzle_params::{Choice, Values};
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::tensor_memory::{Alignment, COLUMNS};
use swizzle_warp::Wires;

use crate::link::read::{Notice, keyed};
use crate::{Shown, link_from_shown, shown_from_link};
use std::ops::RangeInclusive;
use swizzle_code::number_from_text;
use swizzle_core::hardware::CtaForm;
use swizzle_core::reader::Unread;
use swizzle_params::Scalar;
use swizzle_text::joined;
use text::{escaped, unescaped};

pub use {
    build::*, dump::*, journey::*, kernel::*, lanes::*, parameter::*, scale::*, support::*, tensor_memory::*,
    tma::*, why::*,
};

/// A page whose fields are in its link. Its default is what a link means by silence, and is frozen.
pub trait Form: Clone + PartialEq + Default + 'static {
    /// How its links begin, from `#` on.
    const PATH: &'static str;
    /// Its parameters, whose keys are written and applied in this order.
    const TABLE: Table<Self>;

    /// Returns the contents after an edit that has an effect on other values.
    fn edited(self, _before: &Self) -> Self {
        self
    }

    /// Returns the fresh page that these values are compared with, where one of them decides the others.
    fn base(&self) -> Self {
        Self::default()
    }
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
    pub const fn unread(&self) -> Unread {
        if self.notices.is_empty() { Unread::Nothing } else { Unread::Part }
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
pub fn form_from_link<T: Form>(link: &str) -> OpenedForm<T> {
    let (path, query) = link.trim().split_once('?').unwrap_or((link.trim(), ""));
    let mut notices = Vec::new();
    let rest = path.strip_prefix(T::PATH).unwrap_or_default();
    for part in rest.split('/').filter(|part| !part.is_empty()) {
        notices.push(Notice { part: part.into(), why: "nothing is known by this part of the path".into() });
    }
    let shown = read_pairs(T::default(), T::TABLE, query, &mut notices);
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
pub fn link_from_form<T: Form>(shown: &T) -> String {
    match written(shown, &shown.base(), T::TABLE) {
        query if query.is_empty() => T::PATH.into(),
        query => format!("{}?{query}", T::PATH),
    }
}

/// The parameters of a table that have a key in links, in the order in which they are written.
fn keys<S, C>(table: Table<S, C>) -> impl Iterator<Item = &'static Parameter<S, C>> {
    let all = table.iter().flat_map(|(_, all)| *all);
    all.filter(|parameter| parameter.is_linked)
}

/// The names of a form's keys, in the order in which they are written.
pub fn form_keys<T: Form>() -> impl Iterator<Item = &'static str> {
    keys(T::TABLE).map(|parameter| parameter.key)
}

/// The parameter of a form that has this key.
pub fn parameter<S, C>(table: Table<S, C>, key: &str) -> Option<&'static Parameter<S, C>> {
    let mut all = table.iter().flat_map(|(_, all)| *all);
    all.find(|parameter| parameter.key == key)
}

/// The contents of a form after an edit of a value, or of its being left to be computed.
pub fn with_value<T: Form>(shown: &T, key: &str, value: Option<Scalar>) -> T {
    with_text(shown, key, &text_of(value))
}

/// The same after an edit as text.
pub fn with_text<T: Form>(shown: &T, key: &str, text: &str) -> T {
    parameter(T::TABLE, key)
        .map_or_else(|| shown.clone(), |parameter| parameter.with_text(shown, text).edited(shown))
}

/// Takes the values of a query in the order of the table, each key once.
fn read_pairs<S, C>(mut shown: S, table: Table<S, C>, query: &str, notices: &mut Vec<Notice>) -> S {
    let known = |name: &str| keys(table).find(|key| key.key == name);
    let pairs = keyed(query, known, notices);
    for key in keys(table) {
        let own = pairs.iter().find(|(of, ..)| of.key == key.key);
        let read = own.map(|(_, value, _)| (key.read)(&mut shown, &unescaped(value)));
        if let (Some((.., part)), Some(Err(why))) = (own, read) {
            let part = (*part).to_owned();
            notices.push(Notice { part, why });
        }
    }
    shown
}

/// The query of what differs from the fresh page.
fn written<S, C>(shown: &S, base: &S, table: Table<S, C>) -> String {
    let pair = |key: &'static Parameter<S, C>| {
        let value = (key.write)(shown);
        (value != (key.write)(base)).then(|| format!("{}={}", key.key, escaped(&value)))
    };
    let pairs: Vec<String> = keys(table).filter_map(pair).collect();
    pairs.join("&")
}

/// One of some numbers.
fn one_of(value: &str, all: &[u32]) -> Result<u32, String> {
    let number = number_from_text(value).ok().filter(|number| all.contains(number));
    number.ok_or_else(|| {
        let [before @ .., last] = all else { return String::new() };
        format!("must be {} or {last}", joined(before, ", "))
    })
}

/// How an instruction of so many CTAs is issued.
fn group(value: &str) -> Result<CtaForm, String> {
    Ok(match one_of(value, &[1, 2])? {
        1 => CtaForm::One,
        _ => CtaForm::Two,
    })
}

/// A number of a range.
fn within(value: &str, range: RangeInclusive<u32>) -> Result<u32, String> {
    let number = number_from_text(value).ok();
    let number = number.filter(|number| range.contains(number));
    number.ok_or_else(|| format!("must be {} to {}", range.start(), range.end()))
}
