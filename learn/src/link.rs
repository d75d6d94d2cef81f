//! The effects of the controls of a figure whose state is a link of another page than Check.

use crate::*;
use swizzle_view::link::{link_from_form, parameter};

/// The link of a figure with a control, named by its key, set to a value; none where the page does not take that.
/// `column_N` is the first column of the region at that place.
///
/// ```
/// use swizzle_learn::set_in_link as set;
/// let link = "#/tensor-memory?kind=f16&n=64&regions=d,d@32";
/// assert_eq!(set(link, "column_1", "64").as_deref(), Some("#/tensor-memory?kind=f16&n=64&regions=d,d@64"));
/// assert_eq!(set(link, "m", "64").as_deref(), Some("#/tensor-memory?kind=f16&m=64&n=64&regions=d,d@32"));
/// assert_eq!(set(link, "m", "many"), None);
/// assert_eq!(set("#/memory/lanes", "columns", "32").as_deref(), Some("#/memory/lanes?columns=32"));
/// ```
pub fn set_in_link(link: &str, key: &str, value: &str) -> Option<String> {
    if let Some(place) = key.strip_prefix("column_") {
        let mut shown = form_from_link::<TensorMemoryShown>(link).shown;
        shown.plan = shown.plan.with_column(place.parse().ok()?, value.parse().ok()?);
        return Some(link_from_form(&shown));
    }
    match () {
        () if is_of_scale(link) => with_key::<ScaleShown>(link, key, value),
        () if link.starts_with(LanesShown::PATH) => with_key::<LanesShown>(link, key, value),
        () => with_key::<TensorMemoryShown>(link, key, value),
    }
}

fn with_key<T: Form>(link: &str, key: &str, value: &str) -> Option<String> {
    let (path, query) = link.split_once('?').unwrap_or((link, ""));
    let is_other = |pair: &&str| !pair.is_empty() && pair.split('=').next() != Some(key);
    let mut pairs: Vec<String> = query.split('&').filter(is_other).map(str::to_owned).collect();
    pairs.push(format!("{key}={value}"));
    let opened = form_from_link::<T>(&format!("{path}?{}", pairs.join("&")));
    opened.notices.is_empty().then(|| link_from_form(&opened.shown))
}

/// Returns the value of a control, named by its key.
///
/// ```
/// use swizzle_learn::value_in_link as value;
/// let link = "#/tensor-memory?kind=f16&n=64&regions=d,d";
/// assert_eq!(value(link, "m").as_deref(), Some("128"));
/// assert_eq!(value(link, "column_1").as_deref(), Some("64"));
/// assert_eq!(value(link, "weight"), None);
/// ```
pub fn value_in_link(link: &str, key: &str) -> Option<String> {
    if link.starts_with(LanesShown::PATH) {
        return of_key::<LanesShown>(link, key);
    }
    if let Some(place) = key.strip_prefix("column_") {
        let shown = form_from_link::<TensorMemoryShown>(link).shown;
        let column = shown.plan.laid().region(place.parse().ok()?)?.column;
        return Some(column.to_string());
    }
    of_key::<TensorMemoryShown>(link, key)
}

fn of_key<T: Form>(link: &str, key: &str) -> Option<String> {
    let known = parameter(T::TABLE, key)?;
    Some((known.write)(&form_from_link::<T>(link).shown))
}
