//! The fixes that `swizzle check` offers.

use crate::program::swizzle;

/// Every fix is checked against the specified values, and reads right.
#[test]
fn a_repair_changes_nothing_that_was_said() {
    for said in ["", "--swizzle none", "--swizzle 64B"] {
        let tile = format!("--arch wgmma --element f16 --mn 192 --k 32 --order k {said}");
        let run = swizzle(&format!("check {tile} --json 0x0000002000010200"));
        assert_eq!(run.code, Some(1), "{}", run.out);
        let json = run.json();
        let findings = json["findings"].as_array().expect("a list");
        let repairs = findings.iter().filter_map(|finding| finding["fixes"].as_array()).flatten();
        let mut count = 0;
        for repair in repairs {
            let hex = repair["hex"].as_str().expect("a descriptor");
            let after = swizzle(&format!("check {tile} {hex}"));
            let is_right = after.out.contains("units correct.") && !after.out.contains("  differs ");
            assert!(is_right, "{tile} {repair}: {}", after.out);
            count += 1;
        }
        assert!(count > 0, "{}", run.out);
    }
}
