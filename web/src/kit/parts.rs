//! Small parts without state, and texts as the page writes them.

use super::*;
use yew::html::IntoPropValue;

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
pub fn text_at(class: impl Into<Classes>, (x, y): (f64, f64), words: impl IntoPropValue<Html>) -> Html {
    html! { <text class={class.into()} x={x.to_string()} y={y.to_string()}>{ words.into_prop_value() }</text> }
}

/// A block of a drawing: its colour, its corner and its size.
pub fn rect(class: impl Into<Classes>, fill: Option<String>, at: [f64; 4]) -> Html {
    let [x, y, width, height] = at.map(|number| number.to_string());
    let style = fill.map(|fill| format!("fill:{fill}"));
    html! { <rect class={class.into()} {style} {x} {y} {width} {height} /> }
}

/// A line of a drawing.
pub fn path(class: impl Into<Classes>, d: impl Into<AttrValue>) -> Html {
    html! { <path class={class.into()} d={d.into()} /> }
}

/// What may be there, in a place of its own: what is before it stays the same element, with its focus, when it comes and goes. Yew
/// matches children from the last to the first, and an option that is empty is no child; the first of several needs none of this.
pub fn maybe(part: Option<Html>) -> Html {
    part.unwrap_or_default()
}

/// A button of the sheet's kinds.
pub fn button(
    class: &'static str,
    label: impl Into<AttrValue>,
    content: Html,
    onclick: Callback<MouseEvent>,
) -> Html {
    html! { <button type="button" class={classes!("button", class)} aria-label={label.into()} {onclick}>{ content }</button> }
}

/// A button of quiet words.
pub fn plain(class: &'static str, words: impl Into<AttrValue>, onclick: Callback<MouseEvent>) -> Html {
    html! { <button type="button" class={classes!("plain", class)} {onclick}>{ words.into() }</button> }
}

/// A button that stays pressed while what it stands for is chosen.
pub fn pressed(
    class: impl Into<Classes>,
    is_here: bool,
    content: Html,
    onclick: Callback<MouseEvent>,
) -> Html {
    html! { <button type="button" class={class.into()} aria-pressed={is_here.to_string()} {onclick}>{ content }</button> }
}

/// A button that unfolds something.
pub fn unfolds(class: &'static str, is_open: bool, content: Html, onclick: Callback<MouseEvent>) -> Html {
    html! { <button type="button" {class} aria-expanded={is_open.to_string()} {onclick}>{ content }</button> }
}

/// What is open over the page, with its name.
pub fn pop(class: &'static str, name: impl Into<AttrValue>, content: Html) -> Html {
    html! { <div class={classes!("pop", class)} role="dialog" aria-label={name.into()}>{ content }</div> }
}

/// A button, and what it opens over the page, while that is open. The classes are those of their place and of the button.
pub fn opener(
    place: &'static str,
    class: impl Into<Classes>,
    label: Option<String>,
    words: Html,
    pop: Option<Html>,
    onclick: Callback<MouseEvent>,
) -> Html {
    let is_open = pop.is_some().to_string();
    html! {
        <span class={place}>
            <button type="button" class={class.into()} aria-label={label} aria-haspopup="dialog" aria-expanded={is_open} {onclick}>{ words }</button>
            { maybe(pop) }
        </span>
    }
}

/// The heads of a table's columns; one without words is over the heads of rows.
pub fn heads(all: impl IntoIterator<Item = impl Into<AttrValue>>) -> Html {
    let head = |head: AttrValue| {
        if head.is_empty() {
            html! { <td></td> }
        } else {
            html! { <th scope="col">{ head }</th> }
        }
    };
    html! { <thead><tr>{ for all.into_iter().map(|one| head(one.into())) }</tr></thead> }
}

/// A row of a table: what it is of, then its cells.
pub fn tr(name: impl IntoPropValue<Html>, cells: impl IntoIterator<Item = impl IntoPropValue<Html>>) -> Html {
    let cells = cells.into_iter().map(IntoPropValue::into_prop_value);
    html! { <tr><th scope="row">{ name.into_prop_value() }</th>{ for cells.map(|cell: Html| html! { <td>{ cell }</td> }) }</tr> }
}

/// A table that scrolls in its place.
pub fn table(
    name: impl Into<AttrValue>,
    all: impl IntoIterator<Item = impl Into<AttrValue>>,
    rows: impl Iterator<Item = Html>,
) -> Html {
    html! { <div class="scroller" tabindex="0" role="region" aria-label={name.into()}><table class="table">{ heads(all) }<tbody>{ for rows }</tbody></table></div> }
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
pub fn p(class: impl Into<Classes>, content: impl IntoPropValue<Html>) -> Html {
    html! { <p class={class.into()}>{ content.into_prop_value() }</p> }
}

/// A part of a line.
pub fn span(class: impl Into<Classes>, content: impl IntoPropValue<Html>) -> Html {
    html! { <span class={class.into()}>{ content.into_prop_value() }</span> }
}

/// A block.
pub fn div(class: impl Into<Classes>, content: impl IntoPropValue<Html>) -> Html {
    html! { <div class={class.into()}>{ content.into_prop_value() }</div> }
}

/// Parts, one after another.
pub fn in_turn<const N: usize>(parts: [Html; N]) -> Html {
    parts.into_iter().collect()
}

/// A picture under its name.
pub fn figure(name: &'static str, picture: Html) -> Html {
    html! { <figure><figcaption><h2>{ name }</h2></figcaption>{ picture }</figure> }
}

/// Why what was typed is not taken.
pub fn fault_of(why: Option<String>) -> Html {
    maybe(why.map(|why| html! { <span class="hint is-wrong toned" role="alert">{ why }</span> }))
}

/// What is folded under its summary, in small letters.
pub fn folded(summary: impl IntoPropValue<Html>, content: Html) -> Html {
    html! { <details class="fold"><summary class="s q">{ summary.into_prop_value() }</summary>{ content }</details> }
}

/// What is said at once where something is wrong.
pub fn alert(class: &'static str, why: Option<impl IntoPropValue<Html>>) -> Html {
    maybe(why.map(|why| html! { <p {class} role="alert">{ why.into_prop_value() }</p> }))
}

/// A link.
pub fn a(class: &'static str, to: impl Into<AttrValue>, words: impl IntoPropValue<Html>) -> Html {
    html! { <a {class} href={to.into()}>{ words.into_prop_value() }</a> }
}

/// A title, and what is at the other end of its row.
pub fn titled(title: impl Into<AttrValue>, beside: Html) -> Html {
    html! { <div class="row apart"><h2>{ Into::<AttrValue>::into(title) }</h2>{ beside }</div> }
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
    let key = |(key, does): (&str, &str)| html! { <div><dt><kbd>{ key.to_owned() }</kbd></dt><dd>{ does.to_owned() }</dd></div> };
    html! { <dl class="facts">{ for key_lines(all).map(key) }</dl> }
}

/// A button that says in words what it does.
pub fn text_button(class: &'static str, words: &str, onclick: Callback<MouseEvent>) -> Html {
    button(class, words.to_owned(), html! { words }, onclick)
}

/// Source code under a name, its comments quiet; what goes on is indented under its line. `mark` begins a comment.
pub fn code_lines(name: &'static str, text: &str, mark: &str) -> Html {
    let line = |line: &str| {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let (code, comment) = line.split_at(line.find(mark).unwrap_or(line.len()));
        html! { <span style={format!("--indent:{indent}")}>{ code.to_owned() }<i class="q">{ comment.to_owned() }</i></span> }
    };
    html! { <pre class="code" tabindex="0" role="group" aria-label={name}><code>{ for text.split_inclusive('\n').map(line) }</code></pre> }
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
    let one = |notice: &Notice| html! { <p>{ quoted(&notice.part) }{ &notice.why }</p> };
    let left = all.len().saturating_sub(NOTICES);
    let ignore = on_ignore.map(|on| button("is-icon", "Ignore", icon(icon::CLOSE), on));
    html! { <div class="notices toned is-doubtful" role="status"><div>{ for all.iter().take(NOTICES).map(one) }if left > 0 { <p>{ format!("and {left} more") }</p> }</div>{ ignore }</div> }
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
