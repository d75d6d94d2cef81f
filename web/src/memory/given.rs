//! What was given of a dump, and what is recognized in it.

use std::cell::Cell;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use swizzle_core::dump::{
    Asked, Dump, Example, Found, Values, dumps_from_files, recognize_in_turns,
};
use swizzle_core::{Major, Named as _, number_from_text};
use web_sys::js_sys::Date;

use super::file::Bytes;

/// What was typed and given.
#[derive(Clone, PartialEq)]
pub(super) struct Given {
    pub(super) text: String,
    pub(super) files: Vec<Bytes>,
    pub(super) bits: String,
    pub(super) values: String,
    pub(super) mn: String,
    pub(super) k: String,
    pub(super) address: String,
    pub(super) descriptor: String,
    pub(super) major: String,
}

impl Given {
    pub(super) fn new() -> Self {
        Self {
            text: String::new(),
            files: Vec::new(),
            bits: "16".into(),
            values: ANY.into(),
            mn: String::new(),
            k: String::new(),
            address: String::new(),
            descriptor: String::new(),
            major: Major::K.name().into(),
        }
    }

    /// An example in the place of what was given.
    pub(super) fn with_example(&self, example: Example) -> Self {
        let asked = example.asked();
        let number =
            |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
        Self {
            text: example.text(),
            files: Vec::new(),
            bits: asked.element_bits.to_string(),
            values: asked.values.map_or(ANY, |values| values.name()).into(),
            mn: number(asked.mn),
            k: number(asked.k),
            address: number(asked.address),
            descriptor: format!("{:#018x}", example.descriptor()),
            major: self.major.clone(),
        }
    }

    fn is_empty(&self) -> bool {
        self.text.trim().is_empty() && self.files.is_empty()
    }

    /// What is asked, or the field at fault and why.
    fn asked(&self) -> Result<Asked, (&'static str, String)> {
        let number = |name: &'static str, text: &str| match text.trim() {
            "" => Ok(None),
            text => number_from_text(text).map(Some).map_err(|why| (name, why)),
        };
        Ok(Asked {
            element_bits: self.bits.parse().unwrap_or(16),
            mn: number("mn", &self.mn)?,
            k: number("k", &self.k)?,
            address: number("address", &self.address)?,
            values: Values::from_name(&self.values).ok(),
        })
    }
}

/// Values of which nothing is known.
pub(super) const ANY: &str = "whatever fits";

/// What was found; the dump with it.
#[derive(Clone, PartialEq)]
pub(super) struct Recognized {
    pub(super) dumps: Vec<Dump>,
    pub(super) asked: Asked,
    pub(super) found: Vec<Found>,
    /// How long that took, in milliseconds.
    pub(super) took_ms: u32,
}

/// What was recognized, or the field at fault and why.
pub(super) type Outcome = Result<Rc<Recognized>, (&'static str, String)>;

/// How long the page may be busy at a stretch, in milliseconds.
const STRETCH_MS: f64 = 8.0;

/// Stretches of work between which the page is at hand.
struct Stretches {
    began: Cell<f64>,
    before: Cell<f64>,
}

impl Stretches {
    fn new() -> Self {
        Self {
            began: Cell::new(Date::now()),
            before: Cell::new(0.0),
        }
    }

    async fn pause(&self) {
        let lasted = Date::now() - self.began.get();
        if lasted >= STRETCH_MS {
            self.before.set(self.before.get() + lasted);
            TimeoutFuture::new(0).await;
            self.began.set(Date::now());
        }
    }

    /// Milliseconds of all of them.
    fn spent(&self) -> u32 {
        (self.before.get() + Date::now() - self.began.get()) as u32
    }
}

/// Reads and recognizes what was given, a stretch at a time; `None` of nothing.
pub(super) async fn recognized(given: &Given) -> Option<Outcome> {
    if given.is_empty() {
        return None;
    }
    let files: Vec<&[u8]> = match given.files.is_empty() {
        true => vec![given.text.as_bytes()],
        false => given
            .files
            .iter()
            .map(|(_, bytes)| bytes.as_slice())
            .collect(),
    };
    let stretches = Stretches::new();
    let look = async || {
        let asked = given.asked()?;
        let dumps = dumps_from_files(&files, asked.element_bits);
        let dumps = dumps.map_err(|(at, why)| match given.files.get(at) {
            Some((name, _)) => ("dump", format!("{name}: {why}")),
            None => ("dump", why.to_string()),
        })?;
        let found = recognize_in_turns(&dumps, &asked, async || stretches.pause().await).await;
        Ok(Rc::new(Recognized {
            found: found.map_err(|why| ("dump", why.to_string()))?,
            dumps,
            asked,
            took_ms: stretches.spent(),
        }))
    };
    Some(look().await)
}
