//! The gallery of figures.

use swizzle_tests::webdriver::{Result, keys};
use swizzle_view::Shown;

use crate::page::{Page, state};

/// The words on the button that has the focus.
fn focused(page: &Page) -> Result<String> {
    page.text_of("return document.activeElement.textContent")
}

fn is_open(page: &Page) -> Result<bool> {
    let dialogs = page.session().find_all("dialog[open]")?;
    Ok(!dialogs.is_empty())
}

fn closes(page: &Page) -> Result<()> {
    let what = "the gallery to close";
    page.session()
        .wait_for(what, |_| Ok((!is_open(page)?).then_some(())))
}

#[test]
fn a_card_opens_its_figure_and_back_returns() -> Result<()> {
    let (figure, before) = (state("#/figure/157"), Shown::default());
    let page = Page::open("")?;
    page.shows(&before)?;
    let (former, length) = (page.session().url()?, page.history_length()?);

    page.press("Figures")?;
    let card = "//button[span[.='Figure 157']]";
    page.session().find_xpath(card)?.click()?;
    closes(&page)?;
    page.shows(&figure)?;
    assert_eq!(page.link()?, "#/figure/157");
    assert_eq!(page.history_length()?, length + 1);

    page.session().back()?;
    page.shows(&before)?;
    assert_eq!(page.session().url()?, former);

    page.session().forward()?;
    page.shows(&figure)?;
    assert_eq!(page.link()?, "#/figure/157");
    Ok(())
}

#[test]
fn it_closes_in_every_way_and_gives_the_focus_back() -> Result<()> {
    let page = Page::open("#/figure/165")?;
    let shown = state("#/figure/165");
    let ways: [(&str, &dyn Fn() -> Result<()>); 3] = [
        ("Escape", &|| page.session().chord(&[keys::ESCAPE])),
        ("Close", &|| page.press("Close")),
        ("a click beside it", &|| {
            page.session().pointer_to_view(5.0, 500.0)?;
            page.click_here()
        }),
    ];
    for (way, close) in ways {
        // By keyboard, as a button that was pressed with the mouse need not have the focus.
        page.session()
            .execute("arguments[0].focus()", &[page.button("Figures")?.handle()])?;
        page.session().chord(&[keys::ENTER])?;
        page.session().wait_until(
            "the gallery",
            "return document.querySelector('dialog[open]')",
        )?;
        let inside = "return document.activeElement.closest('dialog') !== null";
        assert!(page.session().execute(inside, &[])? == true, "{way}");
        close()?;
        closes(&page)?;
        assert_eq!(focused(&page)?, "Figures", "{way}");
        page.shows(&shown)?;
    }
    assert_eq!(page.link()?, "#/figure/165");
    Ok(())
}
