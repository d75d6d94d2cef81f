//! `swizzle scale` and `swizzle scale plan`: CuTe's bytes and descriptors, the questions' numbers, and rows without an answer.

use serde_json::Value;

use crate::golden::{json_lines, number, samples};
use crate::program::{swizzle, swizzle_with_input};

fn plan(options: &str) -> Value {
    let answer = swizzle(&format!("scale plan {options}")).answer();
    serde_json::from_str(&answer).expect("JSON")
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
            let row = format!(
                "{order},{},{},{},{}",
                line["rows"], line["kblocks"], sample[0], sample[1]
            );
            asked += &format!("{row}\n");
            wanted += &format!("{row},{}\n", sample[2]);
        }
    }
    assert!(asked.lines().count() > 900, "{}", asked.lines().count());
    assert_eq!(swizzle_with_input("scale", &asked).answer(), wanted);
}

#[test]
fn a_bad_row_passes_through() {
    let header = "order,rows,blocks,row,block,byte";
    for (bad, message) in [
        (
            "k,256,8,0,0,",
            "line 2, column 1 (order): order “k” is unknown: one of tensor, stage",
        ),
        (
            "stage,0,8,0,0,",
            "line 2, column 2 (rows): 0 rows of 8 scale factors: each is at least 1, and all fit in 2^31 bytes",
        ),
        (
            "stage,8,0,0,0,",
            "line 2, column 3 (blocks): 8 rows of 0 scale factors: each is at least 1, and all fit in 2^31 bytes",
        ),
        (
            "stage,0xffffffff,0xffffffff,0,0,",
            "line 2, column 2 (rows): 4294967295 rows of 4294967295 scale factors: each is at least 1, and all fit in 2^31 bytes",
        ),
        (
            "stage,100,8,100,0,",
            "line 2, column 4 (row): row 100 is out of range: 0 to 99",
        ),
        (
            "stage,100,8,0,8,",
            "line 2, column 5 (block): scale factor 8 is out of range: 0 to 7",
        ),
        (
            "stage,100,8,0,,",
            "line 2, column 5 (block): the value is empty",
        ),
    ] {
        let good = "tensor,256,8,200,2";
        let run = swizzle_with_input("scale", &format!("{header}\n{bad}\n{good},\n"));
        assert_eq!(run.err, format!("{message}\n"));
        assert_eq!(run.out, format!("{header}\n{bad}\n{good},1162\n"));
        assert_eq!(run.code, Some(2));
    }
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
        let found = found["copies"].as_array().expect("copies").iter();
        let found: Vec<(String, u32)> = found
            .map(|copy| {
                let descriptor = copy["descriptor"].as_str().expect("hex");
                (descriptor.replace("0x", ""), number(&copy["column"]))
            })
            .collect();
        let wanted = line["copies"].as_array().expect("copies").iter();
        let wanted: Vec<(String, u32)> = wanted
            .map(|copy| (copy[0].as_str().expect("hex").to_owned(), number(&copy[1])))
            .collect();
        copies += wanted.len();
        assert_eq!(found, wanted, "{options}");
    }
    assert_eq!(copies, 20);
}

#[test]
fn a_plan_answers_the_questions() {
    // SFA of row 37, k block 5: its column is used at step 5 with id 1.
    let found = plan("--kind mxf8f6f4 --mn 128 --k 256");
    let step = &found["steps"][5];
    assert_eq!(
        (&step["column"], &step["id"], &step["blocks"]),
        (&4.into(), &1.into(), &serde_json::json!([5, 5]))
    );
    assert_eq!(step["address_with_id"], "0x40000004");
    assert_eq!(
        (&step["idesc_a"], &step["idesc_b"]),
        (&"0x20000000".into(), &"0x00000010".into())
    );
    // mxf4nvf4 by 16, N = 256: 32 columns for K = 256.
    let found = plan("--kind mxf4nvf4 --operand B --mn 256 --k 256");
    assert_eq!(
        (&found["blocks"], &found["readings"][0]["columns"]),
        (&16.into(), &32.into())
    );
    let steps = found["steps"].as_array().expect("steps");
    let given: Vec<_> = steps
        .iter()
        .map(|step| (number(&step["column"]), number(&step["id"])))
        .collect();
    assert_eq!(given, [(0, 0), (8, 0), (16, 0), (24, 0)]);
    // mxf4: at step 3 the column of word 1, and id 2.
    let found = plan("--kind mxf4 --mn 128 --k 256 --column 256");
    assert_eq!(
        (&found["steps"][3]["column"], &found["steps"][3]["id"]),
        (&260.into(), &2.into())
    );
    assert_eq!(found["steps"][3]["address"], "0x00000104");
}

/// Each sample of CuTe's maps is in the columns of the instruction that has its row, at the byte of its id.
#[test]
fn a_plan_has_the_columns_of_all_rows() {
    let mut samples_of_second = 0;
    for line in json_lines("sf_tmem")
        .iter()
        .filter(|line| line["copies"] == 4)
    {
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
            assert_eq!(
                found["rows_of_ctas"],
                serde_json::json!(of_ctas),
                "{options}"
            );
            let mark = if of_mma == rows { "docs" } else { "inferred" };
            assert_eq!(found["steps_mark"], mark, "{options}");
            for sample in samples(line) {
                let [row, block] = [0, 1].map(|at| number(&sample[at]));
                let [column, byte] = [3, 4].map(|at| number(&sample[at]));
                let per_step = number(&line["per_step"]);
                let step = &found["steps"][(block / per_step) as usize];
                let mma = &step["mmas"][(row / of_mma) as usize];
                let first = row / of_mma * of_mma;
                assert_eq!(mma["rows"], serde_json::json!([first, first + of_mma - 1]));
                // 32 rows a column, from the first row of the instruction on.
                let start = 64 + column - (row - first) / 32;
                let columns = [start, start + of_mma / 32 - 1];
                assert_eq!(mma["columns"], serde_json::json!(columns), "{options}");
                assert_eq!(mma["column"], start, "{options}");
                assert_eq!(mma["address"], format!("0x{start:08x}"), "{options}");
                assert_eq!(number(&step["id"]), byte / per_step * per_step, "{options}");
                samples_of_second += u32::from(first > 0);
            }
        }
    }
    assert!(samples_of_second > 100, "{samples_of_second}");
    // A pair with M = 128: each CTA has 64 rows of A, CTA 1 those from 64 on.
    let found = plan("--kind mxf4 --mn 128 --k 256 --cta-group 2 --m 128");
    assert_eq!(
        found["rows_of_ctas"],
        serde_json::json!([[0, 63], [64, 127]])
    );
}

#[test]
fn a_plan_says_what_is_not_known() {
    let found = plan("--kind mxf4 --mn 128 --k 384 --step-k 96");
    assert_eq!(found["steps"], Value::Null);
    assert_eq!(
        found["unknown"][0],
        "where an instruction with K = 96 finds its scale factors: no source covers it"
    );
    // SFB of a pair with M = 128: both readings.
    let found = plan("--kind mxf4 --operand B --mn 256 --k 256 --cta-group 2 --m 128");
    let copies: Vec<_> = found["readings"]
        .as_array()
        .expect("two")
        .iter()
        .map(|one| &one["copies"])
        .collect();
    assert_eq!(copies, ["4", "2x2"]);
    assert!(
        found["unknown"][0]
            .as_str()
            .is_some_and(|text| text.contains("sources disagree"))
    );
    let found = plan("--kind mxf4 --mn 128 --k 256 --cta-group 2 --m 128");
    assert!(
        found["unknown"][0]
            .as_str()
            .is_some_and(|text| text.contains("rows 64 to 127"))
    );
    // Sparse A: each factor covers twice as much.
    let found = plan("--kind mxf8f6f4 --mn 128 --k 512 --sparsity sparse");
    assert_eq!(
        (&found["blocks"], &found["steps"][1]["k"], &found["vec"]),
        (&8.into(), &serde_json::json!([64, 127]), &64.into())
    );
    // A dense instruction of this kind has K = 32.
    let found = plan("--kind mxf8f6f4 --mn 128 --k 256 --step-k 64");
    assert_eq!(found["steps"], Value::Null);
    assert_eq!(
        found["unknown"][0],
        "a block-scaled instruction of this K: no source covers it"
    );
}

#[test]
fn a_plan_gives_each_step_its_instruction_descriptor() {
    let found = plan("--kind mxf4 --mn 128 --k 256 --idesc 0x08a00480");
    let steps = found["steps"].as_array().expect("steps").iter();
    let idescs: Vec<_> = steps
        .map(|step| step["idesc"].as_str().expect("hex"))
        .collect();
    assert_eq!(
        idescs,
        ["0x08a00480", "0x48a004a0", "0x08a00480", "0x48a004a0"]
    );
}

#[test]
fn what_has_no_plan_is_refused() {
    for (options, message) in [
        (
            "--kind f16 --mn 128 --k 64",
            "error: kind f16 does not have a scale factor for each 32 elements of K\n",
        ),
        (
            "--kind mxf4 --vec 16 --mn 128 --k 64",
            "error: kind mxf4 does not have a scale factor for each 16 elements of K\n",
        ),
        (
            "--kind mxf4 --mn 128 --k 64 --start 8",
            "error: scale factors at byte 0x8 are not 16-byte aligned, or end above 0x40000\n",
        ),
        (
            "--kind mxf4 --mn 128 --k 64 --column 510",
            "error: 514 columns are more than tensor memory has: 512\n",
        ),
        (
            "--kind mxf4 --mn 128 --k 64 --cta-group 3",
            "error: --cta-group 3 is unknown: one of 1, 2\n",
        ),
        (
            "--kind mxf4 --mn 128 --k 64 --m 64",
            "error: scale factors for this M and form: no source covers it\n",
        ),
        (
            "--kind mxf8f6f4 --mn 128 --k 40",
            "error: K = 40 is not a multiple of 32, the K of an instruction\n",
        ),
        (
            "--kind mxf8f6f4 --mn 128 --k 32 --sparsity sparse",
            "error: K = 32 is not a multiple of 64, the K of an instruction\n",
        ),
        (
            "--kind mxf4 --mn 0 --k 64",
            "error: 0 rows of 2 scale factors: each is at least 1, and all fit in 2^31 bytes\n",
        ),
    ] {
        let run = swizzle(&format!("scale plan {options}"));
        assert_eq!(
            (run.err.as_str(), run.code),
            (message, Some(2)),
            "{options}"
        );
    }
}

#[test]
fn a_plan_judges_what_a_kernel_gives() {
    for (options, rule, title, by, repair) in [
        (
            "--kind mxf8f6f4 --mn 128 --k 256 --ids 0,0,0,0",
            "scale-id",
            "Step 1 has scale-factor id 0, expected 1, and those of 2 other steps",
            "hardware",
            "Use the ids of the steps",
        ),
        (
            "--kind mxf8f6f4 --mn 256 --k 256 --written tensor",
            "scale-order",
            "1,024 of 2,048 scale factors are not where the copies expect them",
            "library",
            "Write the stage in the order stage",
        ),
        (
            "--kind mxf8f6f4 --mn 128 --k 128 --start 0x8000 --copy 0x0000402000010800",
            "scale-copy",
            "Copy 0 has SBO 512 bytes, expected 128",
            "hardware",
            "Set copy 0 to 0x0000400800010800",
        ),
        (
            "--kind mxf8f6f4 --mn 128 --k 128 --copy 0x0010000800010000",
            "scale-bits",
            "Copy 0: fixed bits 0x400000000000 are 0x0",
            "hardware",
            "Set copy 0 to 0x0010400800010000",
        ),
        (
            "--kind mxf8f6f4 --operand B --mn 192 --k 128 --stage-bytes 768",
            "scale-rows",
            "A stage of 768 bytes is too small for its scale factors: 1024",
            "library",
            "Use stages of 1024 bytes",
        ),
        (
            "--kind mxf4 --mn 128 --k 128 --cta-group 2 --m 256 --idesc 0x08a00480",
            "idesc-pair",
            "M = 128 of the instruction descriptor is that of one CTA",
            "hardware",
            "Set the instruction descriptor to 0x10a00480",
        ),
    ] {
        let run = swizzle(&format!("scale plan {options}"));
        assert_eq!((run.code, run.err.as_str()), (Some(1), ""), "{options}");
        let found: Value = serde_json::from_str(&run.out).expect("JSON");
        let finding = &found["findings"][0];
        let wanted = [
            ("id", rule),
            ("severity", "error"),
            ("message", title),
            ("required_by", by),
            ("fix", repair),
        ];
        for (key, wanted) in wanted {
            assert_eq!(finding[key], wanted, "{options}");
        }
    }
    let found = plan("--kind mxf8f6f4 --operand B --mn 64 --k 128");
    assert_eq!(
        found["findings"][0]["message"],
        "64 rows of scale factors are rounded up to 128"
    );
    assert_eq!(
        plan("--kind mxf4 --mn 256 --k 256 --ids 0,2,0,2")["findings"],
        Value::Array(vec![])
    );
    // M of the pair was not said: 128 of the descriptor is an M that a pair has, and is read as such.
    for idesc in ["0x08a00480", "0x08100000"] {
        let options = format!("--kind mxf4 --mn 128 --k 128 --cta-group 2 --idesc {idesc}");
        let found = plan(&options);
        let all = found["findings"].as_array().expect("a list");
        assert_eq!(
            all[0]["message"], "M = 128 is read as that of the pair",
            "{idesc}"
        );
        assert!(all.iter().all(|one| one["severity"] == "note"), "{idesc}");
    }
    let run = swizzle("scale plan --kind mxf4 --mn 128 --k 64 --copy zero");
    assert_eq!(run.code, Some(2));
}
