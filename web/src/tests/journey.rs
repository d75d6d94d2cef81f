//! The journey of one byte: every scene is reached by its key, says what the laws say, and its sliders change the product.

use serde_json::json;
use swizzle_draw::journey::{
    JourneyRead, SBO_BYTES, SCENES, STEP, broken_words, sentences, title, trail,
};
use swizzle_view::link::{TmaShown, form_from_link};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result, state};

impl Page {
    async fn open_journey(query: &str) -> Result<Self> {
        let page = Self::open("").await?;
        page.type_address(&format!("#/journey{query}")).await?;
        let there = "return document.querySelector('.journey-picture .you')";
        page.wait_until("the picture", there).await?;
        Ok(page)
    }

    /// Waits until a part of the page says this.
    async fn has_words(&self, css: &str, words: &str) -> Result<()> {
        let script =
            format!("return document.querySelector('{css}')?.textContent.includes(`{words}`)");
        self.wait_until(words, &script).await.map(drop)
    }

    /// Moves a slider in the sentence.
    fn slide(&self, name: &str, value: u32) -> Result<()> {
        let script = "
            const field = document.querySelector(`.journey-slider input[aria-label='${arguments[0]}']`);
            field.value = arguments[1];
            field.dispatchEvent(new InputEvent('input', { bubbles: true }));";
        self.execute(script, &[name, &value.to_string()]).map(drop)
    }
}

#[test]
async fn every_scene_is_reached_by_its_key_and_says_what_the_law_says() -> Result<()> {
    let page = Page::open_journey("").await?;
    let right = JourneyRead::of(SBO_BYTES, 0);
    for scene in 0..SCENES {
        page.key(&(scene + 1).to_string()).await?;
        page.has_words(".journey-text h2", &title(scene)).await?;
        page.has_words(".journey-text", &sentences(scene, &right))
            .await?;
        page.has_words(".journey-count", &format!("{} of 7", scene + 1))
            .await?;
        let squares = "return document.querySelectorAll('.journey-stage .you').length === 1";
        page.wait_until("one square", squares).await?;
    }
    for station in trail(&right) {
        page.has_words(".journey-trail", &station.place).await?;
    }
    page.has_address("#/journey?scene=7").await?;
    page.key("ArrowLeft").await?;
    page.has_words(".journey-text h2", &title(5)).await?;
    page.key("ArrowRight").await?;
    page.has_words(".journey-text h2", &title(6)).await
}

#[test]
async fn sliders_break_the_product_and_the_verdict_mends_it() -> Result<()> {
    let page = Page::open_journey("?scene=6&sbo=1024").await?;
    page.has_words(".heading [data-verdict=right]", "128 of 128 units")
        .await?;
    let right = JourneyRead::of(SBO_BYTES, 0);
    for (sbo, base) in [(128, 0), (1024, 1), (2048, 0), (256, 3)] {
        page.slide("SBO in bytes", sbo)?;
        page.rendered().await;
        page.slide("Base offset", base)?;
        let read = JourneyRead::of(sbo, u8::try_from(base).unwrap_or_default());
        for words in broken_words(&read, &right) {
            page.has_words(".journey-broken", &words).await?;
        }
        page.has_words(".journey-hex", &read.descriptor(STEP).to_string())
            .await?;
        let wrong = format!("{} of 128 units", read.wrong_units());
        page.has_words(".heading [data-verdict=wrong]", &wrong)
            .await?;
    }
    page.has_address("#/journey?scene=6&sbo=256&base=3").await?;
    // The picture has the sum that the sentence names.
    page.slide("SBO in bytes", 1024)?;
    page.rendered().await;
    page.slide("Base offset", 1)?;
    let bad = "return [...document.querySelectorAll('.journey-stage text.bad')].some((one) => one.textContent === '9')";
    page.wait_until("D[3][0]", bad).await?;
    page.press("Set base offset to 0").await?;
    page.has_words(".heading [data-verdict=right]", "128 of 128 units")
        .await
}

/// The first button of a scene leads on, and the last scene has none.
#[test]
async fn each_scene_leads_to_the_next() -> Result<()> {
    let page = Page::open_journey("").await?;
    for scene in 2..=SCENES {
        page.click_on(".journey-next a").await?;
        page.has_words(".journey-count", &format!("{scene} of 7"))
            .await?;
    }
    assert!(page.find(".journey-next").is_err());
    Ok(())
}

#[test]
async fn every_scene_opens_a_page_in_its_state() -> Result<()> {
    let page = Page::open_journey("?sbo=128&base=1").await?;
    let links = "return [...document.querySelectorAll('.journey-doors a')].map((one) => one.getAttribute('href'))";
    let mut all = Vec::new();
    for scene in 1..=SCENES {
        page.key(&scene.to_string()).await?;
        page.has_words(".journey-count", &format!("{scene} of 7"))
            .await?;
        let found = page.execute(links, &[])?;
        let found = found.as_array().cloned().unwrap_or_default();
        all.push(
            found
                .iter()
                .filter_map(|one| one.as_str().map(String::from))
                .collect::<Vec<_>>(),
        );
    }
    for link in all.iter().flatten() {
        if link.starts_with("#/wgmma") || link.starts_with("#/?") {
            let shown = state(link);
            let spec = shown.spec().expect("a tile");
            assert_eq!((spec.window().mn, spec.window().k), (64, 64), "{link}");
            let at = swizzle_core::Coord { mn: 3, k: 40 };
            assert_eq!(spec.layout().byte_from_element(at).byte, 0x5e0, "{link}");
        }
    }
    assert!(all[1][0].starts_with("#/memory/tma"));
    let map = form_from_link::<TmaShown>(&all[1][0]);
    assert_eq!(
        (map.notices.len(), &*map.shown.map.box_elements),
        (0, "64, 64")
    );
    // The broken read is broken there, too: the descriptor of step 2.
    let broken = state(&all[5][0]);
    let read = JourneyRead::of(128, 1);
    assert_eq!(broken.said.given, Some(read.descriptor(2)));
    assert!(all[6][0].starts_with("#/memory/lanes"));
    assert_eq!(json!(all.len()), json!(7));
    Ok(())
}
