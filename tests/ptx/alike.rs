//! One cause in several blocks of rows is said once, with the lines of the others.

use swizzle_core::Operand;
use swizzle_lens::{Example, Reading};
use swizzle_lints::Severity;

/// SBO of every read is wrong: A is read in two blocks of 64 rows, B once for each of them.
#[test]
fn a_cause_in_two_blocks_is_said_once() {
    let reading = Reading::of("sbo", Example::Sbo.text().into());
    let view = &reading.kernels[0];
    let errors = view.findings.iter().map(|(one, _)| one);
    let errors: Vec<_> = errors.filter(|one| one.severity == Severity::Error).collect();
    let said: Vec<_> =
        errors.iter().map(|one| (one.id, one.operand.map(|of| of.name()), one.line, &one.also[..])).collect();
    let rows: Vec<u32> = view.rows.iter().map(|row| row.line).collect();
    let blocks = view.blocks(0, Operand::A);
    assert_eq!(blocks, [0, 4]);
    assert_eq!(
        said,
        [
            ("held-overlap", Some("A"), rows[0], &rows[4..5]),
            ("held-overlap", Some("B"), rows[0], &rows[4..5]),
        ]
    );
    assert!(errors[0].text.ends_with(&format!("The same in block 1 (line {}).", rows[4])));
    assert!(errors[1].text.ends_with(&format!("The same in line {}.", rows[4])));
    assert!(errors[0].is_of_line(rows[4]) && !errors[0].is_of_line(rows[1]));
}
