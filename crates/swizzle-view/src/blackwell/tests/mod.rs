//! What the page of Blackwell says of a link, and where changes lead.

mod trips;

use swizzle_core::Named as _;
use swizzle_core::hardware::CopyShape;
use swizzle_core::reader::VerdictKind;
use swizzle_params::Scalar;
use swizzle_tmem::moves::{Multicast, SharedCopy};

use super::{Facts, Key, Shown, Trip, region_rows, row, sections, set};
use crate::link::COPIES;

fn facts(link: &str) -> Facts {
    let opened = Shown::of_link(link);
    assert_eq!(opened.notices, [], "{link}");
    assert_eq!(opened.shown.link(), link);
    Facts::of(&opened.shown)
}

fn shown(link: &str) -> Shown {
    facts(link).shown
}

fn lines(all: impl IntoIterator<Item = String>, between: &str) -> String {
    all.into_iter().collect::<Vec<_>>().join(between)
}

fn sources(all: Vec<super::Source>) -> String {
    let text = |one: super::Source| format!("{}\n{}\n{}", one.title, one.lines.join("\n"), one.evidence);
    lines(all.into_iter().map(text), "\n")
}

/// A fact of the page, by its name.
fn fact(facts: &Facts, name: &str) -> String {
    let (shown, line) = (&facts.shown, &facts.line);
    match name {
        "link" => shown.clone().joined().link(),
        "line" => format!("{}: {}", line.kind.name(), line.headline),
        "repair" => format!("{} → {}", line.repairs[0].label, line.repairs[0].change.link()),
        // What is said in one line under the picture.
        "sums" => {
            let sum = |(name, sum, value): super::Line| format!("{name} {sum} = {value}").replace("  =", "");
            lines(facts.sums(shown).into_iter().map(sum), "; ")
        }
        "sources" => sources(facts.sources(shown)),
        "constraints" => sources(facts.constraints()),
        "evidence" => facts.rests_on(shown),
        "loaded" => facts.loaded(shown).join("\n"),
        "held" => facts.held_text(shown),
        "copied" => facts.copied(shown),
        "parts" => format!("{:?}", facts.parts(shown)),
        "pair" => lines(facts.pair().into_iter().flatten().map(|row| row.join(" | ")), "\n"),
        "rows" | "blocks" => row(facts, Trip::Scale, name.to_owned().leak()).expect(name).1.about,
        _ => panic!("{name} is no fact"),
    }
}

/// What is done there, or why there is no such element.
fn done(shown: &Shown, act: &str) -> Result<Shown, String> {
    if let Some(element) = act.strip_prefix("find ") {
        return shown.find(element);
    }
    let (key, value) = match act.split_once('=') {
        Some((key, name)) => (key, Some(Scalar::Choice(name.to_owned().leak()))),
        None => {
            let (key, number) = act.split_once(':').expect(act);
            (key, number.parse().ok().map(Scalar::Number))
        }
    };
    let key = match key.strip_prefix("column ") {
        Some(region) => Key::Column(region.parse().expect(act)),
        None => Key::Of(key.to_owned().leak()),
    };
    Ok(set(shown, key, value))
}

#[test]
fn each_case_says_what_it_says() {
    let is_row = |line: &&str| !line.is_empty() && !line.starts_with("# ");
    for case in include_str!("cases.tsv").lines().filter(is_row) {
        let [link, acts, asked, words] = case.split('\t').collect::<Vec<_>>()[..] else { panic!("{case}") };
        let mut acts = acts.split("; ").filter(|act| *act != "-");
        let shown = acts.try_fold(shown(link), |shown, act| done(&shown, act));
        let (name, how) = asked.split_once(' ').unwrap_or((asked, ""));
        let found = match (name, &shown) {
            ("missing", shown) => shown.as_ref().err().cloned().unwrap_or_default(),
            (_, shown) => fact(&Facts::of(shown.as_ref().expect(case)), name),
        };
        let is_met = match how {
            "" => found == words,
            "has" => found.lines().any(|line| words.split(" … ").all(|part| line.contains(part))),
            "lacks" => !found.contains(words),
            "starts" => found.starts_with(words),
            "ends" => found.ends_with(words),
            _ => panic!("{case}"),
        };
        assert!(is_met, "{case}: {found}");
    }
}

/// Every key of the three links that can be changed is in the table, by itself or as part of another.
#[test]
fn no_parameter_is_lost() {
    use crate::link::{ScaleShown, TensorMemoryShown, form_keys};
    let has = |trip, key: &str| sections(trip).iter().any(|(_, keys)| keys.contains(&key));
    // `selected` and `regions` are the list of regions, `id` comes with an address.
    let others = ["cta_group", "ws", "regions", "selected", "id"];
    for key in form_keys::<TensorMemoryShown>().filter(|key| !others.contains(key)) {
        assert!(has(Trip::Cell, key), "{key}");
    }
    for key in form_keys::<ScaleShown>().filter(|key| !["kind", "vec"].contains(key)) {
        assert!(has(Trip::Scale, key), "{key}");
    }
    // Every copy that there is.
    let all = CopyShape::ALL.iter();
    let all = all.flat_map(|shape| Multicast::ALL.iter().map(|multicast| (*shape, *multicast)));
    let all = all.filter(|(shape, multicast)| SharedCopy::new(*shape, *multicast).is_ok());
    assert!(all.eq(COPIES.map(|(_, shape, multicast)| (shape, multicast))));
}

#[test]
fn a_region_that_fills_half_of_the_lanes_has_its_half() {
    let facts = facts("#/tensor-memory?kind=f16&m=64&n=64&regions=d");
    let [(_, column), (half, _)] = &region_rows(&facts, 0)[..] else {
        panic!("a column and a half");
    };
    assert!(column.about.starts_with("0–63, 64 columns") && column.is_auto);
    let upper = set(&facts.shown, *half, Some(Scalar::Choice("16–31")));
    assert!(upper.link().contains("regions=d16"), "{}", upper.link());
}

#[test]
fn a_contested_region_starts_with_the_reading_of_the_program() {
    let facts = facts("#/tensor-memory?cta_group=2&m=128");
    assert_eq!((facts.line.kind, &*facts.line.headline), (VerdictKind::Warning, "Sources disagree on SFB"));
    let found = facts
        .found
        .iter()
        .find(|one| one.text.contains("Shown is the reading of CuTe, the default here and in swizzle tmem"));
    let mend = found.and_then(|one| one.repairs.first()).expect("the other reading");
    assert_eq!(facts.mended(&mend.change).link(), "#/tensor-memory?cta_group=2&m=128&reading=ptx");
}

#[test]
fn what_is_assumed_around_factors_leaves_them_room() {
    for column in (0..500).step_by(4) {
        for kind in ["", "kind=mxf4nvf4&blocks=16&"] {
            let link = format!("#/scale?{kind}column={column}");
            let laid = Shown::of_link(&link).shown.tensor.plan.laid();
            let all: Vec<_> = laid.regions().map(|one| (one.what, one.column, one.columns)).collect();
            assert!(laid.overlaps().is_empty(), "{link} {all:?}");
        }
    }
}
