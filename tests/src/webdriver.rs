//! A browser to test in, over [WebDriver](https://www.w3.org/TR/webdriver2/): plain requests with JSON, one at a time.
//!
//! A [`Session`] is one browser window with a profile of its own; dropping it closes the browser and ends its driver.
//! Nothing here panics: every error says what was asked for, and what the browser answered.
//!
//! Not `thirtyfour`: 0.38 has 130 crates, and no command for Firefox's own context, on which console, theme and screen depend.
//!
//! ```no_run
//! use swizzle_tests::webdriver::{Browser, Session, keys};
//! # fn main() -> Result<(), swizzle_tests::webdriver::Error> {
//! let session = Session::start(Browser::Chromium)?;
//! session.goto("http://127.0.0.1:8080/#/figure/157")?;
//! session.wait_until("the numbers are drawn", "return document.querySelector('.grid-numbers')")?;
//! session.find("#number-start")?.fill("0x800")?;
//! session.chord(&[keys::CONTROL, "z"])?;
//! # Ok(())
//! # }
//! ```

mod actions;
mod browser;
mod console;
mod download;
mod driver;
mod element;
mod error;
pub mod keys;
mod privileged;
mod profile;
mod session;
mod visit;
mod wait;
mod wire;

pub use browser::{BROWSER_VARIABLE, Browser, Programs};
pub use console::LogEntry;
pub use element::Element;
pub use error::{Error, Result};
pub use session::Session;
