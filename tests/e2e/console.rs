//! The console is heard: without that, every test that finds it empty would say nothing.

use swizzle_tests::webdriver::{Error, Result};

use crate::page::Page;

#[test]
fn errors_come_to_the_console_and_are_read_once() -> Result<()> {
    let page = Page::open("")?;
    page.session().execute(
        "console.log('a note'); console.error('an error'); setTimeout(() => { throw new Error('an exception') })",
        &[],
    )?;
    let mut heard = Vec::new();
    page.session().wait_for("both errors", |session| {
        heard.append(&mut session.console_errors()?);
        if heard.len() == 2 {
            return Ok(Some(()));
        }
        Err(Error::new(format!("{heard:?}")))
    })?;
    for words in ["an error", "an exception"] {
        assert!(heard.iter().any(|line| line.contains(words)), "{heard:?}");
    }
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}
