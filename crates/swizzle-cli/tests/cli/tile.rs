//! `swizzle tile`: what the library answers.

use std::io::Read;
use std::process::Stdio;

use serde_json::{Value, json};
use swizzle_core::law::exact_text;
use swizzle_core::{
    Arch, Coord, Element, LboMode, Major, Operand, Order, Said, SaidPlace, SaidReader, SaidTile, Sparsity,
    Swizzle,
};
use swizzle_infer::spec_from_said;
use swizzle_lints::findings_from_spec;

use crate::program::{program, swizzle};

fn tile(options: &str) -> Value {
    let mut answer = swizzle(&format!("tile {options}")).right().json();
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
            json!({
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
            json!({
                "id": finding.id,
                "severity": finding.severity.name(),
                "message": finding.title,
                "text": finding.text,
                "rests_on": finding.assumes,
                "evidence": finding.source,
            })
        })
        .collect();
    json!({
        "schema": 2,
        "version": env!("CARGO_PKG_VERSION"),
        "layout": exact_text(spec.layout(), spec.extent()),
        "bytes": spec.span_bytes(),
        "steps": steps,
        "findings": findings,
    })
}

#[test]
fn without_options_it_is_the_default_tile_at_address_0() {
    let mut said = Said::default();
    said.tile.start_bytes = Some(0);
    assert_eq!(tile(""), expected(&said));
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
        place: SaidPlace { step: Some(1), ..SaidPlace::default() },
        ..Said::default()
    };
    assert_eq!(tile(options), expected(&params));
    let options = "--arch tcgen05 --element e2m1-packed --k 192 --absolute-lbo --column-bytes 16384";
    let mut said = Said::default();
    said.tile.element = Some(Element::E2m1Packed);
    said.tile.k = Some(192);
    said.tile.start_bytes = Some(0);
    said.tile.lbo_bytes = Some(16384);
    said.reader.arch = Some(Arch::Tcgen05);
    said.reader.lbo_mode = Some(LboMode::Absolute);
    assert_eq!(tile(options), expected(&said));
}

#[test]
fn addresses_are_the_laws_of_the_tile() {
    let cases = [
        ("e3m2", Element::E3m2, 0x400),
        ("e2m1-packed", Element::E2m1Packed, 0x3_fc00),
        ("tf32", Element::Tf32, 0x80),
    ];
    for (name, element, start_bytes) in cases {
        let mut said = Said::default();
        said.tile.element = Some(element);
        said.tile.mn = Some(24);
        said.tile.k = Some(96);
        said.tile.start_bytes = Some(start_bytes);
        said.reader.arch = Some(Arch::Tcgen05);
        let spec = spec_from_said(&said).expect("the parameters have a picture");
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
fn a_reader_that_has_seen_enough_is_no_fault() {
    let mut child = program("tile --mn 1024 --k 1024 --addresses")
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
