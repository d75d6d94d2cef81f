//! The code that puts a view into another page.

use super::*;

/// The views that can be shown: in the address in small letters.
const VIEWS: [&str; 4] = ["Picture", "Matrix", "Memory", "Both"];

/// Properties of [`EmbedCode`].
#[derive(Properties, PartialEq)]
pub struct EmbedCodeProps {
    /// The values that the other page shows.
    pub shown: Shown,
}

/// The code, and which views it shows.
#[component]
pub fn EmbedCode(props: &EmbedCodeProps) -> Html {
    let (chosen, on_chosen) = use_value(|| None);
    let chosen = chosen.unwrap_or(match props.shown.view.shows {
        Shows::Picture => 0,
        Shows::Tile | Shows::Read => 1,
    });
    let views = VIEWS[chosen].to_ascii_lowercase();
    let code = embed_code(&browser::base(), &views, &link_from_shown(&props.shown));
    let views = choice("Show", &VIEWS, chosen, &on_chosen.reform(Some));
    let words = "The figure alone, live, in your page: light or dark as that page asks for.";
    embed(words, Some(views), code)
}

/// The code of a page that is a picture by itself.
pub fn page_code(link: &str) -> Html {
    let words = "The picture alone, live, in your page.";
    embed(words, None, embed_code(&browser::base(), "picture", link))
}

fn embed(words: &'static str, views: Option<Html>, code: String) -> Html {
    let content = in_turn((p("hint", words), views, copied(code, "embed code")));
    section("share-embed", "Embed", content)
}

/// The code for a view of a page at an address.
fn embed_code(base: &str, views: &str, link: &str) -> String {
    let address = format!("{base}?embed={views}{link}").replace('&', "&amp;");
    format!(
        "<iframe src=\"{address}\" title=\"Swizzle Atlas\" width=\"100%\" height=\"480\" loading=\"lazy\" allow=\"clipboard-write\" style=\"border: 0\"></iframe>"
    )
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn what_stands_in_an_attribute_is_escaped() {
        let code = embed_code("https://example.org/", "both", "#/figure/157?k=8&mn=8");
        assert!(code.contains("\"https://example.org/?embed=both#/figure/157?k=8&amp;mn=8\""));
    }
}
