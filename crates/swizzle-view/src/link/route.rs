//! Every address of the page.

use super::*;
use crate::link::pair::{START as COMPARE, bare};

/// The page that an address opens. Only this module knows how the addresses of the page begin.
///
/// ```
/// use swizzle_view::link::Route;
/// assert_eq!(Route::of("#/figure/157"), Route::Atlas);
/// assert_eq!(Route::of("#/learn/the-xor/2"), Route::Learn { lesson: Some("the-xor"), stop: Some("2") });
/// assert_eq!(Route::of("#/glossary/atom").address(), "#/glossary/atom");
/// assert_eq!(Route::of("#/build/wgmma?mn=128"), Route::Build("wgmma?mn=128"));
/// assert_eq!(Route::of("#/memory/dump"), Route::Memory(Some("dump")));
/// assert_eq!(Route::of("#/kernel?try=right"), Route::Kernel);
/// assert_eq!(Route::of("#/tensor-memory?m=64"), Route::TensorMemory);
/// assert_eq!(Route::of("#/scale?row=3"), Route::Scale);
/// assert_eq!(Route::of("#/journey?scene=6"), Route::Journey);
/// assert_eq!(Route::of("#/why?scene=tma"), Route::Why);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route<'a> {
    /// The atlas: a link of one layout, for [`shown_from_link`](crate::link::shown_from_link).
    Atlas,
    /// Two layouts beside each other, for [`pair_from_link`].
    Compare,
    /// The course, a lesson by its name, a stop of it by its number or `all`.
    Learn {
        /// The lesson's name.
        lesson: Option<&'a str>,
        /// The stop.
        stop: Option<&'a str>,
    },
    /// The glossary, at a term by its name.
    Glossary(Option<&'a str>),
    /// The builder, with the part of its link after `#/build/`, for [`build_from_link`](crate::link::build_from_link).
    Build(&'a str),
    /// The support matrix, for [`form_from_link`](crate::link::form_from_link).
    Support,
    /// A kernel's PTX, for [`form_from_link`](crate::link::form_from_link).
    Kernel,
    /// A plan of tensor memory, for [`form_from_link`](crate::link::form_from_link).
    TensorMemory,
    /// Scale factors, for [`form_from_link`](crate::link::form_from_link).
    Scale,
    /// The journey of one byte, for [`form_from_link`](crate::link::form_from_link).
    Journey,
    /// What a swizzle is for, for [`why_from_link`](crate::link::why_from_link).
    Why,
    /// The memory side, at a part of it by its name: `dump`, `tma` or `lanes`; for [`form_from_link`](crate::link::form_from_link).
    Memory(Option<&'a str>),
}

/// How the addresses of the course begin.
const LEARN: &str = "#/learn";
/// How those of the memory side begin.
const MEMORY: &str = "#/memory";
/// How those of the glossary begin.
const GLOSSARY: &str = "#/glossary";
/// How those of the builder begin.
const BUILD: &str = "#/build";
/// Pages whose address has no parts. A list, since the start of the page has every byte of this.
const WHOLE: [(&str, Route<'static>); 6] = [
    ("#/support", Route::Support),
    ("#/kernel", Route::Kernel),
    ("#/tensor-memory", Route::TensorMemory),
    ("#/scale", Route::Scale),
    ("#/journey", Route::Journey),
    ("#/why", Route::Why),
];

/// The first two parts of an address after its start, up to its query; none if the address begins otherwise.
fn parts<'a>(address: &'a str, start: &str) -> Option<[Option<&'a str>; 2]> {
    let path = address.strip_prefix(start)?.split('?').next()?;
    let mut parts = path.split('/');
    let is_own = parts.next() == Some("");
    let mut parts = parts.filter(|part| !part.is_empty());
    is_own.then(|| [parts.next(), parts.next()])
}

impl<'a> Route<'a> {
    /// The course, at its list of lessons.
    pub const COURSE: Self = Self::Learn { lesson: None, stop: None };

    /// The page that an address opens, from `#` on; the atlas reports an unknown address.
    pub fn of(address: &'a str) -> Self {
        if let Some((_, route)) = WHOLE.into_iter().find(|(start, _)| parts(address, start).is_some()) {
            return route;
        }
        if let Some([lesson, stop]) = parts(address, LEARN) {
            return Self::Learn { lesson, stop };
        }
        if let Some([term, _]) = parts(address, GLOSSARY) {
            return Self::Glossary(term);
        }
        if let Some([part, _]) = parts(address, MEMORY) {
            return Self::Memory(part);
        }
        if let Some(rest) = address.strip_prefix(BUILD)
            && (rest.is_empty() || rest.starts_with(['/', '?']))
        {
            return Self::Build(rest.trim_start_matches('/'));
        }
        match pair_from_link(address) {
            Some(_) => Self::Compare,
            None => Self::Atlas,
        }
    }

    /// Returns its address, from `#` on; for the atlas and for two layouts, the one with nothing specified.
    pub fn address(&self) -> String {
        let under = |start: &str, parts: [Option<&str>; 2]| {
            let parts = parts.into_iter().flatten();
            parts.fold(start.to_owned(), |path, part| format!("{path}/{part}"))
        };
        match *self {
            Self::Compare => COMPARE.into(),
            Self::Learn { lesson, stop } => under(LEARN, [lesson, lesson.and(stop)]),
            Self::Glossary(term) => under(GLOSSARY, [term, None]),
            Self::Build(rest) => under(BUILD, [Some(rest).filter(|rest| !rest.is_empty()), None]),
            Self::Memory(part) => under(MEMORY, [part, None]),
            _ => {
                let whole = WHOLE.iter().find(|(_, route)| route == self);
                whole.map_or("#/?", |(start, _)| start).into()
            }
        }
    }
}

/// The builder's address of a layout's link.
///
/// ```
/// use swizzle_view::link::{Route, build_address};
/// assert_eq!(build_address("#/wgmma?mn=128"), "#/build/wgmma?mn=128");
/// assert_eq!(Route::of(&build_address("#/?mn=128")), Route::Build("?mn=128"));
/// ```
pub fn build_address(link: &str) -> String {
    Route::Build(bare(link)).address()
}

/// The address of a figure.
pub fn figure_address(number: u16) -> String {
    format!("#/figure/{number}")
}
