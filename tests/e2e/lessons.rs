//! The lessons, every stop of them answered without a mouse.

use serde_json::json;
use swizzle_learn::LESSONS;
use swizzle_tests::sample;
use swizzle_tests::webdriver::{Result, keys};

use crate::page::Page;

/// Walks through some lessons from the list, and nothing but keys is touched; through the first of them where a sample is
/// asked, since tests/learn judges the answers of all.
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
        page.does("says .learn-course li small = all answered")?;
    }
    Ok(())
}

#[test]
fn keys_alone_lead_through_the_first_lessons() -> Result<()> {
    walk(0..5)
}

#[test]
fn keys_alone_lead_through_the_lessons_on_layouts() -> Result<()> {
    walk(5..14)
}

#[test]
fn keys_alone_lead_through_the_last_lessons() -> Result<()> {
    walk(14..LESSONS.len())
}
