//! Cases in a browser: a file of `cases/` a test, and the steps that only a browser's driver takes.

use swizzle_tests::webdriver::{Element, Error, Result, keys};

use crate::cases::{STEPS, Step, cases};
use crate::page::{Page, state, url};
use crate::skip::is_in_chromium;

/// The body of a function: what is wrong with how the page is drawn.
pub(crate) const LAWS: &str = include_str!("laws.js");

/// A test for each file.
macro_rules! files {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() -> Result<()> {
            ask(include_str!(concat!("cases/", stringify!($name), ".txt")))
        })*
    };
}

files! { address appearance compare embed focus frames journey lessons phone pointer wires }

fn ask(file: &str) -> Result<()> {
    let mut faults = Vec::new();
    for case in cases(file) {
        let page = Page::new()?;
        for step in &case.steps {
            // Where a browser lacks what the rest needs, that is told and left out.
            if step.verb == "chromium" {
                if is_in_chromium(&step.what)? { continue } else { break }
            }
            if let Err(fault) = page.takes(step) {
                faults.push(format!("{}, {step}: {fault}", case.name));
                break;
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(Error::new(faults.join("\n"))) }
}

/// A key by the name that pages have for it; others are what they write.
fn key(name: &str) -> &str {
    let named = [
        ("Enter", keys::ENTER),
        ("Escape", keys::ESCAPE),
        ("Tab", keys::TAB),
        ("ArrowUp", keys::UP),
        ("ArrowDown", keys::DOWN),
        ("ArrowLeft", keys::LEFT),
        ("ArrowRight", keys::RIGHT),
        ("PageDown", keys::PAGE_DOWN),
        ("Control", keys::CONTROL),
        ("Shift", keys::SHIFT),
    ];
    named.into_iter().find(|(one, _)| *one == name).map_or(name, |(_, key)| key)
}

/// The middle of a cell of the first or the second square, in pixels of the window.
const MIDDLE: &str = "
    const [square, row, column] = arguments;
    const canvas = document.querySelectorAll('.cell-view canvas')[square];
    canvas.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { left, top } = canvas.getBoundingClientRect();
    const { cellWidth, cellHeight } = canvas.dataset;
    return [left + (column + 0.5) * cellWidth, top + (row + 0.5) * cellHeight]";

impl Page {
    /// Takes steps as a case has them, a line each.
    pub(crate) fn does(&self, steps: &str) -> Result<()> {
        steps.lines().try_for_each(|step| self.takes(&Step::of(0, step.trim())))
    }

    pub(crate) fn takes(&self, step: &Step) -> Result<()> {
        let (what, text, session) = (&*step.what, &*step.text, self.session());
        let numbers: Vec<f64> = what.split(' ').filter_map(|number| number.parse().ok()).collect();
        match (&*step.verb, &numbers[..]) {
            ("open" | "again", _) => self.goto(what),
            // As another page has it in a frame, or by an address of its own.
            ("visit", _) => {
                session.goto("about:blank")?;
                session.goto(&format!("{}{what}", url()?))
            }
            ("go", _) => self.type_address(what),
            ("shows", _) => self.shows(&state(what)),
            ("back", _) => session.back(),
            ("forward", _) => session.forward(),
            ("reload", _) => session.refresh(),
            ("settles", _) => self.settles(),
            (verb @ ("press" | "follow" | "click"), _) => self.found(verb, what)?.click(),
            ("fill", _) => self.found("fill", what)?.fill(text),
            ("write", _) => self.type_here(what),
            ("key", _) => {
                let chords: Vec<Vec<&str>> =
                    what.split(' ').map(|chord| chord.split('+').map(key).collect()).collect();
                session.chords(&chords.iter().map(|chord| &chord[..]).collect::<Vec<_>>())
            }
            ("size", &[width, height, scale]) => self.resize(width as u32, height as u32, scale),
            ("system", _) => session.set_system_theme(what == "dark"),
            ("media", _) => session.set_media(what, text),
            ("law", _) => self.obeys(what, text),
            ("answer", _) => self.answers(),
            ("quiet", _) => {
                let errors = session.console_errors()?;
                if errors.is_empty() { Ok(()) } else { Err(Error::new(errors.join("\n"))) }
            }
            (verb @ ("hover" | "tap"), [_, _, _]) => {
                let place = session.wait_for("the cells", |_| {
                    session
                        .execute(MIDDLE, &numbers.iter().map(|at| (*at as u32).into()).collect::<Vec<_>>())
                        .map(Some)
                })?;
                let [x, y] = [0, 1].map(|side| place[side].as_f64().unwrap_or_default());
                if verb == "tap" { session.tap_in_view(x, y) } else { session.pointer_to_view(x, y) }
            }
            ("leave", _) => session.pointer_to_view(5.0, 5.0),
            ("button", _) => session.pointer_press().and_then(|()| session.pointer_release()),
            _ => self.scripted(step),
        }
    }

    /// Waits for what a step acts on: a button or a link by its name, or the first element of a selector.
    fn found(&self, verb: &str, what: &str) -> Result<Element<'_>> {
        let find = ["find", verb, what].map(Into::into);
        let found = self.session().wait_for(what, |session| {
            let found = session.execute(STEPS, &find)?;
            Ok((!found.is_null()).then_some(found))
        })?;
        self.session().element(&found, what)
    }

    /// Takes a step of the script, as soon as that can be.
    fn scripted(&self, Step { verb, what, text, .. }: &Step) -> Result<()> {
        let arguments = [verb, what, text].map(|one| one.as_str().into());
        self.session().wait_for(verb, |session| match session.execute(STEPS, &arguments)?.as_str() {
            Some(instead) => Err(Error::new(instead)),
            None => Ok(Some(())),
        })
    }

    /// Waits until nothing is wrong by a law.
    fn obeys(&self, law: &str, text: &str) -> Result<()> {
        self.session().wait_for(law, |session| {
            match session.execute(LAWS, &[law.into(), text.into()])?.as_str() {
                Some("") => Ok(Some(())),
                wrong => Err(Error::new(wrong.unwrap_or_default())),
            }
        })
    }
}
