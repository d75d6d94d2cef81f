//! Names in a sentence.

/// Names joined by "and".
pub(crate) fn and<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(" and ")
}

/// Names joined by "or".
pub(crate) fn or<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(" or ")
}
