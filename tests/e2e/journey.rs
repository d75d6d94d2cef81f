//! The journey of one byte as it is scrolled and pressed; what it says is asked of the component, in `web/src/tests`.

use serde_json::Value;
use swizzle_tests::webdriver::{Result, keys};

use crate::page::{Page, url};
use crate::skip::is_in_chromium;

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

/// Where a slider of the page is: its thumb's middle moves from half a thumb behind its left side to half of one before its right.
fn slider(page: &Page, css: &str) -> Result<impl Fn(f64) -> (f64, f64) + use<>> {
    const THUMB: f64 = 16.0;
    let place = format!(
        "const place = document.querySelector(\"{css}\").getBoundingClientRect();
         return [place.left, place.top + place.height / 2, place.width]"
    );
    let place = page.session().execute(&place, &[])?;
    let [left, y, width] = [0, 1, 2].map(|at| place[at].as_f64().unwrap_or_default());
    Ok(move |part: f64| (left + THUMB / 2.0 + part * (width - THUMB), y))
}

/// A slider in the sentence that is dragged changes the product on its way, before it is let go.
#[test]
fn a_slider_that_is_dragged_changes_the_product_on_its_way() -> Result<()> {
    let page = opened("#/journey?scene=6&sbo=1024")?;
    let session = page.session();
    page.settles()?;
    let base = slider(&page, ".journey-slider input[aria-label='Base offset']")?;
    let (x, y) = base(0.0);
    session.pointer_to_view(x, y)?;
    let (x, y) = base(1.0 / 7.0);
    session.pointer_drag(x, y)?;
    let says = |words: &str| {
        let script = format!(
            "return document.querySelector('.journey-broken').textContent.includes('{words}')"
        );
        session.wait_until(words, &script)
    };
    says("row 3 reads element (3, 32) in place of the square: D[3][0] is 9, not 43.")?;
    session.pointer_release()?;
    let (x, y) = base(0.0);
    session.pointer_drag(x, y)?;
    says("row 3 reads the square: D[3][0] is 43.")?;
    session.pointer_release()?;
    let is_right = "return document.querySelector('.heading [data-verdict=right]')";
    session.wait_until("the right product", is_right)?;
    Ok(())
}

/// The slider under the pictures leads through the scenes, both ways.
#[test]
fn the_slider_of_scenes_is_dragged_both_ways() -> Result<()> {
    let page = opened("#/journey")?;
    let session = page.session();
    page.settles()?;
    let rail = slider(&page, ".journey-rail input")?;
    let scene = |scene: u32| {
        let at = format!(
            "return document.querySelector('.journey-count').textContent === '{scene} of 7'
                && location.hash === '#/journey{}'",
            if scene == 1 {
                String::new()
            } else {
                format!("?scene={scene}")
            }
        );
        session.wait_until(&format!("scene {scene}"), &at)
    };
    let (x, y) = rail(0.0);
    session.pointer_to_view(x, y)?;
    for at in [4, 7, 2] {
        let (x, y) = rail((f64::from(at) - 0.5) / 7.0);
        session.pointer_drag(x, y)?;
        scene(at)?;
        session.pointer_release()?;
    }
    scene(2).map(drop)
}

#[test]
fn scenes_are_stills_where_nothing_is_to_move() -> Result<()> {
    if !is_in_chromium("only there motion can be reduced")? {
        return Ok(());
    }
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

/// Every letter of every scene has 11 pixels at least, on a phone and on a screen.
#[test]
fn letters_can_be_read() -> Result<()> {
    let page = Page::open("")?;
    for (width, height) in [(390, 844), (1440, 900)] {
        page.resize(width, height, 1.0)?;
        page.type_address("#/glossary")?;
        page.type_address("#/journey")?;
        let there = "return document.querySelector('.journey-stage .you')";
        page.session().wait_until("the picture", there)?;
        for scene in [62, 172, 266, 366, 456, 562, 662] {
            picture_at(&page, scene)?;
            let small = page.text_of(
            "return [...document.querySelectorAll('.journey-stage svg text')]
                .map((text) => [parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a, text.textContent])
                .filter(([size]) => size < 10.95)
                .map(([size, words]) => `${size.toFixed(1)} ${words}`).join()",
        )?;
            assert_eq!(small, "", "{scene} in {width} × {height}");
        }
    }
    Ok(())
}

/// Each name of the rail is under the thumb where its scene is at rest.
#[test]
fn names_of_the_rail_are_where_their_scenes_rest() -> Result<()> {
    let page = opened("#/journey")?;
    page.settles()?;
    for (at, hundredths) in [62.0, 172.0, 266.0, 366.0, 456.0, 562.0, 662.0]
        .into_iter()
        .enumerate()
    {
        let (thumb, _) = slider(&page, ".journey-rail input")?(hundredths / 700.0);
        let name = format!(
            "const place = document.querySelectorAll('.journey-rail a')[{at}].getBoundingClientRect();
             return place.left + place.width / 2"
        );
        let name = page.session().execute(&name, &[])?;
        let name = name.as_f64().unwrap_or_default();
        assert!((name - thumb).abs() < 1.0, "{at}: {name}, {thumb}");
    }
    Ok(())
}

/// Digits lead to scenes, arrow keys move a slider that has the focus, and the verdict's button mends what they break.
#[test]
fn keys_break_the_product_and_the_repair_mends_it() -> Result<()> {
    let page = opened("#/journey")?;
    let session = page.session();
    page.settles()?;
    session.chord(&["6"])?;
    session.wait_until(
        "scene 6",
        "return location.hash.startsWith('#/journey?scene=6')",
    )?;
    session.execute(
        "document.querySelector(\".journey-slider input[aria-label='Base offset']\").focus()",
        &[],
    )?;
    session.chord(&[keys::RIGHT])?;
    let is_wrong = "return document.querySelector('.heading [data-verdict=wrong]') && location.hash.includes('base=1')";
    session.wait_until("the broken product", is_wrong)?;
    for repair in ["Set base offset to 0", "Set SBO to 1024 B"] {
        page.press(repair)?;
    }
    let is_right = "return document.querySelector('.heading [data-verdict=right]')";
    session.wait_until("the right product", is_right)?;
    Ok(())
}

/// Embedded in another page, the journey has no bar, and it has a way to the whole page in its scene.
#[test]
fn the_journey_can_be_embedded() -> Result<()> {
    let page = Page::open("")?;
    let session = page.session();
    page.resize(640, 640, 1.0)?;
    session.goto("about:blank")?;
    session.goto(&format!("{}?embed#/journey?scene=4", url()?))?;
    let there = "return document.querySelector('.journey-stage .you')";
    session.wait_until("the picture", there)?;
    let seen = "
        const place = document.querySelector('.heading h1').getBoundingClientRect();
        const bar = document.querySelector('header.bar') ? 'the bar ' : '';
        const { scrollWidth, clientWidth } = document.scrollingElement;
        return bar + (place.top > 40 ? 'a gap' : '') + (scrollWidth > clientWidth ? ' it is wider than the frame' : '')";
    page.has_nothing_wrong("around the journey", seen)?;
    session.chord(&["5"])?;
    session.wait_until("scene 5", "return location.hash === '#/journey?scene=5'")?;
    Ok(())
}
