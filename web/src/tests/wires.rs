//! A swizzle as three wires: each is flipped by press and by key, and cells, banks and words follow.

use serde_json::json;
use swizzle_learn::{Answer, FigureKind, LESSONS, hint};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{MOVING, Page, Result, STILL};
use super::stop::{address, answer, facts_of, stops_of, values_of};

/// The slots of the cells as they are drawn, once they are at rest: a word for each unit, a digit for each row.
const SLOTS: &str = "
    const paths = [...document.querySelectorAll('.wires-column path')].map((path) => path.getAttribute('d'));
    if (!paths.every((path) => path.split('h43.0v27.0').length === 9)) return 'moving';
    const places = paths.map((path) => [...path.matchAll(/M([0-9.]+)/g)].map((move) => Number(move[1])));
    const left = Math.min(...places.flat());
    return places.map((row) => row.map((x) => (x - left) / 44).join('')).join(' ');";

/// Bit by bit: a closed wire turns over the unit's bit in rows whose own bit is 1.
fn slots(mask: u32) -> String {
    let unit = |unit: u32| -> String {
        let slot = |row: u32| (unit ^ (row & mask)).to_string();
        (0..8).map(slot).collect()
    };
    (0..8).map(unit).collect::<Vec<_>>().join(" ")
}

async fn has_wires(page: &Page, mask: u32, wavefronts: u32, mode: &str) -> Result<()> {
    let slots = slots(mask);
    page.wait_until(
        &format!("{mask:03b} at rest"),
        &format!("return (() => {{ {SLOTS} }})() === '{slots}'"),
    )
    .await?;
    let words = if wavefronts == 1 {
        "wavefront"
    } else {
        "wavefronts"
    };
    let said = page.text_of(
        "return ['.wires-count', '.wires-mode'].map((css) => document.querySelector(css).textContent).join('|')",
    )?;
    assert!(
        said.starts_with(&format!("{wavefronts} {words}|")),
        "{said}"
    );
    assert!(said.contains(mode), "{said}");
    let pressed = page.text_of(
        "return [...document.querySelectorAll('.wires-switch')].map((gate) => Number(gate.getAttribute('aria-pressed') === 'true')).join('')",
    )?;
    assert_eq!(pressed, format!("{mask:03b}"));
    // The twin says where unit 0 of each row is.
    let rows = (0..8).map(|row| {
        let slot = row & mask;
        let (first, last) = (4 * slot, 4 * slot + 3);
        format!("row {row}: bits 9, 8, 7 are {row:03b}, unit 0 ⊕ {slot} = slot {slot}, banks {first}–{last}")
    });
    let twin = page.text_of(
        "return [...document.querySelectorAll('.wires-twin li')].map((line) => line.textContent).join('\\n')",
    )?;
    assert_eq!(twin, rows.collect::<Vec<_>>().join("\n"));
    Ok(())
}

const NO_MODE: &str = "No mode has this XOR: hardware closes 7 → 4 first, then 8 → 5, then 9 → 6.";

/// The page of conflicts, with its wires unfolded.
async fn open_wires() -> Result<Page> {
    let page = Page::open_memory("lanes").await?;
    page.click_on("details.wires > summary").await?;
    Ok(page)
}

/// The pictures of an access come first, but where a link is about the wires.
#[test]
async fn wires_are_below_the_pictures_of_an_access() -> Result<()> {
    let page = Page::open_memory("lanes").await?;
    let order = "return [...document.querySelectorAll('.lanes-duel, details.wires')]
        .map((one) => one.localName).join()";
    for (link, expected) in [
        ("#/memory/lanes", "div,details"),
        ("#/memory", ""),
        ("#/memory/lanes?wires=1", "details,div"),
    ] {
        page.goto(link).await?;
        page.wait_for(
            link,
            || Ok((page.text_of(order)? == expected).then_some(())),
        )
        .await?;
    }
    Ok(())
}

/// Cells, wavefronts, words and link of every set, by press and by key.
#[test]
async fn each_wire_is_flipped_by_press_and_by_key() -> Result<()> {
    let page = open_wires().await?;
    has_wires(&page, 0, 8, "no swizzle").await?;
    page.click_on(".wires-switch[aria-label^='Wire 7']").await?;
    has_wires(&page, 1, 4, "32B").await?;
    page.key("2").await?;
    has_wires(&page, 3, 2, "64B").await?;
    page.click_on(".wires-switch[aria-label^='Wire 9']").await?;
    has_wires(&page, 7, 1, "128B").await?;
    page.execute(
        "document.querySelector('.wires-switch[aria-label^=\"Wire 8\"]').focus()",
        &[],
    )?;
    page.key("Enter").await?;
    has_wires(&page, 5, 2, NO_MODE).await?;
    page.wait_for("the link", || {
        Ok(page.link().contains("wires=101").then_some(()))
    })
    .await?;
    page.key("1").await?;
    has_wires(&page, 4, 4, NO_MODE).await?;
    page.key("2").await?;
    has_wires(&page, 6, 2, NO_MODE).await?;
    page.key("3").await?;
    has_wires(&page, 2, 4, NO_MODE).await?;
    page.key("0").await?;
    has_wires(&page, 0, 8, "no swizzle").await
}

/// A switch is hinged between two bits, so that its dot is on no line but that of its own bit.
#[test]
async fn a_hinge_is_on_no_line_of_a_bit() -> Result<()> {
    let page = open_wires().await?;
    has_wires(&page, 0, 8, "no swizzle").await?;
    let near = page.text_of(
        "const lines = [...document.querySelectorAll('.wires-bit rect')].map((bit) => bit.x.baseVal.value + bit.width.baseVal.value / 2);
         const hinges = [...document.querySelectorAll('.wires-dot')].map((dot) => Number(dot.getAttribute('d').match(/M([0-9.]+) [0-9.]+h0$/)[1]));
         return hinges.filter((hinge) => lines.some((line) => Math.abs(line - hinge) < 7.5)).join()",
    )?;
    assert_eq!(near, "");
    Ok(())
}

/// A set that is not a mode is at no detent, and the scrubber says so.
#[test]
async fn a_set_that_is_no_mode_is_at_no_detent() -> Result<()> {
    let page = Page::open_memory("lanes?wires=010").await?;
    has_wires(&page, 2, 4, NO_MODE).await?;
    let scrubber = "
        const scrubber = document.querySelector('.wires-scrubber input');
        const at = document.querySelector('.wires-detents .is-at');
        return [scrubber.getAttribute('aria-valuetext'), scrubber.className, at?.textContent ?? ''].join('|')";
    assert_eq!(page.text_of(scrubber)?, "1 · no mode|is-no-mode|");
    page.key("2").await?;
    page.key("1").await?;
    has_wires(&page, 1, 4, "32B").await?;
    assert_eq!(page.text_of(scrubber)?, "1 · 32B||1 · 32B");
    Ok(())
}

/// The word is explained where it is first used.
#[test]
async fn a_wavefront_is_explained_beside_itself() -> Result<()> {
    let page = open_wires().await?;
    has_wires(&page, 0, 8, "no swizzle").await?;
    page.click_on(".wires-count .term").await?;
    page.wait_until(
        "its entry",
        "return document.querySelector('.term-card')?.textContent.includes('One turn in which shared memory serves')",
    )
    .await?;
    Ok(())
}

/// Arrow keys take the scrubber from detent to detent.
#[test]
async fn arrow_keys_scrub() -> Result<()> {
    let page = Page::open_memory("lanes?wires=1").await?;
    has_wires(&page, 1, 4, "32B").await?;
    page.execute(
        "document.querySelector('.wires-scrubber input').focus()",
        &[],
    )?;
    for (key, mask, wavefronts) in [
        ("ArrowRight", 3, 2),
        ("End", 7, 1),
        ("ArrowRight", 7, 1),
        ("ArrowLeft", 3, 2),
        ("1", 2, 4),
        ("Home", 0, 8),
    ] {
        page.key(key).await?;
        has_wires(&page, mask, wavefronts, "").await?;
    }
    Ok(())
}

/// What moves the scrubber to a place, and lets it go.
const DRAG: &str = "
    const scrubber = document.querySelector('.wires-scrubber input');
    scrubber.value = arguments[0];
    scrubber.dispatchEvent(new InputEvent('input', { bubbles: true }));";
const RELEASE: &str = "
    document.querySelector('.wires-scrubber input').dispatchEvent(new Event('change', { bubbles: true }));";

/// Cells follow the scrubber, and fall into the nearest detent once it is let go.
#[test]
async fn cells_follow_the_scrubber() -> Result<()> {
    let page = open_wires().await?;
    page.execute(DRAG, &["1.4"])?;
    let first = "return document.querySelectorAll('.wires-column path')[0].getAttribute('d').match(/M[^M]+/g)[3]";
    let before = page.text_of(first)?;
    page.wait_until(
        "row 3 between two slots",
        &format!("return (() => {{ {SLOTS} }})() === 'moving' && document.querySelector('.wires-count').textContent === '4 wavefronts'"),
    )
    .await?;
    assert_ne!(page.text_of(first)?, before);
    page.execute(RELEASE, &[])?;
    has_wires(&page, 1, 4, "32B").await?;
    page.execute(DRAG, &["1.6"])?;
    page.execute(RELEASE, &[])?;
    has_wires(&page, 3, 2, "64B").await
}

/// Where motion is not wanted, the scrubber leads from detent to detent, and nothing is drawn between.
#[test]
async fn nothing_moves_where_motion_is_not_wanted() -> Result<()> {
    let page = open_wires().await?;
    page.execute(STILL, &[])?;
    let result = async {
        page.execute(DRAG, &["1.4"])?;
        page.rendered().await;
        let at_once = page.text_of(SLOTS)?;
        page.execute(RELEASE, &[])?;
        page.key("3").await?;
        page.rendered().await;
        Ok((at_once, page.text_of(SLOTS)?))
    };
    let result: Result<_> = result.await;
    page.execute(MOVING, &[])?;
    let (dragged, flipped) = result?;
    assert_eq!((dragged, flipped), (slots(1), slots(5)));
    Ok(())
}

/// The guess comes before the answer, and closes the first wire.
#[test]
async fn a_guess_closes_the_first_wire() -> Result<()> {
    let page = open_wires().await?;
    let hidden = "return [...document.querySelectorAll('.wires-modes tbody tr')].map((row) => row.children[3].textContent).join('')";
    assert_eq!(page.text_of(hidden)?, "8??1");
    page.press("2").await?;
    has_wires(&page, 1, 4, "32B").await?;
    let told = page.text_of("return document.querySelector('.wires-guess').textContent")?;
    assert!(
        told.starts_with("Not 2: with 7 → 4 closed, 4 dots share a bank."),
        "{told}"
    );
    assert!(
        told.ends_with(" 7 → 4 is closed now; close 8 → 5 next."),
        "{told}"
    );
    assert_eq!(page.text_of(hidden)?, "8421");
    let own = hidden.replace("children[3]", "children[4]");
    assert_eq!(page.text_of(&own)?, "1111");
    // Opened again, the answer stays.
    page.key("0").await?;
    has_wires(&page, 0, 8, "no swizzle").await?;
    assert_eq!(page.text_of(hidden)?, "8421");
    Ok(())
}

/// The stop of a lesson has the same switches. Its question is the guess, and the right answer closes the wire.
#[test]
async fn a_lesson_has_the_switches() -> Result<()> {
    let is_of_wires = |(lesson, stop): &(usize, usize)| {
        LESSONS[*lesson].stops[*stop].figure.kind() == FigureKind::Wires
    };
    let (lesson, place) = stops_of(|_| true)
        .find(is_of_wires)
        .expect("a stop has switches");
    let page = Page::open(&address(lesson, place)).await?;
    let stop = page.opens_stop(lesson, place).await?;
    let modes = "return [...document.querySelectorAll('.wires-modes tbody tr')].map((row) => row.children[3].textContent).join('')";
    has_wires(&page, 0, 8, "no swizzle").await?;
    assert_eq!(page.text_of(modes)?, "8??1");
    // Digits that are typed into the field do not flip the switches.
    let field = page.find(".learn-number input")?;
    page.fill_in(&field, "2").await?;
    page.key("Enter").await?;
    let slip = hint(stop, &Answer::Number(2)).expect("two wires are a slip");
    page.says(&json!({ "wrong": format!("Not yet. {slip}") }))
        .await?;
    has_wires(&page, 0, 8, "no swizzle").await?;
    page.fill_in(&field, "4").await?;
    page.key("Enter").await?;
    page.says(&json!({ "right": format!("Right. {}", answer(stop)?) }))
        .await?;
    has_wires(&page, 1, 4, "32B").await?;
    assert_eq!(page.text_of(modes)?, "8421");
    // The text follows the switches, and arrow keys in the picture do not leave the stop.
    page.click_on(".wires-switch[aria-label^='Wire 9']").await?;
    has_wires(&page, 5, 2, NO_MODE).await?;
    let facts = facts_of(stop, "#/memory/lanes?wires=101")?;
    page.says(&json!({ "values": values_of(stop, &*facts) }))
        .await?;
    page.execute("document.querySelector('.wires-lines').focus()", &[])?;
    for key in ["ArrowLeft", "ArrowRight"] {
        page.key(key).await?;
        page.says(&json!({ "heading": stop.title })).await?;
    }
    page.press("Reset").await?;
    has_wires(&page, 0, 8, "no swizzle").await
}

/// Another access keeps its own page in sight: the head is folded, and unfolds when it is asked for.
#[test]
async fn a_link_of_an_access_has_its_head_folded() -> Result<()> {
    let page = Page::open_memory("lanes?preset=transpose").await?;
    page.wait_until(
        "a folded head",
        "return document.querySelector('.wires:not([open])') && !document.querySelector('.wires-memory')",
    )
    .await?;
    page.click_on(".wires > summary").await?;
    has_wires(&page, 0, 8, "no swizzle").await?;
    // Arrow keys lead from cell to cell; its unit's column is read.
    page.execute("document.querySelector('.wires-lines').focus()", &[])?;
    for key in ["ArrowUp", "ArrowRight"] {
        page.key(key).await?;
    }
    page.wait_until(
        "the cell at hand",
        "return document.querySelector('.wires-here').textContent === 'row 6: bits 9, 8, 7 are 110, unit 1 ⊕ 0 = slot 1, banks 4–7'",
    )
    .await?;
    Ok(())
}
