//! The chip of a link.

use swizzle_view::{link_from_shown, shown_from_link};

#[test]
fn a_link_keeps_the_chip() {
    let link = "#/tcgen05/4000404000014042?chip=sm_107a";
    let shown = shown_from_link(link);
    assert!(shown.notices.is_empty(), "{:?}", shown.notices);
    assert_eq!(link_from_shown(&shown.shown), link);
    for wrong in ["#/wgmma?chip=sm_103a", "#/?chip=sm_120", "#/?chip=sm_5"] {
        assert_eq!(shown_from_link(wrong).notices.len(), 1, "{wrong}");
    }
}
