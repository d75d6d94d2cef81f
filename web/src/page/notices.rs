//! A strip under the bar: what of a link could not be opened.

use swizzle_view::Notice;

use crate::element::{Attr, Element, el};

/// Notices that are told one by one.
const MOST: usize = 5;

/// Characters of a part that are quoted, and of the reason, which may quote it again.
const QUOTED: usize = 80;
const SAID: usize = 240;

/// A text, or its beginning where a link brings more than is worth showing.
fn cut_to(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Lists the parts that could not be opened.
pub fn listed(notices: &[Notice]) -> Element {
    let item = |notice: &Notice| {
        el("li")
            .child(el("code").child(cut_to(&notice.part, QUOTED)))
            .child(" ")
            .child(cut_to(&notice.why, SAID))
    };
    let more = notices.len().saturating_sub(MOST);
    let more = (more > 0).then(|| el("p").child(format!("… and {more} more")));
    el("section")
        .class("notices")
        .attr(Attr::Role, "alert")
        .child(el("h2").child("Part of this link was ignored"))
        .child(el("ul").children(notices.iter().take(MOST).map(item)))
        .child(more)
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn what_a_link_quotes_is_cut_between_letters() {
        assert_eq!(cut_to("short", QUOTED), "short");
        let long = "ü".repeat(200);
        assert_eq!(cut_to(&long, QUOTED), format!("{}…", "ü".repeat(80)));
    }
}
