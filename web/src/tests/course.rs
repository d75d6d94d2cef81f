//! The list of lessons and that of the glossary: what they say.

use swizzle_learn::{CHAPTERS, TERMS};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, Page, Result};

#[test]
async fn the_glossary_says_each_term_in_a_sentence() -> Result<()> {
    let page = Page::open("#/glossary").await?;
    let expected: Vec<String> = TERMS
        .iter()
        .map(|term| {
            let picture = if term.picture.is_some() { "▦ " } else { "" };
            format!("{picture}{}: {}", term.title, term.sentence())
        })
        .collect();
    let said = "return [...document.querySelectorAll('.glossary-entry')]
        .map((entry) => `${entry.querySelector('svg path') ? '▦ ' : ''}${entry.querySelector('h3').textContent}: ${entry.querySelector('p').textContent}`)
        .join('\\n')";
    page.wait_for("every term", || {
        Ok((page.text_of(said)? == expected.join("\n")).then_some(()))
    })
    .await
}

#[test]
async fn letters_lead_to_their_terms() -> Result<()> {
    let page = Page::open("#/glossary").await?;
    let mut letters: Vec<char> = TERMS.iter().map(|term| term.letter()).collect();
    letters.dedup();
    let letters: Vec<String> = letters.into_iter().map(String::from).collect();
    for listed in [".glossary-letters a", ".glossary-letter > h2"] {
        let said = format!(
            "return [...document.querySelectorAll('{listed}')].map((one) => one.textContent).join()"
        );
        page.wait_for(listed, || {
            Ok((page.text_of(&said)? == letters.join(",")).then_some(()))
        })
        .await?;
    }
    page.follow("S").await?;
    let is_there = "return document.activeElement.id === 'letter-S'";
    page.wait_until("the letter", is_there).await?;
    assert_eq!(page.text_of("return location.hash")?, "#/glossary?letter=S");
    // A letter's address opens there.
    page.goto("#/glossary?letter=W").await?;
    let is_there = "return document.activeElement.id === 'letter-W'";
    page.wait_until("its terms", is_there).await.map(drop)
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
    page.wait_for("every chapter", || {
        Ok((page.text_of(said)? == expected.join("\n")).then_some(()))
    })
    .await?;
    let stops: usize = CHAPTERS[0]
        .lessons()
        .map(|(_, lesson)| lesson.stops.len())
        .sum();
    let progress = "return document.querySelector('.learn-chapter > p').textContent";
    assert_eq!(
        page.text_of(progress)?,
        format!("Lessons 1–3 · {stops} stops")
    );
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
        page.wait_for(address, || {
            Ok((page.text_of(said)? == expected).then_some(()))
        })
        .await?;
    }
    Ok(())
}

/// In a lesson there is room for every mark that occurs; none is told that does not.
#[test]
async fn a_figure_says_what_its_marks_mean() -> Result<()> {
    let page = Page::open("#/learn").await?;
    let keys = "return [...document.querySelectorAll('.mark-keys > span')]
        .filter((key) => key.offsetWidth).map((key) => key.textContent).join()";
    let all = "right,redactual,beneathexpected,beneathexpected,×nread n times for other units,+nn extra reads for other units,not read";
    for (stop, expected) in [
        ("the-descriptor/2", "redactual,beneathexpected,not read"),
        ("the-descriptor/3", all),
    ] {
        page.goto(&format!("#/learn/{stop}")).await?;
        page.wait_for(stop, || {
            let told = page.text_of(keys)?;
            match told == expected {
                true => Ok(Some(())),
                false => Err(Fault::new(told)),
            }
        })
        .await?;
    }
    Ok(())
}

#[test]
async fn an_entry_of_the_glossary_leads_to_its_lesson() -> Result<()> {
    let page = Page::open("#/glossary/sbo").await?;
    page.follow("Learn: Eight rows, then SBO").await?;
    page.wait_until("the lesson", "return location.hash === '#/learn/k-major/2'")
        .await?;
    Ok(())
}
