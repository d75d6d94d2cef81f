//! `swizzle tmem` on every sample of the golden maps, both ways.

use serde_json::Value;

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

/// A row: what decides the map, the element, and the place that the golden file has for it.
struct Row {
    decides: Vec<(&'static str, String)>,
    element: [u32; 2],
    ctas: String,
    lanes: String,
    column: u32,
    bit: u32,
}

impl Row {
    fn text(&self) -> (String, String, String) {
        let decides: Vec<&str> = DECIDES
            .iter()
            .map(|name| {
                let found = self.decides.iter().find(|(key, _)| key == name);
                found.map_or("", |(_, text)| text)
            })
            .collect();
        let [a, b] = self.element;
        let element = match self.decides[0].1.as_str() {
            "ld" | "st" => format!(",,{a},{b}"),
            _ => format!("{a},{b},,"),
        };
        let place = format!("{},{},{},{}", self.ctas, self.lanes, self.column, self.bit);
        (decides.join(","), element, place)
    }
}

fn joined(lanes: &Value) -> String {
    let lanes = lanes.as_array().expect("lanes");
    let lanes: Vec<String> = lanes.iter().map(|lane| number(lane).to_string()).collect();
    lanes.join("|")
}

/// Asks for every row's place, and for every place's element, and compares.
fn check(file: &str, rows: &[Row], least: usize) {
    assert!(rows.len() >= least, "{file}: {} rows", rows.len());
    let decides = DECIDES.join(",");
    let element = "row,col,thread,register";
    let place = "cta,lane,column,bit";
    let mut whole = format!("{decides},{element},{place}\n");
    let (mut asked, mut asked_back) = (format!("{decides},{element}\n"), String::new());
    asked_back += &format!("{decides},{element},{place}\n");
    for row in rows {
        let (decides, element, place) = row.text();
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
    let mut rows = Vec::new();
    for line in lines("tmem_d") {
        let group = line["group"].as_str().expect("a group");
        // Tiles are packed as a library chooses: no row asks for several.
        if group == "tiles" {
            continue;
        }
        let (m, n, bits) = (&line["m"], &line["n"], number(&line["bits"]));
        let is_pair = line["cta_group"] == 2;
        for sample in samples(&line) {
            let mut decides = vec![
                ("what", "d".to_owned()),
                ("cta_group", line["cta_group"].to_string()),
                ("m", m.to_string()),
                ("n", n.to_string()),
            ];
            let mut sample: Vec<u32> = sample.iter().map(number).collect();
            if sample.len() == 5 {
                sample.insert(2, 0);
            }
            let [row, col, cta, lane, column, part] = sample[..] else {
                panic!("{sample:?}")
            };
            match group {
                "dense" => (),
                "ws" => decides.push(("ws", "1".into())),
                "a_tmem" => {
                    let kind = match bits {
                        32 => "tf32",
                        16 => "f16",
                        _ => "i8",
                    };
                    decides[0].1 = "a".into();
                    decides.push(("kind", kind.into()));
                    // The golden line has the rows of one CTA.
                    if is_pair {
                        decides[2].1 = "256".into();
                    }
                }
                _ => {
                    decides.push(("sparsity", "sparse".into()));
                    decides.push(("reading", "cute".into()));
                }
            }
            rows.push(Row {
                decides,
                element: [row, col],
                ctas: cta.to_string(),
                lanes: lane.to_string(),
                column,
                bit: part * bits,
            });
        }
    }
    check("tmem_d", &rows, 900);
}

#[test]
fn every_sample_of_scale_factors() {
    let mut rows = Vec::new();
    for line in lines("sf_tmem") {
        let which = line["which"].as_str().expect("whose").to_lowercase();
        let op = line["op"].as_str().expect("an instruction");
        let m = op.split_once("M=").map_or("128", |(_, m)| &m[..3]);
        let kind = match op.starts_with("MXF8") {
            true => "mxf8f6f4",
            false => "mxf4nvf4",
        };
        for sample in samples(&line) {
            rows.push(Row {
                decides: vec![
                    ("what", which[..3].into()),
                    ("kind", kind.into()),
                    ("cta_group", line["cta_group"].to_string()),
                    ("m", m.into()),
                    ("vec", line["vec"].to_string()),
                    ("rows", line["rows"].to_string()),
                ],
                element: [number(&sample[0]), number(&sample[1])],
                ctas: if line["cta_group"] == 2 { "0|1" } else { "0" }.into(),
                lanes: joined(&sample[2]),
                column: number(&sample[3]),
                bit: 8 * number(&sample[4]),
            });
        }
    }
    check("sf_tmem", &rows, 300);
}

#[test]
fn every_sample_of_loads_and_stores() {
    let mut rows = Vec::new();
    for line in lines("ldst") {
        for sample in samples(&line) {
            let sample: Vec<u32> = sample.iter().map(number).collect();
            rows.push(Row {
                decides: vec![
                    ("what", line["dir"].as_str().expect("ld or st").into()),
                    ("shape", line["shape"].as_str().expect("a shape").into()),
                    ("num", line["num"].to_string()),
                    ("pack", u32::from(line["pack16"] == true).to_string()),
                ],
                element: [sample[0], sample[1]],
                ctas: "0".into(),
                lanes: sample[2].to_string(),
                column: sample[3],
                bit: 0,
            });
        }
    }
    check("ldst", &rows, 1000);
}

#[test]
fn every_sample_of_copies() {
    let mut rows = Vec::new();
    for line in lines("cp") {
        for sample in samples(&line) {
            let byte = number(&sample[1]);
            rows.push(Row {
                decides: vec![
                    ("what", "cp".into()),
                    ("cta_group", line["cta_group"].to_string()),
                    ("shape", line["shape"].as_str().expect("a shape").into()),
                    (
                        "multicast",
                        line["multicast"].as_str().expect("a word").into(),
                    ),
                ],
                element: [number(&sample[0]), byte],
                ctas: if line["cta_group"] == 2 { "0|1" } else { "0" }.into(),
                lanes: joined(&sample[2]),
                column: number(&sample[3]),
                bit: byte % 4 * 8,
            });
        }
    }
    check("cp", &rows, 456);
}

#[test]
fn every_sample_of_metadata() {
    let mut rows = Vec::new();
    for line in lines("metadata") {
        for kind in line["kind"].as_str().expect("kinds").split(", ") {
            for sample in samples(&line) {
                let sample: Vec<u32> = sample.iter().map(number).collect();
                let ws = u32::from(line["group"] == "ws");
                rows.push(Row {
                    decides: vec![
                        ("what", "metadata".into()),
                        ("kind", kind.into()),
                        ("m", line["m"].to_string()),
                        ("ws", ws.to_string()),
                    ],
                    element: [sample[0], sample[1]],
                    ctas: "0".into(),
                    lanes: sample[2].to_string(),
                    column: sample[3],
                    bit: 8 * sample[4],
                });
            }
        }
    }
    check("metadata", &rows, 400);
}

/// Triton's maps of single bits of a lane and of a column (of a byte, for scale factors) give the place of an element.
#[test]
fn every_basis_of_triton() {
    let mut rows = Vec::new();
    for line in lines("triton") {
        let what = line["what"].as_str().expect("a map");
        let [block, shape] = ["block", "shape"].map(|key| &line[key]);
        let is_pair = line["two_ctas"] == true;
        let is_one_tile = || {
            let high = number(&block[0]) * if is_pair { 2 } else { 1 };
            high == number(&shape[0]) && block[1] == shape[1] && line["col_stride"] == 1
        };
        let basis = |key: &str| {
            let all = line["lin"][key].as_array().cloned().unwrap_or_default();
            let all = all.into_iter().enumerate();
            // A bit that is worth nothing is a copy, or a lane that is not used.
            all.filter(|(_, worth)| *worth != serde_json::json!([0, 0]))
                .map(|(bit, worth)| (1 << bit, [number(&worth[0]), number(&worth[1])]))
                .collect::<Vec<(u32, [u32; 2])>>()
        };
        match what {
            "D" if is_one_tile() => {
                let decides = vec![
                    ("what", "d".to_owned()),
                    ("cta_group", if is_pair { "2" } else { "1" }.into()),
                    ("m", shape[0].to_string()),
                    ("n", shape[1].to_string()),
                ];
                let lanes = basis("rows").into_iter().map(|(lane, at)| (lane, 0, at));
                let columns = basis("cols")
                    .into_iter()
                    .map(|(column, at)| (0, column, at));
                rows.extend(lanes.chain(columns).map(|(lane, column, element)| Row {
                    decides: decides.clone(),
                    element,
                    ctas: "0".into(),
                    lanes: lane.to_string(),
                    column,
                    bit: 0,
                }));
            }
            "scales" => {
                let decides = vec![("what", "sfa".to_owned()), ("rows", shape[0].to_string())];
                let lanes = basis("rows").into_iter().map(|(lane, at)| (lane, 0, at));
                let bytes = basis("cols").into_iter().map(|(byte, at)| (0, byte, at));
                rows.extend(lanes.chain(bytes).map(|(lane, byte, element)| {
                    Row {
                        decides: decides.clone(),
                        element,
                        ctas: "0".into(),
                        lanes: [0, 32, 64, 96]
                            .map(|copy| (lane + copy).to_string())
                            .join("|"),
                        column: byte / 4,
                        bit: byte % 4 * 8,
                    }
                }));
            }
            _ => (),
        }
    }
    check("triton", &rows, 100);
}
