//! Scripts and styles inside the document itself, and their entries in the document's own policy: nothing that is put there
//! otherwise is run or used.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// A script or a style sheet in the document.
pub(crate) struct Inline {
    /// The element around it.
    pub(crate) element: String,
    /// How the policy calls it.
    pub(crate) source: String,
}

impl Inline {
    /// In an element of this name.
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let hash = STANDARD.encode(Sha256::digest(text));
        Self { element: format!("<{name}>{text}</{name}>"), source: format!("'sha256-{hash}'") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_is_the_hash_of_what_stands_between_the_tags() {
        // The example of the Content Security Policy's own text.
        let inline = Inline::new("script", "alert('Hello, world.');");
        assert_eq!(inline.element, "<script>alert('Hello, world.');</script>");
        assert_eq!(inline.source, "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
    }
}
