//! Values that are specified twice and differ.

use super::*;

/// Returns every specified value that a text specifies differently: the first counts, and the text's was not read.
///
/// ```
/// use swizzle_view::link::contradicted;
/// use swizzle_core::{Said, SaidTile};
/// let of = |mn| Said { tile: SaidTile { mn: Some(mn), ..SaidTile::default() }, ..Said::default() };
/// assert_eq!(contradicted(&of(64), &of(64)), []);
/// let found = contradicted(&of(64), &of(128));
/// assert_eq!((&*found[0].part, &*found[0].why), ("mn=128", "differs from mn=64, which is specified, and was not read"));
/// ```
pub fn contradicted(said: &Said, text: &Said) -> Vec<Notice> {
    let [said, text] = [said, text].map(|said| Shown::from(*said));
    // The other names of the same values.
    let is_first_name = |name: &str, when: When| when != When::BesideDescriptor && name != "column_bytes";
    let keys = keys().filter(|key| is_first_name(key.name, key.when));
    keys.filter_map(|key| {
        let (first, second) = (key.write(&said)?, key.write(&text)?);
        let is_other = first != second && second != AUTOMATIC;
        is_other.then(|| Notice {
            part: format!("{}={second}", key.name),
            why: format!("differs from {}={first}, which is specified, and was not read", key.name),
        })
    })
    .collect()
}
