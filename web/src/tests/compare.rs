//! Two layouts side by side, as their document has them: words, keys, focus, the box that asks. What acts do, and how both are
//! drawn and counted, is asked in `compare` itself.

use swizzle_core::Coord;
use swizzle_core::law::Swizzle;
use swizzle_text::{two_layouts_place, two_layouts_rows};
use swizzle_view::link::{PairToCompare, pair_of_links, pair_to_complete};
use swizzle_view::{Shown, link_from_shown};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, Page, Result, state};

/// The link of both states.
fn link_from_pair(first: &Shown, second: &Shown) -> String {
    pair_of_links(&link_from_shown(first), &link_from_shown(second))
}

/// What differs, the bits in frames, and where the element in view is.
const LOOK: &str = "
    const texts = (css) => [...document.querySelectorAll(css)].map((node) => node.textContent);
    return {
        rows: [...document.querySelectorAll('.differences > div')].map((row) => [...row.children].map((cell) => cell.textContent)),
        bits: texts('.compare-bits .flip').length / 2,
        places: texts('.aside h2, .places p').join(' '),
    }
";

async fn open(link: &str) -> Result<Page> {
    let page = Page::open(link).await?;
    let is_there = "return document.querySelectorAll('.compare-side canvas').length === 2";
    page.wait_until("both", is_there).await?;
    Ok(page)
}

/// Waits until the page says of two states what the core says.
async fn shows(page: &Page, first: &Shown, second: &Shown) -> Result<()> {
    let specs = [first, second].map(|shown| shown.spec().expect("a tile"));
    // Numbers have their digits in groups.
    let rows: Vec<[String; 3]> = two_layouts_rows(&specs[0], &specs[1])
        .into_iter()
        .map(|row| [row.name.into(), row.first, row.second])
        .map(|row| row.map(|text| crate::kit::in_groups(&text)))
        .collect();
    let descriptors = specs.each_ref().map(|spec| spec.descriptor(spec.place()));
    let bits = match descriptors {
        [Ok(first), Ok(second)] => (first.raw() ^ second.raw()).count_ones(),
        _ => 0,
    };
    let link = link_from_pair(first, second);
    page.wait_for(&link, || {
        let look = page.execute(LOOK, &[])?;
        let is_same = look["rows"] == serde_json::json!(rows) && look["bits"].as_f64() == Some(bits.into());
        match is_same && page.link() == link {
            true => Ok(Some(())),
            false => Err(Fault::new(format!("{look} at {}, not {rows:?} and {bits}", page.link()))),
        }
    })
    .await
}

#[test]
async fn both_are_shown_with_what_differs() -> Result<()> {
    for (first, second) in [
        ("#/wgmma/4000004000010040", "#/wgmma/8000002000010040"),
        ("#/figure/157", "#/figure/158"),
        ("#/figure/157", "#/figure/157"),
    ] {
        let (first, second) = (state(first), state(second));
        let page = open(&link_from_pair(&first, &second)).await?;
        shows(&page, &first, &second).await?;
    }
    Ok(())
}

#[test]
async fn an_edit_of_one_goes_into_the_link_of_both() -> Result<()> {
    // Derived descriptors: a given one would stay what it is.
    let first = Shown::default();
    let page = open(&pair_of_links("#/?", "#/?")).await?;
    shows(&page, &first, &first).await?;
    page.press("All parameters").await?;
    let swizzle = "document.querySelector('.drawer select[aria-label=Swizzle]')";
    let is_b = format!(
        "return {swizzle} && document.querySelector('[aria-label=\"Parameters of\"] [aria-pressed=true]').textContent === 'B'"
    );
    page.wait_until("the parameters of B", &is_b).await?;
    let choose = |mode: &str| {
        format!(
            "const list = {swizzle};
             list.selectedIndex = [...list.options].findIndex((one) => one.textContent.startsWith('{mode}'));
             list.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        )
    };
    page.execute(&choose("64B"), &[])?;
    let mut second = first;
    second.said.tile.swizzle = Some(Swizzle::B64);
    shows(&page, &first, &second).await?;

    page.press("Swap").await?;
    shows(&page, &second, &first).await?;
    page.press("Undo").await?;
    shows(&page, &first, &second).await?;
    page.press("Redo").await?;
    shows(&page, &second, &first).await?;
    page.press("Copy A to B").await?;
    shows(&page, &second, &second).await?;
    page.execute("document.activeElement.blur()", &[])?;
    page.key("Control+z").await?;
    shows(&page, &second, &first).await?;
    page.key("Control+Shift+z").await?;
    shows(&page, &second, &second).await?;
    page.key("Control+z").await?;
    // The first one's parameters.
    page.click_on("[aria-label='Parameters of'] button:first-child").await?;
    page.execute(&choose("32B"), &[])?;
    let mut changed = second;
    changed.said.tile.swizzle = Some(Swizzle::B32);
    shows(&page, &changed, &first).await?;

    let link = page.link();
    page.goto(&link).await?;
    shows(&page, &changed, &first).await?;
    assert_eq!(page.link(), link);
    Ok(())
}

/// What both are is a word of the sentence, and changes both; what differs is a word of each.
#[test]
async fn what_both_share_is_said_once() -> Result<()> {
    let page = open("#/compare/?swizzle=128B/with/?swizzle=64B").await?;
    let words = "return document.querySelector('.sentence').firstChild.parentNode.innerText.replace('All parameters', '').trim()";
    let said = page.text_of(words)?;
    assert_eq!(
        said,
        "Both: 64 × 64 bf16 tile, K-major, A 128B swizzle B 64B swizzle, at 0x400, read by wgmma as operand A"
    );
    page.click_on(".sentence [aria-label^='Element:']").await?;
    page.click_on_xpath("//*[@role='dialog']//button[span='tf32']").await?;
    let link = "return location.hash.split('element=tf32').length === 3";
    page.wait_until("both", link).await.map(drop)
}

#[test]
async fn the_cursor_of_one_is_that_of_the_other() -> Result<()> {
    let (first, second) = (state("#/wgmma/4000004000010040"), state("#/wgmma/8000002000010040"));
    let page = open(&link_from_pair(&first, &second)).await?;
    page.execute("document.querySelectorAll('.cell-touch')[1].focus()", &[])?;
    for key in ["ArrowDown", "ArrowRight", "ArrowDown", "Enter"] {
        page.key(key).await?;
    }
    let at = Coord { mn: 1, k: 8 };
    let place = |of: &Shown| {
        let spec = of.spec().expect("a tile");
        two_layouts_place(&spec, at).expect("an element").join(" ")
    };
    let words = format!("Row 1, unit 1 A {} B {}", place(&first), place(&second));
    page.wait_for(&words, || {
        let look = page.execute(LOOK, &[])?;
        match look["places"] == *words {
            true => Ok(Some(())),
            false => Err(Fault::new(look["places"].to_string())),
        }
    })
    .await?;
    assert_eq!(page.find_all(".compare-side .hot").len(), 2);
    assert_eq!(page.find_all("[aria-label^='Trace of']").len(), 2);
    // The pin goes with Escape, from both.
    let unpin = "return document.querySelector('[aria-label=Unpin]') && location.hash.includes('cell=')";
    page.wait_until("a pin", unpin).await?;
    page.key("Escape").await?;
    let none = "return !location.hash.includes('cell=')";
    page.wait_until("no pin", none).await.map(drop)
}

#[test]
async fn a_descriptor_can_be_pasted_into_either() -> Result<()> {
    let page = open("#/compare/wgmma/4000004000010040/with/wgmma/4000004000010040").await?;
    let put = async |text: &str| page.paste_in(&page.find("#paste")?, text).await;
    put("0x8000002000010080").await?;
    let second = state("#/wgmma/8000002000010080?show=read");
    // The other shows its read then, too.
    shows(&page, &state("#/wgmma/4000004000010040?show=read"), &second).await?;
    page.press("All parameters").await?;
    page.click_on("[aria-label='Parameters of'] button:first-child").await?;
    put("0x4000404000010040").await?;
    let first = state("#/tcgen05/4000404000010040?show=read");
    shows(&page, &first, &second).await
}

/// From Check the layout in use is the first, and the page asks for the second.
#[test]
async fn the_page_asks_for_a_second_layout() -> Result<()> {
    let link = "#/wgmma/8000002000010040?k=32";
    let page = Page::open(link).await?;
    page.follow("Compare with…").await?;
    let asked = pair_to_complete(link);
    let input = page.wait_for("the box", || page.find(".ask input").map(Some)).await?;
    assert_eq!(page.link(), asked);
    let links =
        "return [...document.querySelectorAll('.pair-worth')].map((pair) => pair.getAttribute('href'))";
    let worth = page.execute(links, &[])?;
    let all: Vec<String> = PairToCompare::ALL.iter().map(PairToCompare::link).collect();
    assert_eq!(worth, serde_json::json!(all));
    page.paste_in(&input, "hello").await?;
    page.press("Compare").await?;
    page.wait_until("why not", "return document.querySelector('.ask [role=alert]')").await?;
    page.paste_in(&input, "0x4000004000010040").await?;
    page.press("Compare").await?;
    let (first, second) =
        (state("#/wgmma/8000002000010040?k=32&show=read"), state("#/wgmma/4000004000010040?k=32&show=read"));
    shows(&page, &first, &second).await?;
    page.execute("history.back()", &[])?;
    page.has_address_of(&state(link)).await?;
    Ok(())
}

/// What a pair worth comparing says of itself is what its page says.
#[test]
async fn a_pair_worth_comparing_opens() -> Result<()> {
    let page = Page::open(&pair_to_complete("#/?")).await?;
    for pair in &PairToCompare::ALL {
        page.goto(&pair_to_complete("#/?")).await?;
        let css = format!(".pair-worth[href='{}']", pair.link());
        let words = "return document.querySelector(arguments[0])?.querySelector('span > span').textContent";
        let told = page
            .wait_for(&css, || {
                let told = page.execute(words, &[css.as_str()])?;
                Ok(told.as_str().map(String::from))
            })
            .await?;
        page.click_on(&css).await?;
        let headline = "return document.querySelector('[data-verdict]')?.textContent.includes(arguments[0])";
        page.wait_for(&told, || {
            let says = page.execute(headline, &[told.as_str()])?;
            Ok((says == true).then_some(()))
        })
        .await?;
    }
    Ok(())
}
