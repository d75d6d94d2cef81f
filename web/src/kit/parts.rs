//! Small parts without state, and texts as the page writes them.

use super::*;
use yew::html::IntoPropValue;
use yew::virtual_dom::VNode;

/// Contents that are one part.
pub struct One;

/// What an element holds: a text, a number, an element, what may be there, or several of these, one after another.
///
/// What may be there has a place of its own: what is before it stays the same element, with its focus, when it comes and goes.
/// Yew matches children from the last to the first, and an option that is empty is no child of `html!`.
pub trait Content<Kind> {
    /// The same as a node of the document.
    fn html(self) -> Html;
}

impl<T: IntoPropValue<Html>> Content<One> for T {
    fn html(self) -> Html {
        self.into_prop_value()
    }
}

/// Contents that come one after another, as many as there are.
pub struct Many<Kind>(Kind);

impl<I: Iterator<Item: Content<Kind>>, Kind> Content<Many<Kind>> for I {
    fn html(self) -> Html {
        self.map(Content::html).collect()
    }
}

impl<T: Content<Kind>, Kind, const N: usize> Content<[Kind; N]> for [T; N] {
    fn html(self) -> Html {
        self.into_iter().html()
    }
}

/// Several parts, each of its kind, as contents.
macro_rules! contents {
    ($($part:ident $kind:ident),+) => {
        impl<$($part: Content<$kind>, $kind),+> Content<($($kind,)+)> for ($($part,)+) {
            #[allow(non_snake_case, reason = "each is named as its type")]
            fn html(self) -> Html {
                let ($($part,)+) = self;
                vec![$($part.html()),+].into_prop_value()
            }
        }
    };
}

contents!(A Ka, B Kb);
contents!(A Ka, B Kb, C Kc);
contents!(A Ka, B Kb, C Kc, D Kd);
contents!(A Ka, B Kb, C Kc, D Kd, E Ke);
contents!(A Ka, B Kb, C Kc, D Kd, E Ke, F Kf);
contents!(A Ka, B Kb, C Kc, D Kd, E Ke, F Kf, G Kg);

/// The value of an attribute: a text, a number, a truth, or what may be there.
pub trait Attribute<Kind> {
    /// The text that the document has.
    fn value(self) -> Option<AttrValue>;
}

impl<T: IntoPropValue<Option<AttrValue>>> Attribute<One> for T {
    fn value(self) -> Option<AttrValue> {
        self.into_prop_value()
    }
}

/// Values that are written as they are shown.
macro_rules! shown_values {
    ($($shown:ty)+) => {
        $(impl Attribute<Self> for $shown {
            fn value(self) -> Option<AttrValue> {
                Some(self.to_string().into())
            }
        })+
    };
}

shown_values!(bool f64 i32 u32 usize);

/// An element that gets more attributes.
pub trait With {
    /// The same with an attribute, if it has a value.
    fn with<Kind>(self, name: &'static str, value: impl Attribute<Kind>) -> Self;
}

impl With for Html {
    fn with<Kind>(self, name: &'static str, value: impl Attribute<Kind>) -> Self {
        with_value(self, name, value.value())
    }
}

fn with_value(mut element: Html, name: &'static str, value: Option<AttrValue>) -> Html {
    if let (VNode::VTag(tag), Some(value)) = (&mut element, value) {
        Rc::make_mut(tag).add_attribute(name, value);
    }
    element
}

/// An element of the document or of a drawing.
pub fn tag<K>(name: &'static str, class: impl Into<Classes>, content: impl Content<K>) -> Html {
    tag_of(name, class.into(), content.html())
}

fn tag_of(name: &'static str, class: Classes, content: Html) -> Html {
    html! { <@{name} {class}>{ content }</@> }
}

/// The same without a class.
pub fn bare<K>(name: &'static str, content: impl Content<K>) -> Html {
    tag_of(name, Classes::new(), content.html())
}

/// A button.
pub fn press<K>(class: impl Into<Classes>, content: impl Content<K>, onclick: Callback<MouseEvent>) -> Html {
    press_of(class.into(), content.html(), onclick)
}

fn press_of(class: Classes, content: Html, onclick: Callback<MouseEvent>) -> Html {
    html! { <button type="button" {class} {onclick}>{ content }</button> }
}

/// Parts of any number, one after another.
pub fn several(parts: impl IntoIterator<Item = impl Into<Html>>) -> Html {
    parts.into_iter().collect()
}

/// Notices that are told one by one, and characters of a part that are quoted.
const NOTICES: usize = 5;
const QUOTED: usize = 80;

/// Sends a value, whatever happens.
pub fn sends<E, T: Clone + 'static>(on: &Callback<T>, value: T) -> Callback<E> {
    on.reform(move |_| value.clone())
}

/// Sends what comes of an event, if anything does.
pub fn sends_some<E, T: 'static>(on: &Callback<T>, of: impl Fn(E) -> Option<T> + 'static) -> Callback<E> {
    let on = on.clone();
    Callback::from(move |event| of(event).into_iter().for_each(|value| on.emit(value)))
}

/// A text in a drawing.
pub fn text_at<K>(class: impl Into<Classes>, (x, y): (f64, f64), words: impl Content<K>) -> Html {
    tag("text", class, words).with("x", x).with("y", y)
}

/// A block of a drawing: its colour, its corner and its size.
pub fn rect(class: impl Into<Classes>, fill: Option<String>, at: [f64; 4]) -> Html {
    let [x, y, width, height] = at.map(|number| number.to_string());
    let style = fill.map(|fill| format!("fill:{fill}"));
    html! { <rect class={class.into()} {style} {x} {y} {width} {height} /> }
}

/// A line of a drawing.
pub fn path(class: impl Into<Classes>, d: impl Into<AttrValue>) -> Html {
    tag("path", class, ()).with("d", d.into())
}

/// What may be there, in a place of its own: what is before it stays the same element, with its focus, when it comes and goes. Yew
/// matches children from the last to the first, and an option that is empty is no child; the first of several needs none of this.
pub fn maybe(part: Option<Html>) -> Html {
    part.unwrap_or_default()
}

/// A button of the sheet's kinds.
pub fn button<K>(
    class: &'static str,
    label: impl Into<AttrValue>,
    content: impl Content<K>,
    onclick: Callback<MouseEvent>,
) -> Html {
    press(classes!("button", class), content, onclick).with("aria-label", label.into())
}

/// A button of quiet words.
pub fn plain(class: &'static str, words: impl Into<AttrValue>, onclick: Callback<MouseEvent>) -> Html {
    press(classes!("plain", class), words.into(), onclick)
}

/// A button that stays pressed while what it stands for is chosen.
pub fn pressed<K>(
    class: impl Into<Classes>,
    is_here: bool,
    content: impl Content<K>,
    onclick: Callback<MouseEvent>,
) -> Html {
    press(class, content, onclick).with("aria-pressed", is_here)
}

/// A button that unfolds something.
pub fn unfolds<K>(
    class: impl Into<Classes>,
    is_open: bool,
    content: impl Content<K>,
    onclick: Callback<MouseEvent>,
) -> Html {
    press(class, content, onclick).with("aria-expanded", is_open)
}

/// What is open over the page, with its name.
pub fn pop<K>(class: impl Into<Classes>, name: impl Into<AttrValue>, content: impl Content<K>) -> Html {
    div(classes!("pop", class.into()), content).with("role", "dialog").with("aria-label", name.into())
}

/// A button, and what it opens over the page, while that is open. The classes are those of their place and of the button.
pub fn opener<K>(
    place: &'static str,
    class: impl Into<Classes>,
    label: Option<String>,
    words: impl Content<K>,
    pop: Option<Html>,
    onclick: Callback<MouseEvent>,
) -> Html {
    let button = unfolds(class, pop.is_some(), words, onclick);
    span(place, (button.with("aria-label", label).with("aria-haspopup", "dialog"), pop))
}

/// The heads of a table's columns; one without words is over the heads of rows.
pub fn heads(all: impl IntoIterator<Item = impl Into<AttrValue>>) -> Html {
    let head = |head: AttrValue| match &*head {
        "" => bare("td", ()),
        _ => bare("th", head).with("scope", "col"),
    };
    bare("thead", bare("tr", all.into_iter().map(|one| head(one.into()))))
}

/// A row of a table: what it is of, then its cells.
pub fn tr<K, L>(name: impl Content<K>, cells: impl IntoIterator<Item = impl Content<L>>) -> Html {
    let cells = cells.into_iter().map(|cell| bare("td", cell));
    bare("tr", (bare("th", name).with("scope", "row"), cells))
}

/// A table that scrolls in its place.
pub fn table(
    name: impl Into<AttrValue>,
    all: impl IntoIterator<Item = impl Into<AttrValue>>,
    rows: impl Iterator<Item = Html>,
) -> Html {
    scroller(name, tag("table", "table", (heads(all), bare("tbody", rows))))
}

/// What scrolls in its place.
pub fn scroller(name: impl Into<AttrValue>, content: Html) -> Html {
    div("scroller", content).with("tabindex", "0").with("role", "region").with("aria-label", name.into())
}

/// Closes what it is in.
pub fn close(onclick: Callback<MouseEvent>) -> Html {
    button("is-icon", "Close", icon(icon::CLOSE), onclick)
}

/// Pins a unit, or no longer.
pub fn pin(is_pinned: bool, onclick: Callback<MouseEvent>) -> Html {
    let (label, sign) = if is_pinned { ("Unpin", icon::CLOSE) } else { ("Pin", icon::PIN) };
    button("is-icon", label, icon(sign), onclick)
}

/// A paragraph of a class.
pub fn p<K>(class: impl Into<Classes>, content: impl Content<K>) -> Html {
    tag("p", class, content)
}

/// A part of a line.
pub fn span<K>(class: impl Into<Classes>, content: impl Content<K>) -> Html {
    tag("span", class, content)
}

/// A block.
pub fn div<K>(class: impl Into<Classes>, content: impl Content<K>) -> Html {
    tag("div", class, content)
}

/// Parts, one after another.
pub fn in_turn<K>(parts: impl Content<K>) -> Html {
    parts.html()
}

/// Controls that belong together, under a name that is not seen.
pub fn group<K>(class: impl Into<Classes>, name: impl Into<AttrValue>, content: impl Content<K>) -> Html {
    div(class, content).with("role", "group").with("aria-label", name.into())
}

/// A part of a page under a name that is not seen.
pub fn section<K>(class: impl Into<Classes>, name: impl Into<AttrValue>, content: impl Content<K>) -> Html {
    tag("section", class, content).with("aria-label", name.into())
}

/// A picture under its name.
pub fn figure(name: &'static str, picture: Html) -> Html {
    bare("figure", (bare("figcaption", bare("h2", name)), picture))
}

/// Why what was typed is not taken.
pub fn fault_of(why: Option<String>) -> Html {
    maybe(why.map(|why| span("hint is-wrong toned", why).with("role", "alert")))
}

/// What is folded under its summary, in small letters.
pub fn folded<K>(summary: impl Content<K>, content: Html) -> Html {
    tag("details", "fold", (tag("summary", "s q", summary), content))
}

/// What is said at once where something is wrong.
pub fn alert<K>(class: &'static str, why: Option<impl Content<K>>) -> Html {
    maybe(why.map(|why| p(class, why).with("role", "alert")))
}

/// A link.
pub fn a<K>(class: impl Into<Classes>, to: impl Into<AttrValue>, words: impl Content<K>) -> Html {
    tag("a", class, words).with("href", to.into())
}

/// A title, and what is at the other end of its row.
pub fn titled(title: impl Into<AttrValue>, beside: Html) -> Html {
    div("row apart", (bare("h2", title.into()), beside))
}

/// Keys, and what they do, of each line.
pub fn key_lines(keys: &str) -> impl Iterator<Item = (&str, &str)> {
    keys.lines().filter_map(|line| line.split_once(": "))
}

/// What the line of a key says, if there is one.
pub fn line_of(lines: &'static str, key: &str) -> &'static str {
    let found = key_lines(lines).find(|(of, _)| *of == key);
    found.map_or("", |(_, words)| words)
}

/// Keys, and what they do, a line each.
pub fn keys(all: &str) -> Html {
    let key = |(key, does): (&str, &str)| {
        div("", (bare("dt", bare("kbd", key.to_owned())), bare("dd", does.to_owned())))
    };
    tag("dl", "facts", key_lines(all).map(key))
}

/// A button that says in words what it does.
pub fn text_button(class: &'static str, words: &str, onclick: Callback<MouseEvent>) -> Html {
    button(class, words.to_owned(), words.to_owned(), onclick)
}

/// Source code under a name, its comments quiet; what goes on is indented under its line. `mark` begins a comment.
pub fn code_lines(name: &'static str, text: &str, mark: &str) -> Html {
    let line = |line: &str| {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let (code, comment) = line.split_at(line.find(mark).unwrap_or(line.len()));
        span("", (code.to_owned(), tag("i", "q", comment.to_owned())))
            .with("style", format!("--indent:{indent}"))
    };
    let lines = bare("code", text.split_inclusive('\n').map(line));
    tag("pre", "code", lines).with("tabindex", "0").with("role", "group").with("aria-label", name)
}

/// What of a link or a text could not be read, over the page; nothing where all was. `on_ignore` lets them go.
pub fn noticed(all: &[Notice], on_ignore: Option<Callback<MouseEvent>>) -> Html {
    if all.is_empty() {
        return Html::default();
    }
    let quoted = |part: &str| match part.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("“{}…”: ", &part[..end]),
        None => format!("“{part}”: "),
    };
    let one = |notice: &Notice| p("", (quoted(&notice.part), &notice.why));
    let left = all.len().saturating_sub(NOTICES);
    let ignore = on_ignore.map(|on| button("is-icon", "Ignore", icon(icon::CLOSE), on));
    let more = (left > 0).then(|| p("", format!("and {left} more")));
    let told = div("", (all.iter().take(NOTICES).map(one), more));
    div("notices toned is-doubtful", (told, ignore)).with("role", "status")
}

/// A text with its decimal numbers in groups of three digits, but for numbers of lines.
pub fn in_groups(text: &str) -> String {
    let mut is_line = false;
    let word = |word: &str| {
        let end = word.trim_end_matches([',', '.', ':', ')']);
        let number = end.parse().ok().filter(|_| end.bytes().all(|byte| byte.is_ascii_digit()));
        is_line = match (number, word.trim_start_matches('(')) {
            (None, word) => matches!(word, "line" | "lines") || is_line && word == "and",
            (Some(_), _) => is_line,
        };
        match number {
            Some(number) if end.len() > 3 && !is_line => grouped(number) + &word[end.len()..],
            _ => word.to_owned(),
        }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn only_decimal_numbers_have_groups() {
        assert_eq!(
            in_groups("Set SBO to 1024 B at 0x1024, 128 B, or 4096."),
            "Set SBO to 1,024 B at 0x1024, 128 B, or 4,096."
        );
        assert_eq!(
            in_groups("16384 bytes in lines 1766, 1769 and 1772, 16384 (line 1800)"),
            "16,384 bytes in lines 1766, 1769 and 1772, 16384 (line 1800)"
        );
    }
}
