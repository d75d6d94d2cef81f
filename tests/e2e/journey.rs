//! The journey of one byte as it is scrolled and pressed; what it says is asked of the component, in `web/src/tests`.

use serde_json::Value;
use swizzle_tests::webdriver::Result;

use crate::page::Page;

/// Scrolls to so many hundredths of a scene, and returns the picture that is there once it has been drawn.
const PICTURE_AT: &str = "
    const [hundredths, done] = arguments;
    scrollTo({ top: hundredths / 100 * 1.5 * innerHeight, behavior: 'instant' });
    const frames = (left) => left ? requestAnimationFrame(() => frames(left - 1))
        : done(document.querySelector('.journey-stage svg').innerHTML);
    frames(6);";

fn picture_at(page: &Page, hundredths: u32) -> Result<Value> {
    page.session()
        .execute_async(PICTURE_AT, &[hundredths.into()])
}

fn opened(link: &str) -> Result<Page> {
    let page = Page::open("")?;
    page.type_address(link)?;
    let there = "return document.querySelector('.journey-stage .you')";
    page.session().wait_until("the picture", there)?;
    Ok(page)
}

#[test]
fn scrolling_is_one_film_both_ways() -> Result<()> {
    let page = opened("#/journey")?;
    let points: Vec<u32> = (0..21).map(|at| at * 33 + 10).collect();
    let there: Vec<Value> = points
        .iter()
        .map(|at| picture_at(&page, *at))
        .collect::<Result<_>>()?;
    for (at, forward) in points.iter().zip(&there).rev() {
        assert_eq!(&picture_at(&page, *at)?, forward, "{at}");
        let has_square = forward
            .as_str()
            .is_some_and(|svg| svg.contains("class=\"you\""));
        assert!(has_square, "{at}");
    }
    // The address follows the scene.
    picture_at(&page, 360)?;
    let follows = "return location.hash === '#/journey?scene=4'";
    page.session().wait_until("the address", follows)?;
    Ok(())
}

#[test]
fn a_slider_moved_to_its_end_changes_the_product() -> Result<()> {
    let page = opened("#/journey?scene=6&sbo=1024")?;
    let session = page.session();
    let is_right = "return document.querySelector('.heading [data-verdict=right]')";
    session.wait_until("the right product", is_right)?;
    page.settles()?;
    let slider = session.find(".journey-slider input")?;
    session.pointer_to(&slider, 4.0, 12.0)?;
    session.pointer_press()?;
    session.pointer_release()?;
    let is_broken = "
        const says = document.querySelector('.journey-broken').textContent;
        return says.includes('rows 10, 17 and 24 read the square as well: D[10][0] is 43, not 10.')
            && document.querySelector('.journey-stage .bad');";
    session.wait_until("the broken product", is_broken)?;
    let is_linked = "return location.hash === '#/journey?scene=6&sbo=128'";
    session.wait_until("the link", is_linked)?;
    Ok(())
}

#[test]
fn scenes_are_stills_where_nothing_is_to_move() -> Result<()> {
    let page = Page::open("")?;
    page.session()
        .set_media("prefers-reduced-motion", "reduce")?;
    page.type_address("#/journey")?;
    let there = "return document.querySelector('.journey-stage .you')";
    page.session().wait_until("the picture", there)?;
    let still = picture_at(&page, 210)?;
    assert_eq!(picture_at(&page, 280)?, still);
    assert_ne!(picture_at(&page, 310)?, still);
    Ok(())
}
