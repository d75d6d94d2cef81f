//! `swizzle vectors` and `swizzle support`: lines that others test against, held against a law written a second time.

use serde_json::Value;

use crate::golden::object;
use crate::program::swizzle;

fn lines(command: &str) -> Vec<Value> {
    swizzle(command).answer().lines().map(object).collect()
}

fn number(line: &Value, key: &str) -> u64 {
    line[key].as_u64().unwrap_or_else(|| panic!("{key} in {line}"))
}

/// Bits of a slot, and of an element.
fn widths(element: &str) -> (u64, u64) {
    match element {
        "tf32" => (32, 32),
        "f16" | "bf16" => (16, 16),
        "e2m3" | "e3m2" => (8, 6),
        "e2m1" => (8, 4),
        "e2m1-packed" => (4, 4),
        "b1" => (1, 1),
        _ => (8, 8),
    }
}

/// The law as it was measured, in bits and bytes: address of the byte, and the bit in it.
fn law(line: &Value, mn: u64, k: u64) -> (u64, u64) {
    let swizzle = line["swizzle"].as_str().expect("a mode");
    let (w, b) = match swizzle {
        "none" => (1, 0),
        "32B" => (2, 1),
        "64B" => (4, 2),
        _ => (8, 3),
    };
    let (slot, bits) = widths(line["element"].as_str().expect("a type"));
    let t = 128 / slot;
    let (lbo, sbo) = (number(line, "lbo"), number(line, "sbo"));
    let is_k = line["major"] == "K";
    let (along, across) = if is_k { (k, mn) } else { (mn, k) };
    let rows = if swizzle == "128B-32B-atom" && !is_k { 4 } else { 8 };
    let (column, group) = if !is_k && w == 1 { (sbo, lbo) } else { (lbo, sbo) };
    let unit = along / t;
    let address = number(line, "start")
        + unit % w * 16
        + unit / w * column
        + across % rows * 16 * w
        + across / rows * group;
    let address = address % (1 << 18);
    let physical = if swizzle == "128B-32B-atom" {
        address ^ ((address >> 7) % 4) << 5
    } else {
        address ^ ((address >> 7) % (1 << b)) << 4
    };
    let inside = along % t * bits;
    (physical + inside / 8, inside % 8)
}

#[test]
fn vectors_are_what_the_measured_law_says() {
    let vectors = lines("vectors");
    // 80 forms of dense wgmma and 72 of sparse; of tcgen05, 11 types in 4 modes and 29 more N- or M-major ones, and one.
    assert_eq!(vectors.len(), 2 * (152 + 4 * (11 * 4 + 6 * 4 + 1)));
    for line in &vectors {
        for at in line["bytes"].as_array().expect("a list") {
            let [mn, k, byte, bit] = [0, 1, 2, 3].map(|i| at[i].as_u64().expect("a number"));
            assert_eq!((byte, bit), law(line, mn, k), "({mn}, {k}) of {line}");
        }
        reads(line);
    }
}

/// Each read starts where the law has its first element, and its descriptor holds that start, SBO and the mode's code.
fn reads(line: &Value) {
    let is_wgmma = line["arch"] == "wgmma";
    let code = match (line["swizzle"].as_str().expect("a mode"), is_wgmma) {
        ("none", _) => 0,
        ("128B", true) => 1,
        ("64B", true) => 2,
        (_, true) => 3,
        ("128B-32B-atom", false) => 1,
        ("128B", false) => 2,
        ("64B", false) => 4,
        (_, false) => 6,
    };
    let list = line["reads"].as_array().expect("a list");
    assert_eq!(
        list.len() as u64,
        number(line, "mn") / number(line, "rows") * number(line, "k").div_ceil(number(line, "k_read"))
    );
    for read in list {
        let hex = read[3].as_str().expect("hex");
        let raw = u64::from_str_radix(&hex[2..], 16).expect("hex");
        let start = read[2].as_u64().expect("an address");
        assert_eq!((raw & 0x3fff) << 4, start, "{line}");
        assert_eq!(raw >> 32 & 0x3fff, number(line, "sbo") >> 4, "{line}");
        let high = if is_wgmma { code << 62 } else { 1 << 46 | code << 61 };
        assert_eq!(raw & !0x3fff_3fff_3fff, high, "{line}");
    }
}

#[test]
fn the_matrix_is_what_the_manuals_tables_allow() {
    let cells = lines("support");
    for cell in &cells {
        let text = |key: &str| cell[key].as_str().expect("text");
        let (element, is_k) = (text("element"), text("major") == "K");
        let with_32b_atoms = text("swizzle") == "128B-32B-atom";
        let is_16_bit = ["f16", "bf16"].contains(&element);
        let expected = if text("arch") == "wgmma" {
            let is_type = !element.starts_with("e2m") && !element.starts_with("e3m");
            let has_sparse = element != "b1" || text("sparsity") == "dense";
            let is_form = !with_32b_atoms && (is_k || is_16_bit);
            if is_type && has_sparse && is_form { "legal" } else { "illegal" }
        } else {
            match (is_k, element, with_32b_atoms) {
                (true, _, true) => "contested",
                (true, _, false) => "legal",
                (false, "e2m1-packed", _) => "illegal",
                (false, "tf32", atoms) => {
                    if atoms {
                        "legal"
                    } else {
                        "illegal"
                    }
                }
                (false, _, true) => "illegal",
                (false, "e2m1" | "e2m3" | "e3m2", false) => "contested",
                (false, _, false) => "legal",
            }
        };
        assert_eq!(text("support"), expected, "{cell}");
        // A cell that is not plainly legal says why, by whose rule, from where; and every cell opens.
        let is_plain = text("support") == "legal";
        for key in ["rule", "text", "source"] {
            assert_eq!(text(key).is_empty(), is_plain, "{cell}");
        }
        assert!(text("link").starts_with("#/"), "{cell}");
    }
    assert_eq!(cells.len(), (12 + 17) * 2 * 2 * 2 * 5);
}
