//! The list of lessons and that of the glossary: what they say, and where they lead.

use serde_json::json;
use swizzle_learn::{LESSONS, TERMS};
use swizzle_tests::webdriver::Result;

use crate::page::Page;
use crate::stop::address;

/// What a lesson taught stands at its end, with the way to the next; the list of lessons goes on behind the last answer.
#[test]
fn a_lesson_ends_with_what_it_taught_and_the_course_goes_on() -> Result<()> {
    let last = LESSONS[0].stops.len() - 1;
    let page = Page::open("#/learn")?;
    let onward = |expected: &str| {
        let words = "return document.querySelector('.learn-onward')?.textContent ?? ''";
        page.session().wait_for(expected, |_| {
            Ok((page.text_of(words)? == expected).then_some(()))
        })
    };
    let first = LESSONS[0].stops[0].title;
    onward(&format!("BeginLesson 1, stop 1: {first}"))?;
    page.goto(&address(0, last))?;
    let stop = page.opens_stop(0, last)?;
    let learned = "return document.querySelectorAll('.learn-learned li').length";
    page.session().wait_for("the card", |session| {
        let count = session.execute(learned, &[])?;
        Ok((count == json!(LESSONS[0].learned.len())).then_some(()))
    })?;
    page.answer_right(stop)?;
    let next = LESSONS[1].title;
    page.enter(&format!("Continue with lesson 2: {next}"))?;
    page.opens_stop(1, 0)?;
    page.goto("#/learn")?;
    onward(&format!(
        "ContinueLesson 2, stop 1: {}",
        LESSONS[1].stops[0].title
    ))?;
    page.enter("Continue")?;
    page.opens_stop(1, 0)?;
    Ok(())
}

#[test]
fn the_glossary_says_each_term_in_a_sentence() -> Result<()> {
    let page = Page::open("#/glossary")?;
    let expected: Vec<String> = TERMS
        .iter()
        .map(|term| format!("{}: {}", term.title, term.sentence()))
        .collect();
    let said = "return [...document.querySelectorAll('.glossary-entry')]
        .filter((entry) => entry.querySelector('svg path'))
        .map((entry) => `${entry.querySelector('h2').textContent}: ${entry.querySelector('p').textContent}`)
        .join('\\n')";
    page.session().wait_for("every term", |_| {
        Ok((page.text_of(said)? == expected.join("\n")).then_some(()))
    })
}

#[test]
fn an_address_of_nothing_says_so() -> Result<()> {
    let page = Page::open("#/learn/zzz")?;
    let said = "return document.querySelector('main [role=status]')?.textContent ?? ''";
    for (address, expected) in [
        ("#/learn/zzz", "There is no lesson “zzz”. These are all."),
        ("#/glossary/zzz", "There is no word “zzz”. These are all."),
        ("#/learn", ""),
        ("#/glossary", ""),
    ] {
        page.goto(address)?;
        page.session().wait_for(address, |_| {
            Ok((page.text_of(said)? == expected).then_some(()))
        })?;
    }
    Ok(())
}

/// On a phone, at 400 % of a desktop's screen and on a desk: the list, the glossary and the end of a lesson.
#[test]
fn nothing_scrolls_sideways() -> Result<()> {
    let page = Page::open("#/learn")?;
    let last = address(1, LESSONS[1].stops.len() - 1);
    let term = format!("#/glossary/{}", TERMS[0].slug);
    let wide =
        "return document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth";
    for (width, height, scale) in [(320, 640, 1.0), (390, 844, 3.0), (1440, 900, 1.0)] {
        page.resize(width, height, scale)?;
        for address in ["#/learn", &last, "#/glossary", &term] {
            page.goto(address)?;
            page.session()
                .wait_until(address, "return document.querySelector('main h1')")?;
            let out = page.session().execute(wide, &[])?;
            assert_eq!(out, json!(0), "{address} at {width} × {height}");
        }
    }
    Ok(())
}
