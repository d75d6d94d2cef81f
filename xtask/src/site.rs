//! The address that the page is published at. The page itself needs none; whoever draws a card for a pasted link does.

use anyhow::{Result, ensure};

/// A folder of a host: `https://example.org/atlas/`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Site(String);

impl Site {
    /// Reads an address; the slash at its end may be left out.
    pub(crate) fn parse(address: &str) -> Result<Site> {
        let host = ["https://", "http://"].iter().find_map(|scheme| address.strip_prefix(scheme));
        let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "-._~%:/[]@".contains(sign);
        ensure!(
            host.is_some_and(|host| !host.is_empty() && host.chars().all(is_plain)),
            "the site must be the address of a folder, like https://example.org/atlas/, not `{address}`"
        );
        Ok(Site(format!("{}/", address.trim_end_matches('/'))))
    }
}

/// The document's lines on where the page and its preview are. Without a site they are relative, which most readers of
/// such lines do not follow.
///
/// No `rel=canonical`: browsers on phones share that address in place of the one on screen, and a layout would be lost.
pub(crate) fn tags(site: Option<&Site>, preview: &str) -> String {
    let base = site.map_or("./", |site| &site.0);
    format!(
        "<meta property=\"og:url\" content=\"{base}\">\n\
         <meta property=\"og:image\" content=\"{base}{preview}\">"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_a_folder_of_a_host() {
        for address in ["https://example.org/atlas", "https://example.org/atlas/"] {
            assert_eq!(Site::parse(address).expect(address).0, "https://example.org/atlas/");
        }
        for address in [
            "",
            "example.org",
            "https://",
            "ftp://example.org/",
            "https://example.org/?a#b",
            "https://example.org/\"><b>",
        ] {
            assert!(Site::parse(address).is_err(), "{address}");
        }
    }

    #[test]
    fn addresses_are_absolute_where_the_site_is_known() {
        let tags = |site: Option<Site>| tags(site.as_ref(), "p.png");
        assert!(tags(Site::parse("https://a.org/b").ok()).contains("\"https://a.org/b/p.png\""));
        assert!(tags(None).contains("\"./p.png\""));
    }
}
