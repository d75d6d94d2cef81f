//! The finished page in headless Chromium, as a visitor uses it. `cargo xtask test --only e2e` builds the page, serves
//! it and says where in `ATLAS_URL`.

use std::env;

use swizzle_tests::webdriver::{Browser, Error, Result, Session};

/// A browser with the page open at a link, its numbers drawn.
fn open(link: &str) -> Result<Session> {
    let url = env::var("ATLAS_URL").map_err(|_| {
        Error::new("ATLAS_URL does not say where the page is: run `cargo xtask test --only e2e`")
    })?;
    let session = Session::start(Browser::Chromium)?;
    session.set_window_size(1440, 900)?;
    session.goto(&format!("{url}{link}"))?;
    session.wait_until(
        "the numbers of both views",
        "return [...document.querySelectorAll('.grid-numbers')].filter(view => view.textContent.trim()).length == 2",
    )?;
    Ok(session)
}

/// The numbers of the matrix view that are in view, by row.
fn matrix(session: &Session) -> Result<Vec<Vec<String>>> {
    let text = session
        .find("[aria-label=Matrix] .grid-numbers")?
        .property("textContent")?;
    let rows = text.as_str().unwrap_or_default().lines();
    Ok(rows
        .map(|row| row.split_whitespace().map(str::to_owned).collect())
        .collect())
}

#[test]
fn a_figure_opens() -> Result<()> {
    let session = open("#/figure/157")?;
    let matrix = matrix(&session)?;
    assert_eq!(matrix[0], ["0", "1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(matrix[1], ["9", "8", "11", "10", "13", "12", "15", "14"]);
    assert_eq!(session.console_errors()?, [""; 0]);
    Ok(())
}
