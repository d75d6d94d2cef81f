//! A page embedded in a page of another site: its picture without the bar, and a link to the whole page.

use super::*;

/// The bar of a page; where the page is embedded, the link to the whole page.
pub fn bar_or_way(props: &PageProps) -> Html {
    if !is_embedded() {
        return other_bar(props);
    }
    let hash = browser::hash();
    late_style::add(over_style!("embedded.css"));
    let onclick = |_: MouseEvent| {
        // The address includes the changes since then.
        if let Some(way) = browser::find(".embedded-way") {
            let _ = way.set_attribute("href", &browser::address_with(&link_now()));
        }
    };
    html! { <a class="embedded-way" href={browser::address_with(&hash)} target="_blank" rel="noopener" {onclick}>{ "Open in Swizzle Atlas" }</a> }
}

/// Whether the page is embedded in a page of another site.
pub fn is_embedded() -> bool {
    let queries = [browser::query(), browser::query_of(&browser::hash()).to_owned()];
    let is_asked = |query: &String| browser::value_in(query, "embed").is_some();
    queries.iter().any(is_asked)
}
