//! What axe-core finds wrong for people who read a screen with their ears, their fingers or a magnifier. Any violation of
//! any rule of WCAG's levels A and AA, or of good practice, counts.

use std::env;
use std::fs;

use serde_json::{Value, json};
use swizzle_code::number_from_text;
use swizzle_core::{Arch, Coord, Element, Major, Said, SaidTile};
use swizzle_draw::Cells;
use swizzle_draw::View;
use swizzle_dump::Example;
use swizzle_learn::{LESSONS, Stop, TERMS};
use swizzle_tests::is_exhaustive;
use swizzle_tests::webdriver::{Error, Result};
use swizzle_view::{Shown, link_from_shown};

use crate::answering::first_of_each_kind;
use crate::page::Page;
use crate::stop::{address, stops_of};

/// The window of most screens, in CSS pixels.
const DESK: (u32, u32, f64) = (1440, 900, 1.0);
const PHONE: (u32, u32, f64) = (360, 640, 3.0);
/// The desk's at 200 % zoom.
const ZOOMED: (u32, u32, f64) = (720, 450, 2.0);

/// One read of groups of rows that overlap: an error, units that are read wrong, and units that are not read.
const OVERLAPPING: &str = "#/wgmma/4000000800010040?mn=64&k=64";

/// Two layouts that differ in everything that can be shown.
const PAIR: &str = "#/compare/wgmma/4000004000010040?cell=3,40/with/tcgen05/8000402000010080?k=32";

/// The tags of the rules that a page must keep. Rules that are off unless their tag is asked for, that of the size of targets
/// among them, are on.
const ALL: [&str; 6] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/// The rules that ask for colours: in the other theme the rest would see the same page once more.
const OF_COLOURS: [&str; 2] = ["color-contrast", "link-in-text-block"];

/// Audits the page, and says what is wrong where, one line for each element.
const AUDIT: &str = "
    const [runOnly, done] = arguments;
    axe.run(document, { runOnly, resultTypes: ['violations'] }).then(({ violations }) => done(
        violations.flatMap(({ id, impact, help, nodes }) => nodes.map(({ target, any, all, none }) => {
            const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
            return `${id} (${impact}): ${help}: ${target.flat().join(' ')}: ${why}`;
        }))), fault => done([`axe-core failed: ${fault}`]));
";

/// A screen to audit.
struct Screen {
    name: &'static str,
    link: String,
    /// Width and height in CSS pixels, and pixels of the screen for each.
    size: (u32, u32, f64),
    /// What a visitor does there.
    act: fn(&Page) -> Result<()>,
}

/// The course, a stop of each kind before and after its answer, and the glossary, at a desk and on a phone.
fn screens_of_lessons() -> Vec<Screen> {
    let mut screens = Vec::new();
    for size in [DESK, PHONE] {
        let mut add = |name, link: String, act| {
            screens.push(Screen { name, link, size, act });
        };
        add("the course", "#/learn".into(), |_| Ok(()));
        add("the glossary", "#/glossary".into(), |_| Ok(()));
        let term = format!("#/glossary/{}", TERMS[0].slug);
        add("a term", term, |_| Ok(()));
        for (name, (lesson, place)) in first_of_each_kind() {
            add(name, address(lesson, place), |page| asks_again(page).map(drop));
            add(name, address(lesson, place), |page| page.answer_right(asks_again(page)?));
        }
        let (_, (lesson, place)) = first_of_each_kind()[1];
        add("a wrong answer", address(lesson, place), |page| {
            asks_again(page)?;
            out_from_under_the_foot(page, ".learn-number input")?;
            page.session().find(".learn-number input")?.fill("x")?;
            page.session().find(".learn-number button")?.click()?;
            let no_number = number_from_text("x").expect_err("x is no digit");
            page.says(&json!({ "wrong": format!("Not yet. {no_number}.") }))
        });
        add("a term beside its word", address(0, 0), |page| {
            out_from_under_the_foot(page, ".learn-text .learn-term")?;
            page.session().find(".learn-text .learn-term")?.click()?;
            let drawn = "return document.querySelector('.learn-pop svg')";
            page.session().wait_until("the entry", drawn).map(drop)
        });
        let whole = format!("#/learn/{}/all", LESSONS[0].slug);
        add("a whole lesson", whole, |_| Ok(()));
    }
    screens
}

/// Scrolls to what is there, as a visitor does: a driver presses where it is, and the foot of the page may be over it.
fn out_from_under_the_foot(page: &Page, selector: &str) -> Result<()> {
    let scroll = "document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })";
    page.session().execute(scroll, &[json!(selector)]).map(drop)
}

/// Opens the question of the stop that is shown, where it was answered before.
fn asks_again(page: &Page) -> Result<&'static Stop> {
    let here = page.text_of("return location.hash")?;
    let is_here = |(lesson, place): &(usize, usize)| address(*lesson, *place) == here;
    let found = stops_of(|_| true).find(is_here);
    let (lesson, place) = found.ok_or_else(|| Error::new(here.clone()))?;
    page.says(&json!({ "address": here, "heading": LESSONS[lesson].stops[place].title }))?;
    page.session().wait_until("the question", "return document.querySelector('.learn-ask')")?;
    let again = "if (document.querySelector('.learn-right'))
        [...document.querySelectorAll('.learn-ask button')].pop().click()";
    page.session().execute(again, &[])?;
    page.opens_stop(lesson, place)
}

fn screens() -> Vec<Screen> {
    let screen = |name, link: String| Screen { name, link, size: DESK, act: |_| Ok(()) };
    let phone = |name, link| Screen { size: PHONE, ..screen(name, link) };
    let of = |tile| Shown::from(Said { tile, ..Said::default() });
    let wide = of(SaidTile { major: Some(Major::Mn), mn: Some(1024), ..SaidTile::default() });
    let wrong = of(SaidTile { element: Some(Element::Tf32), major: Some(Major::Mn), ..SaidTile::default() });
    let mut by_hand = of(SaidTile {
        mn: Some(128),
        k: Some(256),
        lbo_bytes: Some(4096),
        sbo_bytes: Some(2048),
        pattern_bytes: Some(0x180),
        row_bytes: Some(512),
        stages: Some(3),
        ..SaidTile::default()
    });
    by_hand.said.reader.arch = Some(Arch::Tcgen05);
    let elements = Shown { view: View { cells: Cells::Elements, ..View::default() }, ..Shown::default() };
    let pinned = Shown { pinned: Some(Coord { mn: 3, k: 40 }), ..Shown::default() };
    let figure = || "#/figure/157".to_owned();
    vec![
        screen("the default tile", "#/?".into()),
        screen("a wide N-major tile", link_from_shown(&wide)),
        screen("elements", link_from_shown(&elements)),
        Screen {
            act: |page| page.press("All parameters"),
            ..screen("every control", link_from_shown(&by_hand))
        },
        screen("a tile with errors", link_from_shown(&wrong)),
        screen("a pinned cell", link_from_shown(&pinned)),
        screen("a wrong read", OVERLAPPING.into()),
        screen("a wrong read as an image", format!("{OVERLAPPING}&show=picture")),
        screen("several descriptors", "#/wgmma/4000004000010040,4000004000010050?mn=64&k=64".into()),
        screen("steps", "#/wgmma/4000004000010040?k=256&step=9".into()),
        screen("no picture", "#/tcgen05/6000404000010040".into()),
        screen("a link with notices", "#/nvfp4/4000004000010040?k=128&elemant=tf32".into()),
        Screen { act: |page| page.press("Check"), ..screen("the pages of Check", figure()) },
        screen("Home", String::new()),
        Screen { act: |page| page.press("Fix it"), ..screen("Home, mended", String::new()) },
        Screen {
            act: |page| page.session().find(".ask input")?.click(),
            ..screen("the box of Home", String::new())
        },
        phone("Home on a phone", String::new()),
        Screen { act: share, ..screen("what is shared", figure()) },
        Screen {
            size: PHONE,
            act: |page| {
                share(page)?;
                page.press("JSON")
            },
            ..screen("what is shared on a phone", figure())
        },
        screen("two layouts", PAIR.into()),
        phone("two layouts on a phone", PAIR.into()),
        Screen {
            act: |page| {
                page.press(Example::NarrowMask.title())?;
                let answer = "return document.querySelector('.framed .xor')";
                page.session().wait_until("the answer", answer).map(drop)
            },
            ..screen("a dump", "#/memory".into())
        },
        screen("the builder", "#/build/tcgen05?mn=128".into()),
        screen("the support matrix", "#/support".into()),
        Screen { act: kernel, ..screen("a kernel", "#/kernel?try=k-advance".into()) },
        Screen { act: kernel, size: PHONE, ..screen("a kernel on a phone", "#/kernel?try=sbo".into()) },
        screen("no kernel", "#/kernel".into()),
        screen("a box", "#/memory/tma".into()),
        screen("the journey", "#/journey".into()),
        screen("a broken journey", "#/journey?scene=6&base=1".into()),
        phone("the journey on a phone", "#/journey?scene=4".into()),
        screen("scale factors", "#/scale".into()),
        screen("a wrong stage", "#/scale?rows=256&written=tensor".into()),
        phone("scale factors on a phone", "#/scale".into()),
        screen("tensor memory", "#/tensor-memory".into()),
        screen("an overlap in tensor memory", "#/tensor-memory?regions=d,sfa,sfb@264,a".into()),
        Screen { size: PHONE, ..screen("tensor memory on a phone", "#/tensor-memory?cta_group=2".into()) },
        screen("why", "#/why".into()),
        phone("why on a phone", "#/why?wires=3".into()),
        screen("lanes", "#/memory/lanes".into()),
        phone("lanes on a phone", "#/memory/lanes".into()),
        screen("an embedded figure", "?embed=both#/figure/157".into()),
        phone("an embedded figure on a phone", "?embed#/figure/157".into()),
        Screen { act: |page| page.type_number("K", "12x"), ..screen("a bad number", figure()) },
        Screen { act: |page| page.open_word("Swizzle").map(drop), ..screen("the modes", figure()) },
        Screen { act: |page| page.open_word("Element").map(drop), ..screen("a list of choices", figure()) },
        Screen {
            act: |page| page.session().find(".field-bits[aria-label^='SBO:']")?.click(),
            ..screen("a field of the descriptor", figure())
        },
        Screen {
            act: |page| page.session().find(".check .hex")?.click(),
            ..screen("the descriptor in hex", figure())
        },
        Screen { act: |page| page.press("Copy as ▾"), ..screen("what can be copied", figure()) },
        Screen { act: |page| page.press("All reads"), ..screen("all reads", OVERLAPPING.into()) },
        Screen { act: |page| page.session().chord(&["b"]), ..screen("the findings", OVERLAPPING.into()) },
        Screen { act: |page| page.session().chord(&["?"]), ..screen("the keys", figure()) },
        Screen { act: |page| page.press("View options"), ..screen("the options of the view", figure()) },
        Screen {
            act: |page| page.session().find("[aria-expanded].plain.s")?.click(),
            ..screen("the bank conflicts", figure())
        },
        Screen {
            act: |page| edit(page, "#paste", "4000004000010040"),
            ..screen("a descriptor in the box", figure())
        },
        Screen {
            act: |page| edit(page, "#paste", "0x40000040000z0040"),
            ..screen("a bad descriptor in the box", figure())
        },
        phone("a pinned cell on a phone", link_from_shown(&pinned)),
        Screen {
            size: PHONE,
            act: |page| page.press("Edit"),
            ..screen("the parameters on a phone", figure())
        },
        Screen { size: PHONE, act: |page| page.press("Bits"), ..screen("the bits on a phone", figure()) },
        Screen { size: PHONE, act: |page| page.press("Trace"), ..screen("the trace on a phone", figure()) },
        Screen {
            size: PHONE,
            act: |page| page.session().find(".sheet-bar button:nth-child(3)")?.click(),
            ..screen("the findings on a phone", OVERLAPPING.into())
        },
        Screen {
            act: |page| {
                page.press("View options")?;
                page.press("text")
            },
            ..screen("the squares as text tables", figure())
        },
        phone("a phone", figure()),
        Screen { size: ZOOMED, ..screen("200 % zoom", figure()) },
        Screen { size: PHONE, act: |page| page.press("Menu"), ..screen("the menu of a phone", figure()) },
    ]
}

/// Puts a text into a field that takes any.
fn edit(page: &Page, css: &str, text: &str) -> Result<()> {
    page.session().find(css)?.fill(text)
}

/// Opens the dialog with what leaves the page.
fn share(page: &Page) -> Result<()> {
    page.press_in_bar("Share")?;
    let is_there = "return document.querySelector('.share-preview')";
    page.session().wait_until("the dialog", is_there)?;
    Ok(())
}

/// The auditor's own script.
fn axe() -> Result<String> {
    let path = env::var("AXE")
        .map_err(|_| Error::new("AXE does not say where axe.min.js is: run `cargo xtask test --only e2e`"))?;
    fs::read_to_string(&path).map_err(|fault| Error::new(format!("cannot read {path}: {fault}")))
}

/// What is wrong on the page in its current state, by rules with some tags or names.
fn audited(page: &Page, rules: &[&str]) -> Result<Vec<String>> {
    let found = page.session().execute_async(AUDIT, &[json!(rules)])?;
    let lines = found.as_array().ok_or_else(|| Error::new(format!("axe-core returned {found}")))?;
    let words = |line: &Value| line.as_str().unwrap_or_default().to_owned();
    Ok(lines.iter().map(words).collect())
}

/// Chooses the dark theme, as in another tab, and on the system, which the embedded figure follows.
const DARKEN: &str = "
    localStorage.setItem('theme', 'dark');
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }))";

/// What is wrong on any screen in either theme. All that comes is there before an audit: what is wrong then stays wrong.
fn has_no_violation(screens: &[Screen]) -> Result<()> {
    let axe = axe()?;
    let page = Page::open("#/?")?;
    let mut violations = Vec::new();
    for screen in screens {
        let (width, height, scale) = screen.size;
        page.resize(width, height, scale)?;
        page.goto(&screen.link)?;
        (screen.act)(&page)?;
        page.session().execute(&axe, &[])?;
        let mut audit = |rules: &[&str], theme: &str| -> Result<()> {
            let is_in = format!("return document.documentElement.dataset.theme === '{theme}'");
            page.session().wait_until(theme, &is_in)?;
            page.settles()?;
            let wrong = audited(&page, rules)?;
            let name = screen.name;
            violations.extend(wrong.iter().map(|line| format!("{name}, {theme}: {line}")));
            Ok(())
        };
        audit(&ALL, "light")?;
        // A phone has the colours of a desk.
        if !is_exhaustive() && screen.size == PHONE {
            continue;
        }
        page.session().set_system_theme(true)?;
        page.session().execute(DARKEN, &[])?;
        audit(&OF_COLOURS, "dark")?;
        page.session().execute("localStorage.removeItem('theme')", &[])?;
        page.session().set_system_theme(false)?;
    }
    if violations.is_empty() {
        return Ok(());
    }
    let (count, list) = (violations.len(), violations.join("\n"));
    Err(Error::new(format!("{count} violations\n{list}")))
}

#[test]
fn no_rule_is_violated_on_any_page() -> Result<()> {
    let mut all = screens();
    all.extend(screens_of_lessons());
    has_no_violation(&all)
}

/// Waits for a kernel's score, and for what mends it.
fn kernel(page: &Page) -> Result<()> {
    let edit = "return document.querySelector('.fix mark')";
    page.session().wait_until("the edit", edit).map(drop)
}

/// Or an auditor that finds nothing would say nothing.
#[test]
fn a_violation_is_found() -> Result<()> {
    let axe = axe()?;
    let page = Page::open("#/?")?;
    page.session().execute("document.querySelector('main').append(document.createElement('button'))", &[])?;
    page.session().execute(&axe, &[])?;
    let found = audited(&page, &ALL)?.join("\n");
    assert!(found.contains("button-name"), "{found}");
    page.session().execute("document.querySelector('h1').style.color = 'rgb(200, 200, 200)'", &[])?;
    let found = audited(&page, &OF_COLOURS)?.join("\n");
    assert!(found.contains("color-contrast"), "{found}");
    Ok(())
}
