//! `swizzle tmem` on every sample of the golden maps, both ways.

use serde_json::{Value, json};

use crate::golden::{json_lines as lines, number, samples};
use crate::program::swizzle_with_input;

const DECIDES: [&str; 14] = [
    "what",
    "kind",
    "cta_group",
    "m",
    "n",
    "ws",
    "sparsity",
    "reading",
    "vec",
    "shape",
    "multicast",
    "num",
    "pack",
    "rows",
];

/// What decides the map, the element, and the place that the golden file has for it.
type Row = [Value; 3];

/// A value as a row has it: several are joined.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(text).collect::<Vec<_>>().join("|"),
        other => other.to_string(),
    }
}

/// The CTAs that hold a copy.
fn ctas(line: &Value) -> &'static str {
    if line["cta_group"] == 2 { "0|1" } else { "0" }
}

/// Asks for every row's place, and for every place's element, and compares.
fn check(file: &str, rows: &[Row], least: usize) {
    assert!(rows.len() >= least, "{file}: {} rows", rows.len());
    let decides = DECIDES.join(",");
    let element = "row,col,thread,register";
    let place = "cta,lane,column,bit";
    let mut whole = format!("{decides},{element},{place}\n");
    let (mut asked, mut asked_back) = (format!("{decides},{element}\n"), whole.clone());
    for [of, element, place] in rows {
        let list = |all: &Value| {
            let all = all.as_array().expect("a list").iter();
            all.map(text).collect::<Vec<_>>().join(",")
        };
        let decides = DECIDES.map(|name| text(&of[name])).join(",");
        let element = match of["what"].as_str() {
            Some("ld" | "st") => format!(",,{}", list(element)),
            _ => format!("{},,", list(element)),
        };
        let place = list(place);
        whole += &format!("{decides},{element},{place}\n");
        asked += &format!("{decides},{element}\n");
        asked_back += &format!("{decides},,,,,{place}\n");
    }
    for (options, input) in [("tmem", asked), ("tmem --from-lane", asked_back)] {
        let run = swizzle_with_input(options, &input);
        assert_eq!(run.code, Some(0), "{file}: {}", run.err);
        for (found, wanted) in run.out.lines().zip(whole.lines()) {
            assert_eq!(found, wanted, "{file}, {options}");
        }
        assert_eq!(run.out.len(), whole.len());
    }
}

#[test]
fn every_sample_of_d_and_of_a() {
    let mut rows: Vec<Row> = Vec::new();
    for line in lines("tmem_d") {
        let (pair, bits) = (&line["cta_group"], number(&line["bits"]));
        let mut of = json!({"what": "d", "cta_group": pair, "m": line["m"], "n": line["n"]});
        match line["group"].as_str().expect("a group") {
            // Tiles are packed as a library chooses: no row asks for several.
            "tiles" => continue,
            "dense" => (),
            "ws" => of["ws"] = 1.into(),
            "a_tmem" => {
                of["what"] = "a".into();
                let kinds = [(32, "tf32"), (16, "f16")];
                let kind = kinds.iter().find(|(width, _)| *width == bits);
                of["kind"] = kind.map_or("i8", |(_, kind)| kind).into();
                // The golden line has the rows of one CTA.
                if *pair == 2 {
                    of["m"] = 256.into();
                }
            }
            _ => {
                of["sparsity"] = "sparse".into();
                of["reading"] = "cute".into();
            }
        }
        for mut sample in samples(&line) {
            if sample.len() == 5 {
                sample.insert(2, 0.into());
            }
            let [row, col, cta, lane, column, part] = &sample[..] else { panic!("{sample:?}") };
            let place = json!([cta, lane, column, number(part) * bits]);
            rows.push([of.clone(), json!([row, col]), place]);
        }
    }
    check("tmem_d", &rows, 900);
}

#[test]
fn every_sample_of_scale_factors() {
    let mut rows: Vec<Row> = Vec::new();
    for line in lines("sf_tmem") {
        let which = line["which"].as_str().expect("whose").to_lowercase();
        let op = line["op"].as_str().expect("an instruction");
        let kind = match op.starts_with("MXF8") {
            true => "mxf8f6f4",
            false => "mxf4nvf4",
        };
        let mut of = json!({"what": which[..3], "kind": kind});
        of["m"] = op.split_once("M=").map_or("128", |(_, m)| &m[..3]).into();
        for key in ["cta_group", "vec", "rows"] {
            of[key] = line[key].clone();
        }
        for at in samples(&line) {
            let place = json!([ctas(&line), at[2], at[3], 8 * number(&at[4])]);
            rows.push([of.clone(), json!([at[0], at[1]]), place]);
        }
    }
    check("sf_tmem", &rows, 300);
}

#[test]
fn every_sample_of_loads_and_stores() {
    let mut rows: Vec<Row> = Vec::new();
    for line in lines("ldst") {
        let pack = u32::from(line["pack16"] == true);
        let (what, shape, num) = (&line["dir"], &line["shape"], &line["num"]);
        let of = json!({"what": what, "shape": shape, "num": num, "pack": pack});
        for at in samples(&line) {
            rows.push([of.clone(), json!([at[0], at[1]]), json!([0, at[2], at[3], 0])]);
        }
    }
    check("ldst", &rows, 1000);
}

#[test]
fn every_sample_of_copies() {
    let mut rows: Vec<Row> = Vec::new();
    for line in lines("cp") {
        let mut of = json!({"what": "cp"});
        for key in ["cta_group", "shape", "multicast"] {
            of[key] = line[key].clone();
        }
        for at in samples(&line) {
            let bit = number(&at[1]) % 4 * 8;
            let place = json!([ctas(&line), at[2], at[3], bit]);
            rows.push([of.clone(), json!([at[0], at[1]]), place]);
        }
    }
    check("cp", &rows, 456);
}

#[test]
fn every_sample_of_metadata() {
    let mut rows: Vec<Row> = Vec::new();
    for line in lines("metadata") {
        for kind in line["kind"].as_str().expect("kinds").split(", ") {
            let ws = u32::from(line["group"] == "ws");
            let of = json!({"what": "metadata", "kind": kind, "m": line["m"], "ws": ws});
            for at in samples(&line) {
                let place = json!([0, at[2], at[3], 8 * number(&at[4])]);
                rows.push([of.clone(), json!([at[0], at[1]]), place]);
            }
        }
    }
    check("metadata", &rows, 400);
}

/// Triton's maps of single bits of a lane and of a column (of a byte, for scale factors) give the place of an element.
#[test]
fn every_basis_of_triton() {
    let mut rows: Vec<Row> = Vec::new();
    for line in lines("triton") {
        let [block, shape] = ["block", "shape"].map(|key| &line[key]);
        let group = 1 + u32::from(line["two_ctas"] == true);
        let is_one_tile = || {
            number(&block[0]) * group == number(&shape[0]) && block[1] == shape[1] && line["col_stride"] == 1
        };
        let (of, of_scales) = match line["what"].as_str().expect("a map") {
            "D" if is_one_tile() => {
                let (m, n) = (&shape[0], &shape[1]);
                (json!({"what": "d", "cta_group": group, "m": m, "n": n}), false)
            }
            "scales" => (json!({"what": "sfa", "rows": shape[0]}), true),
            _ => continue,
        };
        for (key, is_lane) in [("rows", true), ("cols", false)] {
            let all = line["lin"][key].as_array().into_iter().flatten();
            // A bit that is worth nothing is a copy, or a lane that is not used.
            for (bit, worth) in all.enumerate().filter(|(_, worth)| **worth != json!([0, 0])) {
                let (lane, at) = if is_lane { (1 << bit, 0) } else { (0, 1 << bit) };
                let place = match of_scales {
                    true => json!([0, [lane, lane + 32, lane + 64, lane + 96], at / 4, at % 4 * 8]),
                    false => json!([0, lane, at, 0]),
                };
                rows.push([of.clone(), worth.clone(), place]);
            }
        }
    }
    check("triton", &rows, 100);
}
