//! The list of lessons and that of the glossary: what they say.

use serde_json::json;
use swizzle_learn::{CHAPTERS, TERMS};
use swizzle_view::state::figures;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, Page, Result};

#[test]
async fn the_glossary_says_each_term_in_a_sentence() -> Result<()> {
    let page = Page::open("#/glossary").await?;
    let titles: Vec<&str> = TERMS.iter().map(|term| term.title).collect();
    let listed =
        "return [...document.querySelectorAll('.terms a')].map((one) => one.textContent).join('\\n')";
    page.wait_for("every term", || Ok((page.text_of(listed)? == titles.join("\n")).then_some(()))).await?;
    for term in TERMS.iter().step_by(4) {
        page.goto(&format!("#/glossary/{}", term.slug)).await?;
        let said = "return [...document.querySelectorAll('.now > :is(h2, p:not(:has(.go)))')].map((one) => one.textContent).join(' ')";
        page.wait_for(term.title, || {
            let said = page.text_of(said)?;
            let first = term.sentence();
            let first = first.split(['.', '(']).next().unwrap_or_default();
            match said.starts_with(term.title) && said.contains(first) {
                true => Ok(Some(())),
                false => Err(Fault::new(said)),
            }
        })
        .await?;
    }
    Ok(())
}

/// A letter's address opens its first term.
#[test]
async fn letters_lead_to_their_terms() -> Result<()> {
    let page = Page::open("#/glossary?letter=W").await?;
    let first = TERMS.iter().find(|term| term.letter() == 'W').expect("a term");
    let is_there = format!("return document.activeElement.id === 'term-{}'", first.slug);
    page.wait_until("its first term", &is_there).await.map(drop)
}

/// A search dims what it is not about, and Enter opens the first that it is.
#[test]
async fn a_search_finds_words_and_sentences() -> Result<()> {
    let page = Page::open("#/glossary").await?;
    let field = page.find(".find")?;
    page.fill_in(&field, "swizzle mo").await?;
    let found =
        "return [...document.querySelectorAll('.terms a:not(.out)')].map((one) => one.textContent).join()";
    page.wait_for("the mode", || {
        let found = page.text_of(found)?;
        Ok((found.contains("Swizzle mode") && !found.contains("Lane")).then_some(()))
    })
    .await?;
    page.fill_in(&field, "zzz").await?;
    let status = "return document.querySelector('main [role=status]').textContent";
    page.wait_for("none", || Ok((page.text_of(status)? == "No term has “zzz”.").then_some(()))).await?;
    page.fill_in(&field, "sbo").await?;
    page.key("Enter").await?;
    page.wait_until("the entry", "return location.hash.startsWith('#/glossary/')").await.map(drop)
}

#[test]
async fn lessons_are_listed_by_what_they_lead_to() -> Result<()> {
    let page = Page::open("#/learn").await?;
    let expected: Vec<String> = CHAPTERS
        .iter()
        .map(|chapter| {
            let titles: Vec<&str> = chapter.lessons().map(|(_, lesson)| lesson.title).collect();
            format!("{}: {}", chapter.title, titles.join(", "))
        })
        .collect();
    let said = "return [...document.querySelectorAll('.learn-chapter')].map((chapter) =>
        `${chapter.querySelector('h2').textContent}: ${[...chapter.querySelectorAll('.learn-open')].map((one) => one.textContent).join(', ')}`).join('\\n')";
    page.wait_for("every chapter", || Ok((page.text_of(said)? == expected.join("\n")).then_some(()))).await?;
    // Nothing was answered: the journey is the present stop, and the only blue button leads there.
    let onward = "return [...document.querySelectorAll('main .is-main')].map((one) => one.getAttribute('href')).join()";
    assert_eq!(page.text_of(onward)?, "#/journey");
    let ends =
        "return [...document.querySelectorAll('.also a')].map((one) => one.getAttribute('href')).join()";
    assert_eq!(page.text_of(ends)?, "#/figures,#/glossary");
    Ok(())
}

#[test]
async fn an_address_of_nothing_says_so() -> Result<()> {
    let page = Page::open("#/learn/zzz").await?;
    let said = "return document.querySelector('main [role=status]')?.textContent ?? ''";
    for (address, expected) in [
        ("#/learn/zzz", "There is no lesson “zzz”. These are all."),
        ("#/glossary/zzz", "There is no word “zzz”. These are all."),
        ("#/learn", ""),
        ("#/glossary", ""),
    ] {
        page.goto(address).await?;
        page.wait_for(address, || Ok((page.text_of(said)? == expected).then_some(()))).await?;
    }
    Ok(())
}

/// All figures of the manual are there; arrow keys choose one, which is drawn large, in the matrix or in memory.
#[test]
async fn a_figure_is_chosen_by_keys_and_drawn_large() -> Result<()> {
    let page = Page::open("#/figures").await?;
    let count = "return document.querySelectorAll('.figs [role=option] svg').length";
    page.wait_for("every figure", || {
        Ok((page.execute(count, &[])? == json!(figures().count())).then_some(()))
    })
    .await?;
    page.execute("document.querySelector('.figs').focus()", &[])?;
    page.key("ArrowRight").await?;
    let large = "return [document.querySelector('.now h2').textContent, document.querySelector('.now .is-main').getAttribute('href')].join()";
    page.wait_for("the next", || {
        Ok((page.text_of(large)? == "Figure 158: MN major 64B swizzling,#/figure/158").then_some(()))
    })
    .await?;
    page.press("Memory").await?;
    page.wait_until("its memory", "return document.querySelector('.now .cell-touch[aria-label=Memory]')")
        .await
        .map(drop)
}

#[test]
async fn an_entry_of_the_glossary_leads_to_its_lesson() -> Result<()> {
    let page = Page::open("#/glossary/sbo").await?;
    page.follow("Learn: Eight rows, then SBO").await?;
    page.wait_until("the lesson", "return location.hash === '#/learn/k-major/2'").await?;
    Ok(())
}
