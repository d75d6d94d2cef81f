//! The journey of one byte: every scene is reached by its key, says what the laws say, and its words change the product.

use serde_json::json;
use swizzle_draw::journey::{
    JourneyRead, NAMES, SBO_BYTES, SCENES, STEP, broken_words, sentences, title, trail,
};
use swizzle_view::link::{TmaShown, form_from_link};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result, state};

impl Page {
    async fn open_journey(query: &str) -> Result<Self> {
        let page = Self::open("#/?").await?;
        page.type_address(&format!("#/journey{query}")).await?;
        let there = "return document.querySelector('.journey canvas')";
        page.wait_until("the picture", there).await?;
        Ok(page)
    }

    /// Waits until a part of the page says this.
    async fn has_words(&self, css: &str, words: &str) -> Result<()> {
        let script = format!("return document.querySelector('{css}')?.textContent.includes(`{words}`)");
        self.wait_until(words, &script).await.map(drop)
    }

    /// Opens a word of the sentence, writes a value, and closes it.
    async fn sets(&self, name: &str, value: u32) -> Result<()> {
        self.click_on(&format!(".say .word[aria-label^='{name}']")).await?;
        self.fill_in(&self.find(".say .stepper input")?, &value.to_string()).await?;
        self.click_on(&format!(".say .word[aria-label^='{name}']")).await
    }
}

#[test]
async fn every_scene_is_reached_by_its_key_and_says_what_the_law_says() -> Result<()> {
    let page = Page::open_journey("").await?;
    let right = JourneyRead::of(SBO_BYTES, 0);
    for (scene, name) in NAMES.iter().enumerate() {
        page.key(&(scene + 1).to_string()).await?;
        page.has_words(".say h1", &title(scene)).await?;
        if scene != 5 {
            page.has_words(".say p", &sentences(scene, &right)).await?;
        }
        page.has_words(".way [aria-current=step]", name).await?;
    }
    for station in trail(&right) {
        page.has_words(".way", &station.place).await?;
    }
    page.has_address("#/journey?scene=7").await?;
    page.key("ArrowLeft").await?;
    page.has_words(".say h1", &title(5)).await?;
    page.key("ArrowRight").await?;
    page.has_words(".say h1", &title(6)).await
}

#[test]
async fn words_break_the_product_and_a_repair_mends_it() -> Result<()> {
    let page = Page::open_journey("?scene=6&sbo=1024").await?;
    page.has_words("[data-verdict=right] + p", "128 of 128 units").await?;
    let right = JourneyRead::of(SBO_BYTES, 0);
    for (sbo, base) in [(128, 0), (1024, 1), (2048, 0), (256, 3)] {
        page.sets("SBO", sbo).await?;
        page.sets("Base offset", base).await?;
        let read = JourneyRead::of(sbo, u8::try_from(base).unwrap_or_default());
        for words in broken_words(&read, &right) {
            page.has_words(".say p", &words).await?;
        }
        page.has_words(".journey-aside", &read.descriptor(STEP).to_string()).await?;
        let wrong = format!("{} of 128 units", read.wrong_units());
        page.has_words("[data-verdict=wrong] + p", &wrong).await?;
    }
    page.has_address("#/journey?scene=6&sbo=256&base=3").await?;
    // The column has the sum that the sentence names.
    page.press("Set base offset to 0").await?;
    page.press("Set SBO to 1,024 B").await?;
    page.sets("Base offset", 1).await?;
    let bad = "return [...document.querySelectorAll('.sums .bad')].some((one) => one.textContent === '9')";
    page.wait_until("D[3][0]", bad).await?;
    page.press("Set base offset to 0").await?;
    page.has_words("[data-verdict=right] + p", "128 of 128 units").await
}

/// The one blue button of a scene leads on; that of the last, to the first lesson.
#[test]
async fn each_scene_leads_to_the_next() -> Result<()> {
    let page = Page::open_journey("").await?;
    for name in &NAMES[1..] {
        page.click_on(".journey-next").await?;
        page.has_words(".way [aria-current=step]", name).await?;
        assert_eq!(page.find_all("main .is-main").len(), 1);
    }
    page.follow("Learn it: lesson 1 →").await?;
    page.wait_until("the lesson", "return location.hash === '#/learn/rows-and-banks/1'").await.map(drop)
}

#[test]
async fn every_scene_opens_a_page_in_its_state() -> Result<()> {
    let page = Page::open_journey("?sbo=128&base=1").await?;
    let links =
        "return [...document.querySelectorAll('.journey-doors a')].map((one) => one.getAttribute('href'))";
    let mut all = Vec::new();
    for scene in 1..=SCENES {
        page.key(&scene.to_string()).await?;
        page.has_words(".way [aria-current=step]", NAMES[scene - 1]).await?;
        let found = page.execute(links, &[])?;
        let found = found.as_array().cloned().unwrap_or_default();
        all.push(found.iter().filter_map(|one| one.as_str().map(String::from)).collect::<Vec<_>>());
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
    assert_eq!((map.notices.len(), &*map.shown.map.box_elements), (0, "64, 64"));
    // The broken read is broken there, too: the descriptor of step 2.
    let broken = state(&all[5][0]);
    let read = JourneyRead::of(128, 1);
    assert_eq!(broken.said.given, Some(read.descriptor(2)));
    assert!(all[6][0].starts_with("#/memory/lanes"));
    assert_eq!(json!(all.len()), json!(7));
    Ok(())
}
