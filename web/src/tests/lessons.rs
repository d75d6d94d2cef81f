//! The lessons: what a stop says of an answer, and how it follows its figure. That keys alone lead through all of them is asked
//! in `tests/e2e`.

use serde_json::{Value, json};
use swizzle_code::number_from_text;
use swizzle_core::{Named, Swizzle};
use swizzle_learn::{Answer, Judged, Kind, LESSONS, Line, Span, Stop, hint, offered, shown_from_keys};
use swizzle_view::{Shown, link_from_shown};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, Page, Result};
use super::stop::{
    READ, address, answer, facts_of, lines, opened, option, spec_of, stops_of, text_of, typed, values_of,
    words,
};

/// The field of an answer.
const NUMBER: &str = "Your answer: decimal, or hex with 0x";

/// The list of lessons, what is said of the answers of each.
const PROGRESS: &str = "return [...document.querySelectorAll('.learn-course li small')]
    .map((small) => small.textContent).join('\\n')";

/// Gives the focus to the control with a name, as the Tab key does: with all of its content selected.
const FOCUS: &str = "
    const [name, around] = arguments;
    const found = [...document.querySelector(around).querySelectorAll('input, select')].find((one) =>
        (one.ariaLabel ?? one.labels[0]?.textContent.trim()) === name);
    found.focus();
    found.select?.()";

impl Page {
    /// Waits until parts of what a stop shows are these.
    pub(super) async fn says(&self, parts: &Value) -> Result<()> {
        self.wait_for(&format!("{parts:#}"), || {
            let shown = self.execute(READ, &[])?;
            let parts = parts.as_object().into_iter().flatten();
            for (part, expected) in parts {
                if shown[part] != *expected {
                    return Err(Fault::new(format!("{part} is {:#}", shown[part])));
                }
            }
            Ok(Some(()))
        })
        .await
    }

    /// Waits for a stop as it is when it is opened.
    pub(super) async fn opens_stop(&self, lesson: usize, place: usize) -> Result<&'static Stop> {
        self.says(&opened(lesson, place)?).await?;
        Ok(&LESSONS[lesson].stops[place])
    }

    /// Goes to the field of this name, which a word of the text opens where there is one, and writes there.
    async fn writes(&self, name: &str, text: &str) -> Result<()> {
        let word = format!(".learn-text .word[aria-label^='{name}'][aria-expanded=false]");
        if self.find(&word).is_ok() {
            self.click_on(&word).await?;
        }
        self.execute(FOCUS, &[name, ".lesson"])?;
        self.write(text).await
    }

    /// Has the answer told: the first press is for a hint, where there is one.
    pub(super) async fn is_told(&self, stop: &Stop) -> Result<()> {
        if !stop.ask.hint.is_empty() {
            self.press("Hint").await?;
        }
        self.press("Show answer").await
    }

    /// Chooses a swizzle mode under the figure: from a list, or from some buttons.
    async fn turns_swizzle(&self, mode: Swizzle) -> Result<()> {
        match self.find("figcaption select[aria-label=Swizzle]") {
            Ok(list) => self.pick_from(list.unchecked_ref(), mode.name()).await,
            Err(_) => {
                let button = format!("//figcaption//button[normalize-space()='{}']", mode.name());
                self.click_on_xpath(&button).await
            }
        }
    }
}

/// What a stop says before its question, with the numbers of a state of its tile.
fn text(stop: &Stop, state: &Shown) -> Result<Value> {
    Ok(text_of(stop, &spec_of(state)?))
}

/// The numbers in it.
fn values(stop: &Stop, state: &Shown) -> Result<Value> {
    Ok(values_of(stop, &spec_of(state)?))
}

/// What a number is told that no slip leads to.
fn look_at(stop: &Stop) -> Result<String> {
    Ok(words(stop.ask.hint, &*facts_of(stop, stop.asked_link())?))
}

/// What is said of a lesson in the list.
fn progress_of(page: &Page, lesson: usize) -> Result<String> {
    let all = page.text_of(PROGRESS)?;
    Ok(all.lines().nth(lesson).unwrap_or_default().to_owned())
}

#[test]
async fn a_wrong_number_is_kept_and_the_answer_is_told() -> Result<()> {
    let (lesson, place) =
        stops_of(|kind| matches!(kind, Kind::Number(_))).next().expect("a number is asked for");
    let page = Page::open(&address(lesson, place)).await?;
    let stop = page.opens_stop(lesson, place).await?;
    let no_number = number_from_text("123456789x").expect_err("x is no digit");
    let no_number = format!("Not yet. {no_number}.");
    let looks = format!("Not yet. {}", look_at(stop)?);
    for (letters, typed, wrong) in [("123456789", "123456789", &looks), ("x", "123456789x", &no_number)] {
        match letters {
            "x" => page.write("x").await?,
            _ => page.writes(NUMBER, letters).await?,
        }
        page.key("Enter").await?;
        page.says(&json!({ "wrong": wrong, "typed": typed, "right": null })).await?;
    }
    page.press("Show answer").await?;
    page.says(&json!({ "told": answer(stop)?, "wrong": null, "typed": "123456789x" })).await?;
    // To be told is not to answer.
    let none = vec![false; LESSONS[lesson].stops.len()];
    page.says(&json!({ "dots": none })).await
}

/// The slip of the field in place of bytes, whose number the core works out.
#[test]
async fn a_likely_slip_is_named() -> Result<()> {
    let (lesson, place) =
        stops_of(|kind| matches!(kind, Kind::Number("sbo_bytes"))).next().expect("SBO is asked for");
    let page = Page::open(&address(lesson, place)).await?;
    let stop = page.opens_stop(lesson, place).await?;
    let field = typed(stop, "sbo_field")?;
    let answer = Answer::Number(field.parse().expect("a field is a number"));
    let slip = hint(stop, &answer).expect("a slip that is known");
    page.writes(NUMBER, &field).await?;
    page.key("Enter").await?;
    page.says(&json!({ "wrong": format!("Not yet. {slip}"), "typed": field })).await
}

#[test]
async fn a_wrong_choice_can_be_mended_and_what_was_answered_is_remembered() -> Result<()> {
    let (lesson, place) =
        stops_of(|kind| matches!(kind, Kind::Choose(_))).next().expect("a choice is asked for");
    let link = address(lesson, place);
    let page = Page::open(&link).await?;
    let stop = page.opens_stop(lesson, place).await?;
    let Kind::Choose(options) = stop.ask.kind else {
        unreachable!("it was looked for");
    };
    let press =
        async |judged| -> Result<()> { page.press(options[option(stop, options.len(), judged)?].0).await };
    press(Judged::Wrong).await?;
    let wrong = Answer::Choice(option(stop, options.len(), Judged::Wrong)?);
    let slip = hint(stop, &wrong).expect("what is wrong with it is known");
    page.says(&json!({ "wrong": format!("Not yet. {slip}"), "right": null })).await?;
    press(Judged::Right).await?;
    page.says(&json!({ "right": format!("Right. {}", answer(stop)?), "wrong": null })).await?;

    let count = LESSONS[lesson].stops.len();
    let dots: Vec<bool> = (0..count).map(|at| at == place).collect();
    page.says(&json!({ "dots": dots })).await?;
    page.goto(&link).await?;
    let right = format!("Right. {}", answer(stop)?);
    page.says(&json!({ "heading": stop.title, "right": right, "dots": dots })).await?;
    page.press("Try again").await?;
    page.opens_stop(lesson, place).await?;
    page.says(&json!({ "dots": dots })).await?;
    page.goto("#/learn").await?;
    assert_eq!(progress_of(&page, lesson)?, format!("1 of {count} answered"));
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
            && [Swizzle::B32, Swizzle::B64, Swizzle::B128].iter().all(offers)
            && values(Swizzle::B32).is_some()
            && values(Swizzle::B32) != values(Swizzle::B128)
    };
    stops_of(|_| true).find(|(lesson, place)| has(*lesson, *place)).expect("a text follows its figure")
}

/// The figure of a stop in another mode.
fn in_mode(link: &str, mode: Swizzle) -> Shown {
    let mut changed = shown_from_keys(link);
    changed.said.tile.swizzle = Some(mode);
    changed
}

#[test]
async fn numbers_follow_the_figure_until_it_is_reset() -> Result<()> {
    let (lesson, place) = stop_with_swizzle();
    let page = Page::open(&address(lesson, place)).await?;
    let stop = page.opens_stop(lesson, place).await?;
    for mode in [Swizzle::B32, Swizzle::B64, Swizzle::B128] {
        page.turns_swizzle(mode).await?;
        let changed = in_mode(stop.figure.link, mode);
        page.says(&json!({
            "values": values(stop, &changed)?,
            "text": text(stop, &changed)?,
        }))
        .await?;
    }
    page.press("Reset").await?;
    page.opens_stop(lesson, place).await?;
    Ok(())
}

/// The numbers of one of the sentences, with a control in it: the words around stay as they are.
#[test]
async fn a_control_in_a_sentence_changes_the_numbers() -> Result<()> {
    let is_knob = |span: Span| matches!(span, Span::Knob("sbo_bytes" | "lbo_bytes"));
    let found = stops_of(|_| true).find(|(lesson, place)| {
        let stop = &LESSONS[*lesson].stops[*place];
        let has_values = values(stop, &shown_from_keys(stop.figure.link)).is_ok_and(|all| all != json!([]));
        has_values && lines(stop).flat_map(Line::spans).any(is_knob)
    });
    let (lesson, place) = found.expect("a control in a sentence");
    let page = Page::open(&address(lesson, place)).await?;
    let stop = page.opens_stop(lesson, place).await?;
    let Some(Span::Knob(key)) = lines(stop).flat_map(Line::spans).find(|span| is_knob(*span)) else {
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
    // While it is typed, before anything ends it.
    page.writes(label, "4096").await?;
    page.says(&json!({ "values": values(stop, &changed)?, "text": text(stop, &changed)? })).await
}

/// A stride that no field can hold is refused where it is typed, and the figure stays as it is.
#[test]
async fn a_stride_between_two_units_is_refused() -> Result<()> {
    let is_lbo = |span: Span| matches!(span, Span::Knob("lbo_bytes"));
    let found = stops_of(|kind| matches!(kind, Kind::Make(_))).find(|(lesson, place)| {
        let stop = &LESSONS[*lesson].stops[*place];
        lines(stop).flat_map(Line::spans).any(is_lbo)
    });
    let (lesson, place) = found.expect("LBO in a sentence");
    let page = Page::open(&address(lesson, place)).await?;
    let stop = page.opens_stop(lesson, place).await?;
    page.writes("LBO in bytes", "1").await?;
    let fault = "return document.querySelector('.lesson [role=alert]')?.textContent ?? ''";
    page.wait_for("why it is refused", || {
        Ok((page.text_of(fault)? == "1 is not a multiple of 16").then_some(()))
    })
    .await?;
    let begins = shown_from_keys(stop.figure.link);
    page.says(&json!({ "values": values(stop, &begins)? })).await?;
    // Nor is the figure judged as if nothing had been typed.
    page.press("Check").await?;
    let wrong = "Not yet. A number was rejected, so the previous one still applies. The reason is beside it.";
    page.says(&json!({ "wrong": wrong })).await?;
    // All of it: a field that Tab leads to is selected.
    page.writes("LBO in bytes", "16").await?;
    page.wait_for("no fault", || Ok(page.text_of(fault)?.is_empty().then_some(()))).await
}

/// To be told marks the cell, and does not count as an answer.
#[test]
async fn the_cell_that_was_asked_for_is_marked() -> Result<()> {
    let (lesson, place) =
        stops_of(|kind| matches!(kind, Kind::Click { .. })).next().expect("a click is asked for");
    let page = Page::open(&address(lesson, place)).await?;
    let stop = page.opens_stop(lesson, place).await?;
    let marks = "return document.querySelectorAll('.learn-figure .hot').length";
    page.is_told(stop).await?;
    page.wait_for("the mark", || Ok((page.execute(marks, &[])? != json!(0)).then_some(()))).await?;
    let none = vec![false; LESSONS[lesson].stops.len()];
    page.says(&json!({ "told": answer(stop)?, "right": null, "dots": none })).await?;
    page.press("Try again").await?;
    page.wait_for("no mark", || Ok((page.execute(marks, &[])? == json!(0)).then_some(()))).await?;
    page.opens_stop(lesson, place).await?;
    Ok(())
}

/// A question about memory shows memory before the answer, and a number about an element lights its cell after it.
#[test]
async fn the_picture_acts_after_a_number() -> Result<()> {
    let page = Page::open(&address(3, 2)).await?;
    let is_coming = "return document.querySelector('.learn-before canvas') && !document.querySelector('.learn-before .hot')";
    page.wait_until("memory before the answer", is_coming).await?;
    page.execute(FOCUS, &[NUMBER, ".learn-ask"])?;
    page.write("0x410").await?;
    page.press("Check").await?;
    let lit = "return document.querySelector('[data-verdict=right]') && document.querySelectorAll('.learn-figure .hot').length === 2 && !document.querySelector('.learn-before')";
    page.wait_until("its cell in both views", lit).await.map(drop)
}

#[test]
async fn a_whole_lesson_is_one_page() -> Result<()> {
    let lesson = &LESSONS[0];
    let page = Page::open(&format!("#/learn/{}/all", lesson.slug)).await?;
    let titles: Vec<&str> = lesson.stops.iter().map(|stop| stop.title).collect();
    let shown = "return [...document.querySelectorAll('.learn-whole .learn')]
        .filter((stop) => stop.querySelector('canvas') && stop.querySelector('.learn-question'))
        .map((stop) => stop.querySelector('h2').textContent).join('\\n')";
    page.wait_for("the stops", || Ok((page.text_of(shown)? == titles.join("\n")).then_some(()))).await
}

#[test]
async fn an_address_of_no_lesson_shows_the_course() -> Result<()> {
    let page = Page::open("#/learn/no-such-lesson/3").await?;
    let expected: Vec<String> =
        LESSONS.iter().map(|lesson| format!("{} stops", lesson.stops.len())).collect();
    assert_eq!(page.text_of(PROGRESS)?, expected.join("\n"));
    // A stop that is not there is the nearest that is.
    let last = LESSONS[0].stops.len() - 1;
    page.goto(&format!("#/learn/{}/99", LESSONS[0].slug)).await?;
    page.says(&json!({ "heading": LESSONS[0].stops[last].title })).await
}

#[test]
async fn the_atlas_opens_what_the_figure_shows() -> Result<()> {
    let (lesson, place) = stop_with_swizzle();
    let page = Page::open(&address(lesson, place)).await?;
    let stop = page.opens_stop(lesson, place).await?;
    let mode = Swizzle::B32;
    page.turns_swizzle(mode).await?;
    let changed = in_mode(stop.figure.link, mode);
    let to = link_from_shown(&changed);
    let open = "//a[normalize-space()='Open in Check']";
    page.wait_for("the link", || {
        let href = page.find_xpath(open)?.get_attribute("href");
        Ok((href.as_deref() == Some(&to)).then_some(()))
    })
    .await?;
    page.click_on_xpath(open).await?;
    page.has_address_of(&changed).await?;
    Ok(())
}

/// A question about digits has them before it, with the bits of the field in its colour, and the tile only after the answer.
#[test]
async fn a_question_about_digits_shows_them() -> Result<()> {
    let page = Page::open("#/learn/a-strangers-descriptor/1").await?;
    let text = |css: &str| {
        let all = format!("[...document.querySelectorAll('{css}')]");
        format!("return {all}.map((one) => one.textContent).join('')")
    };
    page.wait_until("the digits", "return document.querySelector('.learn-digits')").await?;
    assert_eq!(page.text_of(&text(".learn-digits b"))?, "4000000800010040");
    // SBO is 8 in bits 45 to 32.
    assert_eq!(page.text_of(&text(".learn-digits i.tint-sbo"))?, "00000000001000");
    assert_eq!(page.text_of(&text(".learn-digits i.tint-swizzle"))?, "01");
    assert_eq!(page.text_of(&text(".learn-digits .tint-sbo code"))?, "00 0000 0000 1000");
    let is_hidden = "return !document.querySelector('.learn-pictures')";
    assert_eq!(page.execute(is_hidden, &[])?, true);
    page.is_told(&LESSONS[14].stops[0]).await?;
    let is_there = "return document.querySelector('.learn-pictures').checkVisibility()";
    page.wait_until("the tile", is_there).await?;
    Ok(())
}

/// A cell that is pressed in the other view is no answer, and a question that is open marks nothing in it.
#[test]
async fn a_question_about_memory_is_answered_in_memory() -> Result<()> {
    let page = Page::open("#/learn/the-xor/1").await?;
    let stop = page.opens_stop(5, 0).await?;
    let touch = ".learn-figure .cell-touch[aria-label=Memory]";
    page.execute("document.querySelector(arguments[0]).focus()", &[touch])?;
    // Element (5, 8) is in slot 4 of line 5.
    for key in [&["ArrowDown"; 6][..], &["ArrowRight"; 4][..], &["Enter"]].concat() {
        page.key(key).await?;
    }
    page.says(&json!({ "right": format!("Right. {}", answer(stop)?) })).await
}

/// Enter checks a number, and then goes on.
#[test]
async fn enter_checks_and_then_goes_on() -> Result<()> {
    let page = Page::open("#/learn/the-xor/2").await?;
    let stop = page.opens_stop(5, 1).await?;
    page.writes(NUMBER, &typed(stop, "unit_in_line 6 16")?).await?;
    page.key("Enter").await?;
    page.says(&json!({ "right": format!("Right. {}", answer(stop)?) })).await?;
    let mains = "return document.querySelectorAll('.lesson .is-main').length";
    assert_eq!(page.execute(mains, &[])?, json!(1));
    page.key("Enter").await?;
    page.opens_stop(5, 2).await?;
    Ok(())
}
