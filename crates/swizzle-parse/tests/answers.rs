//! Every text of the tests, of the fuzz targets and of public sources with its answer: `answers.jsonl`, a text and an answer
//! a line. A change of an answer is a change of that file: `ANSWERS=write cargo test -p swizzle-parse --test answers`.

use std::fmt::Write as _;

use swizzle_parse::{Destination, PasteChoice, Pasted, shown_from_paste};
use swizzle_view::Shown;
use swizzle_view::link::link_from_shown;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/answers.jsonl");

/// What was read, the link with its values, each part that was not read or is explained, and the other readings.
fn told(pasted: &Pasted) -> String {
    let mut line = format!("{} | {}", pasted.what, link_from_shown(&pasted.shown));
    for notice in &pasted.notices {
        let _ = write!(line, " | {}: {}", notice.part, notice.why);
    }
    for (label, _) in &pasted.others {
        let _ = write!(line, " | or {label}");
    }
    match &pasted.goes_to {
        Some(Destination::Instruction(one)) => {
            let _ = write!(line, " | to 0x{:08x}", one.raw());
        }
        Some(other) => {
            let _ = write!(line, " | to {}", other.link().unwrap_or_default());
        }
        None => {}
    }
    line
}

fn answer(text: &str) -> String {
    match shown_from_paste(text, &PasteChoice::default(), &Shown::default()) {
        Ok(pasted) => told(&pasted),
        Err(error) => {
            let readings = error.readings.iter();
            let labels: Vec<&str> = readings.map(|(label, _)| &**label).collect();
            format!("! {} [{}]", error.message, labels.join("; "))
        }
    }
}

#[test]
fn answers_are_those_of_the_file() {
    let file = std::fs::read_to_string(FILE).expect("the file of answers");
    let lines = file.lines().map(|line| {
        let [text, answer]: [String; 2] = serde_json::from_str(line).expect("a text, an answer");
        (text, answer)
    });
    let (mut now, mut changed) = (String::new(), String::new());
    for (text, before) in lines {
        let after = answer(&text);
        if after != before {
            let _ = writeln!(changed, "{text}\n  was {before}\n  now {after}");
        }
        let line = serde_json::to_string(&[text, after]).expect("two texts");
        now.push_str(&line);
        now.push('\n');
    }
    if std::env::var("ANSWERS").is_ok_and(|wish| wish == "write") {
        std::fs::write(FILE, now).expect("the file can be written");
        print!("{changed}");
    } else {
        assert!(changed.is_empty(), "answers differ:\n{changed}");
    }
}
