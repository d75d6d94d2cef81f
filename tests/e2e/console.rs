//! The console is heard: without that, every test that finds it empty would say nothing.

use std::time::{Duration, Instant};

use swizzle_tests::webdriver::{Error, Result};

use crate::page::Page;

#[test]
fn errors_come_to_the_console_and_are_read_once() -> Result<()> {
    let page = Page::open("#/?")?;
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

/// Or a script with a slip would be waited for as what does not come.
#[test]
fn a_script_that_throws_is_told_at_once() -> Result<()> {
    let page = Page::open("#/?")?;
    let began = Instant::now();
    let thrown = page.session().wait_until("a slip", "return no_such_name");
    let fault = thrown.expect_err("there is no such name");
    assert!(fault.is_thrown(), "{fault}");
    assert!(fault.to_string().contains("no_such_name"), "{fault}");
    assert!(began.elapsed() < Duration::from_secs(10), "{fault}");
    Ok(())
}
