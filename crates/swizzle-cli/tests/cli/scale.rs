//! `swizzle scale` and `swizzle scale plan`: CuTe's bytes and descriptors.

use serde_json::{Value, json};

use crate::golden::{json_lines, number, samples};
use crate::program::{swizzle, swizzle_with_input};

fn plan(options: &str) -> Value {
    swizzle(&format!("scale plan {options}")).right().json()
}

#[test]
fn every_sample_of_scale_factors_in_memory() {
    let (mut asked, mut wanted) = (String::from("order,rows,blocks,row,block\n"), String::new());
    wanted += "order,rows,blocks,row,block,byte\n";
    for line in json_lines("sf_smem") {
        let order = match line["what"].as_str() {
            Some("smem_stage") => "stage",
            _ => "tensor",
        };
        for sample in samples(&line) {
            let row = format!("{order},{},{},{},{}", line["rows"], line["kblocks"], sample[0], sample[1]);
            asked += &format!("{row}\n");
            wanted += &format!("{row},{}\n", sample[2]);
        }
    }
    assert!(asked.lines().count() > 900, "{}", asked.lines().count());
    assert_eq!(swizzle_with_input("scale", &asked).answer(), wanted);
}

#[test]
fn a_plan_has_the_descriptors_that_cute_writes() {
    let mut copies = 0;
    for line in json_lines("cp_desc") {
        let kind = match line["op"].as_str().is_some_and(|op| op.starts_with("MXF4")) {
            true => "mxf4nvf4",
            false => "mxf8f6f4",
        };
        let (operand, mn) = match line["which"].as_str() {
            Some("SFA") => ("A", &line["tile"][0]),
            _ => ("B", &line["tile"][1]),
        };
        let options = format!(
            "--kind {kind} --vec {} --operand {operand} --mn {mn} --k {} --start {}",
            line["vec"], line["tile"][2], line["start"]
        );
        let found = plan(&options);
        let list = |value: &Value| value["copies"].as_array().expect("copies").clone();
        let found = list(&found).into_iter().map(|copy| {
            let descriptor = copy["descriptor"].as_str().expect("hex");
            json!([descriptor.trim_start_matches("0x"), copy["column"]])
        });
        let (found, wanted): (Vec<_>, _) = (found.collect(), list(&line));
        copies += wanted.len();
        assert_eq!(found, wanted, "{options}");
    }
    assert_eq!(copies, 20);
}

/// Each sample of CuTe's maps is in the columns of the instruction that has its row, at the byte of its id.
#[test]
fn a_plan_has_the_columns_of_all_rows() {
    let mut samples_of_second = 0;
    for line in json_lines("sf_tmem").iter().filter(|line| line["copies"] == 4) {
        let vec = number(&line["vec"]);
        let kind = match (number(&line["per_step"]), vec) {
            (1, _) => "mxf8f6f4",
            (2, _) => "mxf4",
            (_, _) => "mxf4nvf4",
        };
        let (rows, k) = (number(&line["rows"]), number(&line["kblocks"]) * vec);
        for (operand, group) in [("A", 1), ("A", 2), ("B", 1), ("B", 2)] {
            let options = format!(
                "--kind {kind} --vec {vec} --operand {operand} --mn {rows} --k {k} --cta-group {group} --column 64"
            );
            let found = plan(&options);
            // One instruction has 128 rows of A in each CTA, and all N.
            let of_mma = if operand == "A" { 128 } else { rows };
            assert_eq!(found["rows_of_mma"], of_mma, "{options}");
            let of_ctas: Vec<[u32; 2]> = (0..group)
                .map(|cta| if operand == "A" { cta * 128 } else { 0 })
                .map(|first| [first, first + of_mma - 1])
                .collect();
            assert_eq!(found["rows_of_ctas"], json!(of_ctas), "{options}");
            let mark = if of_mma == rows { "docs" } else { "inferred" };
            assert_eq!(found["steps_mark"], mark, "{options}");
            for sample in samples(line) {
                let [row, block] = [0, 1].map(|at| number(&sample[at]));
                let [column, byte] = [3, 4].map(|at| number(&sample[at]));
                let per_step = number(&line["per_step"]);
                let step = &found["steps"][(block / per_step) as usize];
                let mma = &step["mmas"][(row / of_mma) as usize];
                let first = row / of_mma * of_mma;
                assert_eq!(mma["rows"], json!([first, first + of_mma - 1]));
                // 32 rows a column, from the first row of the instruction on.
                let start = 64 + column - (row - first) / 32;
                let columns = [start, start + of_mma / 32 - 1];
                assert_eq!(mma["columns"], json!(columns), "{options}");
                assert_eq!(mma["column"], start, "{options}");
                assert_eq!(mma["address"], format!("0x{start:08x}"), "{options}");
                assert_eq!(number(&step["id"]), byte / per_step * per_step, "{options}");
                samples_of_second += u32::from(first > 0);
            }
        }
    }
    assert!(samples_of_second > 100, "{samples_of_second}");
}
