//! The lessons and the glossary: every stop answered without a mouse, and what a reader can do beside.

use serde_json::json;
use swizzle_code::number_from_text;
use swizzle_core::{Named, Swizzle};
use swizzle_learn::{
    Answer, Judged, Kind, LESSONS, Line, Span, TERMS, hint, offered, shown_from_keys,
};
use swizzle_tests::webdriver::{Result, keys};
use swizzle_view::{Shown, link_from_shown};

use crate::page::Page;
use crate::stop::{address, answer, lines, look_at, option, stops_of, text, typed, values};

/// The list of lessons, what is said of the answers of each.
const PROGRESS: &str = "return [...document.querySelectorAll('.learn-course li small')]
    .map((small) => small.textContent).join('\\n')";

/// What is said of a lesson in the list.
fn progress_of(page: &Page, lesson: usize) -> Result<String> {
    let all = page.text_of(PROGRESS)?;
    Ok(all.lines().nth(lesson).unwrap_or_default().to_owned())
}

/// Walks through some lessons from the list, and nothing but keys is touched.
fn walk(lessons: std::ops::Range<usize>) -> Result<()> {
    let page = Page::open("#/learn")?;
    for lesson in lessons {
        let count = LESSONS[lesson].stops.len();
        page.enter(LESSONS[lesson].title)?;
        for place in 0..count {
            let stop = page.opens_stop(lesson, place)?;
            page.says(&json!({ "isAtHeading": true }))?;
            let is_behind = page.answer_right(stop)?;
            let is_last = (lesson, place) == (LESSONS.len() - 1, count - 1);
            if !is_last {
                page.tab_to("Next →", is_behind)?;
                page.session().chord(&[keys::ENTER])?;
            }
        }
        let next = LESSONS.get(lesson + 1);
        if let Some(next) = next {
            page.says(&json!({ "heading": next.stops[0].title }))?;
        }
        page.tab_to("Lessons", true)?;
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
    walk(6..9)
}

#[test]
fn keys_alone_lead_through_the_last_lessons() -> Result<()> {
    walk(9..LESSONS.len())
}

#[test]
fn a_wrong_number_is_kept_and_the_answer_is_told() -> Result<()> {
    let (lesson, place) = stops_of(|kind| matches!(kind, Kind::Number(_)))
        .next()
        .expect("a number is asked for");
    let page = Page::open(&address(lesson, place))?;
    let stop = page.opens_stop(lesson, place)?;
    page.tab_to("Your answer: decimal, or hex behind 0x", false)?;
    let no_number = number_from_text("123456789x").expect_err("x is no digit");
    let no_number = format!("Not yet. {no_number}.");
    let looks = format!("Not yet. {}", look_at(stop)?);
    for (letters, typed, wrong) in [
        ("123456789", "123456789", &looks),
        ("x", "123456789x", &no_number),
    ] {
        page.type_here(letters)?;
        page.session().chord(&[keys::ENTER])?;
        page.says(&json!({ "wrong": wrong, "typed": typed, "right": null }))?;
    }
    page.press("Tell me")?;
    page.says(&json!({ "told": answer(stop)?, "wrong": null, "typed": "123456789x" }))?;
    // To be told is not to answer.
    let none = vec![false; LESSONS[lesson].stops.len()];
    page.says(&json!({ "dots": none }))
}

/// The slip of the field in place of bytes, whose number the core works out.
#[test]
fn a_likely_slip_is_named() -> Result<()> {
    let (lesson, place) = stops_of(|kind| matches!(kind, Kind::Number("sbo_bytes")))
        .next()
        .expect("SBO is asked for");
    let page = Page::open(&address(lesson, place))?;
    let stop = page.opens_stop(lesson, place)?;
    let field = typed(stop, "sbo_field")?;
    let answer = Answer::Number(field.parse().expect("a field is a number"));
    let slip = hint(stop, &answer).expect("a slip that is known");
    page.tab_to("Your answer: decimal, or hex behind 0x", false)?;
    page.type_here(&field)?;
    page.session().chord(&[keys::ENTER])?;
    page.says(&json!({ "wrong": format!("Not yet. {slip}"), "typed": field }))
}

#[test]
fn a_wrong_choice_can_be_mended_and_what_was_answered_is_remembered() -> Result<()> {
    let (lesson, place) = stops_of(|kind| matches!(kind, Kind::Choose(_)))
        .next()
        .expect("a choice is asked for");
    let link = address(lesson, place);
    let page = Page::open(&link)?;
    let stop = page.opens_stop(lesson, place)?;
    let Kind::Choose(options) = stop.ask.kind else {
        unreachable!("it was looked for");
    };
    let press = |judged| page.press(options[option(stop, options.len(), judged)?].0);
    press(Judged::Wrong)?;
    let wrong = Answer::Choice(option(stop, options.len(), Judged::Wrong)?);
    let slip = hint(stop, &wrong).expect("what is wrong with it is known");
    page.says(&json!({ "wrong": format!("Not yet. {slip}"), "right": null }))?;
    press(Judged::Right)?;
    page.says(&json!({ "right": format!("Right. {}", answer(stop)?), "wrong": null }))?;

    let count = LESSONS[lesson].stops.len();
    let dots: Vec<bool> = (0..count).map(|at| at == place).collect();
    page.says(&json!({ "dots": dots }))?;
    page.goto(&link)?;
    let right = format!("Right. {}", answer(stop)?);
    page.says(&json!({ "heading": stop.title, "right": right, "dots": dots }))?;
    page.press("Ask me again")?;
    page.opens_stop(lesson, place)?;
    page.says(&json!({ "dots": dots }))?;
    page.goto("#/learn")?;
    assert_eq!(
        progress_of(&page, lesson)?,
        format!("1 of {count} answered")
    );
    Ok(())
}

/// The first stop whose figure and text say how many bytes an atom has, with a control for its swizzle mode.
fn stop_with_swizzle() -> (usize, usize) {
    let has = |lesson: usize, place: usize| {
        let stop = &LESSONS[lesson].stops[place];
        let turns = stop.figure.knobs.contains(&"swizzle");
        let values = |mode| {
            let mut changed = shown_from_keys(stop.figure.link);
            changed.said.tile.swizzle = Some(mode);
            values(stop, &changed).ok()
        };
        let offers = |mode: &Swizzle| {
            offered(&stop.figure, "swizzle").is_some_and(|names| names.contains(&mode.name()))
        };
        turns
            && [Swizzle::B32, Swizzle::B64, Swizzle::B128]
                .iter()
                .all(offers)
            && values(Swizzle::B32).is_some()
            && values(Swizzle::B32) != values(Swizzle::B128)
    };
    stops_of(|_| true)
        .find(|(lesson, place)| has(*lesson, *place))
        .expect("a text follows its figure")
}

/// The figure of a stop in another mode.
fn in_mode(link: &str, mode: Swizzle) -> Shown {
    let mut changed = shown_from_keys(link);
    changed.said.tile.swizzle = Some(mode);
    changed
}

/// The first stop's matrix has 64 rows, of which a desktop shows some.
#[test]
fn a_view_that_is_cut_says_how_much_is_left() -> Result<()> {
    let page = Page::open(&address(0, 0))?;
    let session = page.session();
    session.wait_until(
        "how many rows are left",
        "const view = document.querySelector('.learn-figure .grid-scroller');
         const left = document.querySelector('.learn-figure .grid-rest')?.textContent;
         const canvas = view?.querySelector('canvas');
         if (!left || !canvas) return false;
         const seen = view.querySelector('.grid-window').clientHeight - (canvas.getBoundingClientRect().top - view.getBoundingClientRect().top);
         return left === `${64 - Math.floor(seen / view.dataset.cellHeight)} more rows ↓`",
    )?;
    session.execute(
        "const view = document.querySelector('.learn-figure .grid-scroller'); view.scrollTop = view.scrollHeight",
        &[],
    )?;
    session.wait_until(
        "that none are left at the end",
        "return !document.querySelector('.learn-figure .grid-rest')",
    )?;
    Ok(())
}

#[test]
fn numbers_follow_the_figure_until_it_is_reset() -> Result<()> {
    let (lesson, place) = stop_with_swizzle();
    let page = Page::open(&address(lesson, place))?;
    let stop = page.opens_stop(lesson, place)?;
    for mode in [Swizzle::B32, Swizzle::B128, Swizzle::B64] {
        let list = "figcaption select[aria-label=Swizzle]";
        let name = mode.name();
        let option = page
            .session()
            .find(&format!("{list} option[value='{name}']"))?;
        option.click()?;
        let changed = in_mode(stop.figure.link, mode);
        page.says(&json!({
            "values": values(stop, &changed)?,
            "text": text(stop, &changed)?,
        }))?;
    }
    page.press("Reset")?;
    page.opens_stop(lesson, place)?;
    Ok(())
}

/// The numbers of one of the sentences, with a control in it: the words around stay as they are.
#[test]
fn a_control_in_a_sentence_changes_the_numbers() -> Result<()> {
    let is_knob = |span: Span| matches!(span, Span::Knob("sbo_bytes" | "lbo_bytes"));
    let found = stops_of(|_| true).find(|(lesson, place)| {
        let stop = &LESSONS[*lesson].stops[*place];
        let has_values =
            values(stop, &shown_from_keys(stop.figure.link)).is_ok_and(|all| all != json!([]));
        has_values && lines(stop).flat_map(Line::spans).any(is_knob)
    });
    let (lesson, place) = found.expect("a control in a sentence");
    let page = Page::open(&address(lesson, place))?;
    let stop = page.opens_stop(lesson, place)?;
    let Some(Span::Knob(key)) = lines(stop)
        .flat_map(Line::spans)
        .find(|span| is_knob(*span))
    else {
        unreachable!("it was looked for");
    };
    let mut changed = shown_from_keys(stop.figure.link);
    let label = if key == "sbo_bytes" {
        changed.said.tile.sbo_bytes = Some(4096);
        "SBO in bytes"
    } else {
        changed.said.tile.lbo_bytes = Some(4096);
        "LBO in bytes"
    };
    page.tab_to(label, false)?;
    // While it is typed, before anything ends it.
    page.type_here("4096")?;
    page.says(&json!({ "values": values(stop, &changed)?, "text": text(stop, &changed)? }))
}

/// Where the words around a control depend on it, they are drawn anew: the control stays what is being edited.
#[test]
fn a_control_in_a_sentence_keeps_the_focus() -> Result<()> {
    let page = Page::open("#/learn")?;
    for (lesson, place) in stops_of(|_| true) {
        let stop = &LESSONS[lesson].stops[place];
        let depends = |line: &Line| line.spans().any(|span| matches!(span, Span::If(..)));
        let label = lines(stop)
            .filter(depends)
            .flat_map(Line::spans)
            .find_map(|span| match span {
                Span::Knob("swizzle" | "swizzle_alone") => Some("Swizzle"),
                Span::Knob("sbo_bytes") => Some("SBO in bytes"),
                _ => None,
            });
        let Some(label) = label else {
            continue;
        };
        page.goto(&address(lesson, place))?;
        page.opens_stop(lesson, place)?;
        let before = page.stop()?;
        page.tab_into(label, false, ".learn-text")?;
        let keys = match label {
            "Swizzle" => [keys::UP, keys::DOWN, keys::DOWN, keys::DOWN],
            _ => ["8", "1", "9", "2"],
        };
        let mut has_changed = false;
        for key in keys {
            page.session().chord(&[key])?;
            has_changed |= page.stop()?["text"] != before["text"];
            assert_eq!(page.focus()?, label, "{}", stop.title);
        }
        assert!(has_changed, "{}", stop.title);
    }
    Ok(())
}

/// A stride that no field can hold is refused where it is typed, and the figure stays as it is.
#[test]
fn a_stride_between_two_units_is_refused() -> Result<()> {
    let is_lbo = |span: Span| matches!(span, Span::Knob("lbo_bytes"));
    let found = stops_of(|kind| matches!(kind, Kind::Make(_))).find(|(lesson, place)| {
        let stop = &LESSONS[*lesson].stops[*place];
        lines(stop).flat_map(Line::spans).any(is_lbo)
    });
    let (lesson, place) = found.expect("LBO in a sentence");
    let page = Page::open(&address(lesson, place))?;
    let stop = page.opens_stop(lesson, place)?;
    page.tab_into("LBO in bytes", false, ".learn-text")?;
    page.type_here("1")?;
    let fault = "return document.querySelector('.learn-text .fault')?.textContent ?? ''";
    page.session().wait_for("why it is refused", |_| {
        Ok((page.text_of(fault)? == "1 is no multiple of 16").then_some(()))
    })?;
    let begins = shown_from_keys(stop.figure.link);
    page.says(&json!({ "values": values(stop, &begins)? }))?;
    // Nor is the figure judged as if nothing had been typed.
    page.press("Check")?;
    let wrong =
        "Not yet. A number was not taken, and the one before it still holds. Beside it stands why.";
    page.says(&json!({ "wrong": wrong }))?;
    page.tab_into("LBO in bytes", false, ".learn-text")?;
    page.session().chord(&[keys::END])?;
    page.type_here("6")?;
    page.session().wait_for("no fault", |_| {
        Ok(page.text_of(fault)?.is_empty().then_some(()))
    })
}

/// To be told marks the cell, and does not count as an answer.
#[test]
fn the_cell_that_was_asked_for_is_marked() -> Result<()> {
    let (lesson, place) = stops_of(|kind| matches!(kind, Kind::Click { .. }))
        .next()
        .expect("a click is asked for");
    let page = Page::open(&address(lesson, place))?;
    let stop = page.opens_stop(lesson, place)?;
    let marks = "return document.querySelectorAll('.grid-pinned').length";
    page.press("Tell me")?;
    page.session().wait_for("the mark", |session| {
        Ok((session.execute(marks, &[])? != json!(0)).then_some(()))
    })?;
    let none = vec![false; LESSONS[lesson].stops.len()];
    page.says(&json!({ "told": answer(stop)?, "right": null, "dots": none }))?;
    page.press("Ask me again")?;
    page.session().wait_for("no mark", |session| {
        Ok((session.execute(marks, &[])? == json!(0)).then_some(()))
    })?;
    page.opens_stop(lesson, place)?;
    Ok(())
}

#[test]
fn back_and_forward_go_between_stops() -> Result<()> {
    let page = Page::open(&address(0, 0))?;
    page.opens_stop(0, 0)?;
    page.session().find(".learn-steps .is-main")?.click()?;
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
    const entry = document.querySelector('.learn-pop');
    return [entry?.getAttribute('aria-label') ?? '', word.getAttribute('aria-expanded'),
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
    is(&format!("{title} true false true"))?;
    let drawn = "return document.querySelector('.learn-pop canvas')";
    page.session().wait_until("its figure", drawn)?;
    page.session().chord(&[keys::ESCAPE])?;
    is(" false true false")?;
    // The focus goes back to the word, and further: the entry is gone.
    page.session().chord(&[keys::ENTER])?;
    is(&format!("{title} true false true"))?;
    page.session().chord(&[keys::SHIFT, keys::TAB])?;
    is(&format!("{title} true true false"))?;
    page.session().chord(&[keys::SHIFT, keys::TAB])?;
    is(" false false false")?;
    // A press elsewhere.
    link.click()?;
    is(&format!("{title} true false true"))?;
    page.session().find("main h1")?.click()?;
    is(" false false false")?;
    link.click()?;
    is(&format!("{title} true false true"))?;
    page.enter("Open in the glossary")?;
    let open = format!(
        "return document.querySelector('.glossary-entry.is-open h2')?.textContent === '{title}'"
    );
    page.session().wait_until("the entry", &open)?;
    page.session().wait_until(
        "its figure",
        "return document.querySelector('.glossary-entry.is-open canvas')",
    )?;
    let is_focused = format!("return document.activeElement.id === 'term-{slug}'");
    page.session().wait_until("the focus", &is_focused)?;
    Ok(())
}

#[test]
fn a_whole_lesson_is_one_page() -> Result<()> {
    let lesson = &LESSONS[0];
    let page = Page::open(&format!("#/learn/{}/all", lesson.slug))?;
    let titles: Vec<&str> = lesson.stops.iter().map(|stop| stop.title).collect();
    let shown = "return [...document.querySelectorAll('.learn-whole .learn')]
        .filter((stop) => stop.querySelector('canvas') && stop.querySelector('.learn-question'))
        .map((stop) => stop.querySelector('h2').textContent).join('\\n')";
    page.session().wait_for("the stops", |_| {
        Ok((page.text_of(shown)? == titles.join("\n")).then_some(()))
    })
}

#[test]
fn an_address_of_no_lesson_shows_the_course() -> Result<()> {
    let page = Page::open("#/learn/no-such-lesson/3")?;
    let expected: Vec<String> = LESSONS
        .iter()
        .map(|lesson| format!("{} stops", lesson.stops.len()))
        .collect();
    assert_eq!(page.text_of(PROGRESS)?, expected.join("\n"));
    // A stop that is not there is the nearest that is.
    let last = LESSONS[0].stops.len() - 1;
    page.goto(&format!("#/learn/{}/99", LESSONS[0].slug))?;
    page.says(&json!({ "heading": LESSONS[0].stops[last].title }))
}

#[test]
fn the_atlas_opens_what_the_figure_shows() -> Result<()> {
    let (lesson, place) = stop_with_swizzle();
    let page = Page::open(&address(lesson, place))?;
    let stop = page.opens_stop(lesson, place)?;
    let mode = Swizzle::B32;
    let name = mode.name();
    let option = format!("figcaption select[aria-label=Swizzle] option[value='{name}']");
    page.session().find(&option)?.click()?;
    let changed = in_mode(stop.figure.link, mode);
    let to = link_from_shown(&changed);
    let open = "//a[normalize-space()='Open in the atlas']";
    page.session().wait_for("the link", |session| {
        let href = session.find_xpath(open)?.attribute("href")?;
        Ok((href.as_deref() == Some(&to)).then_some(()))
    })?;
    page.session().find_xpath(open)?.click()?;
    page.shows_with_address(&changed)?;
    Ok(())
}
