//! Where people go: five words, and the pages that belong to each. What a page is called here it is called everywhere.

use super::*;

swizzle_core::named! {
    /// A word of the bar.
    pub enum Word "word" {
        /// Something at hand is right or wrong.
        Check => "Check",
        /// Code from a tile.
        Build => "Build",
        /// What the swizzle is for.
        Why => "Why",
        /// From zero.
        Learn => "Learn",
        /// Tensor memory, and what goes through it.
        Blackwell => "Blackwell",
    }
}

/// A page that belongs to a word.
#[derive(Debug, PartialEq, Eq)]
pub struct Place {
    /// The word.
    pub word: Word,
    /// Its name.
    pub name: &'static str,
    /// Its address before anything was asked of it, from `#` on.
    pub fresh: &'static str,
    /// Its own keys, a line each; `None` for a page that lists them itself.
    pub keys: Option<&'static str>,
}

const fn place(word: Word, name: &'static str, fresh: &'static str) -> Place {
    Place { word, name, fresh, keys: None }
}

impl Place {
    const fn keys(mut self, keys: &'static str) -> Self {
        self.keys = Some(keys);
        self
    }
}

const UNDO: &str = "Ctrl Z, Ctrl Shift Z: undo, redo";
const WHY_KEYS: &str = "1 2 3: the three switches\n0: all switches off";
const LANES_KEYS: &str = "1 to 6: an access\nf: its formula";
const STOP_KEYS: &str = "← →: the stop before, the next one\nh: a hint";
const JOURNEY_KEYS: &str = "1 to 7: a stop\n← →: the stop before, the next one";
const TRIP_KEYS: &str = "↑ ↓: row\n← →: column or block\nw: the next warp\n1 to 3: trip\ne: all parameters";

/// The address of the page Home.
pub const HOME: &str = "#/";
/// The address of Check with nothing specified: a query without a key.
const CHECK: &str = "#/?";
const BUILD: &str = "#/build";
const COMPARE: &str = "#/compare/";
const FIGURES: &str = "#/figures";
const WHY: &str = "#/why";
const LANES: &str = "#/memory/lanes";
const REGISTERS: &str = "#/memory/lanes?tab=registers";
/// The factors of the plan that tensor memory begins with.
const SCALE: &str = "#/scale?kind=mxf4nvf4&blocks=16&column=256";

/// All of them; the first one of a word is where the word leads.
pub const PLACES: [Place; 16] = [
    place(Word::Check, "Check", CHECK),
    place(Word::Check, "Kernel", "#/kernel"),
    place(Word::Check, "Dump", "#/memory/dump"),
    place(Word::Check, "TMA box", "#/memory/tma"),
    place(Word::Check, "Compare", COMPARE),
    place(Word::Build, "Build", BUILD).keys(UNDO),
    place(Word::Build, "Supported combinations", "#/support").keys(UNDO),
    place(Word::Why, "Why", WHY).keys(WHY_KEYS),
    place(Word::Why, "Try any access", LANES).keys(LANES_KEYS),
    place(Word::Learn, "Lessons", "#/learn").keys(STOP_KEYS),
    place(Word::Learn, "The journey of one byte", "#/journey").keys(JOURNEY_KEYS),
    place(Word::Learn, "Figures", FIGURES).keys(""),
    place(Word::Learn, "Glossary", "#/glossary").keys(""),
    place(Word::Blackwell, "Scale factors", SCALE).keys(TRIP_KEYS),
    place(Word::Blackwell, "Tensor memory", "#/tensor-memory").keys(TRIP_KEYS),
    place(Word::Blackwell, "Registers", REGISTERS).keys(TRIP_KEYS),
];

impl Word {
    /// Its pages.
    pub fn places(self) -> impl Iterator<Item = &'static Place> {
        PLACES.iter().filter(move |place| place.word == self)
    }

    /// Where it leads; the link is that of the layout at hand.
    pub fn way(self, link: &str) -> String {
        let first = self.places().next();
        first.map_or_else(|| HOME.into(), |place| place.way(link, false))
    }
}

impl Place {
    /// The page of an address; none is Home.
    pub fn of(hash: &str) -> Option<&'static Self> {
        if is_home(hash) {
            return None;
        }
        let route = match Route::of(hash) {
            Route::Learn { .. } => Route::COURSE,
            Route::Glossary(_) => Route::Glossary(None),
            Route::Build(_) => Route::Build(""),
            Route::Memory(None) => Route::Memory(Some("dump")),
            route => route,
        };
        let fresh = match route {
            Route::Atlas if is_of_figures(hash) => FIGURES.into(),
            Route::Atlas => CHECK.into(),
            Route::Memory(Some("lanes")) if hash.contains("tab=registers") => REGISTERS.into(),
            Route::Scale => SCALE.into(),
            route => route.address(),
        };
        PLACES.iter().find(|place| place.fresh == fresh)
    }

    /// Its link: with what it showed last, or with the layout at hand; where it is open, as it begins.
    pub fn way(&self, link: &str, is_open: bool) -> String {
        match self.fresh {
            CHECK => link.into(),
            BUILD => build_address(link),
            fresh if is_open => fresh.into(),
            COMPARE => browser::kept("compare").unwrap_or_else(|| pair_to_complete(link)),
            fresh => browser::kept(fresh).unwrap_or_else(|| fresh.into()),
        }
    }
}

/// Whether an address, from `#` on, is that of the page Home.
pub fn is_home(hash: &str) -> bool {
    matches!(hash, "" | "#" | HOME)
}

/// The link of the layout that was looked at last.
pub fn last_link() -> String {
    let last = browser::kept("atlas").filter(|last| !is_home(last));
    last.unwrap_or_else(|| CHECK.into())
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn every_page_is_one_of_the_five_words_or_home() {
        for (hash, word, name) in [
            ("#/wgmma/4000004000010040", Word::Check, "Check"),
            ("#/figure/157", Word::Check, "Check"),
            ("#/?mn=128", Word::Check, "Check"),
            ("#/nonsense", Word::Check, "Check"),
            ("#/figures", Word::Learn, "Figures"),
            ("#/kernel?try=sbo", Word::Check, "Kernel"),
            ("#/memory", Word::Check, "Dump"),
            ("#/compare/figure/157/with/figure/158", Word::Check, "Compare"),
            ("#/build/wgmma?mn=128", Word::Build, "Build"),
            ("#/memory/lanes?tab=costs", Word::Why, "Try any access"),
            ("#/memory/lanes?tab=registers", Word::Blackwell, "Registers"),
            ("#/scale", Word::Blackwell, "Scale factors"),
            ("#/learn/the-xor/2", Word::Learn, "Lessons"),
            ("#/glossary/atom", Word::Learn, "Glossary"),
        ] {
            let place = Place::of(hash).map(|place| (place.word, place.name));
            assert_eq!(place, Some((word, name)), "{hash}");
        }
        for hash in ["", "#", "#/"] {
            assert_eq!(Place::of(hash), None, "{hash}");
        }
    }

    #[test]
    fn an_address_of_a_place_leads_to_it() {
        for place in &PLACES {
            assert_eq!(Place::of(place.fresh), Some(place), "{}", place.name);
        }
        for word in Word::ALL.iter().copied() {
            assert!(word.places().next().is_some(), "{}", word.name());
        }
    }
}
