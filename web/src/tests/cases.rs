//! What a visitor does and what is so then, as cases: a file of `cases/` a test, whose steps `tests/e2e/steps.js` takes, but for those of
//! hands and lessons. A case that fails says at which step, and what was there instead; the others of its file are asked all the same.

use serde_json::{Value, json};
use swizzle_learn::{Answer, LESSONS, Part, Stop, hint};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, Page, Result};
use super::steps::{STEPS, Step, cases};
use super::stop::{READ, address, answer, facts_of, opened, stops_of, text_of, values_of, words};
use crate::browser::hash;

/// A test for each file.
macro_rules! files {
    ($($name:ident)*) => {
        $(#[test]
        async fn $name() -> Result<()> {
            ask(include_str!(concat!("cases/", stringify!($name), ".txt"))).await
        })*
    };
}

files! { bar blackwell builder check compare course journey kernel lessons links memory paste support why }

async fn ask(file: &str) -> Result<()> {
    let mut faults = Vec::new();
    for case in cases(file) {
        let mut page = None;
        for step in &case.steps {
            if let Err(fault) = take(&mut page, step).await {
                faults.push(format!("{}, {step}: {fault}", case.name));
                break;
            }
        }
    }
    match faults.is_empty() {
        true => Ok(()),
        false => Err(Fault::new(faults.join("\n"))),
    }
}

async fn take(page: &mut Option<Page>, step: &Step) -> Result<()> {
    // Without a link, the present one.
    let step = match (&*step.verb, &*step.what) {
        ("open" | "again", "") => &step.about(hash()),
        _ => step,
    };
    match (&*step.verb, &*page) {
        ("open", _) => *page = Some(Page::open(&step.what).await?),
        (_, Some(page)) => page.takes(step).await?,
        (_, None) => return Err(Fault::new("no page is open")),
    }
    Ok(())
}

/// What is said of a wrong answer: the slip that leads to it, or otherwise where to look.
fn slip(stop: &Stop, answer: &str) -> std::result::Result<String, String> {
    let (kind, rest) = answer.split_once(' ').unwrap_or((answer, ""));
    let numbers: Vec<u64> = rest.split(' ').filter_map(|number| number.parse().ok()).collect();
    let answer = match (kind, &numbers[..]) {
        ("number", [number]) => Answer::Number(*number),
        ("choice", [place]) => Answer::Choice(*place as usize),
        ("lanes", &[cta, lane, column]) => {
            Answer::Cell { part: Part::Lanes, at: [cta as u32, lane as u32, column as u32] }
        }
        _ => return Err(format!("{answer} is not an answer")),
    };
    let hint = match hint(stop, &answer) {
        Some(hint) => hint,
        None => words(stop.ask.hint, &*facts_of(stop, stop.asked_link())?),
    };
    Ok(format!("Not yet. {hint}"))
}

impl Page {
    /// Takes steps as a case has them, a line each.
    pub(super) async fn does(&self, steps: &str) -> Result<()> {
        for step in steps.lines() {
            self.takes(&Step::of(0, step.trim())).await?;
        }
        Ok(())
    }

    async fn takes(&self, step: &Step) -> Result<()> {
        let (what, text) = (&*step.what, &*step.text);
        match &*step.verb {
            "again" => self.goto(what).await,
            "go" => self.type_address(what).await,
            verb @ ("press" | "follow" | "click") => self.click(&self.found(verb, what).await?).await,
            "fill" => self.fill_in(&self.found("fill", what).await?, text).await,
            "write" => self.write(what).await,
            "key" => self.keys(what).await,
            "frames" => {
                for _ in 0..what.parse().unwrap_or(0) {
                    self.rendered().await;
                }
                Ok(())
            }
            "stop" => self.says(opened).await,
            "right" => {
                self.says(|lesson, place| {
                    let answer = answer(&LESSONS[lesson].stops[place])?;
                    Ok(json!({ "right": format!("Right. {answer}"), "wrong": null }))
                })
                .await
            }
            "told" => {
                self.says(|lesson, place| Ok(json!({ "told": answer(&LESSONS[lesson].stops[place])? }))).await
            }
            "slip" => {
                self.says(|lesson, place| Ok(json!({ "wrong": slip(&LESSONS[lesson].stops[place], what)? })))
                    .await
            }
            "figure" => {
                self.says(|lesson, place| {
                    let stop = &LESSONS[lesson].stops[place];
                    let facts = facts_of(stop, what)?;
                    Ok(json!({ "text": text_of(stop, &*facts), "values": values_of(stop, &*facts) }))
                })
                .await
            }
            _ => self.scripted(step).await,
        }
    }

    /// Puts a text of any length into a field.
    pub(super) async fn puts(&self, field: &str, text: &str) -> Result<()> {
        self.execute(STEPS, &["put", field, text])?;
        self.rendered().await;
        Ok(())
    }

    /// Takes a step of the script, as soon as that can be.
    async fn scripted(&self, Step { verb, what, text, .. }: &Step) -> Result<()> {
        let is_act = self
            .wait_for(verb, || match self.execute(STEPS, &[verb, what, text])? {
                Value::String(instead) => Err(Fault::new(instead)),
                value => Ok(Some(value == true)),
            })
            .await?;
        if is_act {
            self.rendered().await;
        }
        Ok(())
    }

    /// Presses keys one after the other, `ArrowDown*3` that one three times.
    async fn keys(&self, keys: &str) -> Result<()> {
        for key in keys.split(' ') {
            let (key, times) = key.split_once('*').unwrap_or((key, "1"));
            for _ in 0..times.parse().unwrap_or(0) {
                self.key(key).await?;
            }
        }
        Ok(())
    }

    /// Waits until parts of what the present stop shows are these.
    async fn says(&self, parts: impl Fn(usize, usize) -> std::result::Result<Value, String>) -> Result<()> {
        let here = self.link();
        let found = stops_of(|_| true).find(|(lesson, place)| address(*lesson, *place) == here);
        let (lesson, place) = found.ok_or_else(|| Fault::new(format!("{here} is not a stop")))?;
        let parts = parts(lesson, place)?;
        self.wait_for("what the stop says", || {
            let shown = self.execute(READ, &[])?;
            let differs =
                parts.as_object().into_iter().flatten().find(|(part, expected)| shown[part] != **expected);
            match differs {
                Some((part, expected)) => {
                    Err(Fault::new(format!("{part} is {}, not {expected}", shown[part])))
                }
                None => Ok(Some(())),
            }
        })
        .await
    }
}
