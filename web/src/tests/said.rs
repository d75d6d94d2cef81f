//! What the page says where the crates list it: each page, lesson, term, figure, language and pair.

use swizzle_code::build::{Instruction, SaidInstruction, spec_for_building};
use swizzle_code::{Language, Sourced, source_code};
use swizzle_core::Named as _;
use swizzle_draw::journey::{JourneyRead, NAMES, SBO_BYTES, sentences, title, trail};
use swizzle_learn::{CHAPTERS, TERMS};
use swizzle_lens::{Example, Reading};
use swizzle_view::link::{PairToCompare, build_address, pair_to_complete};
use swizzle_view::state::figures;
use swizzle_view::{link_from_shown, shown_from_link};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result};
use crate::page::anything::EXAMPLES;
use crate::page::places::{PLACES, Word};

/// Each tile after any other, larger or smaller: cells that are not there fly nowhere.
#[test]
async fn every_figure_follows_another() -> Result<()> {
    let page = Page::open("#/figure/157").await?;
    for figure in figures() {
        let hex = figure.shown.spec().expect("a tile").descriptor(0).expect("a descriptor");
        page.does(&format!("go #/figure/{}\ntext .hex = {hex}", figure.number)).await?;
    }
    page.does(&format!("go #/figures\ncount .figs [role=option] svg = {}", figures().count())).await
}

#[test]
async fn every_page_is_under_one_of_five_words_and_has_its_name_in_the_title() -> Result<()> {
    let page = Page::open("").await?;
    page.does(&format!("texts .bar-page = {}", Word::NAMES.join(" | "))).await?;
    for place in &PLACES {
        page.does(&format!("go {}\ntexts .bar-page[aria-current=page] = {}", place.fresh, place.word.name()))
            .await?;
        // Check is called after what it shows.
        if place.name != "Check" {
            page.does(&format!("title {}", place.name)).await?;
        }
    }
    Ok(())
}

/// The last one of them is a tile of one's own.
#[test]
async fn each_example_of_the_box_opens_a_page_on_which_something_is_wrong() -> Result<()> {
    for (_, _, link) in &EXAMPLES[..4] {
        let page = Page::open("").await?;
        page.does(&format!(
            "click .ask #paste
             click .paste-answer a[href='{link}']
             has [data-verdict=wrong]
             none .notices"
        ))
        .await?;
    }
    Ok(())
}

#[test]
async fn a_tile_becomes_code_in_every_language() -> Result<()> {
    let tile = "#/wgmma?operand=A&element=bf16&major=K&swizzle=128B&mn=128&k=64";
    let page = Page::open(&build_address(tile)).await?;
    let shown = shown_from_link(tile).shown;
    let spec = spec_for_building(&shown.said, None).expect("a tile");
    let instruction = Instruction::of(&spec, &SaidInstruction::default());
    let base = page.execute("return location.href.split('#')[0]", &[])?;
    let link = format!("{}{}", base.as_str().unwrap_or_default(), link_from_shown(&shown));
    let sourced = Sourced { spec: &spec, instruction: &instruction, name: "tile_a", link: &link };
    for (words, language) in [
        ("CuTe C++", Language::Cute),
        ("CUTLASS Python", Language::CuteDsl),
        ("Rust", Language::Rust),
        ("CUDA C++", Language::Cuda),
    ] {
        page.does(&format!("press {words}")).await?;
        let wanted = source_code(language, &sourced).expect("code");
        // The comments at its head are folded.
        let code = "return [...document.querySelectorAll('.build-notes code, .build-code code')].map((part) => part.textContent).join('')";
        page.wait_for(words, || Ok((page.execute(code, &[])? == wanted).then_some(()))).await?;
    }
    // Long lines wrap under their own indentation.
    page.wait_until("lines that wrap", "const lines = [...document.querySelectorAll('.build-code code > span')];
        const long = lines.find((line) => line.style.getPropertyValue('--indent') && line.textContent.length > 60);
        const { paddingLeft, textIndent } = getComputedStyle(long);
        return long && parseFloat(paddingLeft) > 0 && parseFloat(textIndent) === -parseFloat(paddingLeft)
            && lines.every((line) => line.scrollWidth <= line.clientWidth)").await.map(drop)
}

/// What a pair worth comparing says of itself is what its page says.
#[test]
async fn a_pair_worth_comparing_opens() -> Result<()> {
    let page = Page::open(&pair_to_complete("#/?")).await?;
    let links: Vec<String> = PairToCompare::ALL.iter().map(PairToCompare::link).collect();
    page.does(&format!("hrefs .pair-worth = {}", links.join(" | "))).await?;
    for link in links {
        page.goto(&pair_to_complete("#/?")).await?;
        let told = page
            .wait_until(
                &link,
                &format!(
                    "return document.querySelector(`.pair-worth[href='{link}'] span > span`)?.textContent"
                ),
            )
            .await?;
        let told = told.as_str().unwrap_or_default();
        page.does(&format!("click .pair-worth[href='{link}']\nsays [data-verdict] = {told}")).await?;
    }
    Ok(())
}

/// Every scene is reached by its key and says what the law says.
#[test]
async fn every_scene_of_the_journey_is_told() -> Result<()> {
    let page = Page::open("#/journey").await?;
    let right = JourneyRead::of(SBO_BYTES, 0);
    for (scene, name) in NAMES.iter().enumerate() {
        page.does(&format!(
            "key {}\nsays .say h1 = {}\nsays .way [aria-current=step] = {name}",
            scene + 1,
            title(scene)
        ))
        .await?;
        if scene != 5 {
            // Its letters and numbers stay on one line.
            let words = sentences(scene, &right).replace('\u{a0}', " ");
            page.does(&format!("says .say p = {words}")).await?;
        }
    }
    for station in trail(&right) {
        page.does(&format!("says .way = {}", station.place)).await?;
    }
    page.does("link #/journey?scene=7").await
}

#[test]
async fn the_glossary_says_each_term_in_a_sentence() -> Result<()> {
    let page = Page::open("#/glossary").await?;
    let titles: Vec<&str> = TERMS.iter().map(|term| term.title).collect();
    page.does(&format!("texts .terms a = {}", titles.join(" | "))).await?;
    for term in TERMS.iter().step_by(4) {
        page.goto(&format!("#/glossary/{}", term.slug)).await?;
        let sentence = term.sentence();
        let first = sentence.split(['.', '(']).next().unwrap_or_default().trim();
        page.does(&format!("text .now > h2 = {}\nsays .now > p = {first}", term.title)).await?;
    }
    Ok(())
}

/// Check opens the read that a kernel is shown on.
#[test]
async fn an_operand_of_a_kernel_opens_in_check() -> Result<()> {
    let reading = Reading::of(Example::KAdvance.file(), Example::KAdvance.text().into());
    let view = &reading.kernels[0];
    let part = view.rows[view.first_row()].operands[0].part.as_ref().expect("a picture");
    let page = Page::open("#/kernel?try=k-advance").await?;
    page.does(&format!("has .kernel a[href='{}']", link_from_shown(&part.shown))).await
}

#[test]
async fn lessons_are_listed_by_what_they_lead_to() -> Result<()> {
    let page = Page::open("#/learn").await?;
    let of = |titles: Vec<&str>| titles.join(" | ");
    let titles = of(CHAPTERS.iter().map(|chapter| chapter.title).collect());
    page.does(&format!("texts .learn-chapter h2 = {titles}")).await?;
    for (chapter, at) in CHAPTERS.iter().zip(0..) {
        let lessons = of(chapter.lessons().map(|(_, lesson)| lesson.title).collect());
        let after = ".learn-chapter ~ ".repeat(at);
        let css = format!("{after}.learn-chapter:not({after}.learn-chapter ~ *) .learn-open");
        page.does(&format!("texts {css} = {lessons}")).await?;
    }
    Ok(())
}

/// What is pasted is read, kept for the next visit, and forgotten when that is asked for; the link of a text that is not here says so.
#[test]
async fn a_kernel_that_is_pasted_stays_in_this_browser() -> Result<()> {
    let page = Page::open("#/kernel").await?;
    page.puts("#kernel-paste", &Example::Sbo.text()).await?;
    page.does("click .kernel-row\nlink-has bytes= | read=").await?;
    let address = page.link();
    page.does("click .paste-chip\npress Replace\nhas .kernel-zone\nlink #/kernel").await?;
    page.type_address(&address).await?;
    page.does("has .kernel-lost a").await
}
