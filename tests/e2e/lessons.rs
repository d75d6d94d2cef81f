//! The lessons and the glossary: every stop answered without a mouse, and what a reader can do beside.

use serde_json::json;
use swizzle_learn::{LESSONS, Line, Span, TERMS};
use swizzle_tests::sample;
use swizzle_tests::webdriver::{Result, keys};

use crate::page::Page;
use crate::stop::{address, lines, stops_of};

/// The list of lessons, what is said of the answers of each.
const PROGRESS: &str = "return [...document.querySelectorAll('.learn-course li small')]
    .map((small) => small.textContent).join('\\n')";

/// What is said of a lesson in the list.
fn progress_of(page: &Page, lesson: usize) -> Result<String> {
    let all = page.text_of(PROGRESS)?;
    Ok(all.lines().nth(lesson).unwrap_or_default().to_owned())
}

/// Walks through some lessons from the list, and nothing but keys is touched; through the first of them where a sample is
/// asked, since web/src/tests/lessons.rs answers all.
fn walk(lessons: std::ops::Range<usize>) -> Result<()> {
    let page = Page::open("#/learn")?;
    let lessons: Vec<_> = lessons.collect();
    for &lesson in sample(&lessons, lessons.len()) {
        let count = LESSONS[lesson].stops.len();
        page.enter(LESSONS[lesson].title)?;
        for place in 0..count {
            let stop = page.opens_stop(lesson, place)?;
            page.says(&json!({ "isAtHeading": true }))?;
            page.answer_right(stop)?;
            let is_last = (lesson, place) == (LESSONS.len() - 1, count - 1);
            if !is_last {
                let (lesson, place) = if place + 1 < count { (lesson, place + 1) } else { (lesson + 1, 0) };
                let next = LESSONS[lesson].stops[place].title;
                page.tab_to(&format!("Next: {next} →"), false)?;
                page.session().chord(&[keys::ENTER])?;
            }
        }
        let next = LESSONS.get(lesson + 1);
        if let Some(next) = next {
            page.says(&json!({ "heading": next.stops[0].title }))?;
        }
        // The line over the title leads back to the road.
        let here = next.map_or(lesson, |_| lesson + 1);
        page.tab_to(&format!("Lesson {} · {}", here + 1, LESSONS[here].title), true)?;
        page.session().chord(&[keys::ENTER])?;
        page.says(&json!({ "address": "#/learn", "isAtHeading": true }))?;
        assert_eq!(progress_of(&page, lesson)?, "all answered");
    }
    Ok(())
}

#[test]
fn keys_alone_lead_through_the_first_lessons() -> Result<()> {
    walk(0..3)
}

#[test]
fn keys_alone_lead_through_the_next_lessons() -> Result<()> {
    walk(3..6)
}

#[test]
fn keys_alone_lead_through_the_lessons_after_those() -> Result<()> {
    walk(6..12)
}

#[test]
fn keys_alone_lead_through_the_lessons_on_tcgen05_and_kernels() -> Result<()> {
    walk(12..17)
}

#[test]
fn keys_alone_lead_through_the_lessons_on_tensor_memory() -> Result<()> {
    walk(17..LESSONS.len())
}

/// This matrix has 64 rows, of which 16 are in view; keys lead to the others.
#[test]
fn a_view_that_is_cut_says_how_much_is_left() -> Result<()> {
    let page = Page::open(&address(3, 0))?;
    let session = page.session();
    let says = |rows: &str| {
        let says =
            format!("return document.querySelector('.learn-rest')?.textContent === 'rows {rows} of 64'");
        session.wait_until(rows, &says).map(drop)
    };
    says("0–15")?;
    session.execute("document.querySelector('.learn-figure .cell-touch').focus()", &[])?;
    for (key, rows) in [(keys::DOWN, "0–15"), (keys::DOWN, "0–15"), (keys::PAGE_DOWN, "16–31")] {
        session.chord(&[key])?;
        says(rows)?;
    }
    Ok(())
}

/// How many names the open control of a sentence offers.
const CHOICES: &str = "return document.querySelectorAll('.learn-text .word-place .pop button').length";

/// Where the words around a control depend on it, they are drawn anew: the control stays what is being edited.
#[test]
fn a_control_in_a_sentence_keeps_the_focus() -> Result<()> {
    let page = Page::open("#/learn")?;
    for (lesson, place) in stops_of(|_| true) {
        let stop = &LESSONS[lesson].stops[place];
        let depends = |line: &Line| line.spans().any(|span| matches!(span, Span::If(..)));
        let label = lines(stop).filter(depends).flat_map(Line::spans).find_map(|span| match span {
            Span::Knob("swizzle" | "swizzle_alone") => Some("Swizzle:"),
            Span::Knob("sbo_bytes") => Some("SBO in bytes:"),
            _ => None,
        });
        let Some(label) = label else {
            continue;
        };
        page.goto(&address(lesson, place))?;
        page.opens_stop(lesson, place)?;
        let before = page.stop()?;
        page.tab_into(label, false, ".learn-text")?;
        let mut has_changed = false;
        let mut choices = Vec::new();
        if label == "Swizzle:" {
            page.session().chord(&[keys::ENTER])?;
            let count = page.session().execute(CHOICES, &[])?;
            choices = vec![[keys::TAB, keys::ENTER]; count.as_u64().unwrap_or_default() as usize];
            assert!(choices.len() > 1, "{}", stop.title);
        }
        // A number is stepped by the arrow keys; each name is chosen from what Enter opens.
        let (keys, kept) = match label {
            "Swizzle:" => (
                choices.concat(),
                "return document.activeElement.closest('.learn-text .word-place') !== null",
            ),
            _ => (
                vec![keys::UP, keys::UP, keys::DOWN],
                "return document.activeElement.matches('.learn-text .word')",
            ),
        };
        for key in keys {
            page.session().chord(&[key])?;
            has_changed |= page.stop()?["text"] != before["text"];
            assert_eq!(page.session().execute(kept, &[])?, true, "{}", stop.title);
        }
        assert!(has_changed, "{}", stop.title);
    }
    Ok(())
}

#[test]
fn back_and_forward_go_between_stops() -> Result<()> {
    let page = Page::open(&address(0, 0))?;
    page.opens_stop(0, 0)?;
    page.session().find(".learn-onward-of-stops a")?.click()?;
    page.opens_stop(0, 1)?;
    page.session().back()?;
    page.opens_stop(0, 0)?;
    page.session().forward()?;
    page.opens_stop(0, 1)?;
    Ok(())
}

/// What of a term beside its word is there: the entry's name, and whether the word and the entry have the focus.
const ENTRY: &str = "
    const word = document.querySelector('.learn-text .learn-term');
    const entry = document.querySelector('.term-card [role=dialog]');
    return [entry?.getAttribute('aria-label') ?? '',
        document.activeElement === word, entry?.contains(document.activeElement) ?? false].join(' ')";

#[test]
fn a_term_opens_beside_its_word_and_leads_to_its_entry() -> Result<()> {
    let page = Page::open(&address(0, 0))?;
    let link = page.session().find(".learn-text .learn-term")?;
    let (words, href) = (link.text()?, link.attribute("href")?.unwrap_or_default());
    let slug = href.trim_start_matches("#/glossary/").to_owned();
    let term = TERMS.iter().find(|term| term.slug == slug);
    let title = term.expect("a term of the glossary").title;
    let is = |expected: &str| {
        page.session().wait_for(expected, |_| {
            let found = page.text_of(ENTRY)?;
            Ok((found == expected).then_some(()))
        })
    };
    page.tab_to(&words, false)?;
    page.session().chord(&[keys::ENTER])?;
    is(&format!("{title} false true"))?;
    let drawn = "return document.querySelector('.learn-pop svg')";
    page.session().wait_until("its figure", drawn)?;
    page.session().chord(&[keys::ESCAPE])?;
    is(" true false")?;
    // A press elsewhere.
    link.click()?;
    is(&format!("{title} false true"))?;
    page.session().find("main h1")?.click()?;
    is(" false false")?;
    link.click()?;
    is(&format!("{title} false true"))?;
    page.session().find(".term-card .learn-ways a:last-child")?.click()?;
    let open = format!("return document.querySelector('.now h2')?.textContent === '{title}'");
    page.session().wait_until("the entry", &open)?;
    page.session().wait_until("its figure", "return document.querySelector('.now canvas')")?;
    let is_focused = format!("return document.activeElement.id === 'term-{slug}'");
    page.session().wait_until("the focus", &is_focused)?;
    Ok(())
}
