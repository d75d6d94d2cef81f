//! What is around the squares of any page: the title with its fixes and tools, and the drawer.

use super::*;
use swizzle_text::Mend;

/// A verdict as a title, and what it depends on.
pub fn headline(tone: Option<&'static str>, words: String, rests: Option<&str>) -> Html {
    let rests = rests.filter(|rests| !rests.is_empty());
    in_turn((
        tag("h1", classes!(tone, tone.map(|_| "toned")), (sign(tone), span("", words)))
            .with("aria-live", "polite"),
        rests.map(|rests| tag("small", "q s", in_groups(rests))),
    ))
}

/// The title of a verdict.
pub fn title<C>(line: &VerdictLine<C>) -> Html {
    headline(tone(false, line), in_groups(&line.headline), line.reservation.as_deref())
}

/// The title's row: the verdict, what acts on it, and tools at the end.
pub fn verdict_row<C>(line: &VerdictLine<C>, more: Html, tools: Html) -> Html {
    div("verdict-row", (title(line), more, tools)).with("data-verdict", line.kind.name())
}

/// Fixes, of which the first is the main one.
pub fn fixes<'m, C: Clone + 'static>(all: impl IntoIterator<Item = &'m Mend<C>>, on: &Callback<C>) -> Html {
    let fix = |(at, mend): (usize, &Mend<C>)| {
        let class = if at == 0 { "is-main" } else { "" };
        text_button(class, &in_groups(&mend.label), sends(on, mend.change.clone()))
    };
    several(all.into_iter().enumerate().map(fix))
}

/// Counts of findings, which open them; another press closes them.
pub fn findings_button(words: String, found: Option<Html>, onclick: Callback<MouseEvent>) -> Html {
    let opened = found.map(|found| over("is-over", "Findings", onclick.clone(), found));
    opener("word-place", "plain s", None, words, opened, onclick)
}

/// What opens over a page, with its name and what closes it.
pub fn over(class: &'static str, name: &'static str, on_close: Callback<MouseEvent>, content: Html) -> Html {
    let content = in_turn((titled(name, close(on_close)), content));
    pop(class, name, content)
}

/// What opens the drawer, at the end of the sentence.
pub fn all_parameters(is_open: bool, onclick: Callback<MouseEvent>) -> Html {
    unfolds("more", is_open, in_turn((icon(icon::EDIT), "All parameters")), onclick)
}

/// All parameters, beside the page or in a sheet. Escape closes it, and returns to what opened it.
pub fn drawer(on_close: Callback<MouseEvent>, content: Html) -> Html {
    let onkeydown = |event: KeyboardEvent| {
        if event.key() == "Escape" && !event.default_prevented() {
            event.prevent_default();
            browser::click(".drawer [aria-label=Close]");
            browser::focus(".more");
        }
    };
    html! {
        <aside class="drawer" aria-label="All parameters" {onkeydown}>
            <div class="row apart"><h2 class="l b">{ "All parameters" }</h2>{ close(on_close) }</div>
            { content }
        </aside>
    }
}

/// A section of the drawer.
pub fn drawer_section(name: &'static str, fields: Html) -> Html {
    bare("section", (tag("h3", "title", name), fields))
}

/// A page under its bar. The drawer is beside it, on a narrow screen in a sheet.
pub fn whole(
    class: impl Into<Classes>,
    is_narrow: bool,
    bar: Html,
    main: Html,
    drawer: Option<Html>,
) -> Html {
    let beside = (drawer.is_some() && !is_narrow).then_some("has-drawer");
    let drawer = drawer.map(|drawer| if is_narrow { tag("section", "sheet-open", drawer) } else { drawer });
    div(classes!(class.into(), beside, is_narrow.then_some("is-narrow")), in_turn((bar, main, drawer)))
}

/// The bar of sheets of a narrow screen, and the one that is open. `faults` are counted beside the findings.
pub fn sheets(look: Look, faults: usize, on: &Callback<Look>, content: impl FnOnce(Sheet) -> Html) -> Html {
    let found = match faults {
        0 => "Findings".into(),
        faults => format!("Findings {faults}"),
    };
    let all = [
        (Sheet::Edit, icon::EDIT, "Edit".into()),
        (Sheet::Bits, icon::BITS, "Bits".into()),
        (Sheet::Findings, icon::NOTE, found),
        (Sheet::Trace, icon::TRACE, "Trace".into()),
    ];
    let tab = |(sheet, drawing, words): (Sheet, &'static str, String)| {
        let sheet = Some(sheet).filter(|sheet| look.sheet != Some(*sheet));
        press("", (icon(drawing), words), sends(on, Look { sheet, ..look }))
            .with("aria-expanded", sheet.is_none())
    };
    in_turn((
        look.sheet.map(|sheet| tag("section", "sheet-open", content(sheet))),
        tag("nav", "sheet-bar", all.map(tab)).with("aria-label", "Sheets"),
    ))
}

/// A section under its title.
pub fn part(title: &'static str, content: Html) -> Html {
    bare("section", (bare("h2", title), content))
}

/// Names and values, each with the class of both.
pub fn rows<N: Into<AttrValue>>(
    class: &'static str,
    all: impl IntoIterator<Item = (N, Html, &'static str)>,
) -> Html {
    let row = |(name, value, class): (N, Html, &'static str)| {
        div(class, (tag("dt", "toned", name.into()), bare("dd", value)))
    };
    tag("dl", classes!("facts", class), all.into_iter().map(row))
}

/// Leads to what is below the foot.
pub fn to_below(words: &'static str) -> Html {
    let onclick = Callback::from(|_: MouseEvent| browser::scroll_to(".below"));
    p("s q last", plain("", format!("{words} ↓"), onclick))
}

/// A text in lines, with a button that copies it.
pub fn copies(name: &'static str, text: &str) -> Html {
    html! { <div class="stack gap-1"><pre class="code" tabindex="0" role="group" aria-label={name}>{ text }</pre><CopyButton text={text.to_owned()} what={name} /></div> }
}
