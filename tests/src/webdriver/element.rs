//! An element of the page.

use serde_json::{Value, json};

use super::error::{Context as _, Result};
use super::keys;
use super::session::{Session, text};

/// The key under which the protocol passes elements.
const KEY: &str = "element-6066-11e4-a52e-4f735466cecf";

/// An element of the page. It can disappear while the page is open; every request about it then fails.
pub struct Element<'a> {
    session: &'a Session,
    id: String,
    /// How it was found, for messages.
    css: String,
}

impl<'a> Element<'a> {
    /// The element that an answer holds.
    pub(super) fn new(session: &'a Session, found: &Value, css: &str) -> Result<Self> {
        let id = found[KEY].as_str().context(|| format!("{css}: expected an element, got {found}"))?;
        Ok(Self { session, id: id.to_owned(), css: css.to_owned() })
    }

    /// This element as an argument of [`Session::execute`].
    #[must_use]
    pub fn handle(&self) -> Value {
        json!({ KEY: self.id })
    }

    /// Scrolls it into view and clicks its middle.
    ///
    /// # Errors
    /// When it cannot be clicked, for example because another element covers it.
    pub fn click(&self) -> Result<()> {
        self.post("/click", &json!({}), "click")
    }

    /// Types into it: text, and the keys of [`keys`].
    ///
    /// Each key is a request of its own, as each is an event of its own where a hand types. Firefox would take a whole
    /// text at once, without letting the page draw in between.
    ///
    /// # Errors
    /// When it takes no keys.
    pub fn type_keys(&self, text: &str) -> Result<()> {
        text.chars().try_for_each(|key| self.post("/value", &json!({ "text": key }), "type into"))
    }

    /// Replaces a field's text, as a user does: all of it is selected and typed over.
    ///
    /// # Errors
    /// When it takes no keys.
    pub fn fill(&self, text: &str) -> Result<()> {
        self.click()?;
        // Control up before the text, or its letters would be shortcuts.
        self.session.chord(&[keys::CONTROL, "a"])?;
        self.type_keys(if text.is_empty() { keys::DELETE } else { text })
    }

    /// Its text, as it is rendered.
    ///
    /// # Errors
    /// When it is gone.
    pub fn text(&self) -> Result<String> {
        text(self.get("/text")?)
    }

    /// The value of an attribute in the document; `None` where there is none.
    ///
    /// # Errors
    /// When it is gone.
    pub fn attribute(&self, name: &str) -> Result<Option<String>> {
        let value = self.get(&format!("/attribute/{name}"))?;
        Ok(value.as_str().map(str::to_owned))
    }

    /// A property as scripts see it, `value` or `checked` for example; null where there is none.
    ///
    /// # Errors
    /// When it is gone.
    pub fn property(&self, name: &str) -> Result<Value> {
        self.get(&format!("/property/{name}"))
    }

    /// The first element inside it that a CSS selector finds.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(&self, css: &str) -> Result<Self> {
        let found = self
            .session
            .wire
            .post(&self.path("/element"), &json!({ "using": "css selector", "value": css }))
            .context(|| format!("cannot find {css} in {}", self.css))?;
        Self::new(self.session, &found, &format!("{} {css}", self.css))
    }

    fn path(&self, rest: &str) -> String {
        format!("/element/{}{rest}", self.id)
    }

    fn get(&self, rest: &str) -> Result<Value> {
        self.session
            .wire
            .get(&self.path(rest))
            .context(|| format!("cannot read {} of {}", &rest[1..], self.css))
    }

    fn post(&self, rest: &str, body: &Value, doing: &str) -> Result<()> {
        self.session.wire.post(&self.path(rest), body).context(|| format!("cannot {doing} {}", self.css))?;
        Ok(())
    }
}
