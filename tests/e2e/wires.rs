//! The scrubber of the three wires under a real pointer: cells follow it, and fall into a detent once it is let go.

use swizzle_tests::webdriver::Result;

use crate::page::Page;

/// Where the scrubber is; the middle of its thumb moves from half a thumb behind its left side to half of one before its right.
const PLACE: &str = "
    const place = document.querySelector('.wires-scrubber input').getBoundingClientRect();
    return [place.left, place.top + place.height / 2, place.width]";
const THUMB: f64 = 16.0;

/// The slots in which unit 0 of each row is drawn, as parts of the way where it moves.
const SLOTS: &str = "
    const places = (unit) => [...document.querySelectorAll('.wires-column path')[unit].getAttribute('d').matchAll(/M([0-9.]+) [^h]+h([0-9.]+)/g)]
        .map(([, left, width]) => Number(left) + Number(width) / 2);
    const slots = places(0).map((x) => (x - places(0)[0]) / 44);
    return slots.map((slot) => slot.toFixed(1)).join(' ')";

#[test]
fn cells_follow_the_scrubber_and_fall_into_the_nearest_detent() -> Result<()> {
    let page = Page::open("#/memory/lanes?wires=1")?;
    let session = page.session();
    session.wait_until(
        "the picture",
        "return document.querySelector('.wires-memory')",
    )?;
    assert_eq!(page.text_of(SLOTS)?, "0.0 1.0 0.0 1.0 0.0 1.0 0.0 1.0");
    let place = session.execute(PLACE, &[])?;
    let [left, y, width] = [0, 1, 2].map(|at| place[at].as_f64().unwrap_or_default());
    let x = |detents: f64| left + THUMB / 2.0 + detents / 3.0 * (width - THUMB);
    session.pointer_to_view(x(1.0), y)?;
    session.pointer_drag(x(1.6), y)?;
    session.wait_until(
        "rows 2, 3, 6 and 7 on their way",
        "return document.querySelector('.wires-column path').getAttribute('d').split('h43.0').length === 5",
    )?;
    session.pointer_release()?;
    session.wait_until(
        "two wires, at rest",
        &format!("return (() => {{ {SLOTS} }})() === '0.0 1.0 2.0 3.0 0.0 1.0 2.0 3.0'"),
    )?;
    let count = "return document.querySelector('.wires-count').textContent";
    assert_eq!(page.text_of(count)?, "2 wavefronts");
    session.wait_until("the link", "return location.hash.endsWith('wires=2')")?;
    // And back to none, as far as it goes.
    session.pointer_to_view(x(2.0), y)?;
    session.pointer_drag(x(0.2), y)?;
    session.pointer_release()?;
    session.wait_until(
        "no wire, at rest",
        &format!("return (() => {{ {SLOTS} }})() === '0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0'"),
    )?;
    assert_eq!(page.text_of(count)?, "8 wavefronts");
    Ok(())
}
