//! Runs the cases of `tests/cases`: files of what the program is called with and what it has to say.
//!
//! A file is TOML: a list of [`Case`]s, `[files]` that each of them finds in its folder, and `[values]` that are written `{NAME}`
//! in them, as are `{null}`, `{root}` of the workspace and `{folder}` of the case. A case with `row` (names) and `rows` (lists of
//! their values) is run once a row. A text that is nothing but `{NAME}` becomes the value, whatever type it has.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::golden::text;
use crate::program::{Run, program, run};
use crate::said::{faults, found, plain};

macro_rules! files {
    ($($file:ident)*) => {
        $(#[test]
        fn $file() {
            run_file(stringify!($file));
        })*

        #[test]
        fn every_file_is_run() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
            let found = fs::read_dir(path).expect("the cases").flatten();
            let found: BTreeSet<_> = found.map(|file| file.file_name()).collect();
            let run: BTreeSet<_> = [$(concat!(stringify!($file), ".toml").into()),*].into();
            assert_eq!(found, run);
        }
    };
}

files! {
    access addresses allowed build check check_assumed check_shapes check_text chips code decode draw dump help idesc lint
    manners options sarif scale schema tile tma tmem
}

/// A file of cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    values: Map<String, Value>,
    /// The [`content`] of files by their names.
    #[serde(default)]
    files: Value,
    case: Vec<Rows>,
}

/// A case before its rows are put into it.
#[derive(Deserialize)]
struct Rows {
    #[serde(default)]
    row: Vec<String>,
    rows: Option<Vec<Vec<Value>>>,
    #[serde(flatten)]
    case: Map<String, Value>,
}

/// One run of the program.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Case {
    /// What is asked.
    name: String,
    /// The arguments, separated by space; one with spaces is in `'`.
    run: String,
    /// Standard input, a [`content`].
    input: Value,
    env: BTreeMap<String, String>,
    /// The exit code.
    code: i32,
    /// What is said on standard output, and on standard error: nothing where it is not given and the code is not 2. [`faults`] reads it.
    out: Value,
    err: Option<Value>,
    /// Commands that end with the same output and exit code, or with the same at pointers into their JSON.
    same: Vec<String>,
    same_at: Vec<String>,
    /// The folder that it shares, with what is written there, with those before it; without a name it has its own.
    folder: PathBuf,
    /// The folder below it from which the program is called.
    at: String,
    /// Files that are written before the run, by name, and what is said in files after it.
    files: Value,
    written: BTreeMap<String, Value>,
}

/// A text, or what it is made of: `ptx` is a file of golden PTX and a text in it, in which each of `replace` is replaced by the
/// text beside it; `xor` makes a dump of a K-major tile of 16 × 64 elements of 16 bits in rows of 128 bytes, as cuda-gdb prints
/// it: the bits of the row that are XORed to the unit, what is added to the row before, and beside it the `address`.
fn content(value: &Value) -> String {
    let number = |value: &Value| value.as_u64();
    if let Some((file, name)) = value["ptx"].as_str().and_then(|ptx| ptx.split_once('/')) {
        let pairs = value["replace"].as_array().into_iter().flatten();
        return pairs.fold(text(file, name), |text, pair| {
            assert!(text.contains(&plain(&pair[0])), "{name} lacks {pair}");
            text.replace(&plain(&pair[0]), &plain(&pair[1]))
        });
    }
    let Some((mask, added)) = number(&value["xor"][0]).zip(number(&value["xor"][1])) else {
        return value.as_str().unwrap_or_default().to_owned();
    };
    let word = |at: u64| {
        let (row, unit) = (at / 32, at % 32 / 4);
        let first = row * 64 + (unit ^ (row + added) & mask) * 8 + at % 4 * 2;
        format!("\t{:#010x}", (first + 1) << 16 | first)
    };
    let line = |line: u64| {
        let address =
            number(&value["address"]).map(|address| format!("{:#x}:", address + 16 * line));
        let words: String = (4 * line..4 * line + 4).map(word).collect();
        address.unwrap_or_default() + &words + "\n"
    };
    (0..128).map(line).collect()
}

/// A value with the values of names in the places of the names.
fn filled(value: &Value, names: &Map<String, Value>) -> Value {
    let in_text = |text: &str| {
        let put = |text: String, (name, value): (&String, &Value)| {
            text.replace(&format!("{{{name}}}"), &plain(value))
        };
        names.iter().fold(text.to_owned(), put)
    };
    match value {
        Value::String(text) => {
            let is_whole = |name: &String| *text == format!("{{{name}}}");
            let whole = names.iter().find(|(name, _)| is_whole(name));
            whole.map_or_else(|| in_text(text).into(), |(_, value)| value.clone())
        }
        Value::Array(all) => all.iter().map(|one| filled(one, names)).collect(),
        Value::Object(all) => {
            let all = all
                .iter()
                .map(|(key, one)| (in_text(key), filled(one, names)));
            Value::Object(all.collect())
        }
        other => other.clone(),
    }
}

impl Case {
    /// What is wrong, and what the program said.
    fn faults(&self) -> Vec<String> {
        write(&self.folder, &self.files);
        let (at, input) = (self.folder.join(&self.at), content(&self.input));
        let call = |options: &str| {
            let mut command = program(options);
            run(command.envs(&self.env).current_dir(&at), &input)
        };
        let Run { out, err, code } = call(&self.run);
        let mut all = Vec::new();
        let mut hold = |of: &str, said: &Value, text: &str| {
            let faults = faults(said, text);
            all.extend(faults.iter().map(|fault| format!("{of} {fault}")));
        };
        let code_of = |code: Option<i32>| format!("{code:?}");
        hold(
            "exit code",
            &code_of(Some(self.code)).into(),
            &code_of(code),
        );
        hold("out", &self.out, &out);
        let nothing = if self.code == 2 {
            Value::Null
        } else {
            "".into()
        };
        hold("err", self.err.as_ref().unwrap_or(&nothing), &err);
        for (name, said) in &self.written {
            let text = fs::read_to_string(self.folder.join(name));
            hold(name, said, &text.unwrap_or_default());
        }
        let at = |out: &str| -> Vec<Value> {
            let json = serde_json::from_str(out).unwrap_or_default();
            let values = self.same_at.iter().map(|pointer| found(&json, pointer));
            values.map(|value| value.expect("the pointer")).collect()
        };
        for other in &self.same {
            let answer = call(other);
            let is_same = match self.same_at.is_empty() {
                true => answer.out == out,
                false => at(&answer.out) == at(&out),
            };
            if !is_same || answer.code != code {
                hold(other, &"an answer that is the same".into(), &answer.out);
            }
        }
        if !all.is_empty() {
            let head: Vec<_> = out.lines().take(40).collect();
            all.push(format!("swizzle {}\n{}\n{err}", self.run, head.join("\n")));
        }
        all
    }
}

fn write(folder: &Path, files: &Value) {
    for (name, file) in files.as_object().into_iter().flatten() {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, content(file)).expect("a file");
    }
}

fn read(file: &str) -> (String, File) {
    let path = format!("{}/tests/cases/{file}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("a file of cases");
    let all = toml::from_str(&text).unwrap_or_else(|fault| panic!("{file}.toml: {fault}"));
    (text, all)
}

/// A new folder with the files that the cases of a file find.
pub(crate) fn folder_with_files(file: &str, name: &str) -> PathBuf {
    let folders = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cases");
    let folder = folders.join(file).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    write(&folder, &read(file).1.files);
    folder
}

fn run_file(file: &str) {
    let (text, all) = read(file);
    let heads = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| *line == "[[case]]");
    let lines: Vec<i32> = heads.map(|(_, line)| line).collect();
    assert_eq!(lines.len(), all.case.len(), "{file}.toml: heads of cases");
    let (mut report, mut folders, mut values) = (String::new(), BTreeMap::new(), all.values);
    values.insert(
        "root".into(),
        concat!(env!("CARGO_MANIFEST_DIR"), "/../..").into(),
    );
    values.insert("null".into(), Value::Null);
    for (line, written) in lines.into_iter().zip(all.case) {
        let case = Value::Object(written.case);
        for (at, row) in (1..).zip(written.rows.unwrap_or_else(|| vec![Vec::new()])) {
            assert_eq!(row.len(), written.row.len(), "{file}.toml:{line}: row {at}");
            let mut case = filled(&case, &written.row.iter().cloned().zip(row).collect());
            let name = match &case["folder"] {
                Value::Null => format!("{}-{at}", plain(&case["name"])),
                name => plain(name),
            };
            let new = || folder_with_files(file, &name);
            let folder: &PathBuf = folders.entry(name.clone()).or_insert_with(new);
            case["folder"] = folder.display().to_string().into();
            values.insert("folder".into(), case["folder"].clone());
            let faults = match serde_json::from_value::<Case>(filled(&case, &values)) {
                Ok(case) => case.faults(),
                Err(fault) => vec![fault.to_string()],
            };
            if !faults.is_empty() {
                let (name, faults) = (plain(&case["name"]), faults.join("\n  "));
                report +=
                    &format!("tests/cases/{file}.toml:{line}: {name}, row {at}\n  {faults}\n");
            }
        }
    }
    assert!(report.is_empty(), "{report}");
}
