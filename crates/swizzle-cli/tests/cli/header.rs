//! `swizzle header`: what the crate writes, as it is.

use swizzle_code::header_text;

use crate::program::swizzle;

#[test]
fn it_prints_the_header() {
    assert_eq!(swizzle("header").answer(), header_text());
}
