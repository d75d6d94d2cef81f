//! How every page is laid out: pages and states × sizes × themes in one test, and what is in view at once.

use swizzle_tests::webdriver::{Error, Result};

use crate::page::Page;

/// Width and height in CSS pixels, and pixels of the screen for each: a desk, a large one, a small laptop, a phone.
const SIZES: [(u32, u32, f64); 4] = [(1440, 900, 1.0), (1920, 1080, 1.0), (1024, 768, 1.0), (390, 844, 2.0)];

/// A page or a state of one: its address, what is there once it is drawn, and whether it is judged in its title.
type Place = (&'static str, &'static str, bool);

const PLACES: [Place; 30] = [
    ("", ".hero canvas", false),
    ("#/?", ".check canvas", true),
    ("#/wgmma/4000000800010040?mn=64&k=64", ".check .toned", true),
    ("#/figure/157", ".check canvas", true),
    ("#/tcgen05?major=MN&mn=256&k=512", ".check canvas", true),
    ("#/wgmma?mn=64&k=64&cell=3,40", ".check .wire", true),
    ("#/tcgen05/4000404000010040?element=e3m2&mn=4096&k=4096", ".check canvas", true),
    (
        "#/wgmma/4000004000010040?anunknownkeyofmorelettersthanfitintoalineofaphoneandthensome=1&k=128",
        ".check .notices",
        true,
    ),
    ("#/tcgen05/6000404000010040", ".check h1", true),
    ("#/wgmma/4000000800010040?mn=64&k=64&show=picture", ".check .faces canvas", true),
    (
        "#/compare/wgmma/4000004000010040?mn=64&k=64/with/wgmma/4000000800010040?mn=64&k=64",
        "main canvas",
        true,
    ),
    ("#/build/tcgen05?mn=128", ".build-code", true),
    ("#/build/wgmma?mn=100&k=70", "[data-verdict=warning]", true),
    ("#/support", "main table", false),
    ("#/memory/lanes", "main h1", true),
    ("#/learn", "main h1", false),
    ("#/learn/the-xor/1", ".learn-ask", false),
    ("#/learn/the-descriptor/2", ".learn-ask", false),
    ("#/glossary", "main h1", false),
    ("#/journey?scene=3", "main h1", false),
    ("#/kernel", "main h1", false),
    ("#/kernel?try=k-advance", "main canvas", true),
    ("#/memory/dump", "main h1", true),
    ("#/memory/dump?example=narrow-mask", "main canvas", true),
    ("#/memory/tma?swizzle=128B", "main canvas", true),
    ("#/memory/tma?swizzle=64B", "[data-verdict=wrong]", true),
    ("#/scale", "main canvas", false),
    ("#/tensor-memory?cta_group=2", "main canvas", false),
    ("#/tensor-memory?regions=d,sfa,sfb@264,a", "main canvas", false),
    ("#/zzz", "main h1", false),
];

/// What is wrong with the layout of the page that is drawn, whether it is judged in its title or not.
const WRONG: &str = "
    const [isJudged] = arguments;
    const wrong = [];
    const box = (one) => one.getBoundingClientRect();
    const isSeen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && !one.closest('.visually-hidden') && box(one).width > 1 && box(one).height > 1;
    const says = (one) => `“${(one.textContent || one.ariaLabel || one.tagName).trim().replace(/\\s+/g, ' ').slice(0, 40)}”`;
    const all = (css) => [...document.querySelectorAll(css)].filter(isSeen);
    const { scrollWidth, clientWidth } = document.scrollingElement;
    if (scrollWidth > clientWidth) wrong.push(`it scrolls sideways: ${scrollWidth} in ${clientWidth}`);
    const titles = all('h1');
    if (titles.length !== 1) wrong.push(`${titles.length} titles`);
    const verdict = document.querySelector('[data-verdict]');
    if (isJudged && !verdict) wrong.push('no verdict');
    const row = (one) => one.closest('.heading, .verdict-row, header') ?? one.parentElement;
    if (verdict && titles[0] && !verdict.contains(titles[0]) && !row(titles[0]).contains(verdict)) wrong.push('the verdict is not in the row of the title');
    // What scrolls has its own room; what is drawn has its own letters.
    const scrolls = (one) => {
        for (let at = one; at && at !== document.body; at = at.parentElement) {
            if (/auto|scroll/.test(getComputedStyle(at).overflowX) || at.matches('dialog, svg')) return true;
        }
        return false;
    };
    const hasText = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const texts = all('body *').filter((one) => !one.matches('script, style, option') && hasText(one));
    for (const one of texts) {
        const { left, right } = box(one);
        if ((right > clientWidth + 1 || left < -1) && !scrolls(one)) wrong.push(`outside of the page: ${says(one)} from ${Math.round(left)} to ${Math.round(right)}`);
        const style = getComputedStyle(one);
        const isCut = one.clientWidth && one.scrollWidth > one.clientWidth + 1 && /hidden|clip/.test(style.overflowX) && style.textOverflow !== 'ellipsis';
        if (isCut) wrong.push(`cut: ${says(one)}`);
        // A text that is turned has its scale in both.
        const turned = one.ownerSVGElement ? one.getScreenCTM() : { a: 1, b: 0 };
        const scale = Math.hypot(turned.a, turned.b);
        const size = parseFloat(style.fontSize) * scale;
        if (size < 10.95 && !one.closest('sup, sub')) wrong.push(`letters of ${size.toFixed(1)}: ${says(one)}`);
    }
    // Units of 16 bytes are squares; many rows of a lesson, registers, columns of tensor memory and blocks are as wide as what is written in them.
    for (const canvas of all('.pair:not(.learn-view) canvas[data-cell-width], main > canvas')) {
        const [width, height] = [Number(canvas.dataset.cellWidth), Number(canvas.dataset.cellHeight)];
        const whole = box(canvas);
        const isSquare = Math.abs(width - height) < 1 || Math.abs(whole.width - whole.height) < 2;
        if (!(width >= 22 && height >= 22)) wrong.push(`cells of ${width} × ${height}`);
        if (!isSquare) wrong.push(`cells of ${width} × ${height} in ${whole.width} × ${whole.height}`);
    }
    return [...new Set(wrong)].slice(0, 6).join('; ')";

/// Chooses a theme, as in another tab.
const THEME: &str = "
    localStorage.setItem('theme', arguments[0]);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: arguments[0] }))";

impl Page {
    /// Opens a place and waits until it is drawn.
    fn opens(&self, (link, part, _): Place) -> Result<()> {
        self.goto(link)?;
        let drawn = format!("return document.querySelector('{part}')");
        self.session().wait_until(link, &drawn)?;
        self.settles()
    }

    /// What is wrong with how it is drawn now.
    fn astray(&self, is_judged: bool) -> Result<String> {
        let found = self.session().execute(WRONG, &[is_judged.into()])?;
        Ok(found.as_str().unwrap_or_default().to_owned())
    }
}

/// No text is cut, nothing is outside of the page or scrolls it sideways; one title, with the verdict in its row where the page
/// is judged; cells are squares that can be hit, letters can be read.
#[test]
fn every_page_is_laid_out_in_every_size_and_theme() -> Result<()> {
    let page = Page::open("")?;
    let mut wrong = Vec::new();
    for place in PLACES {
        // What is waited for is there at a desk.
        let (width, height, scale) = SIZES[0];
        page.resize(width, height, scale)?;
        page.opens(place)?;
        for (width, height, scale) in SIZES {
            page.resize(width, height, scale)?;
            for theme in ["light", "dark"] {
                page.session().execute(THEME, &[theme.into()])?;
                let is_in = format!("return document.documentElement.dataset.theme === '{theme}'");
                page.session().wait_until(theme, &is_in)?;
                page.settles()?;
                let found = page.astray(place.2)?;
                if !found.is_empty() {
                    wrong.push(format!("{} in {width} × {height}, {theme}: {found}", place.0));
                }
            }
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(Error::new(format!("{} places\n{}", wrong.len(), wrong.join("\n")))),
    }
}

/// Or a script that finds nothing would say nothing.
#[test]
fn what_is_astray_is_found() -> Result<()> {
    let page = Page::open("#/?")?;
    page.resize(1440, 900, 1.0)?;
    page.opens(PLACES[1])?;
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

/// Counts the controls in view, the words of the visible text and its numbers.
const COUNT: &str = "
    const isSeen = (one) => {
        const { width, height, top, bottom, left, right } = one.getBoundingClientRect();
        const { visibility, opacity } = getComputedStyle(one);
        return width > 1 && height > 1 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0
            && visibility !== 'hidden' && Number(opacity) > 0.01;
    };
    const controls = [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex=\"0\"]')].filter(isSeen);
    const texts = [...document.querySelectorAll('input[placeholder]')].filter(isSeen).map((one) => one.placeholder);
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const of = node.parentElement;
        if (of.matches('script, style, option') || !node.data.trim() || !isSeen(of) || of.closest('.visually-hidden')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const { top, bottom } = range.getBoundingClientRect();
        if (top < innerHeight && bottom > 0) texts.push(node.data);
    }
    const all = texts.join(' ');
    const words = (all.match(/[A-Za-z][A-Za-z’'-]+/g) ?? []).filter((word) => !/^(0x|x\\d)/.test(word));
    const name = (one) => (one.ariaLabel || one.innerText || one.placeholder || one.tagName).replace(/\\s+/g, ' ').slice(0, 30);
    return [controls.length, words.length, controls.map(name).join(' | '), words.join(' ')]";

/// Who opens a page sees few things to press and few words, at 1440 × 900.
#[test]
fn few_controls_and_words_are_in_view() -> Result<()> {
    let page = Page::open("")?;
    page.resize(1440, 900, 1.0)?;
    let mut over = Vec::new();
    for (place, controls, words) in [(0, 12, 60), (1, 40, 110), (2, 45, 130), (21, 60, 170)] {
        let (link, ..) = PLACES[place];
        page.opens(PLACES[place])?;
        let found = page.session().execute(COUNT, &[])?;
        let number = |at: usize| found[at].as_u64().unwrap_or(u64::MAX);
        let list = |at: usize| found[at].as_str().map(str::to_owned).unwrap_or_default();
        if number(0) > controls || number(1) > words {
            over.push(format!(
                "{link}: {} controls of {controls}, {} words of {words}\n{}\n{}",
                number(0),
                number(1),
                list(2),
                list(3)
            ));
        }
        assert!(number(0) > 3 && number(1) > 10, "{link}: {found}");
    }
    match over.is_empty() {
        true => Ok(()),
        false => Err(Error::new(over.join("\n"))),
    }
}

/// A field of the descriptor opens its bits, each by its name.
#[test]
fn bits_have_their_names() -> Result<()> {
    let page = Page::open("#/?")?;
    let names = "return [...document.querySelectorAll('[role=dialog] [aria-label^=\"Bit \"]')].map((bit) => bit.ariaLabel).join()";
    let mut all = Vec::new();
    for field in ["Swizzle", "Base offset", "SBO", "LBO", "Start"] {
        let button = format!(".check .field-bits[aria-label^='{field}:']");
        page.session().find(&button)?.click()?;
        page.session().wait_until(field, names)?;
        let found = page.text_of(names)?;
        all.extend(found.split(',').map(str::to_owned));
        page.session().find(&button)?.click()?;
    }
    assert_eq!(all.len(), 2 + 3 + 14 + 14 + 14, "{all:?}");
    for name in ["Bit 63", "Bit 49", "Bit 32", "Bit 16", "Bit 0"] {
        assert!(all.iter().any(|one| one == name), "{name}: {all:?}");
    }
    Ok(())
}
