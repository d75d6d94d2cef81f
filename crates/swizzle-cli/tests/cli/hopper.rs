//! The results of hardware and CUDA's assembler for generated code, replayed without either.

use std::fs;

use crate::golden::data;
use crate::program::swizzle;

/// A file of `tests/data`, line by line, without comments and header.
fn rows(file: &str) -> Vec<String> {
    let text = fs::read_to_string(data(file)).expect("the golden file");
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(str::to_owned).collect()
}

#[test]
fn the_assembler_takes_every_instruction_but_i8_on_sm_103a() {
    let rows = rows("tcgen05_assembled.csv");
    assert!(rows.len() > 200, "{}", rows.len());
    for row in rows {
        let cells: Vec<&str> = row.split(',').collect();
        let [target, assembled, instruction, options, why] = cells[..] else {
            panic!("{row}");
        };
        let is_missing = target == "sm_103a" && instruction.ends_with("kind::i8");
        assert_eq!(assembled == "0", is_missing, "{row}: {why}");
        // The code that was assembled is the code that is written today.
        let code = swizzle(&format!("code --lang cuda {options}")).answer();
        assert!(code.contains(&format!("\"{instruction} ")), "{row}");
    }
}

#[test]
fn the_compiler_takes_every_cute_form() {
    let rows = rows("tcgen05_cute_assembled.csv");
    assert!(rows.len() > 60, "{}", rows.len());
    for row in rows {
        let cells: Vec<&str> = row.split(',').collect();
        let ["sm_100a", "1", instruction, options, ""] = cells[..] else {
            panic!("{row}");
        };
        let code = swizzle(&format!("code --lang cute {options}")).answer();
        assert!(code.contains(&format!("// {instruction}.\n")), "{row}");
        for function in ["auto fragment_of_d(", "void multiply(", "void read_d("] {
            assert!(code.contains(function), "{function}: {row}");
        }
    }
}

/// The value behind an option; `or` where it is not there.
fn number(options: &str, name: &str, or: u32) -> u32 {
    let mut words = options.split(' ').skip_while(|word| *word != name);
    words.next();
    words.next().map_or(or, |value| swizzle_code::number_from_text(value).expect("a number"))
}

/// The options that `swizzle tile` has as well.
fn of_tile(options: &str) -> String {
    let mut words = options.split(' ').filter(|word| !word.is_empty());
    let mut kept = String::new();
    while let Some(word) = words.next() {
        let is_of_instruction =
            word.starts_with("--other-") || ["--rows", "--accumulator", "--a-from"].contains(&word);
        if is_of_instruction {
            words.next();
        } else {
            kept.push_str(word);
            kept.push(' ');
        }
    }
    kept
}

/// Continues a hash over the offset of every element, as `tests/hopper/multiply.py` does.
fn hash(mut hash: u64, options: &str) -> u64 {
    let (at_mn, at_k) = (number(options, "--at-mn", 0), number(options, "--at-k", 0));
    let (mn, k) = (number(options, "--mn", 0), number(options, "--k", 0));
    let start = number(options, "--start", 0);
    let pattern = match options {
        _ if options.contains("--swizzle 128B") => 1024,
        _ if options.contains("--swizzle 64B") => 512,
        _ if options.contains("--swizzle 32B") => 256,
        _ => 16,
    };
    let boundary = start - start % pattern;
    let addresses = swizzle(&format!("tile {} --addresses", of_tile(options))).answer();
    for line in addresses.lines().skip(1) {
        let cells: Vec<u32> = line.split(',').map(|cell| cell.parse().expect("a number")).collect();
        let is_inside = (at_mn..at_mn + mn).contains(&cells[0]) && (at_k..at_k + k).contains(&cells[1]);
        if is_inside {
            for byte in (cells[2] - boundary).to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            }
        }
    }
    hash
}

/// The rows of products: nothing is wrong, and the offsets are still those that were stored at.
fn replay(file: &str) {
    for row in rows(file) {
        let quoted: Vec<&str> = row.split('"').collect();
        let [head, a, _, b, _] = quoted[..] else {
            panic!("{row}");
        };
        let cells: Vec<&str> = head.split(',').collect();
        assert_eq!(cells[5], "0", "wrong elements: {row}");
        assert_ne!(cells[4], "0", "{row}");
        let mut found = 0xcbf2_9ce4_8422_2325;
        for _ in 0..number(a, "--stages", 1) {
            found = hash(hash(found, a), b);
        }
        assert_eq!(format!("{found:016x}"), cells[6], "{row}");
    }
}

#[test]
fn what_was_multiplied_was_right_and_is_still_stored_there() {
    replay("hopper_multiply.csv");
}

#[test]
fn the_cute_form_multiplied_right_and_stores_where_the_law_says() {
    replay("hopper_cute.csv");
}

#[test]
fn the_python_form_multiplied_right_and_stores_where_the_law_says() {
    replay("hopper_cutedsl.csv");
}

#[test]
fn boxes_of_tma_went_where_the_code_says_and_were_multiplied_right() {
    replay("hopper_tma.csv");
}
