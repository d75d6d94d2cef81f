//! The descriptors of public kernels, and of public reports of mistakes, given beside what their source says.

use std::fmt;

use swizzle_code::{number_from_text, raw_from_hex};
use swizzle_core::hardware::Use;
use swizzle_core::reader::Verdict;
use swizzle_core::{
    Arch, Descriptor, Element, Major, Named, Operand, Order, Said, SaidPlace, SaidReader, SaidTile, Sparsity,
    Spec, Swizzle, Tally,
};
use swizzle_infer::spec_from_said;
use swizzle_lints::{Severity, findings_from_spec};
use swizzle_parse::{PasteChoice, shown_from_paste};
use swizzle_tests::{JsonLine, Report, given, json_lines, some};
use swizzle_view::Shown;

const FILE: &str = "kernels.jsonl";

/// What the tests below read of a line. A key that is in none of them fails: nothing is passed over.
const KEYS: &[&str] = &[
    "source",
    "arch",
    "element",
    "major",
    "swizzle",
    "mn",
    "k",
    "operand",
    "step",
    "descriptor",
    "note",
    "expected",
    "options",
    "input",
];

/// Lines of mistakes that the descriptor and its context do not show, and what would be needed to see them.
const NOT_SHOWN: &[(&str, &str)] = &[(
    "tile-ai/tilelang issue 2593",
    "the data are plain rows, which the line says in words; the descriptor alone is consistent",
)];

/// Lines whose tile is padded, as their note says in words, and the LBO that says so in bytes.
const PADDED: &[(&str, u32)] =
    &[("flashinfer-ai/flashinfer csrc/fused_moe/monomoe/src/moe_up_projection.cuh", 144)];

/// A message's place: the line, and where it comes from.
struct Source<'a>(&'a JsonLine);

impl fmt::Display for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.at(), self.0.text("source"))
    }
}

fn choice<T: Named>(line: &JsonLine, key: &str) -> T {
    T::from_name(line.text(key)).unwrap_or_else(|error| panic!("{}: {error}", line.at()))
}

/// What a line says, without the descriptor.
fn said_of(line: &JsonLine) -> Said {
    if let Some(key) = line.keys().find(|key| !KEYS.contains(key)) {
        panic!("{}: unknown key {key}", line.at());
    }
    let mut said = Said {
        tile: some!(SaidTile {
            element: choice::<Element>(line, "element"),
            major: choice::<Major>(line, "major"),
            mn: line.number("mn"),
            k: line.number("k")
        }),
        reader: some!(SaidReader {
            arch: choice::<Arch>(line, "arch"),
            operand: choice::<Operand>(line, "operand")
        }),
        place: some!(SaidPlace { step: line.number("step") }),
        ..Said::default()
    };
    let padded = PADDED.iter().find(|(known, _)| *known == line.text("source"));
    said.tile.lbo_bytes = padded.map(|(_, bytes)| *bytes);
    let options = if line.has("options") { line.text("options") } else { "" };
    let mut words = options.split_whitespace();
    while let Some(option) = words.next() {
        let mut value = || words.next().unwrap_or_default();
        match option {
            "--order" => said.tile.order = Order::from_name(value()).ok(),
            "--pattern" => said.tile.pattern_bytes = number_from_text(value()).ok(),
            "--sparse" => said.reader.sparsity = Some(Sparsity::Sparse),
            other => panic!("{}: unknown option {other}", line.at()),
        }
    }
    said
}

/// How the worst finding is, if there is one.
fn worst(spec: &Spec) -> Option<Severity> {
    let findings = findings_from_spec(spec);
    findings.into_iter().map(|finding| finding.severity).min()
}

#[test]
fn every_descriptor_reads_its_own_step_and_is_judged() {
    let mut report = Report::new();
    let (mut right, mut wrong) = (0, 0);
    for line in json_lines(FILE) {
        let (at, mut said) = (Source(&line), said_of(&line));
        if line.text("expected") == "right as tcgen05.cp" {
            said.reader.used_for = Some(Use::Copy);
        }
        if !line.has("descriptor") {
            continue;
        }
        let raw = raw_from_hex(line.text("descriptor")).unwrap_or_else(|why| panic!("{at}: {why}"));
        let arch = choice(&line, "arch");
        let Some(spec) = given(&mut report, &at, &said, Descriptor::new(arch, raw)) else {
            continue;
        };
        let swizzle: Swizzle = choice(&line, "swizzle");
        report.equal(&at, &"swizzle", &spec.tile().swizzle, &swizzle);
        let tally = Tally::of_read(&spec, spec.place());
        let (worst, is_same) = (worst(&spec), tally.wrong == 0);
        let judged = format!("{worst:?}, {} units elsewhere", tally.wrong);
        let is_spoken = matches!(worst, Some(Severity::Error | Severity::Warning));
        match line.text("expected") {
            expected if expected.starts_with("right") => {
                let is_right = is_same && worst != Some(Severity::Error);
                report.holds(&at, &format_args!("is right: {judged}"), is_right);
                right += 1;
            }
            _ => {
                let is_shown = !is_same || is_spoken;
                let source = line.text("source");
                let wanted = !NOT_SHOWN.iter().any(|(known, _)| *known == source);
                report.equal(&at, &judged, &is_shown, &wanted);
                wrong += 1;
            }
        }
    }
    assert_eq!((right, wrong), (25, 5));
    report.finish(FILE);
}

/// What [`NOT_SHOWN`] lacks, said: the buffer of 192 rows, and that rows are plain.
#[test]
fn what_is_not_shown_is_a_mistake_once_it_is_said() {
    let lines = json_lines(FILE);
    for (source, _) in NOT_SHOWN {
        let line = lines.iter().find(|line| line.text("source") == *source);
        let line = line.unwrap_or_else(|| panic!("{source} is in no line"));
        let mut said = said_of(line);
        match said.tile.mn {
            Some(96) => {
                (said.tile.buffer_mn, said.tile.at_mn) = (Some(192), Some(96));
                said.tile.start_bytes = Some(0x4000);
            }
            _ => said.tile.row_bytes = Some(48),
        }
        let raw = raw_from_hex(line.text("descriptor")).expect("a descriptor");
        let given = Descriptor::new(Arch::Wgmma, raw);
        let spec = spec_from_said(&said.with_given(given)).expect("a picture");
        assert!(Tally::of_read(&spec, spec.place()).wrong > 0, "{source}");
        assert_eq!(worst(&spec), Some(Severity::Error), "{source}");
    }
}

/// Unspecified padding is neither an error nor ignored: the page asks for it, and one click specifies it.
#[test]
fn padding_is_asked_for_where_nobody_says_it() {
    let lines = json_lines(FILE);
    for (source, bytes) in PADDED {
        let line = lines.iter().find(|line| line.text("source") == *source);
        let line = line.unwrap_or_else(|| panic!("{source} is in no line"));
        let mut said = said_of(line);
        said.tile.lbo_bytes = None;
        let raw = raw_from_hex(line.text("descriptor")).expect("a descriptor");
        let given = Descriptor::new(choice(line, "arch"), raw);
        let spec = spec_from_said(&said.with_given(given)).expect("a picture");
        assert_eq!(spec.verdict(), Verdict::Padded, "{source}");
        let findings = findings_from_spec(&spec);
        assert_eq!((findings[0].id, findings[0].severity), ("gaps", Severity::Warning));
        assert_eq!(findings[0].repairs[0].change.said.tile.lbo_bytes, Some(*bytes), "{source}");
        let saying = spec_from_said(&findings[0].repairs[0].change.said).expect("a picture");
        assert_eq!(saying.verdict(), Verdict::Fits, "{source}");
    }
}

/// The line that is a layout, not a descriptor.
#[test]
fn rows_of_a_unit_are_core_matrices() {
    for line in json_lines(FILE).iter().filter(|line| line.has("input")) {
        let at = Source(line);
        let context = Shown::from(said_of(line));
        let pasted = shown_from_paste(line.text("input"), &PasteChoice::default(), &context);
        let pasted = pasted.unwrap_or_else(|error| panic!("{at}: {error}"));
        let spec = pasted.shown.spec();
        let spec = spec.unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_ne!(worst(&spec), Some(Severity::Error), "{at}");
    }
}

/// Findings of right descriptors that may look like alarms: they depend on unspecified values, and say so.
const RESTS_ON: &[(&str, &str)] = &[
    ("right", "sparsity"),
    // Without `--for cp` the same bits are an operand, whose blocks would collide.
    ("right as tcgen05.cp", "for"),
];

/// The same line with less said of it, each with its name.
fn sayings(said: &Said, is_copy: bool) -> Vec<(&'static str, Said)> {
    let without_options = |mut said: Said| {
        (said.tile.order, said.tile.pattern_bytes) = (None, None);
        said.reader.sparsity = None;
        said
    };
    let without_extents = |mut said: Said| {
        (said.tile.mn, said.tile.k) = (None, None);
        without_options(said)
    };
    let without_step = |mut said: Said| {
        said.place.step = None;
        said
    };
    let mut all = vec![
        ("all of it", *said),
        ("no step", without_step(*said)),
        ("no options", without_options(*said)),
        ("extents alone", without_step(without_options(*said))),
        ("the step alone", without_extents(*said)),
        ("nothing of it", without_step(without_extents(*said))),
    ];
    if is_copy {
        let mut copy = *said;
        copy.reader.used_for = Some(Use::Copy);
        all.extend([("a copy", copy), ("a copy, nothing else", without_step(without_extents(copy)))]);
    }
    all
}

/// However little is said of it, no right descriptor gets an error, nor a warning that does not name what it rests on.
#[test]
fn a_right_descriptor_raises_no_alarm_however_little_is_said() {
    let mut report = Report::new();
    let mut tried = 0;
    for line in json_lines(FILE) {
        let expected = line.text("expected");
        if !line.has("descriptor") || !expected.starts_with("right") {
            continue;
        }
        let raw = raw_from_hex(line.text("descriptor")).expect("a descriptor");
        let given = Descriptor::new(choice(&line, "arch"), raw);
        for (what, said) in sayings(&said_of(&line), expected.ends_with("cp")) {
            tried += 1;
            let is_copy = said.reader.used_for.is_some();
            let spec = spec_from_said(&said.with_given(given)).expect("a picture");
            for finding in findings_from_spec(&spec) {
                let is_excused = RESTS_ON
                    .iter()
                    .any(|(known, name)| *known == expected && finding.assumes.contains(name) && !is_copy);
                let is_alarm = match finding.severity {
                    Severity::Error => true,
                    Severity::Warning => !is_excused || finding.offers.is_empty(),
                    Severity::Note => false,
                };
                report.holds(&Source(&line), &format_args!("{what}: {}", finding.title), !is_alarm);
            }
        }
    }
    assert_eq!(tried, 25 * 6 + 3 * 2);
    report.finish(FILE);
}

/// Pasted into a page that knows element, major and operand, with the step behind it: judged as what the page holds.
#[test]
fn the_box_hears_the_step_beside_a_descriptor() {
    for line in json_lines(FILE).iter().filter(|line| line.has("descriptor")) {
        let at = Source(line);
        let mut said = said_of(line);
        let step = said.place.step.take();
        let context = Shown::from(said);
        let text = format!("desc {} step={}", line.text("descriptor"), line.number("step"));
        let choice = PasteChoice { arch: said.reader.arch, ..PasteChoice::default() };
        let pasted = shown_from_paste(&text, &choice, &context);
        let pasted = pasted.unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(pasted.shown.said.place.step, step, "{at}");
        assert_eq!(pasted.shown.said.tile, said.tile, "{at}");
        let raw = raw_from_hex(line.text("descriptor")).expect("a descriptor");
        assert_eq!(pasted.shown.said.given.map(Descriptor::raw), Some(raw), "{at}");
    }
}
