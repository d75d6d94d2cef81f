//! Choices that have a name: in links, on the command line and on the page alike.

use core::fmt;

// Exported at the root, for other crates; within this one they are imported from here.
pub(crate) use crate::{named, printed};

/// A closed set of choices, each with one lasting name, by which it is also printed and parsed.
///
/// ```
/// use swizzle_core::{Named, Swizzle};
/// assert_eq!(Swizzle::from_name("64B"), Ok(Swizzle::B64));
/// assert_eq!(
///     Swizzle::from_name("65B").unwrap_err().to_string(),
///     "swizzle “65B” is unknown: one of none, 32B, 64B, 128B, 128B-32B-atom",
/// );
/// let swizzle: Swizzle = "128b-32b-atom".parse()?;
/// assert_eq!(swizzle.to_string(), "128B-32B-atom");
/// # Ok::<(), swizzle_core::hardware::UnknownName>(())
/// ```
pub trait Named: Copy + PartialEq + 'static {
    /// Name of the type of choice, as messages use it.
    const WHAT: &'static str;
    /// Every choice, in the order in which they are shown.
    const ALL: &'static [Self];
    /// The lasting name of each.
    const NAMES: &'static [&'static str];

    /// The lasting name.
    fn name(self) -> &'static str;

    /// The choice of this name; upper and lower case are the same.
    ///
    /// # Errors
    /// [`UnknownName`], which lists the known names.
    fn from_name(name: &str) -> Result<Self, UnknownName> {
        position(Self::WHAT, Self::NAMES, name).map(|at| Self::ALL[at])
    }
}

/// The position of a name among those of a type. One function for all types, since the page downloads it.
pub(crate) fn position(what: &'static str, names: &[&'static str], name: &str) -> Result<usize, UnknownName> {
    let is_it = |known: &&str| known.eq_ignore_ascii_case(name);
    names.iter().position(is_it).ok_or_else(|| UnknownName::new(what, name, names.iter().copied()))
}

/// An unknown name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
    name: alloc::string::String,
    known: alloc::vec::Vec<&'static str>,
}

impl UnknownName {
    /// Creates the error from the type of choice, the name, and the known names.
    pub fn new(what: &'static str, name: &str, known: impl Iterator<Item = &'static str>) -> Self {
        Self { what, name: crate::hardware::quoted(name), known: known.collect() }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} “{}” is unknown: one of {}", self.what, self.name, self.known.join(", "))
    }
}

impl ::core::error::Error for UnknownName {}

/// A closed set of choices with their names, each written once: the type with its word for messages, then variant and name.
///
/// ```
/// use swizzle_core::Named as _;
/// swizzle_core::named! {
///     /// A side.
///     enum Side "side" {
///         Left => "left",
///         Right => "right",
///     }
/// }
/// assert_eq!("LEFT".parse(), Ok(Side::Left));
/// assert_eq!(Side::Right.to_string(), "right");
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    (
        $(#[$meta:meta])*
        $vis:vis enum $type:ident $what:literal {
            $($(#[$of_variant:meta])* $variant:ident => $name:literal),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis enum $type {
            $($(#[$of_variant])* $variant),+
        }

        impl $crate::hardware::Named for $type {
            const WHAT: &'static str = $what;
            const ALL: &'static [Self] = &[$(Self::$variant),+];
            const NAMES: &'static [&'static str] = &[$($name),+];

            fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }

        $crate::printed!($type);
    };
}

/// A named choice is printed and parsed by its name.
#[doc(hidden)]
#[macro_export]
macro_rules! printed {
    ($type:ty) => {
        impl ::core::fmt::Display for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad($crate::hardware::Named::name(*self))
            }
        }

        impl ::core::str::FromStr for $type {
            type Err = $crate::hardware::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                $crate::hardware::Named::from_name(name)
            }
        }
    };
}
