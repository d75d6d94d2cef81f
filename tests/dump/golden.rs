//! Dumps of an H200, as people paste them.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use swizzle_core::{Arch, Descriptor, Named};
use swizzle_dump::{Asked, Dump, Form, Found, dump_from_bytes, read_of_dump};

use crate::dump::twin::first;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/dumps")
}

/// A dump of the H200: what is true of it, and what was pasted.
struct Golden {
    name: String,
    truth: Value,
    dumps: Vec<Dump>,
}

fn golden() -> Vec<Golden> {
    let entries = fs::read_dir(folder()).expect("the dumps");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| !name.contains(".high."))
        .collect();
    names.sort();
    let read = |name: &str| fs::read_to_string(folder().join(name)).expect("a dump");
    let golden = names.into_iter().map(|name| {
        let text = read(&name);
        let (first, _) = text.split_once('\n').expect("a first line");
        let truth: Value = serde_json::from_str(first).expect("JSON");
        let bits = number(&truth["element_bits"]);
        let halves = [name.clone(), name.replace(".low.", ".high.")];
        let count = if name.contains(".low.") { 2 } else { 1 };
        let dumps = halves[..count].iter().map(|name| {
            let text = read(name);
            let (_, body) = text.split_once('\n').expect("a first line");
            dump_from_bytes(body.as_bytes(), bits).expect(name)
        });
        Golden { dumps: dumps.collect(), name, truth }
    });
    golden.collect()
}

fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|number| number.try_into().ok()).expect("a number")
}

fn signed(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

fn asked(golden: &Golden) -> Asked {
    let truth = &golden.truth;
    Asked {
        element_bits: number(&truth["element_bits"]),
        mn: Some(number(&truth["matrix"][0])),
        k: Some(number(&truth["matrix"][1])),
        address: Some(number(&truth["address"])),
        values: None,
    }
}

/// Whether the answer is the truth: field by field for one tile; for a ring of blocks of K the tile with that LBO.
fn check_golden(golden: &Golden, found: &Found) {
    let (name, layout) = (&golden.name, &golden.truth["layout"]);
    assert_eq!(found.major.name(), layout["major"], "{name}");
    let tiles = golden.truth["tiles"].as_array().expect("tiles");
    assert_eq!(found.start_bytes, signed(&tiles[0]["start"]), "{name}");
    assert_eq!(found.right, found.of, "{name}");
    match (layout["form"].as_str(), found.form) {
        (Some("canonical"), Form::Canonical(swizzle)) => {
            assert_eq!(swizzle.name(), layout["swizzle"], "{name}");
            assert_eq!(found.base_offset, 0, "{name}");
            let (lbo, sbo) = found.strides.expect("strides");
            assert_eq!(sbo, number(&layout["sbo"]), "{name}");
            match tiles.len() {
                1 => assert_eq!(lbo, number(&layout["lbo"]), "{name}"),
                _ => assert_eq!(lbo, number(&tiles[1]["start"]) - number(&tiles[0]["start"]), "{name}"),
            }
        }
        // An XOR that is counted from a misaligned buffer is a base offset.
        (Some("rows"), Form::Canonical(swizzle)) => {
            assert_eq!(swizzle.name(), golden.truth["meant"], "{name}");
            assert_eq!(u32::from(found.base_offset), found.start_bytes as u32 / 128 % 8, "{name}");
        }
        (Some("rows"), Form::Rows { exchange, pitch, column }) => {
            assert_eq!(pitch, number(&layout["pitch"]), "{name}");
            assert_eq!(exchange.text(), layout["xor"].as_str().unwrap_or("none"), "{name}");
            assert_eq!(column, None, "{name}");
        }
        (form, _) => panic!("{name}: {form:?} was found as {found:?}"),
    }
}

#[test]
fn every_dump_of_the_hardware_is_named_right_and_read_as_the_tensor_core_read_it() {
    let all = golden();
    let (mut steps, mut phases) = (0, 0);
    for golden in &all {
        let (name, asked) = (&golden.name, asked(golden));
        let found = first(&golden.dumps, &asked);
        check_golden(golden, &found);
        // Without its address a dump gives the same result except for where it is: that is counted from its first byte.
        let mut dumps = golden.dumps.clone();
        dumps.iter_mut().for_each(|dump| dump.address = None);
        let without = first(&dumps, &Asked { address: None, ..asked });
        let start = signed(&golden.truth["tiles"][0]["start"]);
        assert_eq!(without.start_bytes, start - signed(&golden.truth["address"]), "{name}");
        assert_eq!(without.right, without.of, "{name}");
        // The phase is that of the hardware.
        if let (Form::Canonical(swizzle), Some(true)) = (without.form, golden.truth["right"].as_bool()) {
            let phase = start as u32 % swizzle.pattern_bytes();
            let is_open = without.phases.is_empty() && swizzle.xor().bits == 0;
            assert!(is_open || without.phases.contains(&phase), "{name}: {phase} {without:?}");
            phases += u32::from(!is_open);
        }
        for descriptor in golden.truth["descriptors"].as_array().into_iter().flatten() {
            let right = descriptor["read_right"].as_array().expect("a list");
            for (step, right) in descriptor["steps"].as_array().expect("steps").iter().zip(right) {
                let hex = step.as_str().expect("hex").trim_start_matches("0x");
                let raw = u64::from_str_radix(hex, 16).expect("hex");
                let read = read_of_dump(&found, Descriptor::new(Arch::Wgmma, raw));
                let read = read.expect("a read").right_of();
                let wanted = (number(right), number(&descriptor["of"]));
                assert_eq!(read, wanted, "{name} {} {step}", descriptor["name"]);
                steps += 1;
            }
        }
    }
    assert!(all.len() == 14 && steps > 30 && phases >= 6, "{} {steps} {phases}", all.len());
}
