//! How every page is laid out: pages and states × sizes × themes in one test, and what is in view at once.

use swizzle_tests::webdriver::{Error, Result};

use crate::page::Page;

/// Width and height in CSS pixels, and pixels of the screen for each: a desk, a large one, a small laptop, a phone.
const SIZES: [(u32, u32, f64); 4] = [(1440, 900, 1.0), (1920, 1080, 1.0), (1024, 768, 1.0), (390, 844, 2.0)];

/// Pages and states of pages, by what they are judged and drawn by.
fn places() -> impl Iterator<Item = (&'static str, &'static str, bool)> {
    let rows = include_str!("cases/layout.tsv").lines().skip(1);
    rows.map(|row| match row.split('\t').collect::<Vec<_>>()[..] {
        [link, part, is_judged] => (link, part, is_judged == "true"),
        _ => panic!("{row}"),
    })
}

impl Page {
    /// Opens a place and waits until it is drawn.
    fn opens(&self, link: &str, part: &str) -> Result<()> {
        self.does(&format!("again {link}\nhas {part}\nsettles"))
    }

    /// What is wrong with how it is drawn now.
    fn astray(&self, is_judged: bool) -> Result<String> {
        let found = self.session().execute(include_str!("layout.js"), &[is_judged.into()])?;
        Ok(found.as_str().unwrap_or_default().to_owned())
    }
}

/// No text is cut, nothing is outside of the page or scrolls it sideways; one title, with the verdict in its row where the page
/// is judged; cells are squares that can be hit, letters can be read.
#[test]
fn every_page_is_laid_out_in_every_size_and_theme() -> Result<()> {
    let page = Page::new()?;
    let mut wrong = Vec::new();
    for (link, part, is_judged) in places() {
        // What is waited for is there at a desk.
        let (width, height, scale) = SIZES[0];
        page.resize(width, height, scale)?;
        page.opens(link, part)?;
        for (width, height, scale) in SIZES {
            page.resize(width, height, scale)?;
            for theme in ["light", "dark"] {
                page.does(&format!("other-tab theme = {theme}\nhas html[data-theme={theme}]\nsettles"))?;
                let found = page.astray(is_judged)?;
                if !found.is_empty() {
                    wrong.push(format!("{link} in {width} × {height}, {theme}: {found}"));
                }
            }
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Error::new(format!("{} places\n{}", wrong.len(), wrong.join("\n"))))
    }
}

/// Or a script that finds nothing would say nothing.
#[test]
fn what_is_astray_is_found() -> Result<()> {
    let page = Page::new()?;
    page.resize(1440, 900, 1.0)?;
    page.opens("#/?", ".check canvas")?;
    let add = "document.querySelector('main').insertAdjacentHTML('beforeend', arguments[0])";
    for (html, found) in [
        ("<h1>Another</h1>", "2 titles"),
        ("<p style='font-size: 9px'>small</p>", "letters of 9.0"),
        ("<p style='width: 20px; overflow: hidden; white-space: nowrap'>cut away</p>", "cut:"),
        (
            "<p style='position: absolute; left: 1430px; white-space: nowrap'>far to the right</p>",
            "outside of the page",
        ),
        ("<canvas data-cell-width=20 data-cell-height=30 width=20 height=30></canvas>", "cells of 20 × 30"),
    ] {
        page.session().execute(add, &[html.into()])?;
        let wrong = page.astray(true)?;
        assert!(wrong.contains(found), "{html}: {wrong}");
        page.session().execute("document.querySelector('main').lastChild.remove()", &[])?;
    }
    Ok(())
}

/// Who opens a page sees few things to press and few words, at 1440 × 900.
#[test]
fn few_controls_and_words_are_in_view() -> Result<()> {
    let page = Page::new()?;
    page.resize(1440, 900, 1.0)?;
    let mut over = Vec::new();
    for (link, part, controls, words) in [
        ("#/", ".hero canvas", 12, 60),
        ("#/?", ".check canvas", 40, 110),
        ("#/wgmma/4000000800010040?mn=64&k=64", ".check .toned", 45, 130),
        ("#/kernel?try=k-advance", "main canvas", 60, 170),
    ] {
        page.opens(link, part)?;
        let found = page.session().execute(include_str!("counts.js"), &[])?;
        let number = |at: usize| found[at].as_u64().unwrap_or(u64::MAX);
        if number(0) > controls || number(1) > words {
            over.push(format!("{link}: {controls} controls and {words} words are few, not {found}"));
        }
        assert!(number(0) > 3 && number(1) > 10, "{link}: {found}");
    }
    if over.is_empty() { Ok(()) } else { Err(Error::new(over.join("\n"))) }
}
