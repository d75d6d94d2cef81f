//! Where the list of lessons leads, and where the parts of a stop's page are.

use serde_json::json;
use swizzle_learn::{Kind, LESSONS, TERMS};
use swizzle_tests::webdriver::Result;

use crate::page::Page;
use crate::stop::{address, stops_of};

/// A lesson ends with what it taught and the way to the next; the list of lessons continues after the last answer.
#[test]
fn a_lesson_ends_with_what_it_taught_and_the_course_goes_on() -> Result<()> {
    let last = LESSONS[0].stops.len() - 1;
    let page = Page::open("#/learn")?;
    let onward = |expected: &str| {
        let words = "return document.querySelector('.learn-onward')?.textContent ?? ''";
        page.session().wait_for(expected, |_| Ok((page.text_of(words)? == expected).then_some(())))
    };
    // The journey is first.
    onward("Start")?;
    page.goto(&address(0, last))?;
    let stop = page.opens_stop(0, last)?;
    let learned = "return document.querySelectorAll('.learn-learned li').length";
    // Not before the answer.
    assert_eq!(page.session().execute(learned, &[])?, json!(0));
    page.answer_right(stop)?;
    page.session().wait_for("the card", |session| {
        let count = session.execute(learned, &[])?;
        Ok((count == json!(LESSONS[0].learned.len())).then_some(()))
    })?;
    let next = LESSONS[1].stops[0].title;
    page.enter(&format!("Next: {next} →"))?;
    page.opens_stop(1, 0)?;
    page.goto("#/learn")?;
    onward(&format!("Continue: {next}"))?;
    page.enter(&format!("Continue: {next}"))?;
    page.opens_stop(1, 0)?;
    Ok(())
}

/// On a phone a stop explains before it asks, and its foot leads to the question while that is further down.
#[test]
fn a_phone_explains_before_it_asks() -> Result<()> {
    let page = Page::open("#/learn")?;
    page.resize(390, 844, 3.0)?;
    let order = "
        const tops = ['.learn-text > p:not(.learn-address)', '.learn-figure', '.learn-ask']
            .map((css) => document.querySelector(css).getBoundingClientRect().top);
        return tops.every((top, at) => !at || tops[at - 1] < top) ? '' : tops.join()";
    for (lesson, stop) in [(0, 0), (0, 2), (3, 1), (5, 0), (17, 0), (19, 0)] {
        page.goto(&address(lesson, stop))?;
        page.opens_stop(lesson, stop)?;
        page.has_nothing_wrong("text, picture, question", order)?;
    }
    page.goto(&address(0, 0))?;
    page.opens_stop(0, 0)?;
    let session = page.session();
    session.find(".learn-to-question")?.click()?;
    session.wait_until(
        "the question",
        "const { top, bottom } = document.querySelector('.learn-ask').getBoundingClientRect();
         const foot = document.querySelector('.learn-steps').getBoundingClientRect().top;
         return top >= 0 && bottom <= foot",
    )?;
    Ok(())
}

/// On a phone, at 400 % of a desktop's screen and on a desk: the list, the glossary and the end of a lesson.
#[test]
fn nothing_scrolls_sideways() -> Result<()> {
    let page = Page::open("#/learn")?;
    let last = address(1, LESSONS[1].stops.len() - 1);
    let term = format!("#/glossary/{}", TERMS[0].slug);
    let wide = "return document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth";
    for (width, height, scale) in [(320, 640, 1.0), (390, 844, 3.0), (1440, 900, 1.0)] {
        page.resize(width, height, scale)?;
        for address in ["#/learn", &last, "#/glossary", &term] {
            page.goto(address)?;
            page.session().wait_until(address, "return document.querySelector('main h1')")?;
            let out = page.session().execute(wide, &[])?;
            assert_eq!(out, json!(0), "{address} at {width} × {height}");
        }
    }
    Ok(())
}

/// What is wrong with the page of a stop: bars of stops that are not in the middle or not of one height, a control that touches the one above,
/// names of axes that are cut, cells of two views that do not begin beside each other.
const ASKEW: &str = "
    const box = (element) => element.getBoundingClientRect();
    const all = (selector) => [...document.querySelectorAll(selector)];
    const wrong = [];
    const [steps, dots] = ['.learn-steps', '.learn-dots'].map((selector) => box(document.querySelector(selector)));
    const middle = (one) => (one.left + one.right) / 2;
    if (Math.abs(middle(steps) - middle(dots)) > 1) wrong.push('dots');
    for (const dot of all('.learn-dot')) {
        const { width, height } = getComputedStyle(dot, '::before');
        if (height !== '4px' || parseFloat(width) % 1) wrong.push(`a dot of ${width} by ${height}`);
    }
    const controls = document.querySelector('.learn-controls');
    const above = controls.previousElementSibling;
    if (above && box(controls).top - box(above).bottom < 6) wrong.push('controls');
    const check = document.querySelector('.learn-ask .is-main');
    const tell = document.querySelector('.learn-ask .learn-acts .plain');
    const isApart = () => box(tell).top - box(check).bottom >= 6 || box(tell).left - box(check).right >= 6;
    if (check && tell && !isApart()) wrong.push('Show answer');
    for (const name of all('.learn-view .ax')) {
        const view = name.closest('.cell-view');
        if (name.textContent && box(name).left < box(view).left) wrong.push(name.textContent);
    }
    const views = all('.learn-view:has(canvas)');
    const tops = all('.is-two > .learn-view canvas').map((canvas) => box(canvas).top);
    if (tops.length === 2 && tops[0] !== tops[1]) wrong.push(`cells at ${tops}`);
    const isDrawn = views.length || all('.learn-figure :is(canvas, .plane)').length;
    return isDrawn ? wrong.join() : 'no view'";

#[test]
fn the_page_of_a_stop_is_in_order() -> Result<()> {
    // The first of all and the last, one whose task is to set something, heads of one digit, two views.
    let set = stops_of(|kind| matches!(kind, Kind::Make(_)));
    let last = LESSONS.len() - 1;
    let others = [(0, 0), (0, 1), (0, 4), (last, LESSONS[last].stops.len() - 1)];
    let page = Page::open(&address(0, 0))?;
    for (lesson, stop) in others.into_iter().chain(set.take(1)) {
        page.goto(&address(lesson, stop))?;
        page.opens_stop(lesson, stop)?;
        for (width, height) in [(320, 640), (390, 844), (1280, 900)] {
            page.resize(width, height, 1.0)?;
            page.has_nothing_wrong(&format!("stop {stop} of lesson {lesson} at {width}"), ASKEW)?;
        }
    }
    Ok(())
}

/// A read has few columns: then the memory beside it, which has eight and longer numbers, has the wider cells it needs.
#[test]
fn a_narrow_matrix_leaves_its_room_to_the_memory() -> Result<()> {
    let page = Page::open("#/learn/the-descriptor/2")?;
    page.resize(1280, 900, 1.0)?;
    let widths = "
        const widths = [...document.querySelectorAll('.learn-view canvas')].map((canvas) => Number(canvas.dataset.cellWidth));
        return widths.length === 2 && widths[1] > 34 ? '' : `${widths}`";
    page.has_nothing_wrong("the widths of cells", widths)
}

/// What is wrong with a stop on a phone: a view that is not seen, a loom too small to read, a question away from the views.
const OFF_THE_PHONE: &str = "
    const box = (element) => element.getBoundingClientRect();
    const all = (selector) => [...document.querySelectorAll(selector)];
    const wrong = [];
    const views = all('.learn-figure .learn-view canvas');
    if (views.some((view) => getComputedStyle(view).visibility === 'hidden')) wrong.push('a view that is not seen');
    for (const svg of all('.wires')) {
        const sizes = [...svg.querySelectorAll('text')].map((text) => parseFloat(getComputedStyle(text).fontSize));
        if (Math.min(...sizes) < 9) wrong.push(`letters of ${Math.min(...sizes)}`);
    }
    const apart = box(document.querySelector('.learn-ask')).top - box(document.querySelector('.learn-figure')).bottom;
    if (apart < 0 || apart > 40) wrong.push(`the question ${apart} below the figure`);
    return views.length ? wrong.join() : 'no view'";

#[test]
fn a_phone_shows_a_figure_and_its_question() -> Result<()> {
    let page = Page::open(&address(0, 0))?;
    page.resize(390, 844, 3.0)?;
    for stop in
        ["rows-are-not-enough/1", "the-xor/1", "k-major/1", "start-and-base-offset/3", "the-descriptor/2"]
    {
        page.goto(&format!("#/learn/{stop}"))?;
        page.has_nothing_wrong(stop, OFF_THE_PHONE)?;
    }
    Ok(())
}

/// A name right above a bracket is of that bracket alone.
#[test]
fn names_of_bits_stand_over_no_bracket_but_their_own() -> Result<()> {
    let page = Page::open("#/learn")?;
    page.resize(1440, 900, 1.0)?;
    let astray = "
        const wires = document.querySelector('.learn-wires .wires');
        if (!wires) return 'no wires';
        const groups = [...wires.querySelectorAll('g:has(> .brace)')];
        const box = (one) => one.getBBox();
        const over = groups.filter((group) => {
            const { x, width } = box(group.querySelector('.words'));
            const own = group.querySelector('.brace');
            return groups.some((other) => {
                const brace = other.querySelector('.brace');
                return brace !== own && Math.abs(box(brace).y - box(own).y) < 10 && box(brace).x < x + width && x < box(brace).x + box(brace).width;
            });
        });
        return groups.length > 2 ? over.map((group) => group.textContent).join() : 'no braces'";
    for stop in ["the-xor/1", "the-xor/4", "k-major/1", "start-and-base-offset/2", "start-and-base-offset/3"]
    {
        page.goto(&format!("#/learn/{stop}"))?;
        page.has_nothing_wrong(stop, astray)?;
    }
    Ok(())
}
