//! What texts mean: the cases of the files beside this one.
//!
//! A file is TOML, a list of cases. A case has a `name` and what is read: a `text`, or a list of texts that mean the same; `row` (keys)
//! and `rows` (lists of their values) make a case of each row. Its other keys are
//! - `of`, the [door](DOORS) that reads it, the paste box where there is none;
//! - `in`, a text that is read before, whose answer it adds to; `choice`, a table of what was chosen; `or`, the label of the reading
//!   that is chosen of its answer;
//! - facts of the answer by name ([`of_answer`], [`of_error`], [`of_map`]), with what they are: a text, a number, a list for several
//!   lines, `""` for nothing. Behind a name, `has`, `lacks`, `starts` and `ends` ask for parts of it, `has` and `lacks` for each
//!   of a list, in capitals or not; `begins` asks for its first line, `counts` for how many lines it has, and `is` for all of it.

mod doors;

use std::collections::{BTreeMap, BTreeSet};

use swizzle_core::hardware::Named;
use swizzle_lints::tma::{TYPED_FIELDS, TypedMap};
use swizzle_lints::{findings_from_spec, verdict_of_spec};
use swizzle_params::PARAMS;
use swizzle_tmem::Point;
use swizzle_view::link::{ScaleShown, form_from_link};
use swizzle_view::link_from_shown;
use toml::{Table, Value};

use crate::pasted::Choose;
use crate::prelude::*;
use crate::tensor_map::{MapPrint, map_from_print};
use doors::{DOORS, READERS};

/// What is known of an answer, by name; of several things a line each.
type Facts = BTreeMap<String, String>;

fn lines<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    all.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join("\n")
}

fn facts(all: impl IntoIterator<Item = (&'static str, String)>) -> Facts {
    all.into_iter().map(|(name, fact)| (name.into(), fact)).collect()
}

fn of_error(text: &str, error: &PasteError) -> Facts {
    facts([
        ("error", error.message.clone()),
        ("at", text[error.at.clone()].into()),
        ("readings", lines(error.readings.iter().map(|(label, _)| label))),
        ("extra", lines(error.extra.iter().map(|part| &text[part.clone()]))),
        ("instead", error.instead(text).unwrap_or_default()),
    ])
}

/// What was recognised; parameters that it says by their keys, and with `spec.` before those that follow; its descriptors; what was
/// not read; where else it leads.
fn of_answer(pasted: &Pasted) -> Facts {
    let said = pasted.shown.said;
    let spec = pasted.shown.spec().expect("a picture");
    let findings = findings_from_spec(&spec);
    let mut all = facts([
        ("what", pasted.what.clone()),
        ("descriptors", lines(said.all_given())),
        ("family", said.arch().map_or("", Named::name).into()),
        ("link", link_from_shown(&pasted.shown)),
        ("cell", lines(pasted.shown.pinned.map(|at| format!("{},{}", at.mn, at.k)))),
        ("notices", lines(pasted.notices.iter().map(|one| &one.part))),
        ("why", lines(pasted.notices.iter().map(|one| &one.why))),
        ("unread", lines(pasted.unread().map(|one| &one.part))),
        ("readings", lines(pasted.others.iter().map(|(label, _)| label))),
        ("waits", if pasted.is_from_inside { "yes" } else { "" }.into()),
        ("verdict", verdict_of_spec(&spec, &findings).headline),
        ("findings", lines(findings.iter().map(|one| one.id))),
    ]);
    for param in PARAMS {
        let mut add = |name: String, value: Option<_>| all.insert(name, lines(value));
        add(param.key.into(), param.get(&said));
        add(format!("spec.{}", param.key), param.taken(&spec));
    }
    if let Some(given) = said.given {
        let fields = given.decode();
        let mode = fields.swizzle.map_or_else(|code| format!("code {}", code.0), |mode| mode.name().into());
        all.extend(facts([
            ("descriptor", given.to_string()),
            ("field.start", fields.start_field.to_string()),
            ("field.lbo", fields.lbo_field.to_string()),
            ("field.sbo", fields.sbo_field.to_string()),
            ("field.base", fields.base_offset.to_string()),
            ("field.mode", mode),
        ]));
    }
    match &pasted.goes_to {
        Some(Destination::Instruction(idesc)) => {
            all.extend(facts([("to", idesc.to_string()), ("kind", idesc.kind().name().into())]));
        }
        Some(to) => drop(all.insert("to".into(), to.link().unwrap_or_default())),
        None => {}
    }
    if let Some(Destination::TensorMemory(answer)) = &pasted.goes_to {
        all.extend(answer.facts.iter().map(|(name, value)| {
            let text = match value {
                FactValue::Number(number) => number.to_string(),
                FactValue::Numbers(numbers) => lines(numbers),
                FactValue::Text(text) => text.clone(),
            };
            (format!("tmem.{name}"), text)
        }));
        if let Some(link) = &answer.link
            && agrees(link, &all)
        {
            all.insert("page".into(), "agrees".into());
        }
    }
    if let Some(Destination::TensorMap(form)) = &pasted.goes_to {
        all.extend(of_map(&form.map));
        all.insert("map.chip".into(), form.target.name().into());
    }
    all
}

/// Whether a page of tensor memory opens a link wholly, and shows the lanes that the answer has; of scale factors in one of its
/// readings.
fn agrees(link: &str, answer: &Facts) -> bool {
    let is_same = |name: &str, number: u32| answer.get(name).is_none_or(|own| *own == number.to_string());
    if !link.starts_with("#/scale") {
        let opened = form_from_link::<TensorMemoryShown>(link);
        let is_alone = answer.get("tmem.lanes").is_none();
        return opened.notices.is_empty() && (!is_alone || is_same("tmem.lane", opened.shown.cell.lane));
    }
    let opened = form_from_link::<ScaleShown>(link);
    let (row, block) = (opened.shown.row, opened.shown.block);
    let stage = opened.shown.stage().expect("a stage");
    let followed = stage.follow(row, block).expect("a factor");
    let has_lanes = |cells: &Vec<_>| {
        let lanes = lines(cells.iter().map(|cell: &Point| cell.lane));
        is_same("tmem.column", cells[0].column) && answer.get("tmem.lanes").is_none_or(|own| *own == lanes)
    };
    opened.notices.is_empty()
        && is_same("tmem.row", followed.row)
        && is_same("tmem.block", followed.factor)
        && followed.cells.iter().any(has_lanes)
}

/// The arguments of a tensor map as they are typed, with `map.` before their keys, and what they come to, with `is.`.
fn of_map(typed: &TypedMap) -> Facts {
    let mut all: Facts =
        TYPED_FIELDS.iter().map(|field| (format!("map.{}", field.key), (field.of)(typed).clone())).collect();
    if let Ok(map) = typed.map() {
        let sides = map.dimensions.iter().map(|one| one.box_elements.to_string());
        all.extend(facts([
            ("is.type", map.data_type.name().into()),
            ("is.bits", map.data_type.global_bits().to_string()),
            ("is.swizzle", map.swizzle.name().into()),
            ("is.box", sides.collect::<Vec<_>>().join(", ")),
        ]));
    }
    all
}

/// What a print says of a tensor map, and what the driver makes of it.
fn of_print(print: &MapPrint) -> Facts {
    let verdict = print.verdict();
    let mut all = facts([
        ("answer", print.text()),
        ("verdict", verdict.kind.name().into()),
        ("sentence", verdict.sentence.clone()),
        ("fault", verdict.field.unwrap_or_default().into()),
        ("refusals", verdict.refusals().count().to_string()),
        ("lands", if verdict.landing.is_some() { "yes" } else { "" }.into()),
        ("covers", lines(verdict.covered.map(|one| one.span_bytes))),
        ("unread", lines(&print.unread)),
        ("assumed", lines(&print.assumed)),
        ("others", print.others.to_string()),
        ("error", lines(print.error.as_ref().map(|error| error.code))),
        ("null", if print.is_null() { "yes" } else { "" }.into()),
        ("map_address", lines(print.map_address.map(|at| format!("{at:#x}")))),
        ("chip", print.target.map_or("", Named::name).into()),
    ]);
    all.extend(of_map(&print.typed));
    all
}

fn named<T: Named + Choose>(choice: &PasteChoice, name: &str) -> PasteChoice {
    choice.with(T::from_name(name).unwrap_or_else(|error| panic!("{error}")))
}

fn choice_of(table: Option<&Value>) -> PasteChoice {
    let all = table.and_then(Value::as_table).into_iter().flatten();
    all.fold(PasteChoice::default(), |choice, (key, value)| {
        let with = match key.as_str() {
            "arch" => named::<Arch>,
            "radix" => named::<Radix>,
            "halves" => named::<Halves>,
            "number" => named::<NumberAs>,
            "unit" => named::<StrideUnit>,
            "operand" => named::<Operand>,
            "major" => named::<Major>,
            other => panic!("nothing is chosen by {other}"),
        };
        with(&choice, &plain(value))
    })
}

/// What a reader answers to a text.
fn read(reader: Reader, text: &str, case: &Table) -> Facts {
    let context = case.get("in").map_or_else(Shown::default, |before| {
        let read = crate::shown_from_paste(&plain(before), &PasteChoice::default(), &Shown::default());
        read.expect("a context").shown
    });
    let Some(mut answer) = reader(text, &choice_of(case.get("choice")), &context) else {
        return Facts::new();
    };
    if let Some(label) = case.get("or") {
        let readings = match &answer {
            Ok(pasted) => &pasted.others,
            Err(error) => &error.readings,
        };
        let reading = readings.iter().find(|(own, _)| *own == plain(label));
        let reading = reading.unwrap_or_else(|| panic!("{text}: no reading {label:?} in {readings:?}"));
        answer = reader(text, &reading.1, &context).expect("an answer");
    }
    answer.map_or_else(|error| of_error(text, &error), |pasted| of_answer(&pasted))
}

/// What a print says of a tensor map, in its lines or in one.
fn map(text: &str) -> Facts {
    let [print, in_a_line] = [text, &text.replace('\n', " ")].map(map_from_print);
    assert_eq!(print, in_a_line, "{text}");
    print.as_ref().map(of_print).unwrap_or_default()
}

/// What a part of a reader makes of a text.
fn door_named(name: &str, text: &str) -> Facts {
    DOORS.iter().find(|(own, _)| *own == name).expect(name).1(text)
}

/// A value as facts have it.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(all) => lines(all.iter().map(plain)),
        Value::Integer(number) => number.to_string(),
        other => panic!("{other:?} is no fact"),
    }
}

/// The facts that a case asks for.
fn facts_asked(case: &Table) -> impl Iterator<Item = (&String, &Value)> {
    case.iter().filter(|(key, _)| !["name", "text", "of", "in", "choice", "or"].contains(&key.as_str()))
}

/// What is wrong with an answer: each fact that is not as a case says.
fn faults(case: &Table, facts: &Facts) -> Vec<String> {
    let faults = facts_asked(case).filter_map(|(key, wanted)| {
        let (name, how) = key.split_once(' ').unwrap_or((key, ""));
        let found = facts.get(name).map_or("", String::as_str);
        let parts: Vec<String> =
            wanted.as_array().map_or_else(|| vec![plain(wanted)], |all| all.iter().map(plain).collect());
        let has = |part: &String| found.to_lowercase().contains(&part.to_lowercase());
        let is_met = match how {
            "" | "is" => found == plain(wanted),
            "has" => parts.iter().all(has),
            "lacks" => !parts.iter().any(has),
            "starts" => found.starts_with(&parts[0]),
            "ends" => found.ends_with(&parts[0]),
            "begins" => found.lines().next() == Some(&*parts[0]),
            "counts" => found.lines().count().to_string() == parts[0],
            other => panic!("{other}: no such question"),
        };
        (!is_met).then(|| format!("{key} {wanted:?}: {found:?}"))
    });
    // A text that is refused has no facts: what a case asks of it has to be of the error.
    let is_of_error = |key: &str| OF_ERROR.contains(&key.split(' ').next().unwrap_or_default());
    let refused = facts.get("error").filter(|_| facts.contains_key("instead"));
    let refused = refused.filter(|_| !facts_asked(case).any(|(key, _)| is_of_error(key)));
    faults.chain(refused.map(|error| format!("refused: {error}"))).collect()
}

/// Facts of an error.
const OF_ERROR: [&str; 5] = ["error", "at", "readings", "extra", "instead"];

/// The cases of a file, those of rows each by itself, and those of several texts, too.
fn cases(file: &str, text: &str) -> Vec<Table> {
    let all: Table = toml::from_str(text).unwrap_or_else(|fault| panic!("{file}: {fault}"));
    let mut cases = Vec::new();
    for case in all["case"].as_array().expect("cases") {
        let mut case = case.as_table().expect("a case").clone();
        let keys = case.remove("row").and_then(|row| row.try_into::<Vec<String>>().ok()).unwrap_or_default();
        let rows = case.remove("rows").unwrap_or_else(|| vec![Value::Array(Vec::new())].into());
        for row in rows.as_array().expect("rows") {
            let row = row.as_array().expect("a row");
            assert_eq!(row.len(), keys.len(), "{file}: {row:?}");
            let mut case = case.clone();
            case.extend(keys.iter().cloned().zip(row.iter().cloned()));
            match case["text"].clone() {
                Value::Array(texts) => cases.extend(texts.into_iter().map(|text| {
                    let mut case = case.clone();
                    case.insert("text".into(), text);
                    case
                })),
                _ => cases.push(case),
            }
        }
    }
    cases
}

fn judge(file: &str, text: &str) {
    let (mut wrong, mut asked, mut known) = (String::new(), BTreeSet::new(), BTreeSet::new());
    for case in cases(file, text) {
        let text = plain(&case["text"]);
        let door = case.get("of").map_or_else(|| "box".into(), plain);
        let facts = match READERS.iter().find(|(name, _)| *name == door) {
            Some((_, reader)) => read(*reader, &text, &case),
            None if door == "map" => map(&text),
            None => door_named(&door, &text),
        };
        for fault in faults(&case, &facts) {
            wrong += &format!("{}: {text:?}\n  {fault}\n", plain(&case["name"]));
        }
        asked.extend(facts_asked(&case).map(|(key, _)| key.split(' ').next().unwrap_or_default().to_owned()));
        known.extend(facts.into_keys());
    }
    assert!(wrong.is_empty(), "{file}\n{wrong}");
    // Of nothing that is misspelled.
    let unknown: Vec<_> = asked.difference(&known).collect();
    assert!(unknown.is_empty(), "{file}: {unknown:?}");
}

macro_rules! files {
    ($($file:ident)*) => {
        $(#[test]
        fn $file() {
            judge(stringify!($file), include_str!(concat!(stringify!($file), ".toml")));
        })*
    };
}

files!(calls fields maps numbers places prints tensor_memory words);

/// The captions of the page, which say a descriptor by its fields.
#[test]
fn what_the_page_says_is_read_back() {
    let given = Descriptor::new(Arch::Wgmma, 0x4006_0080_0100_0148);
    for said in [Said::default(), Said::default().with_given(given)] {
        let spec = spec_from_said(&said).expect("a picture");
        let caption = swizzle_text::fields_caption(&spec);
        let facts = read(READERS[0].1, &caption, &Table::new());
        assert_eq!(facts["descriptor"], spec.descriptor(0).expect("a code").to_string(), "{caption}");
    }
}

#[test]
fn the_context_must_have_a_picture() {
    let mut context = Shown::default();
    context.said.tile.mn = Some(0);
    let error = crate::shown_from_paste("0x40", &PasteChoice::default(), &context).expect_err("no picture");
    assert_eq!(error.to_string(), "mn = 0: must be 1 to 65536 elements");
}

#[test]
fn depth_is_no_danger() {
    let deep = |inner: &str| "(".repeat(100_000) + inner + &")".repeat(100_000);
    for text in [deep("1") + " << 62", "~".repeat(100_000) + "1 << 62"] {
        assert_eq!(door_named("built", &text)["bits"], "0x4000000000000000");
    }
    assert_eq!(door_named("cute", &format!("({},8):({},8)", deep("8"), deep("1")))["extents"], "8,8");
    assert_eq!(door_named("call of f", &"f(".repeat(50_000)), Facts::new());
}

/// A line of many failures, each with an argument behind it: a step that grows with the square would take hours here.
#[test]
fn many_clauses_in_one_line_come_to_an_end() {
    for piece in [
        "CUDA_ERROR_ dim 3 ",
        "boxDim[1] must be <= 256, but got 257 dim 3 ",
        "Error: the TMA descriptor 1 ",
        " must be ",
    ] {
        let _ = map_from_print(&piece.repeat(1_000_000 / piece.len()));
    }
}
