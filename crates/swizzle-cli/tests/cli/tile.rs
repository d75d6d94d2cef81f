//! `swizzle tile`: its JSON, its CSV, and what its options mean.

use std::io::Read;
use std::process::{Command, Stdio};

use serde_json::Value;
use swizzle_core::law::exact_text;
use swizzle_core::{
    Arch, Coord, Descriptor, Element, FieldId, LboMode, Major, Operand, Order, Said, SaidPlace,
    SaidReader, SaidTile, Sparsity, Swizzle,
};
use swizzle_infer::spec_from_said;
use swizzle_lints::findings_from_spec;

use crate::program::swizzle;

fn tile(options: &str) -> Value {
    let answer = swizzle(&format!("tile {options}")).answer();
    let mut answer: Value = serde_json::from_str(&answer).expect("the answer is JSON");
    for finding in answer["findings"].as_array_mut().expect("a list") {
        let keys = ["id", "severity", "message", "text", "rests_on", "evidence"];
        let finding = finding.as_object_mut().expect("an object");
        finding.retain(|key, _| keys.contains(&key.as_str()));
    }
    answer
}

/// Returns the library's answer, in the program's form.
fn expected(said: &Said) -> Value {
    let spec = spec_from_said(said).expect("what is said has a picture");
    let steps: Vec<Value> = (0..spec.steps())
        .map(|step| {
            serde_json::json!({
                "step": step,
                "k": step * spec.read_k(),
                "start": spec.start_bytes(step),
                "descriptor": spec.descriptor(step).ok().map(|descriptor| descriptor.to_string()),
            })
        })
        .collect();
    let findings: Vec<Value> = findings_from_spec(&spec)
        .iter()
        .map(|finding| {
            serde_json::json!({
                "id": finding.lint,
                "severity": finding.severity.name(),
                "message": finding.title,
                "text": finding.text,
                "rests_on": finding.assumes,
                "evidence": finding.source,
            })
        })
        .collect();
    serde_json::json!({
        "schema": 2,
        "version": env!("CARGO_PKG_VERSION"),
        "layout": exact_text(spec.layout(), spec.extent()),
        "bytes": spec.span_bytes(),
        "steps": steps,
        "findings": findings,
    })
}

#[test]
fn figure_169_by_its_numbers() {
    let tile = tile(
        "--arch wgmma --element bf16 --major MN --swizzle 32B --mn 32 --k 16 --order mn --start 0",
    );
    assert_eq!(
        tile["layout"],
        "Swizzle<1,4,3> o ((8,2,2),(8,2)):((1,8,128),(16,256))"
    );
    assert_eq!(tile["bytes"], 1024);
    assert_eq!(
        tile["steps"],
        serde_json::json!([{"step": 0, "k": 0, "start": 0, "descriptor": "0xc000002000100000"}])
    );
}

#[test]
fn without_options_it_is_the_default_tile_at_address_0() {
    let params = Said {
        tile: SaidTile {
            start_bytes: Some(0),
            ..SaidTile::default()
        },
        ..Said::default()
    };
    assert_eq!(tile(""), expected(&params));
    let said = "--arch wgmma --element bf16 --major K --swizzle 128B --mn 64 --k 64 --order mn --operand A --start 0 --step 0";
    // The only difference is that the values are specified.
    let said = tile(said);
    for part in ["layout", "bytes", "steps"] {
        assert_eq!(said[part], tile("")[part]);
    }
    assert_eq!(said["findings"][0]["rests_on"], serde_json::json!([]));
}

#[test]
fn numbers_may_be_expressions() {
    let plain = "--start 3072 --sbo-bytes 2048 --mn 128 --stages 2 --stage-bytes 0x8000";
    let worked_out =
        "--start 0x400+2*1024 --sbo 8*128*2 --mn 64*2 --stages 1<<1 --stage-bytes (128*128)<<1";
    assert_eq!(tile(worked_out), tile(plain));
    for wrong in ["8*", "rows*2", "1<<40", "2-4"] {
        let run = swizzle(&format!("tile --sbo {wrong}"));
        let expected = format!("“{wrong}” is not a whole number below 2^32");
        assert!(run.err.contains(&expected), "{}", run.err);
        assert_eq!(run.code, Some(2));
    }
}

#[test]
fn every_option_reaches_the_tile() {
    let options = "--arch tcgen05 --element E4M3 --major mn --swizzle 64b --mn 0x80 --k 128 --order K --operand b --sparse --start 0x1_000 --lbo-bytes 512 --sbo-bytes 8192 --pattern 0x80 --step 1";
    let params = Said {
        tile: SaidTile {
            element: Some(Element::E4m3),
            major: Some(Major::Mn),
            swizzle: Some(Swizzle::B64),
            mn: Some(128),
            k: Some(128),
            order: Some(Order::K),
            start_bytes: Some(0x1000),
            lbo_bytes: Some(512),
            sbo_bytes: Some(8192),
            pattern_bytes: Some(0x80),
            ..SaidTile::default()
        },
        reader: SaidReader {
            arch: Some(Arch::Tcgen05),
            operand: Some(Operand::B),
            sparsity: Some(Sparsity::Sparse),
            ..SaidReader::default()
        },
        place: SaidPlace {
            step: Some(1),
            ..SaidPlace::default()
        },
        ..Said::default()
    };
    assert_eq!(tile(options), expected(&params));
    let options =
        "--arch tcgen05 --element e2m1-packed --k 192 --absolute-lbo --column-bytes 16384";
    let params = Said {
        tile: SaidTile {
            element: Some(Element::E2m1Packed),
            k: Some(192),
            start_bytes: Some(0),
            lbo_bytes: Some(16384),
            ..SaidTile::default()
        },
        reader: SaidReader {
            arch: Some(Arch::Tcgen05),
            lbo_mode: Some(LboMode::Absolute),
            ..SaidReader::default()
        },
        ..Said::default()
    };
    assert_eq!(tile(options), expected(&params));
}

#[test]
fn fields_that_the_tile_does_not_decide_are_set_in_every_step() {
    let tile = tile("--k 32 --base-offset 3 --lbo-bytes 0");
    let steps = tile["steps"].as_array().expect("steps are a list");
    for step in steps {
        let hex = step["descriptor"].as_str().expect("wgmma has a code");
        let raw = u64::from_str_radix(&hex[2..], 16).expect("hex");
        let descriptor = Descriptor::new(Arch::Wgmma, raw);
        assert_eq!(descriptor.get(FieldId::BaseOffset), 3);
        assert_eq!(descriptor.get(FieldId::Lbo), 0);
    }
    assert_eq!(steps.len(), 2);
    // Base offset 3: the first line is read in phase 0 − 3 = 5.
    let addresses = swizzle("tile --k 8 --mn 1 --base-offset 3 --addresses").answer();
    assert!(
        addresses.starts_with("mn,k,byte,bit\n0,0,80,0\n"),
        "{addresses}"
    );
}

#[test]
fn a_swizzle_without_a_code_has_no_descriptor() {
    let tile =
        tile("--arch wgmma --element tf32 --major MN --swizzle 128B-32B-atom --mn 32 --k 16");
    let steps = tile["steps"].as_array().expect("steps are a list");
    assert_eq!(steps.len(), 2);
    assert!(steps.iter().all(|step| step["descriptor"].is_null()));
    assert_eq!(steps[1]["k"], 8);
}

#[test]
fn what_no_instruction_reads_is_answered_with_its_error() {
    let tile = tile("--arch wgmma --element tf32 --major MN --swizzle 128B");
    assert_eq!(tile["findings"][0]["id"], "operand-form");
    assert_eq!(tile["findings"][0]["severity"], "error");
    assert!(tile["steps"][0]["descriptor"].is_string());
}

#[test]
fn addresses_are_the_laws_of_the_tile() {
    let cases = [
        ("e3m2", Element::E3m2, 0x400),
        ("e2m1-packed", Element::E2m1Packed, 0x3_fc00),
        ("tf32", Element::Tf32, 0x80),
    ];
    for (name, element, start_bytes) in cases {
        let params = Said {
            tile: SaidTile {
                element: Some(element),
                mn: Some(24),
                k: Some(96),
                start_bytes: Some(start_bytes),
                ..SaidTile::default()
            },
            reader: SaidReader {
                arch: Some(Arch::Tcgen05),
                ..SaidReader::default()
            },
            ..Said::default()
        };
        let spec = spec_from_said(&params).expect("the parameters have a picture");
        let mut wanted = String::from("mn,k,byte,bit\n");
        for mn in 0..24 {
            for k in 0..96 {
                let at = spec.layout().byte_from_element(Coord { mn, k });
                wanted += &format!("{mn},{k},{},{}\n", at.byte, at.bit);
            }
        }
        let run = swizzle(&format!(
            "tile --arch tcgen05 --element {name} --mn 24 --k 96 --start {start_bytes} --addresses"
        ));
        assert!(run.answer() == wanted, "{name}");
    }
}

#[test]
fn options_without_a_tile_are_refused() {
    let cases = [
        ("--mn 0", "error: --mn 0: must be 1 to 65536 elements\n"),
        (
            "--k 65537",
            "error: --k 65537: must be 1 to 65536 elements\n",
        ),
        (
            "--swizzle 65B",
            "[possible values: none, 32B, 64B, 128B, 128B-32B-atom]",
        ),
        ("--start 12q", "“12q” is not a whole number"),
        ("--base-offset 8", "8 is not in 0..=7"),
        ("--order km", "[possible values: mn, k]"),
        ("--mn -5", "“-5” is not a whole number"),
        ("--start -5", "“-5” is not a whole number"),
        ("--at-k -1", "“-1” is not a whole number"),
        ("--element \u{1b}[31m", "·[31m"),
    ];
    for (options, message) in cases {
        let run = swizzle(&format!("tile {options}"));
        assert!(run.err.contains(message), "{options}: {}", run.err);
        assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{options}");
    }
    let long = swizzle(&format!("tile --element {}", "x".repeat(5000)));
    assert!(long.err.lines().all(|line| line.chars().count() < 400));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_fault() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_swizzle"))
        .args(["tile", "--mn", "1024", "--k", "1024", "--addresses"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cargo built the program");
    let mut head = [0; 14];
    let mut out = child.stdout.take().expect("standard output is piped");
    out.read_exact(&mut head).expect("there is a header");
    drop(out);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(&head, b"mn,k,byte,bit\n");
    assert_eq!((output.status.code(), output.stderr), (Some(0), vec![]));
}
