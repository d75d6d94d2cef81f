//! The link of two layouts beside each other: `#/compare/wgmma/4000004000010040/with/figure/157`.

use super::*;
use swizzle_core::hardware::Named as _;

/// How such a link begins.
pub(super) const START: &str = "#/compare/";
/// The separator of the two; no link of one layout contains it.
const BETWEEN: &str = "/with/";

/// The link of both, from that of each.
///
/// ```
/// use swizzle_view::{Shown, link_from_shown, shown_from_link};
/// use swizzle_view::link::{pair_from_link, pair_of_links};
/// let figure = shown_from_link("#/figure/157").shown;
/// let link = pair_of_links(&link_from_shown(&Shown::default()), &link_from_shown(&figure));
/// assert_eq!(link, "#/compare//with/figure/157");
/// let [first, second] = pair_from_link(&link).unwrap().map(|link| shown_from_link(&link).shown);
/// assert_eq!((first, second), (Shown::default(), figure));
/// ```
pub fn pair_of_links(first: &str, second: &str) -> String {
    format!("{START}{}{BETWEEN}{}", bare(first), bare(second))
}

/// The link of a layout whose second is not known: the page asks for it.
///
/// ```
/// use swizzle_view::link::{names_second, pair_to_complete};
/// let link = pair_to_complete("#/figure/157");
/// assert_eq!(link, "#/compare/figure/157");
/// assert!(!names_second(&link) && names_second("#/compare//with/"));
/// ```
pub fn pair_to_complete(link: &str) -> String {
    format!("{START}{}", bare(link))
}

/// Whether the link of a pair names a second layout.
pub fn names_second(link: &str) -> bool {
    link.contains(BETWEEN)
}

/// A pair worth comparing.
pub struct PairToCompare {
    /// Title of the pair.
    pub title: &'static str,
    /// The links of both.
    pub links: [&'static str; 2],
}

impl PairToCompare {
    /// All of them: one that is read wrongly, and two that are only different.
    pub const ALL: [Self; 3] = [
        Self {
            title: "A working SBO and one that is too small",
            links: ["#/wgmma/4000004000010040", "#/wgmma/4000000800010040"],
        },
        Self { title: "128B and 64B swizzle of the same tile", links: ["#/?swizzle=128B", "#/?swizzle=64B"] },
        Self { title: "128B swizzle and no swizzle", links: ["#/?swizzle=128B", "#/?swizzle=none"] },
    ];

    /// The link of both.
    pub fn link(&self) -> String {
        pair_of_links(self.links[0], self.links[1])
    }
}

/// A link of one layout as it is part of another: nothing where nothing is specified.
pub(super) fn bare(link: &str) -> &str {
    match link.trim_start_matches("#/") {
        "?" => "",
        bare => bare,
    }
}

/// The links of the two layouts in a link of a pair, for [`shown_from_link`](crate::link::shown_from_link); none where it is a link
/// of something else. Without a second, both are the first.
///
/// ```
/// use swizzle_view::link::pair_from_link;
/// let pair = pair_from_link("#/compare/figure/157/with/figure/158").unwrap();
/// assert_eq!(pair, ["#/figure/157", "#/figure/158"]);
/// assert_eq!(pair_from_link("#/compare/figure/157").unwrap()[1], "#/figure/157");
/// assert_eq!(pair_from_link("#/compare").unwrap(), ["#/", "#/"]);
/// assert_eq!(pair_from_link("#/figure/157"), None);
/// ```
pub fn pair_from_link(link: &str) -> Option<[String; 2]> {
    let link = link.trim();
    let pair = if link == START.trim_end_matches('/') { "" } else { link.strip_prefix(START)? };
    let (first, second) = pair.split_once(BETWEEN).unwrap_or((pair, pair));
    Some([first, second].map(|part| format!("#/{part}")))
}

/// The same links, as they are opened together: both show the tile, or both their read. What one of them says counts for both;
/// where neither says it, a wrong read of either.
///
/// ```
/// use swizzle_view::link::pair_to_open;
/// let wrong = "#/compare/wgmma/4000004000010040/with/wgmma/4000000800010040";
/// assert_eq!(pair_to_open(wrong).unwrap(), ["#/wgmma/4000004000010040?show=read", "#/wgmma/4000000800010040"]);
/// let tile = "#/compare/figure/157?show=tile/with/wgmma/4000000800010040?k=64";
/// assert_eq!(pair_to_open(tile).unwrap()[1], "#/wgmma/4000000800010040?k=64&show=tile");
/// let right = "#/compare/figure/157/with/figure/158";
/// assert_eq!(pair_to_open(right).unwrap(), ["#/figure/157", "#/figure/158"]);
/// ```
pub fn pair_to_open(link: &str) -> Option<[String; 2]> {
    let links = pair_from_link(link)?;
    let said = links.each_ref().map(|link| said_shows(link));
    let opened = links.each_ref().map(|link| shown_from_link(link).shown.view.shows);
    let both = match said {
        [Some(shows), None] | [None, Some(shows)] => shows,
        [None, None] if opened.contains(&Shows::Read) => Shows::Read,
        [None, None] | [Some(_), Some(_)] => return Some(links),
    };
    let mut links = links;
    for ((link, said), opened) in links.iter_mut().zip(said).zip(opened) {
        if said.is_none() && opened != both {
            let sign = if link.contains('?') { '&' } else { '?' };
            link.push_str(&format!("{sign}show={}", both.name()));
        }
    }
    Some(links)
}

/// Returns the view that a link specifies, if any.
fn said_shows(link: &str) -> Option<Shows> {
    let (_, query) = link.split_once('?')?;
    let mut values = query.split('&').filter_map(|pair| pair.strip_prefix("show="));
    values.find_map(|value| Shows::from_name(value).ok())
}
