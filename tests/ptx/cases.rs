//! Kernels that compilers wrote, and edits of them, the rows of `cases.jsonl`: what is known of each, and what each brings.
//!
//! A row has a `file` of the golden data or of the lens's examples, or a `text` itself. `cut` keeps so many lines; an edit is a
//! line, and what the last of some letters in it become, or letters and what all of them become. What is asked:
//! - `errors` lists all errors that the text then has, by line, and `has` some of them: id, line and words of the title and its
//!   first fix, `*` for any id or line;
//! - `verdicts` are those of its kernels, and with `right` false, none of these is right;
//! - `told` are words in order, all in one of the lines that [`told`] has of the text's kernels, or of `kernel` alone; `untold` are
//!   in none, and `counts` in so many; `seen`, in [`seen`]'s of the first kernel as the lens shows it;
//! - `mends`, the edit that is offered: of the `first` operand or its error, of an operand, of an `idesc`, or of the first finding
//!   with an id. It gives back each line that was edited, or is as `edit` has its lines. Of `no` such operand or finding none is offered.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;
use swizzle_core::descriptor::FieldId;
use swizzle_core::reader::VerdictKind;
use swizzle_core::{Named as _, Operand};
use swizzle_lens::{Example, KernelView, LineEdit, Reading, mend, mend_finding, mend_idesc};
use swizzle_lints::kernel::KernelReport;
use swizzle_lints::kernel::shared_map::Origin;
use swizzle_lints::{Finding, Severity};
use swizzle_ptx::event::Action;
use swizzle_ptx::kernel::Kernel;
use swizzle_ptx::linear::Linear;
use swizzle_ptx::mma::Held;

use crate::ptx::pictures::wrong_units;
use crate::ptx::{judged, texts};

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Case {
    what: String,
    file: String,
    text: Option<String>,
    cut: Option<usize>,
    edits: Vec<Edit>,
    errors: Option<Vec<String>>,
    has: Vec<String>,
    verdicts: Vec<String>,
    right: Option<bool>,
    kernel: Option<String>,
    told: Vec<String>,
    untold: Vec<String>,
    counts: BTreeMap<String, usize>,
    seen: BTreeMap<String, usize>,
    mends: Option<String>,
    edit: Option<BTreeMap<u32, String>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Edit {
    Line(usize, String, String),
    All(String, String),
}

impl Case {
    /// The text of a row, and the right one behind it.
    fn texts(&self, all: &BTreeMap<String, String>) -> [String; 2] {
        let right = self.text.as_ref().unwrap_or_else(|| &all[&self.file]);
        let mut lines: Vec<String> = right.lines().map(str::to_owned).collect();
        for edit in &self.edits {
            match edit {
                Edit::Line(line, old, new) => {
                    let at = lines[line - 1].rfind(old).unwrap_or_else(|| panic!("{line}: no {old}"));
                    lines[line - 1].replace_range(at..at + old.len(), new);
                }
                Edit::All(old, new) => {
                    assert!(lines.iter().any(|line| line.contains(old)), "{}: no {old}", self.what);
                    lines.iter_mut().for_each(|line| *line = line.replace(old, new));
                }
            }
        }
        lines.truncate(self.cut.unwrap_or(lines.len()));
        let is_example = |one: &&Example| one.file() == self.file;
        let right = Example::ALL.iter().find(is_example).map_or(right.clone(), |_| Example::Right.text());
        [right, lines.join("\n")]
    }

    fn faults(&self, [right, text]: &[String; 2]) -> Vec<String> {
        let mut faults = Vec::new();
        let mut hold = |holds: bool, what: &dyn Debug, found: &dyn Debug| {
            if !holds {
                faults.push(format!("{what:?} of {found:#?}"));
            }
        };
        let is_told =
            [&self.told, &self.untold].iter().any(|words| !words.is_empty()) || !self.counts.is_empty();
        let all = judged(text, |kernel, report| {
            let is_asked = is_told && self.kernel.as_ref().is_none_or(|name| kernel.name == *name);
            let lines = if is_asked { told(kernel, report) } else { Vec::new() };
            (report.verdict.name(), errors(report), lines)
        });
        let verdicts: Vec<_> = all.iter().map(|(verdict, ..)| *verdict).collect();
        let mut found: Vec<_> = all.iter().flat_map(|(_, errors, _)| errors).collect();
        found.sort_by_key(|(_, line, _)| *line);
        let lines: Vec<_> = all.iter().flat_map(|(.., lines)| lines).collect();
        let is_met = |wanted: &String, (id, line, words): &(&str, u32, String)| {
            let mut parts = wanted.splitn(3, ' ');
            let mut is_part = |own: &str| parts.next().is_some_and(|part| part == "*" || part == own);
            is_part(id) && is_part(&line.to_string()) && words.contains(parts.next().unwrap_or_default())
        };
        if let Some(all) = &self.errors {
            let is_each = all.iter().zip(&found).all(|(wanted, one)| is_met(wanted, one));
            hold(all.len() == found.len() && is_each, all, &found);
        }
        for wanted in &self.has {
            hold(found.iter().any(|one| is_met(wanted, one)), wanted, &found);
        }
        hold(self.verdicts.is_empty() || self.verdicts == verdicts, &self.verdicts, &verdicts);
        let is_right = verdicts.contains(&VerdictKind::Right.name());
        let is_as_asked = self.right.is_none_or(|right| !verdicts.is_empty() && is_right == right);
        hold(is_as_asked, &"right", &verdicts);
        let count = |words: &String| lines.iter().filter(|line| has_words(line, words)).count();
        self.told.iter().for_each(|words| hold(count(words) > 0, words, &lines));
        self.untold.iter().for_each(|words| hold(count(words) == 0, words, &lines));
        self.counts.iter().for_each(|(words, wanted)| hold(count(words) == *wanted, words, &lines));
        if self.seen.is_empty() && self.mends.is_none() {
            return faults;
        }
        let reading = Reading::of("a kernel", text.as_str().into());
        let lines = seen(&reading.kernels[0]);
        for (words, wanted) in &self.seen {
            hold(lines.iter().filter(|line| has_words(line, words)).count() == *wanted, words, &lines);
        }
        if let Some(of) = &self.mends {
            let (of, is_none) = of.strip_prefix("no ").map_or((&**of, false), |of| (of, true));
            let edit = offered(&reading, of);
            let lines = (1..).zip(right.lines().zip(text.lines()));
            let planted = lines.filter(|(_, (right, wrong))| right != wrong);
            let planted: BTreeMap<_, _> = planted.map(|(at, (right, _))| (at, right.trim())).collect();
            let wanted = self
                .edit
                .as_ref()
                .map_or(planted, |edit| edit.iter().map(|(line, text)| (*line, text.as_str())).collect());
            let given = edit.as_ref().map(|edit| {
                let others = edit.others.iter().map(|(line, new)| (*line, new.trim()));
                others.chain([(edit.line, edit.new.trim())]).collect()
            });
            let is_mended = given == Some(wanted) && edit.as_ref().is_some_and(|edit| edit.left == 0);
            hold(is_mended || is_none && edit.is_none(), &of, &edit);
        }
        faults
    }
}

/// Whether a line has words in this order, whatever is between those that `…` parts.
fn has_words(line: &str, words: &str) -> bool {
    let mut rest = Some(line);
    words.split(" … ").all(|part| {
        rest = rest.and_then(|rest| rest.split_once(part)).map(|(_, behind)| behind);
        rest.is_some()
    })
}

/// The errors of a kernel: id, line and words. What is the same of several lines is of each of them.
fn errors(report: &KernelReport) -> Vec<(&'static str, u32, String)> {
    let of = |one: &Finding<()>| {
        let words = format!("{} → {}", one.title, one.first_fix().unwrap_or_default());
        let lines = [one.line].into_iter().chain(one.also.iter().copied());
        lines.map(|line| (one.id, line, words.clone())).collect::<Vec<_>>()
    };
    report.findings.iter().filter(|one| one.severity == Severity::Error).flat_map(of).collect()
}

/// What is known, or a question mark.
fn known(value: Option<impl Debug>) -> String {
    value.map_or_else(|| "?".into(), |value| format!("{value:?}"))
}

/// What is known of a kernel: its findings, facts, loops, tensor maps, operands, events and buffers, a line each.
fn told(kernel: &Kernel<'_>, report: &KernelReport) -> Vec<String> {
    let ring = |address: Option<&Linear>| {
        let ring = address.and_then(|address| kernel.ring(address));
        ring.map_or("no ring".into(), |ring| format!("ring {} × {}", ring.stages, ring.stride))
    };
    let mut all = vec![format!("verdict {}", report.verdict.name())];
    for one in &report.findings {
        let (id, title, text) = (one.id, &one.title, &one.text);
        let operand = one.operand.map_or("", |of| of.name());
        all.push(format!("finding {:?} {id} {}: {title}. {text} [{operand}]", one.severity, one.line));
    }
    for fact in &report.facts {
        all.push(format!("fact {:?} {:?}: {}", fact.kind, fact.state, fact.words));
    }
    for one in &kernel.loops {
        all.push(format!("loop: {} {} to {}", one.label, one.first, one.last));
    }
    for map in &kernel.maps {
        let (of, swizzle, interleave) = (known(map.data_type), known(map.swizzle), known(map.interleave));
        all.push(format!("map {}: {:?} {of} {swizzle} {interleave}", map.lines.swizzle, map.copied()));
    }
    for (at, mma) in kernel.mmas.iter().enumerate() {
        let of_side = |side: Operand| {
            let held = mma.descriptor(side)?;
            let Held::Descriptor(_, choices) = &mma.operands[side as usize] else { return None };
            let step = known(report.operands[at][side as usize].and_then(|own| own.step));
            let [lbo, sbo] = [FieldId::Lbo, FieldId::Sbo].map(|id| known(held.bytes(id)));
            let fields = format!("{} LBO {lbo} SBO {sbo}", known(held.swizzle()));
            let (place, raw) = (known(kernel.place(&held.start)), known(held.known.number()));
            let (end, ring, choices) = (kernel.mmas.len() - at, ring(Some(&held.start)), choices.len());
            let of = format!("operand {at} -{end} in line {} {}", mma.line, side.name());
            Some(format!("{of}: {fields}, step {step}, {ring}, {choices} choices at {place}, raw {raw}"))
        };
        all.extend([Operand::A, Operand::B].into_iter().filter_map(of_side));
    }
    for event in &kernel.events {
        let what = match &event.action {
            Action::Copy(copy) => {
                let map = copy.map.as_ref().and_then(|map| kernel.map_at(map));
                let bytes = known(map.and_then(|map| map.transaction_bytes()));
                let (to, barrier) = (ring(copy.shared.as_ref()), ring(event.barrier.as_ref()));
                let map = known(copy.map.as_ref().and_then(|map| kernel.named(map)));
                let what = if copy.is_load { "load" } else { "store" };
                format!("{what} {}D of {bytes} bytes, {to}, barrier {barrier}, map {map}", copy.dimensions)
            }
            Action::BarrierExpect { bytes } => {
                format!("expect {} bytes, {}", known(*bytes), ring(event.barrier.as_ref()))
            }
            Action::Store { address, bytes, .. } => {
                let first = known(address.as_ref().map(|address| address.constant));
                format!("{} of {bytes} bytes at {first}, {}", event.opcode, ring(address.as_ref()))
            }
            Action::Allocate { columns, .. } | Action::Free { columns, .. } => {
                format!("columns {}", known(*columns))
            }
            Action::TensorCopy { source: Held::Descriptor(held, _), .. } => {
                let is_known = held.start.as_number().is_some() || kernel.named(&held.start).is_some();
                format!("tensor copy, known {is_known}")
            }
            Action::MatrixCommit => format!("commit, known {}", event.barrier.is_some()),
            _ => continue,
        };
        all.push(format!("line {}: {what}", event.line));
    }
    for region in &report.shared.regions {
        let Origin::Symbol(at) = region.origin else { continue };
        for one in &region.buffers {
            let (name, bytes) = (&kernel.shared[at].name, known(one.bytes));
            let stages = format!("{bytes} bytes, {} × {}", one.stages, one.stride);
            all.push(format!("buffer in {name} at {:#x}: {:?}, {stages}", one.offset, one.role));
        }
    }
    all
}

/// What the lens shows of a kernel: which operand first, and each operand's verdict and picture.
fn seen(view: &KernelView) -> Vec<String> {
    let first = view.first_row();
    let mut all = vec![format!("first is {}", view.first_side(first).name())];
    for (row, side) in view.rows.iter().flat_map(|row| [Operand::A, Operand::B].map(|side| (row, side))) {
        let own = &row.operands[side as usize];
        let picture = own.part.as_ref().map_or("not drawn".into(), |part| {
            let drawn = if wrong_units(part) > 0 { "wrong" } else { "right" };
            format!("drawn {drawn} in {} steps", part.steps)
        });
        let verdict = own.verdict.map_or("unknown", VerdictKind::name);
        all.push(format!("line {}: {} is {verdict}, {picture}", row.line, side.name()));
    }
    all
}

/// The edit that is offered.
fn offered(reading: &Reading, of: &str) -> Option<LineEdit> {
    let view = &reading.kernels[0];
    let row = view.first_row();
    let of_finding = || {
        let faults = view.findings.iter().map(|(one, _)| one).filter(|one| one.severity != Severity::Note);
        let mut own = faults.filter(|one| of == "first" || one.id == of);
        own.find_map(|one| mend_finding(reading, 0, one))
    };
    match of {
        "idesc" => mend_idesc(reading, 0, row),
        "A" => mend(reading, 0, row, Operand::A),
        "B" => mend(reading, 0, row, Operand::B),
        "first" => mend(reading, 0, row, view.first_side(row)).or_else(of_finding),
        _ => of_finding(),
    }
}

#[test]
fn each_case_is_told_and_mended_as_it_is() {
    let files = ["texts.jsonl.gz", "multiplied.jsonl.gz", "products.jsonl.gz", "written.jsonl.gz"];
    let mut all: BTreeMap<_, _> =
        files.iter().flat_map(|file| texts(file)).map(|one| (one.file, one.text)).collect();
    all.extend(Example::ALL.iter().map(|example| (example.file(), example.text())));
    let mut report = String::new();
    for row in include_str!("cases.jsonl").lines() {
        let case: Case = serde_json::from_str(row).unwrap_or_else(|fault| panic!("{row}: {fault}"));
        // A row that asks nothing is a mistake.
        let lists =
            [case.has.len(), case.verdicts.len(), case.told.len(), case.counts.len(), case.seen.len()];
        let is_asked = case.errors.is_some() || case.right.is_some() || case.mends.is_some();
        assert!(is_asked || lists.iter().sum::<usize>() > 0, "{row}");
        let texts = case.texts(&all);
        assert!(case.edits.is_empty() || texts[0] != texts[1], "{row}");
        for fault in case.faults(&texts) {
            report += &format!("{row}: {fault}\n");
        }
    }
    assert!(report.is_empty(), "{report}");
}
