//! A dump with the user's settings, and what is recognized in it.

use super::*;
use swizzle_params::check;

/// A dump, and what is asked of it.
#[derive(Clone, PartialEq)]
pub struct Given {
    pub held: Rc<Held>,
    pub shown: DumpShown,
}

impl Given {
    /// Another dump, of which the same is asked.
    pub fn with_held(&self, held: Held) -> Self {
        Self {
            shown: DumpShown { example: None, bytes: held.mark(), layout: 0, ..self.shown.clone() },
            held: Rc::new(held),
        }
    }

    /// An example in the place of what was given.
    pub fn with_example(&self, example: Example) -> Self {
        Self { held: Rc::default(), shown: self.shown.with_example(example) }
    }

    /// Returns the input of recognition, without the settings that only affect what is looked at.
    pub fn looked_through(&self) -> Self {
        let mut given = self.clone();
        let silent = DumpShown::default();
        given.shown = DumpShown {
            descriptor: silent.descriptor,
            layout: silent.layout,
            major: silent.major,
            shows: silent.shows,
            ..given.shown
        };
        given
    }

    /// Whether the link is about a dump that is not here.
    pub fn is_elsewhere(&self) -> bool {
        self.shown.example.is_none() && self.shown.bytes.is_some() && self.is_empty()
    }

    /// Whether nothing was pasted.
    pub fn is_empty(&self) -> bool {
        self.held.text.trim().is_empty() && self.held.files.is_empty()
    }

    /// Returns the settings that are asked for, or the field at fault and why.
    fn asked(&self) -> Result<Asked, (&'static str, String)> {
        let number = |name: &'static str, text: &str| match text.trim() {
            "" => Ok(None),
            text => number_from_text(text).map(Some).map_err(|why| (name, format!("{name}: {why}"))),
        };
        let shown = &self.shown;
        let asked = Asked {
            element_bits: shown.element_bits,
            mn: number("mn", &shown.mn)?,
            k: number("k", &shown.k)?,
            address: number("address", &shown.address)?,
            values: shown.values,
        };
        let tile = SaidTile { mn: asked.mn, k: asked.k, ..SaidTile::default() };
        let checked = check(&Said { tile, ..Said::default() });
        checked.map(|()| asked).map_err(|why| (why.name, why.to_string()))
    }
}

/// Layouts that were found, with the dump.
#[derive(Clone, PartialEq)]
pub struct Recognized {
    pub dumps: Vec<Dump>,
    pub asked: Asked,
    pub found: Vec<Found>,
    /// The layout that fits best among the packed ones of each mode.
    pub alternatives: Vec<Alternative>,
}

impl Recognized {
    /// Returns the index of the layout that is looked at, where this one is asked for.
    pub fn chosen(&self, layout: usize) -> usize {
        layout.min(self.found.len().saturating_sub(1))
    }
}

/// Recognized layouts, or the field at fault and why.
pub type Outcome = Result<Rc<Recognized>, (&'static str, String)>;

/// Reads and recognizes what was given, a stretch at a time; `None` of nothing, unless what is asked is at fault.
pub async fn recognized(given: &Given, pause: impl AsyncFn()) -> Option<Outcome> {
    if given.is_empty() {
        return given.asked().err().map(Err);
    }
    let files: Vec<&[u8]> = if given.held.files.is_empty() {
        vec![given.held.text.as_bytes()]
    } else {
        given.held.files.iter().map(|(_, bytes)| bytes.as_slice()).collect()
    };
    let look = async || {
        let asked = given.asked()?;
        let dumps = dumps_from_files(&files, asked.element_bits);
        let dumps = dumps.map_err(|(at, why)| match given.held.files.get(at) {
            Some((name, _)) => ("dump", format!("{name}: {why}")),
            None => ("dump", why.to_string()),
        })?;
        let found = recognize_in_turns(&dumps, &asked, pause).await;
        let found = found.map_err(|why| ("dump", why.to_string()))?;
        let best = found.first();
        Ok(Rc::new(Recognized {
            alternatives: best.map_or_else(Vec::new, alternatives),
            found,
            dumps,
            asked,
        }))
    };
    Some(look().await)
}

#[cfg(test)]
mod tests {
    use swizzle_view::link::form_from_link;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    /// A size that no tile has is said with a dump and without one.
    #[test]
    async fn a_size_without_a_tile_is_refused() {
        for (asked, wanted) in [
            ("mn=0", ("mn", "mn = 0: must be 1 to 65536 elements")),
            ("k=70000", ("k", "k = 70000: must be 1 to 65536 elements")),
            ("mn=-5", ("mn", "mn: “-5” is not a whole number below 2^32, decimal or 0x hex")),
            ("k=abc", ("k", "k: “abc” is not a whole number below 2^32, decimal or 0x hex")),
        ] {
            for example in ["", "&example=right"] {
                let shown = form_from_link::<DumpShown>(&format!("#/memory/dump?{asked}{example}")).shown;
                let held = Rc::new(Held::of_link(&shown, &Rc::default()));
                let outcome = recognized(&Given { held, shown }, async || {}).await;
                let fault = outcome.and_then(Result::err).expect("a fault");
                assert_eq!((fault.0, &*fault.1), wanted, "{asked}{example}");
            }
        }
        let nothing = Given { held: Rc::default(), shown: DumpShown::default() };
        assert!(recognized(&nothing, async || {}).await.is_none());
    }
}
